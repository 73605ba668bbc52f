//! 12.1: presentation: a unit that breaks down into the counters of its parts, or re-forms from them.

use std::ops::ControlFlow;

use ground::{Dir, HexId};
use table::{Answer, Event, Play, Refusal, rule};

use crate::Field;
use crate::ch10_zones::reactions::{Act, Continuation};
use crate::ch11_stacking::limits;
use crate::ch13_movement::step::{self, Gait};
use crate::ch13_movement::{acts, allowance};
use crate::ch17_losses::losses;
use crate::ch19_cavalry::opportunity;
use crate::core::Few;
use crate::core::battle::{Arm, Battle};
use crate::core::charts::Exact;
use crate::core::field::{about, hex_of, hex_point, unit_of, unit_point};
use crate::core::occupancy::Units;
use crate::core::state::{LeaderId, Order, State, Status, UnitId, did};
use crate::core::status::{self, Losses};
use crate::core::verb;

/// The counters that are parts of a unit.
pub fn parts(b: &Battle, unit: UnitId) -> Few<UnitId, 8> {
    b.unit_ids().filter(|u| b.unit(*u).part_of == unit).collect()
}

/// The cost of a breakdown or re-forming, in half movement points (Formation Change Cost Chart).
fn cost(b: &Battle, unit: UnitId) -> u16 {
    match b.arm(unit) {
        Arm::Cavalry => b.charts.changes.cavalry_breakdown.count(),
        _ => b.charts.changes.infantry_breakdown.count(),
    }
}

/// The refusals of 12.1.1.
fn no<T>(why: &'static str, unit: UnitId) -> Result<T, Refusal> {
    Err(Refusal::new(rule!("12.1.1"), why).with("unit", unit_point(unit)))
}

/// The counters of parts in the place of their whole, the first ones in its first hexes, with its place in the stack, its facing, formation and order, and
/// their share of its losses (12.1.2.1, 12.1.4); who has no increment left by it is destroyed (17.3.5).
pub fn unfold(b: &Battle, s: &mut State, unit: UnitId, parts: &[UnitId]) {
    let whole = *s.unit(unit);
    let stacks: Few<(HexId, Units), 4> = whole.hexes().iter().map(|hex| (*hex, s.units_in(*hex))).collect();
    s.lift(unit);
    s.unit_mut(unit).status = Status::Folded;
    let sizes: Few<Losses, 8> = parts.iter().map(|u| status::endurance(b, *u)).collect();
    for (i, (part, losses)) in parts.iter().zip(losses::dealt(Losses(whole.losses), &sizes)).enumerate() {
        let now = s.unit_mut(*part);
        *now = whole.lifted();
        (now.losses, now.opening, now.event, now.status) = (losses.0, losses.0, 0, Status::Map);
        if losses < sizes[i] {
            s.put(*part, &[stacks[i * stacks.len() / parts.len()].0]);
        } else {
            now.status = Status::Destroyed;
        }
    }
    for (hex, units) in &stacks {
        let own: Units = parts.iter().copied().filter(|part| s.unit(*part).hex() == *hex).collect();
        let order: Units = units
            .iter()
            .flat_map(|u| if *u == unit { own.clone() } else { Units::from_slice(&[*u]) })
            .collect();
        s.reorder(*hex, &order);
    }
}

/// The whole in the place of its parts: it has their losses, has moved as far as the one that moved furthest, and its horses are as those of the most
/// tired (reading 1046).
fn fold(b: &Battle, s: &mut State, whole: UnitId, here: &[UnitId]) {
    let top = *s.unit(here[0]);
    let hex = top.hex();
    let units = s.units_in(hex);
    let all = parts(b, whole);
    let lost =
        all.iter().map(|u| if here.contains(u) { s.unit(*u).losses } else { status::endurance(b, *u).0 });
    let losses = lost.sum();
    let most = |of: fn(&crate::core::state::Unit) -> u16| {
        here.iter().map(|u| of(s.unit(*u))).max().expect("somebody re-forms")
    };
    let (spent, turn) = (most(|u| u.spent), most(|u| u.spent_turn));
    // RULING 1046.
    let readiness = here.iter().map(|u| s.unit(*u).readiness).max().expect("somebody re-forms");
    let order: Few<UnitId, 8> =
        units.iter().map(|u| if *u == here[0] { whole } else { *u }).filter(|u| !here.contains(u)).collect();
    for &part in here {
        s.lift(part);
        s.unit_mut(part).status = Status::Folded;
    }
    let now = s.unit_mut(whole);
    *now = top.lifted();
    (now.losses, now.opening, now.status) = (losses, losses, Status::Map);
    (now.spent, now.spent_turn, now.readiness) = (spent, turn, readiness);
    now.set(did::MOVED | did::HALTED, false);
    s.put(whole, &[hex]);
    s.reorder(hex, &order);
}

/// The directions in which a unit may leave its hex by itself.
fn exits(b: &Battle, s: &State, unit: UnitId) -> Few<Dir, 6> {
    Dir::ALL.into_iter().filter(|dir| step::may_enter(b, s, &[unit], *dir).is_ok()).collect()
}

