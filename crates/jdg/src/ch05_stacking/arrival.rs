//! A unit comes into a hex: the one place where that happens, with everything that follows from it.

use ground::HexId;
use table::Play;

use crate::Field;
use crate::ch02_orders::commanders;
use crate::core::state::{UnitId, did};

/// Way of arriving: how a unit comes into a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArrivalKind {
    /// By its own will: movement, charge, advance, pursuit, evasion, entry.
    Own,
    /// Driven: recoil, retreat, rout.
    Driven,
}

impl Field<'_, '_> {
    /// Puts a unit into a hex, with everything that follows from its arrival: artillery over other troops (5.1.2), the objective passes
    /// to its side, reinforcement markers come off near enemies (5.2.1), enemy commanders next to it must or may move away if it
    /// came by its own will (2.5.2).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn relocate(&mut self, unit: UnitId, hex: HexId, how: ArrivalKind) -> Play<()> {
        self.relocate_together(&[unit], hex, how)
    }

    /// The same for units that move together, from the top of their stack. RULING J215: enemy commanders give way once to all of them.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn relocate_together(&mut self, units: &[UnitId], hex: HexId, how: ArrivalKind) -> Play<()> {
        for &unit in units {
            self.place(unit, hex, how);
        }
        commanders::disturb(self, units[0], how)
    }

    /// Puts one unit into a hex. Here alone is noted that a unit has moved, and what becomes of the attack for which it was
    /// committed.
    fn place(&mut self, unit: UnitId, hex: HexId, how: ArrivalKind) {
        self.lapse(unit, if how == ArrivalKind::Own { "lapse_moved" } else { "lapse_driven" });
        let last_gun = self.s.stack(hex).filter(|&u| u != unit && self.b.is_gun(u)).last();
        match last_gun {
            _ if !self.b.is_gun(unit) => self.s.put(unit, hex),
            Some(above) => self.s.put_under(unit, above),
            None => self.s.put_on_top(unit, hex),
        }
        self.pass_objective(unit, hex);
        self.release_round(unit);
        match how {
            ArrivalKind::Own => self.s.unit_mut(unit).did |= did::MOVED,
            ArrivalKind::Driven => {
                self.break_off(unit);
                self.trail.push(unit, hex);
            }
        }
    }

    /// A charger that is driven off, or evades, charges no more (RULING J178); its test at the end of the charge is due.
    pub(crate) fn break_off(&mut self, unit: UnitId) {
        let u = self.s.unit_mut(unit);
        if u.has(did::CHARGING) {
            u.did = (u.did & !did::CHARGING) | did::CHARGED;
        }
    }
}
