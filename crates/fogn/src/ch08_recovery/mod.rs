//! The Recovery Phase: commanders of both sides move a little, and the active side's try to restore order (`recovery.phase`).

mod communications;

use baize::{Leg, Length, Pose, SLACK, Turn, is_within, overlap};
use table::{Answer, Event, Few, Play, Point, Question, Refusal, Test, rule};

use crate::armies::{Arm, Training};
use crate::ask::not_offered;
use crate::ch01_command::leader_of;
use crate::ch03_movement::{Choice, commander_moves, judge_commander};
use crate::ch04_complex_moves::Needs;
use crate::ch06_combat::{holds_height, rear_support};
use crate::ch10_features::{holds_ground, works_of};
use crate::core::battle::UnitCard;
use crate::core::charts::Score;
use crate::core::field::{Over, about, commander_of, commander_point, unit_of, unit_point};
use crate::core::place::{commander_figure, figure, figures, in_contact};
use crate::core::state::{Cohesion, CommanderId, Formation, Phase, Status, UnitId};
use crate::core::verb;
use crate::{Battle, Field, State};

pub(crate) use communications::{is_guarded, is_occupied};

/// MU within which a commander restores order.
const REACH: Length = Length::mu(4);

/// Whether a commander may try to restore a unit: of their own command, within 4 MU, one unit each, not while leading one in contact; a broken unit has one
/// chance only (`recovery.phase`).
///
/// # Errors
/// Why not.
pub fn may_restore(b: &Battle, s: &State, commander: CommanderId, unit: UnitId) -> Result<(), Refusal> {
    let (card, now, own) = (b.commander(commander), s.commander(commander), b.unit(unit));
    let no = |why| {
        let refusal = Refusal::new(rule!("recovery.phase"), why);
        Err(refusal.with("leader", commander_point(commander)).with("unit", unit_point(unit)))
    };
    if card.side != s.clock.side || own.side != card.side || !now.on_table() || !s.unit(unit).on_table() {
        return no("restore.whose");
    }
    if !card.is_of_corps() && own.division != card.division {
        return no("restore.command");
    }
    if now.recovered {
        return no("restore.again");
    }
    if now.with.some().is_some_and(|led| in_contact(b, s, led)) {
        return no("restore.fighting");
    }
    if s.unit(unit).cohesion == Cohesion::Steady {
        return no("restore.steady");
    }
    // Nobody rallies whose line of communications the enemy occupies.
    if s.unit(unit).cohesion == Cohesion::Broken && is_occupied(b, s, card.side) {
        let occupied = Refusal::new(rule!("recovery.loc"), "restore.occupied");
        return Err(occupied.with("leader", commander_point(commander)).with("unit", unit_point(unit)));
    }
    if now.with != unit && !is_within(&commander_figure(b, s, commander), &figure(b, s, unit), REACH) {
        return no("restore.far");
    }
    Ok(())
}

/// Dice of a cohesion test: by training; one more for infantry and cavalry led by a charismatic commander, one less in line (`morale.procedure`).
/// Conscripts with support from the rear or in a defensive position throw one more, and in line without either fail at once; who holds a height or an obstacle loses nothing for its line.
pub fn cohesion_dice(b: &Battle, s: &State, unit: UnitId) -> i16 {
    let (card, now) = (b.unit(unit), s.unit(unit));
    let in_line = matches!(now.formation, Formation::Line);
    let height = holds_height(b, s, unit) || holds_ground(b, s, unit);
    let conscripts = card.training == Training::Conscript;
    let backed = conscripts && (height || rear_support(b, s, unit));
    if in_line && conscripts && !backed {
        return 0;
    }
    let inspired = leader_of(b, s, unit).is_some_and(|leader| s.commander(leader).charismatic);
    let by_training = b.charts.training(card.training).cohesion;
    by_training + i16::from(backed) + i16::from(inspired && card.arm() != Arm::Artillery)
        - i16::from(in_line && !height)
}

/// Score that one die of a unit's cohesion test must show: one more while its side's line of communications is occupied (`morale.procedure`, `recovery.loc`).
pub fn cohesion_score(b: &Battle, s: &State, unit: UnitId, score: Score) -> i16 {
    b.charts.score(score) + communications::harder(b, s, b.side(unit))
}

/// The formation in which a broken unit rallies (`recovery.phase`).
fn rallied(card: &UnitCard) -> Formation {
    if card.arm() == Arm::Artillery { Formation::Limbered } else { Formation::Tactical }
}

