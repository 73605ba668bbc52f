//! Pursuit: who goes after the beaten, and how far (`outcome.pursuit`).

use baize::{Leg, Length, MU, Pose, Sweep, Turn, overlap};
use table::{Answer, Event, Few, Play, Point, Test, rule};

use super::contact::opponents;
use crate::Field;
use crate::armies::{Arm, Elan};
use crate::ask::not_offered;
use crate::ch02_assault::{Trail, starts_behind, strikes_flank, wheeled, wheels};
use crate::ch04_complex_moves::price;
use crate::ch07_outcome::Away;
use crate::ch10_features::{holds_ground, landing};
use crate::core::barrier::free_of_barriers;
use crate::core::charts::{Activity, Going, Score};
use crate::core::field::{about, unit_point};
use crate::core::place::{figure, figures, size_of};
use crate::core::state::{Assault, Cohesion, Formation, Halt, Reaction, UnitId, did};
use crate::core::verb;

/// Wish: what a unit would do of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Urge {
    /// It pursues whatever its leaders want.
    Must,
    /// It pursues unless it is held back by a test.
    Eager,
    /// It stays unless a test lets it go.
    Slow,
    /// It never pursues.
    Never,
}

impl Field<'_, '_> {
    /// Urge of a unit (`outcome.pursuit`): steady cavalry must go, disordered cavalry and steady infantry are held back by a test, disordered infantry goes by one.
    fn urge(&self, unit: UnitId) -> Urge {
        let now = self.s.unit(unit);
        match (self.b.arm(unit), now.cohesion) {
            (Arm::Artillery, _) | (_, Cohesion::Wavering | Cohesion::Broken) => Urge::Never,
            (Arm::Infantry, _) if now.formation == Formation::Square => Urge::Never,
            _ if now.is_inside() => Urge::Never,
            (Arm::Infantry, _) if holds_ground(self.b, self.s, unit) => Urge::Never,
            (Arm::Cavalry, Cohesion::Steady) => Urge::Must,
            (Arm::Cavalry, _) | (Arm::Infantry, Cohesion::Steady) => Urge::Eager,
            (Arm::Infantry, _) => Urge::Slow,
        }
    }

    /// A unit pursues, or does not.
    pub(super) fn pursue(&mut self, unit: UnitId, trails: &[(UnitId, Trail)]) -> Play<()> {
        let urge = self.urge(unit);
        if self.s.unit(unit).has(did::ASSAILS) && urge != Urge::Never {
            return self.occupies(unit, urge);
        }
        let goes = match urge {
            Urge::Never => false,
            Urge::Must => true,
            // Infantry that sees enemy cavalry near by is held without a test.
            Urge::Eager if self.cavalry_near(unit) && self.ask_pursuit(unit, "hold.free")? == verb::STAY => {
                false
            }
            Urge::Eager => {
                let held = self.ask_pursuit(unit, "hold")? == verb::STAY
                    && self.complex_move_test(unit, Activity::Pursuit)?.passed();
                !held
            }
            Urge::Slow => {
                self.ask_pursuit(unit, "pursue")? == verb::PURSUE
                    && self.complex_move_test(unit, Activity::Pursuit)? == Test::Passed
            }
        };
        if goes { self.go_after(unit, trails) } else { Ok(()) }
    }

    /// A unit that has driven the enemy from an obstacle may cross it, disordered infantry by a test, and goes no farther.
    fn occupies(&mut self, unit: UnitId, urge: Urge) -> Play<()> {
        let key = if urge == Urge::Slow { "occupy" } else { "occupy.free" };
        let goes = self.ask_pursuit(unit, key)? == verb::PURSUE
            && (urge != Urge::Slow || self.complex_move_test(unit, Activity::Pursuit)?.passed());
        if goes {
            let size = size_of(self.b, self.s, unit);
            let sweep = Sweep::new(self.s.unit(unit).pose, size, Leg::Ahead(Length::mu(14)));
            let step = landing(self.b, self.s, unit, &sweep);
            if let Some(step) = step {
                self.comes_to(unit, &sweep, step);
                self.s.unit_mut(unit).set(did::ASSAILS, false);
            }
        }
        Ok(())
    }

    /// Asks whether a unit moves into a building.
    pub(super) fn asks_to_occupy(&mut self, unit: UnitId) -> Play<bool> {
        Ok(self.ask_pursuit(unit, "move_in")? == verb::PURSUE)
    }

