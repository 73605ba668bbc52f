//! 12.11, 12.12: disorder and plus grand désordre.

use ground::HexId;
use table::{Event, Play, Rule, rule};

use crate::Field;
use crate::ch13_movement::involuntary::Retreat;
use crate::core::battle::Arm;
use crate::core::field::{hex_point, unit_point};
use crate::core::state::{Formation, Order, Status, UnitId};

impl Field<'_> {
    /// A unit failed, or suffers a disorder (20.1.4): in good order it disorders, in disorder it routs, in PGD it routs again.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn worsen(&mut self, unit: UnitId, why: Rule) -> Play<()> {
        match self.s.unit(unit).order {
            Order::Good => {
                self.disorder(unit, why);
                Ok(())
            }
            Order::Disorder | Order::Pgd => self.rout(&[unit], why),
        }
    }

    /// Disorders a unit (12.11): it collapses into one hex. Which of several its owner chooses, the caller asks; here its first.
    pub fn disorder(&mut self, unit: UnitId, why: Rule) {
        if !self.s.unit(unit).on_map() || self.s.unit(unit).order != Order::Good {
            return;
        }
        let hex = self.s.unit(unit).hex();
        self.collapse(unit, hex);
        self.break_order(unit, Order::Disorder);
        self.tell(|| {
            Event::new(why, "disordered").point("unit", unit_point(unit)).point("hex", hex_point(hex))
        });
    }

    /// Routs units of a hex (12.12): PGD at once, then their rout movement (13.2). Unlimbered guns that rout are removed (18.4).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn rout(&mut self, units: &[UnitId], why: Rule) -> Play<()> {
        for &unit in units {
            if !self.s.unit(unit).on_map() {
                continue;
            }
            self.mark_pgd(unit, why);
            if self.s.unit(unit).on_map() {
                self.retreat(unit, Retreat::Rout)?;
            }
        }
        Ok(())
    }

    /// A unit is in PGD from now on, without moving yet (12.12). Unlimbered guns are removed (18.4).
    pub fn mark_pgd(&mut self, unit: UnitId, why: Rule) {
        let hex = self.s.unit(unit).hex();
        if self.b.arm(unit) == Arm::Artillery && self.s.unit(unit).formation == Formation::Unlimbered {
            self.remove(unit, Status::Destroyed, rule!("18.4"));
            return;
        }
        self.collapse(unit, hex);
        self.break_order(unit, Order::Pgd);
        self.tell(|| Event::new(why, "routed").point("unit", unit_point(unit)).point("hex", hex_point(hex)));
    }

    /// Draws a unit in several hexes together in one of them (12.11, 12.12, 12.3.1).
    pub fn collapse(&mut self, unit: UnitId, hex: HexId) {
        if self.s.unit(unit).hexes().len() > 1 {
            self.s.put(unit, &[hex]);
        }
    }

    /// Sets the order, and with it what no disordered unit is in.
    fn break_order(&mut self, unit: UnitId, order: Order) {
        let guns = self.b.arm(unit) == Arm::Artillery;
        let usual = Formation::usual(self.b.arm(unit));
        let now = self.s.unit_mut(unit);
        now.order = order;
        if !guns {
            now.formation = usual;
        } else if now.formation == Formation::RoadColumn {
            now.formation = Formation::Limbered;
        }
    }
}
