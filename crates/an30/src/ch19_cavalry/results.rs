//! 19.1.2 steps 5 to 8, 19.9.3, 19.12: what comes of a charge: results, bounce, the end.

use ground::HexId;
use table::{Answer, Event, Play, Rule, Side, rule};

use crate::Field;
use crate::ch08_command::casualties::StruckLeader;
use crate::ch12_formations::companies;
use crate::ch13_movement::involuntary::Retreat;
use crate::ch13_movement::step;
use crate::ch20_morale::check::{Check, Kind};
use crate::core::battle::{Arm, Trait};
pub use crate::core::cavalry::Flight;
use crate::core::charts::MeleeResult;
use crate::core::field::{about, hex_point, unit_point};
use crate::core::state::{ChargeKind, ChargeMark, ChargePhase, Formation, Order, Status, UnitId};
use crate::core::{Few, status, verb};

use super::charge::Progress;
use super::groups::Group;
use super::pursuit::Seizure;
use super::targets;

/// Fate: what a charge suffers from its mêlées, the least first (19.2.8, 19.2.9).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fate {
    /// Bounce.
    Bounce,
    /// Disorder and so many hexes of recoil.
    Disorders(u8),
    /// Rout.
    Routs,
    /// Surrender.
    Surrenders,
}

impl Fate {
    /// The attacker's fate by a result.
    pub const fn of(result: MeleeResult) -> Option<Fate> {
        match result {
            MeleeResult::AttackerSurrenders => Some(Fate::Surrenders),
            MeleeResult::AttackerRouts => Some(Fate::Routs),
            MeleeResult::AttackerDisorders(hexes) => Some(Fate::Disorders(hexes)),
            MeleeResult::Blank => Some(Fate::Bounce),
            _ => None,
        }
    }
}

/// The word and the hexes of a result, for events.
pub const fn told(result: MeleeResult) -> (&'static str, u16) {
    match result {
        MeleeResult::AttackerSurrenders => ("AS", 0),
        MeleeResult::AttackerRouts => ("AR", 0),
        MeleeResult::AttackerDisorders(hexes) => ("AD", hexes as u16),
        MeleeResult::Blank => ("blank", 0),
        MeleeResult::DefenderDisorders(hexes) => ("DD", hexes as u16),
        MeleeResult::DefenderRouts(hexes) => ("DR", hexes as u16),
        MeleeResult::DefenderSurrenders(hexes) => ("DS", hexes as u16),
    }
}

/// Tally: what has come of the mêlées of a charge so far.
#[derive(Clone, Default, Hash, Debug)]
pub struct Tally {
    pub(super) groups: usize,
    pub(super) gone: Vec<(Group, Flight)>,
    fate: Option<Fate>,
    driven: bool,
    /// Whether a mêlée was thrown at all: else nobody is disordered by the advance (19.10.1).
    pub fought: bool,
    /// The hexes that were charged and out of which a target drew together (19.6.2).
    pub(crate) vacated: Few<HexId>,
    /// The parts of a grand charge that lost their target so, and have left the mêlée (19.6.2).
    pub(crate) apart: Few<usize, 4>,
    /// Flight of those whom the mortal wound of their leader drove off before the result (8.2.2).
    pub(super) wound: Flight,
    /// Defending cavalry whose own mêlée came to nothing (19.9.3).
    pub(crate) bounced: Few<UnitId>,
}

impl Tally {
    /// Manner in which those who won take the hexes.
    pub(crate) fn seizure(&self) -> Seizure {
        if self.fought { Seizure::ByMelee } else { Seizure::Unopposed }
    }

    /// The hexes that a target left as it drew together, from which those may charge on who have fought nobody (19.6.2).
    pub(crate) fn left_open(&self) -> &[HexId] {
        if self.fought { &[] } else { &self.vacated }
    }

    /// Nothing yet, of so many targets.
    pub fn new(groups: usize) -> Tally {
        Tally { groups, ..Tally::default() }
    }

    /// A target has left its hexes.
    pub fn left(&mut self, group: &Group, flight: Flight) {
        self.gone.push((group.clone(), flight));
    }

