//! 16.6, 16.7: odds and results of the mêlée.

use ground::{Dir, HexId};
use table::{Answer, Effect, Event, Modifiers, Part as Term, Play, Rule, Side, rule};

use crate::Field;
use crate::ch08_command::casualties::{self, StruckLeader};
use crate::ch09_facing::facing;
use crate::ch12_formations::companies;
use crate::ch13_movement::involuntary::Retreat;
use crate::ch15_fire::fire::with_others;
use crate::ch16_assault::ongoing::{Fight, Flight, OngoingAssault, Party, contacts, faces};
use crate::ch16_assault::rolls::Round;
use crate::ch16_assault::volley::Toll;
use crate::ch19_cavalry::strength;
use crate::ch20_morale::check::{Check, Kind};
use crate::core::battle::{Arm, Battle, Light, Trait};
use crate::core::charts::{Exact, MeleeResult};
use crate::core::dice::Dice;
use crate::core::exact::Odds;
use crate::core::field::{about, hex_point, unit_point};
use crate::core::footprint::Face;
use crate::core::occupancy::Units;
use crate::core::state::{Formation, LeaderId, Order, Part, Readiness, Segment, State, Status, UnitId, did};
use crate::core::{Few, status, verb};

/// The face of another party that one of the hexes of a party touches through its front: the best for the attacker (16.6.3, 16.6.4).
fn face_factor(b: &Battle, s: &State, from: HexId, touched: &[(Part, Dir, HexId)]) -> Exact {
    let m = &b.charts.infantry_melee;
    let hits = touched.iter().filter(|(part, _, _)| s.hex_of(*part) == from);
    let factor = |(_, _, hex): &(Part, Dir, HexId)| match facing::hit(b, s, *hex, from) {
        Some(Face::Flank) => m.flank.value,
        Some(Face::Rear) => m.rear.value,
        _ => Exact::ONE,
    };
    hits.map(factor).max().unwrap_or(Exact::ONE)
}

/// The share of each unit of a party that fights another one from each of its hexes: the parts that touch it (12.6.5.1); a unit that fights several stacks has
/// an equal share of its whole value against each (16.2.7.1).
fn shares(
    b: &Battle,
    s: &State,
    party: &Party,
    target: &Party,
    fights: usize,
) -> Few<(UnitId, HexId, Exact)> {
    let mut hexes: Few<HexId, 8> = Few::new();
    for (part, _, _) in contacts(b, s, party, target) {
        if !hexes.contains(&s.hex_of(part)) {
            hexes.push(s.hex_of(part));
        }
    }
    let own = |u: UnitId, hex: HexId| {
        let parts = i64::from(s.unit(u).hexes().len() as i32);
        let here = s.unit(u).hexes().contains(&hex);
        match fights {
            0 | 1 => Exact::new(i64::from(here), parts),
            _ => Exact::new(1, (fights * hexes.len()) as i64),
        }
    };
    let units = party.present(b, s);
    hexes.iter().flat_map(|hex| units.iter().map(|u| (*u, *hex, own(*u, *hex)))).collect()
}

/// The attacking value of a party against another: the parts that fight it, each with its factor (16.6.3, 16.6.4, 12.9.7.2, 12.10.10.1).
fn attack_of(b: &Battle, s: &State, party: &Party, target: &Party, fights: usize) -> Exact {
    let touched = contacts(b, s, party, target);
    let square = target.present(b, s).iter().any(|u| s.unit(*u).shape() == Formation::Square);
    let against = if square { b.charts.infantry_melee.against_square.value } else { Exact::ONE };
    let value = |(unit, hex, share): (UnitId, HexId, Exact)| {
        let own = status::melee(b, s, unit) * status::row(b, s, unit).melee;
        own * share * face_factor(b, s, hex, &touched) * against
    };
    shares(b, s, party, target, fights).into_iter().map(value).sum()
}

