//! 16.6, 16.7: odds and results of the mêlée.

use ground::HexId;
use table::{Effect, Event, Modifiers, Part as Term, Play, Side, rule};

use crate::Field;
use crate::ch08_command::casualties;
use crate::ch09_facing::facing;
use crate::ch13_movement::involuntary::Retreat;
use crate::ch16_assault::clash::{Clash, Party, contacts};
use crate::ch16_assault::rolls::Round;
use crate::ch16_assault::volley::Toll;
use crate::core::battle::{Arm, Battle, Light, Trait};
use crate::core::charts::{Exact, MeleeResult};
use crate::core::dice::Dice;
use crate::core::exact::Odds;
use crate::core::field::{about, hex_point, unit_point};
use crate::core::footprint::Face;
use crate::core::occupancy::Units;
use crate::core::state::{Formation, Order, Readiness, State, Status, UnitId, did};
use crate::core::{Few, status};

/// The face of another party that one of the hexes of a unit touches: the best for the attacker (16.6.3, 16.6.4).
fn face_factor(b: &Battle, s: &State, from: HexId, targets: &[HexId]) -> Exact {
    let m = &b.charts.infantry_melee;
    let hits = targets.iter().filter(|hex| b.ground.distance(from, **hex) == 1);
    let factor = |hex: &HexId| match facing::hit(b, s, *hex, from) {
        Some(Face::Flank) => m.flank.value,
        Some(Face::Rear) => m.rear.value,
        _ => Exact::ONE,
    };
    hits.map(factor).max().unwrap_or(Exact::ONE)
}

