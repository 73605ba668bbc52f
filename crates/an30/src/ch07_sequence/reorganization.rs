//! 7.5: the Reorganization Segment.

use table::Play;

use crate::Field;
use crate::core::field::Errand;
use crate::core::state::{ChargeMark, Order, Prone, Segment, did};

impl Field<'_> {
    /// The Reorganization Segment (7.5), in the order of its phases; in the first two, one stack a checkpoint, the first side's before the other's,
    /// in the order that their owner likes (reading 1).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn reorganization(&mut self) -> Play<()> {
        match self.s.clock.step {
            0 => return self.recoveries(Order::Disorder),
            1 => return self.recoveries(Order::Pgd),
            2 => self.determine_levels(),
            3 => self.rest_cavalry(),
            4 => self.volunteer_gunners()?,
            5 => self.burn()?,
            6 => self.resupply()?,
            7 => self.clear_wrecks()?,
            8 => self.complete_marches(),
            _ => {
                self.housekeeping();
                self.enter_segment(Segment::Adjustment);
                return Ok(());
            }
        }
        self.s.clock.step += 1;
        Ok(())
    }

    /// 7.5.1: recovery from disorder; then 7.5.2: from PGD, and routs that go on. The cursor counts the sides that are done.
    fn recoveries(&mut self, from: Order) -> Play<()> {
        if (from, self.s.clock.cursor) == (Order::Disorder, 0) {
            for unit in &mut self.s.units {
                unit.set(did::TRIED, false);
            }
        }
        self.s.clock.cursor = self.s.clock.cursor.max(1);
        let first = self.s.clock.first;
        for side in [first, first.enemy()].into_iter().skip(usize::from(self.s.clock.cursor) - 1) {
            if self.recover_next(side, from)? == Errand::Done {
                return Ok(());
            }
            self.s.clock.cursor += 1;
        }
        (self.s.clock.step, self.s.clock.cursor) = (self.s.clock.step + 1, 0);
        Ok(())
    }

    /// 7.5.10: markers come off (7.2.3, 7.5.10).
    fn housekeeping(&mut self) {
        for unit in &mut self.s.units {
            unit.charge = ChargeMark::None;
            // Only force marches turn after turn add up (13.3.3).
            if !unit.has(did::FORCED) {
                unit.marched = 0;
            }
            unit.bonus = 0;
            if unit.prone == Prone::Stood {
                unit.prone = Prone::Up;
            }
        }
    }
}
