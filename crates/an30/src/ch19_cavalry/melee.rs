//! 19.1.2 to 19.1.4, 19.9: the mêlées of a charge.

use ground::HexId;
use table::{Event, Modifiers, Play, rule};

use crate::Field;
use crate::ch08_command::casualties;
use crate::ch15_fire::fire::{self, Firer, Nerve, Occasion, with_others};
use crate::ch16_assault::rolls::columns_in_favour;
use crate::ch20_morale::check::{Check, Kind};
use crate::core::battle::{Arm, Battle, Trait};
use crate::core::charts::{Exact, MeleeResult};
use crate::core::dice::Dice;
use crate::core::exact::Odds;
use crate::core::field::{about, hex_point, unit_point};
use crate::core::footprint::Face;
use crate::core::state::{Charge, ChargeKind, Formation, Order, State, UnitId, did};
use crate::core::{Few, status};

use super::groups::{Group, is_helpless, joint};
use super::results::{Fate, Flight, Tally};
use super::{at_once, grand, strength};

/// The result of a roll to stand against cavalry (19.6).
#[derive(Clone, Hash)]
struct Stand {
    nerve: Nerve,
    shifts: usize,
}

/// The modifiers of a target's roll to stand (Roll to Stand vs. Cavalry Modifiers Chart): the worst of those that charge (19.16.10).
pub fn stand_parts(b: &Battle, s: &State, charge: &Charge, top: UnitId, hexes: &[HexId]) -> Modifiers {
    let (m, mut to) = (&b.charts.stand_charge, Modifiers::new());
    let (horse, s_top) = (&charge.units, s.unit(top));
    if charge.kind == ChargeKind::Grand {
        to.push(m.grand_charge.part(1));
    } else if horse.iter().any(|u| b.is(*u, Trait::Armoured)) {
        to.push(m.armoured.part(1));
    } else if horse.iter().any(|u| status::is_heavy(b, *u)) {
        to.push(m.heavy.part(1));
    } else if horse.iter().any(|u| s.back(*u).lance > 0) {
        to.push(m.lancers.part(1));
    }
    let struck: Few<(HexId, Face), 8> =
        horse.iter().flat_map(|u| strength::contacts(b, s, *u, hexes)).collect();
    let by = |face: Face| struck.iter().any(|(_, f)| *f == face);
    m.flank.add_if(by(Face::Flank), &mut to);
    m.rear.add_if(by(Face::Rear) && !by(Face::Flank), &mut to);
    m.line.add_if(s_top.shape() == Formation::Line && m.line.value != 0, &mut to);
    let hindered = |from: &HexId| hexes.iter().any(|hex| strength::is_hindered(b, *from, *hex));
    m.stream_or_slope.add_if(!struck.is_empty() && struck.iter().all(|(from, _)| hindered(from)), &mut to);
    m.diverted.add_if(s_top.has(did::DIVERTED), &mut to);
    m.held_fire.add_if(s_top.has(did::HELD_FOR_CHARGE), &mut to);
    to
}

/// Whether a stack stands where it is charged (19.6.3, 19.3.1.a, 19.3.1.d): general order, square (guns in it with it), special structure.
fn is_steady(b: &Battle, s: &State, units: &[UnitId], hex: HexId) -> bool {
    let terrain = &b.charts.terrain[b.ground.terrain(hex)];
    let steady = |u: &UnitId| matches!(s.unit(*u).shape(), Formation::Square | Formation::GeneralOrder);
    units.iter().any(steady) || terrain.special_structure || terrain.general_order
}