/// The value of cavalry that stands (19.14.7), with its readiness (19.15.4, 19.15.5) and the light (21).
fn cavalry(b: &Battle, s: &State, unit: UnitId, touched: usize) -> Exact {
    let m = &b.charts.cavalry_melee;
    let readiness = match s.unit(unit).readiness {
        Readiness::Ready => Exact::ONE,
        Readiness::Tired => m.tired.value,
        Readiness::Exhausted => m.exhausted.value,
    };
    let light = match b.light(s) {
        Light::Day => Exact::ONE,
        Light::Dusk => m.dusk.value,
        Light::Night => m.night.value,
    };
    let loose = s.unit(unit).shape() == Formation::Skirmish;
    let stands = match (loose, touched) {
        (true, 1) => m.skirmish_one_hex.value,
        (true, _) => Exact::ONE,
        (false, _) => m.stands.value,
    };
    readiness * light * stands
}

/// The share of a defending unit that fights: its parts that are touched (16.2.7.4, 12.6.5.1), or, if nobody has it before them, those that face the
/// attackers; cavalry in skirmish order whole.
fn defending_share(
    b: &Battle,
    s: &State,
    unit: UnitId,
    party: &Party,
    attackers: &[&Party],
    touched: &[HexId],
) -> Exact {
    let hexes = s.unit(unit).hexes();
    let column = companies::is_long(s, unit);
    if let Some(share) = Some(unit).filter(|_| column).and_then(|u| column_share(b, s, u, party, attackers)) {
        return share;
    }
    let count = hexes.iter().filter(|hex| touched.contains(hex)).count();
    let loose = b.arm(unit) == Arm::Cavalry && s.unit(unit).shape() == Formation::Skirmish;
    if loose && count > 0 { Exact::ONE } else { Exact::new(count as i64, hexes.len() as i64) }
}

/// The share of a column of companies that fights (12.5.4): all attacks of one mêlée together, no hex twice. `None` if nobody has it before them.
fn column_share(b: &Battle, s: &State, unit: UnitId, party: &Party, attackers: &[&Party]) -> Option<Exact> {
    let hits = attackers.iter().flat_map(|a| contacts(b, s, a, party));
    let first = |(part, _, hex): (Part, Dir, HexId)| companies::first_hex(b, s, unit, hex, s.hex_of(part));
    hits.filter_map(first).min().map(|first| companies::share(s.unit(unit).hexes().len(), first, &[]))
}

/// The hexes of a defending party that fight.
fn fighting_hexes(b: &Battle, s: &State, party: &Party, attackers: &[&Party]) -> Few<HexId, 8> {
    let touched = attackers.iter().flat_map(|a| contacts(b, s, a, party)).map(|(_, _, hex)| hex);
    let touched: Few<HexId, 8> = touched.collect();
    if !touched.is_empty() {
        return touched;
    }
    attackers.iter().flat_map(|a| contacts(b, s, party, a)).map(|(part, _, _)| s.hex_of(part)).collect()
}

/// The defending value of a party (16.6).
fn defence_of(b: &Battle, s: &State, party: &Party, attackers: &[&Party]) -> Exact {
    let touched = fighting_hexes(b, s, party, attackers);
    let of = |u: &UnitId| {
        let count = s.unit(*u).hexes().iter().filter(|hex| touched.contains(hex)).count();
        let horse = if b.arm(*u) == Arm::Cavalry { cavalry(b, s, *u, count) } else { Exact::ONE };
        let share = defending_share(b, s, *u, party, attackers, &touched);
        let lances = match s.unit(*u).shape() {
            // Skirmishers fight in neither of the formations for which it has a figure (reading 1054).
            Formation::Skirmish => 0,
            _ => strength::standing_lances(b, s, *u, share),
        };
        status::melee(b, s, *u) * status::row(b, s, *u).melee * share * horse + Exact::whole(lances.into())
    };
    party.present(b, s).iter().map(of).sum()
}

/// The share of so many increments that counts at a special structure: six of them (16.6.2).
fn crowd(b: &Battle, increments: Exact) -> Exact {
    let most = Exact::from(i32::from(b.charts.infantry_melee.special_structure.value));
    if increments > most { most / increments } else { Exact::ONE }
}

