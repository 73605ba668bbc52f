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

/// What is in a hex, counted up for the limits of stacking.
#[derive(Default)]
struct Crowd {
    infantry: u8,
    cavalry: u8,
    guns: u8,
    routed: u8,
    sound: u8,
    /// Infantry and cavalry strength.
    strength: i16,
    /// Infantry or cavalry in square, and not.
    square: bool,
    open: bool,
    /// A battery in square.
    square_gun: bool,
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
            self.sound += 1
        }
        if card.arm == Arm::Artillery {
            self.guns += 1;
            self.square_gun |= u.square;
            return;
        }
        if card.arm == Arm::Infantry {
            self.infantry += 1
        } else {
            self.cavalry += 1
        }
        self.strength += strength(b, s, unit);
        if u.square {
            self.square = true
        } else {
            self.open = true
        }
        self.formations_differ |= self.formation.is_some_and(|f| f != card.formation);
        self.formation = Some(card.formation);
    }

    /// What breaks the limits (5.1.1), if anything. RULING J16: two batteries only by themselves; one battery with up to
    /// three infantry units. RULING J17: strength of the side that is up.
    fn fault(&self) -> Option<&'static str> {
        let fighters = self.infantry + self.cavalry;
        let small = self.strength <= THREE_UNITS_STRENGTH;
        if self.infantry > 0 && self.cavalry > 0 {
            Some("stack.infantry_cavalry")
        } else if self.routed > 0 && self.sound > 0 {
            Some("stack.routed")
        } else if self.open && (self.square || self.square_gun) {
            Some("stack.into_square")
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

/// Whether units that move together may end their movement in a hex with those who are there (5.1.1). Where they
/// stand now does not matter.
///
/// # Errors
/// Which limit would be broken.
pub fn may_join(b: &Battle, s: &State, units: &[UnitId], hex: HexId) -> Result<(), Refusal> {
    let Some(top) = s.stack(hex).find(|u| !units.contains(u)) else { return Ok(()) };
    let refusal = |rule, why| {
        let differs = s.stack(hex).filter(|u| !units.contains(u)).find(|&u| is_bar(b, s, why, units[0], u));
        Refusal::new(rule, why)
            .with("unit", unit_point(units[0]))
            .with("hex", hex_point(hex))
            .with("other", unit_point(differs.unwrap_or(top)))
    };
    debug_assert!(b.side(top) == b.side(units[0]), "who stops in a hex has been let into it (5.1.2)");
    let mut crowd = Crowd::default();
    for unit in s.stack(hex).filter(|u| !units.contains(u)) {
        crowd.add(b, s, unit);
    }
    if crowd.square || crowd.square_gun {
        return Err(refusal(rule!("4.4.3"), "stack.into_square"));
    }
    for &unit in units {
        crowd.add(b, s, unit);
    }
    crowd.fault().map_or(Ok(()), |why| Err(refusal(rule!("5.1.1"), why)))
}

/// Whether it is this unit of the hex that cannot be with the one that comes.
fn is_bar(b: &Battle, s: &State, why: &str, unit: UnitId, other: UnitId) -> bool {
    let guns = b.is_gun(unit) || b.is_gun(other);
    match why {
        "stack.formation" => !guns && b.unit(unit).formation != b.unit(other).formation,
        "stack.infantry_cavalry" => !guns && b.arm(unit) != b.arm(other),
        "stack.into_square" => s.unit(other).square,
        "stack.routed" => {
            (s.unit(unit).condition == Condition::Routed) != (s.unit(other).condition == Condition::Routed)
        }
        _ => true,
    }
}

/// Whether the units of a hex stand lawfully together (5.1.1). A battery that is not in square may stay with infantry
/// that is (RULING J12).
///
/// # Errors
/// Which limit is broken.
pub fn lawful(b: &Battle, s: &State, hex: HexId) -> Result<(), Refusal> {
    let mut crowd = Crowd::default();
    for unit in s.stack(hex) {
        crowd.add(b, s, unit);
    }
    match (crowd.fault(), s.top(hex)) {
        (Some(why), Some(top)) => {
            let pairs = || s.stack(hex).flat_map(|u| s.stack(hex).map(move |v| (u, v)));
            let (unit, other) =
                pairs().find(|&(u, v)| u != v && is_bar(b, s, why, u, v)).unwrap_or((top, top));
            Err(Refusal::new(rule!("5.1.1"), why)
                .with("unit", unit_point(unit))
                .with("hex", hex_point(hex))
                .with("other", unit_point(other)))
        }
        _ => Ok(()),
    }
}

/// Top infantry or cavalry unit of a hex, skipping artillery (5.1.3).
pub fn top_fighter(b: &Battle, s: &State, hex: HexId) -> Option<UnitId> {
    s.stack(hex).find(|&unit| !b.is_gun(unit))
}
