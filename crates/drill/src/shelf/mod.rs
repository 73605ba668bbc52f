//! The book on the shelf.

mod board;
mod presentation;

use muster::{ChartFiles, Faults, Source};
use roster::BattleFiles;
use shelf::binding::{Binding, Volume};
use table::Settings;

use crate::Drill;
use crate::core::battle::Battle;
use crate::core::charts::Charts;
use crate::files;

/// The book.
pub static DRILL_BOOK: Binding<Drill> = Binding::new();

impl Volume for Drill {
    const TITLE: &'static str = "The Drill Book";
    const PLAYERS: &'static [&'static str] = &["recruit"];
    const BEGINNER: &'static str = "recruit";

    type Charts = Charts;

    fn battle(files: &BattleFiles, charts: &ChartFiles<Charts>, settled: Settings) -> Result<Battle, Faults> {
        files::battle(files, charts.load()?, settled)
    }

    fn bench_vignette() -> Source {
        shelf::find_vignette("r3_3_fire_from_behind_counts_double").expect("it is built in")
    }
}
