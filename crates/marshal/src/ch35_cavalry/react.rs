//! Reaction charges (39).

use ground::Dir;
use table::{Answer, Event, Few, Modifiers, Play, Refusal, Rule, rule};

use super::course::{Course, Step, step};
use crate::Field;
use crate::ask::not_offered;
use crate::ch21_fire::before;
use crate::core::battle::{Arm, Battle};
use crate::core::field::{about, hex_of, hex_point, unit_of, unit_point};
use crate::core::state::{Formation, Order, Readiness, State, UnitId, did};
use crate::core::{status, verb};

/// Hexes of a unit's reaction zone, and as many that it may ride (39).
fn depth(b: &Battle, unit: UnitId) -> i16 {
    let figures = &b.charts.charge;
    if status::is_heavy(b, unit) { figures.reaction_heavy.value } else { figures.reaction_light.value }
}

/// Hexsides that cavalry may turn in a hex (38).
fn turns(b: &Battle, unit: UnitId) -> i16 {
    let figures = &b.charts.charge;
    if status::is_heavy(b, unit) { figures.turns_heavy.value } else { figures.turns_light.value }
}

/// Hexsides that cavalry may turn in the first hex of a charge in answer: it goes through any of its front hexsides, which are those of a column that turns as far
/// as it may; a line has no others before it than those that it looks at (39, 40).
pub(super) fn front_turns(b: &Battle, s: &State, unit: UnitId) -> i16 {
    if s.unit(unit).formation == Formation::Line { 0 } else { turns(b, unit) }
}

/// Whether cavalry of the other side may charge at all in answer to something (20, 36, 39, 40).
pub(super) fn is_free(b: &Battle, s: &State, unit: UnitId) -> Result<(), Refusal> {
    let now = s.unit(unit);
    let refuse = |rule: Rule, why| Err(Refusal::new(rule, why).with("unit", unit_point(unit)));
    match () {
        () if b.side(unit) == s.clock.side => refuse(rule!("39"), "unit.enemy"),
        () if !now.on_map() => refuse(rule!("39"), "unit.off"),
        () if b.arm(unit) != Arm::Cavalry => refuse(rule!("39"), "charge.arm"),
        () if now.order != Order::Good => refuse(rule!("39"), "charge.order"),
        () if now.readiness == Readiness::Exhausted => refuse(rule!("36"), "charge.tired"),
        () if now.has(did::TRIED) || now.has(did::ENGAGED) => refuse(rule!("39"), "react.again"),
        () if !matches!(now.formation, Formation::Column | Formation::Line | Formation::GeneralOrder) => {
            refuse(rule!("37"), "charge.formation")
        }
        () => Ok(()),
    }
}

/// Whether a unit may charge against a charge (39): it is in the reaction zone and in sight.
///
/// # Errors
/// Why it may not.
pub fn may_react(b: &Battle, s: &State, unit: UnitId, charging: UnitId) -> Result<(), Refusal> {
    is_free(b, s, unit)?;
    let seen = s.unit(charging).hexes().iter().any(|hex| before(b, s, unit, *hex, depth(b, unit) as u16));
    if seen { Ok(()) } else { Err(Refusal::new(rule!("39"), "react.zone").with("unit", unit_point(unit))) }
}

impl Field<'_, '_> {
    /// The other side's cavalry may charge against a charge that is in its reaction zone (39).
    pub(super) fn offer_reactions(&mut self, course: &mut Course) -> Play<()> {
        let (top, side) = (course.top(), self.b.side(course.top()).enemy());
        while self.rides_on(course) {
            if !self.b.unit_ids().any(|u| may_react(self.b, self.s, u, top).is_ok()) {
                return Ok(());
            }
            let answer = self.ask(
                side,
                rule!("39"),
                "react",
                about([unit_point(top)]),
                |b, s, out| {
                    let able = b.unit_ids().filter(|u| may_react(b, s, *u, top).is_ok());
                    out.extend(able.map(|u| Answer::one(verb::REACT, unit_point(u))));
                    out.push(Answer::button(verb::PASS));
                },
                |b, s, answer| match unit_of(answer) {
                    Some(unit) => {
                        may_react(b, s, unit, top).err().unwrap_or_else(|| not_offered(rule!("39")))
                    }
                    None => not_offered(rule!("39")),
                },
            )?;
            let Some(unit) = unit_of(&answer) else { return Ok(()) };
            self.react(course, unit)?;
        }
        Ok(())
    }

