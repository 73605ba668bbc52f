//! 2.5: commanders-in-chief.
#![expect(missing_docs, clippy::todo, unused_variables, reason = "chapter being written")]
use table::*; use ground::*; use crate::{Field, Battle, State, state::*};
/// A unit came into a hex by its own will: enemy commanders next to it may (stacked) or must (alone) move away (2.5.2).
pub fn disturb(field: &mut Field<_,
_>, unit: UnitId) -> Play<()> { todo!() }
/// Whether a hex is in command range of a commander of the side; the best die roll modifier among those (2.5.1, 2.4.3).
pub fn modifier_at(b: &Battle, s: &State, side: Side, hex: HexId) -> Option<i16> { todo!() }
impl Field<'_, '_> {
    /// A unit was driven from a hex to another: commanders who were stacked with it accompany it (2.5.2).
    pub fn commander_accompanies(&mut self, unit: UnitId, from: HexId, to: HexId) -> Play<()> { todo!() }
    /// Commanders that may ride now (2.5.1), as answers RIDE.
    pub fn ride(&mut self, leader: LeaderId) -> Play<()> { todo!() }
    /// A commander is lost (2.5.2).
    pub fn lose_commander(&mut self, leader: LeaderId, rule: Rule) { todo!() }
}
/// Whether a commander may ride now (2.5.1).
pub fn may_ride(b: &Battle, s: &State, leader: LeaderId) -> Result<(), Refusal> { todo!() }
