//! The shelf: the one place that knows every rulebook, with the data of the repository built in.
//!
//! The command line and the server know rulebooks only through [`Book`], [`Table`] and [`VignetteFile`]. Adding a rulebook is a folder
//! beside `jdg` here, made of what is in [`binding`], and one more line in the house's own list. A program of its own (a test) can
//! [`receive`] others, with their data, for itself alone.

mod an30;
mod armies;
mod bench;
pub mod board;
mod book;
mod catalogue;
mod check;
mod data;
mod folder;
mod forces;
mod fortune;
mod game;
mod hexes;
mod index;
mod jdg;
mod language;
mod lessons;
mod live;
mod loaded;
mod marshal;
mod matches;
mod mind;
mod odds;
mod own;
mod presentation;
mod replay;
mod sources;
mod vignette;
mod volume;

use std::sync::OnceLock;

pub use armies::{ArmyList, ArmyPart, ArmyRow, army_lists, army_roster, check_army};
pub use bench::{Figure, Progress};
pub use book::{
    About, AheadTable, BattleEntry, Book, CaseLine, CaseRun, Drawing, EventKey, FormationInfo, LineKind,
    OddsTable, Order, PictureFormat, QuestionKey, SideInfo, Table, Timing, UnitInfo, VignetteFile,
};
pub use check::check;
pub use data::Data;
pub use fortune::{Fortune, WeighedThrow};
pub use game::{
    Choice, Game, GameError, QuestionText, ReplayedStep, Thinking, Thought, Weighing, pointing_at,
};
pub use index::{Coverage, Index, RuleEntry, RuleStatus};
pub use language::Language;
pub use lessons::{Lesson, Lessons};
pub use matches::{Match, Telling};
pub use own::house_words;
pub use replay::Viewpoint;
pub use roster::Size;
pub use sources::{book_for, book_of, cutting, find_vignette, find_vignette_of, read_vignette, vignettes};
pub use table::phrase::Catalogue;
pub use table::session::StateStamp;

/// Parts of which a rulebook's place on the shelf is made.
pub mod binding {
    pub use crate::catalogue::read as catalogue;
    pub use crate::hexes::{Scene, picture};
    pub use crate::odds::Changes;
    pub use crate::presentation::Presentation;
    pub use crate::volume::{Binding, Volume};
}

/// Parts that the tests of this crate hold against plays: the odds of a vignette step by step, and a live game with its rulebook's types.
#[doc(hidden)]
pub mod inside {
    pub use crate::live::{LiveGame, host};
    pub use crate::odds::{in_words, throwing};
    pub use crate::vignette::{Course, Plan, Stand};
}

/// The house's own rulebooks.
static HOUSE: [&dyn Book; 1] = [&jdg::JOURS_DE_GLOIRE];

/// The house's own rulebooks that are still being written: their rules are looked up, their vignettes refereed and weighed, their files checked, but
/// nobody is offered a game of them. A book that is whole goes from here to the list above.
static BEING_WRITTEN: [&dyn Book; 3] =
    [&an30::REGLEMENT_AN30, &an30::REVISION_2005, &marshal::MARSHAL_ENTERPRISES];

/// A rulebook that is not the house's, with its data.
pub struct Guest {
    /// The rulebook.
    pub book: &'static dyn Book,
    /// Its charts, index, messages, battles and vignettes.
    pub data: Data,
}

static GUESTS: OnceLock<&[Guest]> = OnceLock::new();

/// Puts rulebooks on the shelf beside the house's own, for as long as the program runs: before it is asked for anything, and always the same.
///
/// # Panics
/// If the shelf has been looked at without them.
pub fn receive(guests: &'static [Guest]) {
    let there = GUESTS.get_or_init(|| guests);
    assert!(std::ptr::eq(*there, guests), "guests come before the shelf is looked at");
}

fn guests() -> &'static [Guest] {
    GUESTS.get_or_init(|| &[])
}

static UNFINISHED: OnceLock<()> = OnceLock::new();

/// Offers games of the rulebooks that are still being written too, for as long as the program runs: before it is asked for anything.
pub fn offer_unfinished() {
    UNFINISHED.get_or_init(|| ());
}

/// All rulebooks of which games are offered.
pub fn books() -> &'static [&'static dyn Book] {
    static ALL: OnceLock<Vec<&dyn Book>> = OnceLock::new();
    ALL.get_or_init(|| {
        let unfinished = UNFINISHED.get().into_iter().flat_map(|()| BEING_WRITTEN);
        HOUSE.into_iter().chain(unfinished).chain(guests().iter().map(|guest| guest.book)).collect()
    })
}

/// All rulebooks, those too that are still being written.
pub fn known() -> impl Iterator<Item = &'static dyn Book> + Clone {
    let offered = |book: &&dyn Book| books().iter().any(|other| other.id() == book.id());
    books().iter().copied().chain(BEING_WRITTEN.into_iter().filter(move |book| !offered(book)))
}

/// Whether a rulebook is still being written.
pub fn is_being_written(book: &dyn Book) -> bool {
    BEING_WRITTEN.iter().any(|own| own.id() == book.id())
}

/// A rulebook of which games are offered, by its id.
///
/// # Errors
/// Names the nearest id.
pub fn book(id: &str) -> Result<&'static dyn Book, muster::Faults> {
    called(id, books().iter().copied())
}

/// Any rulebook by its id, also one that is still being written.
///
/// # Errors
/// Names the nearest id.
pub fn known_book(id: &str) -> Result<&'static dyn Book, muster::Faults> {
    called(id, known())
}

fn called(
    id: &str,
    mut books: impl Iterator<Item = &'static dyn Book> + Clone,
) -> Result<&'static dyn Book, muster::Faults> {
    let ids: Vec<&str> = books.clone().map(|book| book.id()).collect();
    books
        .find(|book| book.id() == id)
        .ok_or_else(|| muster::Faults(vec![muster::Fault::unknown("rulebook", id, &ids)]))
}
