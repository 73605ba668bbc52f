//! The movement segment: who moves next, and how (1.D.3).

use ground::HexId;
use table::{Answer, Event, Flow, Play, Point, Refusal, Verb, rule};

use super::why::why_not_reach;
use super::{
    Body, Pace, Party, Walk, may_march, may_march_stack, may_move, may_move_stack, may_pivot, reach,
};
use crate::ch02_orders::{commanders, orders};
use crate::ch04_movement::square;
use crate::ch05_stacking::{reinforcements, stacking};
use crate::ch06_facing::facing::{first_of_kind, may_look, may_turn};
use crate::ch09_charge::charge;
use crate::core::Facing;
use crate::core::battle::{Arm, Battle};
use crate::core::field::{Field, hex_of, hex_point, leader_point, unit_of, unit_point};
use crate::core::state::{LeaderId, State, UnitId, did};
use crate::core::verb;
use crate::why;

impl Field<'_, '_> {
    /// One step of the movement segment: one unit or stack moves, a commander rides, a charge is made, a reinforcement
    /// enters. Over when the player is done.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn movement_step(&mut self) -> Play<Flow> {
        let side = orders::active_side(self.b, self.s);
        let about = [Point::Side(side), Point::Nothing, Point::Nothing];
        let answer = self.ask(side, rule!("4.4.1"), "move.unit", about, list, refuse)?;
        if answer.verb == verb::PASS {
            return Ok(Flow::Over);
        }
        if answer.verb == verb::RIDE {
            self.ride(leader_of(&answer).expect("the answer names a commander"))?;
            return Ok(Flow::Continue);
        }
        let unit = unit_of(&answer).expect("the answer names a unit");
        match answer.verb {
            verb::MOVE | verb::STACK | verb::MARCH | verb::MARCH_STACK => {
                let (body, pace) = how(answer.verb);
                self.walk(walk_of(self.b, self.s, unit, body, pace))?;
            }
            verb::TURN => self.turn_in_place(unit, Facing(answer.facing().expect("a turn names a facing"))),
            verb::SQUARE => self.form_square(self.s.unit(unit).hex),
            verb::UNSQUARE => self.open_square(self.s.unit(unit).hex),
            verb::CHARGE | verb::CHARGE_STACK => {
                let target = hex_of(&answer).expect("a charge names its target");
                let whole = answer.verb == verb::CHARGE_STACK;
                self.charge(unit, if whole { Body::Stack } else { Body::Alone }, target)?;
            }
            _ => self.enter_map(&answer)?,
        }
        Ok(Flow::Continue)
    }

    /// A unit, with those that share its facing, turns without moving (6.1.2).
    fn turn_in_place(&mut self, unit: UnitId, facing: Facing) {
        let gun = self.b.is_gun(unit);
        let hex = self.s.unit(unit).hex;
        let mut next = self.s.top(hex);
        while let Some(other) = next {
            next = self.s.unit(other).under.some();
            if self.b.is_gun(other) != gun {
                continue;
            }
            let u = self.s.unit_mut(other);
            u.facing = facing;
            u.did |= did::TURNED | did::HALTED;
            self.tell(|| {
                Event::new(rule!("6.1.2"), "move.turns")
                    .unit("unit", other.0.into())
                    .place("hex", hex.0)
                    .point("facing", Point::Facing(facing.0))
            });
        }
    }
}

/// Body and pace of a move, by its verb.
fn how(verb: Verb) -> (Body, Pace) {
    match verb {
        verb::STACK => (Body::Stack, Pace::Normal),
        verb::MARCH => (Body::Alone, Pace::Forced),
        verb::MARCH_STACK => (Body::Stack, Pace::Forced),
        _ => (Body::Alone, Pace::Normal),
    }
}

/// The move that an answer begins.
fn walk_of(b: &Battle, s: &State, unit: UnitId, body: Body, pace: Pace) -> Walk {
    let party = match body {
        Body::Stack => Party::stack(s, s.unit(unit).hex),
        Body::Alone => Party::one(unit),
    };
    Walk::begin(b, s, party, pace)
}

/// The commander an answer points at.
fn leader_of(answer: &Answer) -> Option<LeaderId> {
    answer.points.iter().find_map(|p| if let Point::Leader(l) = p { Some(LeaderId(*l as u8)) } else { None })
}

/// The legal answers to `move.unit`: unit by unit, then commanders, charges, reinforcements, and the end of the segment.
fn list(b: &Battle, s: &State, out: &mut Vec<Answer>) {
    for unit in b.unit_ids().filter(|&u| orders::is_active(b, s, u)) {
        list_moves(b, s, unit, out);
        list_poses(b, s, unit, out);
    }
    for leader in b.leader_ids() {
        if commanders::may_ride(b, s, leader).is_ok() {
            out.push(Answer::one(verb::RIDE, leader_point(leader)));
        }
    }
    charge::declarations(b, s, out);
    reinforcements::entries(b, s, out);
    out.push(Answer::button(verb::PASS));
}

/// The ways in which a unit, or the stack of which it is the top, may move.
fn list_moves(b: &Battle, s: &State, unit: UnitId, out: &mut Vec<Answer>) {
    if may_move(b, s, unit).is_err() {
        return;
    }
    for verb in [verb::MOVE, verb::STACK, verb::MARCH, verb::MARCH_STACK] {
        let (body, pace) = how(verb);
        if may_go(b, s, unit, body, pace).is_ok() {
            out.push(Answer::one(verb, unit_point(unit)));
        }
    }
}

