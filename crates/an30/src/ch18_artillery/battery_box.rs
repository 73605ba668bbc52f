//! 18.11, 18.14.3: the battery box, and what returns from it.

use ground::HexId;
use table::{Answer, Event, Play, Point, Refusal, Side, rule};

use crate::Field;
use crate::ch11_stacking::limits;
use crate::ch13_movement::allowance;
use crate::ch18_artillery::supply;
use crate::core::Few;
use crate::core::battle::{Arm, Battle, Trait};
use crate::core::field::{about, hex_point, unit_of, unit_point};
use crate::core::state::{Formation, Order, SideState, State, Status, UnitId, did};
use crate::core::{status, verb};

/// Whether a turn begins an hour: by the clock, or every third without one (20.3.1, reading 112).
fn begins_hour(b: &Battle, s: &State) -> bool {
    let turn = usize::from(s.clock.turn);
    match b.turns.get(turn).and_then(|card| card.clock()) {
        Some((_, minute)) => minute == 0,
        None => turn.is_multiple_of(3),
    }
}

/// The batteries of a kind that a side has in its box (18.11.2).
fn boxed(b: &Battle, s: &State, side: Side, horse: bool) -> Few<UnitId, 8> {
    let kind = |u: &UnitId| {
        b.side(*u) == side
            && b.arm(*u) == Arm::Artillery
            && !b.is(*u, Trait::Wagon)
            && b.is(*u, Trait::Horse) == horse
            && s.unit(*u).status == Status::Box
    };
    b.unit_ids().filter(kind).collect()
}

/// Whether guns or a wagon that return enter at a hex (18.11.1, 18.14.3.2), and what it costs: a depot of their side, on the edge of the map.
///
/// # Errors
/// Why not.
pub fn may_return(b: &Battle, s: &State, unit: UnitId, hex: HexId) -> Result<u16, Refusal> {
    let no =
        |rule, why| Err(Refusal::new(rule, why).with("unit", unit_point(unit)).with("hex", hex_point(hex)));
    let side = b.side(unit);
    if !b.sides[side.index()].depots.contains(&hex) {
        return no(rule!("18.11.1"), "enter.depot");
    }
    if status::is_enemy(b, s, side, hex) {
        return no(rule!("13.1.4"), "move.enemy");
    }
    limits::may_stand(b, s, &[unit], hex)?;
    let cost = b.charts.terrain[b.ground.terrain(hex)].cost.of(status::traveller(b, s, unit));
    let Some(cost) = cost else { return no(rule!("13.1.7.1"), "move.terrain") };
    if cost > allowance::allowance(b, s, unit) {
        return no(rule!("8.10.2"), "move.points");
    }
    Ok(cost)
}

/// The hexes of roads and trails that lead to a depot of a side (18.14.3.1).
fn depot_roads(b: &Battle, side: Side) -> Vec<HexId> {
    let on_road =
        |hex: &HexId| ground::Dir::ALL.into_iter().any(|d| b.ground.roads(*hex, d).iter().next().is_some());
    let depots = b.sides[side.index()].depots.iter().copied();
    let mut known: Vec<HexId> = depots.filter(on_road).collect();
    let mut seen = vec![false; b.ground.len()];
    known.iter().for_each(|hex| seen[hex.index()] = true);
    let mut next = 0;
    while let Some(&hex) = known.get(next) {
        next += 1;
        for dir in ground::Dir::ALL {
            let linked = b.ground.roads(hex, dir).iter().next().is_some();
            if let Some(to) = b.ground.neighbour(hex, dir).filter(|to| linked && !seen[to.index()]) {
                seen[to.index()] = true;
                known.push(to);
            }
        }
    }
    known
}

