//! Declarations: which units assault whom, with the points and tests that these ask for (`assault.declare`).

use baize::{Leg, Turn};
use table::{Answer, Event, Options, Play, Point, Question, Refusal, Side, Span, rule};

use super::charge::{Charge, may_assault, wheels};
use crate::armies::Arm;
use crate::ask::{not_offered, stranger};
use crate::ch01_command::{is_in_command, is_led, leader_of};
use crate::ch04_complex_moves::price;
use crate::core::charts::Activity;
use crate::core::field::{about, unit_of, unit_point};
use crate::core::place::size_of;
use crate::core::state::{Assault, CommanderId, Halt, Reaction, Stage, UnitId, did};
use crate::core::verb;
use crate::{Battle, Field, State};

/// Options of the declarations of a side.
struct Declarations<'a> {
    b: &'a Battle,
    s: &'a State,
    side: Side,
}

fn answer(unit: UnitId, target: UnitId, by: Turn) -> Answer {
    Answer::three(verb::ASSAULT, unit_point(unit), unit_point(target), Point::Turn(by.0))
}

/// Whether an assault may be declared and paid for: by a point out of command, unless a corps or brigade commander leads; a test by its price; a corps commander who leads by
/// one of the own.
fn may_declare(b: &Battle, s: &State, unit: UnitId, target: UnitId, by: Turn) -> Result<(), Refusal> {
    if s.unit(unit).has(did::DECLARED) {
        let again = Refusal::new(rule!("assault.declare"), "assault.again");
        return Err(again.with("unit", unit_point(unit)).with("target", unit_point(target)));
    }
    let charge = may_assault(b, s, unit, target, by)?;
    // Cavalry that goes for it already tests for that, and must be able to.
    if let Some(horse) = joined(b, s, unit, target) {
        price(b, s, horse)?;
    }
    if charge.complex {
        price(b, s, unit)?;
    } else if pays(b, s, unit).is_some_and(|from| s.commander(from).points == 0) {
        let poor = Refusal::new(rule!("command.points"), "assault.points");
        return Err(poor.with("unit", unit_point(unit)).with("target", unit_point(target)));
    }
    Ok(())
}

/// The commander who pays a point for an assault without a test: of the corps, who leads it, or of the division of a unit out of command.
fn pays(b: &Battle, s: &State, unit: UnitId) -> Option<CommanderId> {
    let leader = leader_of(b, s, unit);
    if let Some(corps) = leader.filter(|leader| b.commander(*leader).is_of_corps()) {
        return Some(corps);
    }
    let free = is_in_command(b, s, unit) || is_led(b, s, unit);
    if free { None } else { b.commander_of(unit) }
}

impl Options for Declarations<'_> {
    fn list(&self, out: &mut Vec<Answer>) {
        let (b, s) = (self.b, self.s);
        for unit in b.units_of(self.side).filter(|unit| !s.unit(*unit).has(did::DECLARED)) {
            for target in b.units_of(self.side.enemy()) {
                let all = wheels(b, s, unit, target);
                let legal = all.into_iter().find(|by| may_declare(b, s, unit, target, *by).is_ok());
                out.extend(legal.map(|by| answer(unit, target, by)));
            }
        }
        out.push(Answer::button(verb::DONE));
    }

    fn judge(&self, listed: &[Answer], given: &Answer) -> Result<(), Refusal> {
        if listed.contains(given) {
            return Ok(());
        }
        if let Some(refusal) = stranger(self.b, rule!("assault.declare"), given) {
            return Err(refusal);
        }
        match (given.verb, given.points) {
            (verb::ASSAULT, [Point::Unit(unit), Point::Unit(target), Point::Turn(by)]) => {
                may_declare(self.b, self.s, UnitId(unit as u8), UnitId(target as u8), Turn(by))
            }
            _ => Err(not_offered(rule!("assault.declare"))),
        }
    }

    fn spans(&self, out: &mut Vec<Span>) {
        let mut listed = Vec::new();
        self.list(&mut listed);
        let pairs = listed.iter().filter(|answer| answer.verb == verb::ASSAULT);
        out.extend(pairs.map(|given| {
            let [unit, target, _] = given.points;
            let to = |by| Answer::three(verb::ASSAULT, unit, target, Point::Turn(by));
            Span { from: to(0), to: to(u16::MAX) }
        }));
    }

    fn nearest(&self, given: &Answer) -> Option<Answer> {
        self.judge(&[], given).is_ok().then_some(*given)
    }
}