/// Whether a unit or stack may move at a pace and can take a step.
///
/// # Errors
/// Why not.
fn may_go(b: &Battle, s: &State, unit: UnitId, body: Body, pace: Pace) -> Result<(), Refusal> {
    match (body, pace) {
        (Body::Alone, Pace::Normal) => may_move(b, s, unit)?,
        (Body::Stack, Pace::Normal) => may_move_stack(b, s, unit)?,
        (Body::Alone, Pace::Forced) => may_march(b, s, unit)?,
        (Body::Stack, Pace::Forced) => may_march_stack(b, s, unit)?,
    }
    if reach::can_step(b, s, &walk_of(b, s, unit, body, pace)) {
        return Ok(());
    }
    Err(Refusal::new(rule!("4.4.1"), "move.no_step").with("unit", unit_point(unit)))
}

/// Turning in place and squares, offered for the unit that stands for its hex.
fn list_poses(b: &Battle, s: &State, unit: UnitId, out: &mut Vec<Answer>) {
    let u = s.unit(unit);
    if first_of_kind(b, s, unit) == unit && may_turn(b, s, unit, u.facing).is_ok() {
        for facing in Facing::ALL.into_iter().filter(|&f| f != u.facing) {
            if may_look(b, s, unit, facing).is_ok() {
                out.push(Answer::two(verb::TURN, unit_point(unit), Point::Facing(facing.0)));
            }
        }
    }
    if stacking::top_fighter(b, s, u.hex).or(s.top(u.hex)) != Some(unit) {
        return;
    }
    if b.arm(unit) == Arm::Infantry && square::may_form(b, s, unit).is_ok() {
        out.push(Answer::one(verb::SQUARE, unit_point(unit)));
    }
    if square::may_leave(b, s, unit).is_ok() {
        out.push(Answer::one(verb::UNSQUARE, unit_point(unit)));
    }
}

/// Reason why another answer to `move.unit` is refused.
fn refuse(b: &Battle, s: &State, answer: &Answer) -> Refusal {
    let none = why::not_offered(rule!("4.4.1"));
    if let Some(leader) = leader_of(answer) {
        return commanders::may_ride(b, s, leader).err().unwrap_or(none);
    }
    let Some(unit) = unit_of(answer) else { return none };
    let facing = Facing(answer.facing().unwrap_or_default());
    match (answer.verb, hex_of(answer)) {
        (verb::MOVE | verb::STACK | verb::MARCH | verb::MARCH_STACK, hex) => {
            refuse_move(b, s, unit, how(answer.verb), hex)
        }
        (verb::TURN, _) => refuse_turn(b, s, unit, facing),
        (verb::SQUARE, _) => square::may_form(b, s, unit).err().unwrap_or_else(|| whole_hex(b, s, unit)),
        (verb::UNSQUARE, _) => square::may_leave(b, s, unit).err().unwrap_or_else(|| whole_hex(b, s, unit)),
        (verb::CHARGE, Some(target)) => charge::may_charge(b, s, unit, target).err().unwrap_or(none),
        (verb::CHARGE_STACK, Some(target)) => {
            charge::may_charge_stack(b, s, unit, target).err().unwrap_or(none)
        }
        _ => reinforcements::refuse_entry(b, s, answer),
    }
}

/// Reason why a unit or stack does not move so; or, where a hex was named at once, why it does not get there.
fn refuse_move(
    b: &Battle,
    s: &State,
    unit: UnitId,
    (body, pace): (Body, Pace),
    hex: Option<HexId>,
) -> Refusal {
    if let Err(refusal) = may_go(b, s, unit, body, pace) {
        return refusal;
    }
    let Some(hex) = hex else { return why::not_offered(rule!("4.4.1")) };
    let walk = walk_of(b, s, unit, body, pace);
    if reach::route(b, s, &walk, hex).is_some() && hex != s.unit(unit).hex {
        if let Err(refusal) = reach::may_halt(b, s, &walk.party, hex) {
            return refusal;
        }
        let named = Refusal::new(rule!("4.4.1"), "move.name_first");
        return named.with("unit", unit_point(unit)).with("hex", hex_point(hex));
    }
    why_not_reach(b, s, &walk, hex)
}

/// Reason why a unit does not turn in place to a facing: it cannot, faces so, or another unit speaks for its hex (6.1.1).
fn refuse_turn(b: &Battle, s: &State, unit: UnitId, facing: Facing) -> Refusal {
    let refusal = |why| Refusal::new(rule!("6.1.1"), why).with("unit", unit_point(unit));
    if facing == s.unit(unit).facing && may_pivot(b, s, unit).is_ok() {
        return refusal("facing.already").with("facing", Point::Facing(facing.0));
    }
    if let Err(refusal) = may_turn(b, s, unit, facing) {
        return refusal;
    }
    refusal("facing.first").with("first", unit_point(first_of_kind(b, s, unit)))
}

/// The unit that stands for its hex where a square is formed or left.
fn whole_hex(b: &Battle, s: &State, unit: UnitId) -> Refusal {
    let hex = s.unit(unit).hex;
    let top = stacking::top_fighter(b, s, hex).or(s.top(hex)).unwrap_or(unit);
    Refusal::new(rule!("4.2"), "square.whole_hex").with("unit", unit_point(unit)).with("top", unit_point(top))
}
