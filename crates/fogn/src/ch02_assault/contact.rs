//! An assault that was declared: the reaction, the fire of who stands, and contact (`assault.fire`, `assault.flank`).

use baize::{Leg, Length, MU, Pose, Sweep, Turn, apart, overlap};
use table::{Event, Play, Test, rule};

use super::charge::{Charge, may_assault};
use super::reaction::Reaction;
use crate::Field;
use crate::armies::Arm;
use crate::ch03_movement::allowance_of;
use crate::ch04_complex_moves::price;
use crate::ch07_outcome::Away;
use crate::core::charts::{Activity, Going};
use crate::core::field::unit_point;
use crate::core::place::{figure, figures, size_of};
use crate::core::state::{Assault, Cohesion, Formation, Halt, UnitId, did};

/// MU from which defensive fire is thrown.
const PAUSE: Length = Length::mu(2);

impl Field<'_, '_> {
    /// An assault: the target reacts, fires if it stands, and is met. An assault that cannot be made any more is dropped.
    pub(super) fn charge(&mut self, assault: Assault) -> Play<()> {
        let Assault { unit, target, by } = assault;
        let Ok(charge) = may_assault(self.b, self.s, unit, target, by) else { return Ok(()) };
        self.s.unit_mut(unit).set(did::MOVED, true);
        let reaction = self.react(target, unit, &charge)?;
        self.s.unit_mut(unit).pose = charge.wheeled;
        if reaction == Reaction::Gone || !self.s.unit(target).on_table() {
            return self.run_on(unit, target);
        }
        if reaction == Reaction::Stands && !charge.flank && !self.goes_through_fire(unit, target)?.passed() {
            return Ok(());
        }
        self.meet(unit, target, &charge)
    }

    /// A unit goes as far ahead as a length, short of all that it would touch; the length gone.
    fn advance(&mut self, unit: UnitId, by: Length, may_touch: Option<UnitId>) -> Length {
        let size = size_of(self.b, self.s, unit);
        let sweep = Sweep::new(self.s.unit(unit).pose, size, Leg::Ahead(by));
        let mut most = sweep.steps();
        for (foe, at) in figures(self.b, self.s, self.b.side(unit).enemy()) {
            let touched = sweep
                .first_touch(&at)
                .map(|step| if Some(foe) == may_touch { step } else { step.saturating_sub(1) });
            most = most.min(touched.unwrap_or(u16::MAX));
        }
        for area in &self.b.table.areas {
            let outline = area.steep.as_ref().unwrap_or(&area.outline);
            if self.b.charts.terrain(area.kind).going >= Going::Closed {
                most = most.min(sweep.first_in(outline).map_or(u16::MAX, |step| step.saturating_sub(1)));
            }
        }
        let free = |step: u16| {
            let there = sweep.figure_at(step);
            let mut friends =
                figures(self.b, self.s, self.b.side(unit)).filter(|(friend, _)| *friend != unit);
            self.b.table.has_all_of(&there) && !friends.any(|(_, at)| overlap(&there, &at))
        };
        while most > 0 && !free(most) {
            most -= 1;
        }
        self.s.unit_mut(unit).pose = sweep.pose_at(most);
        Length(most as i16)
    }

    /// The target has gone: the unit goes all its way after it; who is caught loses a level and goes 4 MU more.
    fn run_on(&mut self, unit: UnitId, target: UnitId) -> Play<()> {
        let most = allowance_of(self.b, self.s, unit, Going::Open).unwrap_or(Length(0));
        self.advance(unit, most, None);
        let caught = self.s.unit(target).on_table()
            && apart(&figure(self.b, self.s, unit), &figure(self.b, self.s, target))
                .is_within(Length(2 * baize::SLACK.0));
        if caught {
            if self.drop_levels(target, 1)? == Cohesion::Broken {
                return self.breaks(target, &[unit]);
            }
            self.retires(target, &[unit], 4)?;
        }
        self.tell_charge(unit, target, "gone");
        Ok(())
    }

    /// The unit comes to 2 MU and is fired at; whether it goes on (`assault.fire`): one or two hits ask for a test, more stop it.
    fn goes_through_fire(&mut self, unit: UnitId, target: UnitId) -> Play<Test> {
        let gap = apart(&figure(self.b, self.s, unit), &figure(self.b, self.s, target));
        if !gap.is_within(PAUSE) {
            let size = size_of(self.b, self.s, unit);
            let sweep = Sweep::new(self.s.unit(unit).pose, size, Leg::Ahead(Length(20 * MU.0)));
            let step = sweep.first_within(&figure(self.b, self.s, target), PAUSE).unwrap_or(0);
            self.advance(unit, Length(step as i16), None);
        }
        self.s.unit_mut(unit).set(did::CHARGES, true);
        let result = self.defensive_fire(target, unit)?;
        self.s.unit_mut(unit).set(did::CHARGES, false);
        let now = self.s.unit(unit);
        if !now.on_table() || now.cohesion >= Cohesion::Wavering || now.has(did::RETIRED) {
            return Ok(Test::Failed);
        }
        match result {
            Halt::None => Ok(Test::Passed),
            Halt::Stop => Ok(Test::Failed),
            Halt::Test => {
                let passed = price(self.b, self.s, unit).is_ok()
                    && self.complex_move_test(unit, Activity::Assault)?.passed();
                if !passed && self.b.arm(unit) == Arm::Cavalry {
                    self.go_away(unit, &[target], Away::ToThree)?;
                }
                Ok(Test::from(passed))
            }
        }
    }

    /// Contact. Who is struck in flank or rear loses a level and turns to the attacker, if nobody else holds it.
    fn meet(&mut self, unit: UnitId, target: UnitId, charge: &Charge) -> Play<()> {
        if charge.flank {
            if self.drop_levels(target, 1)? == Cohesion::Broken {
                self.lose(target);
                return self.run_on(unit, target);
            }
            self.turn_to(target, unit);
        }
        let most = allowance_of(self.b, self.s, unit, Going::Open).unwrap_or(Length(0));
        self.advance(unit, most, Some(target));
        self.tell_charge(unit, target, if charge.flank { "flank" } else { "front" });
        Ok(())
    }

    /// A unit turns to face its attacker about its middle, if there is room and it touches nobody.
    fn turn_to(&mut self, unit: UnitId, attacker: UnitId) {
        self.s.unit_mut(unit).set(did::FLANKED, true);
        let (pose, size) = (self.s.unit(unit).pose, size_of(self.b, self.s, unit));
        let facing = self.s.unit(attacker).pose.turn.and(Turn::HALF);
        let turned: Pose = pose.after(size, Leg::Spin(facing.from(pose.turn)));
        let own = turned.place(size.shape());
        let free = |(other, at): (UnitId, baize::Figure)| {
            other == unit || !baize::is_within(&own, &at, baize::SLACK)
        };
        let room =
            [table::Side(0), table::Side(1)].into_iter().all(|side| figures(self.b, self.s, side).all(&free));
        if room && self.b.table.has_all_of(&own) && self.s.unit(unit).formation != Formation::Square {
            self.s.unit_mut(unit).pose = turned;
        }
    }

    fn tell_charge(&mut self, unit: UnitId, target: UnitId, how: &'static str) {
        let at = self.s.unit(unit).pose.at;
        self.tell(|| {
            Event::new(rule!("assault.declare"), "charged")
                .point("unit", unit_point(unit))
                .point("target", unit_point(target))
                .point("to", table::Point::Spot(at.x, at.y))
                .word("where", how)
        });
    }
}
