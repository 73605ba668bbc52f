//! A round of combat: all dice are thrown, then all losses taken (`combat.split`, `combat.rerolls`, `combat.hits`).

use table::{Answer, Event, Few, Play, Point, Refusal, rule};

use super::contact::{opponents, together};
use super::dice::{fought, hands, has_officer};
use super::hits::needed;
use crate::armies::{Arm, Capability, Elan};
use crate::ask::not_offered;
use crate::ch01_command::leader_of;
use crate::ch10_features::keeps;
use crate::core::charts::Peril;
use crate::core::field::{Over, about, unit_point};
use crate::core::place::figure;
use crate::core::state::{Cohesion, UnitId, did};
use crate::core::verb;
use crate::formations::Strength;
use crate::{Battle, Field, State};

/// Second throws of combat: dice up to a number, or all sixes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Again {
    Low(i16),
    Sixes,
}

/// Whether a unit has a fight before it in this phase: it is not broken, and its front touches an enemy.
fn fights(b: &Battle, s: &State, unit: UnitId) -> bool {
    let now = s.unit(unit);
    now.on_table()
        && now.cohesion != Cohesion::Broken
        && !now.has(did::FOUGHT)
        && !fought(b, s, unit).is_empty()
}

/// Rest of a unit's dice, as they are shared out among its opponents (`combat.split`).
struct Rest {
    /// Dice left.
    left: i16,
    /// Dice in all.
    all: i16,
    /// Opponents in all.
    foes: i16,
    /// Opponents that have none yet, the one nearest to the middle of the front first, if it is among them.
    open: Few<UnitId, 8>,
    /// The one nearest to the middle of the front.
    central: UnitId,
    /// Dice of the central one, if it has its own already.
    given: Option<i16>,
    /// The most that another has.
    most: i16,
}

impl Rest {
    /// The least that each gets: one of up to five dice, two of more.
    fn least(&self) -> i16 {
        if self.all > 5 { 2 } else { 1 }
    }

    /// Whether so many dice may go to an opponent now: each has its least in the end, and none more than the central one. With more opponents than dice some get one each.
    fn allows(&self, foe: UnitId, dice: i16) -> bool {
        if self.foes * self.least() > self.all {
            return dice == self.least().min(self.left);
        }
        let (others, rest) = (self.open.len() as i16 - 1, self.left - dice);
        let fits = match (foe == self.central, self.given) {
            (true, _) => dice >= self.most && (others == 0 || dice >= (rest + others - 1) / others),
            (false, Some(given)) => dice <= given && rest <= others * given,
            (false, None) => rest - (others - 1) * self.least() >= dice.max(self.most),
        };
        dice >= self.least() && rest >= others * self.least() && fits && (others > 0 || rest == 0)
    }
}

/// The opponent nearest to the middle of a unit's front.
fn central(b: &Battle, s: &State, unit: UnitId, foes: &[UnitId]) -> UnitId {
    let at = crate::core::place::middle_of(figure(b, s, unit).front());
    let middle = baize::Edge { from: at, to: at };
    let nearest = foes.iter().copied().min_by_key(|foe| (middle.apart(&figure(b, s, *foe)), *foe));
    nearest.unwrap_or(UnitId::NONE)
}

impl Field<'_, '_> {
    /// One combat: all units that touch each other, or the end of the phase.
    ///
    /// # Errors
    /// As the doors.
    pub(crate) fn combat_step(&mut self) -> Play<Over> {
        let Some(first) = self.b.unit_ids().find(|unit| fights(self.b, self.s, *unit)) else {
            return Ok(self.second_round());
        };
        let units = together(self.b, self.s, first);
        let mut hits: Few<(UnitId, i16), 8> = units.iter().map(|unit| (*unit, 0)).collect();
        for unit in &units {
            for (foe, struck) in self.strike(*unit)? {
                let own = hits.iter_mut().find(|(one, _)| *one == foe).expect("opponents fight together");
                own.1 += struck;
            }
        }
        for (unit, hits) in &hits {
            self.s.unit_mut(*unit).set(did::FOUGHT, true);
            self.lose_to_combat(*unit, *hits)?;
        }
        self.resolve(&units)?;
        for (unit, hits) in hits {
            let retired = self.s.unit(unit).has(did::RETIRED);
            self.endanger(unit, hits, if retired { Peril::Retires } else { Peril::Combat })?;
            self.spend(unit, hits);
        }
        Ok(Over::No)
    }

