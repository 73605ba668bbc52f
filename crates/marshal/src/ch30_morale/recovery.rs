//! The Morale Recovery Segment (30).

use ground::HexId;
use table::{Event, Modifiers, Play, rule};

use crate::Field;
use crate::ch02_chronology::Over;
use crate::ch10_increments::room;
use crate::ch18_movement;
use crate::core::battle::Arm;
use crate::core::field::unit_point;
use crate::core::state::{Formation, Order, Readiness, State, UnitId, strain};
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
            // Among friends in another formation it has its next movement to leave them (RULING 62).
            let here = self.s.units_in(hex);
            return if room(self.b, self.s, hex, &here).is_ok() { Ok(()) } else { self.settle(hex) };
        }
        // Horses that run do not rest (36).
        self.s.unit_mut(unit).strain |= strain::MOVED | strain::HALF;
        self.runs_on(unit, distance)?;
        self.others_check(hex, unit)
    }

    /// A unit that did not recover (30).
    fn runs_on(&mut self, unit: UnitId, distance: u16) -> Play<()> {
        if self.s.unit(unit).order == Order::Disorder {
            return self.rout(unit, rule!("30"));
        }
        let afar = distance > self.b.charts.morale.refuge.count();
        if self.s.unit(unit).formation == Formation::Unlimbered {
            return Ok(());
        }
        if afar {
            return self.seek_cover(unit);
        }
        self.go_back(unit, super::Leaving::Freely)
    }

    /// A routed unit far from all enemies makes for the nearest woods or houses that are as far from them (30).
    fn seek_cover(&mut self, unit: UnitId) -> Play<()> {
        let (b, side, arm) = (self.b, self.b.side(unit), self.b.arm(unit));
        let refuge = b.charts.morale.refuge.count();
        let safe =
            |s: &State, hex: HexId| status::nearest_enemy(b, s, side, hex).is_none_or(|far| far >= refuge);
        let covers = |hex: &HexId| {
            let ground = &b.charts.terrain[b.ground.terrain(*hex)];
            ground.cover && ground.cost.of(arm).is_some()
        };
        let own = self.s.unit(unit).hex();
        let goals = b.ground.hexes().filter(covers).filter(|hex| safe(self.s, *hex));
        let Some(goal) = goals.min_by_key(|hex| b.ground.distance(own, *hex)) else { return Ok(()) };
        let mut left = super::retreat::flight(b, unit);
        loop {
            let from = self.s.unit(unit).hex();
            let far = |hex: HexId| b.ground.distance(hex, goal);
            let beside =
                b.ground.neighbours(from).into_iter().filter(|to| to.is_some() && far(*to) < far(from));
            let free = beside.filter(|to| !status::is_enemy(b, self.s, side, *to) && safe(self.s, *to));
            let costs = free.filter_map(|to| Some((ch18_movement::ground_cost(b, arm, from, to)?, to)));
            let Some((cost, to)) = costs.min() else { break };
            if cost > left {
                break;
            }
            left -= cost;
            self.step_back(unit, to);
        }
        let hex = self.s.unit(unit).hex();
        self.settle(hex)
    }
}
