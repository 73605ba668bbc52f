//! Jours de Gloire on the shelf.

mod board;
mod declared;
mod overlay;
mod picture;
mod table;

use ::table::Settings;
use jdg::core::charts::Charts;
use jdg::files::arrange;
use jdg::{Battle, Jdg};
use muster::{ChartFiles, Faults, Source};
use roster::BattleFiles;

use crate::book::QuestionKey;
use crate::volume::{Binding, Volume};

/// The rulebook.
pub static JOURS_DE_GLOIRE: Binding<Jdg> = Binding::new();

impl Volume for Jdg {
    const TITLE: &'static str = "Jours de Gloire";
    const PLAYERS: &'static [&'static str] = staff::jdg::NAMES;
    const BEGINNER: &'static str = staff::jdg::BEGINNER;

    type Charts = Charts;

    /// The battle keeps no options: there are none.
    fn battle(files: &BattleFiles, charts: &ChartFiles<Charts>, _: Settings) -> Result<Battle, Faults> {
        arrange::load(files, charts)
    }

    fn bench_vignette() -> Source {
        Source::new("bench.toml", include_str!("bench.toml"))
    }

    fn questions() -> Vec<QuestionKey> {
        jdg::questions().map(|(key, answers)| QuestionKey { key, answers }).collect()
    }
}
