//! 9.1 to 9.4: cavalry charge.
#![expect(missing_docs, clippy::todo, unused_variables, reason = "chapter being written")]
use table::*; use ground::*; use crate::{Field, Battle, State, state::*};
/// Appends the charges that may be declared now (9.1): answers CHARGE and CHARGE_STACK with unit and target hex.
pub fn declarations(b: &Battle, s: &State, out: &mut Vec<Answer>) { todo!() }
/// Whether a unit may charge a hex, and why not (9.1).
pub fn may_charge(b: &Battle, s: &State, unit: UnitId, target: HexId) -> Result<(), Refusal> { todo!() }
impl Field<'_, '_> {
    /// A declared charge: engagement test, movement, square attempt, recall (9.1, 9.3).
    pub fn charge(&mut self, unit: UnitId, stack: bool, target: HexId) -> Play<()> { todo!() }
}
