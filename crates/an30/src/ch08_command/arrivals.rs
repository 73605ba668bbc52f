//! 8.9.4, 8.10: reinforcements, and leaders who return.

use ground::{Dir, Edge, HexId};
use table::{Answer, Event, Play, Point, Refusal, Rule, Side, rule};

use crate::Field;
use crate::ch10_zones::reactions::Act;
use crate::ch11_stacking::limits;
use crate::ch12_formations::{formations, skirmish};
use crate::ch13_movement::{allowance, shift, step};
use crate::ch18_artillery::battery_box;
use crate::core::Few;
use crate::core::battle::{Arm, Arrival, Battle, Trait};
use crate::core::charts::Traveller;
use crate::core::exact::Exact;
use crate::core::field::{Errand, about, hex_of, hex_point, leader_point, unit_point};
use crate::core::footprint;
use crate::core::state::{
    Chit, Formation, LeaderId, LeaderStatus, Mu, MuKind, State, Status, UnitId, did, leader_did,
};
use crate::core::{status, verb};

/// The terminus to which a unit that has entered in an earlier turn may regroup (8.10.7, reading 9).
pub fn terminus(b: &Battle, s: &State, unit: UnitId) -> Option<HexId> {
    let now = s.unit(unit);
    let arrival = b.arrivals.iter().position(|a| a.units.contains(&unit))?;
    (now.has(did::EN_ROUTE) && !now.has(did::ENTERED)).then_some(s.termini[arrival])
}

/// The named places on the roads and trails that lead to an entry: one of them may be its terminus (8.10.7).
pub fn places_on_the_road(b: &Battle, entry: HexId) -> Vec<HexId> {
    let mut known = vec![entry];
    let mut next = 0;
    while let Some(&hex) = known.get(next) {
        next += 1;
        for dir in Dir::ALL {
            let linked = b.ground.roads(hex, dir).iter().next().is_some();
            if let Some(to) = b.ground.neighbour(hex, dir).filter(|to| linked && !known.contains(to)) {
                known.push(to);
            }
        }
    }
    let named = |hex: &HexId| b.ground.places().iter().any(|(_, place)| place == hex);
    known.into_iter().skip(1).filter(named).collect()
}

/// The side to which an arrival belongs.
fn side_of(b: &Battle, arrival: &Arrival) -> Option<Side> {
    let unit = arrival.units.first().map(|u| b.side(*u));
    unit.or_else(|| arrival.leaders.first().map(|l| b.leader(*l).side))
}

/// Those who have come to their terminus are on their way to it no longer (8.10.7, reading 9).
pub fn reach_termini(b: &Battle, s: &mut State) {
    for (arrival, terminus) in b.arrivals.iter().zip(s.termini.clone()).filter(|(_, hex)| hex.is_some()) {
        for &unit in &arrival.units {
            if s.unit(unit).hexes().contains(&terminus) {
                s.unit_mut(unit).set(did::EN_ROUTE, false);
            }
        }
    }
}

/// The arrival with which a unit or leader is due.
fn due<'b>(b: &'b Battle, s: &State, is: impl Fn(&Arrival) -> bool) -> Option<&'b Arrival> {
    b.arrivals.iter().find(|a| is(a) && a.turn <= s.clock.turn)
}

/// Whether a hex lies on the edge of the map, so far from an entry that half a movement potential reaches it, rounded down (8.10.1, ruling 25).
fn is_entry(b: &Battle, entry: HexId, hex: HexId, movement: i16) -> bool {
    let edge = b.ground.neighbours(hex).iter().any(|h| !h.is_some());
    let share = b.charts.command.entry.value * Exact::whole(movement.into());
    edge && i32::from(b.ground.distance(entry, hex)) <= share.floor()
}

/// Entrance: how a reinforcement enters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entrance {
    /// In its usual formation.
    Formed,
    /// In road column, on the road or trail that runs off the map there (8.10.2).
    OnRoad,
}

impl Entrance {
    /// The entrance that an answer means.
    pub fn of(answer: &Answer) -> Entrance {
        let road = Point::Number(Formation::RoadColumn as i16);
        if answer.points.contains(&road) { Entrance::OnRoad } else { Entrance::Formed }
    }
}

