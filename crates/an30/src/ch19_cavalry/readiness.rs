//! 19.15: readiness.

use table::{Event, Rule, rule};

use crate::Field;
use crate::ch13_movement::allowance;
use crate::core::battle::{Arm, Battle};
use crate::core::charts::Exact;
use crate::core::field::unit_point;
use crate::core::state::{Charge, ChargeMark, ChargePhase, Readiness, State, UnitId, did};

/// Whether a unit spent no more than half of what it may (19.15.3.1; disorder does not count, ruling 10, and exactly half is enough, ruling 11).
fn rested(b: &Battle, s: &State, unit: UnitId) -> bool {
    let m = &b.charts.movement;
    let share = match s.unit(unit).readiness {
        Readiness::Ready => Exact::ONE,
        Readiness::Tired => m.tired.value,
        Readiness::Exhausted => m.exhausted.value,
    };
    let points = Exact::from(i32::from(allowance::potential(b, s, unit))) * share;
    Exact::whole(s.unit(unit).spent_turn.into()) <= Exact::whole(2 * points.nearest()) * m.rest.value
}

/// The degrees that cavalry recovers in the Reorganization Segment (19.15.3, 19.15.3.2).
fn recovered(b: &Battle, s: &State, unit: UnitId) -> i16 {
    let now = s.unit(unit);
    let charged = now.charge != ChargeMark::None;
    let fought = now.has(did::FOUGHT);
    if now.spent_turn == 0 && !charged && !fought {
        return b.charts.readiness.full_rest.value;
    }
    if charged || (fought && !now.has(did::PRESERVES)) || !rested(b, s, unit) {
        return 0;
    }
    b.charts.readiness.rest.value
}

impl Field<'_> {
    /// Cavalry recovers readiness in the Reorganization Segment (7.5.4, 19.15.3).
    pub fn rest_cavalry(&mut self) {
        let b = self.b;
        for unit in b.unit_ids().filter(|u| b.arm(*u) == Arm::Cavalry) {
            let before = self.s.unit(unit).readiness;
            if before == Readiness::Ready || !self.s.unit(unit).on_map() {
                continue;
            }
            let after = (before as i16 - recovered(b, self.s, unit)).max(0);
            if after < before as i16 {
                self.s.unit_mut(unit).readiness = Readiness::ALL[after as usize];
                self.tell(|| {
                    Event::new(rule!("19.15.3"), "rested")
                        .point("unit", unit_point(unit))
                        .word("readiness", Readiness::ALL[after as usize].name())
                });
            }
        }
    }

    /// Cavalry loses so many degrees of readiness (19.15.1); exhausted stays exhausted.
    pub fn tire(&mut self, unit: UnitId, degrees: i16, why: Rule) {
        let before = self.s.unit(unit).readiness;
        let after = Readiness::ALL
            [(before as usize + usize::from(degrees.unsigned_abs())).min(Readiness::ALL.len() - 1)];
        if after != before {
            self.s.unit_mut(unit).readiness = after;
            self.tell(|| {
                Event::new(why, "tired").point("unit", unit_point(unit)).word("readiness", after.name())
            });
        }
    }

    /// Cavalry is exhausted, however fresh it was.
    pub(super) fn exhaust(&mut self, unit: UnitId, why: Rule) {
        self.tire(unit, Readiness::Exhausted as i16, why);
    }

    /// A segment with assaults, or with charges of the Old Guard (16.10), is over: cavalry that was in a mêlée of one, be it only assaulted, loses a degree
    /// (19.15.1).
    pub fn tire_assaulted(&mut self) {
        let (b, degrees) = (self.b, self.b.charts.readiness.melee.value);
        for unit in b.unit_ids().filter(|u| b.arm(*u) == Arm::Cavalry) {
            if self.s.unit(unit).has(did::ASSAULT_MELEE) && self.s.unit(unit).on_map() {
                self.tire(unit, degrees, rule!("19.15.1"));
            }
            self.s.unit_mut(unit).set(did::ASSAULT_MELEE, false);
        }
    }

    /// The charges of an activation are done with (19.13): who charged loses a degree, who fought another one, once each (19.15.1, 19.15.1.2), unless
    /// it preserved its readiness (19.15.2, 19.13.1, ruling 47).
    pub fn close_charges(&mut self) {
        let charges = std::mem::take(&mut self.s.charges);
        let over: Vec<_> = charges.iter().filter(|c| c.phase == ChargePhase::Over).collect();
        let figures = &self.b.charts.readiness;
        for unit in self.b.unit_ids() {
            let tires = |c: &Charge| self.b.variant.tires(c);
            let charged =
                over.iter().any(|c| tires(c) && (c.units.contains(&unit) || c.broken.contains(&unit)));
            let fought =
                over.iter().any(|c| c.fought && c.units.contains(&unit) || c.defenders.contains(&unit));
            let charges = charged || over.iter().any(|c| c.units.contains(&unit));
            let saved = self.s.unit(unit).has(did::PRESERVES) && charges;
            let mut degrees = 0;
            if charged {
                degrees -= figures.charge.value;
            }
            if fought && !saved {
                degrees -= figures.melee.value;
                // One degree for all mêlées of a segment.
                self.s.unit_mut(unit).set(did::ASSAULT_MELEE, false);
            }
            if degrees > 0 && self.s.unit(unit).on_map() {
                self.tire(unit, degrees, rule!("19.15.1"));
            }
        }
    }
}
