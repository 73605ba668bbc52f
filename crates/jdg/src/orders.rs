//! 2.1 to 2.4: markers, orders, initiative of leaders.
#![expect(missing_docs, clippy::todo, unused_variables, reason = "chapter being written")]
use table::*; use crate::{Field, Battle, State, state::*};
/// How a unit may act in the current activation (2.4): not its formation's turn: None.
pub fn footing(b: &Battle, s: &State, unit: UnitId) -> Option<Footing> { todo!() }
/// Whether a unit's formation is active (2.2).
pub fn is_active(b: &Battle, s: &State, unit: UnitId) -> bool { todo!() }
/// The side whose marker is being used.
pub fn active_side(b: &Battle, s: &State) -> Side { todo!() }
