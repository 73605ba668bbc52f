//! 10.1: who exerts a zone of influence, and where.

use ground::{Dirs, HexId};
use table::Side;

use crate::ch09_facing::facing;
use crate::ch13_movement::step;
use crate::ch18_artillery::supply;
use crate::core::Few;
use crate::core::battle::{Arm, Battle, Trait};
use crate::core::footprint;
use crate::core::state::{Formation, Order, Part, State, UnitId};
use crate::core::status;

/// Owners of zones: whose are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ZoneOwners {
    /// Those of all units.
    Any,
    /// Those of cavalry only (10.3).
    Cavalry,
}

/// Whether a unit exerts a zone at all (10.1): not in road column or PGD, no limbered guns, no wagons, no guns without ammunition.
pub fn exerts(b: &Battle, s: &State, unit: UnitId) -> bool {
    may_exert(b, s, unit) && (b.arm(unit) != Arm::Artillery || supply::is_supplied(b, s, unit))
}

/// As [`exerts`], of guns with ammunition or without.
fn may_exert(b: &Battle, s: &State, unit: UnitId) -> bool {
    if !status::row(b, s, unit).zone || b.is(unit, Trait::Wagon) {
        return false;
    }
    let guns = b.arm(unit) == Arm::Artillery;
    let limbered =
        guns && s.unit(unit).order == Order::Disorder && s.unit(unit).formation != Formation::Unlimbered;
    !limbered
}

/// The directions into which a part exerts a zone: its front, but not into terrain of general order, nor where it could not go itself (10.1.2, 12.10.6).
pub fn exerted(b: &Battle, s: &State, part: Part) -> Dirs {
    if exerts(b, s, part.unit()) { reaches(b, s, part) } else { Dirs::NONE }
}

/// As [`exerted`], of guns with ammunition or without: what bars supply (18.14.1.1).
pub fn reaches(b: &Battle, s: &State, part: Part) -> Dirs {
    if !may_exert(b, s, part.unit()) {
        return Dirs::NONE;
    }
    let (hex, traveller) = (s.hex_of(part), status::traveller(b, s, part.unit()));
    let open = |dir: &ground::Dir| {
        b.ground.neighbour(hex, *dir).is_some_and(|to| {
            !b.charts.terrain[b.ground.terrain(to)].general_order
                && step::ground(b, traveller, hex, *dir).is_ok()
        })
    };
    facing::fronts(b, s, part).iter().filter(open).collect()
}

/// The enemy units whose zone a hex lies in, for a side.
pub fn exerters(b: &Battle, s: &State, side: Side, hex: HexId, whose: ZoneOwners) -> Few<UnitId, 8> {
    let mut found = Few::new();
    for (dir, near) in ground::Dir::ALL.into_iter().zip(b.ground.neighbours(hex)) {
        for part in s.stack(near) {
            // Cavalry that rides over a square is in its hex, and no enemy to its own side (19.7.4).
            let enemy = b.side(part.unit()) != side;
            let counts = enemy && (whose == ZoneOwners::Any || b.arm(part.unit()) == Arm::Cavalry);
            if counts && exerted(b, s, part).contains(dir.opposite()) && !found.contains(&part.unit()) {
                found.push(part.unit());
            }
        }
    }
    found
}

/// Whether a hex lies in an enemy zone of a side.
pub fn bears_on(b: &Battle, s: &State, side: Side, hex: HexId, whose: ZoneOwners) -> bool {
    !exerters(b, s, side, hex, whose).is_empty()
}

/// The owners of the zones that stop and hold a unit: all for infantry and foot artillery (10.2), those of cavalry for cavalry and limbered horse artillery
/// (10.3).
pub fn that_hold(b: &Battle, s: &State, unit: UnitId) -> ZoneOwners {
    if status::is_mounted(b, s, unit) { ZoneOwners::Cavalry } else { ZoneOwners::Any }
}

/// Whether a unit that keeps only these of its hexes leaves the zones that hold it (reading 214).
pub fn quits(b: &Battle, s: &State, unit: UnitId, kept: &[HexId]) -> bool {
    let whose = that_hold(b, s, unit);
    holds(b, s, unit, whose) && !kept.iter().any(|hex| bears_on(b, s, b.side(unit), *hex, whose))
}

/// Whether any hex of a unit lies in an enemy zone.
pub fn holds(b: &Battle, s: &State, unit: UnitId, whose: ZoneOwners) -> bool {
    footprint::parts(s, unit).any(|part| bears_on(b, s, b.side(unit), s.hex_of(part), whose))
}
