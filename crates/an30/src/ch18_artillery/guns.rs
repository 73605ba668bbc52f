//! 18.4, 18.10 to 18.12: guns and wagons that are lost.

use table::{Event, Play, Rule, rule};

use crate::Field;
use crate::ch18_artillery::supply;
use crate::core::field::{about, hex_point, unit_point};
use crate::core::state::{Formation, Order, Status, UnitId, did};

impl Field<'_> {
    /// Unlimbered guns are lost in an assault or a charge (18.10.4): a die says whether they were spiked (18.12), for good, or go to the battery box.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn lose_guns(&mut self, unit: UnitId, why: Rule) -> Play<()> {
        let rows = &self.b.charts.spiked;
        let points = about([unit_point(unit)]);
        let die = self
            .throw_one(rule!("18.12"), "spiked", self.b.side(unit), points, |die| u32::from(rows.at(die)))?;
        let spiked = rows.at(die);
        self.tell(|| {
            Event::new(rule!("18.12"), if spiked { "guns.spiked" } else { "guns.saved" })
                .point("unit", unit_point(unit))
                .number("die", i32::from(die))
        });
        self.remove(unit, if spiked { Status::Destroyed } else { Status::Box }, why);
        Ok(())
    }

    /// A wagon is wrecked (18.14.1.7): it lies in its hex, whatever it was about to do, supplies nobody, and may still explode.
    pub fn wreck(&mut self, unit: UnitId, why: Rule) {
        let (hex, all) = (self.s.unit(unit).hex(), supply::rounds(self.b, unit) as u8);
        let now = self.s.unit_mut(unit);
        if now.has(did::WRECKED) || !now.on_map() {
            return;
        }
        now.set(did::WRECKED | did::HALTED, true);
        now.set(did::MEMBER, false);
        (now.rounds, now.order, now.formation) = (all, Order::Good, Formation::Limbered);
        self.collapse(unit, hex);
        self.tell(|| Event::new(why, "wrecked").point("unit", unit_point(unit)).point("hex", hex_point(hex)));
    }
}
