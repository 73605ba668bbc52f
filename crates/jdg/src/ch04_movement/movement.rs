//! 4: movement.

pub mod choose; // the movement segment
pub mod costs; // 4.3
pub mod marks;
pub mod reach; // 4.1, 4.4
pub mod step; // 4.4, 6.2.2
pub mod walk;
pub mod why;

use ground::HexId;
use table::{Refusal, Rule, rule};

use crate::ch00_general::general::ratings;
use crate::ch02_orders::orders;
use crate::ch04_movement::square;
use crate::ch12_weather::weather;
use crate::core::battle::{Arm, Battle};
use crate::core::field::{hex_point, unit_point};
use crate::core::state::{Condition, OrderStatus, Renfort, State, UnitId, did};
use crate::why as why_not;

/// The two ways of moving (4.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// Normal or reduced movement.
    Normal,
    /// Forced march (4.1.3).
    Forced,
}

/// Mover: who moves or charges: the unit that is named, or its stack with it (4.4.1, 9.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Body {
    /// The unit alone.
    Alone,
    /// All of its stack that may.
    Stack,
}

/// Units that move together, from the top of the stack (4.4.1).
#[derive(Clone, Copy, Debug)]
pub struct Party {
    units: [UnitId; Party::MOST],
    count: usize,
}

impl Party {
    /// The most units that one hex holds.
    pub const MOST: usize = 4;

    /// One unit.
    pub fn one(unit: UnitId) -> Party {
        Party { units: [unit, UnitId::NONE, UnitId::NONE, UnitId::NONE], count: 1 }
    }

    /// All units of a hex, from the top.
    pub fn stack(s: &State, hex: HexId) -> Party {
        let mut party = Party { units: [UnitId::NONE; Party::MOST], count: 0 };
        for unit in s.stack(hex).take(Party::MOST) {
            party.units[party.count] = unit;
            party.count += 1;
        }
        party
    }

    /// With one more unit under the others.
    #[must_use]
    pub fn and(mut self, unit: UnitId) -> Party {
        self.units[self.count] = unit;
        self.count += 1;
        self
    }

    /// The units, from the top; never empty.
    pub fn units(&self) -> &[UnitId] {
        &self.units[..self.count]
    }

    /// The top unit.
    pub fn lead(&self) -> UnitId {
        self.units[0]
    }
}

/// A move under way.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    /// The party that moves.
    pub party: Party,
    /// Their pace.
    pub pace: Pace,
    /// Half movement points left, by place in the party.
    pub left: [u16; Party::MOST],
    /// The hex where the move began; none for those who enter the map.
    pub start: HexId,
}

impl Walk {
    /// A move that begins now, with the full allowance of each unit.
    pub fn begin(b: &Battle, s: &State, party: Party, pace: Pace) -> Walk {
        let mut left = [u16::MAX; Party::MOST];
        for (slot, &unit) in left.iter_mut().zip(party.units()) {
            *slot = allowance_at(b, s, unit, pace);
        }
        Walk { party, pace, left, start: s.unit(party.lead()).hex }
    }

    /// The half movement points that each of the units has left.
    pub fn least_left(&self) -> u16 {
        self.left[..self.party.units().len()].iter().min().copied().unwrap_or_default()
    }

    /// A move that goes on from an entry hex (5.2.2): each unit has `left` half movement points to spend yet.
    pub fn entered(party: Party, pace: Pace, left: u16) -> Walk {
        Walk { party, pace, left: [left; Party::MOST], start: HexId::NONE }
    }
}

/// Half of an allowance, fractions of a movement point rounded up (4.1.2).
pub fn reduced(half_mp: u16) -> u16 {
    half_mp.div_ceil(4) * 2
}

