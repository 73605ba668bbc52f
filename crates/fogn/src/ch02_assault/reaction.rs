//! Reactions of a unit that is assaulted: it stands, changes formation, counter-charges or goes away, by tests where these are asked for (`assault.reactions`,
//! `assault.counter`, `assault.evade`, `morale.assault`).

use baize::{Figure, Leg, Length, MU, Pose, SLACK, Sweep, Turn, apart, is_within, overlap};
use table::{Event, Few, Play, Point, Test, rule};

use super::charge::wheeled;
use super::evade::Trail;
use crate::Field;
use crate::armies::{Arm, Troops};
use crate::ch03_movement::{allowance_of, are_skirmishers};
use crate::ch04_complex_moves::Needs;
use crate::ch06_combat::in_the_open;
use crate::ch08_recovery::{cohesion_dice, cohesion_score};
use crate::ch10_features::{came_across, on_dry_bank};
use crate::core::barrier::free_of_barriers;
use crate::core::charts::{Going, Score};
use crate::core::field::unit_point;
use crate::core::place::{direction, figure, figures, middle, size, size_of};
use crate::core::state::{Assault, Cohesion, Formation, Reaction, Stage, UnitId, did};
use crate::core::verb;
use crate::formations::{Shifts, reformed, shifts};

impl Field<'_, '_> {
    /// The next target reacts, to all who assault it; those whose target has gone may turn on another. Then come those who intercept nobody: guns that fire first.
    pub(super) fn react_step(&mut self) -> Play<()> {
        let all = self.those(Reaction::Open);
        let Some(target) = all.first().map(|assault| assault.target) else {
            let volleys = !self.those(Reaction::Volley).is_empty();
            self.stage(if volleys { Stage::Volley } else { Stage::Fire });
            return Ok(());
        };
        let by: Few<Assault, 8> = all.iter().filter(|assault| assault.target == target).copied().collect();
        for assault in &by {
            self.s.unit_mut(assault.unit).set(did::MOVED, true);
        }
        let before = figure(self.b, self.s, target);
        let there = self.s.unit(target).on_table();
        let reaction = if there { self.react(target, &by)? } else { Reaction::Gone };
        let square = self.s.unit(target).formation == Formation::Square;
        for assault in self.s.assaults.iter_mut().filter(|assault| assault.target == target) {
            assault.reaction = reaction;
            // A square has no flank.
            assault.flank &= !square;
        }
        if reaction == Reaction::Gone {
            let after = if self.s.unit(target).on_table() { figure(self.b, self.s, target) } else { before };
            self.gone(target, &Trail { before, after })?;
        }
        Ok(())
    }

    /// The target has gone: those who assault it may turn on another.
    pub(super) fn gone(&mut self, target: UnitId, trail: &Trail) -> Play<()> {
        for assault in self.s.assaults.clone().into_iter().filter(|assault| assault.target == target) {
            if let Some(own) = self.s.assaults.iter_mut().find(|one| one.unit == assault.unit) {
                own.reaction = Reaction::Gone;
            }
            if self.goes_on(assault.unit) {
                self.turn_on(assault.unit, target, trail)?;
            }
        }
        Ok(())
    }

