//! The Morale Recovery Segment (30).

use table::{Event, Modifiers, Play, rule};

use crate::Field;
use crate::ch02_chronology::Over;
use crate::core::battle::Arm;
use crate::core::field::unit_point;
use crate::core::state::{Formation, Order, Readiness, UnitId};
use crate::core::status;

/// The next unit of the side whose sequence it is recovers or does not (30).
///
/// # Errors
/// As the doors.
pub fn recovery_step(field: &mut Field<'_, '_>) -> Play<Over> {
    let from = field.s.clock.step;
    if from == 0 {
        field.rest_horses();
    }
    let is_due = |unit: &UnitId| {
        let now = field.s.unit(*unit);
        field.b.side(*unit) == field.s.clock.side && now.on_map() && now.order != Order::Good
    };
    let Some(unit) = field.b.unit_ids().skip(usize::from(from)).find(is_due) else { return Ok(Over::Yes) };
    field.s.clock.step = unit.0 + 1;
    field.recover(unit)?;
    Ok(Over::No)
}

impl Field<'_, '_> {
    /// A unit checks to recover: the disordered rout when they fail, the routed run on; from afar they make for cover (30).
    fn recover(&mut self, unit: UnitId) -> Play<()> {
        let hex = self.s.unit(unit).hex();
        let side = self.b.side(unit);
        let distance = status::nearest_enemy(self.b, self.s, side, hex).unwrap_or(u16::MAX);
        if self.check_morale(unit, Modifiers::new(), rule!("30"))?.passed() {
            let formation = self.gathered(unit);
            let now = self.s.unit_mut(unit);
            if now.order == Order::Pgd && self.b.units[unit.i()].arm == Arm::Cavalry {
                (now.readiness, now.strain, now.tired_in) = (Readiness::Exhausted, 0, side.index() as u8);
            }
            (now.order, now.formation) = (Order::Good, formation);
            self.tell(|| Event::new(rule!("30"), "recovered").point("unit", unit_point(unit)));
            return self.settle(hex);
        }
        if self.s.unit(unit).order == Order::Disorder {
            return self.rout(unit, rule!("30"));
        }
        let afar = distance > self.b.charts.morale.refuge.count();
        if afar || self.s.unit(unit).formation == Formation::Unlimbered {
            return Ok(());
        }
        self.go_back(unit, super::Leaving::Freely)
    }
}