/// Half movement points for a hex of a road or trail at the edge.
fn on_road(b: &Battle, hex: HexId, traveller: Traveller) -> Option<u16> {
    let roads = Dir::ALL.into_iter().flat_map(|dir| b.ground.roads(hex, dir).iter().collect::<Few<_, 4>>());
    roads.filter_map(|road| b.charts.roads[road].of(traveller)).min()
}

/// The cost for a reinforcement to enter at a hex: the hex, and on the road its place behind those who entered by it before this turn, who lie on it
/// drawn out (8.10.2). Limbered guns are on the road by themselves (18.2.2).
fn entry_cost(b: &Battle, s: &State, unit: UnitId, hex: HexId, how: Entrance) -> Result<u16, Refusal> {
    let refusal =
        |rule, why| Err(Refusal::new(rule, why).with("unit", unit_point(unit)).with("hex", hex_point(hex)));
    let entry = due(b, s, |a| a.units.contains(&unit)).map(|a| a.entry);
    let traveller = status::traveller(b, s, unit);
    let road = on_road(b, hex, traveller).filter(|_| entry == Some(hex));
    let ground = b.charts.terrain[b.ground.terrain(hex)].cost.of(traveller);
    let guns = b.arm(unit) == Arm::Artillery;
    let cost = match how {
        Entrance::OnRoad if guns || road.is_none() => return refusal(rule!("8.10.2"), "enter.no_road"),
        Entrance::OnRoad if b.unit_ids().any(|u| b.unit(u).part_of == unit) => {
            return refusal(rule!("12.8.2"), "form.road_column");
        }
        Entrance::Formed if !guns => ground,
        _ => road.or(ground),
    };
    let Some(cost) = cost else { return refusal(rule!("13.1.7.1"), "move.terrain") };
    let joins = how == Entrance::Formed && limits::conforms(b, s, unit, hex).is_some();
    let change = if joins { formations::cost(b, unit) } else { 0 };
    let hindered = change + skirmish::hindrance(b, s, unit, hex);
    if !is_on_road(b, unit, how) || road.is_none() {
        return Ok(cost + hindered);
    }
    let entered = b.unit_ids().filter(|u| s.unit(*u).has(did::ENTERED_ON_ROAD));
    let ahead = entered.filter(|u| due(b, s, |a| a.units.contains(u)).map(|a| a.entry) == entry);
    Ok(cost * (1 + ahead.map(|u| length(b, s, u)).sum::<u16>()) + hindered)
}

/// Whether who enters so comes by the road: in road column, or limbered guns (8.10.2, 18.2.2).
fn is_on_road(b: &Battle, unit: UnitId, how: Entrance) -> bool {
    how == Entrance::OnRoad || b.arm(unit) == Arm::Artillery
}

/// The hexes that a unit takes on a road.
fn length(b: &Battle, s: &State, unit: UnitId) -> u16 {
    if b.arm(unit) == Arm::Artillery {
        return 1;
    }
    shift::road_hexes(b, s, unit) as u16
}

/// Whether units of earlier arrivals are held back at an entry: nobody enters there before them (8.10.3). Guns and wagons that come back have entered
/// before.
fn is_held(b: &Battle, s: &State, arrival: &Arrival) -> bool {
    let held = |u: &UnitId| s.unit(*u).status == Status::Waiting && !s.unit(*u).has(did::RETURNS);
    let before = |a: &&Arrival| a.entry == arrival.entry && a.turn < arrival.turn;
    b.arrivals.iter().filter(before).any(|a| a.units.iter().any(held))
}

/// Whether a reinforcement finds room in the hex where it enters: a road column where nobody else is (12.8.2), whatever the ground there holds
/// (reading 913).
fn finds_room(b: &Battle, s: &State, unit: UnitId, hex: HexId, how: Entrance) -> Result<(), Refusal> {
    match how {
        Entrance::Formed => limits::may_join(b, s, &[unit], hex),
        Entrance::OnRoad if s.is_empty(hex) => Ok(()),
        Entrance::OnRoad => {
            Err(Refusal::new(rule!("12.8.2"), "stack.road_column").with("hex", hex_point(hex)))
        }
    }
}

