//! 2.5: commanders-in-chief.

use std::cell::RefCell;

use ground::{Dir, Flood, HexId, Step};
use table::{Answer, Event, Play, Point, Refusal, Rule, Side, rule};

use crate::ch02_orders::orders::active_side;
use crate::ch04_movement::movement::arm_cost;
use crate::ch04_movement::movement::why::BOUNDLESS;
use crate::ch05_stacking::arrival::ArrivalKind;
use crate::ch06_facing::zones;
use crate::core::battle::{Arm, Battle};
use crate::core::field::{Field, hex_of, hex_point, leader_point, unit_point};
use crate::core::state::{LeaderId, State, UnitId};
use crate::core::verb;
use crate::{Few, why};

/// Ride of a commander in a turn: 7 movement points, in halves (2.5.1).
const RIDE_HALF_MP: u16 = 14;

/// Whether a hex is in a commander's range, whatever lies between (2.5.1).
pub fn in_range(b: &Battle, s: &State, leader: LeaderId, hex: HexId) -> bool {
    let at = s.leaders[leader.i()].hex;
    at.is_some() && hex.is_some() && b.ground.distance(at, hex) <= b.leaders[leader.i()].range
}

/// The best die roll modifier among the commanders of a side who have a hex in range (2.4.3, 2.5.1); `None` if none has.
pub fn modifier_at(b: &Battle, s: &State, side: Side, hex: HexId) -> Option<i16> {
    b.leader_ids()
        .filter(|l| b.leaders[l.i()].side == side && in_range(b, s, *l, hex))
        .map(|l| b.leaders[l.i()].modifier)
        .max()
}

/// Whether a friendly unit is with a commander who goes to a hex (RULING J2: then they are not alone there).
fn has_friends(b: &Battle, s: &State, side: Side, hex: HexId) -> bool {
    s.top(hex).is_some_and(|u| b.side(u) == side)
}

/// Whether a commander may go into a hex of their own will: not among enemies, nor alone into their zone of control (2.5.1).
///
/// # Errors
/// Why not.
fn may_go(b: &Battle, s: &State, leader: LeaderId, hex: HexId) -> Result<(), Refusal> {
    let side = b.leaders[leader.i()].side;
    if let Some(unit) = s.top(hex).filter(|&u| b.side(u) != side) {
        return Err(Refusal::new(rule!("5.1.2"), "leader.enemy_hex").with("unit", unit_point(unit)));
    }
    if zones::in_enemy_zone(b, s, side, hex) && !has_friends(b, s, side, hex) {
        return Err(Refusal::new(rule!("2.5.1"), "leader.zone").with("hex", hex_point(hex)));
    }
    Ok(())
}

/// Whether a commander may ride in a movement step (2.5.1): once a turn, in an activation of their side, if there is anywhere to go.
///
/// RULING J119: a ride is movement, and has its place in the order of the activation.
///
/// # Errors
/// Why not.
pub fn may_ride(b: &Battle, s: &State, leader: LeaderId) -> Result<(), Refusal> {
    let refusal = |why| Refusal::new(rule!("2.5.1"), why).with("leader", leader_point(leader));
    let now = &s.leaders[leader.i()];
    if b.leaders[leader.i()].side != active_side(b, s) {
        return Err(refusal("leader.not_active"));
    }
    if !now.hex.is_some() {
        return Err(refusal("leader.absent"));
    }
    if now.moved {
        return Err(refusal("leader.moved"));
    }
    let payable =
        |to| matches!(ride_step(b, s, leader, now.hex, to), Step::Enter(cost) if cost <= RIDE_HALF_MP);
    let somewhere = Dir::ALL.iter().any(|&dir| b.ground.neighbour(now.hex, dir).is_some_and(payable));
    if somewhere { Ok(()) } else { Err(refusal("leader.shut_in")) }
}

/// Price of a step to a horseman (4.3); `None` if they cannot take it. RULING J136: friends and zones cost them nothing.
fn horse_half_mp(b: &Battle, from: HexId, to: HexId) -> Option<u16> {
    arm_cost(b, Arm::Cavalry, from, to)
}

