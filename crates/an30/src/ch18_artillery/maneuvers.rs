//! 18.2, 18.3: what guns do where they stand: limbering, prolonging, shifting.

use table::{Answer, Play, Refusal};

use crate::Field;
use crate::core::battle::Battle;
use crate::core::state::{LeaderId, State, UnitId};

/// What guns may do as the next act of their movement (18.2.1, 18.3.1).
pub fn list(_b: &Battle, _s: &State, _stack: &[UnitId], _out: &mut Vec<Answer>) {}

/// Why guns may not do so.
pub fn refuse(_b: &Battle, _s: &State, _stack: &[UnitId], _answer: &Answer) -> Option<Refusal> {
    None
}

impl Field<'_> {
    /// Guns limber, unlimber (18.2.1) or are prolonged (18.3.1), as the act of a movement.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn serve_guns(&mut self, _stack: &[UnitId], _leaders: &[LeaderId], _answer: &Answer) -> Play<()> {
        Ok(())
    }
}