    /// Reaction of a target to those who assault it.
    pub(crate) fn react(&mut self, target: UnitId, by: &[Assault]) -> Play<Reaction> {
        let (b, now) = (self.b, *self.s.unit(target));
        let mounted = by.iter().any(|assault| b.arm(assault.unit) == Arm::Cavalry);
        let flanked = by.iter().any(|assault| assault.flank);
        let from: Few<UnitId, 8> = by.iter().map(|assault| assault.unit).collect();
        if now.cohesion == Cohesion::Broken {
            self.overrun(target)?;
            return Ok(Reaction::Gone);
        }
        if now.cohesion == Cohesion::Wavering && !self.holds(target, flanked)? {
            self.drop_levels(target, 1)?;
            self.breaks(target, &from)?;
            return Ok(Reaction::Gone);
        }
        let front: Few<UnitId, 8> = by.iter().filter(|one| !one.flank).map(|one| one.unit).collect();
        match b.arm(target) {
            Arm::Artillery => self.guns_react(target, by),
            _ if are_skirmishers(b, self.s, target) => self.skirmishers_react(target, by),
            Arm::Cavalry if mounted && !front.is_empty() && now.cohesion <= Cohesion::Disordered => {
                self.counter_charge(target, &front);
                Ok(Reaction::Silent)
            }
            Arm::Cavalry => Ok(Reaction::Silent),
            // Who is behind an obstacle, or not in the open, stands without a test.
            Arm::Infantry if mounted && now.formation != Formation::Square => {
                if self.is_exposed(target, by) {
                    self.face_cavalry(target, by)
                } else {
                    Ok(Reaction::Stands)
                }
            }
            Arm::Infantry if !mounted && now.formation == Formation::Square => self.leave_square(target),
            Arm::Infantry => Ok(Reaction::Stands),
        }
    }

    /// Whether infantry stands in the open before cavalry: wholly in open ground, and not behind an obstacle against any of it that assaults its front.
    fn is_exposed(&self, target: UnitId, by: &[Assault]) -> bool {
        let horse = by.iter().filter(|one| self.b.arm(one.unit) == Arm::Cavalry);
        let behind = |one: &Assault| !one.flank && came_across(self.b, self.s, one.from, one.unit, target);
        in_the_open(self.b, self.s, target)
            && (on_dry_bank(self.b, self.s, target) || !horse.into_iter().all(behind))
    }

    /// Whether a wavering unit holds: by a test, never against its flank or rear.
    fn holds(&mut self, target: UnitId, flank: bool) -> Play<bool> {
        Ok(!flank && self.assault_test(target, Score::Event)?.passed())
    }

    /// A cohesion test in answer to an assault (`morale.assault`).
    pub(crate) fn assault_test(&mut self, unit: UnitId, score: Score) -> Play<Test> {
        let needs = Needs {
            dice: cohesion_dice(self.b, self.s, unit),
            least: cohesion_score(self.b, self.s, unit, score),
        };
        let result = self.test(unit, rule!("morale.assault"), "cohesion", needs)?;
        self.tell(|| {
            Event::new(rule!("morale.assault"), "cohesion.tested")
                .point("unit", unit_point(unit))
                .number("dice", needs.dice)
                .number("least", needs.least)
                .word("result", result.word())
        });
        Ok(result)
    }

    /// Skirmishers evade; on foot they may stand against others on foot, mounted they may charge others, and formed cavalry by a test, but nobody who takes them in flank.
    fn skirmishers_react(&mut self, target: UnitId, by: &[Assault]) -> Play<Reaction> {
        let (b, from): (_, Few<UnitId, 8>) = (self.b, by.iter().map(|one| one.unit).collect());
        let all = |test: &dyn Fn(UnitId) -> bool| from.iter().all(|unit| test(*unit));
        let alike =
            all(&|unit| are_skirmishers(b, self.s, unit)) && all(&|unit| b.arm(unit) == b.arm(target));
        let mounted = b.arm(target) == Arm::Cavalry;
        let light = |unit: UnitId| b.unit(unit).troops == Troops::LightCavalry;
        let flanked = by.iter().any(|one| one.flank);
        let may = if mounted { all(&|unit| b.arm(unit) == Arm::Cavalry) && !flanked } else { alike };
        let firm = self.s.unit(target).cohesion <= Cohesion::Disordered || !mounted;
        let verbs = [verb::EVADE, verb::STAND];
        if may && firm && self.ask_reaction(target, "skirmishers", &verbs)? == verb::STAND {
            if alike && !mounted {
                return Ok(Reaction::Stands);
            }
            let freely = alike && from.iter().all(|unit| light(*unit));
            if freely || self.assault_test(target, Score::Event)?.passed() {
                self.counter_charge(target, &from);
                return Ok(Reaction::Silent);
            }
        }
        self.evades(target, &from)?;
        Ok(Reaction::Gone)
    }

