//! 11.2: demoralisation of formations.
#![expect(missing_docs, clippy::todo, unused_variables, reason = "chapter being written")]
use crate::{Field, Battle, State, state::*};
impl Field<'_, '_> {
    /// Phase E: every formation is checked.
    pub fn demoralization(&mut self) { todo!() }
}
