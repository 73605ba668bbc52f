//! 20.3: morale levels.

use crate::Field;

impl Field<'_> {
    /// Determines the morale levels of superior formations, every hour (7.5.3, 20.3.1).
    pub fn determine_levels(&mut self) {}
}
