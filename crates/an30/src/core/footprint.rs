//! Footprints: how a unit lies on the map, and which hexsides of it are front, flank and rear (9), by the charts' formations and arcs.
//!
//! A unit in several hexes has them in order: a line and skirmishers from left to right as they look; a column of companies and a road column
//! from head to tail. A vertex aim between two hexsides has the line across it, so that its neighbours lie beyond the hexsides next to those two.

use ground::{Aim, Dir, Dirs, HexId};

use labataille::faces::zero;
pub use labataille::faces::{Face, Faces, right_of};

use crate::core::Few;
use crate::core::battle::{Arm, Battle};
use crate::core::charts::{AimKind, FormationRow, PartKind, Spread};
use crate::core::occupancy::Hexes;
use crate::core::state::{Formation, Part, State, UnitId};
use crate::core::status;

/// The kind of the part of a number among so many.
pub const fn part_of(spread: Spread, index: usize, count: usize) -> PartKind {
    let behind = matches!(spread, Spread::File) || matches!(spread, Spread::Many);
    match (behind, index) {
        _ if count <= 1 => PartKind::Single,
        (true, 0) => PartKind::Head,
        (false, 0) => PartKind::Left,
        (true, _) if index + 1 == count => PartKind::Tail,
        (false, _) if index + 1 == count => PartKind::Right,
        (true, _) => PartKind::Body,
        (false, _) => PartKind::Middle,
    }
}

/// The hexsides of one hex of a unit that lies so: front, flank and rear by the charts. The front that stands alone in its hex in road column
/// has the rear of the last hex too.
pub fn faces(b: &Battle, row: &FormationRow, aim: Aim, hexes: &[HexId], index: usize) -> Faces {
    let path = row.aim == AimKind::Path;
    let side_by_side = row.aim == AimKind::Vertex;
    let spread = if side_by_side { Spread::Two } else { row.spread };
    let part = part_of(spread, index, hexes.len());
    let part = if path && part == PartKind::Single { PartKind::Head } else { part };
    let arcs = || b.charts.arcs.iter().filter(|arc| arc.footprint == row.footprint);
    let arc = arcs().find(|arc| arc.part == part).or_else(|| arcs().next());
    let arc = arc.expect("the charts have an arc for every footprint");
    let ahead = match index.checked_sub(1).and_then(|before| b.ground.dir_to(hexes[index], hexes[before])) {
        Some(dir) if path || row.spread == Spread::File => dir,
        _ => zero(aim),
    };
    let mut found = arc.turned(ahead);
    if path && hexes.len() == 1 {
        found.rear = Dirs::one(ahead.opposite());
    }
    let own: Dirs = hexes.iter().filter_map(|other| b.ground.dir_to(hexes[index], *other)).collect();
    let (front, rear) = (found.front - own, found.rear - own);
    // Where a column of companies bends, the hexside behind a hex that leads to none of its own is a flank, too.
    Faces { front, flank: Dirs::ALL - own - front - rear, rear }
}

/// The part of the infantry with which unlimbered guns stand: its facing is theirs (18.1). Skirmishers only pass (11.1.2.d).
pub fn beside(b: &Battle, s: &State, guns: UnitId) -> Option<Part> {
    let now = s.unit(guns);
    if b.arm(guns) != Arm::Artillery || now.shape() != Formation::Unlimbered || !now.on_map() {
        return None;
    }
    let stays = |part: &Part| {
        b.arm(part.unit()) == Arm::Infantry && s.unit(part.unit()).shape() != Formation::Skirmish
    };
    s.stack(now.hex()).find(stays)
}

/// The part whose facing counts for one: unlimbered guns look as the infantry of their hex does (18.1).
pub fn looks(b: &Battle, s: &State, part: Part) -> Part {
    beside(b, s, part.unit()).unwrap_or(part)
}

/// The hexsides of a part of a unit on the map.
pub fn faces_of(b: &Battle, s: &State, part: Part) -> Faces {
    let part = looks(b, s, part);
    let unit = s.unit(part.unit());
    faces(b, status::row(b, s, part.unit()), unit.aim, unit.hexes(), part.index())
}

/// The face of a part at a hexside. Refused flanks are chapter 9's ([`crate::ch09_facing`]).
///
/// By formation (12.4.1, 12.5.2, 12.6.3, 12.7.1, 12.8.1, 12.9.1, 12.10.1, 12.10.2, 12.10.4, 12.11.1, 12.12.1, 18.14.1.2).
pub fn face(b: &Battle, s: &State, part: Part, dir: Dir) -> Face {
    faces_of(b, s, part).of(dir)
}

/// The parts of a unit.
pub fn parts(s: &State, unit: UnitId) -> impl Iterator<Item = Part> + use<> {
    (0..s.unit(unit).hexes().len()).map(move |i| Part::new(unit, i))
}

/// The hexes of a formation of so many from its first one: to the right of the left end of a line, behind the head of a column. `None` where the
/// map ends.
pub fn layout(b: &Battle, row: &FormationRow, aim: Aim, first: HexId, count: usize) -> Option<Hexes> {
    let next = match row.aim {
        AimKind::Vertex => right_of(aim),
        _ => zero(aim).opposite(),
    };
    let mut hexes = Hexes::from_slice(&[first]);
    while hexes.len() < count {
        hexes.push(b.ground.neighbour(*hexes.last().expect("one at least"), next)?);
    }
    Some(hexes)
}

/// Whether an aim is one that a formation can have.
pub const fn may_aim(row: &FormationRow, aim: Aim) -> bool {
    match row.aim {
        AimKind::Hexside | AimKind::Path => !aim.is_vertex(),
        AimKind::Vertex => aim.is_vertex(),
        AimKind::All => true,
    }
}

/// The aim of unlimbered guns: what the infantry with them looks at; by themselves a hexside, if they looked at a corner beside infantry the one left of
/// it (18.1, RULING reading 830).
pub fn guns_aim(b: &Battle, s: &State, guns: UnitId) -> Aim {
    let own = s.unit(guns).aim;
    let foot = beside(b, s, guns).map(Part::unit).filter(|u| status::row(b, s, *u).aim != AimKind::All);
    foot.map_or_else(|| Aim::hexside(zero(own)), |foot| s.unit(foot).aim)
}

/// The unlimbered guns on the map, each with what it looks at ([`guns_aim`]).
pub fn laid_guns(b: &Battle, s: &State) -> Few<(UnitId, Aim), 16> {
    let guns = |unit: &UnitId| b.arm(*unit) == Arm::Artillery && s.unit(*unit).on_map();
    let unlimbered = |unit: &UnitId| s.unit(*unit).shape() == Formation::Unlimbered;
    b.unit_ids().filter(guns).filter(unlimbered).map(|unit| (unit, guns_aim(b, s, unit))).collect()
}

/// The aims that a formation can have, clockwise; one where it looks all around.
pub fn aims(row: &FormationRow) -> impl Iterator<Item = Aim> + '_ {
    let all = Aim::ALL.into_iter().filter(|aim| may_aim(row, *aim));
    all.take(if row.aim == AimKind::All { 1 } else { 12 })
}