    /// Those who left their hexes are pursued by others already.
    pub(super) fn pursued(&mut self) {
        for (_, flight) in &mut self.gone {
            flight.route = Few::new();
        }
    }

    /// A result against the attacker: the worst counts (19.2.8).
    pub fn suffer(&mut self, fate: Fate) {
        self.fate = self.fate.max(Some(fate));
    }

    /// As [`Tally::suffer`], of a wave of a column of companies: a second disorder is a rout (19.2.9).
    pub fn suffer_again(&mut self, fate: Fate) {
        let again = matches!((self.fate, fate), (Some(Fate::Disorders(_)), Fate::Disorders(_)));
        self.suffer(if again { Fate::Routs } else { fate });
    }

    /// As [`Tally::suffer`], or of a column of companies [`Tally::suffer_again`].
    pub(super) fn suffers(&mut self, fate: Fate, column: bool) {
        if column {
            self.suffer_again(fate);
        } else {
            self.suffer(fate);
        }
    }

    /// Takes over what came of the mêlées for the target that several charges fought at once (12.5.4).
    pub(super) fn share(&mut self, all: &Tally) {
        self.gone.clone_from(&all.gone);
        self.driven = all.driven;
        self.bounced.clone_from(&all.bounced);
    }

    /// The attacker's fate: no bounce if a target was driven off (19.2.8, 19.2.9).
    pub(crate) fn verdict(&self) -> Option<Fate> {
        self.fate.filter(|fate| !(self.driven && *fate == Fate::Bounce))
    }
}