/// The pose in which a broken unit rallies: where it stands, or shifted from the edge of the table by what it would stand beside it; none if somebody stands there, when it
/// keeps the formation that it has (RULING 76).
fn room_to_rally(b: &Battle, s: &State, unit: UnitId) -> Option<Pose> {
    let size = crate::core::place::size(b, b.unit(unit), rallied(b.unit(unit)))?;
    let pose = s.unit(unit).pose;
    let (low, high) = pose.place(size.shape()).rim();
    let inward = |low: i32, high: i32, most: i16| {
        if low < 0 { -low } else { (i32::from(most) - high).min(0) }
    };
    let (x, y) = (inward(low.x, high.x, b.table.width.0), inward(low.y, high.y, b.table.depth.0));
    let at = baize::Spot { x: (i32::from(pose.at.x) + x) as i16, y: (i32::from(pose.at.y) + y) as i16 };
    let there = Pose { at, ..pose };
    let own = there.place(size.shape());
    let free = |side| figures(b, s, side).all(|(one, other)| one == unit || !overlap(&own, &other));
    [table::Side(0), table::Side(1)].into_iter().all(free).then_some(there)
}

impl Field<'_, '_> {
    /// A piece of the phase: commanders of the side that is not active ride, then those of the active side, then they restore order.
    ///
    /// # Errors
    /// As the doors.
    pub(crate) fn recovery_step(&mut self) -> Play<Over> {
        let active = self.s.clock.side;
        if !self.s.clock.recovering {
            self.assess();
            if self.s.clock.phase == Phase::Over {
                return Ok(Over::No);
            }
            self.lay_guns_back();
            self.recover_guns()?;
            self.sacrifice_officers()?;
            for side in [active.enemy(), active] {
                self.rides(side)?;
            }
            self.s.clock.recovering = true;
            return Ok(Over::No);
        }
        match self.ask_restore()? {
            Some((commander, unit)) => {
                self.restore(commander, unit)?;
                Ok(Over::No)
            }
            None => {
                self.lose_broken();
                self.promote()?;
                Ok(Over::Yes)
            }
        }
    }

    /// Guns of both sides in works that turned to fire face again as before, if they stand where they turned (`works`).
    fn lay_guns_back(&mut self) {
        for unit in self.b.unit_ids() {
            let Some(pose) = self.s.unit_mut(unit).laid.take() else { continue };
            if !self.s.unit(unit).on_table() {
                continue;
            }
            let before = self.s.unit(unit).pose;
            self.s.unit_mut(unit).pose = pose;
            let own = figure(self.b, self.s, unit);
            let meets = |side| {
                crate::core::place::figures(self.b, self.s, side)
                    .any(|(one, at)| one != unit && overlap(&own, &at))
            };
            if works_of(self.b, self.s, unit).is_none()
                || [table::Side(0), table::Side(1)].into_iter().any(meets)
            {
                self.s.unit_mut(unit).pose = before;
            }
        }
    }

    /// The commanders of a side ride up to 4 MU each.
    fn rides(&mut self, side: table::Side) -> Play<()> {
        loop {
            let list = |b: &Battle, s: &State, out: &mut Vec<Answer>| {
                commander_moves(b, s, side, out);
                out.push(Answer::button(verb::DONE));
            };
            let judge = |b: &Battle, s: &State, answer: &Answer| judge_commander(b, s, side, answer);
            let options = Choice { b: self.b, s: self.s, side, list: &list, judge: &judge };
            let rule = rule!("recovery.phase");
            let about = about([Point::Side(side)]);
            let question = Question { side, rule, key: "ride", about, options: &options };
            let answer = self.doors.ask(self.s, &question)?;
            let Some(commander) = commander_of(&answer) else { return Ok(()) };
            self.ride(commander, &answer);
        }
    }

    /// Asks who restores which unit.
    fn ask_restore(&mut self) -> Play<Option<(CommanderId, UnitId)>> {
        let (side, rule) = (self.s.clock.side, rule!("recovery.phase"));
        let list = |b: &Battle, s: &State, out: &mut Vec<Answer>| {
            for commander in b.commander_ids() {
                let units = b.units_of(side).filter(|unit| may_restore(b, s, commander, *unit).is_ok());
                let restore = |unit| Answer::two(verb::RESTORE, commander_point(commander), unit_point(unit));
                out.extend(units.map(restore));
            }
            out.push(Answer::button(verb::DONE));
        };
        let refuse = |b: &Battle, s: &State, answer: &Answer| match (commander_of(answer), unit_of(answer)) {
            (Some(commander), Some(unit)) if answer.verb == verb::RESTORE => {
                may_restore(b, s, commander, unit).err().unwrap_or(not_offered(rule))
            }
            _ => not_offered(rule),
        };
        let answer = self.ask(side, rule, "restore", about([Point::Side(side)]), list, refuse)?;
        Ok(commander_of(&answer).zip(unit_of(&answer)))
    }

