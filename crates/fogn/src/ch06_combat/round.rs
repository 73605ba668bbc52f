//! A round of combat: all dice are thrown, then all losses taken (`combat.split`, `combat.rerolls`, `combat.hits`).

use table::{Event, Few, Play, rule};

use super::contact::together;
use super::dice::{dice_against, fought, has_officer};
use super::hits::needed;
use crate::armies::{Arm, Capability, Elan};
use crate::ch01_command::leader_of;
use crate::core::charts::Peril;
use crate::core::field::{Over, unit_point};
use crate::core::place::figure;
use crate::core::state::{Cohesion, UnitId, did};
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

/// Dice shared out among opponents: evenly, what is left to the one nearest to the middle of the front (`combat.split`). RULING: the player's choice is not asked.
fn shares(b: &Battle, s: &State, unit: UnitId, foes: &[UnitId], dice: i16) -> Few<(UnitId, i16), 8> {
    let front = figure(b, s, unit).front();
    let middle =
        baize::Edge { from: crate::core::place::middle_of(front), to: crate::core::place::middle_of(front) };
    let mut order: Few<UnitId, 8> = Few::from_slice(foes);
    order.sort_by_key(|foe| middle.apart(&figure(b, s, *foe)));
    let count = order.len() as i16;
    order
        .iter()
        .enumerate()
        .map(|(at, foe)| {
            let even = dice / count + i16::from((at as i16) < dice % count);
            (*foe, if count > dice { i16::from((at as i16) < dice) } else { even })
        })
        .collect()
}

impl Field<'_, '_> {
    /// One combat: all units that touch each other, or the end of the phase.
    ///
    /// # Errors
    /// As the doors.
    pub(crate) fn combat_step(&mut self) -> Play<Over> {
        let Some(first) = self.b.unit_ids().find(|unit| fights(self.b, self.s, *unit)) else {
            return Ok(Over::Yes);
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

    /// Hits of a unit on each of its opponents.
    fn strike(&mut self, unit: UnitId) -> Play<Few<(UnitId, i16), 8>> {
        let foes = fought(self.b, self.s, unit);
        let mut struck = Few::new();
        if foes.is_empty() || self.s.unit(unit).cohesion == Cohesion::Broken {
            return Ok(struck);
        }
        let (dice, made) = dice_against(self.b, self.s, unit, &foes);
        for (foe, share) in shares(self.b, self.s, unit, &foes, dice) {
            let (least, advantages) = needed(self.b, self.s, unit, foe);
            let hits = self.blows(unit, share, least)?;
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

    /// Hits of some dice, with second throws by élan, one level better for a unit that is led (`combat.rerolls`).
    fn blows(&mut self, unit: UnitId, dice: i16, least: i16) -> Play<i16> {
        if dice < 1 {
            return Ok(0);
        }
        const HIT: u32 = 1;
        const AGAIN: u32 = 2;
        let again = self.combat_again(unit);
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
    fn combat_again(&self, unit: UnitId) -> Again {
        let card = self.b.unit(unit);
        let led = has_officer(self.b, unit) || leader_of(self.b, self.s, unit).is_some();
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