/// Whether a moving unit may break down into its parts: they must have the points to separate at once, all but one of them (12.1.1, reading 15).
///
/// # Errors
/// Why not.
pub fn may_break_down(b: &Battle, s: &State, stack: &[UnitId]) -> Result<Few<UnitId, 8>, Refusal> {
    let unit = stack[0];
    let parts = parts(b, unit);
    acts::upright(s, stack)?;
    let folded = parts.iter().all(|u| s.unit(*u).status == Status::Folded);
    if parts.len() < 2 || !folded || stack.len() > 1 {
        return no("present.parts", unit);
    }
    if s.unit(unit).order != Order::Good || s.unit(unit).hexes().len() > 1 {
        return no("present.formation", unit);
    }
    if cost(b, unit) > allowance::left(b, s, stack) {
        return no("move.points", unit);
    }
    let mut then = s.clone();
    let now = then.unit_mut(unit);
    now.spent += cost(b, unit);
    now.set(did::ACTED, true);
    unfold(b, &mut then, unit, &parts);
    if !can_separate(b, &then, &parts) {
        return no("present.separate", unit);
    }
    Ok(parts)
}

/// Whether parts in a hex can all leave it but one, one after the other, wherever those went who left before (12.1.1).
fn can_separate(b: &Battle, s: &State, rest: &[UnitId]) -> bool {
    rest.len() < 2
        || rest.iter().any(|unit| {
            let others: Few<UnitId, 8> = rest.iter().copied().filter(|u| u != unit).collect();
            exits(b, s, *unit).iter().any(|dir| can_separate(b, &gone(b, s, *unit, *dir), &others))
        })
}

/// The state after a part has left its hex.
fn gone(b: &Battle, s: &State, unit: UnitId, dir: Dir) -> State {
    let mut then = s.clone();
    if let Some(to) = b.ground.neighbour(s.unit(unit).hex(), dir) {
        let formation = limits::conforms(b, s, unit, to).unwrap_or(step::formation_in(b, s, unit, to));
        then.put(unit, &[to]);
        then.unit_mut(unit).formation = formation;
    }
    then
}

/// The exits of a part from its hex that leave one to the others, or all of them if none does.
fn exits_for_all(b: &Battle, s: &State, unit: UnitId, rest: &[UnitId]) -> Few<Dir, 6> {
    let others: Few<UnitId, 8> = rest.iter().copied().filter(|u| *u != unit).collect();
    exits(b, s, unit).into_iter().filter(|dir| can_separate(b, &gone(b, s, unit, *dir), &others)).collect()
}

/// Whether a part that comes to the others of its regiment, beyond the limits of the hex, can re-form with them there at once (12.1.1).
pub fn re_forms(b: &Battle, s: &State, stack: &[UnitId], to: HexId, cost: u16) -> bool {
    let [unit] = *stack else { return false };
    let mut then = s.clone();
    let formation = limits::conforms(b, s, unit, to).unwrap_or(step::formation_in(b, s, unit, to));
    then.put(unit, &[to]);
    let now = then.unit_mut(unit);
    now.formation = formation;
    now.spent += cost;
    may_reform(b, &then, stack).is_ok()
}

/// The whole that a moving part may re-form with the others, all of them in its hex, active, in its formation, with points left (12.1.1).
///
/// # Errors
/// Why not.
pub fn may_reform(b: &Battle, s: &State, stack: &[UnitId]) -> Result<(UnitId, Few<UnitId, 8>), Refusal> {
    let unit = stack[0];
    let Some(whole) = b.unit(unit).part_of.some() else { return no("present.parts", unit) };
    let hex = s.unit(unit).hex();
    let lost = |u: &UnitId| matches!(s.unit(*u).status, Status::Destroyed | Status::Surrendered);
    let all = parts(b, whole);
    let here: Few<UnitId, 8> = s.units_in(hex).into_iter().filter(|u| all.contains(u)).collect();
    if s.unit(whole).status != Status::Folded || all.iter().any(|u| !here.contains(u) && !lost(u)) {
        return no("present.parts", unit);
    }
    acts::upright(s, &here)?;
    let shape = s.unit(unit).shape();
    let alike = |u: &UnitId| s.unit(*u).shape() == shape && s.unit(*u).hexes().len() == 1;
    if s.unit(unit).order != Order::Good || !here.iter().all(alike) {
        return no("present.formation", unit);
    }
    // Who was charged by opportunity spends no more, by itself or with others (19.18.3.6).
    if let Some(seized) = here.iter().find(|u| opportunity::is_seized(s, **u)) {
        return Err(Refusal::new(rule!("19.18.3.6"), "react.seized").with("unit", unit_point(*seized)));
    }
    if here.iter().any(|u| !s.unit(*u).has(did::MEMBER)) {
        return no("present.active", unit);
    }
    if here.iter().any(|u| cost(b, *u) > allowance::left(b, s, &[*u])) {
        return no("move.points", unit);
    }
    let losses: i16 = here.iter().map(|u| status::increments(b, s, *u)).sum();
    let (card, chart) = (b.unit(whole), &b.charts.losses);
    let half = Exact::whole((card.increments - losses).into())
        >= chart.breakdown_share.value * Exact::whole(card.increments.into());
    if half && card.arm == Arm::Infantry && card.increments > chart.breakdown_spared.value {
        return Err(Refusal::new(rule!("12.1.2"), "present.losses").with("unit", unit_point(whole)));
    }
    let mut then = s.clone();
    fold(b, &mut then, whole, &here);
    limits::lawful(b, &then, hex)?;
    Ok((whole, here))
}

