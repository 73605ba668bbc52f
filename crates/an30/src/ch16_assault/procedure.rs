//! 16.1.1: the assault and mêlée procedure.

use table::{Event, Play, rule};

use crate::Field;
use crate::ch08_command::casualties;
use crate::ch13_movement::involuntary::Retreat;
use crate::ch15_fire::fire::Nerve;
use crate::ch16_assault::advance::Sequel;
use crate::ch16_assault::clash::{Clash, Fight};
use crate::ch16_assault::melee::Sides;
use crate::ch16_assault::rolls::Round;
use crate::ch16_assault::volley::Toll;
use crate::ch18_artillery::supply;
use crate::core::Few;
use crate::core::battle::Arm;
use crate::core::charts::MeleeResult;
use crate::core::field::{hex_point, unit_point};
use crate::core::occupancy::Units;
use crate::core::state::{Assault, Formation, Order, UnitId};

/// The outcome of a round of an assault.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RoundOutcome {
    /// Somebody is gone: step 6, for who may advance.
    Decided,
    /// A blank: firefight; or the round goes on.
    Undecided,
}

impl Field<'_> {
    /// Resolves an assault by the Règlement's steps (16.1.1), then those which those who advanced declared (16.3.7.2). Its markers lie until it is
    /// over (step 8).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn resolve_assault(&mut self, assault: usize) -> Play<()> {
        self.resolve_by(assault, Self::assault_steps)
    }

    /// Resolves an assault by some steps, then the assaults that follow from it, unless they last (the revision's firefights).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn resolve_by(
        &mut self,
        assault: usize,
        steps: fn(&mut Self, &Assault) -> Play<Vec<Assault>>,
    ) -> Play<()> {
        let mut assault = self.s.assaults.remove(assault);
        assault.under_way = true;
        self.s.assaults.push(assault.clone());
        let next = steps(self, &assault)?;
        if let Some(own) = self.s.assaults.iter().rposition(|a| a.under_way) {
            self.s.assaults.remove(own);
        }
        for assault in next {
            let (at, lasts) = (self.s.assaults.len(), assault.locked);
            self.s.assaults.push(assault);
            if !lasts {
                let steps = self.b.variant;
                steps.resolve_assault(self, at)?;
            }
        }
        Ok(())
    }

    /// Steps 1 to 8. Says which assaults follow from it.
    fn assault_steps(&mut self, assault: &Assault) -> Play<Vec<Assault>> {
        let mut clash = Clash::gather(self.b, self.s, assault);
        let Some(first) = clash.attackers.first().and_then(|p| p.units.first().copied()) else {
            self.assault_over(&clash);
            return Ok(clash.next);
        };
        self.tell(|| {
            Event::new(rule!("16.1.1"), "assault.resolved")
                .point("unit", unit_point(first))
                .point("hex", hex_point(clash.targets[0]))
        });
        let held = !clash.defenders.is_empty();
        self.who_cannot_stand(&mut clash)?;
        if held && clash.defenders.is_empty() {
            self.advance_after_assault(&clash)?;
        } else {
            self.press_on(&mut clash, Sequel::NewTarget)?;
            self.retreat_before_assault(&mut clash, Round::First)?;
            self.press_on(&mut clash, Sequel::NewTarget)?;
            self.assault_rounds(&mut clash)?;
        }
        self.assault_over(&clash);
        Ok(std::mem::take(&mut clash.next))
    }

    /// Steps 3 to 7.
    fn assault_rounds(&mut self, clash: &mut Clash) -> Play<()> {
        if clash.attackers.is_empty() || clash.defenders.is_empty() {
            return Ok(());
        }
        if self.fight_round(clash, Round::First)? == RoundOutcome::Undecided && !clash.guard {
            self.reserves_come(clash)?;
            self.retreat_before_assault(clash, Round::Second)?;
            self.press_on(clash, Sequel::Over)?;
            if !clash.attackers.is_empty() && !clash.defenders.is_empty() {
                self.fight_round(clash, Round::Second)?;
            }
        }
        self.advance_after_assault(clash)
    }

    /// Step 1b: guns without ammunition alone in their hex are eliminated, PGD units and road columns rout (18.10.1, 12.12.3).
    fn who_cannot_stand(&mut self, clash: &mut Clash) -> Play<()> {
        for party in clash.defenders.clone() {
            let (b, s) = (self.b, &*self.s);
            let useless = |u: &UnitId| {
                b.arm(*u) == Arm::Artillery
                    && s.unit(*u).formation == Formation::Unlimbered
                    && !supply::is_supplied(b, s, *u)
            };
            let lost =
                |u: &UnitId| s.unit(*u).order == Order::Pgd || s.unit(*u).shape() == Formation::RoadColumn;
            let here: Units = party.units.iter().copied().filter(|u| s.unit(*u).on_map()).collect();
            if !here.iter().all(useless) {
                // With others they are ignored (18.10.3).
                clash.ignored.extend(here.iter().copied().filter(useless));
                for known in &mut clash.defenders {
                    known.units.retain(|u| !useless(u));
                }
            }
            let routs: Units = here.iter().copied().filter(lost).collect();
            let left = casualties::hexes_of(self.s, &routs);
            let gone: Units = if here.iter().all(useless) { here } else { Units::new() };
            for unit in gone {
                self.lose_guns(unit, rule!("18.10.3"))?;
            }
            for &unit in &routs {
                self.mark_pgd(unit, rule!("16.1.1.1.b"))?;
            }
            let routes = self.go_back(&routs, Retreat::Rout)?;
            clash.fled(&routs, &left, routes);
        }
        clash.refresh(self.b, self.s);
        Ok(())
    }

    /// Steps 3 and 5: rolls, fire, huzzah, mêlée.
    fn fight_round(&mut self, clash: &mut Clash, round: Round) -> Play<RoundOutcome> {
        match round {
            Round::First => {
                let nerve = self.roll_to_close(clash, round, Nerve::Steady)?;
                if clash.attackers.iter().all(|p| p.present(self.s).is_empty()) {
                    clash.attackers.clear();
                    return Ok(RoundOutcome::Decided);
                }
                self.roll_to_stand(clash, nerve)?;
            }
            Round::Second => {
                let nerve = self.roll_to_stand(clash, Nerve::Steady)?;
                clash.refresh(self.b, self.s);
                if clash.defenders.is_empty() {
                    return Ok(RoundOutcome::Decided);
                }
                self.roll_to_close(clash, round, nerve)?;
            }
        }
        if self.follow_targets(clash, Sequel::NewTarget)? == RoundOutcome::Decided {
            return Ok(RoundOutcome::Decided);
        }
        self.get_up(clash);
        let toll = self.exchange_fire(clash)?;
        if self.follow_targets(clash, Sequel::Over)? == RoundOutcome::Decided {
            return Ok(RoundOutcome::Decided);
        }
        if round == Round::First {
            self.huzzah(clash)?;
            if self.follow_targets(clash, Sequel::Over)? == RoundOutcome::Decided {
                return Ok(RoundOutcome::Decided);
            }
        }
        self.melees(clash, &toll, round)
    }

    /// Drops those no longer in it; those who have nobody before them any more follow those who drew together into another hex (16.5.3, 16.2.3.2). It is
    /// decided where one side is left alone.
    pub(crate) fn follow_targets(&mut self, clash: &mut Clash, then: Sequel) -> Play<RoundOutcome> {
        clash.refresh(self.b, self.s);
        if !clash.defenders.is_empty() {
            self.press_on(clash, then)?;
        }
        let alone = clash.attackers.is_empty() || clash.defenders.is_empty();
        Ok(if alone { RoundOutcome::Decided } else { RoundOutcome::Undecided })
    }

    /// Steps 3d, 3e, 5d, 5e: the mêlées, whose results are applied together.
    fn melees(&mut self, clash: &mut Clash, toll: &Toll, round: Round) -> Play<RoundOutcome> {
        let fights = self.grouped(clash)?;
        let mut results: Few<MeleeResult, 4> = Few::new();
        for fight in &fights {
            let sides = Sides::of(self.b, self.s, clash, &fights, fight);
            results.push(self.throw_assault_melee(clash, &sides, toll, round)?);
        }
        self.apply(clash, &fights, &results)
    }

    /// Applies results (16.1.1 steps 3e, 5e): who attacked several stacks suffers the sum of them (16.2.7.1); attackers go first.
    pub(crate) fn apply(
        &mut self,
        clash: &mut Clash,
        fights: &[Fight],
        results: &[MeleeResult],
    ) -> Play<RoundOutcome> {
        let (attackers, defenders) = (clash.attackers.clone(), clash.defenders.clone());
        for (i, party) in attackers.iter().enumerate() {
            let own = fights.iter().zip(results).filter(|(f, _)| f.attackers.contains(&i)).map(|(_, r)| *r);
            self.thrown_off(party, &own.collect::<Few<MeleeResult, 4>>())?;
        }
        let mut undecided: Few<usize, 4> = Few::new();
        for (fight, result) in fights.iter().zip(results) {
            for party in fight.defenders.iter().map(|i| &defenders[*i]) {
                let hexes = party.hexes(self.s);
                let routes = match *result {
                    MeleeResult::DefenderDisorders(n) => self.thrown_back(party, Retreat::Recoil(n))?,
                    MeleeResult::DefenderRouts(_) => self.driven_off(party)?,
                    MeleeResult::DefenderSurrenders(_) => {
                        self.surrender(party);
                        Few::new()
                    }
                    MeleeResult::Blank => {
                        undecided.extend(fight.defenders.iter().copied());
                        continue;
                    }
                    _ => continue,
                };
                clash.won.extend(hexes.iter().copied());
                clash.fled(&party.units, &hexes, routes);
            }
        }
        let left = |i: usize| undecided.contains(&i);
        let beaten = |i: usize| {
            let own = fights.iter().zip(results).filter(move |(f, _)| f.attackers.contains(&i));
            own.map(|(_, r)| *r).any(MeleeResult::is_lost)
        };
        let mut place = 0..;
        clash.attackers.retain(|_| !beaten(place.next().expect("without end")));
        if undecided.is_empty() {
            return Ok(RoundOutcome::Decided);
        }
        clash.defenders =
            defenders.iter().enumerate().filter(|(i, _)| left(*i)).map(|(_, p)| p.clone()).collect();
        clash.attackers.iter_mut().for_each(|p| p.distance = 0);
        clash.refresh(self.b, self.s);
        Ok(if clash.attackers.is_empty() { RoundOutcome::Decided } else { RoundOutcome::Undecided })
    }
}