/// One hex of a ride, at the costs of cavalry.
fn ride_step(b: &Battle, s: &State, leader: LeaderId, from: HexId, to: HexId) -> Step {
    if may_go(b, s, leader, to).is_err() {
        return Step::No;
    }
    horse_half_mp(b, from, to).map_or(Step::No, Step::Enter)
}

thread_local! {
    /// Room for the search of a ride; it carries nothing from one search to the next.
    static RIDES: RefCell<Flood> = RefCell::new(Flood::new());
}

/// Calls `f` with the search of all that a commander can reach in a ride.
fn with_ride<T>(b: &Battle, s: &State, leader: LeaderId, f: impl FnOnce(&Flood) -> T) -> T {
    RIDES.with_borrow_mut(|flood| {
        let start = s.leaders[leader.i()].hex;
        flood.flood(&b.ground, start, RIDE_HALF_MP, |from, _, to, _| ride_step(b, s, leader, from, to));
        f(flood)
    })
}

/// Calls `each` with every hex that a ride can reach, what it costs in half movement points, and the hex before it.
pub fn each_ride(b: &Battle, s: &State, leader: LeaderId, mut each: impl FnMut(HexId, u16, HexId)) {
    let from = s.leaders[leader.i()].hex;
    with_ride(b, s, leader, |flood| {
        for (hex, cost) in flood.reached().filter(|&(hex, _)| hex != from) {
            each(hex, cost, flood.route_back(hex).nth(1).unwrap_or(from));
        }
    });
}

/// Reason why a commander cannot ride to a hex.
fn refuse_ride(b: &Battle, s: &State, leader: LeaderId, answer: &Answer) -> Refusal {
    let from = s.leaders[leader.i()].hex;
    let about = [leader_point(leader), hex_point(from), Point::Nothing];
    let Some(hex) = hex_of(answer).filter(|_| answer.verb == verb::GO) else {
        return why::must(rule!("2.5.1"), "move.to", &about);
    };
    let refusal =
        |rule, why| Refusal::new(rule, why).with("leader", leader_point(leader)).with("hex", hex_point(hex));
    if hex == from {
        return refusal(rule!("2.5.1"), "leader.there");
    }
    if let Err(refusal) = may_go(b, s, leader, hex) {
        return refusal;
    }
    let mut around = ground::Dir::ALL.into_iter().filter_map(|dir| b.ground.neighbour(hex, dir));
    if around.all(|from| horse_half_mp(b, from, hex).is_none()) {
        return refusal(rule!("4.3"), "leader.closed");
    }
    match over_the_ground(b, from, hex) {
        None => refusal(rule!("4.3"), "leader.no_way"),
        Some(cost) if cost <= RIDE_HALF_MP => refusal(rule!("2.5.1"), "leader.barred"),
        Some(_) => refusal(rule!("2.5.1"), "leader.too_far"),
    }
}

/// Cost of the ground alone to a horseman to a hex, whoever stands in the way.
fn over_the_ground(b: &Battle, from: HexId, to: HexId) -> Option<u16> {
    let mut flood = Flood::new();
    flood.flood(&b.ground, from, BOUNDLESS, |from, _, to, _| {
        horse_half_mp(b, from, to).map_or(Step::No, Step::Enter)
    });
    flood.cost(to)
}

/// Reason why a commander does not give way to a hex (2.5.2), or does not stay.
fn refuse_refuge(b: &Battle, s: &State, leader: LeaderId, answer: &Answer) -> Refusal {
    let Some(hex) = hex_of(answer) else {
        return Refusal::new(rule!("2.5.2"), "leader.alone").with("leader", leader_point(leader));
    };
    let side = b.leaders[leader.i()].side;
    let refusal = |why| {
        Refusal::new(rule!("2.5.2"), why).with("leader", leader_point(leader)).with("hex", hex_point(hex))
    };
    match b.ground.distance(s.leaders[leader.i()].hex, hex) {
        0 => refusal("leader.there"),
        1 | 2 => match s.top(hex).filter(|&u| b.side(u) != side) {
            Some(unit) => Refusal::new(rule!("2.5.2"), "leader.enemy_hex").with("unit", unit_point(unit)),
            None => {
                let here = s.leaders[leader.i()].hex;
                let open = |from, to| horse_half_mp(b, from, to).is_some();
                let mids = b.ground.neighbours(here).into_iter().filter(|mid| mid.is_some());
                let passes = open(here, hex) || mids.into_iter().any(|mid| open(here, mid) && open(mid, hex));
                refusal(if passes { "leader.hemmed" } else { "leader.closed" })
            }
        },
        _ => refusal("leader.one_or_two"),
    }
}