    /// Second round: when all have fought, those who met others in the first half of a pursuit fight once more, and with them whomever they touch (`sequence`).
    fn second_round(&mut self) -> Over {
        let again = |unit: &UnitId| self.s.unit(*unit).on_table() && self.s.unit(*unit).has(did::AGAIN);
        let all: Few<UnitId, 8> = self.b.unit_ids().filter(again).collect();
        if self.s.clock.second || all.is_empty() {
            self.line_up();
            return Over::Yes;
        }
        self.s.clock.second = true;
        for unit in all {
            let foes = opponents(self.b, self.s, unit);
            for one in foes.iter().map(|contact| contact.foe).chain([unit]) {
                self.s.unit_mut(one).set(did::FOUGHT, false);
            }
        }
        Over::No
    }

    /// Hits of a unit on each of its opponents.
    fn strike(&mut self, unit: UnitId) -> Play<Few<(UnitId, i16), 8>> {
        let foes = fought(self.b, self.s, unit);
        let mut struck = Few::new();
        if foes.is_empty() || self.s.unit(unit).cohesion == Cohesion::Broken {
            return Ok(struck);
        }
        let (mut hands, made) = hands(self.b, self.s, unit, &foes);
        let all: i16 = hands.iter().map(|(_, dice)| dice).sum();
        for (foe, share) in self.shares(unit, &foes, all)? {
            let (least, advantages) = needed(self.b, self.s, unit, foe);
            let (mut hits, mut left) = (0, share);
            for hand in &mut hands {
                let thrown = left.min(hand.1);
                (hand.1, left) = (hand.1 - thrown, left - thrown);
                let low = self.combat_again(hand.0, hand.0 == unit);
                hits += self.blows(hand.0, thrown, least, low)?;
            }
            self.tell(|| {
                Event::new(rule!("combat.hit"), "fought")
                    .point("unit", unit_point(unit))
                    .point("target", unit_point(foe))
                    .number("dice", share)
                    .number("least", least)
                    .number("hits", hits)
                    .sum("dice", &made)
                    .sum("advantage", &advantages)
            });
            struck.push((foe, hits));
        }
        Ok(struck)
    }

    /// Shares out a unit's dice among its opponents, as its player likes within the limits (`combat.split`).
    fn shares(&mut self, unit: UnitId, foes: &[UnitId], all: i16) -> Play<Few<(UnitId, i16), 8>> {
        let central = central(self.b, self.s, unit, foes);
        let mut shares: Few<(UnitId, i16), 8> = Few::new();
        // Who defends a building or works has as many dice against each.
        if !foes.is_empty() && foes.iter().all(|foe| keeps(self.b, self.s, unit, *foe)) {
            let (each, more) = (all / foes.len().max(1) as i16, all % foes.len().max(1) as i16);
            shares.extend((0..).zip(foes).map(|(at, foe)| (*foe, each + i16::from(at < more))));
            return Ok(shares);
        }
        loop {
            let of = |foe: UnitId| shares.iter().find(|(one, _)| *one == foe).map(|(_, dice)| *dice);
            let spent: i16 = shares.iter().map(|(_, dice)| dice).sum();
            let open: Few<UnitId, 8> = foes.iter().copied().filter(|foe| of(*foe).is_none()).collect();
            if open.is_empty() || all == spent {
                break;
            }
            let others = shares.iter().filter(|(foe, _)| *foe != central).map(|(_, dice)| *dice);
            let rest = Rest {
                left: all - spent,
                all,
                foes: foes.len() as i16,
                open,
                central,
                given: of(central),
                most: others.max().unwrap_or(0),
            };
            let rule = rule!("combat.split");
            let list = |_: &Battle, _: &State, out: &mut Vec<Answer>| {
                for foe in &rest.open {
                    let legal = (1..=rest.left).filter(|dice| rest.allows(*foe, *dice));
                    out.extend(legal.map(|dice| {
                        Answer::three(verb::STRIKE, unit_point(unit), unit_point(*foe), Point::Number(dice))
                    }));
                }
            };
            let refuse = |_: &Battle, _: &State, answer: &Answer| match answer.points {
                [Point::Unit(_), Point::Unit(foe), Point::Number(_)] => {
                    Refusal::new(rule, "strike.split").with("foe", Point::Unit(foe))
                }
                _ => not_offered(rule),
            };
            let about = about([unit_point(unit)]);
            let answer = self.ask(self.b.side(unit), rule, "split", about, list, refuse)?;
            let [_, Point::Unit(foe), Point::Number(dice)] = answer.points else { break };
            shares.push((UnitId(foe as u8), dice));
        }
        Ok(shares)
    }

