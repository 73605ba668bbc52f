//! From files to a playable battle. An arrangement is what somebody wrote; [`Battle`] is what has been checked: all faults of a file are
//! listed at once, and nothing is loaded by halves.

mod build;
mod complete;
pub mod raw;
mod setup;

use std::path::Path;

use ground::Ground;
use muster::{Collector, Faults, read_toml};
use roster::{BattleFiles, Card, Roster, check_rulebook};

pub use build::{Writing, build};
pub use setup::DEEDS;

use crate::core::battle::Battle;
use crate::core::options;
use crate::files::charts::ChartFiles;
use crate::variant::Edition;
use raw::RawScenario;

/// The battle of a folder, with the charts of the edition by which it is to be played.
///
/// # Errors
/// A file is missing; or all the faults of the first file that has any.
pub fn read<E: Edition>(folder: &Path) -> Result<Battle, Faults> {
    read_further::<E>(folder, "")
}

/// As [`read`], a further scenario of the battle: the same ground and order of battle, another hour.
///
/// # Errors
/// As [`read`].
pub fn read_further<E: Edition>(folder: &Path, name: &str) -> Result<Battle, Faults> {
    load::<E>(&BattleFiles::read_further("an30", folder, name)?, &E::charts())
}

/// Checks the files and makes the battle, to be played by an edition of the rulebook.
///
/// # Errors
/// All the faults of the first file that has any.
pub fn load<E: Edition>(files: &BattleFiles, charts: &ChartFiles) -> Result<Battle, Faults> {
    let charts = charts.load()?;
    let card = Card::read(&files.battle)?;
    let ground = Ground::read_for(&files.ground, &charts.kinds())?;
    let roster = Roster::read(&files.order_of_battle, &card.sides)?;
    let scenario: RawScenario = read_toml(&files.scenario)?;
    let mut faults = Collector::new(&files.scenario);
    let roster = complete::completed(roster, &card.sides, &scenario, &mut faults);
    check_rulebook(&scenario.rulebook, "an30", "the Règlement de l'An XXX", &mut faults);
    let writing = Writing {
        id: files.id.clone(),
        title: if scenario.title.is_empty() { card.name } else { scenario.title.clone() },
        year: card.about.date.get(..4).and_then(|year| year.parse().ok()).unwrap_or(1813),
        about: card.about,
        ground,
        charts,
        roster,
        variant: E::STEPS,
        settled: table::option::defaults(options::ALL),
        lenient: false,
    };
    build(writing, &scenario, faults)
}
