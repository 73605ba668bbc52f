//! From files to a playable battle. An arrangement is what somebody wrote; [`Battle`] is what has been checked: all faults of a file are
//! listed at once, and nothing is loaded by halves.

mod build;
mod complete;
pub mod raw;
mod setup;

use ground::Ground;
use muster::{Collector, Faults, read_toml};
use roster::{About, BattleFiles, Card, Roster, Size, check_rulebook};

pub use build::{Material, build};
pub use setup::DEEDS;

use crate::core::battle::Battle;
use crate::core::options;
use crate::core::variant::Variant;
use crate::files::charts::ChartFiles;
use raw::RawScenario;

/// Card of a scenario in the chooser: its battle's, with what it says otherwise.
fn about(card: About, scenario: &RawScenario, faults: &mut Collector<'_>) -> About {
    if let Some(difficulty) = scenario.difficulty.as_ref().filter(|own| !(1..=5).contains(own.get_ref())) {
        faults.at(difficulty.span(), format!("difficulty {}", difficulty.get_ref())).expect("1 to 5");
    }
    About {
        size: scenario.size.as_ref().and_then(|size| Size::read(size, faults)).unwrap_or(card.size),
        minutes: scenario.minutes.unwrap_or(card.minutes),
        difficulty: scenario.difficulty.as_ref().map_or(card.difficulty, |own| *own.get_ref()),
        blurb: scenario.blurb.clone().unwrap_or(card.blurb),
        ..card
    }
}

/// Checks the files and makes the battle, to be played by a variant of the rulebook.
///
/// # Errors
/// All the faults of the first file that has any.
pub fn load(
    files: &BattleFiles,
    charts: &ChartFiles,
    variant: &'static dyn Variant,
) -> Result<Battle, Faults> {
    let charts = charts.load()?;
    let card = Card::read(&files.battle)?;
    let ground = Ground::read_for(&files.ground, &charts.kinds())?;
    let roster = Roster::read(&files.order_of_battle, &card.sides)?;
    let scenario: RawScenario = read_toml(&files.scenario)?;
    let mut faults = Collector::new(&files.scenario);
    let roster = complete::completed(roster, &scenario, &mut faults);
    check_rulebook(&scenario.rulebook, "an30", "the Règlement de l'An XXX", &mut faults);
    let about = about(card.about, &scenario, &mut faults);
    let material = Material {
        id: files.id.clone(),
        title: if scenario.title.is_empty() { card.name } else { scenario.title.clone() },
        year: about.date.get(..4).and_then(|year| year.parse().ok()).unwrap_or(1813),
        about,
        ground,
        charts,
        roster,
        variant,
        settled: table::option::defaults(options::ALL),
        lenient: false,
    };
    build(material, &scenario, faults)
}
