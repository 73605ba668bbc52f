//! 16.1, 16.2: who assaults what.

use ground::HexId;
use table::{Answer, Event, Play, Refusal, Side, rule};

use crate::Field;
use crate::ch08_command::regroup;
use crate::ch09_facing::facing;
use crate::ch10_zones::reactions::Act;
use crate::ch10_zones::zones::{self, ZoneOwners};
use crate::ch13_movement::{acts, allowance, step};
use crate::ch20_morale::check::{Check, Kind};
use crate::core::battle::{Arm, Battle, Trait};
use crate::core::field::{hex_of, hex_point, unit_point};
use crate::core::occupancy::Units;
use crate::core::state::{Assault, Assaulter, Formation, Order, State, UnitId, did};
use crate::core::{Few, status, verb};

/// Whether a stack may assault at all: infantry (16), in an order and formation for it.
fn may_attack(b: &Battle, s: &State, stack: &[UnitId]) -> Result<(), Refusal> {
    let no = |rule, why| Err(Refusal::new(rule, why).with("unit", unit_point(stack[0])));
    if stack.iter().any(|u| b.arm(*u) != Arm::Infantry) {
        return no(rule!("16"), "assault.infantry");
    }
    regroup::may_attack(b, s, stack)?;
    acts::upright(s, stack)?;
    if stack.iter().any(|u| s.unit(*u).order == Order::Pgd) {
        return no(rule!("12.12"), "assault.pgd");
    }
    if stack.iter().any(|u| s.unit(*u).shape() == Formation::RoadColumn) {
        return no(rule!("12.8.4"), "assault.road_column");
    }
    Ok(())
}

/// Whether a stack that may assault may do so on a hex that it can still reach (16.1).
fn may_aim(b: &Battle, s: &State, stack: &[UnitId], target: HexId) -> Result<(), Refusal> {
    let top = stack[0];
    let no =
        |rule, why| Err(Refusal::new(rule, why).with("unit", unit_point(top)).with("hex", hex_point(target)));
    if !status::is_enemy(b, s, b.side(top), target) {
        let leaders = status::leader_in(b, s, b.side(top).enemy(), target).is_some();
        let (rule, why) =
            if leaders { (rule!("16.2.6"), "assault.leaders") } else { (rule!("16.1"), "assault.nobody") };
        return no(rule, why);
    }
    if status::is_wreck_hex(s, target) {
        return no(rule!("18.14.1.7"), "assault.wreck");
    }
    let near =
        s.unit(top).hexes().iter().map(|hex| b.ground.distance(*hex, target)).min().unwrap_or(u16::MAX);
    // Who has still to come next to it may leave the others of the hex behind.
    let whole = s.units_in(s.unit(top).hex());
    if near == 1 && whole.iter().any(|u| b.arm(*u) == Arm::Infantry && !stack.contains(u)) {
        return no(rule!("16.2.2"), "assault.whole_stack");
    }
    if let Some(mark) = mark_of(s, top) {
        second_target(b, s, top, mark.at, target)?;
    }
    if near > reach(b, s, stack) {
        return no(rule!("16.1"), "assault.reach");
    }
    Ok(())
}

/// Reach of a stack that still has to go next to its target, in hexes: none costs less than a point (16.1).
fn reach(b: &Battle, s: &State, stack: &[UnitId]) -> u16 {
    1 + allowance::left(b, s, stack) / 2
}

/// The assault marker of a unit's stack.
fn mark_of(s: &State, unit: UnitId) -> Option<&Assaulter> {
    s.assaults.iter().flat_map(Assault::marks).find(|mark| mark.unit == unit)
}

/// The hexes that a stack assaults.
pub fn targets_of(s: &State, stack: &[UnitId]) -> Few<HexId, 4> {
    let own = s.assaults.iter().flat_map(Assault::marks).filter(|mark| stack.contains(&mark.unit));
    own.flat_map(|mark| mark.at).filter(|hex| hex.is_some()).collect()
}

