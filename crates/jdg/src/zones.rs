//! 6.2: zones of control.
#![expect(missing_docs, clippy::todo, unused_variables, reason = "chapter being written")]
use table::*; use ground::*; use crate::{Battle, State, state::*};
/// Whether a unit exercises a zone of control from its hex over a hexside (6.2.1).
pub fn exerts(b: &Battle, s: &State, unit: UnitId, dir: Dir) -> Result<(), Refusal> { todo!() }
/// Whether a hex is in a zone of control of the enemies of a side.
pub fn in_enemy_zone(b: &Battle, s: &State, side: Side, hex: HexId) -> bool { todo!() }
/// Whether a hex is in the zone of an enemy of the side and in one of its front hexes (6.2.2, 10.3.5).
pub fn in_enemy_front(b: &Battle, s: &State, side: Side, hex: HexId) -> bool { todo!() }
/// The enemies of a side whose zone reaches a hex, one call each.
pub fn each_holder(b: &Battle, s: &State, side: Side, hex: HexId, mut f: impl FnMut(UnitId)) { todo!() }
/// Whether both hexes are in the zone of the same enemy unit of the side (6.2.2).
pub fn same_enemy_zone(b: &Battle, s: &State, side: Side, from: HexId, to: HexId) -> bool { todo!() }
/// Whether an enemy combat unit of the side stands next to a hex.
pub fn next_to_enemy(b: &Battle, s: &State, side: Side, hex: HexId) -> bool { todo!() }