    /// Infantry in the open that cavalry assaults: it forms square or stands, by a test either way, though one that wavers and has held stands without another; failed, it loses a level, and
    /// another one if it is not in square and the cavalry began within 2 MU.
    fn face_cavalry(&mut self, target: UnitId, by: &[Assault]) -> Play<Reaction> {
        let now = *self.s.unit(target);
        let line = now.formation == Formation::Line;
        let own = figure(self.b, self.s, target);
        let horse = by.iter().filter(|one| self.b.arm(one.unit) == Arm::Cavalry);
        let near = horse.clone().any(|one| is_within(&own, &figure(self.b, self.s, one.unit), Length::mu(2)));
        let square = self.ask_reaction(target, "square", &[verb::SQUARE, verb::STAND])? == verb::SQUARE;
        let score = if square && line { Score::SquareFromLine } else { Score::Event };
        // So does who holds the bank of a river that has dried up.
        let bank = || by.iter().all(|one| came_across(self.b, self.s, one.from, one.unit, target));
        let held = !square && (now.cohesion == Cohesion::Wavering || bank());
        let passed = held || self.assault_test(target, score)?.passed();
        if square {
            self.form_square(target);
            self.stays_in_reach(target, by);
        }
        let formed = self.s.unit(target).formation == Formation::Square;
        let losses = i16::from(!passed) + i16::from(near && !formed);
        if self.drop_levels(target, losses)? == Cohesion::Broken {
            let from: Few<UnitId, 8> = by.iter().map(|one| one.unit).collect();
            self.breaks(target, &from)?;
            return Ok(Reaction::Gone);
        }
        Ok(if square { Reaction::Silent } else { Reaction::Stands })
    }

    /// A square that infantry assaults stays or changes to tactical formation, by a test either way.
    fn leave_square(&mut self, target: UnitId) -> Play<Reaction> {
        let stays = self.ask_reaction(target, "from_square", &[verb::STAND, verb::OPEN])? == verb::STAND;
        let lost = i16::from(!self.assault_test(target, Score::Event)?.passed());
        if self.drop_levels(target, lost)? == Cohesion::Broken {
            let by = self.s.assaults.iter().filter(|one| one.target == target);
            let from: Few<UnitId, 8> = by.map(|one| one.unit).collect();
            self.breaks(target, &from)?;
            return Ok(Reaction::Gone);
        }
        if !stays {
            let now = self.s.unit_mut(target);
            now.formation = Formation::Tactical;
            now.set(did::SILENT, true);
        }
        Ok(if stays { Reaction::Stands } else { Reaction::Silent })
    }

    /// A unit forms square where it stands, if there is room.
    fn form_square(&mut self, unit: UnitId) {
        let (b, card, now) = (self.b, self.b.unit(unit), *self.s.unit(unit));
        let from = now.formation.array().expect("infantry stands in an array");
        let into = crate::formations::Array::Tactical;
        let list = match shifts(card.strength, b.base, from, into) {
            Some(Shifts::These(list)) => list,
            _ => vec![Length(0)],
        };
        let side = [table::Side(0), table::Side(1)];
        for shift in list {
            let pose = reformed(now.pose, card.strength, b.base, (from, into), shift);
            let own = pose.place(size(b, card, Formation::Square).expect("infantry forms squares").shape());
            let free = |(other, at): &(UnitId, baize::Figure)| *other == unit || !overlap(&own, at);
            if side.into_iter().all(|side| figures(b, self.s, side).all(|one| free(&one))) {
                let now = self.s.unit_mut(unit);
                (now.pose, now.formation) = (pose, Formation::Square);
                now.set(did::SILENT, true);
                return;
            }
        }
    }