    /// A unit tries to charge against a charge: it checks, and rides its first hex (39).
    fn react(&mut self, course: &mut Course, unit: UnitId) -> Play<()> {
        self.s.unit_mut(unit).set(did::TRIED, true);
        if !self.check_morale(unit, Modifiers::new(), rule!("39"))?.passed() {
            return Ok(());
        }
        self.s.unit_mut(unit).set(did::COUNTERS, true);
        self.s.unit_mut(unit).spent = 0;
        self.tell(|| Event::new(rule!("39"), "reacts").point("unit", unit_point(unit)));
        course.against.push((unit, depth(self.b, unit)));
        self.follow(course)
    }

    /// Those who charge against a charge go a hex in their turn, until they meet it (39).
    pub(super) fn follow(&mut self, course: &mut Course) -> Play<()> {
        for at in 0..course.against.len() {
            let (unit, left) = course.against[at];
            if self.meets(course, unit) {
                return Ok(());
            }
            if left <= 0 || !self.s.unit(unit).on_map() || self.s.unit(unit).order != Order::Good {
                continue;
            }
            match self.ask_reaction(unit, course)? {
                Some(step) => {
                    self.s.unit_mut(unit).spent += step.cost as u8;
                    self.ride_to(&[unit], &step);
                    course.against[at].1 -= 1;
                }
                None => course.against[at].1 = 0,
            }
            if self.meets(course, unit) {
                return Ok(());
            }
        }
        Ok(())
    }

    /// The next hex of cavalry that charges against a charge; none if it halts.
    fn ask_reaction(&mut self, unit: UnitId, course: &Course) -> Play<Option<Step>> {
        let (b, s) = (self.b, &*self.s);
        let left = 2 * b.unit(unit).movement - i16::from(s.unit(unit).spent);
        let first = course.against.iter().any(|(u, hexes)| *u == unit && *hexes == depth(b, unit));
        let most = if first { front_turns(b, s, unit) } else { turns(b, unit) };
        let found: Vec<Step> = Dir::ALL
            .into_iter()
            .filter_map(|dir| step(b, s, unit, dir, most))
            .filter(|step| step.cost <= left)
            .collect();
        let mut answers: Few<Answer, 8> =
            found.iter().map(|step| Answer::one(verb::GO, hex_point(step.hexes[0]))).collect();
        answers.push(Answer::button(verb::HALT));
        let points = about([unit_point(unit), unit_point(course.top())]);
        let answer = self.choose(b.side(unit), rule!("39"), "react.step", points, &answers)?;
        let hex = hex_of(&answer);
        Ok(found.into_iter().find(|step| Some(step.hexes[0]) == hex))
    }

    /// Whether one who charges against a charge has come to it: then both stop and fight (39).
    fn meets(&mut self, course: &mut Course, unit: UnitId) -> bool {
        let (b, s) = (self.b, &*self.s);
        let own = s.unit(course.top()).hexes();
        let hex = s
            .unit(unit)
            .hexes()
            .iter()
            .copied()
            .find(|at| own.iter().any(|h| b.ground.distance(*h, *at) == 1));
        let Some(hex) = hex.filter(|_| s.unit(unit).order == Order::Good) else { return false };
        course.met = true;
        self.engage(course, hex);
        self.s.unit_mut(unit).set(did::ENGAGED, true);
        true
    }

    /// The charge is over: whoever charged against it does not move in the next phase of its own, and is tired if it met nobody (39).
    pub(super) fn reactions_end(&mut self, course: &Course) {
        for (unit, _) in &course.against {
            if !self.s.unit(*unit).on_map() {
                continue;
            }
            self.s.unit_mut(*unit).set(did::SPENT, true);
            if !self.s.unit(*unit).has(did::ENGAGED) {
                self.at_least_tired(*unit);
            }
        }
    }
}
