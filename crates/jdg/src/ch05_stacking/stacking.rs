//! 5.1: stacking.

use ground::HexId;
use table::{Refusal, rule};

use crate::Battle;
use crate::ch00_general::general::strength;
use crate::core::battle::Arm;
use crate::core::field::{hex_point, unit_point};
use crate::core::state::{Condition, FormationId, State, UnitId};

/// The most strength points that three units of a type may have together (5.1.1).
const THREE_UNITS_STRENGTH: i16 = 6;

/// Count of a hex: what is in a hex, counted up for the limits of stacking.
#[derive(Default)]
struct Crowd {
    infantry: u8,
    cavalry: u8,
    guns: u8,
    routed: u8,
    sound: bool,
    /// Infantry and cavalry strength.
    strength: i16,
    formation: Option<FormationId>,
    formations_differ: bool,
}

impl Crowd {
    fn add(&mut self, b: &Battle, s: &State, unit: UnitId) {
        let u = s.unit(unit);
        let card = b.unit(unit);
        if u.condition == Condition::Routed {
            self.routed += 1
        } else {
            self.sound = true
        }
        if card.arm == Arm::Artillery {
            self.guns += 1;
            return;
        }
        if card.arm == Arm::Infantry {
            self.infantry += 1
        } else {
            self.cavalry += 1
        }
        self.strength += strength(b, s, unit);
        self.formations_differ |= self.formation.is_some_and(|f| f != card.formation);
        self.formation = Some(card.formation);
    }

    /// Fault against the limits (5.1.1), if anything. RULING J16: two batteries only by themselves; one battery with up to
    /// three infantry units. RULING J17: strength of the side that is up.
    fn fault(&self) -> Option<&'static str> {
        let fighters = self.infantry + self.cavalry;
        let small = self.strength <= THREE_UNITS_STRENGTH;
        if self.infantry > 0 && self.cavalry > 0 {
            Some("stack.infantry_cavalry")
        } else if self.routed > 0 && self.sound {
            Some("stack.routed")
        } else if self.formations_differ && self.routed == 0 {
            Some("stack.formation")
        } else if self.routed > 2 || fighters > 3 || fighters == 3 && !small {
            Some("stack.limit")
        } else if self.guns > 2 || self.guns == 2 && fighters > 0 || self.guns == 1 && self.cavalry > 1 {
            Some("stack.guns")
        } else {
            None
        }
    }
}

/// Whether a unit may end its movement in a hex with those who are there (5.1.1).
///
/// # Errors
/// Which limit would be broken.
pub fn may_stack(b: &Battle, s: &State, unit: UnitId, hex: HexId) -> Result<(), Refusal> {
    may_join(b, s, &[unit], hex)
}

/// Whether units that move together may end their movement in a hex with those who are there (5.1.1), and with each other. Where
/// they stand now does not matter.
///
/// # Errors
/// Which limit would be broken.
pub fn may_join(b: &Battle, s: &State, units: &[UnitId], hex: HexId) -> Result<(), Refusal> {
    let there = || s.stack(hex).filter(|u| !units.contains(u));
    let refusal = |rule, why, other| {
        Refusal::new(rule, why)
            .with("unit", unit_point(units[0]))
            .with("hex", hex_point(hex))
            .with("other", unit_point(other))
    };
    if let Some(other) = there().find(|&u| s.unit(u).square) {
        return Err(refusal(rule!("4.4.3"), "stack.into_square", other));
    }
    let mut crowd = Crowd::default();
    there().chain(units.iter().copied()).for_each(|unit| crowd.add(b, s, unit));
    let Some(why) = crowd.fault() else { return Ok(()) };
    let mut others = there().chain(units[1..].iter().copied());
    let other = others.find(|&u| is_bar(b, s, why, units[0], u)).expect("nobody is too many alone");
    Err(refusal(rule!("5.1.1"), why, other))
}

/// Whether it is this unit of the hex that cannot be with the one that comes.
fn is_bar(b: &Battle, s: &State, why: &str, unit: UnitId, other: UnitId) -> bool {
    let routed = |u| s.unit(u).condition == Condition::Routed;
    match why {
        "stack.formation" => !b.is_gun(other) && b.unit(unit).formation != b.unit(other).formation,
        "stack.infantry_cavalry" => !b.is_gun(other),
        "stack.routed" => routed(unit) != routed(other),
        _ => true,
    }
}

/// Limit that the units of a hex break (5.1.1), if any. A battery that is not in square may stay with infantry that is (RULING J12).
pub fn broken_limit(b: &Battle, s: &State, hex: HexId) -> Option<&'static str> {
    let mut crowd = Crowd::default();
    s.stack(hex).for_each(|unit| crowd.add(b, s, unit));
    crowd.fault()
}

/// Top infantry or cavalry unit of a hex, skipping artillery (5.1.3).
pub fn top_fighter(b: &Battle, s: &State, hex: HexId) -> Option<UnitId> {
    s.stack(hex).find(|&unit| !b.is_gun(unit))
}