/// Whether a unit's hex has an assault marker (5.3.7).
pub fn assaults(s: &State, unit: UnitId) -> bool {
    let hexes = s.unit(unit).hexes();
    s.assaults.iter().flat_map(Assault::marks).any(|mark| mark.unit == unit || hexes.contains(&mark.from))
}

/// Whether a firefight holds a unit where it stands, on whichever side (the revision, FF1).
pub fn is_locked(s: &State, unit: UnitId) -> bool {
    let hexes = s.unit(unit).hexes();
    let holds = |a: &Assault| {
        a.targets.iter().any(|hex| hexes.contains(hex)) || a.marks().any(|mark| hexes.contains(&mark.from))
    };
    s.assaults.iter().any(|a| a.locked && holds(a))
}

/// Whether anybody in a hex assaults or is assaulted, in whichever of their hexes (16.2.5).
pub fn takes_part(s: &State, hex: HexId) -> bool {
    let marked = |assault: &Assault, own: &HexId| {
        assault.targets.contains(own) || assault.marks().any(|mark| mark.from == *own)
    };
    let hexes =
        |unit: UnitId| s.unit(unit).hexes().iter().any(|own| s.assaults.iter().any(|a| marked(a, own)));
    s.stack(hex).any(|part| hexes(part.unit()))
}

/// Whether a stack that has a target may have another one beside it (16.2.7): a line in several hexes, which could enter both.
fn second_target(b: &Battle, s: &State, unit: UnitId, at: [HexId; 2], target: HexId) -> Result<(), Refusal> {
    let no = |rule, why| {
        Err(Refusal::new(rule, why).with("unit", unit_point(unit)).with("hex", hex_point(target)))
    };
    if at.contains(&target) || at[1].is_some() {
        return no(rule!("16.1"), "assault.declared");
    }
    if s.units_in(at[0]).iter().any(|u| s.unit(*u).hexes().contains(&target)) {
        return no(rule!("16.2.7.4"), "assault.one_unit");
    }
    let line = s.unit(unit).shape() == Formation::Line && s.unit(unit).hexes().len() > 1;
    if !line || b.ground.distance(at[0], target) != 1 {
        return no(rule!("16.2.7"), "assault.two_stacks");
    }
    Ok(())
}

/// Whether a line has two targets before it that it could enter with two of its hexes side by side (16.2.7).
fn could_enter(b: &Battle, s: &State, unit: UnitId, at: [HexId; 2]) -> bool {
    let parts = facing::front_hexes(b, s, unit);
    let into = |hex: HexId| parts.iter().filter(move |(_, _, to)| *to == hex);
    into(at[0]).any(|one| into(at[1]).any(|other| one.1 == other.1 && one.0 != other.0))
}

/// Whether a stack may declare a charge of the Old Guard, where it may declare an assault (16.10.2): one of its battalions is on top.
fn may_charge(b: &Battle, s: &State, stack: &[UnitId]) -> Result<(), Refusal> {
    if !b.is(stack[0], Trait::OldGuard) {
        return Err(Refusal::new(rule!("16.10.2"), "assault.old_guard").with("unit", unit_point(stack[0])));
    }
    if mark_of(s, stack[0]).is_some() {
        return Err(Refusal::new(rule!("16.1"), "assault.declared").with("unit", unit_point(stack[0])));
    }
    if s.unit(stack[0]).has(did::EXPLOITS) {
        return Err(
            Refusal::new(rule!("16.10.1.9"), "assault.guard_again").with("unit", unit_point(stack[0]))
        );
    }
    Ok(())
}

/// Whether a stack may assault a hex from where it stands: enemies (16.1), of whom more is left than a wreck (18.14.1.7), before its front.
pub fn may_assault(b: &Battle, s: &State, unit: UnitId, target: HexId) -> bool {
    status::is_enemy(b, s, b.side(unit), target)
        && !status::is_wreck_hex(s, target)
        && stands_before(b, s, unit, target)
}

