//! 19.18, 19.19: what cavalry does against enemies who move near it: opportunity charges and reaction moves.

use ground::HexId;
use table::{Answer, Event, Play, Refusal, rule};

use crate::Field;
use crate::ch09_facing::facing;
use crate::ch10_zones::reactions::Act;
use crate::ch10_zones::zones::{self, ZoneOwners};
use crate::ch11_stacking::limits;
use crate::ch13_movement::allowance;
use crate::ch16_assault::assault::Diversion;
use crate::ch20_morale::check::{Check, Kind};
use crate::core::battle::{Arm, Battle};
use crate::core::field::{about, hex_point, unit_of, unit_point};
use crate::core::footprint;
use crate::core::occupancy::Hexes;
use crate::core::state::{
    ChargeKind, ChargeMark, ChargePhase, Formation, Order, Part, Readiness, Segment, State, UnitId, did,
};
use crate::core::{Few, status, verb};

use super::charge::{self, no};
use super::meet::{self, Course, Stance};
use super::over;
use super::react;
use super::regroup::Ride;

/// The stance in which a unit charges one of some hexes by opportunity: one that has it in its zone (19.18.2).
fn stance(b: &Battle, s: &State, unit: UnitId, hexes: &[HexId]) -> Option<Stance> {
    meet::reaching(b, s, unit, b.charts.zones.opportunity.count(), hexes)
}

/// The hexes in which cavalry lies to charge one of some hexes by opportunity: where it is, or a hex ahead (19.18.3), out of which friendly skirmishers
/// go for it (12.10.5.2).
fn places(b: &Battle, s: &State, unit: UnitId, stance: &Stance, targets: &[HexId]) -> Few<Course> {
    let units = s.units_in(s.unit(unit).hex());
    let mut then = meet::posed(s, &units, stance);
    let ahead: Few<HexId> = stance.hexes.iter().flat_map(|hex| b.ground.neighbours(*hex)).collect();
    for other in b.unit_ids().filter(|u| s.unit(*u).hexes().iter().any(|hex| ahead.contains(hex))) {
        if over::makes_room(b, s, b.side(unit), other) {
            then.lift(other);
        }
    }
    let row = b.charts.formation(Arm::Cavalry, stance.formation);
    let strikes = |hexes: &Hexes| {
        (0..hexes.len()).any(|part| {
            let front = footprint::faces(b, row, stance.aim, hexes, part).front;
            let at = |dir| b.ground.neighbour(hexes[part], dir).is_some_and(|h| targets.contains(&h));
            front.iter().any(|dir| at(dir) && super::targets::crosses(b, s, unit, hexes[part], dir))
        })
    };
    if strikes(&stance.hexes) {
        return std::iter::once(Course::here(stance.hexes.clone())).collect();
    }
    let fronts = facing::fronts(b, &then, Part::new(unit, 0));
    let before = |hex: HexId| {
        stance.hexes.iter().any(|own| b.ground.dir_to(*own, hex).is_some_and(|dir| fronts.contains(dir)))
    };
    let ahead = meet::courses(b, &then, &units, 1, u16::MAX, before);
    ahead.into_iter().filter(|course| strikes(&course.hexes)).collect()
}

/// Whether the stack of a unit may charge a moving stack by opportunity (19.18.3, 19.18.5, 19.18.5.b, 19.18.5.d, 19.18.5.e).
///
/// # Errors
/// Why not.
pub fn may_seize(b: &Battle, s: &State, unit: UnitId, targets: &[HexId]) -> Result<(), Refusal> {
    react::is_free(b, s, unit)?;
    let again = |u: &UnitId| s.unit(*u).charge != ChargeMark::None;
    if let Some(unit) = s.units_in(s.unit(unit).hex()).into_iter().find(again) {
        return Err(no(rule!("19.13.2"), "charge.again", unit));
    }
    let Some(stance) = stance(b, s, unit, targets) else {
        return Err(no(rule!("19.18.2"), "opportunity.zone", unit));
    };
    if places(b, s, unit, &stance, targets).is_empty() {
        return Err(no(rule!("19.18.3"), "opportunity.route", unit));
    }
    Ok(())
}