    /// Whether infantry has enemy cavalry that is not broken within 6 MU.
    fn cavalry_near(&self, unit: UnitId) -> bool {
        let own = crate::core::place::figure(self.b, self.s, unit);
        let mut foes = figures(self.b, self.s, self.b.side(unit).enemy());
        self.b.arm(unit) == Arm::Infantry
            && foes.any(|(foe, at)| {
                self.b.arm(foe) == Arm::Cavalry
                    && self.s.unit(foe).cohesion != Cohesion::Broken
                    && baize::is_within(&own, &at, Length::mu(6))
            })
    }

    /// Asks whether a unit pursues or stays; what needs a test is offered only if it can be paid for.
    fn ask_pursuit(&mut self, unit: UnitId, key: &'static str) -> Play<table::Verb> {
        let rule = rule!("outcome.pursuit");
        let pays = price(self.b, self.s, unit).is_ok();
        let (own, other) = match key {
            "pursue" | "occupy" | "occupy.free" | "move_in" => (verb::STAY, verb::PURSUE),
            _ => (verb::PURSUE, verb::STAY),
        };
        let offers = pays || matches!(key, "hold.free" | "occupy.free" | "move_in");
        let list = |_: &crate::Battle, _: &crate::State, out: &mut Vec<Answer>| {
            out.push(Answer::button(own));
            if offers {
                out.push(Answer::button(other));
            }
        };
        let about = about([unit_point(unit)]);
        let answer = self.ask(self.b.side(unit), rule, key, about, list, |_, _, _| not_offered(rule))?;
        Ok(answer.verb)
    }

    /// A unit goes straight after the enemy: a die in MU, two more for cavalry; superior troops throw a one again, poor troops a six. It stops at whomever it meets, short of
    /// friends and of ground that bars the way.
    fn go_after(&mut self, unit: UnitId, trails: &[(UnitId, Trail)]) -> Play<()> {
        let mut die = self.one_die(unit, rule!("outcome.pursuit"), "pursuit")?;
        let again = match self.b.unit(unit).elan {
            Elan::Superior => die == 1,
            Elan::Poor => die == 6,
            Elan::Average => false,
        };
        if again {
            die = self.one_die(unit, rule!("outcome.pursuit"), "pursuit")?;
        }
        let more = if self.b.arm(unit) == Arm::Cavalry { 2 } else { 0 };
        let begins = self.turns_on(unit, die + more, trails)?;
        self.follow(unit, begins, die + more, &[])
    }

    /// Pursuers may wheel toward the nearest enemy within 2 MU of where those whom they beat stood or went, if they reach it (`assault.evade`): the pose in which they begin.
    fn turns_on(&mut self, unit: UnitId, mu: i16, trails: &[(UnitId, Trail)]) -> Play<Pose> {
        let (b, s) = (self.b, &*self.s);
        let (pose, size, own) = (s.unit(unit).pose, size_of(b, s, unit), figure(b, s, unit));
        let beaten = |foe: UnitId| trails.iter().any(|(one, _)| *one == foe);
        let near = figures(b, s, b.side(unit).enemy())
            .filter(|(foe, at)| !beaten(*foe) && trails.iter().any(|(_, trail)| trail.is_near(at)))
            .min_by_key(|(foe, at)| (baize::apart(&own, at), *foe));
        let Some((next, at)) = near else { return Ok(pose) };
        let comes = |by: &Turn| {
            let begins = wheeled(pose, size, *by);
            let there = begins.place(size.shape());
            let clear = figures(b, s, b.side(unit)).all(|(one, at)| one == unit || !overlap(&there, &at))
                && figures(b, s, b.side(unit).enemy()).all(|(_, at)| !overlap(&there, &at));
            let sweep = Sweep::new(begins, size, Leg::Ahead(Length(mu * MU.0)));
            by.amount() <= Turn::QUARTER.0 && clear && sweep.first_touch(&at).is_some()
        };
        let straight = Sweep::new(pose, size, Leg::Ahead(Length(mu * MU.0))).first_touch(&at).is_some();
        let Some(by) = wheels(b, s, unit, next).into_iter().find(comes).filter(|_| !straight) else {
            return Ok(pose);
        };
        let rule = rule!("assault.evade");
        let answer = Answer::three(verb::ASSAULT, unit_point(unit), unit_point(next), Point::Turn(by.0));
        let list = |_: &crate::Battle, _: &crate::State, out: &mut Vec<Answer>| {
            out.extend([answer, Answer::button(verb::STRAIGHT)]);
        };
        let about = about([unit_point(unit), unit_point(next)]);
        let given = self.ask(self.b.side(unit), rule, "turn_on", about, list, |_, _, _| not_offered(rule))?;
        Ok(if given.verb == verb::STRAIGHT { pose } else { wheeled(pose, size, by) })
    }

