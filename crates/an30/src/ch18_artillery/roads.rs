//! 18.2.2: guns and wagons on roads and trails are in road column by themselves.

use ground::{Aim, Dir, HexId};
use table::Refusal;

use crate::ch12_formations::{passage, skirmish};
use crate::ch13_movement::shift::{self, Shift};
use crate::ch13_movement::{allowance, step};
use crate::core::battle::{Arm, Battle};
use crate::core::charts::Traveller;
use crate::core::occupancy::Hexes;
use crate::core::state::{Formation, Order, State, UnitId};
use crate::core::status;

/// The cost to artillery of a road from a hex to the next; `None` where there is none.
fn road_cost(b: &Battle, from: HexId, dir: Dir) -> Option<u16> {
    b.ground.roads(from, dir).iter().filter_map(|road| b.charts.roads[road].of(Traveller::Artillery)).min()
}

/// A battery or wagon by itself in a formation.
fn alone(b: &Battle, s: &State, stack: &[UnitId], formation: Formation) -> Option<UnitId> {
    let [unit] = *stack else { return None };
    let now = s.unit(unit);
    let guns = b.arm(unit) == Arm::Artillery && now.order == Order::Good && now.formation == formation;
    guns.then_some(unit)
}

/// A shift of one unit into hexes, if it may go into the first and has the points, also for what skirmishing cavalry adds (12.10.7).
fn laid(b: &Battle, s: &State, unit: UnitId, hexes: Hexes, dir: Dir, cost: u16) -> Option<Shift> {
    let cost = cost + skirmish::hindrance(b, s, unit, hexes[0]);
    let open = s.is_empty(hexes[0])
        && step::may_leave(b, s, unit, hexes[0]).is_ok()
        && cost <= allowance::left(b, s, &[unit]);
    open.then(|| Shift {
        lays: std::iter::once((unit, hexes)).collect(),
        aim: Aim::hexside(dir),
        cost,
        paces: 0,
    })
}

/// The step of limbered guns, alone in their hex, along a road or trail: they go on it an increment a hex, at its cost.
pub fn taken(b: &Battle, s: &State, stack: &[UnitId], dir: Dir) -> Option<Shift> {
    let unit = alone(b, s, stack, Formation::Limbered)?;
    let from = s.unit(unit).hex();
    let (to, cost) = (b.ground.neighbour(from, dir)?, road_cost(b, from, dir)?);
    let each = b.charts.formation(Arm::Artillery, Formation::RoadColumn).increments_per_hex;
    let mut hexes = Hexes::from_slice(&[to]);
    if each.is_some_and(|each| status::increments(b, s, unit) > each) {
        hexes.push(from);
    }
    if s.units_in(from).len() > 1 {
        return None;
    }
    laid(b, s, unit, hexes, dir, cost)
}

/// Whether a step takes guns in road column off their road or trail, or beside it past friends who stand on it (reading 125): all come up into the
/// next hex, limbered, and the route of the last is paid.
pub fn quits(b: &Battle, s: &State, stack: &[UnitId], dir: Dir) -> bool {
    let Some(unit) = alone(b, s, stack, Formation::RoadColumn) else { return false };
    b.ground.neighbour(s.unit(unit).hex(), dir).is_some_and(|to| !stays(b, s, unit, to))
}

/// Whether guns in road column are one still in the next hex: a road or trail leads there, and nobody stands on it whom they do not just pass.
fn stays(b: &Battle, s: &State, unit: UnitId, to: HexId) -> bool {
    let dir = b.ground.dir_to(s.unit(unit).hex(), to);
    let by_road = dir.is_some_and(|dir| road_cost(b, s.unit(unit).hex(), dir).is_some());
    by_road && (s.is_empty(to) || passage::is_passage(b, s, &[unit], to))
}

/// The cost to guns in road column, besides, of a step that quits it: the route of their last hex to the first.
pub fn behind(b: &Battle, s: &State, unit: UnitId, to: HexId) -> Result<u16, Refusal> {
    let column = b.arm(unit) == Arm::Artillery && s.unit(unit).shape() == Formation::RoadColumn;
    if column && !stays(b, s, unit, to) { shift::gathering_from_right(b, s, unit, 0) } else { Ok(0) }
}

/// Whether a step of a stack is one onto a road or trail, or off it.
pub fn is_by_road(b: &Battle, s: &State, stack: &[UnitId], to: HexId) -> bool {
    let dir = b.ground.dir_to(s.unit(stack[0]).hex(), to);
    dir.is_some_and(|dir| taken(b, s, stack, dir).is_some())
}

/// The formation of guns in or out of road column after a step into a hex: on a road or trail a road column, else limbered. `None` of others.
pub fn formation_after(b: &Battle, s: &State, unit: UnitId, to: HexId) -> Option<Formation> {
    let column = b.arm(unit) == Arm::Artillery && s.unit(unit).formation == Formation::RoadColumn;
    let moves = s.unit(unit).on_map() && s.unit(unit).hex() != to;
    (column && moves && !stays(b, s, unit, to)).then_some(Formation::Limbered)
}
