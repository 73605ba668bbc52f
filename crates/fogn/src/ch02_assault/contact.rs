//! Assaults that are made: what fire leaves of them, and contact (`assault.fire`, `assault.flank`).

use baize::{Leg, Length, MU, Pose, Sweep, apart, overlap};
use table::{Answer, Event, Play, Test, rule};

use super::charge::wheeled;
use crate::Field;
use crate::armies::{Arm, Attachment};
use crate::ask::not_offered;
use crate::ch01_command::has;
use crate::ch03_movement::allowance_of;
use crate::ch04_complex_moves::price;
use crate::ch07_outcome::Away;
use crate::ch10_features::came_across;
use crate::core::barrier::free_of_barriers;
use crate::core::charts::{Activity, Going};
use crate::core::field::{Over, about, unit_point};
use crate::core::place::{figure, figures, size_of};
use crate::core::state::{Assault, Cohesion, Formation, Halt, Reaction, UnitId, did};
use crate::core::verb;

impl Field<'_, '_> {
    /// The next assault is made, as far as reaction and fire have left it, or the phase is over.
    pub(super) fn contact_step(&mut self) -> Play<Over> {
        let Some(assault) = self.s.assaults.first().copied() else { return Ok(Over::Yes) };
        if self.s.unit(assault.unit).on_table() {
            self.s.unit_mut(assault.unit).set(did::MOVED, true);
            match assault.reaction {
                Reaction::Gone => self.run_on(&assault)?,
                _ if self.goes_through(assault.unit)?.passed() => self.meet(&assault)?,
                _ => {}
            }
        }
        self.s.assaults.retain(|one| one.unit != assault.unit);
        self.come_upon_commanders();
        Ok(Over::No)
    }

    /// Pose in which a unit begins to go straight: wheeled, if it has not moved yet.
    fn begins(&self, assault: &Assault) -> Pose {
        let now = self.s.unit(assault.unit).pose;
        let size = size_of(self.b, self.s, assault.unit);
        if now == assault.from { wheeled(now, size, assault.by) } else { now }
    }

    /// Rest of the unit's move that an assault has left, of which fire may have come in the middle.
    fn left(&self, assault: &Assault) -> Length {
        let most = allowance_of(self.b, self.s, assault.unit, Going::Open).unwrap_or(Length(0));
        let size = size_of(self.b, self.s, assault.unit);
        let (from, to) = (wheeled(assault.from, size, assault.by).at, self.begins(assault).at);
        let (x, y) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
        Length((most.0 - (x * x + y * y).unsigned_abs().isqrt() as i16).max(0))
    }

    /// A unit goes as far ahead as a length, short of all that it would touch, past friends where there is room beyond; the length gone. If it cannot even stand where it would begin, it stays
    /// where it is.
    pub(crate) fn advance(
        &mut self,
        unit: UnitId,
        begins: Pose,
        by: Length,
        may_touch: Option<UnitId>,
    ) -> Length {
        let size = size_of(self.b, self.s, unit);
        let sweep = Sweep::new(begins, size, Leg::Ahead(by));
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
        most = most.min(free_of_barriers(&self.b.table, &sweep));
        let foes = |there: &baize::Figure| {
            figures(self.b, self.s, self.b.side(unit).enemy()).any(|(_, at)| overlap(there, &at))
        };
        let free = |step: u16| {
            let there = sweep.figure_at(step);
            let mut friends =
                figures(self.b, self.s, self.b.side(unit)).filter(|(friend, _)| *friend != unit);
            let room = !friends.any(|(_, at)| overlap(&there, &at)) && !foes(&there);
            self.b.table.has_all_of(&there) && room
        };
        let end = if free(most) { Some(most) } else { (0..most).rev().step_by(10).find(|step| free(*step)) };
        match end.or_else(|| free(0).then_some(0)) {
            Some(step) => {
                self.s.unit_mut(unit).pose = sweep.pose_at(step);
                Length(step as i16)
            }
            None => Length(0),
        }
    }

    /// The target has gone: the unit goes all its way on; who is caught loses a level and goes 4 MU more, faced as it was.
    fn run_on(&mut self, assault: &Assault) -> Play<()> {
        let Assault { unit, target, .. } = *assault;
        let begins = self.begins(assault);
        self.advance(unit, begins, self.left(assault), None);
        let caught = self.s.unit(target).on_table()
            && apart(&figure(self.b, self.s, unit), &figure(self.b, self.s, target))
                .is_within(Length(2 * baize::SLACK.0));
        if caught {
            if self.s.unit(target).cohesion == Cohesion::Broken {
                self.overrun(target)?;
            } else if self.drop_levels(target, 1)? == Cohesion::Broken {
                self.breaks(target, &[unit])?;
            } else {
                self.flees_on(target, &[unit], 4)?;
            }
        }
        self.tell_charge(unit, target, "gone");
        Ok(())
    }