/// The attacking value of a party against another: the parts that touch it, each with its factor (12.6.5.1, 16.6.3, 12.9.7.2).
fn attack_of(b: &Battle, s: &State, party: &Party, target: &Party) -> Exact {
    let mut hexes: Few<HexId, 8> = Few::new();
    for (part, _, _) in contacts(b, s, party, target) {
        if !hexes.contains(&s.hex_of(part)) {
            hexes.push(s.hex_of(part));
        }
    }
    let at = target.hexes(s);
    let square = target.present(s).iter().any(|u| s.unit(*u).shape() == Formation::Square);
    let against = if square { b.charts.infantry_melee.against_square.value } else { Exact::ONE };
    let own = |u: UnitId, hex: HexId| {
        let parts = i64::from(s.unit(u).hexes().len() as i32);
        let here = s.unit(u).hexes().contains(&hex);
        let share = Exact::new(i64::from(here), parts);
        status::melee(b, s, u) * status::row(b, s, u).melee * share
    };
    hexes
        .iter()
        .map(|hex| {
            let sum: Exact = party.present(s).iter().map(|u| own(*u, *hex)).sum();
            sum * face_factor(b, s, *hex, &at) * against
        })
        .sum()
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

/// The defending value of a party: the parts that are touched (16.2.7.4, 12.6.5.1).
fn defence_of(b: &Battle, s: &State, party: &Party, attackers: &[Party]) -> Exact {
    let mut touched: Few<HexId, 8> = Few::new();
    for (_, _, hex) in attackers.iter().flat_map(|a| contacts(b, s, a, party)) {
        if !touched.contains(&hex) {
            touched.push(hex);
        }
    }
    let of = |u: &UnitId| {
        let hexes = s.unit(*u).hexes();
        let count = hexes.iter().filter(|hex| touched.contains(hex)).count();
        let loose = b.arm(*u) == Arm::Cavalry && s.unit(*u).shape() == Formation::Skirmish;
        let share =
            if loose && count > 0 { Exact::ONE } else { Exact::new(count as i64, hexes.len() as i64) };
        let horse = if b.arm(*u) == Arm::Cavalry { cavalry(b, s, *u, count) } else { Exact::ONE };
        status::melee(b, s, *u) * status::row(b, s, *u).melee * share * horse
    };
    party.present(s).iter().map(of).sum()
}

/// Six increments of each side count at a special structure (16.6.2): the share of the value that does.
fn crowd(b: &Battle, s: &State, parties: &[Party], structure: bool) -> Exact {
    let units = parties.iter().flat_map(|p| p.present(s));
    let sum: i16 = units.map(|u| status::increments(b, s, u)).sum();
    let most = b.charts.infantry_melee.special_structure.value;
    if structure && sum > most { Exact::new(most.into(), sum.into()) } else { Exact::ONE }
}

/// The values of both sides, and the column of the chart (16.6): capped first, then shifted (ruling 40).
pub fn odds(b: &Battle, s: &State, clash: &Clash, shifts: i16) -> (Exact, Exact, usize) {
    let structure =
        clash.targets.iter().any(|hex| b.charts.terrain[b.ground.terrain(*hex)].special_structure);
    let pairs =
        clash.attackers.iter().flat_map(|a| clash.defenders.iter().map(move |d| attack_of(b, s, a, d)));
    let attack = pairs.sum::<Exact>() * crowd(b, s, &clash.attackers, structure);
    let defence: Exact = clash.defenders.iter().map(|d| defence_of(b, s, d, &clash.attackers)).sum();
    let defence = defence * crowd(b, s, &clash.defenders, structure);
    let column = Odds::column(b.charts.melee.iter().map(|row| row.odds), attack, defence).unwrap_or(0);
    let sapeurs = |p: &Party| p.top(b, s).is_some_and(|u| b.is(u, Trait::Sapeurs));
    let right =
        if structure && clash.attackers.iter().any(sapeurs) { b.charts.shifts.sapeurs.value } else { 0 };
    let most = b.charts.melee.len() as i16 - 1;
    (attack, defence, (column as i16 - shifts + right).clamp(0, most) as usize)
}

/// The hexes of some parties.
fn ground_of(s: &State, parties: &[Party]) -> Vec<HexId> {
    let units: Vec<UnitId> = parties.iter().flat_map(|p| p.present(s)).collect();
    casualties::hexes_of(s, &units)
}

/// A leader's bonus for the dice: the highest of the side (5.2.2, 8.1.7, reading 57).
fn bonus(b: &Battle, s: &State, side: Side, parties: &[Party], attacks: bool) -> i16 {
    let hexes = ground_of(s, parties);
    let leaders = hexes.iter().filter_map(|hex| status::leader_in(b, s, side, *hex));
    let Some(leader) = leaders.min_by_key(|l| b.leader(*l).post) else { return 0 };
    let horse = parties.iter().flat_map(|p| p.present(s)).any(|u| b.arm(u) == Arm::Cavalry);
    let card = b.leader(leader);
    let (attack, defence) = if horse { card.cavalry } else { card.infantry };
    if attacks { attack } else { defence }
}

/// What modifies the dice of a mêlée (16.6.1): losses by fire, leaders.
fn modifiers(b: &Battle, s: &State, clash: &Clash, toll: Toll) -> Modifiers {
    let (mut to, m) = (Modifiers::new(), &b.charts.melee_modifiers);
    if toll.offensive != 0 {
        to.push(m.offensive_hit.part(toll.offensive));
    }
    if toll.defensive != 0 {
        to.push(m.defensive_hit.part(toll.defensive));
    }
    let attack = bonus(b, s, clash.side, &clash.attackers, true);
    if attack != 0 {
        to.push(m.attacking_leader_infantry.part(attack));
    }
    let defence = bonus(b, s, clash.side.enemy(), &clash.defenders, false);
    if defence != 0 {
        to.push(m.defending_leader_infantry.part(defence));
    }
    to
}

impl Field<'_> {
    /// Throws for a mêlée (16.6): the assaulting side does. `shifts` are columns to the left.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(super) fn throw_assault_melee(
        &mut self,
        clash: &Clash,
        toll: Toll,
        round: Round,
    ) -> Play<MeleeResult> {
        let b = self.b;
        for unit in clash.attackers.iter().chain(&clash.defenders).flat_map(|p| p.units.clone()) {
            self.s.unit_mut(unit).set(did::FOUGHT, true);
        }
        let shifts = clash.defenders.iter().map(|p| p.shifts).max().unwrap_or(0);
        let (attack, defence, column) = odds(b, self.s, clash, shifts);
        let row = if round == Round::Second { &b.charts.firefight } else { &b.charts.melee[column] };
        let parts = modifiers(b, self.s, clash, toll);
        let total = parts.total();
        let (ours, theirs) = (b.charts.casualty.melee_attacker.value, b.charts.casualty.melee_defender.value);
        let class = |dice: Dice| {
            let struck = u32::from(ours.holds(dice.figure())) | u32::from(theirs.holds(dice.figure())) << 1;
            row.results.place(dice.and(total)) as u32 | struck << 8
        };
        let points = about([hex_point(clash.targets[0])]);
        let dice = self.throw(rule!("16.6"), "melee", clash.side, points, class)?;
        let result = row.results.at(dice.and(total));
        self.tell(|| {
            let (of, per) = (attack.parts(), defence.parts());
            let shift =
                Term { effect: Effect::Shift(-shifts), label: "defensive-shifts", rule: rule!("16.5") };
            let mut columns = Modifiers::new();
            if shifts != 0 && round == Round::First {
                columns.push(shift);
            }
            Event::new(rule!("16.6"), "melee")
                .point("hex", hex_point(clash.targets[0]))
                .number("dice", i32::from(dice.figure()))
                .number("total", i32::from(dice.and(total).figure()))
                .number("attack", of.0 / of.1)
                .number("defence", per.0 / per.1)
                .number("odds_attacker", i32::from(row.odds.attacker))
                .number("odds_defender", i32::from(row.odds.defender))
                .word("result", word(result))
                .number("hexes", i32::from(hexes(result)))
                .sum("dice", &parts)
                .sum("odds", &columns)
        });
        for (span, side, parties) in
            [(ours, clash.side, &clash.attackers), (theirs, clash.side.enemy(), &clash.defenders)]
        {
            if span.holds(dice.figure()) {
                let hexes = ground_of(self.s, parties);
                if let Some(struck) = self.leader_casualty(side, &hexes)? {
                    self.check_for_mortal_wound(&struck)?;
                }
            }
        }
        Ok(result)
    }

    /// A party surrenders (16.1.1 step 3e).
    pub(super) fn surrender(&mut self, party: &Party) {
        for unit in party.present(self.s) {
            self.remove(unit, Status::Surrendered, rule!("16.1.1.3.e"));
        }
    }

    /// A party routs (16.7.2). Says by which way each stack of it went.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(super) fn driven_off(&mut self, party: &Party) -> Play<Few<Few<HexId>, 2>> {
        for unit in party.present(self.s) {
            self.mark_pgd(unit, rule!("16.7.2"))?;
        }
        self.go_back(&party.units, Retreat::Rout)
    }

    /// A party disorders and recoils so many hexes (16.7.1), or routs if it was disordered; out of a special structure nobody recoils. Unlimbered
    /// guns that must go are lost (16.7.5).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(super) fn thrown_back(&mut self, party: &Party, hexes: u8) -> Play<Few<Few<HexId>, 2>> {
        for unit in party.present(self.s) {
            if self.b.is(unit, Trait::Wagon) {
                self.wreck(unit, rule!("18.14.1.6"));
            }
        }
        let here = party.present(self.s);
        let shaken = here.iter().any(|u| self.s.unit(*u).order != Order::Good);
        if shaken {
            return self.driven_off(party);
        }
        for &unit in &here {
            self.disorder(unit, rule!("16.7.1"))?;
        }
        let b = self.b;
        let inside = |hex: &HexId| b.charts.terrain[b.ground.terrain(*hex)].special_structure;
        if party.hexes(self.s).iter().any(inside) {
            return Ok(Few::new());
        }
        for &unit in &here {
            if b.arm(unit) == Arm::Artillery && self.s.unit(unit).formation == Formation::Unlimbered {
                self.lose_guns(unit, rule!("16.7.5"))?;
            }
        }
        self.go_back(&here, Retreat::Recoil(hexes))
    }

    /// Units go back, those of a hex as one stack.
    fn go_back(&mut self, units: &[UnitId], why: Retreat) -> Play<Few<Few<HexId>, 2>> {
        let mut left: Units = units.iter().copied().filter(|u| self.s.unit(*u).on_map()).collect();
        let mut ways = Few::new();
        while let Some(&first) = left.first() {
            let hex = self.s.unit(first).hex();
            let here: Units = left.iter().copied().filter(|u| self.s.unit(*u).hex() == hex).collect();
            left.retain(|u| !here.contains(u));
            if hex.is_some() {
                ways.push(self.retreat_all(&here, why)?);
            }
        }
        Ok(ways)
    }

    /// Tells that an assault is over (16.1.1 step 8).
    pub(super) fn assault_over(&mut self, clash: &Clash) {
        let top = clash.attackers.first().and_then(|p| p.units.first().copied());
        self.tell(|| {
            let event =
                Event::new(rule!("16.1.1.8"), "assault.over").point("hex", hex_point(clash.targets[0]));
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
