//! 19.7: squares in the face of cavalry.

use table::{Play, Side};

use crate::Field;
use crate::core::state::{UnitId, did};

impl Field<'_> {
    /// Cavalry begins a movement or a charge: stacks of a side may try to form square against it, once each (19.7).
    pub fn new_attempts(&mut self, side: Side) {
        let b = self.b;
        for unit in b.unit_ids().filter(|u| b.side(*u) == side) {
            self.s.unit_mut(unit).set(did::TRIED, false);
        }
    }

    /// Infantry near cavalry that has just spent movement points may try to form square (19.7).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn squares_form(&mut self, _cavalry: &[UnitId]) -> Play<()> {
        Ok(())
    }
}