impl Field<'_> {
    /// At the start of an hour batteries return from the box (18.11.1): of three of a kind one, as its owner likes; the others are lost.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn return_batteries(&mut self) -> Play<()> {
        if !begins_hour(self.b, self.s) {
            return Ok(());
        }
        let first = self.s.clock.first;
        for side in [first, first.enemy()] {
            for horse in [false, true] {
                while self.return_one(side, horse)? {}
            }
        }
        Ok(())
    }

    fn return_one(&mut self, side: Side, horse: bool) -> Play<bool> {
        let (b, most) = (self.b, self.b.charts.losses.battery_box.each() as usize);
        let mut there = boxed(b, self.s, side, horse);
        if there.len() < most || b.sides[side.index()].depots.is_empty() {
            return Ok(false);
        }
        let mut answers: Few<Answer> =
            there.iter().map(|u| Answer::one(verb::CHOOSE, unit_point(*u))).collect();
        answers.push(Answer::button(verb::PASS));
        let points = about([Point::Side(side)]);
        let answer = self.choose(side, rule!("18.11.1"), "battery.returns", points, &answers)?;
        let Some(back) = unit_of(&answer) else { return Ok(false) };
        there.retain(|u| *u != back);
        for left in (1..most).rev() {
            let lost = if there.len() == left {
                there[0]
            } else {
                let answers: Few<Answer> =
                    there.iter().map(|u| Answer::one(verb::CHOOSE, unit_point(*u))).collect();
                let points = about([unit_point(back)]);
                let answer = self.choose(side, rule!("18.11.1"), "battery.given_up", points, &answers)?;
                unit_of(&answer).unwrap_or(there[0])
            };
            there.retain(|u| *u != lost);
            self.s.unit_mut(lost).status = Status::Destroyed;
        }
        self.comes_back(back);
        Ok(true)
    }

    /// A battery or wagon is ready to enter as a reinforcement, fresh and full.
    fn comes_back(&mut self, unit: UnitId) {
        let now = self.s.unit_mut(unit);
        (now.status, now.order, now.formation) = (Status::Waiting, Order::Good, Formation::Limbered);
        (now.losses, now.opening, now.event, now.rounds) = (0, 0, 0, 0);
        now.set(did::RETURNS, true);
        self.tell(|| Event::new(rule!("18.11.1"), "comes_back").point("unit", unit_point(unit)));
    }

    /// Batteries and wagons are re-supplied, where the battle lets a side (7.5.7, 18.14.3): a die for each that is empty, batteries limbered and near
    /// a road to a depot, wagons in the battery box.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn resupply(&mut self) -> Play<()> {
        for side in SideState::BOTH.into_iter().filter(|side| self.b.sides[side.index()].resupply) {
            let b = self.b;
            if supply::has_wagons(b, side) {
                let empty = |u: &UnitId| b.side(*u) == side && self.s.unit(*u).status == Status::Box;
                for wagon in b.wagons.iter().copied().filter(empty).collect::<Few<UnitId, 8>>() {
                    let span = b.charts.chances.resupply_wagon.value;
                    let points = about([unit_point(wagon)]);
                    let class = |die: i16| u32::from(span.holds(die));
                    let die = self.throw_one(rule!("18.14.3.2"), "resupply", side, points, class)?;
                    if span.holds(die) {
                        self.comes_back(wagon);
                    }
                }
                continue;
            }
            let roads = depot_roads(b, side);
            for battery in b.unit_ids().filter(|u| b.side(*u) == side) {
                if may_resupply(b, self.s, battery, &roads) {
                    self.resupply_battery(battery)?;
                }
            }
        }
        Ok(())
    }

    fn resupply_battery(&mut self, battery: UnitId) -> Play<()> {
        let span = self.b.charts.chances.resupply_battery.value;
        let (side, points) = (self.b.side(battery), about([unit_point(battery)]));
        let class = |die: i16| u32::from(span.holds(die));
        let die = self.throw_one(rule!("18.14.3.1"), "resupply", side, points, class)?;
        if span.holds(die) {
            self.s.unit_mut(battery).rounds = 0;
            self.tell(|| Event::new(rule!("18.14.3.1"), "resupplied").point("unit", unit_point(battery)));
        }
        Ok(())
    }
}

/// Whether a battery throws for new rounds (18.14.3.1): out of ammunition, limbered, near a road or trail to a depot.
fn may_resupply(b: &Battle, s: &State, battery: UnitId, roads: &[HexId]) -> bool {
    let now = s.unit(battery);
    let near = |hex: &HexId| b.ground.distance(*hex, now.hex()) <= b.charts.ammunition.resupply_span.count();
    b.arm(battery) == Arm::Artillery
        && now.on_map()
        && now.formation != Formation::Unlimbered
        && supply::is_empty(b, s, battery)
        && roads.iter().any(near)
}