    /// A unit goes straight on so many MU from where it stands, to whomever it meets, past those who are destroyed or go away before it; whom it has passed through it leaves behind.
    pub(super) fn follow(&mut self, unit: UnitId, begins: Pose, mu: i16, passed: &[UnitId]) -> Play<()> {
        let size = size_of(self.b, self.s, unit);
        let sweep = Sweep::new(begins, size, Leg::Ahead(Length(mu * MU.0)));
        loop {
            let most = self.free_way(unit, &sweep);
            let foes = figures(self.b, self.s, self.b.side(unit).enemy());
            let ahead = foes.filter(|(foe, _)| !passed.contains(foe));
            let first = ahead.filter_map(|(foe, at)| Some((sweep.first_touch(&at)?, foe))).min();
            let Some((step, foe)) = first.filter(|(step, _)| *step <= most) else {
                self.comes_to(unit, &sweep, most);
                return Ok(());
            };
            if self.s.unit(foe).cohesion == Cohesion::Broken {
                self.overrun(foe)?;
                continue;
            }
            // What is met at exactly half of the way is met late.
            let early = !self.s.clock.second && 2 * i32::from(step) < i32::from(mu) * i32::from(MU.0);
            let strikes = strikes_flank(&sweep.figure_at(step), &figure(self.b, self.s, foe));
            let flank = strikes && starts_behind(self.b, self.s, unit, foe);
            if !early && self.reacts(foe, (unit, begins), flank)? == Reaction::Gone {
                continue;
            }
            let first = figures(self.b, self.s, self.b.side(unit).enemy())
                .find_map(|(one, at)| sweep.first_touch(&at).filter(|_| one == foe));
            self.comes_to(unit, &sweep, first.unwrap_or(step).min(most));
            return self.met(unit, foe, flank, early);
        }
    }

    /// Way that a unit has free: short of friends and of ground that bars the way, on the table.
    fn free_way(&self, unit: UnitId, sweep: &Sweep) -> u16 {
        let mut most = sweep.steps();
        let friends = figures(self.b, self.s, self.b.side(unit)).filter(|(friend, _)| *friend != unit);
        for (_, friend) in friends {
            most = most.min(sweep.first_overlap(&friend).map_or(u16::MAX, |step| step.saturating_sub(1)));
        }
        for area in &self.b.table.areas {
            let outline = area.steep.as_ref().unwrap_or(&area.outline);
            if self.b.charts.terrain(area.kind).going >= Going::Closed {
                most = most.min(sweep.first_in(outline).map_or(u16::MAX, |step| step.saturating_sub(1)));
            }
        }
        most = most.min(free_of_barriers(&self.b.table, sweep));
        while most > 0 && !self.b.table.has_all_of(&sweep.figure_at(most)) {
            most -= 1;
        }
        most
    }

    /// A unit comes to a step of its way.
    fn comes_to(&mut self, unit: UnitId, sweep: &Sweep, step: u16) {
        let pose = sweep.pose_at(step);
        self.s.unit_mut(unit).pose = pose;
        self.come_upon_commanders();
        self.tell(|| {
            Event::new(rule!("outcome.pursuit"), "pursued")
                .point("unit", unit_point(unit))
                .point("to", Point::Spot(pose.at.x, pose.at.y))
                .point("distance", Point::Length(step as i16))
        });
    }

    /// Reaction of one who is met late: as to any assault, but does not fire.
    fn reacts(&mut self, foe: UnitId, (unit, from): (UnitId, Pose), flank: bool) -> Play<Reaction> {
        let assault = Assault {
            unit,
            target: foe,
            by: Turn(0),
            from,
            there: from,
            flank,
            shaken: false,
            reaction: Reaction::Open,
            meant: UnitId::NONE,
            halt: Halt::None,
        };
        self.react(foe, &[assault])
    }

