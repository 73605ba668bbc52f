//! The phase: which unit or commander moves next, and the procedure of a move (`movement.measure`).

use table::{Answer, Event, Play, Point, Question, Refusal, Test, rule};

use super::commanders::{self, Paying};
use super::is_immobile;
use super::options::Legs;
use super::reserves::Called;
use super::way::{Course, Scene, Step, Way};
use super::{arrival, groups};
use crate::armies::Arm;
use crate::ask::not_offered;
use crate::ch01_command::{is_in_command, leader_of};
use crate::ch10_features::works_of;
use crate::core::charts::Activity;
use crate::core::field::{Over, about, commander_of, unit_of, unit_point};
use crate::core::place::in_contact;
use crate::core::state::{Cohesion, Formation, Halt, UnitId, did};
use crate::core::verb;
use crate::{Battle, Field, State};

/// Whether a unit may still move in this phase: those in command go before those that are not (`sequence`).
///
/// # Errors
/// Why not.
pub fn may_move(b: &Battle, s: &State, unit: UnitId) -> Result<(), Refusal> {
    let now = s.unit(unit);
    let no = |rule, why| Err(Refusal::new(rule, why).with("unit", unit_point(unit)));
    if b.side(unit) != s.clock.side || !now.on_table() {
        return no(rule!("movement.measure"), "move.whose");
    }
    if now.has(did::MOVED) {
        return no(rule!("movement.measure"), "move.moved");
    }
    if now.has(did::STAYS) {
        return no(rule!("movement.through"), "move.stays");
    }
    if now.has(did::RETIRED) {
        return no(rule!("movement.measure"), "move.retired");
    }
    if now.cohesion == Cohesion::Broken {
        return no(rule!("recovery.broken"), "move.broken");
    }
    if in_contact(b, s, unit) {
        return no(rule!("movement.measure"), "move.fighting");
    }
    let laid = b.arm(unit) == Arm::Artillery && now.formation == Formation::Unlimbered;
    if is_immobile(b.unit(unit)) || laid && works_of(b, s, unit).is_some() {
        return no(rule!("movement.allowance"), "move.immobile");
    }
    if s.clock.strayed && is_in_command(b, s, unit) {
        return no(rule!("sequence"), "move.strayed");
    }
    Ok(())
}

impl Field<'_, '_> {
    /// One move of the active side, or the end of the phase.
    ///
    /// # Errors
    /// As the doors.
    pub(crate) fn movement_step(&mut self) -> Play<Over> {
        if self.flee()?.passed() {
            return Ok(Over::No);
        }
        if !self.s.clock.called {
            self.s.clock.called = true;
            if self.call_reserves()? == Called::Some {
                return Ok(Over::No);
            }
        }
        let (side, rule) = (self.s.clock.side, rule!("movement.measure"));
        let list = |b: &Battle, s: &State, out: &mut Vec<Answer>| {
            let units = b.units_of(side).filter(|unit| may_move(b, s, *unit).is_ok());
            out.extend(units.map(|unit| Answer::one(verb::MOVE, unit_point(unit))));
            groups::list(b, s, side, out);
            arrival::list(b, s, side, out);
            commanders::list(b, s, side, out);
            out.push(Answer::button(verb::DONE));
        };
        let judge = |b: &Battle, s: &State, answer: &Answer| match (answer.verb, unit_of(answer)) {
            (verb::MOVE, Some(unit)) if *answer == Answer::one(verb::MOVE, unit_point(unit)) => {
                may_move(b, s, unit)
            }
            (verb::GROUP, _) => groups::read(b, s, answer).map(|_| ()),
            (verb::ENTER, Some(unit)) => arrival::read(b, s, unit, answer).map(|_| ()),
            (verb::RIDE | verb::JOIN, _) => commanders::judge(b, s, side, answer),
            _ => Err(not_offered(rule)),
        };
        let options = commanders::Choice { b: self.b, s: self.s, side, list: &list, judge: &judge };
        let about = about([Point::Side(side)]);
        let answer =
            self.doors.ask(self.s, &Question { side, rule, key: "move", about, options: &options })?;
        match (answer.verb, unit_of(&answer), commander_of(&answer)) {
            (verb::MOVE, Some(unit), _) => self.move_unit(unit)?,
            (verb::GROUP, ..) => {
                let members = groups::read(self.b, self.s, &answer).expect("the question has judged it");
                self.move_group(&members)?;
            }
            (verb::ENTER, Some(unit), _) => {
                let entry = arrival::read(self.b, self.s, unit, &answer).expect("the question has judged it");
                self.enter(unit, &entry)?;
            }
            (verb::RIDE | verb::JOIN, _, Some(commander)) => self.ride(commander, &answer),
            _ => {
                self.alarm_reserves();
                return Ok(Over::Yes);
            }
        }
        Ok(Over::No)
    }

