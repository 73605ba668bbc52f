//! One construction for all that reaches out from a front (reading 58): the hexes reached from any hex of the unit by up to so many steps, each in
//! one of the directions of its front.

use ground::HexId;

use crate::ch09_facing::facing;
use crate::core::Few;
use crate::core::battle::Battle;
use crate::core::footprint;
use crate::core::state::{State, UnitId};

/// The hexes of a fan, with their distance from the unit.
pub type Fan = Few<(HexId, u16), 128>;

/// The hexes of a unit's fan of so many hexes, with their distance from it, the nearest first; its own hexes not.
pub fn fan(b: &Battle, s: &State, unit: UnitId, depth: u16) -> Fan {
    let mut found = Fan::new();
    for part in footprint::parts(s, unit) {
        let dirs = facing::fronts(b, s, part);
        let mut edge: Few<HexId, 32> = Few::from_slice(&[s.hex_of(part)]);
        for steps in 1..=depth {
            let next: Few<HexId, 96> = edge
                .iter()
                .flat_map(|hex| dirs.iter().filter_map(|dir| b.ground.neighbour(*hex, dir)))
                .collect();
            edge.clear();
            for hex in next {
                if edge.contains(&hex) {
                    continue;
                }
                edge.push(hex);
                match found.iter_mut().find(|(known, _)| *known == hex) {
                    Some((_, near)) => *near = (*near).min(steps),
                    None => found.push((hex, steps)),
                }
            }
        }
    }
    found.retain(|(hex, _)| !s.unit(unit).hexes().contains(hex));
    found.sort_by_key(|(hex, steps)| (*steps, *hex));
    found
}

/// Whether a hex lies in a unit's fan of so many hexes.
pub fn reaches(b: &Battle, s: &State, unit: UnitId, depth: u16, hex: HexId) -> bool {
    let near = s.unit(unit).hexes().iter().any(|own| b.ground.distance(*own, hex) <= depth);
    near && fan(b, s, unit, depth).iter().any(|(found, _)| *found == hex)
}