/// Whether the stack of a unit may move in reaction to foot or guns that do something near it, and are to lie in some hexes after it (19.19).
///
/// # Errors
/// Why not.
pub fn may_slip(
    b: &Battle,
    s: &State,
    unit: UnitId,
    stack: &[UnitId],
    into: &[HexId],
) -> Result<(), Refusal> {
    let now = s.unit(unit);
    if b.arm(unit) != Arm::Cavalry || stack.iter().any(|u| b.arm(*u) == Arm::Cavalry) {
        return Err(no(rule!("19.19"), "reaction_move.arm", unit));
    }
    // All of a hex ride off, or none (RULING reading 662).
    for one in s.units_in(now.hex()) {
        if s.unit(one).order == Order::Pgd || s.unit(one).readiness == Readiness::Exhausted {
            return Err(no(rule!("19.19"), "reaction_move.state", one));
        }
        if charge::of(s, one).is_some() || is_seized(s, one) {
            return Err(no(rule!("19.19"), "reaction_move.now", one));
        }
    }
    if zones::holds(b, s, unit, ZoneOwners::Cavalry) {
        return Err(no(rule!("19.19"), "reaction_move.zone", unit));
    }
    let from = s.unit(stack[0]).hexes();
    let beside = |to: HexId| now.hexes().iter().any(|own| b.ground.distance(to, *own) == 1);
    let adjoins = into.iter().any(|to| !from.contains(to) && beside(*to));
    // Only who could charge has a zone (19.17.1).
    let zoned = || charge::may_charge(b, s, unit).is_ok() && stance(b, s, unit, from).is_some();
    if !(adjoins || zoned()) {
        return Err(no(rule!("19.19"), "reaction_move.far", unit));
    }
    Ok(())
}

/// Whether a unit was charged by opportunity in this Maneuver Segment: it spends no more points in it of its own will (19.18.3.6), but to retreat
/// before a charge (reading 651).
pub fn is_seized(s: &State, unit: UnitId) -> bool {
    s.clock.segment == Segment::Maneuver && s.unit(unit).has(did::SEIZED)
}