impl Field<'_, '_> {
    /// A declaration, or the end of them, when impetuous units that did not declare are held back or go all the same.
    pub(super) fn declare_step(&mut self) -> Play<()> {
        let (side, rule) = (self.s.clock.side, rule!("assault.declare"));
        let options = Declarations { b: self.b, s: self.s, side };
        let about = about([Point::Side(side)]);
        let given =
            self.doors.ask(self.s, &Question { side, rule, key: "assault", about, options: &options })?;
        let [Point::Unit(_), Point::Unit(target), Point::Turn(by)] = given.points else {
            self.restrain()?;
            let any = !self.s.assaults.is_empty();
            self.stage(if any { Stage::Intercept } else { Stage::Contact });
            return Ok(());
        };
        let unit = unit_of(&given).expect("an assault names its unit");
        self.declare(unit, UnitId(target as u8), Turn(by))
    }

    /// An assault is declared: paid for and tested.
    fn declare(&mut self, unit: UnitId, target: UnitId, by: Turn) -> Play<()> {
        let charge = may_assault(self.b, self.s, unit, target, by).expect("the question has judged it");
        self.tell_declared(unit, target, &charge);
        self.s.unit_mut(unit).set(did::DECLARED, true);
        if charge.complex {
            if !self.complex_move_test(unit, Activity::Assault)?.passed() {
                return Ok(());
            }
        } else if let Some(from) = pays(self.b, self.s, unit) {
            self.s.commander_mut(from).points -= 1;
        }
        self.sets_out((unit, target), by, &charge);
        if let Some(horse) = joined(self.b, self.s, unit, target)
            && !self.complex_move_test(horse, Activity::Assault)?.passed()
        {
            self.s.assaults.retain(|assault| assault.unit != horse);
        }
        Ok(())
    }

    /// Tells that an assault is declared.
    pub(super) fn tell_declared(&mut self, unit: UnitId, target: UnitId, charge: &Charge) {
        self.tell(|| {
            Event::new(rule!("assault.declare"), "declared")
                .point("unit", unit_point(unit))
                .point("target", unit_point(target))
                .word("where", if charge.flank { "flank" } else { "front" })
        });
    }

    /// An assault is to be made; the friends on its way stay where they are.
    pub(super) fn sets_out(&mut self, (unit, target): (UnitId, UnitId), by: Turn, charge: &Charge) {
        self.s.unit_mut(unit).set(did::DECLARED, true);
        for friend in &charge.through {
            self.s.unit_mut(*friend).set(did::STAYS, true);
        }
        let from = self.s.unit(unit).pose;
        let size = size_of(self.b, self.s, unit);
        let there = charge.wheeled.after(size, Leg::Ahead(charge.ahead));
        let (flank, reaction) = (charge.flank, Reaction::Open);
        let halt = Halt::None;
        let (shaken, meant) = (false, UnitId::NONE);
        let assault = Assault { unit, target, by, from, there, flank, shaken, reaction, meant, halt };
        self.s.assaults.push(assault);
    }
}

/// Cavalry that has declared an assault on a target without a test, and needs one now that infantry assaults it too (RULING: the cavalry tests, whoever declares first).
fn joined(b: &Battle, s: &State, unit: UnitId, target: UnitId) -> Option<UnitId> {
    let untested = |assault: &&Assault| {
        assault.target == target
            && b.arm(assault.unit) == Arm::Cavalry
            && !s.unit(assault.unit).has(did::TESTED)
    };
    s.assaults.iter().find(untested).map(|assault| assault.unit).filter(|_| b.arm(unit) == Arm::Infantry)
}
