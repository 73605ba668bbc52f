//! The Règlement de l'An XXX on the shelf, and the revision of 2005. They are being written: their rules are looked up and their vignettes refereed and
//! weighed, but no game of them is offered ([`known`](crate::known)).

mod board;
mod overlay;
mod reach;
mod table;

use ::an30::core::charts::Charts;
use ::an30::files::arrange;
use ::an30::variant::{Doherty2005, Edition, Standard};
use ::an30::{An30, Battle};
use ::table::{Player, Settings};
use muster::{ChartFiles, Faults, Source};
use roster::BattleFiles;

use crate::book::Book;
use crate::volume::{Binding, Volume};

/// An edition of the rulebook as it stands on the shelf.
pub(super) trait ShelfEdition: Edition {
    /// Its title.
    const TITLE: &'static str;
    /// The vignette that is weighed to measure it.
    const BENCH: &'static str;

    /// The computer players that know it, from the weakest.
    const PLAYERS: &'static [&'static str];

    /// Its book.
    fn book() -> &'static dyn Book;

    /// A computer player by name.
    fn player(name: &str, seed: u64) -> Option<Box<dyn Player<An30<Self>>>>
    where
        Self: Sized;
}

impl ShelfEdition for Standard {
    const TITLE: &'static str = "La Bataille, Règlement de l'An XXX";
    const BENCH: &'static str = "r16_6_melee";
    const PLAYERS: &'static [&'static str] = staff::an30::NAMES;

    fn book() -> &'static dyn Book {
        &REGLEMENT_AN30
    }

    fn player(name: &str, seed: u64) -> Option<Box<dyn Player<An30<Standard>>>> {
        staff::an30::player(name, seed)
    }
}

impl ShelfEdition for Doherty2005 {
    const TITLE: &'static str = "La Bataille, revised assault and charge (2005)";
    const BENCH: &'static str = "rA7_results";
    const PLAYERS: &'static [&'static str] = staff::an30::NAMES;

    fn book() -> &'static dyn Book {
        &REVISION_2005
    }

    fn player(name: &str, seed: u64) -> Option<Box<dyn Player<An30<Doherty2005>>>> {
        staff::an30::player(name, seed)
    }
}

/// The Règlement itself.
pub static REGLEMENT_AN30: Binding<An30<Standard>> = Binding::new();

/// The revision of 2005.
pub static REVISION_2005: Binding<An30<Doherty2005>> = Binding::new();

impl<E: ShelfEdition> Volume for An30<E> {
    const TITLE: &'static str = E::TITLE;
    const BASE: &'static str = Standard::ID;
    const PLAYERS: &'static [&'static str] = E::PLAYERS;
    const BEGINNER: &'static str = E::PLAYERS[0];

    type Charts = Charts;

    fn charts() -> ChartFiles<Charts> {
        E::charts()
    }

    fn battle(files: &BattleFiles, charts: &ChartFiles<Charts>, settled: Settings) -> Result<Battle, Faults> {
        let battle = arrange::load(files, charts, E::STEPS)?;
        Ok(Battle { settled, ..battle })
    }

    fn bench_vignette() -> Source {
        crate::find_vignette(E::BENCH).expect("it is built in")
    }
}
