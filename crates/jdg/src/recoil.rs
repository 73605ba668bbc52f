//! 10.3, 10.5: recoil, retreat, traversed units.
#![expect(missing_docs, clippy::todo, unused_variables, reason = "chapter being written")]
use table::*; use crate::{Field, state::*, field::Foes};
impl Field<'_, '_> {
    /// A unit recoils one hex (10.3), or is eliminated. Units it passes through are tested (10.5).
    pub fn recoil(&mut self, unit: UnitId, foes: &Foes) -> Play<()> { todo!() }
    /// A routed unit retreats 2 hexes, cavalry 3 (10.2, 10.3), or is eliminated.
    pub fn retreat(&mut self, unit: UnitId, foes: &Foes) -> Play<()> { todo!() }
}
