//! The book on the shelf.

mod board;
mod presentation;

use muster::{ChartFiles, Faults, Source};
use roster::BattleFiles;
use shelf::About;
use shelf::binding::{Binding, Volume};
use table::Settings;

use crate::Drill;
use crate::core::battle::Battle;
use crate::files::{self, Charts};
use crate::rulebook::Drill;

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

/// What a chooser shows.
fn about(b: &Battle) -> About {
    let of = |side| b.units.iter().filter(|card| card.side.index() == side).count();
    About {
        date: b.when[0].clone(),
        place: b.when[1].clone(),
        size: Size::Tutorial,
        minutes: 10,
        difficulty: 1,
        blurb: b.blurb.clone(),
        turns: b.turns.into(),
        units: [of(0), of(1)],
    }
}
