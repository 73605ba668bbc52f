//! 18. Movement: a unit at a time, act by act, with the fire that it draws (28).

mod act;
mod ride;
mod step;

pub use act::{may_turn, turn_cost};
pub(crate) use ride::rides_by;
pub use ride::{may_ride, rides};
pub(crate) use step::passes;
pub use step::{allowance, ground_cost, hexside_cost, may_go};

use table::{Answer, Play, Point, Refusal, rule};

use crate::Field;
use crate::ch02_chronology::Over;
use crate::ch44_force_march;
use crate::ch45_reinforcements;
use crate::core::battle::Battle;
use crate::core::field::{about, command_of, leader_of, leader_point, unit_of, unit_point};
use crate::core::state::{Order, State, UnitId, did};
use crate::core::verb;

/// Whether a unit may move now (18, 29, 30).
///
/// # Errors
/// Why it may not.
pub fn may_move(b: &Battle, s: &State, unit: UnitId) -> Result<(), Refusal> {
    let now = s.unit(unit);
    let refuse = |rule, why| Err(Refusal::new(rule, why).with("unit", unit_point(unit)));
    match () {
        () if b.side(unit) != s.clock.side => refuse(rule!("2"), "unit.enemy"),
        () if !now.on_map() => refuse(rule!("18"), "unit.off"),
        () if now.order == Order::Pgd => refuse(rule!("30"), "move.routed"),
        () if now.has(did::CHARGED) => refuse(rule!("35"), "move.charged"),
        () if now.has(did::MOVED) => refuse(rule!("18"), "move.moved"),
        () if now.has(did::SPENT) => refuse(rule!("29"), "move.spent"),
        () => Ok(()),
    }
}

/// One unit moves, or the side is done with the movement phase (18).
///
/// # Errors
/// As the doors.
pub fn phase(field: &mut Field<'_, '_>) -> Play<Over> {
    let side = field.s.clock.side;
    let answer = field.ask(
        side,
        rule!("18"),
        "move.unit",
        about([Point::Side(side)]),
        |b, s, out| {
            out.extend(
                b.unit_ids()
                    .filter(|u| may_move(b, s, *u).is_ok())
                    .map(|u| Answer::one(verb::MOVE, unit_point(u))),
            );
            let riders = b.leader_ids().filter(|l| may_ride(b, s, *l).is_ok());
            out.extend(riders.map(|l| Answer::one(verb::RIDE, leader_point(l))));
            ch44_force_march::list(b, s, out);
            ch45_reinforcements::list(b, s, out);
            out.push(Answer::button(verb::DONE));
        },
        refused,
    )?;
    match (answer.verb, unit_of(&answer), leader_of(&answer)) {
        (verb::ENTER, ..) => field.enter(&answer)?,
        (verb::FORCE, ..) => field.force_march(command_of(&answer).expect("a command"))?,
        (verb::RIDE, _, Some(leader)) => field.ride(leader)?,
        (_, Some(unit), _) => field.move_unit(unit)?,
        _ => {
            for unit in field.b.unit_ids().filter(|u| field.b.side(*u) == side) {
                field.s.unit_mut(unit).set(did::SPENT, false);
            }
            return Ok(Over::Yes);
        }
    }
    Ok(Over::No)
}

/// Reason why somebody does not move, ride or enter.
fn refused(b: &Battle, s: &State, answer: &Answer) -> Refusal {
    let found = match (answer.verb, unit_of(answer), leader_of(answer)) {
        (verb::ENTER, ..) => Some(ch45_reinforcements::refused(b, s, answer)),
        (verb::FORCE, ..) => command_of(answer).and_then(|c| ch44_force_march::may_force(b, s, c).err()),
        (verb::MOVE, Some(unit), _) => may_move(b, s, unit).err(),
        (verb::RIDE, _, Some(leader)) => may_ride(b, s, leader).err(),
        _ => None,
    };
    found.unwrap_or_else(|| crate::ask::not_offered(rule!("18")))
}
