//! A: the infantry assault, and G: the charge of the Old Guard, which goes by the same steps.

use ground::HexId;
use table::{Answer, Event, Play, rule};

use crate::Field;
use crate::ch13_movement::involuntary::Retreat;
use crate::ch15_fire::fire::Nerve;
use crate::ch16_assault::advance::Sequel;
use crate::ch16_assault::melee::Sides;
use crate::ch16_assault::ongoing::{Fight, Flight, OngoingAssault, Party, faces};
use crate::ch16_assault::procedure::RoundOutcome;
use crate::ch16_assault::rolls::{self, Round};
use crate::ch16_assault::volley::Toll;
use crate::ch18_artillery::supply;
use crate::ch20_morale::check::{Check, Kind};
use crate::core::battle::{Arm, Battle};
use crate::core::charts::MeleeResult;
use crate::core::field::{about, hex_of, hex_point, unit_point};
use crate::core::occupancy::Units;
use crate::core::state::{Assault, Formation, Order, State, UnitId, did};
use crate::core::{Few, status, verb};
use crate::doherty2005::firefight::{self, Bout};

/// Hexes from a stack to its target as it declares (A0, reading 5): of its nearest unit, to the nearest hex of those in the target hex, which is counted.
pub fn distance_to(b: &Battle, s: &State, stack: &[UnitId], target: HexId) -> u16 {
    let mut there: Vec<HexId> = s.units_in(target).iter().flat_map(|u| s.unit(*u).hexes().to_vec()).collect();
    there.push(target);
    let from = stack.iter().flat_map(|u| s.unit(*u).hexes());
    let near = from.flat_map(|own| there.iter().map(|hex| b.ground.distance(*own, *hex))).min();
    near.unwrap_or(0)
}

/// Takes targets in PGD out of an ongoing assault, and the attackers who have no others, until step 2, when they rout (reading 1).
fn set_aside_the_routed(s: &State, ongoing: &mut OngoingAssault) -> (Few<Party, 4>, Few<Party, 4>) {
    let there = |p: &Party| p.units.iter().copied().filter(|u| s.unit(*u).on_map()).collect::<Units>();
    let runs = |u: &UnitId| s.unit(*u).order == Order::Pgd && !status::is_wreck(s, *u);
    let is_routed = |p: &Party| !there(p).is_empty() && there(p).iter().all(runs);
    let (routed, stand): (Few<Party, 4>, Few<Party, 4>) = ongoing.defenders.drain(..).partition(is_routed);
    let of_them =
        |hex: &HexId| routed.iter().any(|p| there(p).iter().any(|u| s.unit(*u).hexes().contains(hex)));
    let only_them = |p: &Party| p.targets.iter().all(of_them);
    let (waiting, others): (Few<Party, 4>, Few<Party, 4>) = ongoing.attackers.drain(..).partition(only_them);
    (ongoing.defenders, ongoing.attackers) = (stand, others);
    (routed, waiting)
}

