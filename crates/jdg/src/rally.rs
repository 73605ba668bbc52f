//! 11.1: rally.
#![expect(missing_docs, clippy::todo, unused_variables, reason = "chapter being written")]
use table::*; use crate::{Field, Battle, State, state::*};
impl Field<'_, '_> {
    /// One step of the rally segment. False when the player is done.
    pub fn rally_step(&mut self) -> Play<bool> { todo!() }
}
