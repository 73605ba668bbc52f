//! 7.5: the Reorganization Segment.

use table::{Answer, Event, Play, Side, rule};

use crate::Field;
use crate::ch13_movement::involuntary::Retreat;
use crate::ch20_morale::check::{Check, Kind};
use crate::core::field::{about, hex_point, unit_point};
use crate::core::state::{ChargeMark, Order, Prone, Segment, UnitId};
use crate::core::{status, verb};

impl Field<'_> {
    /// The Reorganization Segment (7.5), in the order of its phases; in the first, one unit a checkpoint, the first side's before the other's
    /// (reading 1).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn reorganization(&mut self) -> Play<()> {
        match self.s.clock.step {
            0 => return self.recoveries(),
            1 => self.determine_levels(),
            2 => self.rest_cavalry(),
            3 => self.volunteer_gunners()?,
            4 => self.burn()?,
            5 => self.resupply()?,
            6 => self.clear_wrecks()?,
            _ => {
                self.housekeeping();
                self.enter_segment(Segment::Adjustment);
                return Ok(());
            }
        }
        self.s.clock.step += 1;
        Ok(())
    }

    /// 7.5.1, 7.5.2: recovery, and routs that go on.
    fn recoveries(&mut self) -> Play<()> {
        let count = self.s.units.len() as u16;
        while self.s.clock.cursor < 2 * count {
            let cursor = self.s.clock.cursor;
            self.s.clock.cursor += 1;
            let side = if cursor < count { self.s.clock.first } else { self.s.clock.first.enemy() };
            let unit = UnitId(cursor % count);
            if self.b.side(unit) == side && self.s.unit(unit).on_map() && self.recover(unit)? {
                return Ok(());
            }
        }
        self.s.clock.step = 1;
        Ok(())
    }

    /// A unit in disorder checks to recover, one in PGD routs on or checks (7.5.1, 7.5.2). Says whether anything happened.
    fn recover(&mut self, unit: UnitId) -> Play<bool> {
        let (order, side, hex) = (self.s.unit(unit).order, self.b.side(unit), self.s.unit(unit).hex());
        let adjacent = status::is_adjacent_to_enemy(self.b, self.s, unit);
        let led = status::leader_of(self.b, self.s, unit).is_some();
        let near = status::nearest_ordered_enemy(self.b, self.s, side, hex);
        let far = near.is_none_or(|hexes| hexes >= self.b.charts.zones.pgd.count());
        match order {
            Order::Good => Ok(false),
            Order::Disorder if adjacent => Ok(false),
            Order::Pgd if !led && !far => {
                self.tell(|| {
                    Event::new(rule!("13.2.5"), "routs_on")
                        .point("unit", unit_point(unit))
                        .point("hex", hex_point(hex))
                });
                self.retreat(unit, Retreat::Rout)?;
                Ok(true)
            }
            Order::Pgd if adjacent => Ok(false),
            Order::Disorder | Order::Pgd => self.try_recovery(side, unit),
        }
    }

    /// The check for recovery (20.2), if its owner wants it.
    fn try_recovery(&mut self, side: Side, unit: UnitId) -> Play<bool> {
        let answers = [Answer::one(verb::RECOVER, unit_point(unit)), Answer::button(verb::PASS)];
        let answer = self.choose(side, rule!("20.2"), "recover", about([unit_point(unit)]), &answers)?;
        if answer.verb == verb::PASS {
            return Ok(true);
        }
        let verdicts = self.check_morale(&[unit], &Check::plain(Kind::Recovery, rule!("20.2")))?;
        if verdicts.all_passed() {
            self.reform(unit);
        }
        Ok(true)
    }

    /// A unit recovers good order, in column, cavalry in line, where the terrain lets it (20.2.4); guns as they are.
    fn reform(&mut self, unit: UnitId) {
        let hex = self.s.unit(unit).hex();
        self.s.unit_mut(unit).order = Order::Good;
        let formation = crate::ch13_movement::step::formation_in(self.b, self.s, unit, hex);
        let aim = self.nearest_aim(unit, formation);
        let now = self.s.unit_mut(unit);
        (now.formation, now.aim) = (formation, aim);
        self.tell(|| {
            Event::new(rule!("20.2.4"), "recovered")
                .point("unit", unit_point(unit))
                .point("hex", hex_point(hex))
        });
    }

    /// 7.5.10: markers come off.
    fn housekeeping(&mut self) {
        for unit in &mut self.s.units {
            unit.charge = ChargeMark::None;
            if unit.prone == Prone::Stood {
                unit.prone = Prone::Up;
            }
        }
    }
}