impl Field<'_> {
    /// Cavalry near foot or guns that do something may move out of the way (19.19), each stack once; `into`: the hexes in which they are to lie. Says who
    /// did.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn reaction_moves(&mut self, stack: &[UnitId], act: Act, into: &[HexId]) -> Play<Few<UnitId>> {
        let mut done: Few<UnitId> = Few::new();
        if !self.acts_in_turn(stack) || matches!(act, Act::Advance(_) | Act::Retreat(_) | Act::Passage) {
            return Ok(done);
        }
        let side = self.b.side(stack[0]).enemy();
        loop {
            if !stack.iter().all(|u| self.s.unit(*u).on_map()) {
                return Ok(done);
            }
            let able: Few<UnitId> = self
                .tops(side)
                .filter(|u| !done.contains(u) && may_slip(self.b, self.s, *u, stack, into).is_ok())
                .collect();
            let Some(unit) = self.who_reacts(side, verb::MOVE, "reaction_move", stack[0], &able)? else {
                return Ok(done);
            };
            done.extend(self.s.units_in(self.s.unit(unit).hex()));
            self.slip(unit)?;
        }
    }

    /// A reaction move (19.19.1): up to the whole movement of the slowest; who spends more than half of their own are exhausted (19.19.3).
    fn slip(&mut self, unit: UnitId) -> Play<()> {
        let units = self.s.units_in(self.s.unit(unit).hex());
        let each = allowance::each(self.b, self.s, &units).into_iter();
        let all = each.map(|(_, all)| all).min().unwrap_or_default();
        let ride = Ride { rule: rule!("19.19.1"), key: "reaction_move.step", shuns_enemies: false };
        let spent = self.ride_off(&units, all, ride)?;
        for (unit, all) in allowance::each(self.b, self.s, &units) {
            if allowance::is_winded(self.b, spent, all) {
                self.exhaust(unit, rule!("19.19.3"));
            }
        }
        Ok(())
    }

    /// Whether a stack acts as the active side does in the Maneuver Segment: only then cavalry reacts to it (19.18.1).
    pub(super) fn acts_in_turn(&self, stack: &[UnitId]) -> bool {
        self.s.clock.segment == Segment::Maneuver
            && stack.first().is_some_and(|u| self.b.side(*u) == self.s.activation.side)
    }

    /// The stack that reacts, if any.
    fn who_reacts(
        &mut self,
        side: table::Side,
        verb: table::Verb,
        key: &'static str,
        mover: UnitId,
        able: &[UnitId],
    ) -> Play<Option<UnitId>> {
        if able.is_empty() {
            return Ok(None);
        }
        let mut answers: Few<Answer> = able.iter().map(|u| Answer::one(verb, unit_point(*u))).collect();
        if verb == verb::REACT {
            answers.extend(able.iter().map(|u| Answer::one(verb::SQUADRON, unit_point(*u))));
        }
        answers.push(Answer::button(verb::PASS));
        let answer = self.choose(side, rule!("10.1.3"), key, about([unit_point(mover)]), &answers)?;
        let unit = unit_of(&answer);
        if let Some(unit) = unit.filter(|_| verb == verb::REACT) {
            self.preserves(unit, answer.verb == verb::SQUADRON);
        }
        Ok(unit)
    }

    /// Cavalry in whose opportunity charge zone a stack acts may charge it (19.18): each stack may try once, one succeeds; not who has `moved` in
    /// reaction to the same act (19.19.2). So it may those of either side who advance, retreat or are committed in an assault, which waits for it
    /// (16.3.6, 16.8.3, 16.9.4), and cavalry of either side that advances, pursues, follows or regroups (19.10.2, 19.11.5, 19.12, 19.18.5.a, 19.18.4).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn opportunity_charges(&mut self, stack: &[UnitId], act: Act, moved: &[UnitId]) -> Play<()> {
        let charges = charge::move_now(self.s) && self.s.clock.segment == Segment::Maneuver;
        let assault = self.s.assaults.iter().any(|a| a.under_way);
        // Who retreats before a charge may be charged by others of the phasing side (19.4.5, 19.5.4).
        let retreats = matches!(act, Act::Retreat(_)) && (charges || assault);
        let rides = matches!(act, Act::Advance(_));
        if !(retreats || rides || assault || self.acts_in_turn(stack)) {
            return Ok(());
        }
        let side = self.b.side(stack[0]).enemy();
        let mut tried: Few<UnitId> = moved.iter().copied().collect();
        loop {
            if !stack.iter().all(|u| self.s.unit(*u).on_map()) {
                return Ok(());
            }
            let targets: Hexes = self.s.unit(stack[0]).hexes().into();
            let able: Few<UnitId> = self
                .tops(side)
                .filter(|u| !tried.contains(u) && may_seize(self.b, self.s, *u, &targets).is_ok())
                .filter(|u| act != Act::Passage || self.influences(*u, &targets))
                .collect();
            let Some(unit) = self.who_reacts(side, verb::REACT, "opportunity_charge", stack[0], &able)?
            else {
                return Ok(());
            };
            tried.push(unit);
            if self.seize(unit, stack, &targets, retreats)? {
                return Ok(());
            }
        }
    }

    /// Whether a hex lies in the zone of influence of a unit: a passage of lines calls for no charge elsewhere (11.2.1.1, 10.1). RULING:
    /// reading 1136.
    fn influences(&self, unit: UnitId, hexes: &[HexId]) -> bool {
        let side = self.b.side(unit).enemy();
        let owners = |hex: &HexId| zones::exerters(self.b, self.s, side, *hex, ZoneOwners::Cavalry);
        hexes.iter().any(|hex| owners(hex).contains(&unit))
    }

    /// Cavalry into whose opportunity charge zone a stack has just come may charge it there (19.18.1). Whose zone it was in already had its turn before
    /// the step (reading 45).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn comes_into_reach(&mut self, stack: &[UnitId], before: &[HexId], act: Act) -> Play<()> {
        let Some(&top) = stack.first() else { return Ok(()) };
        if !self.s.unit(top).on_map() || self.s.unit(top).hexes() == before {
            return Ok(());
        }
        let side = self.b.side(top).enemy();
        let had: Few<UnitId> =
            self.tops(side).filter(|u| stance(self.b, self.s, *u, before).is_some()).collect();
        self.opportunity_charges(stack, act, &had)
    }

    /// An opportunity charge (19.18.3): its target halts (19.18.3.1); the check and a hex ahead if need be (19.18.3.2), the mêlée
    /// at once (19.18.3.3), regrouping (19.18.3.4) and readiness (19.18.3.5) with the end of the charge.
    fn seize(&mut self, unit: UnitId, stack: &[UnitId], targets: &[HexId], retreats: bool) -> Play<bool> {
        let units = self.s.units_in(self.s.unit(unit).hex());
        let mut check = Check::plain(Kind::Resolve, rule!("19.18.3"));
        let Some(stance) = stance(self.b, self.s, unit, targets) else { return Ok(false) };
        check.parts = react::reaction_parts(self.b, self.s, unit, &stance);
        if !self.check_morale(&units, &check)?.all_passed() {
            return Ok(false);
        }
        if !retreats && !self.make_room(stack)? {
            self.halt(stack);
            return Ok(true);
        }
        let places = places(self.b, self.s, unit, &stance, targets);
        let heads: Few<HexId> = places.iter().map(|course| course.hexes[0]).collect();
        let head = self.choose_hex(self.b.side(unit), rule!("19.18.3"), "opportunity.hex", unit, &heads)?;
        let place = places.into_iter().find(|course| course.hexes[0] == head).expect("it was listed");
        self.take_stance(&units, &stance);
        let mut charge = charge::begun(self.b, self.s, ChargeKind::Opportunity, &units, 1);
        charge.route.extend(place.heads.iter().copied());
        charge.spent = place.cost;
        charge.phase = ChargePhase::Contact;
        charge.targets = targets.to_vec();
        let target = targets[0];
        for &one in &units {
            self.s.unit_mut(one).charge = ChargeMark::Declared;
        }
        self.s.charges.push(charge);
        let at = self.s.charges.len() - 1;
        let before: Hexes = self.s.unit(unit).hexes().into();
        self.unmasks(at, &place.hexes)?;
        self.dash(&units, &place.hexes);
        for hex in &place.hexes {
            self.leaders_fly(*hex, self.b.side(unit))?;
        }
        self.rides_down(at, &before)?;
        self.divert(targets, Diversion::Charge);
        self.tell(|| {
            Event::new(rule!("19.18.3"), "charge.opportunity")
                .point("unit", unit_point(unit))
                .point("hex", hex_point(target))
        });
        let there = self.s.units_in(target);
        self.halt(stack);
        // It goes one hex at most (19.18.3 step 2): it does not follow who gets away (reading 652).
        if retreats && self.gets_away(at, &there)? {
            self.charge_over(at)?;
        } else {
            self.run_down_at_once(at, &there, target)?;
            let steps = self.b.variant;
            steps.charge_melee(self, at)?;
        }
        // Its own regrouping (19.18.3 step 4) was the last of it.
        self.halt(stack);
        for &unit in stack.iter().chain(&there) {
            self.s.unit_mut(unit).set(did::SEIZED, true);
        }
        Ok(true)
    }

    /// Before the charge skirmishers part from others in the hex of a moving stack: they go to the hex that it came from; where they cannot, all in the
    /// hex rout (19.18.6.a, 19.18.6.b, 19.18.6.c). Says whether anybody is left to be charged.
    fn make_room(&mut self, stack: &[UnitId]) -> Play<bool> {
        let (b, s) = (self.b, &*self.s);
        let loose = |unit: &UnitId| s.unit(*unit).shape() == Formation::Skirmish;
        let shared = |hex: &HexId| s.units_in(*hex).iter().any(|u| loose(u) != loose(&stack[0]));
        let Some(hex) = s.unit(stack[0]).hexes().iter().copied().find(shared) else { return Ok(true) };
        let all = s.units_in(hex);
        let back = s.activation.came_from;
        let (go, stay): (Few<UnitId>, Few<UnitId>) = all.iter().copied().partition(loose);
        let open = back.is_some()
            && b.ground.distance(hex, back) == 1
            && !status::is_enemy(b, s, b.side(stack[0]), back)
            && limits::may_stand(b, s, &go, back).is_ok();
        if !open {
            self.flee(&all, rule!("19.18.6.a"))?;
            return Ok(false);
        }
        for &unit in &go {
            self.s.put(unit, &[back]);
        }
        self.tell(|| {
            Event::new(rule!("19.18.6.a"), "moved")
                .point("unit", unit_point(go[0]))
                .point("from", hex_point(hex))
                .point("hex", hex_point(back))
                .number("units", go.len() as i32)
        });
        Ok(!stay.is_empty())
    }
}