impl Field<'_> {
    /// Fights the mêlées of a charge by the Règlement's steps (19.1.1 step 4, 19.1.3), then what comes of them all.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn charge_melee(&mut self, at: usize) -> Play<()> {
        for part in grand::parts(self.s, at) {
            self.drop_broken(part);
        }
        let groups = if self.is_broken(at) { Vec::new() } else { joint(self.b, self.s, at) };
        if groups.is_empty() {
            self.unhalt(at);
            self.end_met(at)?;
            self.takes_what_was_left(at)?;
            return self.charge_over(at);
        }
        let bouts = at_once::bouts(self.b, self.s, at);
        if bouts.len() > 1 {
            return self.melees_at_once(&bouts, Self::conclude_bouts);
        }
        let mut tally = Tally::new(groups.len());
        let parts = groups[0].parts.clone();
        for &part in &parts {
            self.unhalt(part);
        }
        let all = parts.iter().flat_map(|part| self.s.charges[*part].units.iter().copied());
        let all: Vec<UnitId> = all.chain(groups.iter().flat_map(|g| g.units(self.s))).collect();
        self.forget_event(&all);
        // Each is fought by itself, in the order that their owner likes (19.2.8, reading 664).
        let mut left = groups.clone();
        while !left.is_empty() {
            let heads: Few<HexId> = left.iter().map(|g| g.hexes[0]).collect();
            let top = self.s.charges[at].units[0];
            let hex = self.choose_hex(self.b.side(top), rule!("19.9"), "melee.which", top, &heads)?;
            let group = &left.remove(heads.iter().position(|head| *head == hex).expect("it was listed"));
            let units = group.units(self.s);
            let routed = units.iter().all(|u| self.s.unit(*u).order == Order::Pgd);
            if routed {
                let mut flight = self.flee(&units, rule!("19.1.4"))?;
                for quarry in &group.quarry.0 {
                    flight.follows(&quarry.way);
                }
                self.lose_deserted(group)?;
                tally.left(group, flight);
            } else if units.iter().any(|u| self.b.arm(*u) == Arm::Cavalry) {
                self.fight(at, group, None, 0, &mut tally)?;
            } else {
                self.episode(|field| field.fight_foot(at, group, &mut tally))?;
            }
            let broken = self.are_broken(&parts);
            self.landmark("melee fought", &(&left, &tally, broken))?;
            if broken {
                break;
            }
        }
        self.leg("melee concluded", &mut (), &(), |f, ()| f.conclude_all(&parts, &groups, tally))?;
        for &unit in &all {
            self.s.unit_mut(unit).set(did::HELD_FOR_CHARGE | did::FIRED_BEFORE_CHARGE, false);
        }
        self.forget_event(&all);
        Ok(())
    }

    /// Takes out those who can no longer fight; whether that leaves nobody.
    pub(crate) fn are_broken(&mut self, parts: &[usize]) -> bool {
        for &part in parts {
            self.drop_broken(part);
        }
        parts.iter().all(|part| self.is_broken(*part))
    }

    /// The results of a mêlée for each of the charges that fought it: the same result, one after the other; who gave way before them after all of them.
    fn conclude_all(&mut self, parts: &[usize], groups: &[Group], mut tally: Tally) -> Play<()> {
        let parts: Few<usize, 4> = parts.iter().copied().filter(|part| !tally.apart.contains(part)).collect();
        let Some((last, others)) = parts.split_last() else { return Ok(()) };
        for &part in others {
            let pursued = self.conclude_part(part, &tally)?;
            if pursued {
                // One of them pursues (19.11).
                tally.pursued();
            }
        }
        self.conclude(*last, groups, tally)?;
        Ok(())
    }

    /// A charge on infantry and guns (19.1.2); guns without ammunition have no part in it beside others (18.10.3).
    pub(crate) fn fight_foot(&mut self, at: usize, group: &Group, tally: &mut Tally) -> Play<()> {
        group.ignored.iter().for_each(|u| self.s.unit_mut(*u).set(did::LEFT_OUT, true));
        self.fight_those_who_count(at, group, tally)?;
        group.ignored.iter().for_each(|u| self.s.unit_mut(*u).set(did::LEFT_OUT, false));
        Ok(())
    }

    /// Those who lie prone stand up before they fire (12.13.8).
    fn fight_those_who_count(&mut self, at: usize, group: &Group, tally: &mut Tally) -> Play<()> {
        let units = group.units(self.s);
        if is_helpless(self.b, self.s, group) {
            for unit in units {
                self.lose_guns(unit, rule!("18.10.3"))?;
            }
            tally.left(group, Flight::default());
            return Ok(());
        }
        let (stand, flight) = self.leg("foot stood", &mut (), &(), |f, ()| f.stand(at, group))?;
        self.lose_deserted(group)?;
        let side = self.b.side(self.s.charges[at].units[0]);
        if group.is_gone(self.b, self.s, side) {
            // A unit in several hexes that came together in another one is still there (19.6.2).
            if units.iter().any(|u| self.s.unit(*u).order == Order::Disorder) {
                tally.vacated.extend(group.hexes.iter().copied());
                self.ride_into_the_vacated(&group.hexes, &group.parts)?;
            }
            tally.left(group, flight);
            return Ok(());
        }
        if group.units(self.s).iter().all(|u| self.s.unit(*u).order == Order::Pgd) {
            return Ok(());
        }
        let group = self.who_still_fights(group, side, tally)?;
        let Some(&at) = group.parts.first() else { return Ok(()) };
        // Who lies prone gets up to fire (12.13.8).
        self.stand_up(&group.units(self.s));
        self.landmark("foot stands", &(&stand, &group, at, &*tally))?;
        let told = (stand.shifts, &group, at, &*tally);
        let hits = self.leg("foot fired", &mut (), &told, |f, ()| f.defend_by_fire(&group, stand.nerve))?;
        if self.are_broken(&group.parts) {
            return Ok(());
        }
        self.fight(at, &group, Some(stand.shifts), hits, tally)
    }

    /// The mêlée that is left after a target's roll to stand: in the hexes where it still is, with the charges that have it before them; others ride
    /// into what it left (19.6.2).
    fn who_still_fights(&mut self, group: &Group, side: table::Side, tally: &mut Tally) -> Play<Group> {
        let mut now = group.clone();
        now.hexes.retain(|hex| status::is_enemy(self.b, self.s, side, *hex));
        let vacated: Few<HexId> =
            group.hexes.iter().copied().filter(|hex| !now.hexes.contains(hex)).collect();
        tally.apart.extend(self.ride_into_the_vacated(&vacated, &[])?);
        now.parts.retain(|part| !tally.apart.contains(part));
        let s = &*self.s;
        now.horse.retain(|u| now.parts.iter().any(|part| s.charges[*part].units.contains(u)));
        Ok(now)
    }

    /// Guns that were ignored beside others of whom nobody has stayed are lost (18.10.3).
    pub(crate) fn lose_deserted(&mut self, group: &Group) -> Play<()> {
        if group.units(self.s).iter().any(|u| !status::is_wreck(self.s, *u)) {
            return Ok(());
        }
        for &unit in group.ignored.iter().filter(|_| !group.hexes.is_empty()) {
            if self.s.unit(unit).on_map() {
                self.lose_guns(unit, rule!("18.10.3"))?;
            }
        }
        Ok(())
    }

    /// The roll to stand (19.6, 19.3.1.c): the top unit decides. Who fails disorders, or routs.
    fn stand(&mut self, at: usize, group: &Group) -> Play<(Stand, Flight)> {
        let units = group.units(self.s);
        let top = units[0];
        if let Some(stood) = grand::stood(self.s, at, top) {
            // Another part of the same grand charge has seen to it (19.6.1).
            let (nerve, shifts) = match stood.shifts {
                Some(shifts) => (Nerve::Steady, usize::from(shifts)),
                None => (Nerve::Shaken, 0),
            };
            return Ok((Stand { nerve, shifts }, Flight::default()));
        }
        let mut check = Check::plain(Kind::Stand, rule!("19.6"));
        check.parts = stand_parts(self.b, self.s, &self.all_of(group), top, &group.hexes);
        let passed = self.check_morale(&[top], &check)?.all_passed();
        let steady = is_steady(self.b, self.s, &units, group.hexes[0]);
        if passed {
            let shifts = self.defensive_shift(top)?;
            self.note_stood(at, top, Some(shifts as u8));
            return Ok((Stand { nerve: Nerve::Steady, shifts }, Flight::default()));
        }
        self.note_stood(at, top, None);
        let mut flight = Flight::default();
        if !steady {
            // The stack is all its hexes, be they struck or not: the guns of a line too (19.6, 18.10.2, RULING reading 1211).
            let out = |u: &UnitId| group.horse.contains(u) || self.s.unit(*u).has(did::LEFT_OUT);
            let mut all = with_others(self.s, units.iter().copied().collect());
            all.retain(|u| !out(u));
            let (routs, disorders): (Few<UnitId>, Few<UnitId>) =
                all.iter().copied().partition(|u| self.s.unit(*u).order != Order::Good);
            for unit in disorders {
                self.disorder(unit, rule!("19.6"))?;
            }
            let steps = self.b.variant;
            flight = steps.rout_of_charged(self, (&group.parts, &group.hexes), &routs, rule!("19.6"))?;
        }
        Ok((Stand { nerve: Nerve::Shaken, shifts: 0 }, flight))
    }

    /// The charge that fights a group, with all the units of those that fight it together.
    fn all_of(&self, group: &Group) -> Charge {
        let mut all = self.s.charges[group.parts[0]].clone();
        let others = group.parts.iter().skip(1).flat_map(|part| self.s.charges[*part].units.clone());
        all.units.extend(others);
        all
    }

    /// The die for defensive shifts (19.1.2 step 2).
    fn defensive_shift(&mut self, top: UnitId) -> Play<usize> {
        let b = self.b;
        let rows = &b.charts.defensive_shifts;
        let points = about([unit_point(top)]);
        let die =
            self.throw_one(rule!("19.1.2.2"), "shift", b.side(top), points, |die| rows.at(die) as u32)?;
        let shifts = rows.at(die).max(0);
        self.tell(|| {
            Event::new(rule!("19.1.2.2"), "shifts")
                .point("unit", unit_point(top))
                .number("die", i32::from(die))
                .number("columns", i32::from(shifts))
                .word("favour", columns_in_favour(shifts))
        });
        Ok(shifts as usize)
    }

    /// Defensive fire of the hexes of a group that have the cavalry before them (19.1.2 step 3): one attack, at the hex of it where their fire is
    /// worth most, since the hexes of a unit do not fire apart at one unit (15.5.3, 19.1.2.3). Losses call for no checks.
    fn defend_by_fire(&mut self, group: &Group, nerve: Nerve) -> Play<i16> {
        let (b, s) = (self.b, &*self.s);
        let horse = self.all_of(group).units;
        let mut front: Few<HexId, 8> = horse
            .iter()
            .flat_map(|u| strength::contacts(b, s, *u, &group.hexes))
            .map(|(from, _)| from)
            .collect();
        front.dedup();
        let factor = nerve.factor(b, Occasion::Defensive);
        let attacks = front.iter().rev().filter_map(|target| {
            // Who has fired at skirmishers before the charge does not fire again (12.10.5.2).
            let fired =
                |hex: HexId| s.stack(hex).any(|part| s.unit(part.unit()).has(did::FIRED_BEFORE_CHARGE));
            let near =
                group.hexes.iter().filter(|hex| b.ground.distance(**hex, *target) <= 1 && !fired(**hex));
            let firers: Few<Firer, 8> = near.map(|from| Firer { from: *from, factor }).collect();
            // In the hex of a square only the cavalry is fired at.
            let only: &[UnitId] = if group.hexes.contains(target) { &horse } else { &[] };
            fire::joint(b, s, &firers, *target, Occasion::Defensive, only)
        });
        let Some(attack) = attacks.max_by_key(|attack| attack.value) else { return Ok(0) };
        let before: Few<u8> = horse.iter().map(|u| s.unit(*u).losses - s.unit(*u).event).collect();
        let hits = self.close_attack(&attack)?.marked;
        // What the fire took counts with what a bounce takes (17.3.4, reading 412).
        for (unit, losses) in horse.into_iter().zip(before) {
            let now = self.s.unit_mut(unit);
            now.event = now.losses.saturating_sub(losses);
        }
        Ok(hits.into())
    }

    /// The mêlée itself (19.9.1): a column of companies in waves (19.2.9). `shifts` of infantry and guns; `hits` of their fire count for the first
    /// wave only.
    pub(crate) fn fight(
        &mut self,
        at: usize,
        group: &Group,
        shifts: Option<usize>,
        hits: i16,
        tally: &mut Tally,
    ) -> Play<()> {
        self.episode(|field| field.fight_waves(at, group, shifts, hits, tally))
    }

    fn fight_waves(
        &mut self,
        at: usize,
        group: &Group,
        shifts: Option<usize>,
        hits: i16,
        tally: &mut Tally,
    ) -> Play<()> {
        let top = self.s.charges[at].units.first().or(group.horse.first()).copied();
        let column = top.is_some_and(|u| self.s.unit(u).shape() == Formation::Column);
        let waves = group.parts.iter().map(|part| self.waves(*part)).max().unwrap_or_default();
        self.engage(at, group);
        for wave in 0..waves {
            let hits = if wave == 0 { hits } else { 0 };
            let result = self.throw_melee(at, group, shifts, hits, wave, tally)?;
            tally.fought = true;
            if let Some(fate) = Fate::of(result) {
                tally.suffers(fate, column);
            }
            if self.apply_to_defender(group, result, tally)? {
                return Ok(());
            }
            if matches!(result, MeleeResult::AttackerRouts | MeleeResult::AttackerSurrenders) {
                return Ok(());
            }
            self.landmark("melee wave", &(wave, &*tally))?;
        }
        Ok(())
    }

    /// Notes who fights a mêlée.
    pub(super) fn engage(&mut self, at: usize, group: &Group) {
        for &part in &group.parts {
            self.s.charges[part].fought = true;
        }
        for unit in group.units(self.s).into_iter().chain(self.all_of(group).units) {
            self.s.unit_mut(unit).set(did::FOUGHT, true);
        }
        let horse: Vec<UnitId> =
            group.units(self.s).into_iter().filter(|u| self.b.arm(*u) == Arm::Cavalry).collect();
        self.s.charges[at].defenders.extend(horse);
    }

    /// The waves in which a charge fights: the hexes of a column of companies, of one that preserves its readiness half of them (19.2.9, 19.15.2).
    pub(super) fn waves(&self, at: usize) -> usize {
        let Some(&top) = self.s.charges[at].units.first() else { return 0 };
        let now = self.s.unit(top);
        let all = if now.shape() == Formation::Column { now.hexes().len() } else { 1 };
        if now.has(did::PRESERVES) && all > 1 { all / 2 } else { all }
    }

    /// The sum of the values of a side of a mêlée, told unit by unit.
    fn values(&mut self, group: &Group, wave: usize) -> (Exact, Exact) {
        let mut sums: Few<(UnitId, Modifiers, bool)> = Few::new();
        for part in group.parts.iter().copied().filter(|part| wave < self.waves(*part)) {
            let c = &self.s.charges[part];
            for &unit in &c.units {
                sums.push((unit, strength::attack(self.b, self.s, c, unit, &group.hexes, wave), true));
            }
        }
        let all = self.all_of(group);
        for unit in group.units(self.s) {
            if let Some(sum) = strength::defence(self.b, self.s, &all, unit, &group.hexes) {
                sums.push((unit, sum, false));
            }
        }
        let (mut attack, mut defence) = (Exact::ZERO, Exact::ZERO);
        for (unit, sum, attacks) in sums {
            let value = Exact::from(sum.exact().value);
            if attacks {
                attack = attack + value;
            } else {
                defence = defence + value;
            }
            self.tell(|| {
                Event::new(rule!("19.9.1"), if attacks { "melee.attack" } else { "melee.defence" })
                    .point("unit", unit_point(unit))
                    .parts(&sum)
            });
        }
        (attack, defence)
    }

    /// Odds, dice and result of a mêlée (19.9.1), with what modifies the dice (19.9.2), and leaders who are struck (8.2, 19.1.2.4).
    pub(super) fn throw_melee(
        &mut self,
        at: usize,
        group: &Group,
        shifts: Option<usize>,
        hits: i16,
        wave: usize,
        tally: &mut Tally,
    ) -> Play<MeleeResult> {
        let b = self.b;
        let horse = self.all_of(group).units;
        self.show(&[&horse[..], &group.units(self.s)].concat());
        let (attack, defence) = self.values(group, wave);
        let column =
            Odds::column(b.charts.melee.iter().map(|row| row.odds), attack, defence).unwrap_or_default();
        let row = &b.charts.melee[column.saturating_sub(shifts.unwrap_or_default())];
        let top = self.s.charges[at].units.first().copied().unwrap_or(horse[0]);
        let parts = self.melee_dice(group, hits);
        let total = parts.total();
        let struck = |dice: Dice| {
            let c = &b.charts.casualty;
            (c.melee_defender.value.holds(dice.figure()), c.melee_attacker.value.holds(dice.figure()))
        };
        let points = about([unit_point(top), hex_point(group.hexes[0])]);
        let dice = self.throw(rule!("19.9.1"), "melee", b.side(top), points, |dice| {
            let (defender, attacker) = struck(dice);
            row.results.place(dice.and(total)) as u32 * 4 + u32::from(defender) * 2 + u32::from(attacker)
        })?;
        let result = row.results.at(dice.and(total));
        let (word, hexes) = super::results::told(result);
        self.tell(|| {
            Event::new(rule!("19.9.1"), "melee")
                .point("unit", unit_point(top))
                .point("hex", hex_point(group.hexes[0]))
                .number("attacker", i32::from(row.odds.attacker))
                .number("defender", i32::from(row.odds.defender))
                .word("column", row.column())
                .number("dice", i32::from(dice.figure()))
                .number("total", i32::from(dice.and(total).figure()))
                .word("result", word)
                .number("hexes", i32::from(hexes))
                .word("back", result.back())
                .parts(&parts)
        });
        let (defender, attacker) = struck(dice);
        let own: Vec<HexId> = horse.iter().flat_map(|u| self.s.unit(*u).hexes().to_vec()).collect();
        if defender {
            // With any stack that fights, in whichever of its hexes (8.2, reading 6).
            let mut theirs = casualties::hexes_of(self.s, &group.units(self.s));
            theirs.extend(group.hexes.iter().copied());
            let struck = self.leader_casualty(b.side(top).enemy(), &theirs)?;
            if let Some(struck) = struck {
                tally.wound = self.wound_is_felt(&struck)?;
            }
        }
        if attacker {
            let struck = self.leader_casualty(b.side(top), &own)?;
            if let Some(struck) = struck {
                self.check_for_mortal_wound(&struck)?;
            }
        }
        Ok(result)
    }

    /// The modifiers of the dice of a mêlée: increments lost to defensive fire, leaders (19.9.2, reading 57; not that of a grand charge, 19.16.2).
    fn melee_dice(&self, group: &Group, hits: i16) -> Modifiers {
        let (b, s, m) = (self.b, &*self.s, &self.b.charts.melee_modifiers);
        let mut to = Modifiers::new();
        if hits > 0 {
            to.push(m.defensive_hit.part(hits));
        }
        let led = |u: &UnitId| status::leader_of(b, s, *u).filter(|l| !grand::leads(s, *l, *u));
        let own = self.all_of(group).units.iter().find_map(led);
        if let Some(bonus) = own.map(|l| s.bonuses(l).cavalry.0).filter(|n| *n != 0) {
            to.push(m.attacking_leader_cavalry.part(bonus));
        }
        let units = group.units(s);
        let theirs = units.iter().find_map(|u| Some((*u, led(u)?)));
        if let Some((unit, leader)) = theirs {
            let horse = b.arm(unit) == Arm::Cavalry;
            let (bonus, figure) = if horse {
                (s.bonuses(leader).cavalry.1, &m.defending_leader_cavalry)
            } else {
                (s.bonuses(leader).infantry.1, &m.defending_leader_infantry)
            };
            if bonus != 0 {
                to.push(figure.part(bonus));
            }
        }
        to
    }
}
