//! 5.2: reinforcements. Which of their markers are in the cup is settled by [`crate::ch03_initiative::initiative::in_play`].

use ground::HexId;
use table::{Answer, Event, Play, Point, Refusal, Side, rule};

use crate::ch00_general::general::ratings;
use crate::ch01_turn::turn::SIDES;
use crate::ch02_orders::orders::{is_active, own_group};
use crate::ch04_movement::movement::costs::hex_half_mp;
use crate::ch04_movement::movement::{Pace, Party, Walk};
use crate::ch05_stacking::arrival::ArrivalKind;
use crate::ch05_stacking::stacking;
use crate::ch06_facing::zones;
use crate::ch11_rally::demoralization::may_step_into;
use crate::ch12_weather::weather;
use crate::core::battle::{Arm, Arrival, Battle, MarkerKind};
use crate::core::field::{Field, hex_point, marker_point, unit_point};
use crate::core::state::{Chit, Condition, FormationId, Group, OrderStatus, Renfort, State, UnitId};
use crate::core::verb;
use crate::{Few, why};

/// Enemies at so many hexes or fewer end a reinforcement's status (5.2.1).
const NEAR: u16 = 5;
/// The most units that can enter as one stack (5.1.1, 5.2.2).
const MOST: usize = 3;

/// Whether a unit is still to come: neither on the map nor eliminated.
fn is_waiting(s: &State, unit: UnitId) -> bool {
    !s.unit(unit).on_map() && s.unit(unit).condition != Condition::Eliminated
}

/// Whether units of a formation may enter this turn: scheduled for it or an earlier one, and still off the map (5.2.1).
pub fn is_due(b: &Battle, s: &State, formation: FormationId) -> bool {
    let due = |a: &&Arrival| a.formation == formation && a.turn <= s.clock.turn;
    b.arrivals.iter().filter(due).any(|a| a.units.iter().any(|&u| is_waiting(s, u)))
}

/// The arrival by which a unit that is still to come enters.
fn arrival_of<'b>(b: &'b Battle, s: &State, unit: UnitId) -> Option<&'b Arrival> {
    b.arrivals.iter().find(|a| a.units.contains(&unit) && is_waiting(s, unit))
}

/// The column in which an arrival marches, as an index into [`State::entered`].
/// RULING J133: a column is what enters of one formation by one hex.
fn column_of(b: &Battle, arrival: &Arrival) -> usize {
    let same = |a: &Arrival| a.formation == arrival.formation && a.entry == arrival.entry;
    b.arrivals.iter().position(same).expect("an arrival is one of the battle's")
}

/// Whether a unit's marker lets it enter in a movement step (5.2, 5.2.1), its entry hex and the cost apart.
///
/// # Errors
/// Why not.
pub fn may_arrive(b: &Battle, s: &State, unit: UnitId) -> Result<(), Refusal> {
    let refusal = |rule, why| Refusal::new(rule, why).with("unit", unit_point(unit));
    let Some(arrival) = arrival_of(b, s, unit) else {
        return Err(match s.unit(unit).on_map() {
            true => refusal(rule!("5.2"), "entry.none"),
            false => why::off_map(b, s, unit),
        });
    };
    if arrival.turn > s.clock.turn {
        let turn = Point::Number(i16::from(arrival.turn) + 1);
        return Err(refusal(rule!("5.2.1"), "entry.early").with("turn", turn));
    }
    if !is_active(b, s, unit) {
        return Err(Refusal { rule: rule!("5.2"), ..why::inactive(b, s, unit) });
    }
    // RULING J132: reinforcements come on when a marker is drawn from the cup; the one that opens the turn was not.
    let marker = s.clock.marker;
    if s.markers[marker.i()] == Chit::Opening {
        return Err(refusal(rule!("5.2"), "entry.opening").with("marker", marker_point(marker)));
    }
    if matches!(b.marker(marker).kind, MarkerKind::Combined { brings_reinforcements: false, .. }) {
        return Err(refusal(rule!("2.1.2"), "entry.combined").with("marker", marker_point(marker)));
    }
    Ok(())
}

/// Whether an enemy of the side is so near to a hex that reinforcements there have no such status (5.2.1).
pub fn enemy_near(b: &Battle, s: &State, side: Side, hex: HexId) -> bool {
    b.unit_ids()
        .any(|u| b.side(u) != side && s.unit(u).on_map() && b.ground.distance(s.unit(u).hex, hex) <= NEAR)
}