    /// Whether an assault goes on after fire (`assault.fire`): one or two hits ask for a test, if the player wants it and it can be paid for; who does not go on stays 2 MU away, cavalry goes
    /// back to 3 MU, but may stay if it has guns with it. More hits stop it.
    pub(super) fn goes_through(&mut self, unit: UnitId) -> Play<Test> {
        let Some(assault) = self.s.assaults.iter().find(|one| one.unit == unit).copied() else {
            return Ok(Test::Failed);
        };
        if !self.goes_on(unit) {
            return Ok(Test::Failed);
        }
        match assault.halt {
            Halt::None => return Ok(Test::Passed),
            Halt::Stop => return Ok(Test::Failed),
            Halt::Test => {}
        }
        let pays = price(self.b, self.s, unit).is_ok();
        if pays
            && self.asks(unit, "go_on", [verb::ON, verb::STAY])? == verb::ON
            && self.complex_move_test(unit, Activity::Assault)?.passed()
        {
            return Ok(Test::Passed);
        }
        let own = figure(self.b, self.s, unit);
        let squares = figures(self.b, self.s, self.b.side(unit).enemy())
            .filter(|(_, at)| baize::is_within(&own, at, Length::mu(2)))
            .all(|(foe, _)| self.s.unit(foe).formation == Formation::Square);
        if self.b.arm(unit) == Arm::Cavalry && !(squares && self.may_stay(unit)?.passed()) {
            self.go_away(unit, &[assault.target], Away::ToThree)?;
        }
        Ok(Test::Failed)
    }

    /// Whether cavalry with guns of its own stays where fire stopped it.
    pub(crate) fn may_stay(&mut self, unit: UnitId) -> Play<Test> {
        let guns = has(self.b, self.s, unit, Attachment::MediumArtillery);
        Ok(Test::from(guns && self.asks(unit, "keep", [verb::STAY, verb::BACK_OFF])? == verb::STAY))
    }

    /// Asks for one of two.
    fn asks(&mut self, unit: UnitId, key: &'static str, verbs: [table::Verb; 2]) -> Play<table::Verb> {
        let rule = rule!("assault.fire");
        let list = |_: &crate::Battle, _: &crate::State, out: &mut Vec<Answer>| {
            out.extend(verbs.map(Answer::button));
        };
        let about = about([unit_point(unit)]);
        Ok(self.ask(self.b.side(unit), rule, key, about, list, |_, _, _| not_offered(rule))?.verb)
    }

    /// Contact. Who is struck in flank or rear loses a level, if it has not yet, and turns to the attacker, if nobody else holds it.
    fn meet(&mut self, assault: &Assault) -> Play<()> {
        let Assault { unit, target, .. } = *assault;
        let flank = assault.flank && self.s.unit(target).formation != Formation::Square;
        if !self.s.unit(target).on_table() || self.s.unit(target).cohesion == Cohesion::Broken {
            if self.s.unit(target).on_table() {
                self.overrun(target)?;
            }
            return self.run_on(assault);
        }
        if flank && !assault.shaken && self.drop_levels(target, 1)? == Cohesion::Broken {
            self.lose(target);
            return self.run_on(assault);
        }
        let begins = self.begins(assault);
        if flank {
            self.turn_to(target, unit, begins);
        }
        let most = allowance_of(self.b, self.s, unit, Going::Open).unwrap_or(Length(0));
        let size = size_of(self.b, self.s, unit);
        let sweep = Sweep::new(begins, size, Leg::Ahead(Length(most.0 + 4 * MU.0)));
        // To contact; if the target is no longer straight ahead, to where it would have been.
        let way = sweep.first_touch(&figure(self.b, self.s, target)).map_or(most, |step| Length(step as i16));
        self.advance(unit, begins, way, Some(target));
        let came = came_across(self.b, self.s, assault.from, unit, target);
        self.s.unit_mut(unit).set(did::ASSAILS, came);
        self.tell_charge(unit, target, if flank { "flank" } else { "front" });
        Ok(())
    }

    /// A unit turns to face its attacker about its middle, if there is room and it touches nobody.
    pub(crate) fn turn_to(&mut self, unit: UnitId, attacker: UnitId, comes: Pose) {
        self.s.unit_mut(unit).set(did::FLANKED, true);
        let (pose, size) = (self.s.unit(unit).pose, size_of(self.b, self.s, unit));
        let facing = comes.turn.and(baize::Turn::HALF);
        let turned: Pose = pose.after(size, Leg::Spin(facing.from(pose.turn)));
        let own = turned.place(size.shape());
        let free = |(other, at): (UnitId, baize::Figure)| {
            other == unit || other == attacker || !baize::is_within(&own, &at, baize::SLACK)
        };
        let held = crate::ch06_combat::opponents(self.b, self.s, unit).iter().any(|one| one.foe != attacker);
        let clear = !overlap(&own, &figure(self.b, self.s, attacker));
        let room =
            [table::Side(0), table::Side(1)].into_iter().all(|side| figures(self.b, self.s, side).all(&free));
        if room && clear && !held && self.b.table.has_all_of(&own) {
            self.s.unit_mut(unit).pose = turned;
        }
    }

    fn tell_charge(&mut self, unit: UnitId, target: UnitId, how: &'static str) {
        let at = self.s.unit(unit).pose.at;
        self.tell(|| {
            let rule = if how == "flank" { rule!("assault.flank") } else { rule!("assault.declare") };
            Event::new(rule, "charged")
                .point("unit", unit_point(unit))
                .point("target", unit_point(target))
                .point("to", table::Point::Spot(at.x, at.y))
                .word("where", how)
        });
    }
}