/// Whether a stack has a hex before its front (16.2.1) that it could enter (16.2.7), whoever is there.
fn stands_before(b: &Battle, s: &State, unit: UnitId, target: HexId) -> bool {
    facing::front_hexes(b, s, unit).into_iter().any(|(part, dir, hex)| {
        hex == target && step::ground(b, status::traveller(b, s, unit), s.hex_of(part), dir).is_ok()
    })
}

/// Of the hexes at which a stack has aimed those that it assaults from where it stands, though their defenders may have left them since (16.2.3).
fn aims_of(b: &Battle, s: &State, unit: UnitId, at: [HexId; 2]) -> Option<[HexId; 2]> {
    let stands = |hex: HexId| hex.is_some() && stands_before(b, s, unit, hex);
    match (stands(at[0]), stands(at[1])) {
        (true, true) if could_enter(b, s, unit, at) => Some(at),
        (true, _) => Some([at[0], HexId::NONE]),
        (false, true) => Some([at[1], HexId::NONE]),
        _ => None,
    }
}

/// Whether an assault marker's stack stands where it assaults from.
pub(super) fn stands(b: &Battle, s: &State, mark: &Assaulter) -> bool {
    s.unit(mark.unit).on_map() && aims_of(b, s, mark.unit, mark.at).is_some()
}

/// Some hexes, with all others of the units of a side in them: who assaults a unit in several hexes assaults it in all (16.2.7.4).
pub(super) fn hexes_of_targets(b: &Battle, s: &State, side: Side, targets: &[HexId]) -> Vec<HexId> {
    let units = targets.iter().flat_map(|hex| s.units_in(*hex)).filter(|u| b.side(*u) == side);
    let mut hexes = targets.to_vec();
    for hex in units.flat_map(|u| s.unit(u).hexes().to_vec()) {
        if !hexes.contains(&hex) {
            hexes.push(hex);
        }
    }
    hexes
}

/// The assaults that a moving stack may declare.
pub fn list(b: &Battle, s: &State, stack: &[UnitId], out: &mut Vec<Answer>) {
    if may_attack(b, s, stack).is_err() {
        return;
    }
    let top = stack[0];
    let charges = may_charge(b, s, stack).is_ok();
    let near = b.ground.within(s.unit(top).hex(), reach(b, s, stack));
    let enemies = near.filter(|hex| status::is_enemy(b, s, b.side(top), *hex));
    for hex in enemies.filter(|hex| may_aim(b, s, stack, *hex).is_ok()) {
        out.push(Answer::one(verb::ASSAULT, hex_point(hex)));
        if charges {
            out.push(Answer::one(verb::GUARD, hex_point(hex)));
        }
    }
}

/// The reason why a declaration is not among them.
pub fn refuse(b: &Battle, s: &State, stack: &[UnitId], answer: &Answer) -> Option<Refusal> {
    let charges = || if answer.verb == verb::GUARD { may_charge(b, s, stack) } else { Ok(()) };
    let target = hex_of(answer)?;
    charges().and_then(|()| may_attack(b, s, stack)).and_then(|()| may_aim(b, s, stack, target)).err()
}

/// Hexes from a unit to the nearest enemy combat unit, its hex counted (16.4.1).
pub fn closing_distance(b: &Battle, s: &State, unit: UnitId) -> u16 {
    let hexes = s.unit(unit).hexes().iter();
    let near = hexes.filter_map(|hex| status::nearest_enemy(b, s, b.side(unit), *hex, |_| true)).min();
    near.unwrap_or(0)
}

/// Onset: what is declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Onset {
    /// An assault (16.1).
    Assault,
    /// A charge of the Old Guard (16.10).
    Guard,
}

