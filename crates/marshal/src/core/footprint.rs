//! Footprints: how a unit lies on the map, and which hexsides of it are front, flank and rear (13), by the charts' formations and arcs.
//!
//! A unit in several hexes has them in order: a line and skirmishers from left to right as they look, a road march from head to tail. A vertex aim
//! between two hexsides has the line across it, so that its neighbours lie beyond the hexsides next to those two.

use ground::{Aim, Dirs, HexId};
use labataille::faces::{Arc, PartKind, right_of, zero};
pub use labataille::faces::{Face, Faces};

use crate::core::battle::{Arm, Battle};
use crate::core::charts::{AimKind, FormationRow};
use crate::core::occupancy::Hexes;
use crate::core::state::{Formation, Part, State, UnitId};
use crate::core::status;

/// The kind of the part of a number among so many.
const fn part_of(aim: AimKind, index: usize, count: usize) -> PartKind {
    let file = matches!(aim, AimKind::Path);
    match (file, index) {
        (true, 0) => PartKind::Head,
        _ if count <= 1 => PartKind::Single,
        (false, 0) => PartKind::Left,
        (true, _) if index + 1 == count => PartKind::Tail,
        (false, _) if index + 1 == count => PartKind::Right,
        (true, _) => PartKind::Body,
        (false, _) => PartKind::Middle,
    }
}

/// The arc of a part of a formation.
fn arc<'b>(b: &'b Battle, row: &FormationRow, part: PartKind) -> &'b Arc {
    let of = |arc: &&Arc| arc.footprint == row.footprint;
    let found = b.charts.arcs.iter().find(|arc| of(arc) && arc.part == part);
    found.or_else(|| b.charts.arcs.iter().find(of)).expect("the charts have an arc for every footprint")
}

/// The hexsides of one hex of a unit that lies so.
pub fn faces(b: &Battle, row: &FormationRow, aim: Aim, hexes: &[HexId], index: usize) -> Faces {
    let arc = arc(b, row, part_of(row.aim, index, hexes.len()));
    let ahead = match index.checked_sub(1).and_then(|before| b.ground.dir_to(hexes[index], hexes[before])) {
        Some(dir) if row.aim == AimKind::Path => dir,
        _ => zero(aim),
    };
    let mut found = arc.turned(ahead);
    let own: Dirs = hexes.iter().filter_map(|other| b.ground.dir_to(hexes[index], *other)).collect();
    found.front -= own;
    found.flank -= own;
    found.rear -= own;
    found
}

/// The part whose orientation counts for one: guns in line with infantry look as the infantry does (13, 25).
pub fn looks(b: &Battle, s: &State, part: Part) -> Part {
    let now = s.unit(part.unit());
    if b.arm(part.unit()) != Arm::Artillery || now.formation != Formation::Unlimbered || !now.on_map() {
        return part;
    }
    let line = |p: &Part| status::is_in(b, s, p.unit(), Arm::Infantry, Formation::Line);
    s.stack(s.hex_of(part)).find(line).unwrap_or(part)
}

/// The hexsides of a part of a unit on the map.
pub fn faces_of(b: &Battle, s: &State, part: Part) -> Faces {
    let part = looks(b, s, part);
    let unit = s.unit(part.unit());
    faces(b, status::row(b, s, part.unit()), unit.aim, unit.hexes(), part.index())
}

/// The parts of a unit.
pub fn parts(s: &State, unit: UnitId) -> impl Iterator<Item = Part> + use<> {
    (0..s.unit(unit).hexes().len()).map(move |i| Part::new(unit, i))
}

/// The hexes of a formation of so many from its first one: to the right of the left end of a line, behind the head of a road march. `None` where the
/// map ends.
pub fn layout(b: &Battle, row: &FormationRow, aim: Aim, first: HexId, count: usize) -> Option<Hexes> {
    let next = if row.aim == AimKind::Vertex { right_of(aim) } else { zero(aim).opposite() };
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

/// The aims that a formation can have, clockwise; one where it looks all around.
pub fn aims(row: &FormationRow) -> impl Iterator<Item = Aim> + '_ {
    let all = Aim::ALL.into_iter().filter(|aim| may_aim(row, *aim));
    all.take(if row.aim == AimKind::All { 1 } else { 12 })
}