    /// A commander tries to restore a unit: one level if the test is passed; a broken unit that fails is lost, and one that passes is spent
    /// (`recovery.broken`).
    fn restore(&mut self, commander: CommanderId, unit: UnitId) -> Play<()> {
        let was = self.s.unit(unit).cohesion;
        let broken = was == Cohesion::Broken;
        let score = if broken { Score::Rally } else { Score::Recovery };
        let least = cohesion_score(self.b, self.s, unit, score);
        let needs = Needs { dice: cohesion_dice(self.b, self.s, unit), least };
        let result = self.test(unit, rule!("morale.procedure"), "recovery", needs)?;
        self.s.commander_mut(commander).recovered = true;
        if result.passed() {
            let card = self.b.unit(unit);
            let place = room_to_rally(self.b, self.s, unit);
            let now = self.s.unit_mut(unit);
            now.cohesion = Cohesion::ALL[was as usize - 1];
            if broken {
                now.spent = card.arm() != Arm::Artillery;
                if let Some(pose) = place {
                    (now.formation, now.pose) = (rallied(card), pose);
                }
            }
        }
        let cohesion = self.s.unit(unit).cohesion;
        self.tell(|| {
            Event::new(rule!("recovery.phase"), "restored")
                .point("leader", commander_point(commander))
                .point("unit", unit_point(unit))
                .number("dice", needs.dice)
                .number("least", needs.least)
                .word("result", result.word())
                .word("cohesion", cohesion.name())
        });
        if broken && result == Test::Failed {
            self.lose(unit);
        }
        if result.passed() {
            self.recovers_facing(unit)?;
        }
        Ok(())
    }

    /// A unit that has recovered may turn to any side where it has room (`recovery.phase`).
    fn recovers_facing(&mut self, unit: UnitId) -> Play<()> {
        let (b, s) = (self.b, &*self.s);
        let (pose, size) = (s.unit(unit).pose, crate::core::place::size_of(b, s, unit));
        if in_contact(b, s, unit) || s.unit(unit).is_inside() {
            return Ok(());
        }
        let free = |by: &Turn| {
            let own = pose.after(size, Leg::Spin(*by)).place(size.shape());
            let clear = |side| {
                crate::core::place::figures(b, s, side).all(|(one, at)| {
                    one == unit
                        || !overlap(&own, &at) && (side == b.side(unit) || !is_within(&own, &at, SLACK))
                })
            };
            b.table.has_all_of(&own) && [table::Side(0), table::Side(1)].into_iter().all(clear)
        };
        let own = figure(b, s, unit);
        let toward = crate::core::place::nearest_enemy(b, s, b.side(unit), &own).map(|(foe, _)| {
            let (from, to) =
                (crate::core::place::middle(&own), crate::core::place::middle(&figure(b, s, foe)));
            let way = crate::core::place::direction(i64::from(to.x - from.x), i64::from(to.y - from.y));
            way.from(pose.turn)
        });
        let eighths = (1..8_u16).map(|n| Turn(8192 * n));
        let mut turns: Few<Turn, 16> = eighths.chain(toward).filter(free).filter(|by| by.0 != 0).collect();
        turns.sort_by_key(|by| by.0);
        turns.dedup();
        if turns.is_empty() {
            return Ok(());
        }
        let rule = rule!("recovery.phase");
        let list = |_: &Battle, _: &State, out: &mut Vec<Answer>| {
            out.extend(turns.iter().map(|by| Answer::one(verb::FACE, Point::Turn(by.0))));
            out.push(Answer::button(verb::DONE));
        };
        let refuse = |_: &Battle, _: &State, _: &Answer| not_offered(rule);
        let about = about([unit_point(unit)]);
        let answer = self.ask(b.side(unit), rule, "recovered.facing", about, list, refuse)?;
        if let Point::Turn(by) = answer.points[0] {
            self.s.unit_mut(unit).pose = pose.after(size, Leg::Spin(Turn(by)));
        }
        Ok(())
    }

    /// Broken units that nobody has rallied are lost (`recovery.broken`).
    fn lose_broken(&mut self) {
        let side = self.s.clock.side;
        for unit in self.b.units_of(side) {
            let now = self.s.unit(unit);
            if now.on_table() && now.cohesion == Cohesion::Broken {
                self.lose(unit);
            }
        }
    }

    /// A unit leaves the table; who led it stays where it was.
    pub(crate) fn lose(&mut self, unit: UnitId) {
        if let Some(leader) = leader_of(self.b, self.s, unit) {
            let pose = crate::core::place::commander_pose(self.b, self.s, leader);
            let now = self.s.commander_mut(leader);
            (now.with, now.pose) = (UnitId::NONE, pose);
        }
        self.s.unit_mut(unit).status = Status::Lost;
        self.tell(|| Event::new(rule!("recovery.broken"), "lost").point("unit", unit_point(unit)));
    }
}