/// Diversion: how a diverted stack is attacked (16.2.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Diversion {
    /// It is assaulted.
    Assault,
    /// It is charged: worse to stand (16.2.4.1).
    Charge,
}

/// Outcome of the declarations: what becomes of a stack after its declarations were concluded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conclusion {
    /// Its movement is over.
    Over,
    /// The Old Guard goes on after a charge (16.10.1 step 9).
    MovesOn,
}

impl Field<'_> {
    /// Stacks in these hexes are assaulted or charged: their own assaults are off at once (16.2.4).
    pub fn divert(&mut self, hexes: &[HexId], how: Diversion) {
        let struck = |s: &State, mark: &Assaulter| {
            hexes.contains(&mark.from) || s.unit(mark.unit).hexes().iter().any(|hex| hexes.contains(hex))
        };
        let mut diverted: Few<UnitId> = Few::new();
        let mut assaults = std::mem::take(&mut self.s.assaults);
        for assault in &mut assaults {
            let off = assault.marks().filter(|mark| struck(self.s, mark));
            diverted.extend(off.flat_map(|mark| self.s.units_in(mark.from)));
            assault.attackers.retain(|mark| !struck(self.s, mark));
            assault.countering.retain(|mark| !struck(self.s, mark));
        }
        assaults.retain(|assault| !assault.attackers.is_empty() || assault.under_way);
        self.s.assaults = assaults;
        for unit in diverted {
            self.s.unit_mut(unit).set(did::DIVERTED, how == Diversion::Charge);
            self.tell(|| Event::new(rule!("16.2.4"), "assault.diverted").point("unit", unit_point(unit)));
        }
    }

    /// Declares an assault (16.1): the marker with its distance, that of the beginning of the movement if it is shorter (16.4.1). The stack has
    /// still to get next to its target. Infantry beneath guns comes to the top if the target is next to it already (16.2.2.3).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn declare_assault(
        &mut self,
        stack: &[UnitId],
        target: HexId,
        at_first: u16,
        onset: Onset,
    ) -> Play<()> {
        let top = stack[0];
        let marks = self.s.assaults.iter_mut().flat_map(|a| &mut a.attackers);
        if let Some(mark) = marks.into_iter().find(|mark| mark.unit == top) {
            mark.at[1] = target;
        } else {
            let distance = self.b.variant.closing_distance(self.b, self.s, stack, target, at_first);
            let distance = distance.min(u8::MAX.into()) as u8;
            let now = self.s.unit(top);
            let column = now.formation == Formation::Column && now.order == Order::Good;
            let at = [target, HexId::NONE];
            let attacker = Assaulter { unit: top, from: now.hex(), column, distance, at };
            let declared = Assault::declared(self.b.side(top), &[attacker], &[target]);
            self.s.assaults.push(Assault { guard: onset == Onset::Guard, ..declared });
            self.tell(|| {
                Event::new(rule!("16.1"), "assault.declared")
                    .point("unit", unit_point(top))
                    .point("hex", hex_point(target))
                    .number("hexes", i32::from(distance))
            });
        }
        self.step_forward(top, [target, HexId::NONE])
    }

    /// The infantry of a hex next to its target comes to the top, above guns (16.2.2.3); that may call for reactions (11.2.1.1).
    fn step_forward(&mut self, unit: UnitId, at: [HexId; 2]) -> Play<()> {
        let hex = self.s.unit(unit).hex();
        let near = at.iter().any(|target| target.is_some() && self.b.ground.distance(hex, *target) == 1);
        let here = self.s.units_in(hex);
        let (foot, rest): (Units, Units) =
            here.iter().copied().partition(|u| self.b.arm(*u) == Arm::Infantry);
        if !near || here.first() == foot.first() {
            return Ok(());
        }
        self.spend(&foot, Act::Passage)?;
        if mark_of(self.s, unit).is_none() || self.s.units_in(hex) != here {
            return Ok(());
        }
        let order: Units = foot.into_iter().chain(rest).collect();
        self.s.reorder(hex, &order);
        Ok(())
    }

    /// A stack that has declared an assault checks before it changes formation (16.4.3): who fails disorders, and halts unless they stand before the
    /// target already; the others go on. Out of general order it may change without a check. Says who may change.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn test_nerve(&mut self, stack: &[UnitId]) -> Play<Units> {
        let all = Units::from_slice(stack);
        let Some(target) = mark_of(self.s, stack[0]).map(|mark| mark.at[0]) else { return Ok(all) };
        if self.s.unit(stack[0]).shape() == Formation::GeneralOrder {
            return Ok(all);
        }
        let verdicts = self.check_morale(stack, &Check::plain(Kind::Other, rule!("16.4.3")))?;
        let failed: Units = verdicts.failed().collect();
        if failed.is_empty() {
            return Ok(all);
        }
        self.suffer(&verdicts, rule!("16.4.3"))?;
        let stays = |u: &UnitId| self.s.unit(*u).on_map() && !failed.contains(u);
        let steady: Units = stack.iter().copied().filter(stays).collect();
        for unit in failed {
            if self.s.unit(unit).on_map() && !may_assault(self.b, self.s, unit, target) {
                self.halt(&[unit]);
            }
        }
        Ok(steady)
    }

    /// The marker of a stack that has declared an assault goes with it as it moves (5.3.7).
    pub(crate) fn take_markers(&mut self, stack: &[UnitId]) {
        let s = &mut *self.s;
        for mark in s.assaults.iter_mut().filter(|a| !a.under_way).flat_map(|a| &mut a.attackers) {
            if stack.contains(&mark.unit) {
                mark.from = s.units[mark.unit.i()].hex();
            }
        }
    }

    /// Assault markers whose stacks have left their hexes are off; that of a line that drew together is where it stands now (16.1).
    pub fn settle_markers(&mut self) {
        let (b, mut assaults) = (self.b, std::mem::take(&mut self.s.assaults));
        let mut off: Vec<Assaulter> = Vec::new();
        let own = |s: &State, mark: &Assaulter, unit: UnitId| {
            let side = b.side(unit) == b.side(mark.unit);
            side && b.arm(unit) == Arm::Infantry && s.unit(unit).order != Order::Pgd
        };
        for assault in assaults.iter_mut().filter(|a| !a.under_way) {
            for mark in assault.attackers.iter_mut().chain(&mut assault.countering) {
                let held = self.s.units_in(mark.from).into_iter().any(|u| own(self.s, mark, u));
                if !held && self.s.unit(mark.unit).on_map() {
                    mark.from = self.s.unit(mark.unit).hex();
                }
            }
            let stands = |mark: &Assaulter| {
                let there = self.s.units_in(mark.from);
                let top = there.into_iter().find(|u| own(self.s, mark, *u));
                top.is_some_and(|u| aims_of(b, self.s, u, mark.at).is_some())
            };
            off.extend(assault.marks().filter(|mark| !stands(mark)).copied());
            assault.attackers.retain(|mark| stands(mark));
            assault.countering.retain(|mark| stands(mark));
            let aims: Few<HexId, 8> = assault.attackers.iter().flat_map(|mark| mark.at).collect();
            assault.targets.retain(|hex| aims.contains(hex));
        }
        assaults.retain(|assault| !assault.attackers.is_empty() || assault.under_way);
        self.s.assaults = assaults;
        for mark in off {
            self.tell(|| {
                Event::new(rule!("16.1"), "assault.dropped")
                    .point("unit", unit_point(mark.unit))
                    .point("hex", hex_point(mark.at[0]))
            });
        }
        self.release();
    }

    /// Those who come among friends whom a firefight holds other than by a move of their own have not joined it, and are held with them (the revision, FF6,
    /// RULING reading 1113).
    pub(crate) fn held_with_friends(&mut self, stack: &[UnitId]) {
        let stays = |u: &&UnitId| self.s.unit(**u).on_map() && self.s.unit(**u).order != Order::Pgd;
        let Some(&top) = stack.first().filter(stays) else { return };
        let held = |u: &UnitId| !stack.contains(u) && self.s.unit(*u).has(did::LOCKED);
        if self.s.units_in(self.s.unit(top).hex()).iter().any(held) {
            for &unit in stack {
                self.s.unit_mut(unit).set(did::LOCKED, true);
            }
        }
    }

    /// Frees those who are in no firefight any more (the revision, FF1): if they come to one again, they join it anew.
    pub(super) fn release(&mut self) {
        for unit in self.b.unit_ids() {
            if self.s.unit(unit).has(did::LOCKED) && !is_locked(self.s, unit) {
                self.s.unit_mut(unit).set(did::LOCKED, false);
            }
        }
    }

    /// The marker of a stack's assault goes along with those who move on, whoever of them is on top (16.1).
    pub fn carry_marker(&mut self, stack: &[UnitId], on: &[UnitId]) {
        let mut marks = self.s.assaults.iter_mut().flat_map(|a| &mut a.attackers);
        if let (Some(mark), Some(&top)) = (marks.find(|mark| stack.contains(&mark.unit)), on.first()) {
            mark.unit = top;
        }
    }

    /// At the end of a movement a stack with an assault marker stands before its target, or it disorders and the assault is off (16.1). Where others
    /// of its hex assault already, it assaults with them (16.2.2). An assault on a unit that others of the side assault is one with theirs
    /// (16.2.7.2). Who is assaulted is diverted (16.2.4). A charge of the Old Guard is fought at once (16.10).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn conclude_assault(&mut self, stack: &[UnitId]) -> Play<Conclusion> {
        let mine = |a: &Assault| a.attackers.iter().any(|a| stack.contains(&a.unit));
        let Some(own) = self.s.assaults.iter().position(mine) else { return Ok(Conclusion::Over) };
        let Assaulter { unit: marked, at, .. } = self.s.assaults[own].attackers[0];
        if self.s.unit(marked).on_map() {
            self.step_forward(marked, at)?;
        }
        let Some(own) = self.s.assaults.iter().position(mine) else { return Ok(Conclusion::Over) };
        let mut assault = self.s.assaults.remove(own);
        let (b, s) = (self.b, &*self.s);
        let mut left =
            std::iter::once(&marked).chain(stack).copied().filter(|u| s.unit(*u).order != Order::Pgd);
        let Some((top, at)) = left.find_map(|u| Some((u, aims_of(b, s, u, at)?))) else {
            self.call_off(marked, stack, at[0])?;
            return Ok(Conclusion::Over);
        };
        let mark = &mut assault.attackers[0];
        (mark.unit, mark.from, mark.at) = (top, self.s.unit(top).hex(), at);
        let distance = mark.distance;
        if let Some(other) = self.mark_beside(top) {
            other.distance = other.distance.min(distance);
            let hex = other.at[0];
            if assault.guard {
                // It comes beneath those who assault there: none of its own is on top (16.2.2.1).
                self.tell(|| {
                    Event::new(rule!("16.10.2"), "assault.guard_joins")
                        .point("unit", unit_point(top))
                        .point("hex", hex_point(hex))
                });
            }
            return Ok(Conclusion::Over);
        }
        assault.targets = at.into_iter().filter(|hex| hex.is_some()).collect();
        let enemy = assault.side.enemy();
        let hexes = hexes_of_targets(self.b, self.s, enemy, &assault.targets);
        let steps = self.b.variant;
        let Some(assault) = steps.join_firefight(self, assault, &hexes) else { return Ok(Conclusion::Over) };
        let held: Vec<HexId> = hexes
            .iter()
            .copied()
            .filter(|hex| status::is_enemy(self.b, self.s, enemy.enemy(), *hex))
            .collect();
        self.divert(&held, Diversion::Assault);
        if assault.guard {
            return self.old_guard_charges(assault, stack);
        }
        self.add_assault(assault, &hexes);
        Ok(Conclusion::Over)
    }

    /// A stack does not come before its target: it disorders, and its assault is off (16.1); not those whom it dropped on the way.
    fn call_off(&mut self, marked: UnitId, stack: &[UnitId], target: HexId) -> Play<()> {
        let hex = self.s.unit(marked).hex();
        let stack: Units = stack.iter().copied().filter(|u| self.s.unit(*u).hex() == hex).collect();
        self.tell(|| Event::new(rule!("16.1"), "assault.cancelled").point("hex", hex_point(target)));
        for &unit in &stack {
            self.disorder(unit, rule!("16.1"))?;
        }
        // Guns that end the movement with them are in disorder, too (11.1.2).
        for &unit in &stack {
            self.mingle(unit)?;
        }
        // Each comes together in whichever of its hexes its owner chooses (12.11).
        let hexes: Few<HexId> = stack.iter().map(|u| self.s.unit(*u).hex()).collect();
        self.sort_out(&hexes)
    }

    /// The assault marker of others who stand in a hex with a unit: all infantry of a hex assaults the same target (16.2.2, 16.2.2.1).
    fn mark_beside(&mut self, unit: UnitId) -> Option<&mut Assaulter> {
        let hexes: Few<HexId> = self.s.unit(unit).hexes().into();
        let (b, side) = (self.b, self.b.side(unit));
        let marks = self.s.assaults.iter_mut().flat_map(|a| &mut a.attackers);
        marks.into_iter().find(|mark| b.side(mark.unit) == side && hexes.contains(&mark.from))
    }

    /// Adds an assault, as one with all that wait on any of its targets' hexes (16.2.7.2).
    fn add_assault(&mut self, mut assault: Assault, hexes: &[HexId]) {
        let joins = |a: &Assault| {
            a.side == assault.side && !a.under_way && a.targets.iter().any(|hex| hexes.contains(hex))
        };
        let (same, rest): (Vec<Assault>, Vec<Assault>) =
            std::mem::take(&mut self.s.assaults).into_iter().partition(joins);
        self.s.assaults = rest;
        for other in same.into_iter().rev() {
            let later = std::mem::replace(&mut assault, other);
            assault.absorb(later);
        }
        self.s.assaults.push(assault);
    }

    /// Fights a charge of the Old Guard in the maneuver segment (16.10.1). Where it advanced, out of enemy zones, it moves on with the movement points
    /// that it has left (step 9).
    fn old_guard_charges(&mut self, assault: Assault, stack: &[UnitId]) -> Play<Conclusion> {
        for &unit in stack {
            self.s.unit_mut(unit).set(did::HALTED, false);
        }
        let at = self.s.assaults.len();
        self.s.assaults.push(assault);
        let steps = self.b.variant;
        steps.resolve_assault(self, at)?;
        let hexes: Vec<HexId> = self.b.ground.hexes().filter(|hex| !self.s.is_empty(*hex)).collect();
        self.sort_out(&hexes)?;
        let (b, s) = (self.b, &*self.s);
        let goes = |u: &UnitId| {
            let now = s.unit(*u);
            now.on_map() && now.order != Order::Pgd && now.has(did::EXPLOITS)
        };
        if stack.iter().copied().find(goes).is_some_and(|u| !zones::holds(b, s, u, ZoneOwners::Any)) {
            return Ok(Conclusion::MovesOn);
        }
        self.halt(stack);
        Ok(Conclusion::Over)
    }

    /// Puts hexes right where some units disordered and others did not (11.1.5).
    pub(super) fn sort_out(&mut self, hexes: &[HexId]) -> Play<()> {
        for hex in hexes.iter().filter(|hex| hex.is_some()) {
            self.put_right(*hex, &[])?;
        }
        Ok(())
    }
}
