//! 10.1, 10.2: disorder and rout.
#![expect(missing_docs, clippy::todo, unused_variables, reason = "chapter being written")]
use table::*; use crate::{Field, state::*, field::Foes};
impl Field<'_, '_> {
    /// A unit must make a cohesion test: a routed unit runs instead (8.5, 10.2); failure is one disorder.
    pub fn must_test(&mut self, unit: UnitId, extra: Modifiers, rule: Rule, foes: &Foes) -> Play<()> { todo!() }
    /// One disorder: good order to disordered, disordered to routed with a retreat, routed to eliminated (10.1, 10.2).
    pub fn disorder(&mut self, unit: UnitId, rule: Rule, foes: &Foes) -> Play<()> { todo!() }
    /// Routed directly, by fire (10.2).
    pub fn rout(&mut self, unit: UnitId, rule: Rule, foes: &Foes) -> Play<()> { todo!() }
    /// Eliminated.
    pub fn eliminate(&mut self, unit: UnitId, rule: Rule) { todo!() }
}