impl Field<'_> {
    /// Units flee from where they stand: PGD, then their rout (12.12, 13.2). Unlimbered guns are lost (18.10.4), wagons wrecked (18.14.1.6).
    pub(crate) fn flee(&mut self, units: &[UnitId], why: Rule) -> Play<Flight> {
        let mut fleeing: Few<UnitId> = Few::new();
        for &unit in units {
            if !self.s.unit(unit).on_map() {
                continue;
            }
            if self.b.is(unit, Trait::Wagon) {
                self.wreck(unit, rule!("18.14.1.6"));
                continue;
            }
            let guns = self.b.arm(unit) == Arm::Artillery;
            if guns && self.s.unit(unit).formation == Formation::Unlimbered {
                self.lose_guns(unit, rule!("18.10.4"))?;
                continue;
            }
            if self.s.unit(unit).order != Order::Pgd {
                self.mark_pgd(unit, why)?;
            }
            fleeing.push(unit);
        }
        self.run(&fleeing, Retreat::Rout)
    }

    /// Units of a hex go back together; those of other hexes by themselves.
    fn run(&mut self, units: &[UnitId], why: Retreat) -> Play<Flight> {
        let mut flight = Flight::default();
        let mut left: Few<UnitId> = units.iter().copied().collect();
        while let Some(&first) = left.first() {
            let hex = self.s.unit(first).hex();
            let together: Few<UnitId> =
                left.iter().copied().filter(|u| self.s.unit(*u).hex() == hex).collect();
            left.retain(|u| !together.contains(u));
            if !self.s.unit(first).on_map() {
                continue;
            }
            let route = self.retreat_all(&together, why)?;
            flight.join(Flight { units: together, route });
        }
        Ok(flight)
    }

    /// Units disorder and recoil (16.7.1); who was in disorder routs instead.
    fn recoil(&mut self, units: &[UnitId], hexes: u8, why: Rule) -> Play<Flight> {
        let mut flight = Flight::default();
        let mut back: Few<UnitId> = Few::new();
        for &unit in units {
            if !self.s.unit(unit).on_map() {
                continue;
            }
            let guns = self.b.arm(unit) == Arm::Artillery;
            if guns && self.s.unit(unit).formation == Formation::Unlimbered {
                self.lose_guns(unit, rule!("18.10.4"))?;
                continue;
            }
            if self.s.unit(unit).order != Order::Good {
                let fled = self.flee(&[unit], why)?;
                flight.join(fled);
                continue;
            }
            self.disorder(unit, why)?;
            back.push(unit);
        }
        flight.join(self.run(&back, Retreat::Recoil(hexes))?);
        Ok(flight)
    }

    /// Applies a result to the defenders at once (19.2.9). Says whether they were driven off.
    pub(super) fn apply_to_defender(
        &mut self,
        group: &Group,
        result: MeleeResult,
        tally: &mut Tally,
    ) -> Play<bool> {
        let units = group.units(self.s);
        let Some(&first) = units.first() else {
            // The mortal wound of a leader drove them off before the result (8.2.2).
            self.lose_deserted(group)?;
            tally.driven = true;
            let flight = std::mem::take(&mut tally.wound);
            tally.left(group, flight);
            return Ok(true);
        };
        let side = self.b.side(first).enemy();
        let flight = match result {
            MeleeResult::DefenderDisorders(hexes) => {
                let terrain = self.b.ground.terrain(group.hexes[0]);
                if self.b.charts.terrain[terrain].special_structure {
                    for &unit in &units {
                        self.worsen(unit, rule!("19.1.2.5"))?;
                    }
                    let stays = |u: &UnitId| self.s.unit(*u).on_map() && self.s.unit(*u).order != Order::Pgd;
                    if group.horse.first().is_some_and(|u| companies::is_long(self.s, *u))
                        && units.iter().all(stays)
                    {
                        // It neither recoiled nor routed: the next wave has it before it still (19.2.9).
                        return Ok(false);
                    }
                    Flight::default()
                } else {
                    let lay = self.lies(&units);
                    let mut flight = self.recoil(&units, hexes, rule!("19.1.2.5"))?;
                    let most = flight.route.len();
                    flight.begins(&lay, &group.hexes);
                    // It is pursued no further than it recoiled (19.11.1).
                    flight.route.truncate(most);
                    flight
                }
            }
            MeleeResult::DefenderRouts(_) => {
                let steps = self.b.variant;
                steps.rout_of_charged(self, (&group.parts, &group.hexes), &units, rule!("19.1.2.5"))?
            }
            MeleeResult::DefenderSurrenders(_) => {
                for &unit in &units {
                    self.remove(unit, Status::Surrendered, rule!("19.1.2.5"));
                }
                Flight::default()
            }
            MeleeResult::Blank => {
                // Several waves that come to nothing are one bounce (19.2.9).
                let new = |u: &UnitId| self.b.arm(*u) == Arm::Cavalry && !tally.bounced.contains(u);
                let horse: Few<UnitId> = units.iter().copied().filter(new).collect();
                tally.bounced.extend(horse);
                return Ok(false);
            }
            _ => return Ok(false),
        };
        self.lose_deserted(group)?;
        tally.driven = true;
        tally.bounced.retain(|u| !units.contains(u));
        if group.is_gone(self.b, self.s, side) {
            let mut all = std::mem::take(&mut tally.wound);
            all.join(flight);
            tally.left(group, all);
        }
        Ok(true)
    }

    /// Applies the result of a mêlée to one of several charges that fought it, not the last of them. Says whether it pursued those who left their hexes.
    pub(super) fn conclude_part(&mut self, at: usize, tally: &Tally) -> Play<bool> {
        let mut own = tally.clone();
        own.bounced = Few::new();
        self.conclude(at, &[], own)
    }

    /// After the mêlées of a charge: what the attacker suffers, or advance and pursuit (19.1.2 steps 5 to 7, 19.1.2.8); then regrouping and the end. Says
    /// whether it pursued.
    pub(super) fn conclude(&mut self, at: usize, groups: &[Group], tally: Tally) -> Play<bool> {
        self.episode(|field| field.suffer_or_follow(at, groups, &tally))
    }

    fn suffer_or_follow(&mut self, at: usize, groups: &[Group], tally: &Tally) -> Play<bool> {
        let units = self.s.charges[at].units.clone();
        let long = units.first().is_some_and(|u| targets::is_long_line(self.s, *u));
        let from = units.first().map_or(HexId::NONE, |u| self.s.unit(*u).hex());
        let verdict = tally.verdict();
        let pursued = self.leg("charge suffered", &mut (), &(), |f, ()| {
            match verdict {
                Some(Fate::Surrenders) => {
                    for &unit in &units {
                        f.remove(unit, Status::Surrendered, rule!("19.1.2.5"));
                    }
                }
                Some(Fate::Routs) => {
                    f.flee(&units, rule!("19.1.2.5"))?;
                }
                Some(Fate::Disorders(hexes)) => {
                    f.recoil(&units, hexes, rule!("19.1.2.5"))?;
                }
                Some(Fate::Bounce) => f.bounce(&units)?,
                None => return f.follow_up(at, tally),
            }
            Ok(false)
        })?;
        if verdict.is_none() && self.charge_again(at, tally.left_open())? == Progress::On {
            return Ok(pursued);
        }
        self.bounce(&tally.bounced)?;
        self.landmark("charge bounced", &pursued)?;
        if long && tally.fought {
            for &unit in &units {
                self.disorder(unit, rule!("19.2.8"))?;
            }
        }
        let there = groups.iter().flat_map(|g| g.units(self.s));
        let stood: Few<UnitId> = there.filter(|u| !units.contains(u) && !tally.bounced.contains(u)).collect();
        if verdict.is_some_and(|fate| fate != Fate::Bounce) && self.s.charges[at].kind == ChargeKind::Reaction
        {
            self.original_advances(at, from)?;
        }
        self.end_met(at)?;
        if verdict.is_some() {
            self.mark_over(at);
            self.clear_hexes(&units)?;
        } else {
            self.charge_over(at)?;
        }
        self.landmark("charge concluded", &(&stood, pursued))?;
        self.defenders_may_regroup(at, &stood)?;
        Ok(pursued)
    }

    /// Marks a charge as over without regrouping.
    pub(crate) fn mark_over(&mut self, at: usize) {
        self.s.charges[at].phase = ChargePhase::Over;
        for unit in self.s.charges[at].units.clone() {
            self.s.unit_mut(unit).charge = ChargeMark::Done;
        }
    }

    /// The charge that a reaction charge met is over with it.
    pub(super) fn end_met(&mut self, at: usize) -> Play<()> {
        let against = self.s.charges[at].against.clone();
        let fought = self.s.charges[at].fought;
        if let Some(met) = self
            .s
            .charges
            .iter()
            .position(|c| c.phase == ChargePhase::Met && c.units.iter().any(|u| against.contains(u)))
        {
            self.s.charges[met].fought = fought;
            self.mark_over(met);
        }
        Ok(())
    }

    /// Lets those who charged first and beat the reaction advance too (reading 34).
    fn original_advances(&mut self, at: usize, hex: HexId) -> Play<()> {
        let units: Few<UnitId, 8> = self.s.charges[at]
            .against
            .iter()
            .copied()
            .filter(|u| self.s.unit(*u).on_map() && self.s.unit(*u).order != Order::Pgd)
            .collect();
        if !units.is_empty() {
            self.advance(&units, hex, Seizure::ByMelee)?;
        }
        Ok(())
    }

    /// Cavalry bounces (19.9.3): a third of its movement potential back, each stack together (reading 201), then a check: passed, it disorders, or
    /// routs if it was disordered; failed, it routs what is left of the distance.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn bounce(&mut self, units: &[UnitId]) -> Play<()> {
        let mut left: Few<UnitId> = units.iter().copied().filter(|u| self.s.unit(*u).on_map()).collect();
        while let Some(&first) = left.first() {
            let hex = self.s.unit(first).hex();
            let together: Few<UnitId, 8> =
                left.iter().copied().filter(|u| self.s.unit(*u).hex() == hex).collect();
            self.bounce_stack(&together)?;
            left.retain(|u| !together.contains(u) && self.s.unit(*u).on_map());
        }
        Ok(())
    }

    /// The bounce of a stack; in several hexes it comes together first, where its owner likes (12.11), a charging column at its head (19.2.9).
    fn bounce_stack(&mut self, units: &[UnitId]) -> Play<()> {
        let hex = self.gather(units[0])?;
        for &unit in units {
            self.collapse(unit, hex);
            self.tell(|| {
                Event::new(rule!("19.9.3"), "bounced")
                    .point("unit", unit_point(unit))
                    .point("hex", hex_point(hex))
            });
        }
        let route = self.retreat_all(units, Retreat::Bounce)?;
        let units: Few<UnitId, 8> = units.iter().copied().filter(|u| self.s.unit(*u).on_map()).collect();
        let Some(&top) = units.first() else { return Ok(()) };
        let spent = self.route_cost(top, &route);
        // Losses to the fire at the charge and on the way back belong to one event (17.3.4).
        let verdicts = self.check_morale(&units, &Check::plain(Kind::AfterLoss, rule!("19.9.3")))?;
        self.forget_event(&units);
        let steadies = |u: &UnitId| verdicts.passed(*u) && self.s.unit(*u).order == Order::Good;
        let (steady, broken): (Few<UnitId, 8>, Few<UnitId, 8>) = units.iter().copied().partition(steadies);
        for unit in steady {
            self.disorder(unit, rule!("19.9.3"))?;
        }
        for &unit in &broken {
            self.mark_pgd(unit, rule!("19.9.3"))?;
        }
        let (passed, failed): (Few<UnitId, 8>, Few<UnitId, 8>) =
            broken.iter().copied().partition(|u| verdicts.passed(*u));
        self.retreat_all(&passed, Retreat::Rout)?;
        self.retreat_all(&failed, Retreat::RoutAfter(spent))?;
        Ok(())
    }

    /// The cost of a route to a unit.
    fn route_cost(&self, unit: UnitId, route: &[HexId]) -> u16 {
        let traveller = status::traveller(self.b, self.s, unit);
        let cost = |two: &[HexId]| {
            let dir = self.b.ground.dir_to(two[0], two[1])?;
            step::ground(self.b, traveller, two[0], dir).ok()
        };
        route.windows(2).filter_map(cost).sum()
    }

    /// Defending cavalry that stood may regroup too (19.12), each stack; others have nothing to do.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn defenders_may_regroup(&mut self, at: usize, stood: &[UnitId]) -> Play<()> {
        let mut horse: Few<UnitId> = stood
            .iter()
            .copied()
            .filter(|u| self.b.arm(*u) == Arm::Cavalry && self.s.unit(*u).on_map())
            .filter(|u| self.s.unit(*u).order != Order::Pgd)
            .collect();
        while let Some(&first) = horse.first() {
            let hex = self.s.unit(first).hex();
            let together: Few<UnitId> =
                horse.iter().copied().filter(|u| self.s.unit(*u).hex() == hex).collect();
            horse.retain(|u| !together.contains(u));
            self.regroup_cavalry(at, &together)?;
        }
        Ok(())
    }

    /// The check of those whose leader is mortally wounded as they are charged (8.2.2). Says who routs by it, and by which route: they are pursued as others
    /// are (19.11, reading 963).
    pub(super) fn wound_is_felt(&mut self, struck: &StruckLeader) -> Play<Flight> {
        let Some(parts) = struck.mortal else { return Ok(Flight::default()) };
        let stack = self.those_with(struck);
        let check = Check { kind: Kind::Other, rule: rule!("8.2.2"), parts };
        let verdicts = self.check_morale(&stack, &check)?;
        let failed: Few<UnitId, 8> = verdicts.failed().filter(|u| self.s.unit(*u).on_map()).collect();
        let (disorders, routs): (Few<UnitId>, Few<UnitId>) =
            failed.iter().copied().partition(|u| self.s.unit(*u).order == Order::Good);
        for unit in disorders {
            self.disorder(unit, rule!("8.2.2"))?;
        }
        let flight = self.flee(&routs, rule!("8.2.2"))?;
        self.part_from_the_steady(&failed)?;
        Ok(flight)
    }

    /// A choice of one of some hexes.
    pub(crate) fn choose_hex(
        &mut self,
        side: Side,
        rule: Rule,
        key: &'static str,
        unit: UnitId,
        hexes: &[HexId],
    ) -> Play<HexId> {
        let answers: Few<Answer> =
            hexes.iter().map(|hex| Answer::one(verb::CHOOSE, hex_point(*hex))).collect();
        let answer = self.choose(side, rule, key, about([unit_point(unit)]), &answers)?;
        Ok(crate::core::field::hex_of(&answer).expect("choose points at a hex"))
    }
}

impl Flight {
    /// Another flight joins; the route of the first is the one that is pursued.
    pub(super) fn join(&mut self, other: Flight) {
        self.units.extend(other.units);
        if self.route.len() < 2 {
            self.route = other.route;
        }
    }
}
