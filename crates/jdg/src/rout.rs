//! 10.4: rout movement.
#![expect(missing_docs, clippy::todo, unused_variables, reason = "chapter being written")]
use table::*; use crate::{Field, state::*};
impl Field<'_, '_> {
    /// A routed unit runs its full allowance (10.4).
    pub fn rout_move(&mut self, unit: UnitId) -> Play<()> { todo!() }
    /// One step of phase E: the next routed unit runs. False when none is left.
    pub fn rout_step(&mut self) -> Play<bool> { todo!() }
}
