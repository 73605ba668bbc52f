//! 14. Zones of influence: the hexes before the front of a unit.

use ground::HexId;
use table::{Few, Side};

use crate::core::battle::{Arm, Battle, Trait};
use crate::core::footprint;
use crate::core::state::{Order, State, UnitId};
use crate::core::status;

/// Whether a unit exerts a zone: all but those in carré do, and those who run (14; RULING 3 for the routed, RULING 43 for road march).
pub fn has_zone(b: &Battle, s: &State, unit: UnitId) -> bool {
    s.unit(unit).order != Order::Pgd && status::row(b, s, unit).zone
}

/// The units of a side in whose zone a hex lies (14).
pub fn exerters(b: &Battle, s: &State, side: Side, hex: HexId) -> Few<UnitId, 8> {
    let mut found = Few::new();
    for beside in b.ground.neighbours(hex) {
        if !beside.is_some() || status::holder(b, s, beside) != Some(side) {
            continue;
        }
        let Some(dir) = b.ground.dir_to(beside, hex) else { continue };
        for part in s.stack(beside) {
            let unit = part.unit();
            let front = || footprint::faces_of(b, s, part).front.contains(dir);
            if has_zone(b, s, unit) && front() && !found.contains(&unit) {
                found.push(unit);
            }
        }
    }
    found
}

/// Whether a hex lies in a zone of a side.
pub fn in_zone(b: &Battle, s: &State, side: Side, hex: HexId) -> bool {
    !exerters(b, s, side, hex).is_empty()
}

/// Whether the zone in a hex stops a unit of the other side: foot and foot guns any, cavalry and horse guns that of cavalry (14).
pub fn stops(b: &Battle, s: &State, unit: UnitId, hex: HexId) -> bool {
    let found = exerters(b, s, b.side(unit).enemy(), hex);
    let mounted = b.arm(unit) == Arm::Cavalry || b.is(unit, Trait::Horse);
    found.iter().any(|u| !mounted || b.arm(*u) == Arm::Cavalry)
}
