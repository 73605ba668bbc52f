//! Reactions of a unit that is assaulted: it stands, changes formation, counter-charges or goes away, by tests where these are asked for (`assault.reactions`,
//! `assault.counter`, `assault.evade`, `morale.assault`).

use baize::{Leg, Length, MU, Sweep, apart, is_within, overlap};
use table::{Answer, Event, Play, Test, Verb, rule};

use super::charge::Charge;
use crate::Field;
use crate::armies::{Arm, Troops};
use crate::ch03_movement::are_skirmishers;
use crate::ch04_complex_moves::Needs;
use crate::ch08_recovery::cohesion_dice;
use crate::core::charts::Score;
use crate::core::field::{about, unit_point};
use crate::core::place::{figure, figures, size, size_of};
use crate::core::state::{Cohesion, Formation, UnitId, did};
use crate::core::verb;
use crate::formations::{Shifts, reformed, shifts};

/// Reaction: what becomes of a target before it is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reaction {
    /// It stands, and may fire.
    Stands,
    /// It stands, but does not fire.
    Silent,
    /// It went away.
    Gone,
}

impl Field<'_, '_> {
    /// Reaction of a target to an assault.
    pub(super) fn react(&mut self, target: UnitId, by: UnitId, charge: &Charge) -> Play<Reaction> {
        let (b, now) = (self.b, *self.s.unit(target));
        let mounted = b.arm(by) == Arm::Cavalry;
        if now.cohesion == Cohesion::Broken {
            self.lose(target);
            return Ok(Reaction::Gone);
        }
        if now.cohesion == Cohesion::Wavering && !self.holds(target, charge.flank)? {
            self.drop_levels(target, 1)?;
            self.breaks(target, &[by])?;
            return Ok(Reaction::Gone);
        }
        match b.arm(target) {
            Arm::Artillery => self.guns_react(target, by),
            _ if are_skirmishers(b, self.s, target) => self.skirmishers_react(target, by),
            Arm::Cavalry if mounted && !charge.flank && now.cohesion <= Cohesion::Disordered => {
                self.counter_charge(target, by);
                Ok(Reaction::Silent)
            }
            Arm::Cavalry => Ok(Reaction::Silent),
            Arm::Infantry if charge.flank => Ok(Reaction::Silent),
            Arm::Infantry if mounted && now.formation != Formation::Square => self.face_cavalry(target, by),
            Arm::Infantry if !mounted && now.formation == Formation::Square => self.leave_square(target),
            Arm::Infantry => Ok(Reaction::Stands),
        }
    }

    /// Whether a wavering unit holds: by a test, never against its flank or rear.
    fn holds(&mut self, target: UnitId, flank: bool) -> Play<bool> {
        Ok(!flank && self.assault_test(target, Score::Event)?.passed())
    }

