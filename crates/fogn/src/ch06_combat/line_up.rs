//! Units still in contact when all combats are over are lined up with each other (`outcome.contact`).

use baize::{Leg, Length, MU, Pose, SLACK, Sweep, Turn, is_within, overlap};
use table::{Event, Few, Point, Side, rule};

use super::contact::opponents;
use crate::Field;
use crate::armies::Arm;
use crate::ch10_features::across;
use crate::core::barrier::is_on_barrier;
use crate::core::field::unit_point;
use crate::core::place::{figure, figures, size_of};
use crate::core::state::{UnitId, did};

impl Field<'_, '_> {
    /// Lines up the active side's units that are still in contact. Two single units of one arm both turn, to the direction between theirs (RULING); else only the active side's do, to face whom they
    /// touch. Who has no room stays as it is.
    pub(super) fn line_up(&mut self) {
        let active = self.s.clock.side;
        for unit in self.b.units_of(active) {
            let foes: Few<UnitId, 8> =
                opponents(self.b, self.s, unit).iter().map(|contact| contact.foe).collect();
            let late = self.s.unit(unit).has(did::LATE);
            let Some(foe) = foes.first().copied().filter(|_| !late && self.s.unit(unit).on_table()) else {
                continue;
            };
            let alone = foes.len() == 1 && opponents(self.b, self.s, foe).len() == 1;
            if self.s.unit(unit).is_inside() {
                continue;
            }
            let alone = alone && !self.s.unit(foe).is_inside() && !across(self.b, self.s, unit, foe);
            let alike = self.b.arm(unit) == self.b.arm(foe) && self.b.arm(unit) != Arm::Artillery;
            let (own, other) = (self.s.unit(unit).pose.turn, self.s.unit(foe).pose.turn);
            let facing = other.and(Turn::HALF);
            let between = facing.from(own);
            // Who is faced from the flank has been turned to its attacker already, or is held: nobody turns more than a quarter.
            if between.amount() == 0 || between.amount() > Turn::QUARTER.0 {
                continue;
            }
            if alone && alike {
                let half = Turn(between.amount() / 2);
                let goal = own.and(if between.is_right() { half } else { half.reversed() });
                self.turns_about(foe, goal.and(Turn::HALF), unit);
                self.turns_about(unit, goal, foe);
            } else {
                self.turns_about(unit, facing, foe);
            }
            self.closes_up(unit, foe);
        }
    }

    /// A unit turns about its middle, and stands back from the other as far as it must, if there is room.
    fn turns_about(&mut self, unit: UnitId, facing: Turn, other: UnitId) {
        let (b, s) = (self.b, &*self.s);
        let (pose, size) = (s.unit(unit).pose, size_of(b, s, unit));
        let turned: Pose = pose.after(size, Leg::Spin(facing.from(pose.turn)));
        let theirs = figure(b, s, other);
        let back = |step: &i16| {
            let own = turned.after(size, Leg::Back(Length(*step))).place(size.shape());
            !overlap(&own, &theirs) && !is_on_barrier(&b.table, &own)
        };
        let Some(step) = (0..=2 * MU.0).step_by(5).find(back) else { return };
        let there = if step == 0 { turned } else { turned.after(size, Leg::Back(Length(step))) };
        let own = there.place(size.shape());
        let free = |side: Side| {
            figures(b, s, side).all(|(one, at)| {
                one == unit
                    || one == other
                    || !overlap(&own, &at) && (side == b.side(unit) || !is_within(&own, &at, SLACK))
            })
        };
        if b.table.has_all_of(&own) && [Side(0), Side(1)].into_iter().all(free) {
            self.s.unit_mut(unit).pose = there;
        }
    }

    /// A unit goes ahead to touch the other again.
    fn closes_up(&mut self, unit: UnitId, foe: UnitId) {
        let size = size_of(self.b, self.s, unit);
        let begins = self.s.unit(unit).pose;
        let sweep = Sweep::new(begins, size, Leg::Ahead(Length::mu(4)));
        if let Some(step) = sweep.first_touch(&figure(self.b, self.s, foe)) {
            self.advance(unit, begins, Length(step as i16), Some(foe));
        }
        let pose = self.s.unit(unit).pose;
        self.tell(|| {
            Event::new(rule!("outcome.contact"), "lined_up")
                .point("unit", unit_point(unit))
                .point("target", unit_point(foe))
                .point("turn", Point::Turn(pose.turn.0))
        });
    }
}
