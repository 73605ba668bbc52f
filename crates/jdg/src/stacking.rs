//! 5.1: stacking.
#![expect(missing_docs, clippy::todo, unused_variables, reason = "chapter being written")]
use table::*; use ground::*; use crate::{Battle, State, state::*};
/// Whether a unit may end its movement in a hex with those who are there (5.1.1).
pub fn may_stack(b: &Battle, s: &State, unit: UnitId, hex: HexId) -> Result<(), Refusal> { todo!() }
/// Whether the units of a hex stand lawfully together (5.1.1).
pub fn lawful(b: &Battle, s: &State, hex: HexId) -> Result<(), Refusal> { todo!() }
/// Top infantry or cavalry unit of a hex, skipping artillery (5.1.3).
pub fn top_fighter(b: &Battle, s: &State, hex: HexId) -> Option<UnitId> { todo!() }