/// Movement allowance in half movement points in the current activation (4.1, 4.4.2); nothing for units that may not act.
/// Leaving square has been paid from it (4.2). A reinforcement in normal march has its normal rate (5.2.1).
pub fn allowance(b: &Battle, s: &State, unit: UnitId) -> u16 {
    let u = s.unit(unit);
    let full = ratings(b, s, unit).half_mp;
    let fired = b.is_gun(unit) && u.has(did::FIRED);
    let half_mp = match orders::order_status(b, s, unit) {
        _ if u.renfort == Renfort::Normal => full,
        Some(OrderStatus::Received) if fired => reduced(full),
        Some(OrderStatus::Received) => full,
        Some(OrderStatus::NoOrders) if !fired => reduced(full),
        Some(OrderStatus::NoOrders | OrderStatus::RallyOnly | OrderStatus::Open) | None => 0,
    };
    if u.has(did::SQUARED) && !u.square { half_mp.saturating_sub(square::LEAVING_HALF_MP) } else { half_mp }
}

/// The allowance at a pace: a forced march doubles what stands on the counter (4.1.3).
pub fn allowance_at(b: &Battle, s: &State, unit: UnitId, pace: Pace) -> u16 {
    let normal = allowance(b, s, unit);
    match pace {
        Pace::Normal => normal,
        Pace::Forced => normal + ratings(b, s, unit).half_mp,
    }
}

fn refusal(rule: Rule, why: &'static str, unit: UnitId) -> Refusal {
    Refusal::new(rule, why).with("unit", unit_point(unit))
}

/// Whether a unit may move in the movement segment at all (2.4, 4.4.1, 4.4.2).
///
/// # Errors
/// Why not.
pub fn may_move(b: &Battle, s: &State, unit: UnitId) -> Result<(), Refusal> {
    may_stir(b, s, unit)?;
    already_moved(s, unit)
}

/// Whether a unit could move in the movement segment, what it did in it so far apart (2.4, 4.4.2).
///
/// # Errors
/// Why not.
pub fn may_stir(b: &Battle, s: &State, unit: UnitId) -> Result<(), Refusal> {
    may_act(b, s, unit)?;
    if s.unit(unit).has(did::BALKED) {
        return Err(refusal(rule!("2.4.2"), "move.balked", unit));
    }
    let fired = b.is_gun(unit) && s.unit(unit).has(did::FIRED);
    if fired && orders::order_status(b, s, unit) == Some(OrderStatus::NoOrders) {
        return Err(refusal(rule!("4.4.2"), "move.fired", unit));
    }
    Ok(())
}

/// Whether a unit may turn in place in the movement segment: it acts, and has neither moved nor turned in it (6.1.2).
///
/// # Errors
/// Why not.
pub fn may_pivot(b: &Battle, s: &State, unit: UnitId) -> Result<(), Refusal> {
    may_act(b, s, unit)?;
    already_moved(s, unit)
}

/// Refuses a unit that has had its movement (4.4.1).
fn already_moved(s: &State, unit: UnitId) -> Result<(), Refusal> {
    match s.unit(unit).has(did::MOVED | did::HALTED | did::CHARGING) {
        true => Err(refusal(rule!("4.4.1"), "move.already", unit)),
        false => Ok(()),
    }
}

/// Whether a unit does anything in the movement segment (2.4, 4.2, 10.2).
fn may_act(b: &Battle, s: &State, unit: UnitId) -> Result<(), Refusal> {
    let u = s.unit(unit);
    if !u.on_map() {
        return Err(why_not::off_map(b, s, unit));
    }
    if !orders::is_active(b, s, unit) {
        return Err(why_not::inactive(b, s, unit));
    }
    if u.condition == Condition::Routed {
        return Err(refusal(rule!("10.2"), "move.routed", unit));
    }
    if u.square {
        return Err(refusal(rule!("4.2"), "move.square", unit));
    }
    match orders::order_status(b, s, unit) {
        Some(OrderStatus::RallyOnly) => Err(refusal(rule!("2.4.3"), "move.rally_only", unit)),
        Some(OrderStatus::Received | OrderStatus::NoOrders) => Ok(()),
        Some(OrderStatus::Open) | None => Err(why_not::inactive(b, s, unit)),
    }
}

