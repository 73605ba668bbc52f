//! From files to a playable battle. An arrangement is what somebody wrote; [`Battle`] is what has been checked: all faults of a
//! file are listed at once, and nothing is loaded by halves.

mod build;
pub mod raw;
mod roster;
mod setup;

use std::path::Path;

use ground::Ground;
use muster::{Collector, Fault, Faults, Source, read_toml};

pub use build::{Writing, build};
pub(crate) use roster::check_id;
pub use roster::{Roster, RosterSide, RosterUnit};
pub use setup::DEEDS;

use crate::core::battle::{About, Battle};
use crate::files::chart_files::ChartFiles;
use raw::{RawBattle, RawOrderOfBattle, RawScenario};

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
        let battle: RawBattle = read_toml(&self.battle)?;
        let ground = Ground::read_for(&self.ground, &charts.kinds())?;
        let order: RawOrderOfBattle = read_toml(&self.order_of_battle)?;
        let scenario: RawScenario = read_toml(&self.scenario)?;
        let sides = battle_sides(&self.battle, &battle)?;
        let roster = Roster::of_battle(&self.order_of_battle, &order, sides)?;
        let about = About {
            date: battle.date.get_ref().clone(),
            place: battle.place.clone(),
            size: battle.size.get_ref().clone(),
            minutes: battle.minutes,
            difficulty: *battle.difficulty.get_ref(),
            blurb: battle.blurb.clone(),
        };
        let title = if scenario.title.is_empty() { battle.name.clone() } else { scenario.title.clone() };
        let mut faults = Collector::new(&self.scenario);
        if scenario.rulebook.get_ref() != "jdg" {
            faults
                .at(scenario.rulebook.span(), "this is no scenario for Jours de Gloire")
                .expect("rulebook = \"jdg\"");
        }
        let writing = Writing { id: self.id.clone(), title, about, ground, charts, roster, lenient: false };
        build(writing, &scenario, faults)
    }
}

/// What the chooser of battles shows.
fn check_card(battle: &RawBattle, faults: &mut Collector<'_>) {
    const SIZES: [&str; 4] = ["tutorial", "small", "medium", "large"];
    if !SIZES.contains(&battle.size.get_ref().as_str()) {
        faults.put(battle.size.span(), Fault::unknown("size", battle.size.get_ref(), &SIZES));
    }
    if !is_date(battle.date.get_ref()) {
        let what = format!("{:?} is no date", battle.date.get_ref());
        faults.at(battle.date.span(), what).expect("year, month and day, as in \"1806-07-04\"");
    }
    if !(1..=5).contains(battle.difficulty.get_ref()) {
        let what = format!("difficulty {}", battle.difficulty.get_ref());
        faults.at(battle.difficulty.span(), what).expect("1 to 5");
    }
}

/// Whether a text is a year, a month and a day.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let number = |part: &str, digits: usize| {
        let holds = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse::<u16>().ok().filter(|_| holds)
    };
    match parts[..] {
        [year, month, day] => {
            number(year, 4).is_some()
                && number(month, 2).is_some_and(|month| (1..=12).contains(&month))
                && number(day, 2).is_some_and(|day| (1..=31).contains(&day))
        }
        _ => false,
    }
}

/// The two sides, as `battle.toml` names them.
fn battle_sides(source: &Source, battle: &RawBattle) -> Result<[RosterSide; 2], Faults> {
    let mut faults = Collector::new(source);
    if battle.side.len() != 2 {
        faults.whole(format!("{} sides", battle.side.len())).expect("exactly two [[side]] tables");
        faults.into_result(())?;
        unreachable!("a fault was collected");
    }
    check_card(battle, &mut faults);
    for side in &battle.side {
        if side.colour.get_ref().len() != 7 || !side.colour.get_ref().starts_with('#') {
            faults
                .at(side.colour.span(), format!("{:?} is no colour", side.colour.get_ref()))
                .expect("\"#rrggbb\"");
        }
    }
    let card = |i: usize| RosterSide {
        id: battle.side[i].id.get_ref().clone(),
        name: battle.side[i].name.clone(),
        colour: battle.side[i].colour.get_ref().clone(),
    };
    faults.into_result([card(0), card(1)])
}