impl Field<'_> {
    /// Resolves an assault by the revision's steps (A1 to A9, G1 to G9), then those which those who advanced declared (A1b, G1b). What is not decided
    /// lasts as a firefight (A7c, G7c).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn revised_assault(&mut self, assault: usize) -> Play<()> {
        self.resolve_by(assault, Self::revised_steps)
    }

    /// Steps 1 to 9. Says which assaults follow from it, the firefight among them (A0a, A8, G0, G8).
    fn revised_steps(&mut self, assault: &Assault) -> Play<Vec<Assault>> {
        let (mut ongoing, bout) = firefight::gather(self.b, self.s, assault);
        let Some(first) = ongoing.attackers.first().and_then(|p| p.units.first().copied()) else {
            self.assault_over(&ongoing);
            return Ok(ongoing.next);
        };
        self.tell(|| {
            Event::new(rule!("A0"), "assault.resolved")
                .point("unit", unit_point(first))
                .point("hex", hex_point(ongoing.targets[0]))
        });
        let (routed, waiting) = set_aside_the_routed(self.s, &mut ongoing);
        // Whose targets have left takes their hex (16.2.3, readings 1 and 34).
        let aside = (&routed, &waiting);
        self.leg("assault pressed", &mut ongoing, &aside, |f, o| f.press_on(o, Sequel::NewTarget))?;
        self.leg("assault retreated", &mut ongoing, &aside, |f, o| {
            f.retreat_before_assault(o, Round::First)
        })?;
        self.leg("assault followed", &mut ongoing, &aside, |f, o| f.press_on(o, Sequel::NewTarget))?;
        ongoing.defenders.extend(routed);
        ongoing.attackers.extend(waiting);
        if !ongoing.attackers.is_empty() && !ongoing.defenders.is_empty() {
            self.fight_it_out(&mut ongoing, bout)?;
        }
        let lasts = self.lock(&ongoing, assault.guard);
        if lasts.is_none() {
            self.assault_over(&ongoing);
        }
        // The markers of the firefight lie before the others are fought.
        let mut next = Vec::from_iter(lasts);
        next.append(&mut ongoing.next);
        Ok(next)
    }

    /// Steps 2 to 9. Who is left in the ongoing assault afterwards is undecided (A1a, A3, A4, A4a, A4b, G1a, G3, G4, G5, G10).
    fn fight_it_out(&mut self, ongoing: &mut OngoingAssault, bout: Bout) -> Play<()> {
        self.leg("assault routed", ongoing, &(), |f, o| {
            f.rout_unsupplied_guns(o)?;
            o.refresh(f.b, f.s);
            Ok(())
        })?;
        // Those who have nobody before them since then enter the hex in step 8 (reading 3).
        let early = std::mem::take(&mut ongoing.idle);
        let came = self.leg("assault decided", ongoing, &early, |f, o| match o.defenders.is_empty() {
            true => Ok(RoundOutcome::Decided),
            false => f.close_and_fight(o, bout),
        })?;
        ongoing.idle.extend(early);
        self.advance_after_assault(ongoing)?;
        if came == RoundOutcome::Decided {
            ongoing.defenders.clear();
        }
        Ok(())
    }

    /// Steps 3 to 7. Those who have nobody before them any more follow those who drew together into another hex (16.5.3, 16.2.3.2).
    fn close_and_fight(&mut self, ongoing: &mut OngoingAssault, bout: Bout) -> Play<RoundOutcome> {
        self.both_check(ongoing)?;
        if self.follow_targets(ongoing, Sequel::NewTarget)? == RoundOutcome::Decided {
            return Ok(RoundOutcome::Decided);
        }
        if bout == Bout::Fresh {
            let fights = ongoing.fights(self.b, self.s);
            self.shifts_of_fights(ongoing, &fights)?;
        }
        self.get_up(ongoing);
        self.episode(|field| field.fire_and_fight(ongoing, bout))
    }

    fn fire_and_fight(&mut self, ongoing: &mut OngoingAssault, bout: Bout) -> Play<RoundOutcome> {
        let toll = self.leg("round fired", ongoing, &(), |f, o| f.exchange_fire(o))?;
        let cheered = self.leg("round melee", ongoing, &toll, |f, o| {
            let followed = f.follow_targets(o, Sequel::Over)?;
            if followed == RoundOutcome::Decided || bout != Bout::Fresh {
                return Ok(followed);
            }
            f.revised_huzzah(o)?;
            f.follow_targets(o, Sequel::Over)
        })?;
        if cheered == RoundOutcome::Decided {
            return Ok(RoundOutcome::Decided);
        }
        self.revised_melees(ongoing, &toll, bout)
    }

    /// A2, G2: guns without ammunition rout, unless infantry or supplied guns are with them: unlimbered ones are lost (reading 2). With others they are
    /// as if they were not there (18.10.3). Units in PGD and road columns rout with them (reading 1) (G2).
    fn rout_unsupplied_guns(&mut self, ongoing: &mut OngoingAssault) -> Play<()> {
        for party in ongoing.defenders.clone() {
            let (b, s) = (self.b, &*self.s);
            let empty = |u: &UnitId| b.arm(*u) == Arm::Artillery && !supply::is_supplied(b, s, *u);
            let lost =
                |u: &UnitId| s.unit(*u).order == Order::Pgd || s.unit(*u).shape() == Formation::RoadColumn;
            let here: Units = party.units.iter().copied().filter(|u| s.unit(*u).on_map()).collect();
            let covered = here.iter().any(|u| match b.arm(*u) {
                Arm::Infantry => true,
                Arm::Artillery => !empty(u),
                Arm::Cavalry => false,
            });
            let empty: Units = here.iter().copied().filter(empty).collect();
            let routs: Units =
                here.iter().copied().filter(|u| lost(u) || (!covered && empty.contains(u))).collect();
            if covered {
                let ignored: Units = empty
                    .iter()
                    .copied()
                    .filter(|u| s.unit(*u).formation == Formation::Unlimbered && !lost(u))
                    .collect();
                self.leave_out(ongoing, &ignored);
            }
            let left = party.hexes(self.b, self.s);
            for &unit in &routs {
                if self.b.arm(unit) == Arm::Artillery && self.s.unit(unit).formation == Formation::Unlimbered
                {
                    self.lose_guns(unit, rule!("A2"))?;
                } else {
                    self.mark_pgd(unit, rule!("A2"))?;
                }
            }
            let routes = self.go_back(&routs, Retreat::Rout)?;
            ongoing.fled(&routs, &left, routes);
        }
        Ok(())
    }

    /// A3, G3: the attackers and the defenders check, stack by stack, each by its top unit (reading 7); then all who failed disorder, or rout (reading 6).
    /// Cavalry and who is in a special structure stands all the same (reading 8) (G3a, G3b, FF3, FF8, A3).
    fn both_check(&mut self, ongoing: &mut OngoingAssault) -> Play<()> {
        for i in 0..ongoing.attackers.len() {
            let party = ongoing.attackers[i].clone();
            let targets: Few<Party, 4> =
                ongoing.defenders.iter().filter(|d| faces(self.b, self.s, &party, d)).cloned().collect();
            let Some(top) = party.top(self.b, self.s) else { continue };
            let parts = rolls::to_close(self.b, self.s, &party, &targets, Round::First);
            let check = Check { kind: Kind::Close, rule: rule!("A3a"), parts };
            let passed = self.check_for_all(&party.present(self.b, self.s), top, &check)?.passed();
            ongoing.attackers[i].nerve = if passed { Nerve::Steady } else { Nerve::Shaken };
        }
        for i in 0..ongoing.defenders.len() {
            let party = ongoing.defenders[i].clone();
            let attackers: Few<Party, 4> =
                ongoing.attackers.iter().filter(|a| faces(self.b, self.s, a, &party)).cloned().collect();
            let stack = party.present(self.b, self.s);
            let Some(&top) = stack.first() else { continue };
            let mut parts = rolls::to_stand(self.b, self.s, &party, &attackers);
            // Who joined on this side brings its distance with it (FF8).
            if let Some(term) = rolls::distance(self.b, top, party.distance.into()) {
                parts.push(term);
            }
            let check = Check { kind: Kind::Stand, rule: rule!("A3b"), parts };
            let passed = self.check_for_all(&stack, top, &check)?.passed();
            stack.iter().for_each(|u| self.s.unit_mut(*u).set(did::HELD_FIRE, false));
            ongoing.defenders[i].nerve = if passed { Nerve::Steady } else { Nerve::Shaken };
        }
        for party in ongoing.attackers.clone().iter().filter(|p| p.nerve == Nerve::Shaken) {
            self.worsen_all(&party.all(self.b, self.s), rule!("A3a"))?;
        }
        for party in ongoing.defenders.clone().iter().filter(|p| p.nerve == Nerve::Shaken) {
            if rolls::stands_anyway(self.b, self.s, party) {
                continue;
            }
            let left = party.hexes(self.b, self.s);
            let routes = self.give_way(party, rule!("A3b"))?;
            ongoing.fled(&party.units, &left, routes);
        }
        Ok(())
    }

    /// A3b, G3b: a die for each mêlée in which a defending stack passed gives the columns to the left (reading 9); where others joined, as soon as it is
    /// known which stacks fight one (RULING reading 1111).
    fn shifts_of_fights(&mut self, ongoing: &mut OngoingAssault, fights: &[Fight]) -> Play<()> {
        for fight in fights {
            let steady = |i: &&usize| ongoing.defenders[**i].nerve == Nerve::Steady;
            let steady: Few<usize, 4> = fight.defenders.iter().filter(steady).copied().collect();
            let Some(top) =
                steady.first().and_then(|i| ongoing.defenders[*i].present(self.b, self.s).first().copied())
            else {
                continue;
            };
            let columns = self.throw_for_shifts(top, rule!("A3b"))?;
            for i in steady {
                ongoing.defenders[i].shifts = columns;
            }
        }
        Ok(())
    }

    /// A5, G5: if all at whom is cheered fail, the cheerers attack (readings 16, 17); if only some do, these disorder or rout, and who did not rout attacks
    /// as before (reading 15) (A5a, A5b, A5c, FF4, G5, A5).
    fn revised_huzzah(&mut self, ongoing: &mut OngoingAssault) -> Play<()> {
        let Some(cheer) = self.cheer(ongoing)? else { return Ok(()) };
        let losers: Few<Party, 4> = cheer.failed.iter().map(|i| ongoing.attackers[*i].clone()).collect();
        if cheer.turns() {
            self.turn_the_tables(ongoing, &cheer);
        }
        self.cheered_away(ongoing, &losers)
    }

    /// A6, A7, G6, G7: the mêlées, whose results are applied together. The hexes of a result are those of the impetus (A6, A7, A7a, A7b, A7d, A7e).
    /// The Old Guard's likewise (G6, G7, G7a, G7b, G7d, G7e).
    fn revised_melees(
        &mut self,
        ongoing: &mut OngoingAssault,
        toll: &Toll,
        bout: Bout,
    ) -> Play<RoundOutcome> {
        let round = if bout == Bout::Locked { Round::Second } else { Round::First };
        let fights = self.grouped(ongoing)?;
        if bout == Bout::Joined {
            self.shifts_of_fights(ongoing, &fights)?;
        }
        let mut results: Few<MeleeResult, 4> = Few::new();
        let mut ran: Few<Flight, 2> = Few::new();
        for fight in &fights {
            let sides = Sides::of(self.b, self.s, ongoing, &fights, fight);
            let (result, gone) = self.throw_assault_melee(ongoing, &sides, toll, round)?;
            results.push(result);
            ran.extend(gone);
        }
        let attackers = fights.iter().flat_map(|fight| &fight.attackers).map(|i| &ongoing.attackers[*i]);
        ongoing.fought = attackers.flat_map(|party| party.units.iter().copied()).collect();
        for (fight, result) in fights.iter().zip(&results) {
            let (MeleeResult::DefenderRouts(n) | MeleeResult::DefenderSurrenders(n)) = *result else {
                continue;
            };
            for party in fight.defenders.iter().map(|i| &ongoing.defenders[*i]) {
                ongoing.pushes.extend(party.hexes(self.b, self.s).iter().map(|hex| (*hex, n)));
            }
        }
        let blank = fights.iter().zip(&results).filter(|(_, r)| **r == MeleeResult::Blank);
        let blank: Few<Party, 4> =
            blank.flat_map(|(f, _)| f.defenders.iter().map(|i| ongoing.defenders[*i].clone())).collect();
        let came = self.apply(ongoing, &fights, &results)?;
        ongoing.ran_off(ran);
        for party in &blank {
            self.cavalry_breaks_off(ongoing, party)?;
        }
        ongoing.refresh(self.b, self.s);
        Ok(if ongoing.defenders.is_empty() || ongoing.attackers.is_empty() {
            RoundOutcome::Decided
        } else {
            came
        })
    }

    /// Cavalry cannot be locked: where nothing is decided it bounces (reading 26). That is a result of the mêlée: those who take its hex are in disorder (A8).
    fn cavalry_breaks_off(&mut self, ongoing: &mut OngoingAssault, party: &Party) -> Play<()> {
        let horse: Units =
            party.present(self.b, self.s).into_iter().filter(|u| self.b.arm(*u) == Arm::Cavalry).collect();
        if horse.is_empty() {
            return Ok(());
        }
        ongoing.won.extend(party.hexes(self.b, self.s));
        self.bounce(&horse)
    }

    /// A9, G9: those who took a hex by a result go on as many hexes as the result says, out of no enemy zone (reading 24), along a route of those who fled that
    /// they choose; nobody loses for it (reading 25).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(super) fn revised_impetus(
        &mut self,
        ongoing: &OngoingAssault,
        party: &Party,
        hex: HexId,
    ) -> Play<()> {
        let Some(&(_, hexes)) = ongoing.pushes.iter().find(|(won, _)| *won == hex) else { return Ok(()) };
        let Some(top) = party.top(self.b, self.s) else { return Ok(()) };
        if hexes == 0 || !self.s.unit(top).hexes().contains(&hex) || self.is_held(top) {
            return Ok(());
        }
        self.tell(|| {
            Event::new(rule!("A9"), "assault.impetus")
                .point("unit", unit_point(top))
                .number("hexes", i32::from(hexes))
        });
        let fled = self.whom_to_follow(ongoing, top, hex)?;
        self.press_after(ongoing, party, hex, fled, i16::from(hexes))
    }

    /// The route of those who fled from a hex or through it; the attacker chooses among several.
    fn whom_to_follow<'c>(
        &mut self,
        ongoing: &'c OngoingAssault,
        top: UnitId,
        hex: HexId,
    ) -> Play<Option<&'c Flight>> {
        let next = |flight: &Flight| flight.beyond(hex).first().copied();
        let passed = |flight: &Flight| flight.left.contains(&hex) || flight.route.contains(&hex);
        let flights = ongoing.flights.iter().filter(|flight| passed(flight) && next(flight).is_some());
        let flights: Few<&Flight, 4> = flights.collect();
        let mut answers: Few<Answer> = Few::new();
        for to in flights.iter().filter_map(|flight| next(flight)) {
            let answer = Answer::one(verb::GO, hex_point(to));
            if !answers.contains(&answer) {
                answers.push(answer);
            }
        }
        if answers.len() < 2 {
            return Ok(flights.first().copied());
        }
        let points = about([unit_point(top)]);
        let answer = self.choose(ongoing.side, rule!("A9"), "assault.impetus", points, &answers)?;
        Ok(flights.iter().copied().find(|flight| next(flight) == hex_of(&answer)))
    }
}