/// Entry: how a unit comes onto the map.
enum Entry<'b> {
    /// With an arrival that is due.
    With(&'b Arrival),
    /// Back from the battery box.
    Back,
}

/// Whether a reinforcement may enter now, wherever that is; else the rule in the way.
fn may_come<'b>(
    b: &'b Battle,
    s: &State,
    side: Side,
    unit: UnitId,
) -> Result<Entry<'b>, (Rule, &'static str)> {
    if b.side(unit) != side || s.unit(unit).status != Status::Waiting {
        return Err((rule!("8.9.4"), "enter.not_waiting"));
    }
    if let Some(Chit::Mu(mu)) = s.activation.chit
        && !s.mus.get(mu.i()).is_some_and(|mu| is_of_column(b, s, mu, unit))
    {
        return Err((rule!("8.10.5"), "enter.not_of_column"));
    }
    if s.unit(unit).has(did::HALTED) {
        return Err((rule!("8.4.4"), "enter.division_done"));
    }
    if s.unit(unit).has(did::RETURNS) {
        return Ok(Entry::Back);
    }
    match due(b, s, |a| a.units.contains(&unit)) {
        None => Err((rule!("8.9.4"), "enter.not_due")),
        Some(arrival) if is_held(b, s, arrival) => Err((rule!("8.10.3"), "enter.others_first")),
        Some(arrival) => Ok(Entry::With(arrival)),
    }
}

/// Whether a reinforcement may enter at a hex, and what it costs.
///
/// # Errors
/// Why not.
pub fn may_enter(
    b: &Battle,
    s: &State,
    side: Side,
    unit: UnitId,
    hex: HexId,
    how: Entrance,
) -> Result<u16, Refusal> {
    let refusal =
        |rule, why| Err(Refusal::new(rule, why).with("unit", unit_point(unit)).with("hex", hex_point(hex)));
    let arrival = match may_come(b, s, side, unit) {
        Ok(Entry::With(arrival)) => arrival,
        Ok(Entry::Back) => return battery_box::may_return(b, s, unit, hex),
        Err((rule, why)) => return refusal(rule, why),
    };
    if !is_entry(b, arrival.entry, hex, b.unit(unit).movement) {
        return refusal(rule!("8.10.1"), "enter.place");
    }
    if status::is_enemy(b, s, side, hex) {
        return refusal(rule!("13.1.4"), "move.enemy");
    }
    finds_room(b, s, unit, hex, how)?;
    let total = entry_cost(b, s, unit, hex, how)?;
    if total > allowance::allowance(b, s, unit) {
        return refusal(rule!("8.10.2"), "move.points");
    }
    Ok(total)
}

/// Whether a unit that is still off the map belongs to a march column (8.6.4, 8.10.5).
fn is_of_column(b: &Battle, s: &State, mu: &Mu, unit: UnitId) -> bool {
    let own = s.leader(mu.leader).leads.some();
    mu.kind == MuKind::MarchColumn && own.is_some_and(|own| b.within(b.unit(unit).command, own))
}

/// Whether a leader who is due finds nobody held back ahead in the order of entry (8.10.3).
///
/// # Errors
/// Others enter first.
pub fn waits_for_nobody(b: &Battle, s: &State, leader: LeaderId) -> Result<(), Refusal> {
    match due(b, s, |a| a.leaders.contains(&leader)) {
        Some(arrival) if is_held(b, s, arrival) => {
            Err(Refusal::new(rule!("8.10.3"), "enter.others_first").with("leader", leader_point(leader)))
        }
        _ => Ok(()),
    }
}

/// A battery that was chosen from the box and can enter: it must in the same turn (18.11.2).
pub fn must_return(b: &Battle, s: &State, side: Side) -> Option<UnitId> {
    let waits = |u: &UnitId| {
        let now = s.unit(*u);
        let due = now.status == Status::Waiting && now.has(did::RETURNS);
        due && b.side(*u) == side && !b.is(*u, Trait::Wagon)
    };
    let enters = |u: &UnitId| b.ground.hexes().any(|hex| battery_box::may_return(b, s, *u, hex).is_ok());
    let on_chit = s.activation.chit == Some(Chit::Reinforcement);
    b.unit_ids().filter(|_| on_chit).find(|u| waits(u) && enters(u))
}

