//! 4.2: forming square.
#![expect(missing_docs, clippy::todo, unused_variables, reason = "chapter being written")]
use table::*; use crate::{Field, Battle, State, state::*};
/// Whether the unit, with those it takes along, may form square by its own movement (4.2).
pub fn may_form(b: &Battle, s: &State, unit: UnitId) -> Result<(), Refusal> { todo!() }
impl Field<'_, '_> {
    /// The unit leaves square: alone, or the whole stack if infantry broke it (4.2).
    pub fn leave_square(&mut self, unit: UnitId, rule: Rule) { todo!() }
}
