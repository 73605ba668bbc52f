//! 9.1 to 9.4: cavalry charge. Declaration and movement here; square and recall, counter-charge and end in the submodules.

mod bars; // 9.1, why a charge comes to nothing
mod counter; // 9.4, 9.2
mod route; // 9.1, charge movement
pub(crate) mod square; // 9.3

use crate::ch09_charge::charge::square::Recall;
use crate::core::strike::Strike;
use ground::{Dirs, HexId};
use smallvec::smallvec;
use table::{Answer, Event, Modifiers, Play, Refusal, Test, rule};

use crate::Few;
use crate::ch02_orders::orders;
use crate::ch04_movement::movement::costs;
use crate::ch04_movement::movement::{self, Body};
use crate::ch07_fire::sight;
use crate::ch08_shock::shock::combat::held_against;
use crate::ch12_weather::weather;
use crate::core::battle::{Arm, Battle};
use crate::core::field::{Field, hex_point, unit_point};
use crate::core::state::{Condition, OrderStatus, State, UnitId, did};
use crate::core::verb;
use crate::why;

/// Deeds that keep a unit from another movement in the same activation.
const SPENT: u32 = did::MOVED | did::TURNED | did::HALTED | did::COMMITTED | did::BALKED | did::CHARGING;

/// Whether a unit may declare a charge at all (9.1, 10.1, 12).
///
/// # Errors
/// Why not.
pub fn may_declare(b: &Battle, s: &State, unit: UnitId) -> Result<(), Refusal> {
    let u = s.unit(unit);
    let no = |rule, why| Err(Refusal::new(rule, why).with("unit", unit_point(unit)));
    if b.arm(unit) != Arm::Cavalry {
        return no(rule!("9.1"), "charge.not_cavalry");
    }
    weather::allows_charges(b, s)?;
    if !u.on_map() {
        return Err(why::off_map(b, s, unit));
    }
    match u.condition {
        Condition::Good => {}
        Condition::Disordered => return no(rule!("10.1"), "charge.disordered"),
        Condition::Routed | Condition::Eliminated => return no(rule!("10.2"), "charge.routed"),
    }
    match orders::order_status(b, s, unit) {
        None => return Err(Refusal { rule: rule!("9.1"), ..why::inactive(b, s, unit) }),
        Some(OrderStatus::RallyOnly) => return no(rule!("2.4.3"), "charge.rally_only"),
        Some(OrderStatus::Open | OrderStatus::Received | OrderStatus::NoOrders) => {}
    }
    if u.did & SPENT != 0 {
        return no(rule!("9.1"), "charge.spent");
    }
    if !b.charts.terrain[b.ground.terrain(u.hex)].charge {
        return no(rule!("9.1"), "charge.start_terrain");
    }
    Ok(())
}

/// Whether a charge may cross a hexside into a hex, or strike there (9.1): terrain and hexside must allow it.
///
/// # Errors
/// Which does not.
pub fn may_strike_into(b: &Battle, s: &State, unit: UnitId, from: HexId, to: HexId) -> Result<(), Refusal> {
    let no =
        |why, hex| Refusal::new(rule!("9.1"), why).with("unit", unit_point(unit)).with("hex", hex_point(hex));
    let dir = costs::neighbours(b, unit, from, to)?;
    for hex in [from, to] {
        if !b.charts.terrain[b.ground.terrain(hex)].charge {
            return Err(no("charge.terrain", hex));
        }
    }
    let features = b.ground.hexside(from, dir);
    if costs::true_features(features).iter().any(|f| !b.charts.hexsides[f].charge) {
        return Err(no("charge.hexside", to));
    }
    movement::may_enter(b, s, unit, from, to)
}

/// Directions in which a charging unit finds enemies whom it can charge, out of those of `among` (9.2, 9.5.2).
///
/// RULING J161: enemies in terrain closed to charges are left out in the first charge as they are in pursuit.
pub fn chargeable(b: &Battle, s: &State, unit: UnitId, among: Dirs) -> Dirs {
    let (side, hex) = (b.side(unit), s.unit(unit).hex);
    let mut found = Dirs::NONE;
    for dir in among.iter() {
        let Some(target) = b.ground.neighbour(hex, dir) else { continue };
        if held_against(b, s, side, target) && may_strike_into(b, s, unit, hex, target).is_ok() {
            found.insert(dir);
        }
    }
    found
}

/// The units that charge together: the unit alone, or all of its hex that may charge, from the top.
fn party(b: &Battle, s: &State, unit: UnitId, body: Body) -> Few<UnitId> {
    match body {
        Body::Alone => smallvec![unit],
        Body::Stack => s.stack(s.unit(unit).hex).filter(|&u| may_declare(b, s, u).is_ok()).collect(),
    }
}

/// Whether a hex may be the target of a unit's charge, its movement left aside (9.1): enemies, terrain, line of sight.
fn may_target(b: &Battle, s: &State, unit: UnitId, target: HexId) -> Result<(), Refusal> {
    let no =
        |why| Refusal::new(rule!("9.1"), why).with("unit", unit_point(unit)).with("hex", hex_point(target));
    let u = s.unit(unit);
    if !held_against(b, s, b.side(unit), target) {
        return Err(no("charge.no_enemy"));
    }
    if !b.charts.terrain[b.ground.terrain(target)].charge {
        return Err(no("charge.target_terrain"));
    }
    if !b.ground.in_cone(u.hex, u.facing, target) {
        return Err(no("charge.not_in_front"));
    }
    sight::sight(b, s, u.hex, target)
}

