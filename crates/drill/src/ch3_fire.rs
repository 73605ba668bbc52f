//! 3. Fire.

use table::ask::{Choices, as_given};
use table::{Answer, Doors, Effect, Event, Modifiers, Play, Point, Question, Refusal, Side, Total, rule};

use crate::Drill;
use crate::ch1_turn;
use crate::core::battle::{Battle, Kind};
use crate::core::charts::Hit;
use crate::core::d66;
use crate::core::state::{Condition, Loss, Phase, State};
use crate::core::{lay, verb};

/// One unit fires, or the side is done (3.1).
///
/// # Errors
/// As the doors.
pub fn fire_phase(b: &Battle, s: &mut State, doors: &mut Doors<'_, Drill>) -> Play<()> {
    let side = s.side;
    let now = &*s;
    let options = Choices {
        list: |out: &mut Vec<Answer>| list(b, now, side, out),
        read: as_given,
        refuse: |answer: &Answer| refused(b, now, side, answer).expect("only illegal answers are refused"),
    };
    let about = [Point::Side(side), Point::Nothing, Point::Nothing];
    let question = Question { side, rule: rule!("3.1"), key: "fire", about, options: &options };
    let answer = doors.ask(now, &question)?;
    match answer.points {
        [Point::Unit(unit), Point::Unit(target), _] => fire(b, s, doors, unit, target),
        _ => {
            ch1_turn::pass_on(b, s, doors);
            Ok(())
        }
    }
}

/// A unit fires at another (3.3, 3.4).
fn fire(b: &Battle, s: &mut State, doors: &mut Doors<'_, Drill>, unit: u16, target: u16) -> Play<()> {
    ch1_turn::show(s, doors, unit);
    s.unit_mut(unit).acted = true;
    let attack = attack(b, s, unit, target);
    let column = column(b, attack.exact());
    let class = |dice| b.charts.hit(column, dice).class();
    let dice = d66::throw(doors, (rule!("3.4"), "fire"), (b.side(unit), unit), &class)?;
    let hit = b.charts.hit(column, dice);
    doors.tell(|| {
        let told = Event::new(rule!("3.4"), "fire.done").unit("unit", unit).unit("target", target);
        told.number("dice", dice.number()).word("result", hit.word()).sum("attack", &attack)
    });
    s.phase = match hit {
        Hit::Nothing => Phase::Fire,
        Hit::Check => Phase::Morale(target),
        Hit::Loss(losses) => Phase::Toll(target, Loss(losses)),
    };
    Ok(())
}

/// Worth of the fire of a unit at another (3.3).
pub fn attack(b: &Battle, s: &State, unit: u16, target: u16) -> Modifiers {
    let mut sum =
        Modifiers::new().with(Effect::Base(i16::from(s.unit(unit).strength)), "strength", rule!("3.3"));
    let mut part = |holds: bool, effect, label| {
        if holds {
            sum = sum.with(effect, label, rule!("3.3"));
        }
    };
    part(!lay::faces(b, s, target, unit), Effect::Times(2, 1), "enfilade");
    part(s.unit(unit).condition == Condition::Shaken, Effect::Times(1, 2), "shaken");
    part(lay::distance(b, s, unit, target) > 1, Effect::Times(2, 3), "far");
    let cover = |hex: &ground::HexId| b.charts.terrain(b.ground.terrain(*hex)).cover;
    let cover = lay::hexes(b, s, target).iter().map(cover).max().unwrap_or(0);
    part(cover > 0, Effect::Shift(-i16::from(cover)), "cover");
    sum
}

/// The column of the table for an attack, fractions dropped (3.4).
fn column(b: &Battle, attack: Total) -> usize {
    b.charts.column(attack.value.floor(), attack.columns)
}

/// A unit loses strength, which everybody sees (3.5).
pub fn toll(b: &Battle, s: &mut State, doors: &mut Doors<'_, Drill>, unit: u16, loss: Loss) {
    ch1_turn::show(s, doors, unit);
    let side = b.side(unit).index();
    let now = s.unit_mut(unit);
    let lost = loss.0.min(now.strength);
    now.strength -= lost;
    let is_gone = now.strength == 0;
    if is_gone {
        now.condition = Condition::Lost;
    }
    s.lost[side] += u16::from(lost);
    s.phase = if is_gone { Phase::Fire } else { Phase::Morale(unit) };
    doors.tell(|| Event::new(rule!("3.5"), "unit.loses").unit("unit", unit).number("losses", lost));
    if is_gone {
        doors.tell(|| Event::new(rule!("3.5"), "unit.gone").unit("unit", unit));
    }
}

/// Range of a unit's fire (3.2).
pub fn range(b: &Battle, unit: u16) -> u16 {
    match b.card(unit).kind {
        Kind::Line => 2,
        Kind::Gun => 4,
    }
}

fn list(b: &Battle, s: &State, side: Side, out: &mut Vec<Answer>) {
    for unit in b.unit_numbers() {
        for target in b.unit_numbers() {
            let answer = Answer::two(verb::FIRE, Point::Unit(unit), Point::Unit(target));
            if refused(b, s, side, &answer).is_none() {
                out.push(answer);
            }
        }
    }
    out.push(Answer::button(verb::DONE));
}

/// Reason why a side may not do something; none if it may.
fn refused(b: &Battle, s: &State, side: Side, answer: &Answer) -> Option<Refusal> {
    if *answer == Answer::button(verb::DONE) {
        return None;
    }
    let (verb::FIRE, [Point::Unit(unit), Point::Unit(target), Point::Nothing]) = (answer.verb, answer.points)
    else {
        return Some(Refusal::new(rule!("3.1"), "fire.what"));
    };
    let is_of = |unit: u16, side: Side| {
        usize::from(unit) < b.units.len() && b.side(unit) == side && s.unit(unit).stands()
    };
    let me = Point::Unit(unit);
    if !is_of(unit, side) {
        return Some(Refusal::new(rule!("3.1"), "unit.not_yours").with("unit", me));
    }
    let no = |rule, why| Some(Refusal::new(rule, why).with("unit", me).with("target", Point::Unit(target)));
    match () {
        () if !is_of(target, side.enemy()) => no(rule!("3.1"), "fire.target"),
        () if s.unit(unit).acted => no(rule!("3.1"), "fire.twice"),
        () if lay::distance(b, s, unit, target) > range(b, unit) => no(rule!("3.2"), "fire.far"),
        () if !lay::faces(b, s, unit, target) => no(rule!("3.2"), "fire.aside"),
        () => None,
    }
}
