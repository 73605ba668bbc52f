//! What concerns guns in the Reorganization Segment (7.5.5 to 7.5.8); burning hexes stand in `howitzers`.

use table::Play;

use crate::Field;

impl Field<'_> {
    /// Volunteers of the Old Guard serve guns (7.5.5, 18.13).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn volunteer_gunners(&mut self) -> Play<()> {
        Ok(())
    }

    /// Batteries and wagons are re-supplied (7.5.7, 18.14.3).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn resupply(&mut self) -> Play<()> {
        Ok(())
    }

    /// Wrecked wagons are removed (7.5.8, 18.14.1.7.1).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn clear_wrecks(&mut self) -> Play<()> {
        Ok(())
    }
}