/// The parties of a mêlée, the attackers with the number of stacks that they fight at once.
pub struct Sides<'c> {
    /// Attackers.
    pub attackers: Few<&'c Party, 4>,
    /// Stacks that each fights.
    pub times: Few<usize, 4>,
    /// Defenders.
    pub defenders: Few<&'c Party, 4>,
}

impl<'c> Sides<'c> {
    /// Of one of all mêlées of an ongoing assault.
    pub fn of(
        b: &Battle,
        s: &State,
        ongoing: &'c OngoingAssault,
        fights: &[Fight],
        fight: &Fight,
    ) -> Sides<'c> {
        let times = |i: &usize| {
            let own = fights.iter().filter(|f| f.attackers.contains(i)).count();
            // Among those who came to the help of the defenders, it has some before it at whom it did not aim.
            let faced =
                |d: &&usize| !contacts(b, s, &ongoing.attackers[*i], &ongoing.defenders[**d]).is_empty();
            own * fight.defenders.iter().filter(faced).count().max(1)
        };
        Sides {
            attackers: fight.attackers.iter().map(|i| &ongoing.attackers[*i]).collect(),
            times: fight.attackers.iter().map(times).collect(),
            defenders: fight.defenders.iter().map(|i| &ongoing.defenders[*i]).collect(),
        }
    }

    /// Columns to the left: the defenders' shifts, less those of attackers who turned the tables (16.1.1 step 3c).
    pub fn shifts(&self) -> i16 {
        let most = |parties: &[&Party]| parties.iter().map(|p| p.shifts).max().unwrap_or(0);
        most(&self.defenders) - most(&self.attackers)
    }
}

/// The values of both sides, and the column of the chart (16.6, 16.1.1.3.d, 16.6.2.1): capped first, then shifted (ruling 40).
pub fn odds(b: &Battle, s: &State, sides: &Sides<'_>) -> (Exact, Exact, usize) {
    let special = |hex: &HexId| b.charts.terrain[b.ground.terrain(*hex)].special_structure;
    let structure = sides.defenders.iter().any(|d| d.hexes(b, s).iter().any(special));
    let fighters = sides.attackers.iter().zip(&sides.times);
    let pairs = fighters.flat_map(|(a, times)| sides.defenders.iter().map(move |d| (*a, *d, *times)));
    let mut attack: Exact = pairs.clone().map(|(a, d, times)| attack_of(b, s, a, d, times)).sum();
    let mut defence: Exact = sides.defenders.iter().map(|d| defence_of(b, s, d, &sides.attackers)).sum();
    if structure {
        let parts =
            |unit: UnitId, share: Exact| Exact::from(i32::from(status::increments(b, s, unit))) * share;
        let ours = pairs.flat_map(|(a, d, times)| shares(b, s, a, d, times));
        attack = attack * crowd(b, ours.map(|(unit, _, share)| parts(unit, share)).sum());
        let theirs = sides.defenders.iter().flat_map(|d| {
            let touched = fighting_hexes(b, s, d, &sides.attackers);
            d.present(b, s)
                .into_iter()
                .map(move |u| parts(u, defending_share(b, s, u, d, &sides.attackers, &touched)))
        });
        defence = defence * crowd(b, theirs.sum());
    }
    let column = Odds::column(b.charts.melee.iter().map(|row| row.odds), attack, defence).unwrap_or(0);
    let sapeurs = |p: &&Party| p.top(b, s).is_some_and(|u| b.is(u, Trait::Sapeurs));
    let right =
        if structure && sides.attackers.iter().any(sapeurs) { b.charts.shifts.sapeurs.value } else { 0 };
    let most = b.charts.melee.len() as i16 - 1;
    (attack, defence, (column as i16 - sides.shifts() + right).clamp(0, most) as usize)
}

/// The hexes of some parties.
fn ground_of(b: &Battle, s: &State, parties: &[&Party]) -> Vec<HexId> {
    let units: Vec<UnitId> = parties.iter().flat_map(|p| p.present(b, s)).collect();
    casualties::hexes_of(s, &units)
}

