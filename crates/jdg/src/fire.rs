//! 7: artillery fire.
#![expect(missing_docs, clippy::todo, unused_variables, reason = "chapter being written")]
use table::*; use ground::*; use crate::{Field, Battle, State, state::*, field::Foes};
impl Field<'_, '_> {
    /// One step of the fire segment: one battery (or two combined) fires, with any counter-battery reply. False when the player is done.
    pub fn fire_step(&mut self) -> Play<bool> { todo!() }
    /// Reaction fire by the batteries of the defended hexes against attackers in their front hexes (8.3.3). The effects are applied.
    pub fn reaction_fire(&mut self, defenders: &[HexId], attackers: &[HexId]) -> Play<()> { todo!() }
}