    /// Hits of some dice, with second throws by élan, one level better for a unit that is led (`combat.rerolls`).
    fn blows(&mut self, unit: UnitId, dice: i16, least: i16, again: Again) -> Play<i16> {
        if dice < 1 {
            return Ok(0);
        }
        const HIT: u32 = 1;
        const AGAIN: u32 = 2;
        let class = |face: i16| match again {
            Again::Low(low) if face <= low && face < least => AGAIN,
            Again::Sixes if face == 6 => AGAIN,
            _ => u32::from(face >= least),
        };
        let (rule, who) = (rule!("combat.rerolls"), (self.b.side(unit), unit));
        let first = self.throw(rule, "combat", who, dice as u16, class)?;
        let mut hits = first.of(HIT as usize);
        let more = first.of(AGAIN as usize);
        if more > 0 {
            hits += self.throw(rule, "again", who, more, |face| u32::from(face >= least))?.of(1);
        }
        Ok(hits as i16)
    }

    /// The second throws of a unit in combat.
    fn combat_again(&self, unit: UnitId, fights: bool) -> Again {
        let card = self.b.unit(unit);
        // Who leads a unit that supports another is not in the fight.
        let led = fights && (has_officer(self.b, self.s, unit) || leader_of(self.b, self.s, unit).is_some());
        let low = match (card.elan, card.is(Capability::Guard)) {
            (Elan::Superior, true) => 2,
            (Elan::Superior, false) | (Elan::Average, true) => 1,
            (Elan::Average, false) => 0,
            (Elan::Poor, _) if led => return Again::Low(0),
            (Elan::Poor, _) => return Again::Sixes,
        };
        Again::Low(low + i16::from(led))
    }

    /// Levels lost by hits in combat: a large unit counts one hit fewer, guards lose less (`combat.hits`).
    fn lose_to_combat(&mut self, unit: UnitId, hits: i16) -> Play<()> {
        let card = self.b.unit(unit);
        let counted = (hits - i16::from(card.strength == Strength::Large)).max(0);
        let losses = self.b.charts.combat_losses(counted);
        let levels = losses[usize::from(card.is(Capability::Guard))];
        self.tell(|| {
            Event::new(rule!("combat.hits"), "struck")
                .point("unit", unit_point(unit))
                .number("hits", counted)
                .number("levels", levels)
        });
        self.drop_levels(unit, levels).map(|_| ())
    }

    /// Cavalry that was hit at all is spent at the end of the combat (`recovery.spent`).
    fn spend(&mut self, unit: UnitId, hits: i16) {
        if self.b.arm(unit) == Arm::Cavalry && hits > 0 && self.s.unit(unit).on_table() {
            self.s.unit_mut(unit).spent = true;
        }
    }
}
