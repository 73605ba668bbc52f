//! Layout: how units lie on the map: lines in two hexes, facing a hexside.

use ground::{Aim, Dir, HexId, Twelfths};

use super::battle::{Battle, Kind};
use super::state::State;

/// The hexes of a unit that stood so: its own, and of a line the one to the left rear of it (2.1). None if one is off the map.
pub fn hexes_of(b: &Battle, kind: Kind, hex: HexId, facing: Dir) -> Option<Vec<HexId>> {
    match kind {
        Kind::Gun => Some(vec![hex]),
        Kind::Line => b.ground.neighbour(hex, facing.turn(-2)).map(|left| vec![hex, left]),
    }
}

/// The hexes of a unit, the first the one of its counter; none off the map.
pub fn hexes(b: &Battle, s: &State, unit: u16) -> Vec<HexId> {
    let now = s.unit(unit);
    if !now.stands() {
        return Vec::new();
    }
    hexes_of(b, b.card(unit).kind, now.hex, now.facing).expect("a unit stands on the map")
}

/// Unit in a hex.
pub fn unit_in(b: &Battle, s: &State, hex: HexId) -> Option<u16> {
    b.unit_numbers().find(|unit| hexes(b, s, *unit).contains(&hex))
}

/// The hexes that a unit would have with another place or facing, if it finds room there.
pub fn room(b: &Battle, s: &State, unit: u16, hex: HexId, facing: Dir) -> Option<Vec<HexId>> {
    let there = hexes_of(b, b.card(unit).kind, hex, facing)?;
    let free = |hex: &HexId| unit_in(b, s, *hex).is_none_or(|other| other == unit);
    there.iter().all(free).then_some(there)
}

/// Distance from a unit to another.
pub fn distance(b: &Battle, s: &State, from: u16, to: u16) -> u16 {
    let (ours, theirs) = (hexes(b, s, from), hexes(b, s, to));
    let between = ours.iter().flat_map(|a| theirs.iter().map(move |z| b.ground.distance(*a, *z)));
    between.min().unwrap_or(u16::MAX)
}

/// Whether a hex of a unit lies before a hex of another: within a sixth of a turn to either side of where this one faces (3.2).
pub fn faces(b: &Battle, s: &State, unit: u16, other: u16) -> bool {
    let aim = Aim::hexside(s.unit(unit).facing);
    let before =
        |from: &HexId| hexes(b, s, other).iter().any(|to| b.ground.in_arc(*from, aim, Twelfths(2), *to));
    hexes(b, s, unit).iter().any(before)
}
