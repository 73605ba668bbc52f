//! 4: movement.
#![expect(missing_docs, clippy::todo, unused_variables, reason = "chapter being written")]
use table::*; use ground::*; use crate::{Field, Battle, State, state::*};
/// Full cost in half movement points for a unit to go from a hex to the next one, by terrain alone (4.3, no zones, no friends), without road.
pub fn terrain_cost(b: &Battle, s: &State, unit: UnitId, from: HexId, to: HexId) -> Result<u16, Refusal> { todo!() }
/// The same by road or trail where there is one (4.3.1).
pub fn path_cost(b: &Battle, s: &State, unit: UnitId, from: HexId, to: HexId) -> Option<u16> { todo!() }
/// Whether a unit may enter a neighbouring hex at all, as an attacker must be able to (8.2).
pub fn may_enter(b: &Battle, s: &State, unit: UnitId, from: HexId, to: HexId) -> Result<(), Refusal> { todo!() }
/// Movement allowance in half movement points in the current activation (4.1, 4.4.2).
pub fn allowance(b: &Battle, s: &State, unit: UnitId) -> u16 { todo!() }
impl Field<'_, '_> {
    /// One step of the movement segment: one unit or stack moves, a commander rides, a charge is made, a reinforcement enters. False when the player is done.
    pub fn movement_step(&mut self) -> Play<bool> { todo!() }
}