/// Status of a unit that enters (5.2.1).
fn status(b: &Battle, s: &State, side: Side, entry: HexId, pace: Pace) -> Renfort {
    match pace {
        _ if enemy_near(b, s, side, entry) => Renfort::ThisTurn,
        Pace::Normal => Renfort::Normal,
        Pace::Forced => Renfort::Marked,
    }
}

/// The cost of the entry hex in half movement points, for the first stack of a formation (5.2.2).
/// RULING J113: a road or trail in the entry hex is taken to come from beyond the map; next to an enemy (`near`) it spares nothing
/// (4.3.1), but still lets in who could not enter without it (RULING J123).
fn entry_cost(b: &Battle, arm: Arm, entry: HexId, near: bool) -> Option<u16> {
    let terrain = hex_half_mp(b, arm, entry);
    if near && terrain.is_some() {
        return terrain;
    }
    let roads = ground::Dir::ALL.iter().flat_map(|&dir| b.ground.roads(entry, dir).iter());
    let rate = roads.map(|road| b.charts.roads[road].half_mp(arm)).min();
    rate.into_iter().chain(terrain).min()
}

/// Half movement points left to units that enter together, once the entry hex is paid (5.2.2).
///
/// # Errors
/// Why they cannot enter so.
pub fn left_after_entry(b: &Battle, s: &State, units: &[UnitId], pace: Pace) -> Result<u16, Refusal> {
    let first = units[0];
    units.iter().try_for_each(|&u| may_arrive(b, s, u))?;
    let arrival = arrival_of(b, s, first).expect("the unit may arrive");
    let (entry, side, arm) = (arrival.entry, b.side(first), b.arm(first));
    let refusal =
        |rule, why| Refusal::new(rule, why).with("unit", unit_point(first)).with("hex", hex_point(entry));
    if units.iter().any(|&u| b.arm(u) != arm || arrival_of(b, s, u).map(|a| a.entry) != Some(entry)) {
        return Err(refusal(rule!("4.4.1"), "entry.unlike"));
    }
    let status = status(b, s, side, entry, pace);
    if pace == Pace::Normal && status == Renfort::ThisTurn {
        return Err(refusal(rule!("5.2.1"), "entry.near"));
    }
    may_use_entry(b, s, units, entry, status)?;
    let controlled = zones::in_enemy_zone(b, s, side, entry);
    let Some(cost) = entry_cost(b, arm, entry, zones::next_to_enemy(b, s, side, entry)) else {
        return Err(refusal(rule!("4.3.2"), "entry.impassable"));
    };
    let nth = u16::from(s.entered[column_of(b, arrival)]) + 1;
    let paid = cost * nth + if controlled { weather::zone_entry_half_mp(b, s) } else { 0 };
    let rate = if status == Renfort::Marked { 2 } else { 1 };
    let allowance = units.iter().map(|&u| ratings(b, s, u).half_mp * rate).min().expect("a stack has units");
    let too_dear = || refusal(rule!("5.2.2"), "entry.too_dear").with("stack", Point::Number(nth as i16));
    allowance.checked_sub(paid).ok_or_else(too_dear)
}

/// Whether the entry hex can be used: not held by the enemy, within the stacking limits, not barred by a zone of control.
fn may_use_entry(
    b: &Battle,
    s: &State,
    units: &[UnitId],
    entry: HexId,
    status: Renfort,
) -> Result<(), Refusal> {
    let first = units[0];
    let side = b.side(first);
    let refusal =
        |rule, why| Refusal::new(rule, why).with("unit", unit_point(first)).with("hex", hex_point(entry));
    if s.top(entry).is_some_and(|u| b.side(u) != side) {
        return Err(refusal(rule!("5.1.2"), "entry.enemy"));
    }
    if status == Renfort::Marked && !s.is_empty(entry) {
        return Err(refusal(rule!("4.1.3"), "entry.occupied"));
    }
    // RULING J112: no entry into a hex in which the units could not stay; stacking limits delay an entry (5.2.2).
    stacking::may_join(b, s, units, entry)?;
    if b.is_gun(first)
        && s.stack(entry).all(|u| b.is_gun(u))
        && let Some(enemy) = zones::holder(b, s, side, entry, |_| true)
    {
        return Err(refusal(rule!("6.2.2"), "zoc.artillery").with("enemy", unit_point(enemy)));
    }
    may_step_into(b, s, first, entry)
}

