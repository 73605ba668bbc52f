//! 12.5.4: what of a column of companies in several hexes defends itself.

use ground::HexId;

use crate::ch09_facing::facing;
use crate::core::battle::Battle;
use crate::core::charts::Exact;
use crate::core::footprint::Face;
use crate::core::state::{Formation, Part, State, UnitId};

/// Whether a unit is a column of companies in several hexes.
pub fn is_long(s: &State, unit: UnitId) -> bool {
    s.unit(unit).shape() == Formation::Column && s.unit(unit).hexes().len() > 1
}

/// The first hex of a column, from its head, that has to do with an attack on one of its hexes from a hex next to it: from the front all of it
/// (12.5.4.1), from the flank the hex attacked and those behind it (12.5.4.2), from the rear the last one (12.5.4.3).
pub fn first_hex(b: &Battle, s: &State, unit: UnitId, attacked: HexId, from: HexId) -> Option<usize> {
    let hexes = s.unit(unit).hexes();
    let part = hexes.iter().position(|hex| *hex == attacked)?;
    let dir = b.ground.dir_to(attacked, from)?;
    Some(match facing::face(b, s, Part::new(unit, part), dir) {
        Face::Front => 0,
        Face::Flank => part,
        Face::Rear | Face::Within => hexes.len() - 1,
    })
}

/// The share of its value that a column has against an attack, of which `first` is the first hex: up to where another attack of the same time
/// begins further back; equal ones share it (12.5.4.4, ruling 31, reading 620).
pub fn share(all: usize, first: usize, others: &[usize]) -> Exact {
    let next = others.iter().copied().filter(|other| *other > first).min().unwrap_or(all);
    let equal = 1 + others.iter().filter(|other| **other == first).count();
    Exact::new((next - first) as i64, (all * equal) as i64)
}
