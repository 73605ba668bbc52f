//! 6.2: zones of control.

use ground::{Dir, Feature, HexId};
use table::Side;

use crate::Battle;
use crate::ch04_movement::movement;
use crate::ch06_facing::facing;
use crate::core::state::{Condition, State, UnitId};

/// Whether a unit exercises a zone of control from its hex over a hexside (6.2.1).
pub fn exerts(b: &Battle, s: &State, unit: UnitId, dir: Dir) -> bool {
    let from = s.unit(unit).hex;
    has_zone(b, s, unit)
        && b.ground.neighbour(from, dir).is_some_and(|to| reaches(b, from, dir, to, b.arm(unit)))
}

/// Whether a unit has a zone of control at all (6.2.1): not artillery, not in square, not routed.
pub fn has_zone(b: &Battle, s: &State, unit: UnitId) -> bool {
    let u = s.unit(unit);
    u.on_map() && u.condition < Condition::Routed && !u.square && !b.is_gun(unit)
}

/// Whether the zone of control of an arm reaches over a hexside (6.2.1).
///
/// RULING J19: impassable to the unit that has the zone. RULING J201: bridge or ford count only over a river.
/// RULING J121: a zone goes from one hex of a castle to the next one.
pub fn reaches(b: &Battle, from: HexId, dir: Dir, to: HexId, arm: crate::core::battle::Arm) -> bool {
    let ground = &b.ground;
    let terrain = ground.terrain(to);
    if !b.charts.terrain[terrain].zoc_enters && ground.terrain(from) != terrain {
        return false;
    }
    let features = ground.hexside(from, dir);
    if features.is_empty() {
        return true;
    }
    let into_works = ground.protected(to, dir.opposite());
    let by_road = !ground.roads(from, dir).is_empty();
    movement::costs::true_features(features).iter().all(|feature: Feature| {
        let row = &b.charts.hexsides[feature];
        let passable = row.half_mp(arm).is_some() || by_road && row.road_lifts_half_mp.is_some();
        row.zoc_across && (row.zoc_into != Some(false) || !into_works) && passable
    })
}

/// The enemies of a side whose zone reaches a hex, one call each, clockwise from N, from the top of each stack.
pub fn each_holder(b: &Battle, s: &State, side: Side, hex: HexId, mut f: impl FnMut(UnitId)) {
    for dir in Dir::ALL {
        holders_beyond(b, s, side, hex, dir).for_each(&mut f);
    }
}

/// The enemies of a side that stand beyond one hexside of a hex and whose zone reaches it, from the top of their stack.
fn holders_beyond(b: &Battle, s: &State, side: Side, hex: HexId, dir: Dir) -> impl Iterator<Item = UnitId> {
    let from = b.ground.neighbour(hex, dir);
    let enemies =
        from.into_iter().flat_map(move |from| s.stack(from).take_while(move |&unit| b.side(unit) != side));
    enemies.filter(move |&unit| {
        let from = s.unit(unit).hex;
        has_zone(b, s, unit) && reaches(b, from, dir.opposite(), hex, b.arm(unit))
    })
}

/// Whether a hex is in a zone of control of the enemies of a side (6.2.1).
pub fn in_enemy_zone(b: &Battle, s: &State, side: Side, hex: HexId) -> bool {
    holder(b, s, side, hex, |_| true).is_some()
}

/// Whether a hex is in the zone of an enemy of the side and in one of its front hexes (6.2.2, 10.3.5).
pub fn in_enemy_front(b: &Battle, s: &State, side: Side, hex: HexId) -> bool {
    front_holder(b, s, side, hex).is_some()
}

/// The first enemy of the side in whose zone and front a hex lies.
pub fn front_holder(b: &Battle, s: &State, side: Side, hex: HexId) -> Option<UnitId> {
    holder(b, s, side, hex, |unit| {
        let dir = b.ground.dir_to(s.unit(unit).hex, hex).expect("whoever holds a hex stands next to it");
        facing::fronts(b, s, unit).contains(dir)
    })
}

/// The first enemy of the side whose zone reaches a hex and for which `and` holds.
pub fn holder(b: &Battle, s: &State, side: Side, hex: HexId, and: impl Fn(UnitId) -> bool) -> Option<UnitId> {
    Dir::ALL.into_iter().find_map(|dir| holders_beyond(b, s, side, hex, dir).find(|&unit| and(unit)))
}

/// Whether both hexes are in the zone of the same enemy unit of the side (6.2.2).
pub fn same_enemy_zone(b: &Battle, s: &State, side: Side, from: HexId, to: HexId) -> bool {
    shared_holder(b, s, side, from, to).is_some()
}

/// The first enemy of the side whose zone reaches both hexes (6.2.2).
pub fn shared_holder(b: &Battle, s: &State, side: Side, from: HexId, to: HexId) -> Option<UnitId> {
    holder(b, s, side, from, |unit| {
        let at = s.unit(unit).hex;
        b.ground.dir_to(at, to).is_some_and(|dir| reaches(b, at, dir, to, b.arm(unit)))
    })
}

/// Whether an enemy combat unit of the side stands next to a hex, whatever its kind and order.
pub fn next_to_enemy(b: &Battle, s: &State, side: Side, hex: HexId) -> bool {
    enemy_beside(b, s, side, hex).is_some()
}

/// An enemy combat unit of the side next to a hex, the first one clockwise from N.
pub fn enemy_beside(b: &Battle, s: &State, side: Side, hex: HexId) -> Option<UnitId> {
    b.ground
        .neighbours(hex)
        .into_iter()
        .filter(|n| n.is_some())
        .find_map(|n| s.top(n).filter(|&unit| b.side(unit) != side))
}
