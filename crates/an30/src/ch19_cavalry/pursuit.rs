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
use crate::core::occupancy::Hexes;
use crate::core::state::{Formation, Order, UnitId, did};
use crate::core::status::{self, Losses};

use super::in_line::{Course, FlightStep};
use super::recall::Recall;
use super::results::{Flight, Tally};
use super::{drive, strength, targets};

/// Manner in which those who charged take a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Seizure {
    /// A mêlée was fought for it, which disorders them (19.10.1).
    ByMelee,
    /// Nobody fought for it.
    Unopposed,
}

/// Advance of those who charged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Advance {
    /// They have the hex.
    Made,
    /// They have not.
    Withheld,
}

impl Advance {
    /// The advance of those who have the hex, or have not.
    pub(super) fn of(has_it: bool) -> Advance {
        if has_it { Advance::Made } else { Advance::Withheld }
    }
}

impl Field<'_> {
    /// Advance and pursuit after a charge (19.10, 19.11, 19.1.2.7): of several targets all must have gone (example 23). Says whether it pursued.
    pub(super) fn follow_up(&mut self, at: usize, tally: &Tally) -> Play<bool> {
        let units: Few<UnitId, 8> = self.s.charges[at].units.iter().copied().collect();
        if tally.gone.len() < tally.groups || units.is_empty() {
            return Ok(false);
        }
        let own = units.first().map_or(&[][..], |u| self.s.unit(*u).hexes());
        let within = |hexes: &[HexId]| hexes.iter().copied().find(|hex| own.contains(hex));
        if let Some((hex, flight)) =
            tally.gone.iter().find_map(|(g, flight)| Some((within(&g.hexes)?, flight)))
        {
            return match self.holds_the_hex(&units, hex, tally.seizure())? {
                Advance::Made => self.pursue(at, &[flight]),
                Advance::Withheld => Ok(false),
            };
        }
        let mut left: Few<HexId> = tally.gone.iter().flat_map(|(group, _)| group.hexes.clone()).collect();
        // Other cavalry that charged with it may be there already (19.10.1).
        left.retain(|hex| self.s.is_empty(*hex) || self.has_room(&units, *hex));
        // What another part of a grand charge struck may lie out of its reach.
        left.retain(|hex| own.iter().any(|own| self.b.ground.distance(*own, *hex) == 1));
        let Some(top) = units.first().copied().filter(|_| !left.is_empty()) else { return Ok(false) };
        let course = self.goal_of_advance(top, tally, &left)?;
        let of = |i: &usize| {
            let (group, flight) = &tally.gone[*i];
            if group.parts.len() > 1 { flight.seen_from(self.b, course.to[0]) } else { flight.clone() }
        };
        let flights: Few<Flight, 4> = course.after.iter().map(of).collect();
        let flights: Few<&Flight, 4> = flights.iter().collect();
        if course.to.len() > 1 {
            self.s.charges[at].advanced = course.from[0];
            let before: Hexes = self.s.unit(top).hexes().into();
            let there =
                self.goes_in_line(&units, &course)? && self.may_ride_on(&units, &before, course.to[0])?;
            return if there { self.pursue(at, &flights) } else { Ok(false) };
        }
        if self.advance(&units, course.to[0], tally.seizure())? == Advance::Made {
            return self.pursue(at, &flights);
        }
        Ok(false)
    }

    /// Whether cavalry that charged together has room for others in a hex that it took.
    pub(crate) fn has_room(&self, units: &[UnitId], hex: HexId) -> bool {
        let side = self.b.side(units[0]);
        let horse = |u: &UnitId| self.b.arm(*u) == Arm::Cavalry && self.b.side(*u) == side;
        self.s.top(hex).is_some_and(|top| horse(&top))
    }

    /// Advance after a charge (19.10, 19.1.2.6): disordered first if a mêlée was fought; reactions; a line in several hexes gathers.
    pub(crate) fn advance(&mut self, units: &[UnitId], hex: HexId, seizure: Seizure) -> Play<Advance> {
        let disorders = seizure == Seizure::ByMelee;
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
        let Some(dir) = self.b.ground.dir_to(from, hex) else { return Ok(Advance::Withheld) };
        if step::ground(self.b, status::traveller(self.b, self.s, top), from, dir).is_err() {
            return Ok(Advance::Withheld);
        }
        // Where others are who charged with it, it stays back if they are too many together (19.10.1).
        let room = |field: &Self| {
            field.s.is_empty(hex)
                || field.has_room(units, hex) && limits::may_stand(field.b, field.s, units, hex).is_ok()
        };
        let late = disorders && self.b.variant.reacts_on_arrival();
        if !room(self) || !late && !self.goes_on(units, hex)? || !room(self) {
            return Ok(Advance::Withheld);
        }
        if let Some(at) = super::charge::of(self.s, top) {
            self.s.charges[at].advanced = from;
        }
        let before: Hexes = self.s.unit(top).hexes().into();
        self.ride_into(units, hex)?;
        // Units that are too many go back where they came from (19.10.1).
        for &unit in units.iter().rev() {
            let long = self.s.unit(unit).hexes().len() > 1;
            if long || limits::within_limits(self.b, self.s, hex).is_ok() {
                break;
            }
            self.s.put(unit, &[from]);
            self.tell(|| {
                Event::new(rule!("19.10.1"), "charge.returns")
                    .point("unit", unit_point(unit))
                    .point("from", hex_point(hex))
                    .point("hex", hex_point(from))
            });
        }
        self.settle(hex, units)?;
        let there: Few<UnitId, 8> =
            units.iter().copied().filter(|u| self.s.unit(*u).hexes().contains(&hex)).collect();
        if !late {
            return Ok(Advance::of(self.may_ride_on(&there, &before, hex)?));
        }
        self.guns_shift(&there)?;
        self.spend(&there, Act::Advance(hex))?;
        let now = self.s.unit(top);
        Ok(Advance::of(now.hexes().contains(&hex) && now.order != Order::Pgd && !now.has(did::HALTED)))
    }

    /// Reactions to cavalry that advances or pursues (19.10.2, 19.11.5): it must go on unless it routs or is charged itself, also in disorder. Says
    /// whether it does.
    pub(super) fn goes_on(&mut self, units: &[UnitId], hex: HexId) -> Play<bool> {
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

    /// Guns next to which cavalry has come that advances or pursues may shift, and cavalry into whose charge zone it has come may charge it there (19.10.2,
    /// 19.11.5, 19.18.5.a). Says whether it may go on. RULING: each hex calls for it anew, before a recall (reading 1189).
    fn may_ride_on(&mut self, units: &[UnitId], before: &[HexId], to: HexId) -> Play<bool> {
        let Some(&top) = units.first() else { return Ok(false) };
        self.meets(units, before, Act::Advance(to))?;
        let now = self.s.unit(top);
        Ok(now.on_map() && now.order != Order::Pgd && !now.has(did::HALTED))
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

    /// Pursuit of those who fled together (19.11, 19.11.3).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn pursue_by_hexes(&mut self, at: usize, flight: &Flight) -> Play<()> {
        self.pursue(at, &[flight])?;
        Ok(())
    }

    /// Pursuit by the Règlement (19.11): hex by hex along the retreat, an increment of each target stack for each hex; light cavalry one more of each
    /// (reading 39). Of several stacks those that it can keep before it (19.11.4). Says whether it went a hex.
    pub(super) fn pursue(&mut self, at: usize, flights: &[&Flight]) -> Play<bool> {
        let PursuitChart::ByHexes(chart) = &self.b.charts.pursuit else { return Ok(false) };
        let mut units: Few<UnitId, 8> = self.s.charges[at].units.iter().copied().collect();
        let (top, side) = (units[0], self.b.side(units[0]));
        units.retain(|u| self.s.unit(*u).hex() == self.s.unit(top).hex());
        // Cavalry is not pursued after a mêlée; who ran from the contact is (19.3.1.b, 19.3.1.f, 19.1.4).
        let fought = self.s.charges[at].fought;
        let horse = |i: &usize| flights[*i].units.iter().all(|u| self.b.arm(*u) == Arm::Cavalry);
        let mut left: Few<usize, 4> = (0..flights.len()).filter(|i| !(fought && horse(i))).collect();
        if self.courses(top, flights, &left, 1).is_empty()
            || self.is_in_zone_of_cavalry(top)
            || self.may_recall(at)? == Recall::Heard
        {
            return Ok(false);
        }
        let mut gone: Few<i16, 4> = flights.iter().map(|_| 0).collect();
        for step in 1..=chart.hexes.count() as usize {
            let courses = self.courses(top, flights, &left, step);
            if courses.is_empty() {
                break;
            }
            let course = self.choose_course(top, "charge.pursue", courses)?;
            let before: Hexes = self.s.unit(top).hexes().into();
            if !self.takes_course(&units, &course)? {
                break;
            }
            left.clone_from(&course.after);
            for &i in &left {
                gone[i] += 1;
                self.run_down(flights[i], Losses::of(chart.hex_loss.value))?;
            }
            if !self.may_ride_on(&units, &before, course.to[0])?
                || self.is_beside_passed(top, side, flights)
                || self.is_in_zone_of_cavalry(top)
            {
                break;
            }
        }
        let light = units.iter().all(|u| !status::is_heavy(self.b, *u));
        for (flight, gone) in flights.iter().zip(&gone) {
            let room = chart.most.value - gone * chart.hex_loss.value;
            if light && *gone > 0 && room > 0 {
                self.run_down(flight, Losses::of(chart.light_extra.value.min(room)))?;
            }
        }
        let hexes = gone.into_iter().max().unwrap_or_default();
        self.tell(|| {
            Event::new(rule!("19.11.1"), "pursued")
                .point("unit", unit_point(top))
                .number("hexes", i32::from(hexes))
        });
        Ok(hexes > 0)
    }

    /// The courses that are open to pursuers for the so-manieth hex of the retreats of those whom they are after: of a line of several (19.11.4), and
    /// of each of them.
    fn courses(&self, top: UnitId, flights: &[&Flight], after: &[usize], step: usize) -> Few<Course> {
        let alive = |i: &usize| !status::on_map(self.b, self.s, &flights[*i].units).is_empty();
        let went: Few<FlightStep, 8> = after
            .iter()
            .filter(|i| alive(i))
            .filter_map(|i| {
                let route = &flights[*i].route;
                Some((*i, Some(*route.get(step - 1)?), *route.get(step)?))
            })
            .collect();
        let mut found: Few<Course> = self.lines_ahead(top, &went).into_iter().collect();
        let line = targets::is_long_line(self.s, top);
        let head = self.s.unit(top).hex();
        for &(who, left, to) in &went {
            let from = left.filter(|_| line).unwrap_or(head);
            let holds = self.s.unit(top).hexes().contains(&from);
            if holds && self.may_pursue(top, from, to) {
                let one = |hex| std::iter::once(hex).collect();
                found.push(Course { from: one(from), to: one(to), after: std::iter::once(who).collect() });
            }
        }
        found
    }

    /// Pursuers take a course: a line that goes after one stack comes together (19.10). Says whether they did.
    fn takes_course(&mut self, units: &[UnitId], course: &Course) -> Play<bool> {
        let (from, to) = (course.from[0], course.to[0]);
        if course.to.len() > 1 {
            return self.goes_in_line(units, course);
        }
        if targets::is_long_line(self.s, units[0]) {
            for &unit in units {
                self.collapse(unit, from);
            }
        }
        if !self.goes_on(units, to)? {
            return Ok(false);
        }
        self.ride_into(units, to)?;
        Ok(true)
    }

    /// Whether pursuers are next to friends through whom those whom they are after went: that ends it (19.11.2).
    fn is_beside_passed(&self, top: UnitId, side: table::Side, flights: &[&Flight]) -> bool {
        let fled = |u: &UnitId| {
            flights.iter().any(|flight| status::on_map(self.b, self.s, &flight.units).contains(u))
        };
        let passed = flights.iter().flat_map(|flight| flight.route.iter()).filter(|hex| {
            let others = self.s.units_in(**hex).iter().any(|u| !fled(u));
            others && status::is_enemy(self.b, self.s, side, **hex)
        });
        let own = self.s.unit(top).hexes();
        passed.into_iter().any(|hex| own.iter().any(|own| self.b.ground.distance(*own, *hex) <= 1))
    }

    /// Whether an enemy cavalry zone bears on pursuers: there is no pursuit out of one, and none goes on in one (19.11.2).
    fn is_in_zone_of_cavalry(&self, top: UnitId) -> bool {
        let side = self.b.side(top);
        self.s
            .unit(top)
            .hexes()
            .iter()
            .any(|hex| zones::bears_on(self.b, self.s, side, *hex, ZoneOwners::Cavalry))
    }

    /// Whether pursuers may go into a hex: open ground, where nobody stands (19.11.2).
    fn may_pursue(&self, top: UnitId, from: HexId, hex: HexId) -> bool {
        let Some(dir) = self.b.ground.dir_to(from, hex) else { return false };
        let open = step::ground(self.b, status::traveller(self.b, self.s, top), from, dir).is_ok();
        open && !status::is_close(self.b, hex) && self.s.is_empty(hex)
    }

    /// Losses of those who are pursued, or of the battalions that have become of them (12.1.2).
    fn run_down(&mut self, flight: &Flight, losses: Losses) -> Play<()> {
        let there = status::on_map(self.b, self.s, &flight.units);
        match who_bleeds(self.b, there.into_iter()) {
            Some(unit) => self.lose(unit, losses, Cause::Pursuit),
            None => Ok(()),
        }
    }
}