    /// A unit moves, leg by leg (`movement.measure`).
    fn move_unit(&mut self, unit: UnitId) -> Play<()> {
        let commanded = is_in_command(self.b, self.s, unit);
        self.s.clock.strayed |= !commanded;
        self.s.unit_mut(unit).set(did::BEGUN, true);
        self.s.unit_mut(unit).set(did::COMMANDED, commanded);
        self.moves_on(Way::begin(self.b, self.s, unit))
    }

    /// A unit goes on with its move to its end.
    pub(super) fn moves_on(&mut self, mut way: Way) -> Play<()> {
        let unit = way.unit;
        let arrived = way.arrived;
        loop {
            let answer = self.ask_leg(&way)?;
            match answer.verb {
                verb::HALT => break,
                verb::AGAIN => {
                    if !self.complex_move_test(unit, Activity::SecondMove)?.passed() {
                        break;
                    }
                    way = Way { second: true, arrived, ..Way::begin(self.b, self.s, unit) };
                }
                _ => {
                    let step = Scene::new(self.b, self.s, &way).step(&answer);
                    let step = step.expect("the question has judged it");
                    self.make_step(&mut way, &step)?;
                }
            }
        }
        self.s.unit_mut(unit).set(did::MOVED, true);
        Ok(())
    }

    /// Asks for the next leg of a unit.
    fn ask_leg(&mut self, way: &Way) -> Play<Answer> {
        let (side, rule) = (self.b.side(way.unit), rule!("movement.measure"));
        let options = Legs(Scene::new(self.b, self.s, way));
        let about = about([unit_point(way.unit)]);
        self.doors.ask(self.s, &Question { side, rule, key: "leg", about, options: &options })
    }

    /// Makes a step, if the test for it is passed. A corps commander who leads the unit pays a point for all but a turn or a change of formation
    /// (`movement.commanders`).
    fn make_step(&mut self, way: &mut Way, step: &Step) -> Play<Test> {
        let unit = way.unit;
        if let Some(activity) = step.tests.first() {
            if !self.complex_move_test(unit, *activity)?.passed() {
                return Ok(Test::Failed);
            }
            way.cleared.extend(step.tests.iter().copied());
        }
        self.places(way, step);
        Ok(Test::Passed)
    }

    /// A unit makes a step that it may make.
    pub(super) fn places(&mut self, way: &mut Way, step: &Step) {
        let unit = way.unit;
        for friend in &step.through {
            self.s.unit_mut(*friend).set(did::STAYS, true);
        }
        for (friend, pose) in &step.shifts {
            self.s.unit_mut(*friend).pose = *pose;
        }
        let began = way.course == Course::Fresh;
        way.take(step);
        if let Some(leader) = leader_of(self.b, self.s, unit) {
            let pays = began && (step.course != Course::Still || step.slid.0 != 0);
            self.pay_to_lead(leader, if pays { Paying::Yes } else { Paying::No });
        }
        let now = self.s.unit_mut(unit);
        let reformed = now.formation != step.formation;
        (now.pose, now.formation, now.house) = (step.pose, step.formation, step.house);
        now.set(did::DEFENDS, step.defends);
        if matches!(step.course, Course::Forward | Course::Across) {
            now.halt = if now.halt == Halt::Test { Halt::None } else { now.halt };
        }
        self.tell_step(unit, step, reformed);
        if reformed {
            way.size = crate::core::place::size_of(self.b, self.s, unit);
        }
    }

    fn tell_step(&mut self, unit: UnitId, step: &Step, reformed: bool) {
        self.tell(|| {
            let at = Point::Spot(step.pose.at.x, step.pose.at.y);
            let event = match reformed {
                _ if step.house.some().is_some() => Event::new(rule!("buildings.units"), "housed")
                    .word("how", if step.defends { "defends" } else { "occupies" }),
                true => {
                    Event::new(rule!("movement.reform"), "formed").word("formation", step.formation.name())
                }
                false if step.course == Course::Still && step.slid.0 == 0 => {
                    Event::new(rule!("movement.turn"), "moved")
                }
                false if step.course == Course::Across => Event::new(rule!("obstacles"), "moved"),
                false => Event::new(rule!("movement.measure"), "moved"),
            };
            let turn = Point::Turn(step.pose.turn.0);
            event.point("unit", unit_point(unit)).point("to", at).point("turn", turn)
        });
    }
}
