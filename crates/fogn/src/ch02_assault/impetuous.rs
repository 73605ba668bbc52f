//! Impetuous units: who could assault and does not is held back by a test, or goes all the same (`assault.impetuous`).

use baize::{Turn, ahead, apart, is_partly_in};
use table::{Answer, Event, Few, Play, rule};

use super::charge::{Charge, Passing, may_at_all, reaches, wheels};
use crate::armies::Capability;
use crate::ask::not_offered;
use crate::ch04_complex_moves::price;
use crate::core::charts::Activity;
use crate::core::field::{about, unit_of, unit_point};
use crate::core::place::figure;
use crate::core::state::{Cohesion, UnitId, did};
use crate::core::verb;
use crate::{Battle, Field, State};

/// Reach: an enemy that an impetuous unit could assault, with its wheel and way.
struct Within {
    target: UnitId,
    by: Turn,
    charge: Charge,
}

/// The enemies that a unit could assault, friends on the way or not, each with the least wheel that is worth a suggestion.
fn within(b: &Battle, s: &State, unit: UnitId) -> Vec<Within> {
    let foes = b.units_of(b.side(unit).enemy());
    let each = foes.filter(|target| may_at_all(b, s, unit, *target).is_ok()).filter_map(|target| {
        let mut orderly = [Passing::Orderly, Passing::Wild].into_iter();
        orderly.find_map(|passing| {
            let mut all = wheels(b, s, unit, target).into_iter();
            all.find_map(|by| {
                let charge = reaches(b, s, (unit, target), by, passing).ok()?;
                Some(Within { target, by, charge })
            })
        })
    });
    each.collect()
}

/// Whether a unit must be held back from an assault: impetuous, unspent, steady or disordered.
fn is_eager(b: &Battle, s: &State, unit: UnitId) -> bool {
    let now = s.unit(unit);
    b.unit(unit).is(Capability::Impetuous)
        && now.on_table()
        && !now.spent
        && now.cohesion <= Cohesion::Disordered
        && !now.has(did::DECLARED)
}

impl Field<'_, '_> {
    /// Impetuous units of the active side that have not declared test to stay; who fails, or for whom nobody can pay, assaults.
    pub(super) fn restrain(&mut self) -> Play<()> {
        for unit in self.b.units_of(self.s.clock.side) {
            if !is_eager(self.b, self.s, unit) {
                continue;
            }
            let all = within(self.b, self.s, unit);
            if all.is_empty() {
                continue;
            }
            let held = price(self.b, self.s, unit).is_ok()
                && self.complex_move_test(unit, Activity::Restrain)?.passed();
            if !held {
                self.breaks_away(unit, all)?;
            }
        }
        Ok(())
    }

    /// A unit that nobody holds back goes for the nearest enemy straight ahead, else for the one with the least wheel, else for the nearest; those whom it passes test.
    fn breaks_away(&mut self, unit: UnitId, mut all: Vec<Within>) -> Play<()> {
        let (b, s) = (self.b, &*self.s);
        let own = figure(b, s, unit);
        let strip = ahead(own.front());
        let rank = |one: &Within| {
            let theirs = figure(b, s, one.target);
            let distance = apart(&own, &theirs).units();
            let before = is_partly_in(&theirs, &strip) && one.by == Turn(0);
            if before { (0, distance, 0) } else { (1, u32::from(one.by.amount()), distance) }
        };
        let first = all.iter().map(rank).min();
        all.retain(|one| Some(rank(one)) == first);
        let targets: Few<UnitId, 8> = all.iter().map(|one| one.target).collect();
        let target = if targets.len() == 1 { targets[0] } else { self.ask_wild(unit, &targets)? };
        let goes = all.into_iter().find(|one| one.target == target).expect("the question lists them");
        self.tell(|| Event::new(rule!("assault.impetuous"), "wild").point("unit", unit_point(unit)));
        self.tell_declared(unit, target, &goes.charge);
        let passed = goes.charge.through.clone();
        self.sets_out((unit, target), goes.by, &goes.charge);
        for friend in passed {
            self.sees_trouble(friend, &[])?;
        }
        Ok(())
    }

    /// Asks for which of several equal targets a unit goes.
    fn ask_wild(&mut self, unit: UnitId, targets: &[UnitId]) -> Play<UnitId> {
        let rule = rule!("assault.impetuous");
        let list = |_: &Battle, _: &State, out: &mut Vec<Answer>| {
            out.extend(targets.iter().map(|target| Answer::one(verb::AFTER, unit_point(*target))));
        };
        let about = about([unit_point(unit)]);
        let answer = self.ask(self.b.side(unit), rule, "wild", about, list, |_, _, _| not_offered(rule))?;
        Ok(unit_of(&answer).expect("the question lists units"))
    }
}
