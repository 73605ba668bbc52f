//! 20. Tirailleurs of horse: what their zones cost foot and guns, whom they fire at, and how they slip away after their defensive fire.

use ground::HexId;
use table::{Play, Side};

use crate::Field;
use crate::ch21_fire::looks_out;
use crate::ch32_assault::Slip;
use crate::core::battle::{Arm, Battle};
use crate::core::state::{Formation, Order, State, UnitId, did};
use crate::core::status;

/// Whether a unit is cavalry in skirmish order.
pub fn is_tirailleur(b: &Battle, s: &State, unit: UnitId) -> bool {
    status::is_in(b, s, unit, Arm::Cavalry, Formation::Skirmish)
}

/// Whether an enemy's light cavalry stands next to a unit: then its zone costs nothing and it does not slip away (20).
fn is_pinned(b: &Battle, s: &State, unit: UnitId) -> bool {
    let light =
        |u: &UnitId| b.side(*u) != b.side(unit) && b.arm(*u) == Arm::Cavalry && !status::is_heavy(b, *u);
    beside(b, s, unit).any(|u| light(&u) && s.unit(u).order == Order::Good)
}

/// The units in the hexes next to a unit's.
fn beside<'s>(b: &'s Battle, s: &'s State, unit: UnitId) -> impl Iterator<Item = UnitId> + 's {
    let hexes = s.unit(unit).hexes().iter().flat_map(|hex| b.ground.neighbours(*hex));
    hexes.filter(|hex| hex.is_some()).flat_map(|hex| s.units_in(hex))
}

/// Half points that foot or guns of a side pay in a hex for the enemy's tirailleurs of horse: next to their front, or two hexes before it (20).
fn vexed_in(b: &Battle, s: &State, side: Side, hex: HexId) -> i16 {
    let figures = &b.charts.movement;
    let of = |unit: UnitId| {
        let near =
            s.unit(unit).hexes().iter().map(|own| b.ground.distance(*own, hex)).min().unwrap_or(u16::MAX);
        let cost = match near {
            1 => figures.horse_near.value,
            2 => figures.horse_far.value,
            _ => return 0,
        };
        if looks_out(b, s, unit, hex) && !is_pinned(b, s, unit) { cost } else { 0 }
    };
    let enemies = b.unit_ids().filter(|u| b.side(*u) != side && is_tirailleur(b, s, *u));
    enemies.map(of).max().unwrap_or(0)
}

/// Half points that a step costs more for the enemy's tirailleurs of horse: foot and guns pay on leaving or on entering, the dearer of both (20; RULING
/// 28).
pub fn vexed(b: &Battle, s: &State, unit: UnitId, from: HexId, to: HexId) -> i16 {
    if b.arm(unit) == Arm::Cavalry {
        return 0;
    }
    let side = b.side(unit);
    vexed_in(b, s, side, from).max(vexed_in(b, s, side, to))
}

/// Slip of a unit after its defensive fire (20): none without an enemy who came next to it in this sequence, or before light cavalry; a hex before
/// guns that unlimbered there, else as before a mêlée.
fn slip(b: &Battle, s: &State, unit: UnitId) -> Option<Slip> {
    if !is_tirailleur(b, s, unit) || is_pinned(b, s, unit) {
        return None;
    }
    let comes = |u: &UnitId| b.side(*u) != b.side(unit) && s.unit(*u).has(did::MOVED);
    let served = |u: UnitId| b.arm(u) == Arm::Artillery && s.unit(u).formation == Formation::Unlimbered;
    let mut come = beside(b, s, unit).filter(comes).filter(|u| !is_tirailleur(b, s, *u)).peekable();
    come.peek()?;
    Some(if come.all(served) { Slip::OneHex } else { Slip::HalfMove })
}

impl Field<'_, '_> {
    /// Tirailleurs of horse who have fired in the defensive segment retreat before the offensive fire, if their owner wishes (20).
    pub(crate) fn slip_away(&mut self, side: Side) -> Play<()> {
        for unit in self.b.unit_ids().filter(|u| self.b.side(*u) == side) {
            if let Some(slip) = slip(self.b, self.s, unit) {
                let at = self.s.unit(unit).hex();
                self.retreats(unit, at, slip)?;
            }
        }
        Ok(())
    }
}
