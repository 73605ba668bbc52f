//! From files to a playable battle. An arrangement is what somebody wrote; [`Battle`] is what has been checked: all faults of a
//! file are listed at once, and nothing is loaded by halves.

mod build;
pub mod raw;
mod setup;

use std::path::Path;

use ground::Ground;
use muster::{Collector, Faults, read_toml};
use roster::{BattleFiles, Card, Roster, check_rulebook};

pub use build::{Material, build};
pub use setup::DEEDS;

use crate::core::battle::Battle;
use crate::files::chart_files::ChartFiles;
use raw::RawScenario;

/// The battle of a folder, with the standard charts.
///
/// # Errors
/// A file is missing; or all the faults of the first file that has any.
pub fn read(folder: &Path) -> Result<Battle, Faults> {
    load(&BattleFiles::read("jdg", folder)?, &ChartFiles::default())
}

/// Checks the files and makes the battle.
///
/// # Errors
/// All the faults of the first file that has any.
pub fn load(files: &BattleFiles, charts: &ChartFiles) -> Result<Battle, Faults> {
    let charts = charts.load()?;
    let card = Card::read(&files.battle)?;
    let ground = Ground::read_for(&files.ground, &charts.kinds())?;
    let roster = Roster::read(&files.order_of_battle, &card.sides)?;
    let scenario: RawScenario = read_toml(&files.scenario)?;
    let title = if scenario.title.is_empty() { card.name } else { scenario.title.clone() };
    let mut faults = Collector::new(&files.scenario);
    check_rulebook(&scenario.rulebook, "jdg", "Jours de Gloire", &mut faults);
    let formations: Vec<_> = scenario.formation.iter().map(|f| &f.id).collect();
    let units: Vec<_> = scenario.unit.iter().map(|u| &u.id).collect();
    let roster = roster.played(&formations, &units, &mut faults);
    let material =
        Material { id: files.id.clone(), title, about: card.about, ground, charts, roster, lenient: false };
    build(material, &scenario, faults)
}
