//! The shelf: the one place that knows every rulebook, with the data of the repository built in.
//!
//! The command line, and later the server, know rulebooks only through [`Book`], [`Table`] and [`VignetteFile`]. Adding a
//! rulebook is one more line in [`books`].

mod bench;
pub mod board;
mod book;
mod catalogue;
mod check;
mod data;
mod desk;
#[cfg(test)]
mod foreshown;
mod fortune;
mod hexes;
mod index;
mod jdg;
mod language;
mod lessons;
mod live;
mod manner;
mod matches;
mod odds;
mod replay;
mod set;
mod sources;
mod vignette;

pub use bench::Figure;
pub use book::{
    About, AheadTable, BattleEntry, Book, CaseLine, CaseRun, Drawing, EventKey, FormationInfo, LineKind,
    OddsTable, Order, PictureFormat, SideInfo, Table, Timing, UnitInfo, VignetteFile,
};
pub use check::check;
pub use desk::{Desk, Offered, Said};
pub use fortune::{Fortune, Weighed};
pub use index::{Coverage, Index, RuleEntry, Status};
pub use language::Language;
pub use lessons::{Lesson, Lessons};
pub use live::{Live, ReplayedStep, Thinking, Thought, Weighing};
pub use matches::Match;
pub use replay::Gaze;
pub use sources::{book_of, find_vignette, vignettes};
pub use table::phrase::Catalogue;
pub use table::session::Edition;

/// All rulebooks.
pub fn books() -> &'static [&'static dyn Book] {
    &[&jdg::JoursDeGloire]
}

/// A rulebook by its id.
///
/// # Errors
/// Names the nearest id.
pub fn book(id: &str) -> Result<&'static dyn Book, muster::Faults> {
    books().iter().find(|book| book.id() == id).copied().ok_or_else(|| {
        let ids: Vec<&str> = books().iter().map(|book| book.id()).collect();
        muster::Faults(vec![muster::Fault::unknown("rulebook", id, &ids)])
    })
}
