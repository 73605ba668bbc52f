//! 5.2: reinforcements.
#![expect(missing_docs, clippy::todo, unused_variables, reason = "chapter being written")]
use table::*; use ground::*; use crate::{Field, Battle, State, state::*};
/// Markers that enter the cup because of arrivals (5.2.1) are settled by `orders`. Units that may enter now, in order (5.2.2).
pub fn may_arrive(b: &Battle, s: &State, unit: UnitId) -> Result<(), Refusal> { todo!() }
/// Whether a hex is barred as (next to) an entry hex of enemy reinforcements still to come (5.2.3).
pub fn bars(b: &Battle, s: &State, side: Side, hex: HexId) -> Result<(), Refusal> { todo!() }
impl Field<'_, '_> {
    /// Takes reinforcement markers off units within 5 hexes of an enemy (5.2.1).
    pub fn release_near_enemy(&mut self, unit: UnitId) { todo!() }
}