/// A leader's bonus for the dice: the highest of the side, of several of one rank the one with the best bonus; for cavalry or infantry as those in the same hex are, none for guns alone (5.2.2, 8.1.7,
/// reading 57).
fn bonus(b: &Battle, s: &State, side: Side, parties: &[&Party], attacks: bool) -> i16 {
    let hexes = ground_of(b, s, parties);
    let leaders = hexes.iter().filter_map(|hex| status::leader_in(b, s, side, *hex));
    let own = |leader: &LeaderId| {
        let with = s.units_in(s.leader(*leader).hex);
        let has = |arm: Arm| with.iter().any(|u| b.arm(*u) == arm);
        let card = s.bonuses(*leader);
        let (attack, defence) = match (has(Arm::Cavalry), has(Arm::Infantry)) {
            (true, _) => card.cavalry,
            (false, true) => card.infantry,
            (false, false) => (0, 0),
        };
        if attacks { attack } else { defence }
    };
    let best = leaders.min_by_key(|l| (status::post(b, s, *l), std::cmp::Reverse(own(l))));
    best.map_or(0, |leader| own(&leader))
}

/// The modifiers of the dice of a mêlée (16.6.1): losses by fire, leaders.
fn modifiers(b: &Battle, s: &State, side: Side, sides: &Sides<'_>, toll: &Toll) -> Modifiers {
    let (mut to, m) = (Modifiers::new(), &b.charts.melee_modifiers);
    let offensive = toll.of(b, s, &sides.attackers, &sides.defenders);
    if offensive != 0 {
        to.push(m.offensive_hit.part(offensive));
    }
    let defensive = toll.of(b, s, &sides.defenders, &sides.attackers);
    if defensive != 0 {
        to.push(m.defensive_hit.part(defensive));
    }
    let attack = bonus(b, s, side, &sides.attackers, true);
    if attack != 0 {
        to.push(m.attacking_leader_infantry.part(attack));
    }
    let defence = bonus(b, s, side.enemy(), &sides.defenders, false);
    if defence != 0 {
        to.push(m.defending_leader_infantry.part(defence));
    }
    to
}

