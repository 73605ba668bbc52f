//! Guns that pivot before they fire: one front corner goes up to 1 MU ahead or back, about the other (`firing.targets`).

use baize::{Corner, Leg, Length, MU, Pose, SLACK, Turn, apart, is_within, overlap};
use table::{Answer, Event, Few, Point, Refusal, Side, rule};

use super::targets::{Range, aims};
use crate::armies::Arm;
use crate::ch10_features::works_of;
use crate::core::field::unit_point;
use crate::core::place::{direction, figure, figures, middle, size_of};
use crate::core::state::{Formation, Phase, UnitId, did};
use crate::core::verb;
use crate::{Battle, Field, State};

/// The pose of guns that have pivoted: about the right corner to the right, about the left one to the left, which brings the other corner forward.
fn pivoted(b: &Battle, s: &State, unit: UnitId, by: Turn) -> Pose {
    // In works they turn about their middle.
    if works_of(b, s, unit).is_some() {
        return s.unit(unit).pose.after(size_of(b, s, unit), Leg::Spin(by));
    }
    let pivot = if by.is_right() { Corner::Right } else { Corner::Left };
    s.unit(unit).pose.after(size_of(b, s, unit), Leg::Wheel { pivot, by })
}

/// Whether guns may pivot so: once, before they give out dice, no corner farther than 1 MU, and with nobody in another range band than before.
///
/// # Errors
/// Why not.
pub(super) fn may_pivot(b: &Battle, s: &State, unit: UnitId, by: Turn) -> Result<Pose, Refusal> {
    let no = |why| Err(Refusal::new(rule!("firing.targets"), why).with("unit", unit_point(unit)));
    let now = s.unit(unit);
    let begun = s.shots.iter().any(|shot| shot.unit == unit);
    if b.arm(unit) != Arm::Artillery || now.formation != Formation::Unlimbered || by == Turn(0) {
        return no("pivot.who");
    }
    if now.has(did::PIVOTED) || now.has(did::FIRED) || begun || s.clock.phase == Phase::Assault {
        return no("pivot.once");
    }
    let size = size_of(b, s, unit);
    let (pose, own) = (pivoted(b, s, unit, by), figure(b, s, unit));
    let there = pose.place(size.shape());
    let (old, new) = (own.front(), there.front());
    let is_far = |a: baize::Place, z: baize::Place| {
        let (x, y) = (i64::from(z.x - a.x), i64::from(z.y - a.y));
        x * x + y * y > i64::from(MU.0 + SLACK.0).pow(2)
    };
    // In works guns turn as they like, once, and are put back in the Recovery Phase.
    let works = works_of(b, s, unit).is_some();
    if works && now.laid.is_some() {
        return no("pivot.once");
    }
    if !works && (by.amount() > Turn::QUARTER.0 || is_far(old.from, new.from) || is_far(old.to, new.to)) {
        return no("pivot.far");
    }
    let band = |at: &baize::Figure, foe: &baize::Figure| {
        Range::ALL.iter().position(|range| apart(at, foe).is_within(range.most()))
    };
    if !works && figures(b, s, b.side(unit).enemy()).any(|(_, foe)| band(&own, &foe) != band(&there, &foe)) {
        return no("pivot.band");
    }
    let meets = |side: Side| {
        figures(b, s, side).any(|(one, at)| {
            one != unit && (overlap(&there, &at) || side != b.side(unit) && is_within(&there, &at, SLACK))
        })
    };
    if !b.table.has_all_of(&there) || [Side(0), Side(1)].into_iter().any(meets) {
        return no("pivot.room");
    }
    Ok(pose)
}

/// The pivots worth a suggestion: to each enemy in range at whom the guns cannot fire as they stand, if they can then.
pub(super) fn list(b: &Battle, s: &State, side: Side, out: &mut Vec<Answer>) {
    for unit in b.units_of(side).filter(|unit| super::targets::may_fire(b, s, *unit).is_ok()) {
        let now = s.unit(unit);
        if b.arm(unit) != Arm::Artillery || now.formation != Formation::Unlimbered || now.has(did::PIVOTED) {
            continue;
        }
        let seen = aims(b, s, unit);
        let own = figure(b, s, unit);
        let most = u32::from(MU.0.unsigned_abs()) * 10_430
            / u32::from(size_of(b, s, unit).width.0.unsigned_abs()).max(1);
        let mut all: Few<Turn, 8> = Few::new();
        for (foe, at) in figures(b, s, side.enemy()) {
            if seen.iter().any(|(_, aim)| aim.target == foe) || !is_within(&own, &at, Length::mu(16)) {
                continue;
            }
            let goal = middle(&at);
            let (x, y) =
                (i64::from(goal.x) - i64::from(now.pose.at.x), i64::from(goal.y) - i64::from(now.pose.at.y));
            let full = direction(x, y).from(now.pose.turn);
            let most = if works_of(b, s, unit).is_some() { u32::from(u16::MAX) } else { most };
            let amount = u32::from(full.amount()).min(most) as u16;
            let by = if full.is_right() { Turn(amount) } else { Turn(amount).reversed() };
            if all.contains(&by) || may_pivot(b, s, unit, by).is_err() {
                continue;
            }
            let mut then = s.clone();
            then.unit_mut(unit).pose = pivoted(b, s, unit, by);
            if aims(b, &then, unit).iter().any(|(_, aim)| aim.target == foe) {
                all.push(by);
            }
        }
        out.extend(all.into_iter().map(|by| Answer::two(verb::PIVOT, unit_point(unit), Point::Turn(by.0))));
    }
}

impl Field<'_, '_> {
    /// Guns pivot.
    pub(super) fn pivot(&mut self, unit: UnitId, by: Turn) {
        let pose = pivoted(self.b, self.s, unit, by);
        let works = works_of(self.b, self.s, unit).is_some();
        let now = self.s.unit_mut(unit);
        now.laid = works.then_some(now.pose);
        now.pose = pose;
        now.set(did::PIVOTED, true);
        self.tell(|| {
            Event::new(rule!("firing.targets"), "pivoted")
                .point("unit", unit_point(unit))
                .point("turn", Point::Turn(by.0))
        });
    }
}
