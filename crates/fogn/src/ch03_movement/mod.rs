//! The Movement Phase: who goes how far, in which way, past whom.

mod arrival;
mod avoid;
mod commanders;
mod cross;
mod groups;
mod guns;
mod houses;
mod legs;
mod options;
mod phase;
mod reform;
mod reserves;
mod roads;
mod shelter;
mod suggest;
mod survey;
mod through;
mod way;

use baize::Length;

use crate::armies::{Arm, Capability, Drill, Training, Troops};
use crate::core::battle::{UnitCard, Weather};
use crate::core::charts::{Going, Mover};
use crate::core::state::{Formation, UnitId};
use crate::{Battle, State};

pub(crate) use commanders::{Choice, judge as judge_commander, list as commander_moves};
pub(crate) use cross::may_wade;
pub(crate) use houses::{inside, is_taken};
pub use options::Legs;
pub use phase::may_move;
pub(crate) use roads::keeps_to_road;
pub use way::{Course, Scene, Step, Way};

/// Whether a unit in a formation counts as skirmishers: infantry wholly in skirmish order, irregular light cavalry, regular light cavalry in single
/// rank (`troops.types`).
pub fn is_skirmishing(card: &UnitCard, formation: Formation) -> bool {
    match card.troops {
        Troops::LightCavalry => card.training == Training::Irregular || formation == Formation::Line,
        _ => formation.is_skirmish(),
    }
}

/// Whether a unit counts as skirmishers as it stands.
pub fn are_skirmishers(b: &Battle, s: &State, unit: UnitId) -> bool {
    is_skirmishing(b.unit(unit), s.unit(unit).formation)
}

/// Row of the Movement Table for a unit in a formation (`movement.allowance`).
pub fn mover(card: &UnitCard, formation: Formation) -> Mover {
    let is_light = card.troops == Troops::LightCavalry;
    match (card.arm(), formation) {
        (Arm::Artillery, Formation::Limbered) if card.troops == Troops::HorseArtillery => {
            Mover::LimberedHorse
        }
        (Arm::Artillery, Formation::Limbered) => Mover::LimberedFoot,
        (Arm::Artillery, _) if card.is_heavy() => Mover::ProlongHeavy,
        (Arm::Artillery, _) => Mover::ProlongMedium,
        (Arm::Cavalry, Formation::Column) => Mover::FastCavalry,
        (Arm::Cavalry, _) if is_light && is_skirmishing(card, formation) => Mover::FastCavalry,
        (Arm::Cavalry, _) if is_light => Mover::LightCavalry,
        (Arm::Cavalry, _) => Mover::HeavyCavalry,
        (Arm::Infantry, Formation::Column) => Mover::InfantryColumn,
        (Arm::Infantry, Formation::Square) => Mover::Square,
        (Arm::Infantry, formation) if formation.is_skirmish() => Mover::InfantrySkirmish,
        (Arm::Infantry, _) if card.drill == Drill::Unreformed => Mover::Unreformed,
        (Arm::Infantry, Formation::Line) => Mover::ReformedLine,
        (Arm::Infantry, _) => Mover::ReformedTactical,
    }
}

/// Allowance of a turn over ground; none if not at all (`movement.allowance`). In heavy rain or snow as over ground that is one kind
/// worse, and over difficult ground half as far, but a MU at least (`movement.weather`).
pub fn allowance(b: &Battle, mover: Mover, going: Going) -> Option<Length> {
    let dry = |going| b.charts.allowance(mover, going);
    match (b.weather, going) {
        (Weather::Heavy, Going::Open) => dry(Going::Rough),
        (Weather::Heavy, Going::Rough) => dry(Going::Difficult),
        (Weather::Heavy, Going::Difficult) => {
            dry(going).map(|length| Length((length.0 / 2).max(baize::MU.0)))
        }
        _ => dry(going),
    }
}

/// Allowance of a unit as it stands, over ground (`movement.allowance`).
pub fn allowance_of(b: &Battle, s: &State, unit: UnitId, going: Going) -> Option<Length> {
    allowance(b, mover(b.unit(unit), s.unit(unit).formation), going)
}

/// Whether a unit may ever be moved: guns that stay where they stand may not (`movement.allowance`).
pub fn is_immobile(card: &UnitCard) -> bool {
    card.is(Capability::Immobile)
}
