//! 8.2, 8.3.1: announced attacks that come to nothing. None of them goes without a word why.

use ground::{Dir, HexId};
use table::{Event, Play, rule};

use super::combat;
use crate::Few;
use crate::ch02_orders::orders;
use crate::core::battle::Battle;
use crate::core::field::Field;
use crate::core::state::{State, UnitId, did};

/// Reason why an announced attack through a hexside cannot be made as things stand; none if it can.
fn spoilt(b: &Battle, s: &State, unit: UnitId, dir: Dir) -> Option<&'static str> {
    let u = s.unit(unit);
    if !combat::can_strike(b, s, unit) {
        return Some("lapse_shaken");
    }
    let target = b.ground.neighbour(u.hex, dir).filter(|&hex| combat::held_against(b, s, b.side(unit), hex));
    match target {
        None => Some("lapse_nobody"),
        Some(hex) if !combat::fresh(s, hex) => Some("lapse_attacked"),
        Some(_) => None,
    }
}

impl Field<'_, '_> {
    /// Calls off the rest of a unit's announcements, and tells it why.
    pub(crate) fn lapse(&mut self, unit: UnitId, why: &'static str) {
        for dir in self.s.unit(unit).aims.iter() {
            self.lapse_one(unit, dir, why);
        }
    }

    fn lapse_one(&mut self, unit: UnitId, dir: Dir, why: &'static str) {
        let u = self.s.unit_mut(unit);
        u.aims.remove(dir);
        let target = self.b.ground.neighbour(u.hex, dir).unwrap_or(HexId::NONE);
        self.tell(|| {
            Event::new(rule!("8.3.1"), "shock.lapsed")
                .unit("unit", unit.0.into())
                .place("hex", target.0)
                .word("reason", why)
        });
    }

    /// Calls off the announcements of a unit to which its combat did not come to (8.3.1).
    pub(super) fn lapse_rest(&mut self, unit: UnitId) {
        for dir in self.s.unit(unit).aims.iter() {
            let why = spoilt(self.b, self.s, unit, dir).unwrap_or("lapse_nobody");
            self.lapse_one(unit, dir, why);
        }
    }

    /// Announcements that cannot be carried out any more lapse (RULING J217), and charges that were broken off have ended.
    pub(super) fn settle_announcements(&mut self) -> Play<()> {
        let side = orders::active_side(self.b, self.s);
        for unit in self.b.unit_ids().filter(|&u| self.b.side(u) == side) {
            for dir in self.s.unit(unit).aims.iter() {
                if let Some(why) = spoilt(self.b, self.s, unit, dir) {
                    self.lapse_one(unit, dir, why);
                }
            }
        }
        self.end_broken_off()
    }

    /// Chargers that were driven off before they struck have ended their charge, with its test (RULING J178).
    fn end_broken_off(&mut self) -> Play<()> {
        let over: Few<UnitId> = self.b.unit_ids().filter(|&u| self.s.unit(u).has(did::CHARGED)).collect();
        for &unit in &over {
            self.tell_charge_lapsed(unit, "lapse_displaced");
        }
        self.end_of_charge(&over)
    }

    /// A charger that falls into disorder where it stands, before its own combat, charges no more (10.1).
    ///
    /// RULING J227: it did not charge home, and makes no test for the end of its charge, whatever befalls it later.
    pub(crate) fn shaken_before_it_strikes(&mut self, unit: UnitId) {
        if self.s.unit(unit).has(did::CHARGING) && !self.charge.contains(&unit) {
            self.s.unit_mut(unit).did &= !did::CHARGING;
            self.tell_charge_lapsed(unit, "lapse_shaken");
        }
    }

    /// Tells that a declared charge strikes nobody.
    pub(super) fn tell_charge_lapsed(&mut self, unit: UnitId, why: &'static str) {
        self.tell(|| {
            Event::new(rule!("9.2"), "charge.lapsed").unit("unit", unit.0.into()).word("reason", why)
        });
    }
}