/// The hexes where a leader may enter or return: the entry of the arrival, or for a wounded one the side's depots (8.2.3).
pub fn leader_entries(b: &Battle, s: &State, side: Side, leader: LeaderId) -> Vec<HexId> {
    let now = s.leader(leader);
    let free = |hex: &HexId| {
        !status::is_enemy(b, s, side, *hex)
            && b.charts.terrain[b.ground.terrain(*hex)].cost.of(Traveller::Leader).is_some()
    };
    if b.leader(leader).side != side {
        return Vec::new();
    }
    match now.status {
        LeaderStatus::Waiting => {
            let arrival = due(b, s, |a| a.leaders.contains(&leader));
            let open = arrival.filter(|_| waits_for_nobody(b, s, leader).is_ok());
            open.map(|a| a.entry).into_iter().filter(free).collect()
        }
        LeaderStatus::Wounded if now.back <= s.clock.turn => {
            let depots = &b.sides[side.index()].depots;
            // Who routed off the map returns anywhere on its edge not too far from a depot (13.2.7).
            let far = if now.has(leader_did::ROUTED) { b.charts.command.leader_returns.count() } else { 0 };
            let edge = Edge::ALL.iter().flat_map(|edge| b.ground.edge_hexes(*edge)).filter(|_| far > 0);
            let near = |hex: &HexId| depots.iter().any(|d| b.ground.distance(*d, *hex) <= far);
            let mut hexes: Vec<HexId> =
                edge.filter(near).chain(depots.iter().copied()).filter(|hex| free(hex)).collect();
            hexes.sort();
            hexes.dedup();
            hexes
        }
        _ => Vec::new(),
    }
}

/// All who may enter on the Reinforcement Chit, and where.
pub fn list(b: &Battle, s: &State, side: Side, out: &mut Vec<Answer>) {
    for unit in b.unit_ids().filter(|u| may_come(b, s, side, *u).is_ok()) {
        let able = |hex: HexId, how| may_enter(b, s, side, unit, hex, how).is_ok();
        for hex in b.ground.hexes().filter(|hex| able(*hex, Entrance::Formed)) {
            out.push(Answer::two(verb::ENTER, unit_point(unit), hex_point(hex)));
        }
        let returns = s.unit(unit).has(did::RETURNS);
        if let Some(hex) = due(b, s, |a| a.units.contains(&unit)).map(|a| a.entry).filter(|_| !returns)
            && able(hex, Entrance::OnRoad)
        {
            let road = Point::Number(Formation::RoadColumn as i16);
            out.push(Answer::three(verb::ENTER, unit_point(unit), hex_point(hex), road));
        }
    }
    if s.activation.chit != Some(Chit::Reinforcement) {
        return;
    }
    for leader in b.leader_ids() {
        let open = leader_entries(b, s, side, leader).into_iter();
        out.extend(open.map(|hex| Answer::two(verb::ENTER, leader_point(leader), hex_point(hex))));
    }
}

