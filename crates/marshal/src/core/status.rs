//! Status: small facts of units that every rule asks.

use ground::HexId;
use table::{Few, Side};

use crate::core::battle::{Arm, Battle, Rank, Trait};
use crate::core::charts::{Exact, FormationRow};
use crate::core::state::{Formation, LeaderId, LeaderStatus, Order, State, UnitId};

/// Whether cavalry is heavy: by its movement (6).
pub fn is_heavy(b: &Battle, unit: UnitId) -> bool {
    b.arm(unit) == Arm::Cavalry && 2 * b.unit(unit).movement <= b.charts.movement.heavy_most.value
}

/// The row of the formation that a unit is in. Disorder and rout keep that of a column, guns their own.
pub fn row<'b>(b: &'b Battle, s: &State, unit: UnitId) -> &'b FormationRow {
    let found = b.charts.formation(b.arm(unit), s.unit(unit).formation, || is_heavy(b, unit));
    found.expect("a unit is in a formation of its arm")
}

/// Whether a unit is of an arm and in a formation, in good order.
pub fn is_in(b: &Battle, s: &State, unit: UnitId, arm: Arm, formation: Formation) -> bool {
    b.arm(unit) == arm && s.unit(unit).formation == formation && s.unit(unit).order == Order::Good
}

/// The counters that are parts of a unit (6).
pub fn parts(b: &Battle, unit: UnitId) -> Few<UnitId, 8> {
    b.unit_ids().filter(|u| b.unit(*u).part_of == unit).collect()
}

/// Whether some units are all of one regiment of infantry: its own counter might stand in their place (6).
pub fn is_one_regiment(b: &Battle, units: &[UnitId]) -> bool {
    let regiment = |unit: &UnitId| {
        let mut up = std::iter::successors(Some(*unit), |u| b.unit(*u).part_of.some());
        up.find(|u| b.unit(*u).size == Rank::Regiment && b.arm(*u) == Arm::Infantry)
    };
    let first = units.first().and_then(regiment);
    first.is_some() && units.iter().all(|unit| regiment(unit) == first)
}

/// Increments that are left.
pub fn increments(b: &Battle, s: &State, unit: UnitId) -> i16 {
    b.unit(unit).increments - i16::from(s.unit(unit).losses)
}

/// Increments of a unit in one of its hexes: as evenly as can be, the more to the first.
pub fn increments_in(b: &Battle, s: &State, unit: UnitId, hex: HexId) -> i16 {
    let (all, hexes) = (increments(b, s, unit), s.unit(unit).hexes());
    let count = hexes.len().max(1) as i16;
    let Some(at) = hexes.iter().position(|h| *h == hex) else { return 0 };
    all / count + i16::from((at as i16) < all % count)
}

/// The share of its increments that a unit still has (12).
pub fn share(b: &Battle, s: &State, unit: UnitId) -> Exact {
    Exact::new(increments(b, s, unit).into(), b.unit(unit).increments.into())
}

/// Whether a unit has lost more than half of its increments (12).
pub fn is_halved(b: &Battle, s: &State, unit: UnitId) -> bool {
    2 * i16::from(s.unit(unit).losses) > b.unit(unit).increments
}

/// The side whose units stand in a hex.
pub fn holder(b: &Battle, s: &State, hex: HexId) -> Option<Side> {
    s.top(hex).map(|unit| b.side(unit))
}

/// Whether an enemy of a side stands in a hex.
pub fn is_enemy(b: &Battle, s: &State, side: Side, hex: HexId) -> bool {
    holder(b, s, hex).is_some_and(|other| other != side)
}

/// The enemy units of a side on the map, with each of their hexes.
pub fn enemies<'s>(b: &'s Battle, s: &'s State, side: Side) -> impl Iterator<Item = (UnitId, HexId)> + 's {
    let enemies = b.unit_ids().filter(move |u| b.side(*u) != side && s.unit(*u).on_map());
    enemies.flat_map(|u| s.unit(u).hexes().iter().map(move |hex| (u, *hex)))
}

/// Hexes to the nearest enemy unit; none if there is none.
pub fn nearest_enemy(b: &Battle, s: &State, side: Side, from: HexId) -> Option<u16> {
    enemies(b, s, side).map(|(_, hex)| b.ground.distance(from, hex)).min()
}

/// Whether the terrain of a hex puts units into general order (16).
pub fn is_close(b: &Battle, hex: HexId) -> bool {
    b.charts.terrain[b.ground.terrain(hex)].general_order
}

/// Whether the terrain of a hex is clear as lines and carrés need it (16).
pub fn is_open(b: &Battle, hex: HexId) -> bool {
    b.charts.terrain[b.ground.terrain(hex)].open
}

/// Whether a unit belongs to the foot and the guns that may not mix with cavalry: horse artillery may pass (10).
pub fn is_foot(b: &Battle, unit: UnitId) -> bool {
    b.arm(unit) == Arm::Infantry || b.arm(unit) == Arm::Artillery && !b.is(unit, Trait::Horse)
}

/// The leaders of a side in a hex.
pub fn leaders_in(b: &Battle, s: &State, side: Side, hex: HexId) -> Few<LeaderId, 4> {
    let here = |l: &LeaderId| {
        let now = s.leader(*l);
        now.status == LeaderStatus::Map && now.hex == hex && b.leader(*l).side == side
    };
    b.leader_ids().filter(here).collect()
}

/// The leaders of a unit's side in its hexes.
pub fn leaders_with(b: &Battle, s: &State, unit: UnitId) -> Few<LeaderId, 4> {
    s.unit(unit).hexes().iter().flat_map(|hex| leaders_in(b, s, b.side(unit), *hex)).collect()
}

/// The leader whose figure of some kind counts in a hex: the highest there, but for those below nothing the only one (7).
pub fn leader_for(
    b: &Battle,
    s: &State,
    side: Side,
    hex: HexId,
    figure: fn(&Battle, LeaderId) -> i16,
) -> Option<LeaderId> {
    leaders_in(b, s, side, hex).into_iter().max_by_key(|l| (figure(b, *l), std::cmp::Reverse(*l)))
}
