//! 10.4: rout movement. `route` says where it may go; here the units run.

mod route;

use crate::ch05_stacking::arrival::ArrivalKind;
use crate::ch10_disorder::rout::route::Stay;
use crate::core::Facing;
use ground::HexId;
use table::{Answer, Event, Flow, Play, Point, Refusal, rule};

use crate::ch10_disorder::recoil::{Prospect, TraversedUnits, halts};
use crate::core::field::{Foes, hex_of, hex_point, unit_point};
use crate::core::state::{Condition, UnitId, did};
use crate::core::verb;
use crate::{Battle, Field, State};

use route::{Course, Run, Spot};

/// The cursor of phase E once it is settled who runs in it.
const BEGUN: u8 = 1;
/// Deeds in phase E of a unit that is still to run in it: none.
const DUE: u32 = 0;

/// The facing that shows which way a routed unit runs (10.2).
pub(crate) fn facing(b: &Battle, s: &State, unit: UnitId) -> Facing {
    route::facing(b, s, unit)
}

/// The unit whose rout movement comes next in phase E, of those that have not made it.
///
/// RULING J153: each side's units run in the order of their distance from the goal, the nearest first, so that those behind
/// find the route free.
pub fn next_to_run(b: &Battle, s: &State) -> Option<UnitId> {
    let due = |unit: &UnitId| {
        let u = s.unit(*unit);
        u.condition == Condition::Routed && !u.has(did::HALTED)
    };
    b.unit_ids().filter(due).min_by_key(|&unit| (b.side(unit), route::distance(b, s, unit), unit))
}

impl Field<'_, '_> {
    /// One step of phase E: the next routed unit runs. Over when none is left.
    ///
    /// RULING J154: units that rout in the course of the phase have made their retreat and do not run as well; a unit that ran
    /// because it was traversed has run.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn rout_step(&mut self) -> Play<Flow> {
        if self.s.clock.cursor != BEGUN {
            self.s.clock.cursor = BEGUN;
            for unit in &mut self.s.units {
                unit.did = if unit.condition == Condition::Routed { DUE } else { did::HALTED };
            }
        }
        let Some(unit) = next_to_run(self.b, self.s) else { return Ok(Flow::Over) };
        // RULING J155: a routed unit in a town, village or castle need not run in phase E, however it came there.
        let covered = route::may_stop(self.b, self.s.unit(unit).hex);
        self.run(unit, if covered { Stay::Allowed } else { Stay::Barred })?;
        Ok(Flow::Continue)
    }

    /// A routed unit runs its full allowance (10.4), in place of a cohesion test (8.5, 10.2, 10.5). It has to.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn rout_move(&mut self, unit: UnitId) -> Play<()> {
        self.run(unit, Stay::Barred)
    }

    /// The rout move, hex by hex.
    fn run(&mut self, unit: UnitId, stay: Stay) -> Play<()> {
        self.s.unit_mut(unit).did |= did::HALTED;
        let start = self.s.unit(unit).hex;
        let mut spot = Run { b: self.b, s: self.s, unit }.start(stay);
        let mut crossed = TraversedUnits::default();
        loop {
            match self.choose_course(unit, &spot)? {
                None => {
                    self.eliminate(unit, rule!("10.4"));
                    break;
                }
                Some(Course::Halt) => break,
                Some(Course::Leave) => {
                    self.leave_map(unit, start)?;
                    break;
                }
                Some(Course::Go(to)) => {
                    let next = Run { b: self.b, s: self.s, unit }.go(&spot, to);
                    if self.passes(unit, &next) {
                        crossed.add(self.s, to);
                    }
                    self.relocate(unit, to, ArrivalKind::Driven)?;
                    spot = next;
                }
            }
        }
        let end = self.s.unit(unit).hex;
        if end.is_some() {
            let key = if end == start { "rout.stays" } else { "rout.runs" };
            self.tell(|| {
                Event::new(rule!("10.4"), key)
                    .unit("unit", unit.0.into())
                    .place("from", start.0)
                    .place("to", end.0)
            });
            let facing = facing(self.b, self.s, unit);
            self.s.unit_mut(unit).facing = facing;
            if end != start {
                self.commander_accompanies(unit, start, end)?;
            }
        }
        self.traversed(unit, &crossed, &Foes::nobody())
    }

    /// Whether a unit that comes into a hex passes through whoever is there: it cannot halt there, or goes on (10.5,
    /// RULING J145).
    fn passes(&self, unit: UnitId, next: &Spot) -> bool {
        halts(self.b, self.s, unit, Condition::Routed, next.at()) != Prospect::Crowded
            || !Run { b: self.b, s: self.s, unit }.courses(next).list().contains(&Course::Halt)
    }

    /// The owner chooses among what the route allows; none if the unit cannot move at all.
    fn choose_course(&mut self, unit: UnitId, spot: &Spot) -> Play<Option<Course>> {
        let courses = Run { b: self.b, s: self.s, unit }.courses(spot);
        let list = courses.list();
        match list {
            [] => return Ok(None),
            [Course::Leave] => return Ok(Some(Course::Leave)),
            [Course::Halt] => return Ok(Some(Course::Halt)),
            _ => {}
        }
        let spell = |course: &Course| match course {
            Course::Go(hex) => Answer::one(verb::BACK, hex_point(*hex)),
            Course::Leave => Answer::button(verb::BACK),
            Course::Halt => Answer::button(verb::HALT),
        };
        let answer = self.ask(
            self.b.side(unit),
            rule!("10.4"),
            "withdraw.to",
            [unit_point(unit), Point::Nothing, Point::Nothing],
            |_, _, out| out.extend(list.iter().map(spell)),
            |b, s, answer| match hex_of(answer) {
                Some(hex) => Run { b, s, unit }.refuse(spot, hex),
                None if answer.verb == verb::BACK => {
                    Refusal::new(rule!("10.4"), "rout.not_out").with("unit", unit_point(unit))
                }
                None => Refusal::new(rule!("10.4"), "rout.full").with("unit", unit_point(unit)),
            },
        )?;
        Ok(list.iter().copied().find(|course| spell(course) == answer))
    }

    /// A unit that leaves the map is eliminated (10.4), with the commander who had to go with it (2.5.2).
    fn leave_map(&mut self, unit: UnitId, start: HexId) -> Play<()> {
        let edge = self.s.unit(unit).hex;
        self.tell(|| {
            Event::new(rule!("10.4"), "rout.leaves").unit("unit", unit.0.into()).place("hex", edge.0)
        });
        self.eliminate(unit, rule!("10.4"));
        self.commander_accompanies(unit, start, HexId::NONE).map(|_| ())
    }
}