    /// Contact of a pursuit. Who is met in flank or rear loses a level, and is destroyed if it breaks; else it turns to the pursuers, if nobody else holds it. A wavering unit that is met early in
    /// front tests as if it were assaulted. Early contacts are fought in a second round, late ones in the next turn.
    fn met(&mut self, unit: UnitId, foe: UnitId, flank: bool, early: bool) -> Play<()> {
        let flank = flank && self.s.unit(foe).formation != Formation::Square;
        self.s.unit_mut(unit).set(if early { did::AGAIN } else { did::LATE }, true);
        if flank {
            if self.drop_levels(foe, 1)? == Cohesion::Broken {
                self.lose(foe);
                return Ok(());
            }
            let comes = self.s.unit(unit).pose;
            self.turn_to(foe, unit, comes);
            self.advance(unit, comes, Length::mu(4), Some(foe));
        } else if early
            && self.s.unit(foe).cohesion == Cohesion::Wavering
            && !self.assault_test(foe, Score::Event)?.passed()
        {
            self.drop_levels(foe, 1)?;
            self.breaks(foe, &[unit])?;
        }
        Ok(())
    }

    /// Steady cavalry that only touches infantry passes through, disordered cavalry by a test if it likes; without room beyond it retires (`outcome.pass_through`). RULING: before the disordered
    /// retire.
    pub(super) fn pass_through(&mut self, unit: UnitId) -> Play<()> {
        let foes: Few<UnitId, 8> =
            opponents(self.b, self.s, unit).iter().map(|contact| contact.foe).collect();
        let now = self.s.unit(unit);
        let waits = now.has(did::LATE) || now.has(did::AGAIN) && !self.s.clock.second;
        if !now.on_table()
            || waits
            || self.b.arm(unit) != Arm::Cavalry
            || now.cohesion >= Cohesion::Wavering
            || foes.is_empty()
            || foes.iter().any(|foe| self.b.arm(*foe) != Arm::Infantry)
        {
            return Ok(());
        }
        if now.cohesion == Cohesion::Disordered {
            let goes = price(self.b, self.s, unit).is_ok()
                && self.ask_through(unit)? == verb::THROUGH
                && self.complex_move_test(unit, Activity::Pursuit)?.passed();
            if !goes {
                return Ok(());
            }
        }
        let Some(beyond) = self.beyond(unit, &foes) else {
            return self.go_away(unit, &foes, Away::Outcome);
        };
        self.s.unit_mut(unit).pose = beyond;
        let die = self.one_die(unit, rule!("outcome.pass_through"), "pursuit")?;
        self.tell(|| Event::new(rule!("outcome.pass_through"), "passed").point("unit", unit_point(unit)));
        self.follow(unit, beyond, die + 2, &foes)
    }

    /// Pose of a unit right behind the enemies that it touches; none if there is no room.
    fn beyond(&self, unit: UnitId, foes: &[UnitId]) -> Option<Pose> {
        let size = size_of(self.b, self.s, unit);
        let sweep = Sweep::new(self.s.unit(unit).pose, size, Leg::Ahead(Length::mu(16)));
        let clear = |step: &u16| {
            let there = sweep.figure_at(*step);
            !foes.iter().any(|foe| overlap(&there, &figure(self.b, self.s, *foe)))
        };
        let first = foes.iter().filter_map(|foe| sweep.first_overlap(&figure(self.b, self.s, *foe))).min()?;
        let step = (first..=sweep.steps()).find(clear)?;
        let there = sweep.figure_at(step);
        let stands = [table::Side(0), table::Side(1)]
            .into_iter()
            .all(|side| figures(self.b, self.s, side).all(|(one, at)| one == unit || !overlap(&there, &at)));
        let barred = self.b.table.areas.iter().any(|area| {
            let outline = area.steep.as_ref().unwrap_or(&area.outline);
            self.b.charts.terrain(area.kind).going >= Going::Closed && outline.has_part_of(&there)
        });
        let barred = barred || free_of_barriers(&self.b.table, &sweep) < step;
        (stands && !barred && self.b.table.has_all_of(&there)).then(|| sweep.pose_at(step))
    }

    /// Asks whether disordered cavalry passes through.
    fn ask_through(&mut self, unit: UnitId) -> Play<table::Verb> {
        let rule = rule!("outcome.pass_through");
        let list = |_: &crate::Battle, _: &crate::State, out: &mut Vec<Answer>| {
            out.extend([verb::STAY, verb::THROUGH].map(Answer::button));
        };
        let about = about([unit_point(unit)]);
        Ok(self.ask(self.b.side(unit), rule, "pass_through", about, list, |_, _, _| not_offered(rule))?.verb)
    }
}