    /// A cohesion test in answer to an assault (`morale.assault`).
    fn assault_test(&mut self, unit: UnitId, score: Score) -> Play<Test> {
        let needs = Needs { dice: cohesion_dice(self.b, self.s, unit), least: self.b.charts.score(score) };
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

    /// Asks a unit to choose between two reactions.
    fn ask_reaction(&mut self, unit: UnitId, key: &'static str, verbs: [Verb; 2]) -> Play<Verb> {
        let rule = rule!("assault.reactions");
        let list = |_: &crate::Battle, _: &crate::State, out: &mut Vec<Answer>| {
            out.extend(verbs.map(Answer::button));
        };
        let about = about([unit_point(unit)]);
        let refuse = |_: &crate::Battle, _: &crate::State, _: &Answer| crate::ask::not_offered(rule);
        Ok(self.ask(self.b.side(unit), rule, key, about, list, refuse)?.verb)
    }

    /// Guns: limbered ones retire; unlimbered ones stand by a test of 4, or leave their guns, unless horse artillery has the time to limber (RULING: guns that are left are lost until
    /// the rules of their recovery are in play).
    fn guns_react(&mut self, target: UnitId, by: UnitId) -> Play<Reaction> {
        if self.s.unit(target).formation == Formation::Limbered {
            self.evade(target, by)?;
            return Ok(Reaction::Gone);
        }
        let stands = self.ask_reaction(target, "guns", [verb::STAND, verb::LEAVE])? == verb::STAND;
        if stands && self.assault_test(target, Score::Guns)?.passed() {
            return Ok(Reaction::Stands);
        }
        let far = !is_within(&figure(self.b, self.s, target), &figure(self.b, self.s, by), Length::mu(4));
        if self.b.unit(target).troops == Troops::HorseArtillery && far {
            self.evade(target, by)?;
        } else {
            self.lose(target);
        }
        Ok(Reaction::Gone)
    }

    /// Skirmishers evade; on foot they may stand against others on foot, mounted they may charge others, and formed cavalry by a test.
    fn skirmishers_react(&mut self, target: UnitId, by: UnitId) -> Play<Reaction> {
        let alike = are_skirmishers(self.b, self.s, by) && self.b.arm(by) == self.b.arm(target);
        let mounted = self.b.arm(target) == Arm::Cavalry;
        let may = alike || mounted && self.b.arm(by) == Arm::Cavalry;
        let firm = self.s.unit(target).cohesion <= Cohesion::Disordered || !mounted;
        if may && firm && self.ask_reaction(target, "skirmishers", [verb::EVADE, verb::STAND])? == verb::STAND
        {
            if alike && !mounted {
                return Ok(Reaction::Stands);
            }
            if alike || self.assault_test(target, Score::Event)?.passed() {
                self.counter_charge(target, by);
                return Ok(Reaction::Silent);
            }
        }
        self.evade(target, by)?;
        Ok(Reaction::Gone)
    }

    /// Infantry in the open that cavalry assaults: it forms square or stands, by a test either way; failed, it loses a level, and another one if it is not in square and the cavalry began
    /// within 2 MU.
    fn face_cavalry(&mut self, target: UnitId, by: UnitId) -> Play<Reaction> {
        let line = self.s.unit(target).formation == Formation::Line;
        let near = is_within(&figure(self.b, self.s, target), &figure(self.b, self.s, by), Length::mu(2));
        let square = self.ask_reaction(target, "square", [verb::SQUARE, verb::STAND])? == verb::SQUARE;
        let score = if square && line { Score::SquareFromLine } else { Score::Event };
        let passed = self.assault_test(target, score)?.passed();
        if square {
            self.form_square(target);
        }
        let held = self.s.unit(target).formation == Formation::Square;
        let losses = i16::from(!passed) + i16::from(near && !held);
        if self.drop_levels(target, losses)? == Cohesion::Broken {
            self.breaks(target, &[by])?;
            return Ok(Reaction::Gone);
        }
        Ok(if square { Reaction::Silent } else { Reaction::Stands })
    }

    /// A square that infantry assaults stays or changes to tactical formation, by a test either way.
    fn leave_square(&mut self, target: UnitId) -> Play<Reaction> {
        let stays = self.ask_reaction(target, "from_square", [verb::STAND, verb::OPEN])? == verb::STAND;
        if !self.assault_test(target, Score::Event)?.passed() {
            self.drop_levels(target, 1)?;
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

    /// Cavalry counter-charges: straight at the enemy before it, by 4 MU or half of what is between them, if that is less (RULING: without the free wheel).
    fn counter_charge(&mut self, target: UnitId, by: UnitId) {
        let (own, other) = (figure(self.b, self.s, target), figure(self.b, self.s, by));
        let half = (apart(&own, &other).units() / 2) as i16;
        let size = size_of(self.b, self.s, target);
        let sweep = Sweep::new(self.s.unit(target).pose, size, Leg::Ahead(Length(half.min(4 * MU.0))));
        let met = |side| {
            let others = figures(self.b, self.s, side).filter(|(one, _)| *one != target);
            others.filter_map(|(_, at)| sweep.first_touch(&at)).min()
        };
        let first = [table::Side(0), table::Side(1)].into_iter().filter_map(met).min();
        let step = first.map_or(sweep.steps(), |step| step.saturating_sub(1).min(sweep.steps()));
        let pose = sweep.pose_at(step);
        if self.b.table.has_all_of(&pose.place(size.shape())) {
            self.s.unit_mut(target).pose = pose;
        }
    }

    /// A unit evades: a die and as much as a wavering one of its kind; horse artillery out of battery 2 MU.
    fn evade(&mut self, unit: UnitId, by: UnitId) -> Play<()> {
        self.evades(unit, &[by])
    }
}