/// The acts by which a moving stack may change its presentation.
pub fn list(b: &Battle, s: &State, stack: &[UnitId], out: &mut Vec<Answer>) {
    if may_break_down(b, s, stack).is_ok() || may_reform(b, s, stack).is_ok() {
        out.push(Answer::one(verb::PRESENT, unit_point(stack[0])));
    }
}

/// The reason why it may not.
pub fn refuse(b: &Battle, s: &State, stack: &[UnitId]) -> Option<Refusal> {
    let reforms = b.unit(stack[0]).part_of.some().is_some();
    if reforms { may_reform(b, s, stack).err() } else { may_break_down(b, s, stack).err() }
}

impl Field<'_> {
    /// A unit breaks down, or re-forms, after reactions (12.1.1, 12.1.3), and moves on in its new shape: that ends the movement of what it was.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn present(&mut self, stack: &[UnitId], leaders: &[LeaderId]) -> Play<ControlFlow<()>> {
        if self.spend_on_the_move(stack, Act::Spend)? == Continuation::Interrupted {
            return Ok(ControlFlow::Continue(()));
        }
        if let Ok(parts) = may_break_down(self.b, self.s, stack) {
            self.pay(stack, cost(self.b, stack[0]));
            self.tell_presented(stack[0]);
            unfold(self.b, self.s, stack[0], &parts);
            self.separate(&parts, leaders)?;
            return Ok(ControlFlow::Break(()));
        }
        let Ok((whole, here)) = may_reform(self.b, self.s, stack) else {
            return Ok(ControlFlow::Continue(()));
        };
        for &part in &here {
            self.pay(&[part], cost(self.b, part));
        }
        fold(self.b, self.s, whole, &here);
        self.tell_presented(whole);
        self.move_on(&[whole], leaders)?;
        Ok(ControlFlow::Break(()))
    }

    fn tell_presented(&mut self, unit: UnitId) {
        let hex = self.s.unit(unit).hex();
        self.tell(|| {
            Event::new(rule!("12.1.1"), "presented")
                .point("unit", unit_point(unit))
                .point("hex", hex_point(hex))
        });
    }

    /// The parts of a unit that has broken down leave its hex one after the other, but for the last (12.1.1, reading 15).
    fn separate(&mut self, parts: &[UnitId], leaders: &[LeaderId]) -> Play<()> {
        let mut rest: Few<UnitId, 8> = parts.into();
        while rest.len() > 1 {
            let (b, s) = (self.b, &*self.s);
            let any = |leaves: fn(&Battle, &State, UnitId, &[UnitId]) -> Few<Dir, 6>| -> Few<UnitId, 8> {
                rest.iter().copied().filter(|u| !leaves(b, s, *u, &rest).is_empty()).collect()
            };
            let mut able = any(exits_for_all);
            if able.is_empty() {
                able = any(|b, s, unit, _| exits(b, s, unit));
            }
            let Some(&first) = able.first() else { break };
            let side = self.b.side(first);
            let answers: Few<Answer> = able.iter().map(|u| Answer::one(verb::MOVE, unit_point(*u))).collect();
            let answer =
                self.choose(side, rule!("12.1.1"), "present.next", about([unit_point(first)]), &answers)?;
            let unit = unit_of(&answer).unwrap_or(first);
            self.step_out(unit, &rest)?;
            rest.retain(|u| *u != unit);
            self.move_on(&[unit], &[])?;
        }
        match rest.first() {
            Some(&last) => self.move_on(&[last], leaders),
            None => Ok(()),
        }
    }

    /// The first step of a part that leaves the hex of its unit, so that the rest can leave it too.
    fn step_out(&mut self, unit: UnitId, rest: &[UnitId]) -> Play<()> {
        let from = self.s.unit(unit).hex();
        let mut dirs = exits_for_all(self.b, self.s, unit, rest);
        if dirs.is_empty() {
            dirs = exits(self.b, self.s, unit);
        }
        let open: Few<HexId, 6> = dirs.iter().filter_map(|dir| self.b.ground.neighbour(from, *dir)).collect();
        let answers: Few<Answer> = open.iter().map(|hex| Answer::one(verb::GO, hex_point(*hex))).collect();
        let points = about([unit_point(unit)]);
        let answer = self.choose(self.b.side(unit), rule!("12.1.1"), "present.leave", points, &answers)?;
        let to = hex_of(&answer).unwrap_or(open[0]);
        let reach = self.go(&[unit], &[], to, Gait::Ahead)?;
        self.meets_in(&[unit], &[from], Act::Spend, reach)
    }
}