/// Appends the ways in which reinforcements may enter now: ENTER (a unit) and ENTER_STACK (two or three) by forced march, or at
/// the normal rate if an enemy is near; ENTER_NORMAL (one to three units) in normal march (5.2.1, 5.2.2).
pub fn entries(b: &Battle, s: &State, out: &mut Vec<Answer>) {
    for first in b.unit_ids().filter(|&u| may_arrive(b, s, u).is_ok()) {
        add_entries(b, s, &[first], out);
        for second in b.unit_ids().filter(|&u| u > first && may_arrive(b, s, u).is_ok()) {
            add_entries(b, s, &[first, second], out);
            for third in b.unit_ids().filter(|&u| u > second && may_arrive(b, s, u).is_ok()) {
                add_entries(b, s, &[first, second, third], out);
            }
        }
    }
}

fn add_entries(b: &Battle, s: &State, units: &[UnitId], out: &mut Vec<Answer>) {
    let mut points = [Point::Nothing; 3];
    for (point, &unit) in points.iter_mut().zip(units) {
        *point = unit_point(unit);
    }
    if left_after_entry(b, s, units, Pace::Forced).is_ok() {
        let verb = if units.len() == 1 { verb::ENTER } else { verb::ENTER_STACK };
        out.push(Answer { verb, points });
    }
    if left_after_entry(b, s, units, Pace::Normal).is_ok() {
        out.push(Answer { verb: verb::ENTER_NORMAL, points });
    }
}

/// The units an entry answer names.
fn named(answer: &Answer) -> ([UnitId; MOST], usize) {
    let mut units = [UnitId::NONE; MOST];
    let mut count = 0;
    for point in answer.points {
        if let Point::Unit(unit) = point {
            units[count] = UnitId(unit as u8);
            count += 1;
        }
    }
    (units, count)
}

/// The march by which an entry answer brings its units on: forced, unless it says otherwise (5.2.1).
fn pace_of(answer: &Answer) -> Pace {
    if answer.verb == verb::ENTER_NORMAL { Pace::Normal } else { Pace::Forced }
}

/// Reason why an entry answer that is not listed is refused.
pub fn refuse_entry(b: &Battle, s: &State, answer: &Answer) -> Refusal {
    let (units, count) = named(answer);
    let units = &units[..count];
    let [first, ..] = *units else { return why::not_offered(rule!("5.2.2")) };
    if let Some(&other) = units.iter().find(|&&u| b.side(u) != b.side(first)) {
        return Refusal::new(rule!("5.2"), "move.not_yours").with("unit", unit_point(other));
    }
    if let Err(refusal) = left_after_entry(b, s, units, pace_of(answer)) {
        return refusal;
    }
    if let Some((_, &again)) = units.iter().enumerate().find(|(i, unit)| units[..*i].contains(unit)) {
        return Refusal::new(rule!("5.2.2"), "entry.twice").with("unit", unit_point(again));
    }
    // The first two that stand the wrong way round.
    let wrong = units.iter().zip(&units[1..]).find(|(one, next)| next < one);
    let (&late, &early) = wrong.unwrap_or((&first, &first));
    Refusal::new(rule!("5.2.2"), "entry.order")
        .with("unit", unit_point(late))
        .with("first", unit_point(early))
}

/// Whether a hex is barred to a side because it is, or is next to, an entry hex of enemy reinforcements still to come (5.2.3).
///
/// # Errors
/// The refusal.
pub fn bars(b: &Battle, s: &State, side: Side, hex: HexId) -> Result<(), Refusal> {
    for arrival in &b.arrivals {
        let enemy = b.formations[arrival.formation.i()].side != side;
        if enemy
            && b.ground.distance(arrival.entry, hex) <= 1
            && arrival.units.iter().any(|&u| is_waiting(s, u))
        {
            return Err(Refusal::new(rule!("5.2.3"), "entry.barred")
                .with("hex", hex_point(hex))
                .with("entry", hex_point(arrival.entry)));
        }
    }
    Ok(())
}

