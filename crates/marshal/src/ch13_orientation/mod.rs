//! 13. Orientation: front, flank and rear, as the enemy meets them.

use ground::{Dir, HexId};

use crate::ch14_zones::in_zone;
use crate::core::battle::Battle;
use crate::core::footprint::{self, Face};
use crate::core::state::{Formation, Part, State};

/// The face of a part at a hexside; the flank of a line is refused, and so a front, where a friendly zone reaches into the hex beside it (13, 16.8).
pub fn face(b: &Battle, s: &State, part: Part, dir: Dir) -> Face {
    let found = footprint::faces_of(b, s, part).of(dir);
    let unit = part.unit();
    let refused = || {
        let beside = b.ground.neighbour(s.hex_of(part), dir);
        beside.is_some_and(|hex| in_zone(b, s, b.side(unit), hex))
    };
    if found == Face::Flank && s.unit(unit).formation == Formation::Line && refused() {
        Face::Front
    } else {
        found
    }
}

/// The face of the top unit of a hex towards another hex beside it: only the top unit's counts (13).
pub fn met_from(b: &Battle, s: &State, hex: HexId, from: HexId) -> Face {
    let (top, dir) = (s.stack(hex).next(), b.ground.dir_to(hex, from));
    match (top, dir) {
        (Some(part), Some(dir)) => face(b, s, part, dir),
        _ => Face::Front,
    }
}