/// The hexes to which a commander may withdraw from an enemy next to them (2.5.2): one or two hexes away, over ground that a
/// horse can cross, not among enemies. RULING J204: zones of control and the nearness of enemies do not matter.
fn refuges(b: &Battle, s: &State, leader: LeaderId, mut found: impl FnMut(HexId)) {
    let side = b.leaders[leader.i()].side;
    let start = s.leaders[leader.i()].hex;
    let passable = |from: HexId, to: HexId| {
        s.top(to).is_none_or(|u| b.side(u) == side) && horse_half_mp(b, from, to).is_some()
    };
    // A neighbouring hex may also be reached round an obstacle.
    let by_two = |hex: HexId| {
        let mut between = b.ground.neighbours(start).into_iter().filter(|mid| mid.is_some());
        between.any(|mid| b.ground.distance(mid, hex) == 1 && passable(start, mid) && passable(mid, hex))
    };
    for hex in b.ground.within(start, 2).filter(|&hex| hex != start) {
        if (b.ground.distance(start, hex) == 1 && passable(start, hex)) || by_two(hex) {
            found(hex);
        }
    }
}

/// A unit came into a hex: enemy commanders next to it may (stacked) or must (alone) move away (2.5.2).
///
/// A unit that was driven there troubles only a commander in the very hex (RULING J3). RULING J114: they make way for it.
///
/// # Errors
/// As [`table::Doors::ask`].
pub fn disturb(field: &mut Field<'_, '_>, unit: UnitId, how: ArrivalKind) -> Play<()> {
    let reach = u16::from(how == ArrivalKind::Own);
    for leader in field.b.leader_ids() {
        let at = field.s.leaders[leader.i()].hex;
        let hex = field.s.unit(unit).hex;
        if !at.is_some() || !hex.is_some() || field.b.leaders[leader.i()].side == field.b.side(unit) {
            continue;
        }
        if field.b.ground.distance(at, hex) <= reach {
            field.displace(leader, unit)?;
        }
    }
    Ok(())
}

impl Field<'_, '_> {
    /// A commander next to whom an enemy has come withdraws one or two hexes: of their choice if they are with a unit (2.5.2).
    fn displace(&mut self, leader: LeaderId, enemy: UnitId) -> Play<()> {
        let side = self.b.leaders[leader.i()].side;
        let from = self.s.leaders[leader.i()].hex;
        let alone = !has_friends(self.b, self.s, side, from);
        let mut any = false;
        refuges(self.b, self.s, leader, |_| any = true);
        if !any {
            if alone {
                self.lose_commander(leader, rule!("2.5.2"));
            }
            return Ok(());
        }
        let answer = self.ask(
            side,
            rule!("2.5.2"),
            "leader.displace",
            [leader_point(leader), unit_point(enemy), hex_point(from)],
            |b, s, out| {
                if !alone {
                    out.push(Answer::button(verb::STAND));
                }
                refuges(b, s, leader, |hex| out.push(Answer::one(verb::BACK, hex_point(hex))));
            },
            |b, s, answer| refuse_refuge(b, s, leader, answer),
        )?;
        let Some(to) = hex_of(&answer) else { return Ok(()) };
        self.s.leaders[leader.i()].hex = to;
        self.tell(|| {
            leader_event(rule!("2.5.2"), "leader.displaced", leader, from, to).unit("unit", enemy.0.into())
        });
        Ok(())
    }

