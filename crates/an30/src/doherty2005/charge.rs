//! C4, P, I, K: charges: who may charge in reaction, and their mêlées.

use ground::HexId;
use table::{Event, Play, Refusal, Rule, Side, rule};

use crate::Field;
use crate::ch10_zones::fans;
use crate::ch10_zones::zones::{self, ZoneOwners};
use crate::ch17_losses::losses::{Cause, who_bleeds};
use crate::ch18_artillery::supply;
use crate::ch19_cavalry::at_once::{self, Bout};
use crate::ch19_cavalry::away::Response;
use crate::ch19_cavalry::charge::Progress;
use crate::ch19_cavalry::groups::{Group, joint};
use crate::ch19_cavalry::meet::{self, Stance};
use crate::ch19_cavalry::pursuit::{Advance, Seizure};
use crate::ch19_cavalry::recall::Recall;
use crate::ch19_cavalry::results::{Fate, Flight, Tally};
use crate::ch19_cavalry::{grand, over, react, targets};
use crate::core::battle::{Arm, Battle};
use crate::core::charts::PursuitChart;
use crate::core::field::unit_point;
use crate::core::occupancy::Units;
use crate::core::state::{
    Charge, ChargeKind, ChargePhase, LeaderId, Order, Phase, State, Status, UnitId, did,
};
use crate::core::status::Losses;
use crate::core::{Few, status};

/// Whether the stack of a unit may charge in reaction: its reaction zone and the zone of the charge have a hex in common (C4, C4a, C4ai, C4aii, C4b); of stances that give it
/// one it takes the first in which the two can meet (ruling 41).
pub fn reaction_stance(b: &Battle, s: &State, at: usize, unit: UnitId) -> Result<Stance, Refusal> {
    let zone = &s.charges[at].zone;
    let depth = react::stack_depth(b, s, unit);
    let units = s.units_in(s.unit(unit).hex());
    let near = |hex: &HexId| s.unit(unit).hexes().iter().any(|own| b.ground.distance(*own, *hex) <= depth);
    let mut able: Few<Stance, 3> = Few::new();
    if zone.iter().any(near) {
        able = meet::stances(b, s, unit);
        able.retain(|stance| {
            let then = meet::posed(s, &units, stance);
            fans::fan(b, &then, unit, depth).iter().any(|(hex, _)| zone.contains(hex))
        });
    }
    let meets = able.iter().find(|stance| meet::can_meet(b, s, at, unit, stance));
    let stance = meets.or(able.first()).cloned();
    stance.ok_or_else(|| Refusal::new(rule!("C4"), "react.zones").with("unit", unit_point(unit)))
}

/// The increments that those who charged together take from each stack that they pursue (P1, I8): of their units the one with the highest printed movement
/// potential counts, with what it spent itself (ruling 50).
fn pursuit_losses(b: &Battle, s: &State, parts: &[usize]) -> u8 {
    let PursuitChart::ByPoints(chart) = &b.charts.pursuit else { return 0 };
    let points = |c: &Charge, unit: &UnitId| (b.unit(*unit).movement, c.spent);
    let all = parts.iter().flat_map(|part| {
        let c = &s.charges[*part];
        c.units.iter().map(move |unit| points(c, unit))
    });
    let (most, spent) = all.max_by_key(|(most, spent)| (*most, std::cmp::Reverse(*spent))).unwrap_or((0, 0));
    let left = (2 * i32::from(most) - i32::from(spent)).max(0);
    (left / (2 * i32::from(chart.divisor.value).max(1))) as u8
}

/// Whether all of a target are gone from its hexes, or in PGD in them.
fn is_beaten(b: &Battle, s: &State, group: &Group, side: Side) -> bool {
    let stands =
        |u: &UnitId| b.side(*u) != side && !status::is_wreck(s, *u) && s.unit(*u).order != Order::Pgd;
    !group.units(s).iter().any(stands)
}

