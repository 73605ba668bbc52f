//! 2. Movement.

use ground::{Dir, HexId};
use table::ask::{Choices, as_given};
use table::{Answer, Doors, Event, Modifiers, Play, Point, Question, Refusal, Side, rule};

use crate::Drill;
use crate::ch1_turn;
use crate::ch4_morale;
use crate::core::battle::Battle;
use crate::core::state::{Condition, Phase, State};
use crate::core::{lay, verb};

/// One unit moves, or the side goes on to fire (2).
///
/// # Errors
/// As the doors.
pub fn movement(b: &Battle, s: &mut State, doors: &mut Doors<'_, Drill>) -> Play<()> {
    ch1_turn::announce(s, doors);
    let side = s.side;
    let now = &*s;
    let options = Choices {
        list: |out: &mut Vec<Answer>| list(b, now, side, out),
        read: as_given,
        refuse: |answer: &Answer| refused(b, now, side, answer).expect("only illegal answers are refused"),
    };
    let about = [Point::Side(side), Point::Nothing, Point::Nothing];
    let question = Question { side, rule: rule!("2"), key: "move", about, options: &options };
    let answer = doors.ask(now, &question)?;
    match (answer.verb, answer.points) {
        (verb::ADVANCE, [Point::Unit(unit), Point::Place(hex), _]) => {
            let cost = cost(b, s, unit, HexId(hex), s.unit(unit).facing);
            goes(s, unit, HexId(hex), cost);
            doors.tell(|| Event::new(rule!("2.2"), "unit.advances").unit("unit", unit).place("to", hex));
        }
        (verb::WHEEL, [Point::Unit(unit), Point::Facing(facing), _]) => {
            let hex = s.unit(unit).hex;
            let cost = cost(b, s, unit, hex, Dir(facing));
            goes(s, unit, hex, cost);
            s.unit_mut(unit).facing = Dir(facing);
            let point = Point::Facing(facing);
            doors.tell(|| Event::new(rule!("2.3"), "unit.wheels").unit("unit", unit).point("facing", point));
        }
        (verb::RALLY, [Point::Unit(unit), ..]) => rally(b, s, doors, unit)?,
        _ => s.phase = Phase::Fire,
    }
    Ok(())
}

fn goes(s: &mut State, unit: u16, hex: HexId, cost: u8) {
    let now = s.unit_mut(unit);
    now.hex = hex;
    now.movement -= cost;
}

/// Cost of a place: the dearest of its hexes (2.2).
fn cost(b: &Battle, s: &State, unit: u16, hex: HexId, facing: Dir) -> u8 {
    let there = lay::room(b, s, unit, hex, facing).unwrap_or_default();
    there.iter().map(|hex| b.charts.terrain(b.ground.terrain(*hex)).cost).max().unwrap_or(0)
}

/// A shaken unit that does not move may come to its senses (2.4).
fn rally(b: &Battle, s: &mut State, doors: &mut Doors<'_, Drill>, unit: u16) -> Play<()> {
    s.unit_mut(unit).acted = true;
    s.unit_mut(unit).movement = 0;
    if ch4_morale::test(b, s, doors, unit, Modifiers::new())?.passed() {
        s.unit_mut(unit).condition = Condition::Good;
        doors.tell(|| Event::new(rule!("2.4"), "unit.rallies").unit("unit", unit));
    }
    Ok(())
}

/// Lists what a side may do.
fn list(b: &Battle, s: &State, side: Side, out: &mut Vec<Answer>) {
    let mut keep = |answer: Answer| {
        if refused(b, s, side, &answer).is_none() {
            out.push(answer);
        }
    };
    for unit in b.unit_numbers() {
        let (me, facing) = (Point::Unit(unit), s.unit(unit).facing);
        let ahead = s.unit(unit).stands().then(|| b.ground.neighbour(s.unit(unit).hex, facing)).flatten();
        if let Some(ahead) = ahead {
            keep(Answer::two(verb::ADVANCE, me, Point::Place(ahead.0)));
        }
        for turn in [-1, 1] {
            keep(Answer::two(verb::WHEEL, me, Point::Facing(facing.turn(turn).0)));
        }
        keep(Answer::one(verb::RALLY, me));
    }
    keep(Answer::button(verb::DONE));
}

/// Reason why a side may not do something; none if it may.
fn refused(b: &Battle, s: &State, side: Side, answer: &Answer) -> Option<Refusal> {
    if *answer == Answer::button(verb::DONE) {
        return None;
    }
    let (unit, points) = match (answer.verb, answer.points) {
        (verb::ADVANCE | verb::WHEEL | verb::RALLY, [Point::Unit(unit), rest @ ..]) => (unit, rest),
        _ => return Some(Refusal::new(rule!("2"), "move.what")),
    };
    let me = Point::Unit(unit);
    if usize::from(unit) >= b.units.len() || b.side(unit) != side || !s.unit(unit).stands() {
        return Some(Refusal::new(rule!("2"), "unit.not_yours").with("unit", me));
    }
    let (hex, facing) = (s.unit(unit).hex, s.unit(unit).facing);
    match (answer.verb, points) {
        (verb::ADVANCE, [Point::Place(to), Point::Nothing]) => {
            let ahead = b.ground.neighbour(hex, facing);
            let astray = Refusal::new(rule!("2.2"), "move.astray").with("unit", me);
            if ahead == Some(HexId(to)) { may_go(b, s, unit, HexId(to), facing) } else { Some(astray) }
        }
        (verb::WHEEL, [Point::Facing(to), Point::Nothing]) => {
            let is_near =
                [-1, 1].contains(&(i16::from(to) - i16::from(facing.0))) || to.abs_diff(facing.0) == 5;
            let far = Refusal::new(rule!("2.3"), "wheel.far").with("unit", me);
            if to < 6 && is_near { may_go(b, s, unit, hex, Dir(to)) } else { Some(far) }
        }
        (verb::RALLY, [Point::Nothing, Point::Nothing]) => {
            let no = |why| Some(Refusal::new(rule!("2.4"), why).with("unit", me));
            match s.unit(unit) {
                now if now.condition == Condition::Good => no("rally.good"),
                now if now.movement < ch1_turn::MOVEMENT || now.acted => no("rally.busy"),
                _ => None,
            }
        }
        _ => Some(Refusal::new(rule!("2"), "move.what")),
    }
}

/// Reason why a unit may not go somewhere, facing so (2.2).
fn may_go(b: &Battle, s: &State, unit: u16, hex: HexId, facing: Dir) -> Option<Refusal> {
    let me = Point::Unit(unit);
    let no = |why| Some(Refusal::new(rule!("2.2"), why).with("unit", me));
    match lay::room(b, s, unit, hex, facing) {
        None => no("move.room"),
        Some(_) if cost(b, s, unit, hex, facing) > s.unit(unit).movement => no("move.tired"),
        Some(_) => None,
    }
}