    /// A unit was driven from a hex to another (or off the map: [`HexId::NONE`]). A commander who was stacked with it goes with
    /// it, and is lost with it off the map; if another unit of theirs stays in the hex, their owner chooses (2.5.2, RULING J4). Returns
    /// those who went.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn commander_accompanies(&mut self, unit: UnitId, from: HexId, to: HexId) -> Play<Few<LeaderId>> {
        let mut gone = Few::new();
        let side = self.b.side(unit);
        for leader in self.b.leader_ids() {
            if self.s.leaders[leader.i()].hex != from
                || !from.is_some()
                || self.b.leaders[leader.i()].side != side
            {
                continue;
            }
            if self.s.stack(from).any(|u| u != unit) {
                let answers = [Answer::one(verb::BACK, hex_point(to)), Answer::button(verb::STAND)];
                let about = [leader_point(leader), unit_point(unit), hex_point(from)];
                let answers = if to.is_some() { &answers[..] } else { &answers[1..] };
                let refuse = |_: &Battle, _: &State, _: &Answer| {
                    let with = Refusal::new(rule!("2.5.2"), "leader.goes_with");
                    with.with("leader", leader_point(leader)).with("unit", unit_point(unit))
                };
                let answer = self.choose(side, rule!("2.5.2"), "leader.displace", about, answers, refuse)?;
                if answer.verb == verb::STAND {
                    continue;
                }
            }
            if to.is_some() {
                self.goes_along(leader, unit, to);
                gone.push(leader);
            } else {
                self.lose_commander(leader, rule!("2.5.2"));
            }
        }
        Ok(gone)
    }

    /// A commander goes on to a hex with the unit that they accompany: whom it passes on its way is nothing to them (2.5.2).
    pub fn goes_along(&mut self, leader: LeaderId, unit: UnitId, to: HexId) {
        let from = std::mem::replace(&mut self.s.leaders[leader.i()].hex, to);
        if from != to {
            self.tell(|| {
                leader_event(rule!("2.5.2"), "leader.accompanies", leader, from, to)
                    .unit("unit", unit.0.into())
            });
        }
    }

    /// A commander rides to a hex of their choice within 7 MP (2.5.1). Call only if [`may_ride`].
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn ride(&mut self, leader: LeaderId) -> Play<()> {
        let from = self.s.leaders[leader.i()].hex;
        let answer = self.ask(
            self.b.leaders[leader.i()].side,
            rule!("2.5.1"),
            "move.to",
            [leader_point(leader), hex_point(from), Point::Nothing],
            |b, s, out| each_ride(b, s, leader, |hex, _, _| out.push(Answer::one(verb::GO, hex_point(hex)))),
            |b, s, answer| refuse_ride(b, s, leader, answer),
        )?;
        let to = hex_of(&answer).expect("every answer to a ride points at a hex");
        let now = &mut self.s.leaders[leader.i()];
        (now.hex, now.moved) = (to, true);
        self.tell(|| leader_event(rule!("2.5.1"), "leader.rides", leader, from, to));
        Ok(())
    }

    /// A commander is lost; if they were their army's last, it receives no orders from the next Orders Phase on (2.5.2, RULING J1).
    pub fn lose_commander(&mut self, leader: LeaderId, rule: Rule) {
        let side = self.b.leaders[leader.i()].side;
        let now = &mut self.s.leaders[leader.i()];
        (now.hex, now.lost) = (HexId::NONE, true);
        self.tell(|| Event::new(rule, "leader.lost").point("leader", leader_point(leader)));
        if self.b.leader_ids().all(|l| self.b.leaders[l.i()].side != side || self.s.leaders[l.i()].lost) {
            self.tell(|| Event::new(rule!("2.5.2"), "leader.last").point("side", Point::Side(side)));
        }
    }
}

/// An event about a commander who changes place.
fn leader_event(rule: Rule, key: &'static str, leader: LeaderId, from: HexId, to: HexId) -> Event {
    Event::new(rule, key).point("leader", leader_point(leader)).place("from", from.0).place("to", to.0)
}