impl Field<'_, '_> {
    /// Reinforcements enter as an answer of [`entries`] says, and walk on with what is left to them (5.2.2).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn enter_map(&mut self, answer: &Answer) -> Play<()> {
        let (units, count) = named(answer);
        let units = &units[..count];
        let pace = pace_of(answer);
        let left =
            left_after_entry(self.b, self.s, units, pace).expect("the gate admits lawful entries only");
        let arrival = arrival_of(self.b, self.s, units[0]).expect("a unit that enters has an arrival");
        let status = status(self.b, self.s, self.b.side(units[0]), arrival.entry, pace);
        self.s.entered[column_of(self.b, arrival)] += 1;
        for &unit in units {
            let group = own_group(unit);
            self.s.groups[group.i()] =
                Group { revealed: true, order_status: OrderStatus::NoOrders, ..State::no_order() };
            let now = self.s.unit_mut(unit);
            (now.facing, now.renfort, now.group) = (arrival.facing, status, group);
            self.tell(|| {
                Event::new(rule!("5.2.2"), "reinforcement.enters")
                    .unit("unit", unit.0.into())
                    .place("hex", arrival.entry.0)
                    .word(
                        "status",
                        match status {
                            Renfort::Marked => "renfort_marked",
                            Renfort::ThisTurn => "renfort_this_turn",
                            _ => "renfort_normal",
                        },
                    )
            });
        }
        self.relocate_together(units, arrival.entry, ArrivalKind::Own)?;
        let party = units[1..].iter().fold(Party::one(units[0]), |party, &unit| party.and(unit));
        let pace = if status == Renfort::Marked { Pace::Forced } else { Pace::Normal };
        self.walk(Walk::entered(party, pace, left))
    }

    /// A unit came into a hex: reinforcement markers come off where an enemy is now near, its own or those of enemies near it
    /// (5.2.1, RULING J9).
    pub fn release_round(&mut self, unit: UnitId) {
        self.release_near_enemy(unit);
        let (b, s) = (self.b, &*self.s);
        let marked = b.unit_ids().filter(|&u| s.unit(u).renfort == Renfort::Marked);
        let others = marked.filter(|&u| s.unit(u).on_map()).filter(|&u| u != unit);
        let near = |&u: &UnitId| b.ground.distance(s.unit(u).hex, s.unit(unit).hex) <= NEAR;
        let others: Few<UnitId> = others.filter(near).collect();
        for other in others {
            self.release_near_enemy(other);
        }
    }

    /// Takes a unit's reinforcement marker off if an enemy is within 5 hexes; it has No Orders at once (5.2.1).
    pub fn release_near_enemy(&mut self, unit: UnitId) {
        let now = self.s.unit(unit);
        if now.renfort == Renfort::Marked
            && now.on_map()
            && enemy_near(self.b, self.s, self.b.side(unit), now.hex)
        {
            self.release(unit, "reinforcement.released");
        }
    }

    fn release(&mut self, unit: UnitId, key: &'static str) {
        self.s.unit_mut(unit).renfort = Renfort::Released;
        self.tell(|| Event::new(rule!("5.2.1"), key).unit("unit", unit.0.into()));
    }

    /// Phase A: each side may take reinforcement markers off its units (1.A, 5.2.1).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn release_reinforcements(&mut self) -> Play<()> {
        for side in SIDES {
            while self.offer_release(side)? {}
        }
        Ok(())
    }

    fn offer_release(&mut self, side: Side) -> Play<bool> {
        let bears = move |b: &Battle, s: &State, u: UnitId| {
            b.side(u) == side && s.unit(u).on_map() && s.unit(u).renfort == Renfort::Marked
        };
        if !self.b.unit_ids().any(|u| bears(self.b, self.s, u)) {
            return Ok(false);
        }
        let answer = self.ask(
            side,
            rule!("5.2.1"),
            "release.reinforcement",
            [Point::Side(side), Point::Nothing, Point::Nothing],
            |b, s, out| {
                let marked = b.unit_ids().filter(|&u| bears(b, s, u));
                out.extend(marked.map(|u| Answer::one(verb::RELEASE, unit_point(u))));
                out.push(Answer::button(verb::PASS));
            },
            |b, s, answer| match crate::core::field::unit_of(answer) {
                Some(unit) if !s.unit(unit).on_map() => why::off_map(b, s, unit),
                _ => Refusal::new(rule!("5.2.1"), "release.unmarked").with("unit", answer.points[0]),
            },
        )?;
        let Some(unit) = crate::core::field::unit_of(&answer) else { return Ok(false) };
        self.release(unit, "reinforcement.given_up");
        Ok(true)
    }
}
