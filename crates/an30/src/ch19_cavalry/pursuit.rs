//! 19.10, 19.11: advance and pursuit after a charge.

use ground::HexId;
use table::{Event, Play, rule};

use crate::Field;
use crate::ch10_zones::reactions::{Act, Continuation};
use crate::ch10_zones::zones::{self, ZoneOwners};
use crate::ch11_stacking::limits;
use crate::ch13_movement::step;
use crate::ch17_losses::losses::{Cause, who_bleeds};
use crate::core::Few;
use crate::core::battle::Arm;
use crate::core::charts::PursuitChart;
use crate::core::field::{hex_point, unit_point};
use crate::core::state::{Formation, Order, UnitId, did};
use crate::core::status::{self, Losses};

use super::results::{Flight, Tally};
use super::{drive, strength};

impl Field<'_> {
    /// Advance and pursuit after a charge (19.10, 19.11): of several targets all must have gone (example 23).
    pub(super) fn follow_up(&mut self, at: usize, tally: &Tally) -> Play<()> {
        let units: Few<UnitId, 8> = self.s.charges[at].units.iter().copied().collect();
        if tally.gone.len() < tally.groups || units.is_empty() {
            return Ok(());
        }
        let own = units.first().map_or(&[][..], |u| self.s.unit(*u).hexes());
        let within = |hexes: &[HexId]| hexes.iter().copied().find(|hex| own.contains(hex));
        if let Some((hex, flight)) =
            tally.gone.iter().find_map(|(g, flight)| Some((within(&g.hexes)?, flight)))
        {
            return match self.holds_the_hex(&units, hex, tally.fought)? {
                true => self.pursue_by_hexes(at, flight),
                false => Ok(()),
            };
        }
        let mut left: Few<HexId> = tally.gone.iter().flat_map(|(group, _)| group.hexes.clone()).collect();
        // Other cavalry that charged with it may be there already (19.10.1).
        left.retain(|hex| self.s.is_empty(*hex) || self.has_room(&units, *hex));
        let Some(&first) = left.first() else { return Ok(()) };
        // Of several stacks that are gone it pursues the one whose hex its owner takes (19.10, 19.11.4).
        let hex = match units.first() {
            Some(top) => self.choose_hex(self.b.side(*top), rule!("19.10"), "charge.advance", *top, &left)?,
            None => first,
        };
        let Some((_, flight)) = tally.gone.iter().find(|(group, _)| group.hexes.contains(&hex)) else {
            return Ok(());
        };
        if self.advance(&units, hex, tally.fought)? {
            self.pursue_by_hexes(at, flight)?;
        }
        Ok(())
    }

    /// Whether cavalry that charged together has room for others in a hex that it took.
    pub(crate) fn has_room(&self, units: &[UnitId], hex: HexId) -> bool {
        let side = self.b.side(units[0]);
        let horse = |u: &UnitId| self.b.arm(*u) == Arm::Cavalry && self.b.side(*u) == side;
        !self.s.is_empty(hex) && self.s.units_in(hex).iter().all(horse)
    }

    /// Advance after a charge (19.10): disordered first if a mêlée was fought; reactions; a line in several hexes gathers. Says whether it advanced.
    pub(crate) fn advance(&mut self, units: &[UnitId], hex: HexId, disorders: bool) -> Play<bool> {
        let top = units[0];
        let touching = strength::contacts(self.b, self.s, top, &[hex]);
        let from = touching.first().map_or(self.s.unit(top).hex(), |(own, _)| *own);
        for &unit in units {
            if self.s.unit(unit).shape() != Formation::Column || disorders {
                self.collapse(
                    unit,
                    if self.s.unit(unit).hexes().contains(&from) { from } else { self.s.unit(unit).hex() },
                );
            }
            if disorders {
                self.disorder(unit, rule!("19.10.1"))?;
            }
        }
        let Some(dir) = self.b.ground.dir_to(from, hex) else { return Ok(false) };
        if step::ground(self.b, status::traveller(self.b, self.s, top), from, dir).is_err() {
            return Ok(false);
        }
        // Where others are who charged with it, it stays back if they are too many together (19.10.1).
        let room = |field: &Self| {
            field.s.is_empty(hex)
                || field.has_room(units, hex) && limits::may_stand(field.b, field.s, units, hex).is_ok()
        };
        let late = disorders && self.b.variant.reacts_on_arrival();
        if !room(self) || !late && !self.goes_on(units, hex)? || !room(self) {
            return Ok(false);
        }
        if let Some(at) = super::charge::of(self.s, top) {
            self.s.charges[at].advanced = from;
        }
        self.ride_into(units, hex)?;
        // Units that are too many go back where they came from (19.10.1).
        for &unit in units.iter().rev() {
            let long = self.s.unit(unit).hexes().len() > 1;
            if long || limits::within_limits(self.b, self.s, hex).is_ok() {
                break;
            }
            self.s.put(unit, &[from]);
            self.tell(|| {
                Event::new(rule!("19.10.1"), "assault.stays")
                    .point("unit", unit_point(unit))
                    .point("hex", hex_point(from))
            });
        }
        self.settle(hex, units)?;
        if !late {
            return Ok(self.s.unit(top).on_map());
        }
        let there: Few<UnitId, 8> =
            units.iter().copied().filter(|u| self.s.unit(*u).hexes().contains(&hex)).collect();
        self.spend(&there, Act::Advance(hex))?;
        let now = self.s.unit(top);
        Ok(now.hexes().contains(&hex) && now.order != Order::Pgd && !now.has(did::HALTED))
    }

    /// Reactions to cavalry that advances or pursues (19.10.2, 19.11.5): it must go on unless it routs or is charged itself, also in disorder. Says
    /// whether it does.
    fn goes_on(&mut self, units: &[UnitId], hex: HexId) -> Play<bool> {
        if self.spend(units, Act::Advance(hex))? == Continuation::GoesOn {
            return Ok(true);
        }
        let able = |u: &UnitId| {
            let now = self.s.unit(*u);
            now.on_map() && now.order != Order::Pgd && !now.has(did::HALTED)
        };
        let near = |u: &UnitId| self.b.ground.distance(self.s.unit(*u).hex(), hex) == 1;
        Ok(units.iter().all(|u| able(u) && near(u)))
    }

    /// Puts cavalry that advances or pursues into the next hex: a column of companies follows its head (12.5.3); terrain of general order takes all
    /// of it in.
    fn ride_into(&mut self, units: &[UnitId], hex: HexId) -> Play<()> {
        let (top, now) = (units[0], *self.s.unit(units[0]));
        let (from, side) = (now.hex(), self.b.side(top));
        let follows = now.shape() == Formation::Column && now.hexes().len() > 1;
        let dir = self.b.ground.dir_to(from, hex).filter(|_| follows && !status::is_close(self.b, hex));
        let Some(lies) = dir.and_then(|dir| drive::ahead(self.b, self.s, top, dir)) else {
            let leaders = status::leaders_in(self.b, self.s, side, from);
            return self.enter_hex(units, &leaders, hex);
        };
        self.dash(units, &lies);
        self.tell_moved(units, from, hex);
        self.leaders_fly_from(hex, side, from)
    }

    /// Pursuit by the Règlement (19.11): hex by hex along the retreat, an increment of each target stack for each hex; light cavalry one more.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn pursue_by_hexes(&mut self, at: usize, flight: &Flight) -> Play<()> {
        let PursuitChart::ByHexes(chart) = &self.b.charts.pursuit else { return Ok(()) };
        let mut units: Few<UnitId, 8> = self.s.charges[at].units.iter().copied().collect();
        let (top, side) = (units[0], self.b.side(units[0]));
        units.retain(|u| self.s.unit(*u).hex() == self.s.unit(top).hex());
        let hexes = chart.hexes.count() as usize;
        let way: Few<HexId> = flight.path.iter().copied().skip(1).take(hexes).collect();
        // Cavalry is not pursued after a mêlée; who ran from the contact is (19.3.1.b, 19.3.1.f, 19.1.4).
        let horse = self.s.charges[at].fought && flight.units.iter().all(|u| self.b.arm(*u) == Arm::Cavalry);
        let alive = |field: &Self| flight.units.iter().any(|u| field.s.unit(*u).on_map());
        if way.is_empty() || horse || !alive(self) || !self.may_pursue(top, way[0]) {
            return Ok(());
        }
        if zones::bears_on(self.b, self.s, side, self.s.unit(top).hex(), ZoneOwners::Cavalry)
            || self.may_recall(at)?
        {
            return Ok(());
        }
        // Friends through whom they went end it next to them (19.11.2).
        let theirs = |field: &Self, hex: HexId| {
            let there = field.s.units_in(hex);
            status::is_enemy(field.b, field.s, side, hex) && there.iter().any(|u| !flight.units.contains(u))
        };
        let passed: Few<HexId> = flight.path.iter().copied().filter(|hex| theirs(self, *hex)).collect();
        let mut gone = 0;
        for hex in way {
            if !alive(self) || !self.may_pursue(top, hex) {
                break;
            }
            if !self.goes_on(&units, hex)? {
                break;
            }
            self.ride_into(&units, hex)?;
            gone += 1;
            self.run_down(flight, Losses::of(chart.hex_loss.value))?;
            let beside = passed.iter().any(|other| self.b.ground.distance(hex, *other) <= 1);
            if beside || zones::bears_on(self.b, self.s, side, hex, ZoneOwners::Cavalry) {
                break;
            }
        }
        let light = units.iter().all(|u| !status::is_heavy(self.b, *u));
        let room = chart.most.value - gone * chart.hex_loss.value;
        if light && gone > 0 && room > 0 {
            self.run_down(flight, Losses::of(chart.light_extra.value.min(room)))?;
        }
        self.tell(|| {
            Event::new(rule!("19.11.1"), "pursued")
                .point("unit", unit_point(top))
                .number("hexes", i32::from(gone))
        });
        Ok(())
    }

    /// Whether pursuers may go into a hex: open ground, where nobody stands (19.11.2).
    fn may_pursue(&self, top: UnitId, hex: HexId) -> bool {
        let from = self.s.unit(top).hex();
        let Some(dir) = self.b.ground.dir_to(from, hex) else { return false };
        let open = step::ground(self.b, status::traveller(self.b, self.s, top), from, dir).is_ok();
        open && !status::is_close(self.b, hex) && self.s.is_empty(hex)
    }

    /// Losses of those who are pursued.
    fn run_down(&mut self, flight: &Flight, losses: Losses) -> Play<()> {
        let there = flight.units.iter().copied().filter(|u| self.s.unit(*u).on_map());
        match who_bleeds(self.b, there) {
            Some(unit) => self.lose(unit, losses, Cause::Pursuit),
            None => Ok(()),
        }
    }
}
