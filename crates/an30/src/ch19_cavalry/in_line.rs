//! 19.11.4: cavalry in a line that goes after several stacks at once, all of which it must be able to keep before it.

use ground::{Dirs, HexId};
use table::{Answer, Play, rule};

use crate::Field;
use crate::ch09_facing::facing;
use crate::ch13_movement::step;
use crate::core::field::{about, hex_point, unit_point};
use crate::core::occupancy::Hexes;
use crate::core::state::{Part, UnitId};
use crate::core::{Few, status, verb};

use super::results::{Flight, Tally};

/// Course: where cavalry goes next in a pursuit.
#[derive(Clone, Debug)]
pub(super) struct Course {
    /// The hexes of it that go; a line gives up the others (19.10).
    pub from: Hexes,
    /// Those into which they go.
    pub to: Hexes,
    /// Those it goes after, by their places.
    pub after: Few<usize, 4>,
}

impl Course {
    /// The answer that takes it: its hexes from end to end.
    fn answer(&self) -> Answer {
        match self.to[..] {
            [only] => Answer::one(verb::PURSUE, hex_point(only)),
            _ => Answer::two(verb::PURSUE, hex_point(self.to[0]), hex_point(self.to[self.to.len() - 1])),
        }
    }
}

/// Step of a retreat: who went, out of which hex (of the first step nobody asks), into which.
pub(super) type FlightStep = (usize, Option<HexId>, HexId);

impl Field<'_> {
    /// The ways in which a line, or so much of it as lies together, can go a hex ahead into hexes to which two stacks or more went: it does not extend
    /// for it (19.11.4). For the same stacks the longest line.
    pub(super) fn lines_ahead(&self, top: UnitId, went: &[FlightStep]) -> Few<Course, 4> {
        let (b, s) = (self.b, &*self.s);
        let mut found: Few<Course, 4> = Few::new();
        let own = s.unit(top).hexes();
        let traveller = status::traveller(b, s, top);
        let fronts: Dirs = facing::fronts(b, s, Part::new(top, 0));
        for len in (2..=own.len()).rev() {
            for (from, dir) in own.windows(len).flat_map(|from| fronts.iter().map(move |dir| (from, dir))) {
                let to: Option<Hexes> = from.iter().map(|hex| b.ground.neighbour(*hex, dir)).collect();
                let Some(to) = to else { continue };
                let open = from.iter().zip(to.iter()).all(|(from, to)| {
                    s.is_empty(*to)
                        && !status::is_close(b, *to)
                        && step::ground(b, traveller, *from, dir).is_ok()
                });
                let same = |(_, from, hex): &&FlightStep| {
                    to.contains(hex) && from.is_none_or(|from| b.ground.neighbour(from, dir) == Some(*hex))
                };
                let after: Few<usize, 4> = went.iter().filter(same).map(|(who, ..)| *who).collect();
                if open && after.len() > 1 && !found.iter().any(|known| known.after == after) {
                    found.push(Course { from: from.into(), to, after });
                }
            }
        }
        found
    }

    /// The hex into which cavalry advances, of those that its targets left, or in a line that drove them off without a mêlée the hexes of several, to
    /// pursue all of these (19.10, 19.11.4).
    pub(super) fn goal_of_advance(&mut self, top: UnitId, tally: &Tally, left: &[HexId]) -> Play<Course> {
        let fled = |(_, flight): &&(_, Flight)| flight.route.len() > 1;
        let went: Few<FlightStep, 8> = if tally.fought {
            Few::new()
        } else {
            let gone = tally.gone.iter().enumerate().filter(|(_, gone)| fled(gone));
            gone.map(|(i, (_, flight))| (i, None, flight.route[0])).collect()
        };
        let mut courses: Few<Course> = self.lines_ahead(top, &went).into_iter().collect();
        let several = courses.len();
        for &hex in left {
            let after = tally.gone.iter().position(|(group, _)| group.hexes.contains(&hex));
            let (from, to) = (Hexes::new(), std::iter::once(hex).collect());
            courses.push(Course { from, to, after: after.into_iter().collect() });
        }
        if several == 0 {
            let hex = self.choose_hex(self.b.side(top), rule!("19.10"), "charge.advance", top, left)?;
            let chosen = left.iter().position(|other| *other == hex).expect("it was listed");
            return Ok(courses.swap_remove(chosen));
        }
        self.choose_course(top, "charge.advance", courses)
    }

    /// One of some courses, as the owner of the cavalry likes (19.11.4).
    pub(super) fn choose_course(
        &mut self,
        top: UnitId,
        key: &'static str,
        mut courses: Few<Course>,
    ) -> Play<Course> {
        let answers: Few<Answer> = courses.iter().map(Course::answer).collect();
        let points = about([unit_point(top)]);
        let answer = self.choose(self.b.side(top), rule!("19.11.4"), key, points, &answers)?;
        Ok(courses.swap_remove(answers.iter().position(|listed| *listed == answer).expect("it was listed")))
    }

    /// A line takes a course, after the reactions that this calls for. Says whether it did.
    pub(super) fn goes_in_line(&mut self, units: &[UnitId], course: &Course) -> Play<bool> {
        let before: Hexes = self.s.unit(units[0]).hexes().into();
        for &unit in units {
            self.s.put(unit, &course.from);
        }
        self.leaders_close_up(self.b.side(units[0]), &before, &course.from);
        if !self.goes_on(units, course.to[0])? || self.s.unit(units[0]).hexes() != &course.from[..] {
            return Ok(false);
        }
        self.dash(units, &course.to);
        self.tell_moved(units, course.from[0], course.to[0]);
        let side = self.b.side(units[0]);
        for (from, to) in course.from.iter().zip(course.to.iter()) {
            self.leaders_fly_from(*to, side, *from)?;
        }
        Ok(true)
    }
}