impl Field<'_> {
    /// Before the first turn the owner of reinforcements may name the terminus of each place where they enter: a named place on a road or trail that
    /// leads to it, unless the battle has named one (8.10.7). One place a checkpoint.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn name_terminus(&mut self) -> Play<Errand> {
        let b = self.b;
        while self.s.clock.turn == 0 && usize::from(self.s.clock.cursor) < b.arrivals.len() {
            let at = usize::from(self.s.clock.cursor);
            self.s.clock.cursor += 1;
            let arrival = &b.arrivals[at];
            let Some(side) = side_of(b, arrival) else { continue };
            let same = |a: &Arrival| a.entry == arrival.entry && side_of(b, a) == Some(side);
            let places = places_on_the_road(b, arrival.entry);
            if self.s.termini[at].is_some() || b.arrivals[..at].iter().any(same) || places.is_empty() {
                continue;
            }
            let mut answers: Few<Answer> =
                places.into_iter().map(|hex| Answer::one(verb::GO, hex_point(hex))).collect();
            answers.push(Answer::button(verb::PASS));
            let points = about([hex_point(arrival.entry)]);
            let answer = self.choose(side, rule!("8.10.7"), "terminus", points, &answers)?;
            if let Some(hex) = hex_of(&answer) {
                for (other, terminus) in b.arrivals.iter().zip(&mut self.s.termini) {
                    if same(other) && !terminus.is_some() {
                        *terminus = hex;
                    }
                }
            }
            return Ok(Errand::Done);
        }
        self.s.clock.cursor = 0;
        Ok(Errand::Nothing)
    }

    /// A reinforcement enters, and moves on with what it has left (8.10, 8.10.4).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn enter(&mut self, unit: UnitId, hex: HexId, how: Entrance) -> Play<()> {
        let cost = may_enter(self.b, self.s, self.b.side(unit), unit, hex, how).unwrap_or_default();
        let usual = match how {
            Entrance::OnRoad => Formation::RoadColumn,
            Entrance::Formed => Formation::usual(self.b.arm(unit)),
        };
        let arrival = due(self.b, self.s, |a| a.units.contains(&unit));
        let on_road = is_on_road(self.b, unit, how) && arrival.is_some_and(|a| a.entry == hex);
        let arrives = self.b.arrivals.iter().zip(&self.s.termini).find(|(a, _)| a.units.contains(&unit));
        let goes_on = arrives.is_some_and(|(_, terminus)| terminus.is_some());
        self.s.unit_mut(unit).formation = usual;
        // Who joins friends takes up their formation (11.1.2).
        let joins = limits::conforms(self.b, self.s, unit, hex);
        let formation = joins.unwrap_or_else(|| step::formation_in(self.b, self.s, unit, hex));
        let row = self.b.charts.formation(self.b.arm(unit), formation);
        let centre = HexId((self.b.ground.len() / 2) as u16);
        let inward = self.b.ground.aim_to(hex, centre);
        let aim = footprint::aims(row).min_by_key(|aim| inward.map(|inward| aim.twelfths_to(inward)));
        let lead = self.lead(&[unit], hex);
        self.s.put(unit, &[hex]);
        let now = self.s.unit_mut(unit);
        (now.status, now.formation, now.aim) =
            (Status::Map, formation, lead.or(aim).expect("a formation has an aim"));
        now.set(did::ENTERED | did::ACTED | did::MEMBER, true);
        now.set(did::RETURNS, false);
        now.set(did::EN_ROUTE, goes_on);
        now.set(did::ENTERED_ON_ROAD, on_road);
        (now.spent, now.spent_turn) = (cost, cost);
        self.tell(|| {
            Event::new(rule!("8.9.4"), "entered").point("unit", unit_point(unit)).point("hex", hex_point(hex))
        });
        self.leaders_fly(hex, self.b.side(unit))?;
        self.s.activation.came_from = HexId::NONE;
        if joins == Some(Formation::Square) {
            self.join_square(hex, &[(unit, usual)])?;
        }
        if joins.is_some() && self.s.unit(unit).hex() == hex {
            self.spend(&[unit], Act::Conformed)?;
        }
        self.meets(&[unit], &[], Act::Spend)?;
        self.move_on(&[unit], &[])
    }

    /// A leader enters, or returns after a wound (8.2.3), and rides on with what movement is left.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn leader_enters(&mut self, leader: LeaderId, hex: HexId) -> Play<()> {
        let (adc, command) = (self.b.leader(leader).post.is_adc(), self.b.leader(leader).command);
        let vacant = crate::ch08_command::span::leader_of(self.b, self.s, command).is_none();
        let cost = self.b.charts.terrain[self.b.ground.terrain(hex)].cost.of(Traveller::Leader);
        let now = self.s.leader_mut(leader);
        if now.status == LeaderStatus::Waiting && !adc && vacant {
            now.leads = command;
        }
        (now.hex, now.status) = (hex, LeaderStatus::Map);
        now.spent = cost.unwrap_or_default();
        now.set(leader_did::ROUTED, false);
        self.tell(|| {
            Event::new(rule!("8.9.4"), "leader.entered")
                .point("leader", leader_point(leader))
                .point("hex", hex_point(hex))
        });
        self.march_on_entry(leader)?;
        self.ride(leader)
    }
}