    /// A square that has formed out of the way of who assaults it slides toward them as little as it must to be reached, if there is room (`movement.square`).
    fn stays_in_reach(&mut self, target: UnitId, by: &[Assault]) {
        let (b, s) = (self.b, &*self.s);
        let (pose, size) = (s.unit(target).pose, size_of(b, s, target));
        let Some(assault) = by.iter().find(|one| b.arm(one.unit) == Arm::Cavalry) else { return };
        let own = size_of(b, s, assault.unit);
        let most = allowance_of(b, s, assault.unit, Going::Open).unwrap_or(Length(0));
        let sweep = Sweep::new(wheeled(assault.from, own, assault.by), own, Leg::Ahead(most));
        let reached = |pose: Pose| sweep.first_touch(&pose.place(size.shape())).is_some();
        if reached(pose) {
            return;
        }
        let (from, to) = (middle(&figure(b, s, target)), middle(&figure(b, s, assault.unit)));
        let way = direction(i64::from(to.x - from.x), i64::from(to.y - from.y)).from(pose.turn);
        let slid = |by: i16| pose.after(size, Leg::Drift { way, by: Length(by) });
        let Some(pose) = (10..=6 * MU.0).step_by(10).map(slid).find(|pose| reached(*pose)) else { return };
        let there = pose.place(size.shape());
        let free = |side| {
            figures(b, s, side).all(|(one, at)| {
                one == target
                    || !overlap(&there, &at) && (side == b.side(target) || !is_within(&there, &at, SLACK))
            })
        };
        if b.table.has_all_of(&there) && [table::Side(0), table::Side(1)].into_iter().all(free) {
            self.s.unit_mut(target).pose = pose;
        }
    }

    /// Cavalry counter-charges the nearest of those before it: it wheels toward it freely, as far as there is room, and goes 4 MU or half of what is between them, if that is less.
    fn counter_charge(&mut self, target: UnitId, from: &[UnitId]) {
        let (b, s) = (self.b, &*self.s);
        let own = figure(b, s, target);
        let Some(by) = from.iter().copied().min_by_key(|unit| apart(&own, &figure(b, s, *unit))) else {
            return;
        };
        let other = figure(b, s, by);
        let half = (apart(&own, &other).units() / 2) as i16;
        let (pose, size) = (s.unit(target).pose, size_of(b, s, target));
        let (sides, me) = ([table::Side(0), table::Side(1)], target);
        let others: Vec<Figure> = sides
            .into_iter()
            .flat_map(|side| figures(b, s, side).filter(|(one, _)| *one != me).map(|(_, at)| at))
            .collect();
        let free = |pose: Pose| {
            let own = pose.place(size.shape());
            b.table.has_all_of(&own) && !others.iter().any(|at| is_within(&own, at, SLACK))
        };
        let goal = middle(&other);
        let (x, y) = (i64::from(goal.x) - i64::from(pose.at.x), i64::from(goal.y) - i64::from(pose.at.y));
        let full = direction(x, y).from(pose.turn);
        // A quarter at the most, in sixteen parts: as much of it as there is room for.
        let most = full.amount().min(Turn::QUARTER.0);
        let part = |parts: u16| {
            let by = Turn((u32::from(most) * u32::from(parts) / 16) as u16);
            wheeled(pose, size, if full.is_right() { by } else { by.reversed() })
        };
        let wheels = (1..=16).rev().map(part).find(|wheeled| free(*wheeled));
        let begins = wheels.unwrap_or(pose);
        let sweep = Sweep::new(begins, size, Leg::Ahead(Length(half.min(4 * MU.0))));
        let first = others.iter().filter_map(|at| sweep.first_touch(at)).min();
        let mut step = first.map_or(sweep.steps(), |step| step.saturating_sub(1).min(sweep.steps()));
        step = step.min(free_of_barriers(&b.table, &sweep));
        while step > 0 && !b.table.has_all_of(&sweep.figure_at(step)) {
            step -= 1;
        }
        self.s.unit_mut(target).pose = sweep.pose_at(step);
        self.tell(|| {
            Event::new(rule!("assault.counter"), "counter_charged")
                .point("unit", unit_point(target))
                .point("target", unit_point(by))
                .point("distance", Point::Length(step as i16))
        });
    }
}
