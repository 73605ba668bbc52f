//! 8.1 to 8.6, 8.9: shock combat.
#![expect(missing_docs, clippy::todo, unused_variables, reason = "chapter being written")]
use table::*; use ground::*; use crate::{Field, Battle, State, state::*};
impl Field<'_, '_> {
    /// One step of announcing: the active side designates its shocks (8.3.1). False when it is done.
    pub fn announce_step(&mut self) -> Play<bool> { todo!() }
    /// One combat (shock or charge, with all that follows from it) is resolved. False when none is left.
    pub fn combat_step(&mut self) -> Play<bool> { todo!() }
}