impl Field<'_> {
    /// The mêlées of a round. With reserves every stack fights in one only, as the assaulting player groups them (16.1.1 step 5d); defenders whom nobody
    /// chose fight beside others against an attacker whom they face.
    pub(crate) fn grouped(&mut self, ongoing: &OngoingAssault) -> Play<Few<Fight, 4>> {
        let mut fights = ongoing.fights(self.b, self.s);
        if !ongoing.reinforced {
            return Ok(fights);
        }
        for (i, party) in ongoing.attackers.iter().enumerate() {
            let own: Few<usize, 4> =
                (0..fights.len()).filter(|f| fights[*f].attackers.contains(&i)).collect();
            let Some(&top) = party.present(self.b, self.s).first().filter(|_| own.len() > 1) else {
                continue;
            };
            let hex = |f: usize| ongoing.defenders[fights[f].defenders[0]].hexes(self.b, self.s)[0];
            let answers: Few<Answer> =
                own.iter().map(|f| Answer::two(verb::FIGHT, unit_point(top), hex_point(hex(*f)))).collect();
            let points = about([unit_point(top)]);
            let answer = self.choose(ongoing.side, rule!("16.1.1.5.d"), "assault.group", points, &answers)?;
            let chosen = answers.iter().position(|one| *one == answer).map_or(own[0], |at| own[at]);
            for f in own.into_iter().filter(|f| *f != chosen) {
                fights[f].attackers.retain(|a| *a != i);
            }
        }
        let lonely: Few<Fight, 4> = fights.iter().filter(|f| f.attackers.is_empty()).cloned().collect();
        fights.retain(|f| !f.attackers.is_empty());
        for one in lonely {
            let near = |f: &&mut Fight| {
                let faced = |i: &usize| {
                    faces(self.b, self.s, &ongoing.attackers[*i], &ongoing.defenders[one.defenders[0]])
                };
                f.attackers.iter().any(faced)
            };
            if let Some(fight) = fights.iter_mut().find(near) {
                fight.defenders.extend(one.defenders.clone());
            }
        }
        Ok(fights)
    }

    /// Throws for a mêlée (16.6, 16.1.1.5.e): the assaulting side does. Says the result, and which defenders the mortal wound of their leader drove off before it
    /// (8.2.2).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn throw_assault_melee(
        &mut self,
        ongoing: &OngoingAssault,
        sides: &Sides<'_>,
        toll: &Toll,
        round: Round,
    ) -> Play<(MeleeResult, Few<Flight, 2>)> {
        let b = self.b;
        let maneuvers = self.s.clock.segment == Segment::Maneuver;
        for unit in ongoing
            .attackers
            .iter()
            .chain(&ongoing.defenders)
            .flat_map(|p| p.present(b, self.s))
            .collect::<Units>()
        {
            // A mêlée of a charge in this segment has cost, or will cost, its degree (19.15.1).
            let now = self.s.unit_mut(unit);
            let counted = maneuvers && now.has(did::FOUGHT) && !now.has(did::PRESERVES);
            now.set(did::ASSAULT_MELEE, !counted || now.has(did::ASSAULT_MELEE));
            now.set(did::FOUGHT, true);
        }
        let shifts = sides.shifts();
        let fighting = sides.attackers.iter().chain(&sides.defenders);
        self.show(&fighting.flat_map(|party| party.present(self.b, self.s)).collect::<Vec<_>>());
        let (attack, defence, column) = odds(b, self.s, sides);
        let firefight = round == Round::Second && !ongoing.reinforced;
        let row = if firefight { &b.charts.firefight } else { &b.charts.melee[column] };
        let parts = modifiers(b, self.s, ongoing.side, sides, toll);
        let total = parts.total();
        let (ours, theirs) = (b.charts.casualty.melee_attacker.value, b.charts.casualty.melee_defender.value);
        let class = |dice: Dice| {
            let struck = u32::from(ours.holds(dice.figure())) | u32::from(theirs.holds(dice.figure())) << 1;
            row.results.place(dice.and(total)) as u32 | struck << 8
        };
        let at = sides.defenders[0].hexes(self.b, self.s).first().copied().unwrap_or(ongoing.targets[0]);
        let points = about([hex_point(at)]);
        let dice = self.throw(rule!("16.6"), "melee", ongoing.side, points, class)?;
        let result = row.results.at(dice.and(total));
        self.tell(|| {
            let (of, per) = (attack.parts(), defence.parts());
            let shift =
                Term { effect: Effect::Shift(-shifts), label: "defensive-shifts", rule: rule!("16.5") };
            let mut columns = Modifiers::new();
            if shifts != 0 && !firefight {
                columns.push(shift);
            }
            Event::new(rule!("16.6"), "melee")
                .point("hex", hex_point(at))
                .word("firefight", if firefight { "yes" } else { "no" })
                .number("dice", i32::from(dice.figure()))
                .number("total", i32::from(dice.and(total).figure()))
                .number("attack", of.0 / of.1)
                .number("defence", per.0 / per.1)
                .number("attacker", i32::from(row.odds.attacker))
                .number("defender", i32::from(row.odds.defender))
                .word("column", row.column())
                .word("result", word(result))
                .number("hexes", i32::from(hexes(result)))
                .word("back", result.back())
                .sum("dice", &parts)
                .sum("odds", &columns)
        });
        let ran = self.leaders_are_struck(ongoing.side, sides, dice)?;
        Ok((result, ran))
    }

    /// The leaders whom the natural dice of a mêlée strike, on either side (8.2). Says which defenders run for it.
    fn leaders_are_struck(&mut self, attacks: Side, sides: &Sides<'_>, dice: Dice) -> Play<Few<Flight, 2>> {
        let casualty = &self.b.charts.casualty;
        let (ours, theirs) = (casualty.melee_attacker.value, casualty.melee_defender.value);
        let mut ran: Few<Flight, 2> = Few::new();
        for (span, side, parties) in
            [(ours, attacks, &sides.attackers), (theirs, attacks.enemy(), &sides.defenders)]
        {
            if span.holds(dice.figure()) {
                let hexes = ground_of(self.b, self.s, parties);
                match self.leader_casualty(side, &hexes)? {
                    Some(struck) if side == attacks => self.check_for_mortal_wound(&struck)?,
                    Some(struck) => ran.extend(self.run_at_a_wound(&struck)?),
                    None => {}
                }
            }
        }
        Ok(ran)
    }

    /// The defenders whose leader is mortally wounded check at once (8.2.2). Says who runs for it, and by which routes: they are followed as those whom the result
    /// drives off. RULING (reading 1091).
    fn run_at_a_wound(&mut self, struck: &StruckLeader) -> Play<Few<Flight, 2>> {
        let Some(parts) = struck.mortal else { return Ok(Few::new()) };
        let (stack, why) = (self.those_with(struck), rule!("8.2.2"));
        let verdicts = self.check_morale(&stack, &Check { kind: Kind::Other, rule: why, parts })?;
        self.forget_event(&stack);
        let failed: Units = verdicts.failed().filter(|u| self.s.unit(*u).on_map()).collect();
        let (calm, routs): (Units, Units) =
            failed.iter().copied().partition(|u| self.s.unit(*u).order == Order::Good);
        let left: Few<HexId, 8> = casualties::hexes_of(self.s, &routs).into_iter().collect();
        for unit in calm {
            self.disorder(unit, why)?;
        }
        for &unit in &routs {
            self.mark_pgd(unit, why)?;
        }
        let routes = self.go_back(&routs, Retreat::Rout)?;
        self.part_from_the_steady(&failed)?;
        let of = |route| Flight { units: routs.clone(), left: left.clone(), route };
        Ok(routes.into_iter().map(of).collect())
    }

    /// A party surrenders (16.1.1 step 3e).
    pub(crate) fn surrender(&mut self, party: &Party) {
        for unit in party.all(self.b, self.s) {
            self.remove(unit, Status::Surrendered, rule!("16.1.1.3.e"));
        }
    }

    /// An attacker suffers the results of all its mêlées (16.2.7.1): surrender before rout, two disorders are a rout.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn thrown_off(&mut self, party: &Party, results: &[MeleeResult]) -> Play<()> {
        let disorders = results.iter().filter(|r| matches!(r, MeleeResult::AttackerDisorders(_))).count();
        if results.contains(&MeleeResult::AttackerSurrenders) {
            self.surrender(party);
        } else if results.contains(&MeleeResult::AttackerRouts) || disorders > 1 {
            self.driven_off(party)?;
        } else if let Some(MeleeResult::AttackerDisorders(hexes)) = results.iter().find(|r| r.is_lost()) {
            self.thrown_back(party, Retreat::Recoil(*hexes))?;
        }
        Ok(())
    }

    /// A party fails to stand: who was disordered routs, the others disorder. Says by which routes those who rout went.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn give_way(&mut self, party: &Party, why: Rule) -> Play<Few<Few<HexId>, 2>> {
        // The stack is all its hexes, be they assaulted or not: the guns of a line too (16.5, RULING reading 1211).
        let mut all = with_others(self.s, party.all(self.b, self.s).into_iter().collect());
        all.retain(|u| {
            let now = self.s.unit(*u);
            now.order != Order::Pgd && !now.has(did::LEFT_OUT) && !status::is_wreck(self.s, *u)
        });
        let (calm, routs): (Units, Units) =
            all.into_iter().partition(|u| self.s.unit(*u).order == Order::Good);
        for unit in calm {
            self.disorder(unit, why)?;
        }
        for &unit in &routs {
            self.mark_pgd(unit, why)?;
        }
        self.go_back(&routs, Retreat::Rout)
    }

    /// A party routs (16.7.2). Says by which route each stack of it went.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn driven_off(&mut self, party: &Party) -> Play<Few<Few<HexId>, 2>> {
        let all = party.all(self.b, self.s);
        self.guns_are_taken(&all)?;
        for &unit in &all {
            self.mark_pgd(unit, rule!("16.7.2"))?;
        }
        self.go_back(&all, Retreat::Rout)
    }

    /// Unlimbered guns that must go are lost, perhaps spiked (16.7.5, 18.12).
    fn guns_are_taken(&mut self, units: &[UnitId]) -> Play<()> {
        for &unit in units {
            if self.b.arm(unit) == Arm::Artillery && self.s.unit(unit).formation == Formation::Unlimbered {
                self.lose_guns(unit, rule!("16.7.5"))?;
            }
        }
        Ok(())
    }

    /// A party disorders and goes back so (16.7.1), or routs if it was disordered; out of a special structure nobody recoils. Unlimbered
    /// guns that must go are lost (16.7.5).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn thrown_back(&mut self, party: &Party, back: Retreat) -> Play<Few<Few<HexId>, 2>> {
        for unit in party.present(self.b, self.s) {
            if self.b.is(unit, Trait::Wagon) {
                self.wreck(unit, rule!("18.14.1.6"));
            }
        }
        let here = party.all(self.b, self.s);
        if here.iter().any(|u| self.s.unit(*u).order != Order::Good) {
            return self.driven_off(party);
        }
        for &unit in &here {
            self.disorder(unit, rule!("16.7.1"))?;
        }
        let b = self.b;
        let inside = |hex: &HexId| b.charts.terrain[b.ground.terrain(*hex)].special_structure;
        if party.hexes(self.b, self.s).iter().any(inside) {
            return Ok(Few::new());
        }
        self.guns_are_taken(&here)?;
        self.go_back(&here, back)
    }

    /// Units go back, those of a hex as one stack (16.7.3, 16.7.4).
    pub(crate) fn go_back(&mut self, units: &[UnitId], why: Retreat) -> Play<Few<Few<HexId>, 2>> {
        // A wreck stays where it is (18.14.1.6).
        let goes = |u: &UnitId| self.s.unit(*u).on_map() && !status::is_wreck(self.s, *u);
        let mut left: Units = units.iter().copied().filter(goes).collect();
        let mut routes = Few::new();
        while let Some(&first) = left.first() {
            let hex = self.s.unit(first).hex();
            let here: Units = left.iter().copied().filter(|u| self.s.unit(*u).hex() == hex).collect();
            left.retain(|u| !here.contains(u));
            if hex.is_some() {
                routes.push(self.retreat_all(&here, why)?);
            }
        }
        Ok(routes)
    }

    /// Tells that an assault is over (16.1.1 step 8).
    pub(crate) fn assault_over(&mut self, ongoing: &OngoingAssault) {
        let top = ongoing.attackers.first().and_then(|p| p.units.first().copied());
        self.tell(|| {
            let event =
                Event::new(rule!("16.1.1.8"), "assault.over").point("hex", hex_point(ongoing.targets[0]));
            match top {
                Some(unit) => event.point("unit", unit_point(unit)),
                None => event,
            }
        });
    }
}

/// The word of a result.
const fn word(result: MeleeResult) -> &'static str {
    match result {
        MeleeResult::AttackerSurrenders => "AS",
        MeleeResult::AttackerRouts => "AR",
        MeleeResult::AttackerDisorders(_) => "AD",
        MeleeResult::Blank => "blank",
        MeleeResult::DefenderDisorders(_) => "DD",
        MeleeResult::DefenderRouts(_) => "DR",
        MeleeResult::DefenderSurrenders(_) => "DS",
    }
}

/// The hexes of a result.
const fn hexes(result: MeleeResult) -> u8 {
    match result {
        MeleeResult::AttackerDisorders(n)
        | MeleeResult::DefenderDisorders(n)
        | MeleeResult::DefenderRouts(n)
        | MeleeResult::DefenderSurrenders(n) => n,
        _ => 0,
    }
}