/// Whether all units of a hex may move together (4.4.1): two or more, all of one type.
///
/// # Errors
/// Who or what stands in the way.
pub fn may_move_stack(b: &Battle, s: &State, top: UnitId) -> Result<(), Refusal> {
    let hex = s.unit(top).hex;
    if s.top(hex) != Some(top) || s.unit(top).under.some().is_none() {
        return Err(refusal(rule!("4.4.1"), "move.no_stack", top));
    }
    let arm = b.arm(top);
    if let Some(other) = s.stack(hex).find(|&u| b.arm(u) != arm) {
        return Err(refusal(rule!("4.4.1"), "move.mixed_stack", top).with("other", unit_point(other)));
    }
    s.stack(hex).try_for_each(|u| may_move(b, s, u))
}

/// Whether a unit may make a forced march (4.1.3), what it would meet on the way apart.
///
/// # Errors
/// Why not.
pub fn may_march(b: &Battle, s: &State, unit: UnitId) -> Result<(), Refusal> {
    may_move(b, s, unit)?;
    let u = s.unit(unit);
    if orders::order_status(b, s, unit) != Some(OrderStatus::Received) {
        return Err(refusal(rule!("4.1.3"), "march.no_orders", unit));
    }
    if u.condition != Condition::Good {
        return Err(refusal(rule!("4.1.3"), "march.disorder", unit));
    }
    match u.renfort {
        Renfort::Marked => {}
        Renfort::ThisTurn => return Err(refusal(rule!("5.2.1"), "march.no_marker", unit)),
        Renfort::None | Renfort::Normal | Renfort::Released => weather::allows_forced_march(b, s)?,
    }
    if u.has(did::FIRED) {
        return Err(refusal(rule!("4.4.2"), "march.fired", unit)); // RULING J10
    }
    match reach::enemy_within_five(b, s, unit, u.hex) {
        Some(enemy) => Err(refusal(rule!("4.1.3"), "march.start_near_enemy", unit)
            .with("hex", hex_point(u.hex))
            .with("enemy", unit_point(enemy))),
        None => Ok(()),
    }
}

/// Whether all units of a hex may make a forced march together (4.1.3, RULING J8).
///
/// # Errors
/// Who or what stands in the way.
pub fn may_march_stack(b: &Battle, s: &State, top: UnitId) -> Result<(), Refusal> {
    may_move_stack(b, s, top)?;
    s.stack(s.unit(top).hex).try_for_each(|u| may_march(b, s, u))
}

/// The cost of the step for an arm by road or in the open, whoever is near; `None` if the arm cannot take it.
pub fn arm_cost(b: &Battle, arm: Arm, from: HexId, to: HexId) -> Option<u16> {
    match costs::price(b, arm, from, b.ground.dir_to(from, to)?, to, costs::Neighbour::Nobody) {
        costs::Price::HalfMp(cost) => Some(cost),
        _ => None,
    }
}

/// Cost to a unit of going to a hex and stopping there, in normal or reduced movement from where it stands; `None` if it
/// cannot.
pub fn cost_to(b: &Battle, s: &State, unit: UnitId, hex: HexId) -> Option<u16> {
    may_move(b, s, unit).ok()?;
    let mut found = None;
    reach::each_reachable(b, s, &Walk::begin(b, s, Party::one(unit), Pace::Normal), |to, cost| {
        if to == hex {
            found = Some(cost);
        }
    });
    found
}

/// Whether a unit may enter a neighbouring hex at all, as an attacker must be able to (8.2): by the ground, a road or trail
/// counted. Who is in the hex does not matter.
///
/// # Errors
/// The hex or hexside that the unit cannot enter or cross.
pub fn may_enter(b: &Battle, _s: &State, unit: UnitId, from: HexId, to: HexId) -> Result<(), Refusal> {
    let dir = costs::neighbours(b, unit, from, to)?;
    match costs::price(b, b.arm(unit), from, dir, to, costs::Neighbour::Enemy) {
        costs::Price::HalfMp(_) => Ok(()),
        price => Err(costs::barred(unit, to, price)),
    }
}