impl Field<'_> {
    /// Fights the mêlées of a charge by the revision's steps (P1, I1 to I8, K1 to K4, C1, C3, C6, C7), each target by itself in the order that their owner likes
    /// (19.2.8), parts of a grand charge together (19.9.1); then what comes of them all.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(super) fn revised_charge(&mut self, at: usize) -> Play<()> {
        for part in grand::parts(self.s, at) {
            self.drop_broken(part);
        }
        self.unhalt(at);
        if !self.is_broken(at) && self.targets_retreat(at)? == Progress::Over {
            return Ok(());
        }
        self.landmark("charge retreats", &())?;
        let groups = if self.is_broken(at) { Vec::new() } else { joint(self.b, self.s, at) };
        if groups.is_empty() {
            self.revised_end_of_met(at, &[])?;
            return self.charge_over(at);
        }
        let bouts = at_once::bouts(self.b, self.s, at);
        if bouts.len() > 1 {
            return self.melees_at_once(&bouts, Self::conclude_revised_bouts);
        }
        let parts = groups[0].parts.clone();
        for &part in &parts {
            self.unhalt(part);
        }
        let all = parts.iter().flat_map(|part| self.s.charges[*part].units.iter().copied());
        let all: Vec<UnitId> = all.chain(groups.iter().flat_map(|g| g.units(self.s))).collect();
        self.forget_event(&all);
        let mut tally = Tally::new(groups.len());
        let mut fought: Vec<Group> = Vec::new();
        let mut left = groups;
        while !left.is_empty() {
            let heads: Few<HexId> = left.iter().map(|g| g.hexes[0]).collect();
            let top = self.s.charges[at].units[0];
            let hex = self.choose_hex(self.b.side(top), rule!("19.9"), "melee.which", top, &heads)?;
            let group = left.remove(heads.iter().position(|head| *head == hex).unwrap_or(0));
            if self.fights_group(at, &group, &mut tally)? {
                fought.push(group);
            }
            let broken = self.are_broken(&parts);
            self.landmark("melee fought", &(&left, &fought, &tally, broken, (&parts, &all)))?;
            if broken {
                break;
            }
        }
        fought.extend(left);
        self.leg("melee concluded", &mut (), &all, |f, ()| f.conclude_revised(&parts, &fought, &tally))?;
        for &unit in &all {
            self.s.unit_mut(unit).set(did::HELD_FOR_CHARGE | did::FIRED_BEFORE_CHARGE, false);
        }
        self.forget_event(&all);
        Ok(())
    }

    /// Of several charges that struck separate hexes of one column of companies (12.5.4) each suffers its own; the column bounces once (K3, K4, ruling 43).
    fn conclude_revised_bouts(&mut self, bouts: &[Bout], whole: &Group, fates: &[Tally]) -> Play<()> {
        for (i, ((part, _), fate)) in bouts.iter().zip(fates).enumerate() {
            let mut own = fate.clone();
            if i + 1 < bouts.len() {
                own.bounced = Few::new();
            }
            self.conclude_revised(&[*part], std::slice::from_ref(whole), &own)?;
        }
        Ok(())
    }

    /// One target: in PGD it is run down (P), else it fights (I, K). Says whether it fought (I3, I3i, I3ii, I4, I4a, I5, I6, K2, K3).
    fn fights_group(&mut self, at: usize, group: &Group, tally: &mut Tally) -> Play<bool> {
        let side = self.b.side(self.s.charges[at].units[0]);
        if group.units(self.s).iter().all(|u| self.s.unit(*u).order == Order::Pgd) {
            self.run_down_routed(group)?;
            return Ok(false);
        }
        self.rout_guns_without_ammunition(group)?;
        if group.is_gone(self.b, self.s, side) {
            tally.left(group, Flight::default());
        } else if group.units(self.s).iter().any(|u| self.b.arm(*u) == Arm::Cavalry) {
            self.fight(at, group, None, 0, tally)?;
        } else {
            self.episode(|field| field.fight_foot(at, group, tally))?;
        }
        Ok(true)
    }

    /// I1, K1: targets of a charge retreat before it; then it may be recalled, else it follows (I1b, K1b, I1a, K1a): its movement goes on, with its points left and
    /// what this calls for (ruling 45). Those it comes up to then await a mêlée of their own. Those caught as they retreated stay (19.5.3.4), and those
    /// charged in reaction or by opportunity (19.17.3, 19.18.5).
    fn targets_retreat(&mut self, at: usize) -> Play<Progress> {
        let c = &self.s.charges[at];
        if !matches!(c.kind, ChargeKind::Ordinary | ChargeKind::Grand) || c.caught {
            return Ok(Progress::On);
        }
        let phase = std::mem::replace(&mut self.s.activation.phase, Phase::Charges);
        let goes = self.targets_retreat_now(at)?;
        self.s.activation.phase = phase;
        Ok(goes)
    }

    fn targets_retreat_now(&mut self, at: usize) -> Play<Progress> {
        let hexes = targets::touched(self.b, self.s, at);
        let mut left = Response::Stays;
        for &hex in &hexes {
            match self.gets_out_of_the_way(at, hex)? {
                Response::Stays => {}
                Response::Seized => {
                    self.charge_over(at)?;
                    return Ok(Progress::Over);
                }
                gone => left = gone,
            }
        }
        if matches!(left, Response::Stays) {
            return Ok(Progress::On);
        }
        let side = self.b.side(self.s.charges[at].units[0]);
        let stands =
            |hex: &HexId| status::is_enemy(self.b, self.s, side, *hex) && !status::is_wreck_hex(self.s, *hex);
        let some = hexes.iter().any(stands);
        self.s.charges[at].phase = ChargePhase::Declared;
        let goes = match &left {
            // Recalled from cavalry that got away it may choose another target too (K1b), other than by 19.5.3.
            Response::Withdrew(gone) if !some && !self.is_broken(at) => match self.may_recall(at)? {
                Recall::Heard => self.recalled(at)?,
                Recall::Unheard => self.ride_after(at, gone)?,
            },
            left => self.after_contact(at, &hexes, left)?,
        };
        if goes == Progress::Over {
            let waits = self.s.charges[at].phase == ChargePhase::Contact;
            return Ok(if some && waits { Progress::On } else { Progress::Over });
        }
        if self.s.charges[at].kind != ChargeKind::Grand {
            self.run_charge(at)?;
            return Ok(Progress::Over);
        }
        while !targets::touched(self.b, self.s, at).is_empty() {
            if self.contact(at)? == Progress::Over || self.is_broken(at) {
                break;
            }
        }
        if self.s.charges[at].phase == ChargePhase::Declared {
            self.charge_over(at)?;
        }
        Ok(Progress::Over)
    }

    /// P1: those in PGD lose to the pursuit, then they rout. Nobody advances.
    fn run_down_routed(&mut self, group: &Group) -> Play<()> {
        for &part in &group.parts {
            self.s.charges[part].ran_down = true;
        }
        for (_, stack) in self.driven(&group.parts, &group.hexes) {
            self.take_from(&group.parts, &stack, rule!("P1"))?;
        }
        let units = group.units(self.s);
        self.flee(&units, rule!("P1"))?;
        self.lose_deserted(group)
    }

    /// The target of a charge routed from its attempt to form square, next to the cavalry (C2): it has lost for the zones, and loses to the pursuit where
    /// it is now, as those in PGD do (P1).
    pub(super) fn run_down_at_the_attempt(&mut self, at: usize, flight: &Flight) -> Play<()> {
        self.s.charges[at].ran_down = true;
        let mut hexes: Few<HexId> = Few::new();
        // Those of a regiment that broke down as it ran lose in its place (12.1.2).
        let ran = status::on_map(self.b, self.s, &flight.units);
        for &unit in &ran {
            let hex = self.s.unit(unit).hex();
            if !hexes.contains(&hex) {
                hexes.push(hex);
            }
        }
        for hex in hexes {
            let there: Units = self.s.units_in(hex).into_iter().filter(|u| ran.contains(u)).collect();
            self.take_from(&[at], &there, rule!("P1"))?;
        }
        Ok(())
    }

    /// The enemies of a charge who are in PGD in a hex.
    fn routed_in(&self, parts: &[usize], hex: HexId) -> Units {
        let units =
            |part: &usize| self.s.charges[*part].units.first().or(self.s.charges[*part].broken.first());
        let side = parts.iter().find_map(units).map(|u| self.b.side(*u));
        let routed = |u: &UnitId| Some(self.b.side(*u)) != side && self.s.unit(*u).order == Order::Pgd;
        self.s.units_in(hex).into_iter().filter(routed).collect()
    }

    /// The target stacks of charges that are in PGD: in the hexes that were struck, and who came together elsewhere out of one (reading 1110).
    fn driven(&self, parts: &[usize], hexes: &[HexId]) -> Few<(HexId, Units), 4> {
        let struck = hexes.iter().map(|hex| (*hex, self.routed_in(parts, *hex)));
        let mut found: Few<(HexId, Units), 4> = struck.filter(|(_, stack)| !stack.is_empty()).collect();
        for quarry in parts.iter().flat_map(|part| &self.s.charges[*part].quarry.0) {
            let (from, hex) = (quarry.way[0], quarry.way[quarry.way.len() - 1]);
            if !hexes.contains(&from) || hexes.contains(&hex) {
                continue;
            }
            let known: Units = found.iter().flat_map(|(_, stack)| stack.iter().copied()).collect();
            let mut there = status::on_map(self.b, self.s, &[quarry.unit]);
            there.retain(|u| self.s.unit(*u).hexes() == [hex] && !known.contains(u));
            match found.iter_mut().find(|(own, _)| *own == hex) {
                Some((_, stack)) => stack.extend(there),
                None if !there.is_empty() => found.push((hex, there)),
                None => {}
            }
        }
        found
    }

    /// P1, I8: a stack loses to the pursuit, together what the chart takes: guns first (18.10.5), then from the top (17.1.2).
    fn take_from(&mut self, parts: &[usize], stack: &[UnitId], why: Rule) -> Play<()> {
        let Some(&first) = stack.first() else { return Ok(()) };
        let mut losses = pursuit_losses(self.b, self.s, parts);
        self.tell(|| {
            Event::new(why, "pursuit.losses")
                .point("unit", unit_point(first))
                .number("losses", i32::from(losses))
        });
        while losses > 0 {
            let there = status::on_map(self.b, self.s, stack);
            let Some(unit) = who_bleeds(self.b, there.into_iter()) else { break };
            let room = status::endurance(self.b, unit).0.saturating_sub(self.s.unit(unit).losses).max(1);
            let taken = losses.min(room);
            self.lose(unit, Losses(taken), Cause::Pursuit)?;
            losses -= taken;
        }
        Ok(())
    }

    /// I2: guns without ammunition, with neither infantry nor supplied guns in their hex, rout: unlimbered ones are lost (ruling 2).
    fn rout_guns_without_ammunition(&mut self, group: &Group) -> Play<()> {
        for &hex in &group.hexes {
            let (b, s) = (self.b, &*self.s);
            let here: Units = s.units_in(hex).into_iter().filter(|u| !group.horse.contains(u)).collect();
            let empty = |u: &UnitId| b.arm(*u) == Arm::Artillery && !supply::is_supplied(b, s, *u);
            let covers = |u: &UnitId| match b.arm(*u) {
                Arm::Infantry => true,
                Arm::Artillery => !empty(u),
                Arm::Cavalry => false,
            };
            let routs: Units = here.iter().copied().filter(empty).collect();
            if !here.iter().any(covers) && !routs.is_empty() {
                self.flee(&routs, rule!("I2"))?;
            }
        }
        Ok(())
    }

    /// Those whom charges drove off are in PGD; foot and guns wait where they stand for the pursuit, and rout then (I6d, ruling 48). Cavalry is not
    /// pursued, and routs at once (K3d).
    pub(super) fn rout_of_charged(
        &mut self,
        (parts, struck): (&[usize], &[HexId]),
        units: &[UnitId],
        why: Rule,
    ) -> Play<Flight> {
        if units.iter().any(|u| self.b.arm(*u) == Arm::Cavalry) {
            return self.flee(units, why);
        }
        self.rout_in_place(parts, units, struck, why)?;
        Ok(Flight { units: units.iter().copied().collect(), route: Few::new() })
    }

    /// I6 to I9, K3 to K5: what those who charged suffer, or their advance and the pursuit; the rout of those who were driven off; the regrouping (I6e, K3e).
    fn conclude_revised(&mut self, parts: &[usize], fought: &[Group], tally: &Tally) -> Play<()> {
        self.episode(|field| field.suffer_or_take(parts, fought, tally))
    }

    fn suffer_or_take(&mut self, parts: &[usize], fought: &[Group], tally: &Tally) -> Play<()> {
        let verdict = tally.verdict();
        let able = parts.iter().flat_map(|part| self.s.charges[*part].units.first()).next().copied();
        let beaten = |top: UnitId| {
            let side = self.b.side(top);
            !fought.is_empty() && fought.iter().all(|group| is_beaten(self.b, self.s, group, side))
        };
        if verdict.is_none() && able.is_some_and(beaten) {
            self.take_the_hex(parts, fought, tally.seizure())?;
        } else {
            self.rout_the_driven(parts, fought, &[])?;
        }
        self.landmark("charge taken", &())?;
        for &part in parts {
            self.leg("charge suffered", &mut (), &part, |f, ()| f.chargers_suffer(part, verdict))?;
        }
        if verdict.is_none() && self.charge_again(parts[0], tally.left_open())? == Progress::On {
            return Ok(());
        }
        self.bounce(&tally.bounced)?;
        self.landmark("charge bounced", &())?;
        for &part in parts {
            self.revised_end_of_met(part, &tally.bounced)?;
            if verdict.is_some() {
                let units = self.s.charges[part].units.clone();
                self.mark_over(part);
                self.clear_hexes(&units)?;
            } else {
                self.charge_over(part)?;
            }
        }
        Ok(())
    }

    /// I6a to I6c, K3a to K3c: surrender, rout, bounce; a line in several hexes that fought is disordered (19.2.8) (K3b, K3c, I6c, K3a).
    fn chargers_suffer(&mut self, part: usize, verdict: Option<Fate>) -> Play<()> {
        let units = self.s.charges[part].units.clone();
        let long = units.first().is_some_and(|u| targets::is_long_line(self.s, *u));
        let fought = self.s.charges[part].fought;
        match verdict {
            Some(Fate::Surrenders) => {
                for &unit in &units {
                    self.remove(unit, Status::Surrendered, rule!("I6a"));
                }
            }
            Some(Fate::Routs | Fate::Disorders(_)) => {
                self.flee(&units, rule!("I6b"))?;
            }
            Some(Fate::Bounce) => self.bounce(&units)?,
            None => {}
        }
        for &unit in units.iter().filter(|_| long && fought) {
            self.disorder(unit, rule!("19.2.8"))?;
        }
        Ok(())
    }

    /// I7, I8, K4: all defenders are driven off or gone: the cavalry takes a hex of theirs, pursues those who routed, and these complete their rout,
    /// out of that hex (ruling 48). Without an advance nobody is pursued, nor if the cavalry was charged by opportunity in it (19.11.5) (I7).
    fn take_the_hex(&mut self, parts: &[usize], fought: &[Group], seizure: Seizure) -> Play<()> {
        let b = self.b;
        let Some(&top) = parts.iter().find_map(|part| self.s.charges[*part].units.first()) else {
            return Ok(());
        };
        let enemy = b.side(top).enemy();
        let hexes: Few<HexId> = fought.iter().flat_map(|group| group.hexes.iter().copied()).collect();
        let borne: Few<HexId> = hexes
            .iter()
            .copied()
            .filter(|hex| zones::bears_on(b, self.s, enemy, *hex, ZoneOwners::Any))
            .collect();
        let (lifted, leaders) = self.lift_the_routed(parts, &hexes, enemy);
        for group in fought {
            self.lose_deserted(group)?;
        }
        let mut advanced = false;
        let mut from = HexId::NONE;
        for &part in parts {
            let units = self.s.charges[part].units.clone();
            if units.is_empty() {
                continue;
            }
            advanced |= match over::within(self.s, part)
                .first()
                .or(hexes.iter().find(|hex| units.iter().any(|u| self.s.unit(*u).hexes().contains(hex))))
            {
                Some(hex) => self.holds_the_hex(&units, *hex, seizure)? == Advance::Made,
                None => self.takes_one_of(&units, &hexes, seizure)?,
            };
            from = self.s.charges[part].advanced;
        }
        for &(unit, hex) in &lifted {
            self.s.put(unit, &[hex]);
        }
        for &(leader, hex) in &leaders {
            self.s.leader_mut(leader).hex = hex;
        }
        if advanced {
            for (_, stack) in self.driven(parts, &hexes) {
                self.take_from(parts, &stack, rule!("I8"))?;
            }
        }
        self.rout_the_driven(parts, fought, &borne)?;
        for &(_, hex) in &leaders {
            if self.s.top(hex).is_some_and(|u| b.side(u) != enemy) {
                self.leaders_fly_from(hex, b.side(top), from)?;
            }
        }
        Ok(())
    }

    /// Takes those in PGD off some hexes, and the leaders with them, while the cavalry advances.
    #[allow(clippy::type_complexity, reason = "units and leaders, each with its hex")]
    fn lift_the_routed(
        &mut self,
        parts: &[usize],
        hexes: &[HexId],
        enemy: Side,
    ) -> (Vec<(UnitId, HexId)>, Vec<(LeaderId, HexId)>) {
        let mut lifted: Vec<(UnitId, HexId)> = Vec::new();
        let mut leaders: Vec<(LeaderId, HexId)> = Vec::new();
        for &hex in hexes {
            let routed = self.routed_in(parts, hex);
            for &unit in &routed {
                self.s.lift(unit);
                lifted.push((unit, hex));
            }
            if !routed.is_empty() {
                for leader in status::leaders_in(self.b, self.s, enemy, hex) {
                    self.s.leader_mut(leader).hex = HexId::NONE;
                    leaders.push((leader, hex));
                }
            }
        }
        (lifted, leaders)
    }

    /// Cavalry advances into one of the hexes that its targets left, which its owner chooses (19.10). Says whether it is there.
    fn takes_one_of(&mut self, units: &[UnitId], hexes: &[HexId], seizure: Seizure) -> Play<bool> {
        let room = |hex: &HexId| self.s.is_empty(*hex) || self.has_room(units, *hex);
        let open: Few<HexId> = hexes.iter().copied().filter(room).collect();
        if open.is_empty() {
            return Ok(false);
        }
        let hex =
            self.choose_hex(self.b.side(units[0]), rule!("19.10"), "charge.advance", units[0], &open)?;
        if self.advance(units, hex, seizure)? == Advance::Withheld {
            return Ok(false);
        }
        let now = self.s.unit(units[0]);
        Ok(now.hexes().contains(&hex) && now.order != Order::Pgd && !now.has(did::HALTED))
    }

    /// Those whom a charge drove off complete their rout. Out of a hex that the cavalry has taken they lose for its zone, in which it was till then
    /// (ruling 48); who cannot get out of it surrenders (reading 850).
    fn rout_the_driven(&mut self, parts: &[usize], fought: &[Group], borne: &[HexId]) -> Play<()> {
        let hexes: Few<HexId> = fought.iter().flat_map(|group| group.hexes.iter().copied()).collect();
        for (hex, stack) in self.driven(parts, &hexes) {
            let Some(&top) = stack.first() else { continue };
            let side = self.b.side(top);
            let ridden = self.s.units_in(hex).iter().any(|u| self.b.side(*u) != side);
            let held = zones::bears_on(self.b, self.s, side, hex, ZoneOwners::Any);
            let friends = self.s.units_in(hex).iter().any(|u| self.b.side(*u) == side && !stack.contains(u));
            if ridden && borne.contains(&hex) && !held && !friends {
                let each = Losses::of(self.b.charts.losses.zone_exited.value);
                self.lose(top, each, Cause::Zone)?;
            }
            // Others may be in the place of a regiment that broke down.
            let stack = if hexes.contains(&hex) { self.routed_in(parts, hex) } else { stack };
            self.flee(&stack, rule!("I8"))?;
            for unit in self.routed_in(parts, hex) {
                if ridden {
                    self.remove(unit, Status::Surrendered, rule!("13.2.4"));
                }
            }
        }
        for group in fought {
            self.lose_deserted(group)?;
        }
        Ok(())
    }

    /// The charge that a reaction charge met is over with it: who bounced or routed is done; else it regroups along its own route (ruling 52).
    fn revised_end_of_met(&mut self, at: usize, bounced: &[UnitId]) -> Play<()> {
        let against = self.s.charges[at].against.clone();
        let fought = self.s.charges[at].fought;
        let is_met = |c: &Charge| c.phase == ChargePhase::Met && c.units.iter().any(|u| against.contains(u));
        let Some(met) = self.s.charges.iter().position(is_met) else { return Ok(()) };
        self.s.charges[met].fought = fought;
        let units = self.s.charges[met].units.clone();
        let done = |u: &UnitId| {
            bounced.contains(u) || !self.s.unit(*u).on_map() || self.s.unit(*u).order == Order::Pgd
        };
        if units.iter().all(done) {
            self.mark_over(met);
            return Ok(());
        }
        self.charge_over(met)
    }
}
