//! Deployment zones, and what they bar in the first two turns (`deployment`, `deployment.first_turns`).

use baize::{AreaKind, Figure, Length};
use table::{Refusal, Side, rule};

use crate::ch03_movement::{Course, are_skirmishers};
use crate::core::field::unit_point;
use crate::core::state::UnitId;
use crate::{Battle, State};

/// MU from the centre line up to which the attacker deploys.
const ATTACKER: Length = Length::mu(10);
/// The same of the defender.
const DEFENDER: Length = Length::mu(6);
/// Turns in which the first moves are restricted.
const FIRST_TURNS: u16 = 2;

/// Whether a figure stands wholly in the deployment zone of a side: on the table, in its own half, the defender up to 6 MU from the centre line, the
/// attacker up to 10 (`deployment`).
pub fn is_in_zone(b: &Battle, s: &State, side: Side, figure: &Figure) -> bool {
    let (low, high) = figure.rim();
    let front = front(b, s, side);
    let behind = if side == Side(0) { low.y >= front } else { high.y <= front };
    behind && b.table.has_all_of(figure)
}

/// The line up to which a side deploys, in units from the far edge.
pub(super) fn front(b: &Battle, s: &State, side: Side) -> i32 {
    let off = if side == s.clock.attacker { ATTACKER } else { DEFENDER };
    let middle = i32::from(b.table.depth.0 / 2);
    if side == Side(0) { middle + i32::from(off.0) } else { middle - i32::from(off.0) }
}

/// Whether the restrictions of the first two turns hold.
fn are_first_turns(b: &Battle, s: &State) -> bool {
    b.by_zones && s.clock.turn < FIRST_TURNS
}

/// Bar of a move in the first two turns: the attacker makes none to the rear, and the defender ends none beyond the own zone but to come to buildings;
/// skirmishers are free (`deployment.first_turns`).
///
/// # Errors
/// The bar.
pub fn first_turns_bar(
    b: &Battle,
    s: &State,
    unit: UnitId,
    course: Course,
    there: &Figure,
) -> Result<(), Refusal> {
    if !are_first_turns(b, s) || are_skirmishers(b, s, unit) {
        return Ok(());
    }
    let no = |why| Err(Refusal::new(rule!("deployment.first_turns"), why).with("unit", unit_point(unit)));
    let side = b.side(unit);
    if side == s.clock.attacker {
        return if course == Course::Rear { no("first.rear") } else { Ok(()) };
    }
    let houses = || {
        let mut areas = b.table.areas.iter().filter(|area| area.kind == AreaKind::Buildings);
        areas.any(|area| area.outline.has_part_of(there))
    };
    if is_in_zone(b, s, side, there) || houses() { Ok(()) } else { no("first.zone") }
}
