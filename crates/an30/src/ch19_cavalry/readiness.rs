//! 19.15: readiness.

use table::{Event, Rule};

use crate::Field;
use crate::core::field::unit_point;
use crate::core::state::{Readiness, UnitId};

impl Field<'_> {
    /// Cavalry recovers readiness in the Reorganization Segment (7.5.4, 19.15.3).
    pub fn rest_cavalry(&mut self) {}

    /// Cavalry loses so many degrees of readiness (19.15.1); exhausted stays exhausted.
    pub fn tire(&mut self, unit: UnitId, degrees: u8, why: Rule) {
        let before = self.s.unit(unit).readiness;
        let after = Readiness::ALL[(before as usize + usize::from(degrees)).min(Readiness::ALL.len() - 1)];
        if after != before {
            self.s.unit_mut(unit).readiness = after;
            self.tell(|| {
                Event::new(why, "tired").point("unit", unit_point(unit)).word("readiness", after.name())
            });
        }
    }
}
