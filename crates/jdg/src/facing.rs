//! 6.1: facing.
#![expect(missing_docs, clippy::todo, unused_variables, reason = "chapter being written")]
use table::*; use ground::*; use crate::{Battle, State, state::*};
/// Directions of the front hexes, a bit each (6.1.1): two, or six in a town, village, castle or square, none for a routed unit.
pub fn fronts(b: &Battle, s: &State, unit: UnitId) -> u8 { todo!() }
/// The usual two front directions by facing alone.
pub fn usual_fronts(s: &State, unit: UnitId) -> u8 { todo!() }
/// Whether a unit has six front hexes (6.1.1).
pub fn six_fronts(b: &Battle, s: &State, unit: UnitId) -> bool { todo!() }
/// Whether an attack from a neighbouring hex comes through a rear hex (6.1.2); never for routed units and six fronts.
pub fn is_rear(b: &Battle, s: &State, unit: UnitId, from: HexId) -> bool { todo!() }
