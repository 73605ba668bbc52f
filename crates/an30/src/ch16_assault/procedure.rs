//! 16.1.1: the assault and mêlée procedure.

use table::{Event, Play, rule};

use crate::Field;
use crate::ch16_assault::advance::Vacated;
use crate::ch16_assault::clash::Clash;
use crate::ch16_assault::rolls::Round;
use crate::ch18_artillery::supply;
use crate::core::battle::Arm;
use crate::core::charts::MeleeResult;
use crate::core::field::{hex_point, unit_point};
use crate::core::occupancy::Units;
use crate::core::state::{Formation, Order};

/// What came of a round.
enum Came {
    /// The defenders left.
    Won(Vacated),
    /// The attackers did, or nobody moves.
    Over,
    /// A blank: firefight.
    Undecided,
}

impl Field<'_> {
    /// Resolves an assault by the Règlement's steps (16.1.1).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn resolve_assault(&mut self, assault: usize) -> Play<()> {
        let assault = self.s.assaults.remove(assault);
        let mut clash = Clash::gather(self.b, self.s, &assault);
        clash.refresh(self.b, self.s);
        let Some(first) = clash.attackers.first().and_then(|p| p.units.first().copied()) else {
            self.assault_over(&clash);
            return Ok(());
        };
        self.tell(|| {
            Event::new(rule!("16.1.1"), "assault.resolved")
                .point("unit", unit_point(first))
                .point("hex", hex_point(clash.targets[0]))
        });
        if clash.defenders.is_empty() {
            return self.advance_after_assault(&clash, &Vacated::Before);
        }
        self.who_cannot_stand(&mut clash)?;
        if clash.defenders.is_empty() {
            return self.advance_after_assault(&clash, &Vacated::Before);
        }
        for round in [Round::First, Round::Second] {
            match self.fight_round(&mut clash, round)? {
                Came::Won(vacated) => return self.advance_after_assault(&clash, &vacated),
                Came::Over => break,
                Came::Undecided => {}
            }
        }
        self.assault_over(&clash);
        Ok(())
    }

    /// Step 1b: guns without ammunition alone in their hex are eliminated, PGD units and road columns rout.
    fn who_cannot_stand(&mut self, clash: &mut Clash) -> Play<()> {
        for party in clash.defenders.clone() {
            let (b, s) = (self.b, &*self.s);
            let useless = |u: &crate::core::state::UnitId| {
                b.arm(*u) == Arm::Artillery
                    && s.unit(*u).formation == Formation::Unlimbered
                    && !supply::is_supplied(b, s, *u)
            };
            let lost = |u: &crate::core::state::UnitId| {
                s.unit(*u).order == Order::Pgd || s.unit(*u).shape() == Formation::RoadColumn
            };
            let here: Units = party.units.iter().copied().filter(|u| s.unit(*u).on_map()).collect();
            let routs: Units = here.iter().copied().filter(lost).collect();
            let gone: Units = if here.iter().all(useless) { here } else { Units::new() };
            for unit in gone {
                self.lose_guns(unit, rule!("18.10.3"))?;
            }
            self.rout(&routs, rule!("16.1.1.1.b"))?;
        }
        let held = clash.defenders.clone();
        clash.refresh(self.b, self.s);
        if clash.defenders.is_empty() {
            debug_assert!(!held.is_empty(), "there were defenders");
        }
        Ok(())
    }

    /// Steps 3 and 5: rolls, fire, mêlée.
    fn fight_round(&mut self, clash: &mut Clash, round: Round) -> Play<Came> {
        match round {
            Round::First => {
                let any = self.roll_to_close(clash, round, false)?;
                if self.all_gone(clash, Of::Attackers) {
                    return Ok(Came::Over);
                }
                self.roll_to_stand(clash, !any)?;
            }
            Round::Second => {
                let any = self.roll_to_stand(clash, false)?;
                if self.all_gone(clash, Of::Defenders) {
                    return Ok(Came::Won(Vacated::Before));
                }
                self.roll_to_close(clash, round, !any)?;
            }
        }
        if let Some(came) = self.left_alone(clash) {
            return Ok(came);
        }
        self.get_up(clash);
        let toll = self.exchange_fire(clash)?;
        if let Some(came) = self.left_alone(clash) {
            return Ok(came);
        }
        let result = self.throw_assault_melee(clash, toll, round)?;
        self.apply(clash, result)
    }

    /// Whether all of a side have left (the clash keeps those who have not).
    fn all_gone(&mut self, clash: &mut Clash, of: Of) -> bool {
        match of {
            Of::Attackers => clash.attackers.iter().all(|p| p.present(self.s).is_empty()),
            Of::Defenders => {
                let targets = clash.targets.clone();
                clash.defenders.retain(|p| p.hexes(self.s).iter().any(|hex| targets.contains(hex)));
                clash.defenders.is_empty()
            }
        }
    }

    /// Drops who is no longer in it; what that means if a side is gone (16.2.3.2).
    fn left_alone(&mut self, clash: &mut Clash) -> Option<Came> {
        if self.all_gone(clash, Of::Attackers) {
            return Some(Came::Over);
        }
        if self.all_gone(clash, Of::Defenders) {
            return Some(Came::Won(Vacated::Before));
        }
        clash.refresh(self.b, self.s);
        clash.attackers.is_empty().then_some(Came::Over)
    }

    /// Steps 3e, 5e: applies a result.
    fn apply(&mut self, clash: &mut Clash, result: MeleeResult) -> Play<Came> {
        let (attackers, defenders) = (clash.attackers.clone(), clash.defenders.clone());
        let mut ways = crate::core::Few::new();
        match result {
            MeleeResult::Blank => return Ok(Came::Undecided),
            MeleeResult::AttackerSurrenders => attackers.iter().for_each(|p| self.surrender(p)),
            MeleeResult::AttackerRouts => {
                for party in &attackers {
                    self.driven_off(party)?;
                }
            }
            MeleeResult::AttackerDisorders(hexes) => {
                for party in &attackers {
                    self.thrown_back(party, hexes)?;
                }
            }
            MeleeResult::DefenderDisorders(hexes) => {
                for party in &defenders {
                    ways.extend(self.thrown_back(party, hexes)?.into_iter().map(|w| (party.clone(), w)));
                }
            }
            MeleeResult::DefenderRouts(_) => {
                for party in &defenders {
                    ways.extend(self.driven_off(party)?.into_iter().map(|w| (party.clone(), w)));
                }
            }
            MeleeResult::DefenderSurrenders(_) => defenders.iter().for_each(|p| self.surrender(p)),
        }
        Ok(match result {
            MeleeResult::DefenderDisorders(_)
            | MeleeResult::DefenderRouts(_)
            | MeleeResult::DefenderSurrenders(_) => Came::Won(Vacated::ByMelee(ways)),
            _ => Came::Over,
        })
    }
}

/// A side of an assault.
#[derive(Clone, Copy)]
enum Of {
    Attackers,
    Defenders,
}
