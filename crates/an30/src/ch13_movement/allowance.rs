//! 13.1.1: how far a unit may move.

use crate::core::battle::{Arm, Battle, Light, Trait};
use crate::core::charts::Exact;
use crate::core::state::{Readiness, State, UnitId};
use crate::core::{Few, status};

/// The movement potential of a unit in this light, in movement points (21) (21.1.1, 21.1.2).
pub fn potential(b: &Battle, s: &State, unit: UnitId) -> i16 {
    let (card, m) = (b.unit(unit), &b.charts.movement);
    let horse = card.arm == Arm::Artillery && card.traits.has(Trait::Horse);
    let less = match (b.light(s), card.arm) {
        (Light::Dusk, Arm::Cavalry) => m.dusk_cavalry.value,
        (Light::Night, Arm::Cavalry) => m.night_cavalry.value,
        (Light::Dusk, _) if horse => m.dusk_horse_artillery.value,
        (Light::Night, _) if horse => m.night_horse_artillery.value,
        _ => 0,
    };
    (card.movement + less).max(0)
}

/// The shares of the movement potential that order and readiness leave (12.11.2, 12.12.2, 19.15.4, 19.15.5).
pub fn share(b: &Battle, s: &State, unit: UnitId) -> Exact {
    let readiness = match s.unit(unit).readiness {
        Readiness::Ready => Exact::ONE,
        Readiness::Tired => b.charts.movement.tired.value,
        Readiness::Exhausted => b.charts.movement.exhausted.value,
    };
    status::row(b, s, unit).movement * readiness
}

/// Half movement points that a unit may spend in a movement: rounded to whole points, a half upwards (13.1.1.1), and what a force march adds
/// (13.3.2).
pub fn allowance(b: &Battle, s: &State, unit: UnitId) -> u16 {
    let points = Exact::from(i32::from(potential(b, s, unit))) * share(b, s, unit);
    2 * points.nearest() as u16 + s.unit(unit).bonus
}

/// Half of so many half movement points, rounded to whole points, a half upwards (12.11.2, 13.1.1.1).
pub fn halved(half_mp: u16) -> u16 {
    2 * Exact::new(i64::from(half_mp), 4).nearest() as u16
}

/// Whether a unit that had so many half movement points has spent more than half of them (16.3.3.1, 19.4.2, 19.15.1.3).
pub fn is_winded(b: &Battle, spent: u16, all: u16) -> bool {
    Exact::whole(spent.into()) > Exact::whole(all.into()) * b.charts.movement.retreat_tires.value
}

/// Half movement points that each of some units may spend.
pub fn each(b: &Battle, s: &State, units: &[UnitId]) -> Few<(UnitId, u16), 8> {
    units.iter().map(|u| (*u, allowance(b, s, *u))).collect()
}

/// Half movement points that a stack has left: the least of its units (13.1.3.1).
pub fn left(b: &Battle, s: &State, stack: &[UnitId]) -> u16 {
    let of = |unit: &UnitId| allowance(b, s, *unit).saturating_sub(s.unit(*unit).spent);
    stack.iter().map(of).min().unwrap_or_default()
}
