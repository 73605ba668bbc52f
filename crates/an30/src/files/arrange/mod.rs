//! From files to a playable battle. An arrangement is what somebody wrote; [`Battle`] is what has been checked: all faults of a file are
//! listed at once, and nothing is loaded by halves.

mod build;
mod complete;
pub mod raw;
mod setup;

use std::path::Path;

use ground::Ground;
use muster::{Collector, Faults, Source, read_toml};
use roster::{Card, Roster};

pub use build::{Writing, build};
pub use setup::DEEDS;

use crate::core::battle::Battle;
use crate::core::options;
use crate::core::variant::Variant;
use crate::files::charts::ChartFiles;
use raw::RawScenario;

/// The ground of a battle at this rulebook's scale, where `ground.toml` is that of another one.
const GROUND: &str = "ground.an30.toml";

/// The four files of a battle under this rulebook.
#[derive(Clone, Debug)]
pub struct BattleFiles {
    /// The battle's id: the name of its folder, with that of a further scenario behind a point.
    pub id: String,
    /// `battle.toml`.
    pub battle: Source,
    /// `ground.an30.toml`, or `ground.toml`.
    pub ground: Source,
    /// `order-of-battle.toml`.
    pub order_of_battle: Source,
    /// `an30.toml`, or `an30.<name>.toml` of a further scenario.
    pub scenario: Source,
}

impl BattleFiles {
    /// Reads the files of a battle's folder.
    ///
    /// # Errors
    /// A file is missing or not readable.
    pub fn read(folder: &Path) -> Result<BattleFiles, Faults> {
        BattleFiles::of(folder, "")
    }

    /// Reads a further scenario of a battle, `an30.<name>.toml`: the same ground and order of battle, another hour.
    ///
    /// # Errors
    /// A file is missing or not readable.
    pub fn read_further(folder: &Path, name: &str) -> Result<BattleFiles, Faults> {
        BattleFiles::of(folder, &format!(".{name}"))
    }

    fn of(folder: &Path, further: &str) -> Result<BattleFiles, Faults> {
        let id = folder.file_name().map_or_else(|| "battle".to_owned(), |n| n.to_string_lossy().into_owned());
        let file = |name: &str| Source::read(&folder.join(name));
        Ok(BattleFiles {
            id: format!("{id}{further}"),
            battle: file("battle.toml")?,
            ground: file(if folder.join(GROUND).is_file() { GROUND } else { "ground.toml" })?,
            order_of_battle: file("order-of-battle.toml")?,
            scenario: file(&format!("an30{further}.toml"))?,
        })
    }

    /// Checks the files and makes the battle, to be played by a variant of the rulebook.
    ///
    /// # Errors
    /// All the faults of the first file that has any.
    pub fn load(&self, charts: &ChartFiles, variant: &'static dyn Variant) -> Result<Battle, Faults> {
        let charts = charts.load()?;
        let card = Card::read(&self.battle)?;
        let ground = Ground::read_for(&self.ground, &charts.kinds())?;
        let roster = Roster::read(&self.order_of_battle, &card.sides)?;
        let scenario: RawScenario = read_toml(&self.scenario)?;
        let mut faults = Collector::new(&self.scenario);
        let roster = complete::completed(roster, &card.sides, &scenario, &mut faults);
        if scenario.rulebook.get_ref() != "an30" {
            faults
                .at(scenario.rulebook.span(), "this is no scenario for the Règlement de l'An XXX")
                .expect("rulebook = \"an30\"");
        }
        let title = if scenario.title.is_empty() { card.name } else { scenario.title.clone() };
        let year = card.date.get(..4).and_then(|year| year.parse().ok()).unwrap_or(1813);
        let settled = table::option::defaults(options::ALL);
        let writing = Writing {
            id: self.id.clone(),
            title,
            year,
            ground,
            charts,
            roster,
            variant,
            settled,
            lenient: false,
        };
        build(writing, &scenario, faults)
    }
}
