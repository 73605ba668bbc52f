//! From files to a playable battle. An arrangement is what somebody wrote; [`Battle`] is what has been checked: all faults of a
//! file are listed at once, and nothing is loaded by halves.

mod build;
pub mod raw;
mod setup;

use std::path::Path;

use ground::Ground;
use muster::{Collector, Faults, Source, read_toml};
use roster::{Card, Roster};

pub use build::{Writing, build};
pub use setup::DEEDS;

use crate::core::battle::{About, Battle};
use crate::files::chart_files::ChartFiles;
use raw::RawScenario;

/// The four files of a battle under this rulebook.
#[derive(Clone, Debug)]
pub struct BattleFiles {
    /// The battle's id: the name of its folder.
    pub id: String,
    /// `battle.toml`.
    pub battle: Source,
    /// `ground.toml`.
    pub ground: Source,
    /// `order-of-battle.toml`.
    pub order_of_battle: Source,
    /// `jdg.toml`.
    pub scenario: Source,
}

impl BattleFiles {
    /// Reads the files of a battle's folder.
    ///
    /// # Errors
    /// A file is missing or not readable.
    pub fn read(folder: &Path) -> Result<BattleFiles, Faults> {
        let id = folder.file_name().map_or_else(|| "battle".to_owned(), |n| n.to_string_lossy().into_owned());
        let file = |name: &str| Source::read(&folder.join(name));
        Ok(BattleFiles {
            id,
            battle: file("battle.toml")?,
            ground: file("ground.toml")?,
            order_of_battle: file("order-of-battle.toml")?,
            scenario: file("jdg.toml")?,
        })
    }

    /// Checks the files and makes the battle.
    ///
    /// # Errors
    /// All the faults of the first file that has any.
    pub fn load(&self, charts: &ChartFiles) -> Result<Battle, Faults> {
        let charts = charts.load()?;
        let card = Card::read(&self.battle)?;
        let ground = Ground::read_for(&self.ground, &charts.kinds())?;
        let roster = Roster::read(&self.order_of_battle, &card.sides)?;
        let scenario: RawScenario = read_toml(&self.scenario)?;
        let about = About {
            date: card.date,
            place: card.place,
            size: card.size,
            minutes: card.minutes,
            difficulty: card.difficulty,
            blurb: card.blurb,
        };
        let title = if scenario.title.is_empty() { card.name } else { scenario.title.clone() };
        let mut faults = Collector::new(&self.scenario);
        if scenario.rulebook.get_ref() != "jdg" {
            faults
                .at(scenario.rulebook.span(), "this is no scenario for Jours de Gloire")
                .expect("rulebook = \"jdg\"");
        }
        let formations: Vec<_> = scenario.formation.iter().map(|f| &f.id).collect();
        let units: Vec<_> = scenario.unit.iter().map(|u| &u.id).collect();
        let roster = roster.played(&formations, &units, &mut faults);
        let writing = Writing { id: self.id.clone(), title, about, ground, charts, roster, lenient: false };
        build(writing, &scenario, faults)
    }
}
