//! A target that has gone: the assault turns on another one near by, or goes straight on (`assault.evade`).

use baize::{Figure, Length, Place, apart, is_within};
use table::{Answer, Play, Point, rule};

use super::charge::{Passing, reaches, starts_behind, wheels};
use crate::Field;
use crate::ask::not_offered;
use crate::core::field::{about, unit_point};
use crate::core::place::{figure, figures};
use crate::core::state::{Assault, Reaction, UnitId};
use crate::core::verb;

/// MU from the target, or from its way, within which another one is taken up.
const NEXT: Length = Length::mu(2);

/// Trail: where a target stood, and where it is now.
pub(crate) struct Trail {
    pub(crate) before: Figure,
    pub(crate) after: Figure,
}

impl Trail {
    /// Whether a figure is within 2 MU of the way.
    pub(crate) fn is_near(&self, other: &Figure) -> bool {
        let steps = 24;
        let (from, to) = (self.before.corners(), self.after.corners());
        if from.len() != to.len() {
            return is_within(&self.before, other, NEXT) || is_within(&self.after, other, NEXT);
        }
        (0..=steps).any(|step| {
            let part = |a: i32, b: i32| a + (b - a) * step / steps;
            let at: Vec<Place> =
                from.iter().zip(to).map(|(a, b)| Place { x: part(a.x, b.x), y: part(a.y, b.y) }).collect();
            // A unit that turned about has its corners crosswise half way: its rim serves then.
            at.iter().any(|place| baize::Edge { from: *place, to: *place }.apart(other).is_within(NEXT))
        }) || is_within(&self.before, other, NEXT)
            || is_within(&self.after, other, NEXT)
    }
}

impl Field<'_, '_> {
    /// The unit may turn on the nearest enemy within 2 MU of where its target was or went, if it reaches it by an assault; that one then reacts as its target.
    pub(super) fn turn_on(&mut self, unit: UnitId, target: UnitId, trail: &Trail) -> Play<()> {
        let (b, s) = (self.b, &*self.s);
        let own = figure(b, s, unit);
        let near = figures(b, s, b.side(unit).enemy())
            .filter(|(foe, at)| *foe != target && trail.is_near(at))
            .min_by_key(|(_, at)| apart(&own, at));
        let Some((next, _)) = near else { return Ok(()) };
        let mut all = wheels(b, s, unit, next).into_iter();
        let Some((by, charge)) =
            all.find_map(|by| Some((by, reaches(b, s, (unit, next), by, Passing::Orderly).ok()?)))
        else {
            return Ok(());
        };
        let rule = rule!("assault.evade");
        let answer = Answer::three(verb::ASSAULT, unit_point(unit), unit_point(next), Point::Turn(by.0));
        let list = |_: &crate::Battle, _: &crate::State, out: &mut Vec<Answer>| {
            out.extend([answer, Answer::button(verb::STRAIGHT)]);
        };
        let about = about([unit_point(unit), unit_point(target)]);
        let given = self.ask(self.b.side(unit), rule, "turn_on", about, list, |_, _, _| not_offered(rule))?;
        if given.verb == verb::STRAIGHT {
            return Ok(());
        }
        self.tell_declared(unit, next, &charge);
        let flank = charge.flank && starts_behind(self.b, self.s, unit, next);
        let reacted = self.s.assaults.iter().find(|one| one.target == next).map(|one| one.reaction);
        let size = crate::core::place::size_of(self.b, self.s, unit);
        let there = charge.wheeled.after(size, baize::Leg::Ahead(charge.ahead));
        let assault = self.s.assaults.iter_mut().find(|one| one.unit == unit).expect("it assaults");
        let reaction = reacted.unwrap_or(Reaction::Open);
        *assault = Assault { target: next, by, there, flank, reaction, ..*assault };
        Ok(())
    }
}