/// Whether a unit may charge a hex, and why not (9.1).
///
/// # Errors
/// Why not.
pub fn may_charge(b: &Battle, s: &State, unit: UnitId, target: HexId) -> Result<(), Refusal> {
    may_declare(b, s, unit)?;
    may_target(b, s, unit, target)?;
    route::reaches(b, s, &[unit], target)
}

/// Hexes to which a charge of a unit could go as it stands, were it allowed to declare one: calls `ridden` with every hex of charge
/// movement, its cost in half movement points and the hex before it; `struck` with every target and the hex out of which it
/// is struck.
///
/// # Errors
/// It never charges: it is no cavalry, or not in good order.
pub fn each_route(
    b: &Battle,
    s: &State,
    unit: UnitId,
    ridden: impl FnMut(HexId, u16, HexId),
    mut struck: impl FnMut(HexId, HexId),
) -> Result<(), Refusal> {
    let no = |rule, why| Err(Refusal::new(rule, why).with("unit", unit_point(unit)));
    if b.arm(unit) != Arm::Cavalry {
        return no(rule!("9.1"), "charge.not_cavalry");
    }
    if s.unit(unit).condition != Condition::Good {
        return no(rule!("10.1"), "charge.disordered");
    }
    route::each_ridden(b, s, unit, ridden);
    for target in route::targets_in_reach(b, s, unit, |target| may_target(b, s, unit, target).is_ok()) {
        if let Some(end) = route::cheapest_end(b, s, unit, target) {
            struck(target, end);
        }
    }
    Ok(())
}

/// Whether the stack of a unit may charge a hex together, the unit being the topmost that may (9.1, 4.4.1).
///
/// # Errors
/// Why not.
pub fn may_charge_stack(b: &Battle, s: &State, unit: UnitId, target: HexId) -> Result<(), Refusal> {
    may_declare(b, s, unit)?;
    let units = party(b, s, unit, Body::Stack);
    if units.len() < 2 {
        // What keeps a companion back is nearer than that the unit has none.
        let mate = |&u: &UnitId| u != unit && b.arm(u) == Arm::Cavalry;
        s.stack(s.unit(unit).hex).filter(mate).try_for_each(|u| may_declare(b, s, u))?;
    }
    if units.len() < 2 || units[0] != unit {
        return Err(Refusal::new(rule!("4.4.1"), "charge.no_stack").with("unit", unit_point(unit)));
    }
    may_target(b, s, unit, target)?;
    route::reaches(b, s, &units, target)
}

/// Appends the charges that may be declared now (9.1): answers CHARGE and CHARGE_STACK with unit and target hex.
pub fn declarations(b: &Battle, s: &State, out: &mut Vec<Answer>) {
    let side = orders::active_side(b, s);
    for unit in b.unit_ids().filter(|&u| b.side(u) == side) {
        if may_declare(b, s, unit).is_err() {
            continue;
        }
        let targets = route::targets_in_reach(b, s, unit, |target| may_target(b, s, unit, target).is_ok());
        route::declare(b, s, unit, &[unit], &targets, verb::CHARGE, out);
        let units = party(b, s, unit, Body::Stack);
        if units.len() > 1 && units[0] == unit {
            route::declare(b, s, unit, &units, &targets, verb::CHARGE_STACK, out);
        }
    }
}

impl Field<'_, '_> {
    /// A declared charge: engagement test, movement, square attempt, recall (9.1, 9.3). Its combat is decided in the combat segment.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn charge(&mut self, unit: UnitId, body: Body, target: HexId) -> Play<()> {
        let units = party(self.b, self.s, unit, body);
        self.tell(|| {
            Event::new(rule!("9.1"), "charge.declared").unit("unit", unit.0.into()).place("hex", target.0)
        });
        for &u in &units {
            self.s.unit_mut(u).did |= did::COMMITTED;
        }
        let ordered = orders::order_status(self.b, self.s, unit) == Some(OrderStatus::Received);
        if !ordered && self.engagement_test(unit, Modifiers::new(), rule!("9.1"))? == Test::Failed {
            self.tell(|| Event::new(rule!("9.1"), "charge.balked").unit("unit", unit.0.into()));
            for &u in &units {
                self.s.unit_mut(u).did |= did::BALKED;
            }
            return Ok(());
        }
        self.charge_movement(&units, target)?;
        for &u in &units {
            self.s.unit_mut(u).did |= did::CHARGING | did::HALTED;
        }
        let strike = self.front(&units);
        let targets: Few<HexId> = strike.targets(self.b).collect();
        let squares = self.square_attempts(&targets)?;
        if !squares.is_empty() && self.recall(&units, &squares)? == Recall::Heard {
            for &u in &units {
                self.s.unit_mut(u).did &= !(did::CHARGING | did::CHARGED);
            }
        }
        Ok(())
    }

    /// The strike of a charging unit, or stack, against all enemies in front of it (9.2).
    pub(crate) fn front(&self, units: &[UnitId]) -> Strike {
        let aims =
            chargeable(self.b, self.s, units[0], crate::ch06_facing::facing::usual_fronts(self.s, units[0]));
        Strike::here(self.s, units[0], aims)
    }
}
