//! 16.1.1: the assault and mêlée procedure.

use ground::HexId;
use table::{Event, Play, rule};

use crate::Field;
use crate::ch08_command::casualties;
use crate::ch13_movement::involuntary::Retreat;
use crate::ch15_fire::fire::Nerve;
use crate::ch16_assault::advance::Sequel;
use crate::ch16_assault::melee::Sides;
use crate::ch16_assault::ongoing::{Fight, Flight, OngoingAssault};
use crate::ch16_assault::rolls::Round;
use crate::ch16_assault::volley::Toll;
use crate::ch18_artillery::supply;
use crate::core::Few;
use crate::core::charts::MeleeResult;
use crate::core::field::{hex_point, unit_point};
use crate::core::occupancy::Units;
use crate::core::state::{Assault, Formation, Order, UnitId, did};

/// The outcome of a round of an assault.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
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
        self.episode(|field| field.resolve_all(assault, steps))
    }

    fn resolve_all(
        &mut self,
        assault: usize,
        steps: fn(&mut Self, &Assault) -> Play<Vec<Assault>>,
    ) -> Play<()> {
        let mut assault = self.s.assaults.remove(assault);
        assault.under_way = true;
        self.s.assaults.push(assault.clone());
        let next = steps(self, &assault)?;
        // A battalion that its light company joined fires at those who follow it only (16.3.8).
        for unit in self.b.unit_ids() {
            self.s.unit_mut(unit).set(did::COVERS | did::LEFT_OUT, false);
        }
        self.landmark("assault over", &next)?;
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
        let mut ongoing = OngoingAssault::gather(self.b, self.s, assault);
        let Some(first) = ongoing.attackers.first().and_then(|p| p.units.first().copied()) else {
            self.assault_over(&ongoing);
            return Ok(ongoing.next);
        };
        self.tell(|| {
            Event::new(rule!("16.1.1"), "assault.resolved")
                .point("unit", unit_point(first))
                .point("hex", hex_point(ongoing.targets[0]))
        });
        let held = !ongoing.defenders.is_empty();
        self.leg("assault begun", &mut ongoing, &held, Self::who_cannot_stand)?;
        if held && ongoing.defenders.is_empty() {
            self.advance_after_assault(&ongoing)?;
        } else {
            self.leg("assault pressed", &mut ongoing, &(), |f, o| f.press_on(o, Sequel::NewTarget))?;
            self.leg("assault retreated", &mut ongoing, &(), |f, o| {
                f.retreat_before_assault(o, Round::First)
            })?;
            self.leg("assault followed", &mut ongoing, &(), |f, o| f.press_on(o, Sequel::NewTarget))?;
            self.assault_rounds(&mut ongoing)?;
        }
        self.assault_over(&ongoing);
        Ok(std::mem::take(&mut ongoing.next))
    }

    /// Steps 3 to 7.
    fn assault_rounds(&mut self, ongoing: &mut OngoingAssault) -> Play<()> {
        if ongoing.attackers.is_empty() || ongoing.defenders.is_empty() {
            return Ok(());
        }
        let first = self.leg("assault fought", ongoing, &(), |f, o| f.fight_round(o, Round::First))?;
        if first == RoundOutcome::Undecided && !ongoing.guard {
            self.leg("assault reserves", ongoing, &(), Self::reserves_come)?;
            self.leg("assault second", ongoing, &(), |f, o| {
                f.retreat_before_assault(o, Round::Second)?;
                f.press_on(o, Sequel::Over)
            })?;
            if !ongoing.attackers.is_empty() && !ongoing.defenders.is_empty() {
                self.leg("assault decided", ongoing, &(), |f, o| f.fight_round(o, Round::Second))?;
            }
        }
        self.advance_after_assault(ongoing)
    }

    /// Step 1b: guns without ammunition alone in their hex are eliminated, PGD units and road columns rout (18.10.1, 12.12.3).
    fn who_cannot_stand(&mut self, ongoing: &mut OngoingAssault) -> Play<()> {
        for party in ongoing.defenders.clone() {
            let (b, s) = (self.b, &*self.s);
            let useless = |u: &UnitId| supply::is_useless(b, s, *u);
            let lost =
                |u: &UnitId| s.unit(*u).order == Order::Pgd || s.unit(*u).shape() == Formation::RoadColumn;
            let here: Units = party.units.iter().copied().filter(|u| s.unit(*u).on_map()).collect();
            let routs: Units = here.iter().copied().filter(lost).collect();
            let left = casualties::hexes_of(self.s, &routs);
            let alone = here.iter().all(useless);
            let guns: Units = here.into_iter().filter(useless).collect();
            let gone = if alone { guns.clone() } else { Units::new() };
            if !alone {
                self.leave_out(ongoing, &guns);
            }
            for unit in gone {
                self.lose_guns(unit, rule!("18.10.3"))?;
            }
            for &unit in &routs {
                self.mark_pgd(unit, rule!("16.1.1.1.b"))?;
            }
            let routes = self.go_back(&routs, Retreat::Rout)?;
            ongoing.fled(&routs, &left, routes);
        }
        ongoing.refresh(self.b, self.s);
        Ok(())
    }

    /// Guns without ammunition beside others have no part in the assault (18.10.3).
    pub(crate) fn leave_out(&mut self, ongoing: &mut OngoingAssault, guns: &[UnitId]) {
        for party in &mut ongoing.defenders {
            party.units.retain(|u| !guns.contains(u));
        }
        for &unit in guns {
            self.s.unit_mut(unit).set(did::LEFT_OUT, true);
        }
        ongoing.ignored.extend(guns.iter().copied());
    }

    /// An assault goes on against those who drew together in other hexes, and whoever stands there with them; guns without ammunition have no part in it
    /// (18.10.3).
    pub(crate) fn goes_on_at(&mut self, ongoing: &mut OngoingAssault, hexes: &[HexId]) {
        let came = ongoing.goes_on_at(self.b, self.s, hexes);
        let guns: Units = came.iter().copied().filter(|u| supply::is_useless(self.b, self.s, *u)).collect();
        self.leave_out(ongoing, &guns);
    }

    /// Steps 3 and 5: rolls, fire, huzzah, mêlée.
    fn fight_round(&mut self, ongoing: &mut OngoingAssault, round: Round) -> Play<RoundOutcome> {
        if self.leg("round rolled", ongoing, &round, |f, o| f.close_and_stand(o, round))?
            == RoundOutcome::Decided
        {
            return Ok(RoundOutcome::Decided);
        }
        let toll = self.leg("round fired", ongoing, &round, |f, o| f.exchange_fire(o))?;
        let cheered = self.leg("round melee", ongoing, &(&toll, round), |f, o| {
            f.follow_targets(o, Sequel::Over)?;
            if round == Round::First {
                f.huzzah(o)?;
            }
            f.follow_targets(o, Sequel::Over)
        })?;
        if cheered == RoundOutcome::Decided {
            return Ok(RoundOutcome::Decided);
        }
        self.melees(ongoing, &toll, round)
    }

    /// The rolls to close and to stand, the other way round in the second round.
    fn close_and_stand(&mut self, ongoing: &mut OngoingAssault, round: Round) -> Play<RoundOutcome> {
        match round {
            Round::First => {
                let nerve = self.roll_to_close(ongoing, round, Nerve::Steady)?;
                if ongoing.attackers.iter().all(|p| p.present(self.b, self.s).is_empty()) {
                    ongoing.attackers.clear();
                    return Ok(RoundOutcome::Decided);
                }
                self.roll_to_stand(ongoing, nerve)?;
            }
            Round::Second => {
                let nerve = self.roll_to_stand(ongoing, Nerve::Steady)?;
                // Who follows those who drew together closes with them there (16.5.3).
                if self.follow_targets(ongoing, Sequel::NewTarget)? == RoundOutcome::Decided {
                    return Ok(RoundOutcome::Decided);
                }
                self.roll_to_close(ongoing, round, nerve)?;
            }
        }
        self.follow_targets(ongoing, Sequel::NewTarget)?;
        self.get_up(ongoing);
        // Whoever is left alone is found out when fire has been given.
        Ok(RoundOutcome::Undecided)
    }

    /// Drops those no longer in it; those who have nobody before them any more follow those who drew together into another hex (16.5.3, 16.2.3.2). It is
    /// decided where one side is left alone.
    pub(crate) fn follow_targets(
        &mut self,
        ongoing: &mut OngoingAssault,
        then: Sequel,
    ) -> Play<RoundOutcome> {
        ongoing.refresh(self.b, self.s);
        if !ongoing.defenders.is_empty() {
            self.press_on(ongoing, then)?;
        }
        let alone = ongoing.attackers.is_empty() || ongoing.defenders.is_empty();
        Ok(if alone { RoundOutcome::Decided } else { RoundOutcome::Undecided })
    }

    /// Steps 3d, 3e, 5d, 5e: the mêlées, whose results are applied together.
    fn melees(&mut self, ongoing: &mut OngoingAssault, toll: &Toll, round: Round) -> Play<RoundOutcome> {
        self.episode(|field| field.throw_and_apply(ongoing, toll, round))
    }

    fn throw_and_apply(
        &mut self,
        ongoing: &mut OngoingAssault,
        toll: &Toll,
        round: Round,
    ) -> Play<RoundOutcome> {
        let fights = self.grouped(ongoing)?;
        let mut results: Few<MeleeResult, 4> = Few::new();
        let mut ran: Few<Flight, 2> = Few::new();
        for fight in &fights {
            let (result, gone) = self.leg("melee thrown", ongoing, &(&results, &ran), |f, o| {
                let sides = Sides::of(f.b, f.s, o, &fights, fight);
                f.throw_assault_melee(o, &sides, toll, round)
            })?;
            results.push(result);
            ran.extend(gone);
        }
        let outcome = self.apply(ongoing, &fights, &results)?;
        ongoing.ran_off(ran);
        Ok(outcome)
    }

    /// Applies results (16.1.1 steps 3e, 5e): who attacked several stacks suffers the sum of them (16.2.7.1); attackers go first.
    pub(crate) fn apply(
        &mut self,
        ongoing: &mut OngoingAssault,
        fights: &[Fight],
        results: &[MeleeResult],
    ) -> Play<RoundOutcome> {
        // Some may have been displaced by a leader's wound.
        for party in ongoing.attackers.iter_mut().chain(&mut ongoing.defenders) {
            party.close_up(self.b, self.s);
        }
        let (attackers, defenders) = (ongoing.attackers.clone(), ongoing.defenders.clone());
        for (i, party) in attackers.iter().enumerate() {
            let own = fights.iter().zip(results).filter(|(f, _)| f.attackers.contains(&i)).map(|(_, r)| *r);
            self.thrown_off(party, &own.collect::<Few<MeleeResult, 4>>())?;
        }
        let mut undecided: Few<usize, 4> = Few::new();
        for (fight, result) in fights.iter().zip(results) {
            for party in fight.defenders.iter().map(|i| &defenders[*i]) {
                let hexes = party.hexes(self.b, self.s);
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
                ongoing.won.extend(hexes.iter().copied());
                ongoing.fled(&party.units, &hexes, routes);
            }
        }
        let left = |i: usize| undecided.contains(&i);
        let beaten = |i: usize| {
            let own = fights.iter().zip(results).filter(move |(f, _)| f.attackers.contains(&i));
            own.map(|(_, r)| *r).any(MeleeResult::is_lost)
        };
        let mut place = 0..;
        ongoing.attackers.retain(|_| !beaten(place.next().expect("without end")));
        if undecided.is_empty() {
            return Ok(RoundOutcome::Decided);
        }
        ongoing.defenders =
            defenders.iter().enumerate().filter(|(i, _)| left(*i)).map(|(_, p)| p.clone()).collect();
        ongoing.attackers.iter_mut().for_each(|p| p.distance = 0);
        ongoing.refresh(self.b, self.s);
        let alone = ongoing.attackers.is_empty() || ongoing.defenders.is_empty();
        Ok(if alone { RoundOutcome::Decided } else { RoundOutcome::Undecided })
    }
}
