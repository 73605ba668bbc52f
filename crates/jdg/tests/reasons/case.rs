//! A refusal in its position, and what of the position the rules' text speaks of, worked out anew: no predicate of the rulebook is
//! asked.

use ground::{Dir, Feature, Flood, HexId, Step};
use jdg::core::battle::{Arm, MarkerKind, Weather};
use jdg::core::state::{
    Condition, FormationId, LeaderId, MarkerId, OrderStatus, Phase, Renfort, Segment, Unit, UnitId, did,
};
use jdg::{Battle, State};
use table::{Answer, Point, Refusal, Side};

/// A question, what was tried instead of its legal answers, and what was said to it.
pub struct Case<'a> {
    pub b: &'a Battle,
    pub s: &'a State,
    pub side: Side,
    pub key: &'static str,
    pub about: [Point; 3],
    pub legal: &'a [Answer],
    pub answer: Answer,
    pub refusal: Refusal,
}

const CROSSINGS: [Feature; 2] = [Feature::Bridge, Feature::Ford];

impl Case<'_> {
    fn fact(&self, name: &str) -> Point {
        let named = self.refusal.facts.iter().find(|(known, _)| *known == name);
        named.map_or(Point::Nothing, |(_, point)| *point)
    }

    /// The unit of that name among the facts.
    pub fn unit(&self, name: &str) -> UnitId {
        let Point::Unit(unit) = self.fact(name) else { panic!("{} has no unit {name}", self.refusal.why) };
        UnitId(unit as u8)
    }

    /// The hex of that name among the facts.
    pub fn hex(&self, name: &str) -> HexId {
        let Point::Place(hex) = self.fact(name) else { panic!("{} has no hex {name}", self.refusal.why) };
        HexId(hex)
    }

    pub fn number(&self, name: &str) -> i32 {
        let Point::Number(number) = self.fact(name) else {
            panic!("{} has no number {name}", self.refusal.why)
        };
        number.into()
    }

    pub fn leader(&self) -> LeaderId {
        let Point::Leader(leader) = self.fact("leader") else { panic!("{} has no leader", self.refusal.why) };
        LeaderId(leader as u8)
    }

    pub fn marker(&self) -> MarkerId {
        let Point::Marker(marker) = self.fact("marker") else { panic!("{} has no marker", self.refusal.why) };
        MarkerId(marker as u8)
    }

    pub fn formation(&self) -> Option<FormationId> {
        if let Point::Formation(f) = self.fact("formation") { Some(FormationId(f as u8)) } else { None }
    }

    pub fn facing(&self) -> Option<u8> {
        if let Point::Facing(f) = self.fact("facing") { Some(f) } else { None }
    }

    pub fn thing(&self) -> Point {
        self.fact("thing")
    }

    /// Hex of the combat's unit.
    pub fn at(&self, unit: UnitId) -> HexId {
        self.s.unit(unit).hex
    }

    pub fn now(&self, unit: UnitId) -> &Unit {
        self.s.unit(unit)
    }

    pub fn did(&self, unit: UnitId, bits: u32) -> bool {
        self.now(unit).did & bits != 0
    }

    pub fn arm(&self, unit: UnitId) -> Arm {
        self.b.units[unit.i()].arm
    }

    pub fn of(&self, unit: UnitId) -> Side {
        self.b.units[unit.i()].side
    }

    pub fn is(&self, unit: UnitId, condition: Condition) -> bool {
        self.now(unit).condition == condition
    }

    pub fn here(&self, hex: HexId) -> Vec<UnitId> {
        self.b.unit_ids().filter(|&u| hex.is_some() && self.at(u) == hex).collect()
    }

    pub fn together(&self, one: UnitId, other: UnitId) -> bool {
        one != other && self.at(one).is_some() && self.at(one) == self.at(other)
    }

    pub fn apart(&self, one: HexId, other: HexId) -> u16 {
        if one.is_some() && other.is_some() { self.b.ground.distance(one, other) } else { u16::MAX }
    }

    /// The direction from a hex to the next one.
    pub fn dir(&self, from: HexId, to: HexId) -> Option<Dir> {
        if from.is_some() && to.is_some() { self.b.ground.dir_to(from, to) } else { None }
    }

    pub fn next(&self, one: HexId, other: HexId) -> bool {
        self.apart(one, other) == 1
    }

    /// Whether enemies of a side hold a hex.
    pub fn held(&self, side: Side, hex: HexId) -> bool {
        self.here(hex).iter().any(|&u| self.of(u) != side)
    }

    /// Enemies of a side on the map.
    pub fn enemies(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.b.unit_ids().filter(move |&u| self.of(u) != side && self.at(u).is_some())
    }

    pub fn weather(&self) -> Weather {
        self.b.turns[usize::from(self.s.clock.turn)].weather
    }

    pub fn in_step(&self, segment: Segment) -> bool {
        self.s.clock.phase == Phase::Activation && self.s.clock.segment == segment
    }

    /// The side whose marker is used.
    pub fn mover(&self) -> Option<Side> {
        (self.s.clock.phase == Phase::Activation).then(|| self.b.markers[self.s.clock.marker.i()].side)
    }

    /// Whether a unit's formation is active (2.2).
    pub fn active(&self, unit: UnitId) -> bool {
        let own = self.b.units[unit.i()].formation;
        self.s.clock.phase == Phase::Activation
            && match &self.b.markers[self.s.clock.marker.i()].kind {
                MarkerKind::Ordinary(formation) => *formation == own,
                MarkerKind::Combined { formations, .. } => formations.contains(&own),
            }
    }

    /// Order status of a unit (2.4), if its formation is active.
    pub fn orders(&self, unit: UnitId) -> Option<OrderStatus> {
        let now = self.now(unit);
        self.active(unit).then(|| match now.renfort {
            Renfort::Marked | Renfort::ThisTurn => OrderStatus::Received,
            Renfort::Normal | Renfort::Released => OrderStatus::NoOrders,
            Renfort::None => {
                now.group.some().map_or(OrderStatus::NoOrders, |g| self.s.groups[g.i()].order_status)
            }
        })
    }

    /// Whether an order is withheld from a unit but for rallying (2.4.3).
    pub fn rally_only(&self, unit: UnitId) -> bool {
        self.orders(unit) == Some(OrderStatus::RallyOnly)
    }

    fn terrain(&self, hex: HexId) -> &jdg::core::charts::TerrainRow {
        &self.b.charts.terrain[self.b.ground.terrain(hex)]
    }

    pub fn ground(&self, hex: HexId) -> &jdg::core::charts::TerrainRow {
        self.terrain(hex)
    }

    /// Rows of a hexside: a bridge or ford over a river stands for it (9.1, 10.3.4).
    pub fn hexside_rows(&self, from: HexId, dir: Dir) -> Vec<&jdg::core::charts::HexsideRow> {
        let features: Vec<Feature> = self.b.ground.hexside(from, dir).iter().collect();
        let river = features.contains(&Feature::River);
        let crossed = features.iter().any(|f| CROSSINGS.contains(f));
        let water = |f: Feature| matches!(f, Feature::River | Feature::Stream);
        let counts = |f: &Feature| match *f {
            f if water(f) && crossed => !river,
            Feature::Bridge => river || !features.contains(&Feature::Stream),
            _ => true,
        };
        features.iter().copied().filter(|f| counts(f)).map(|f| &self.b.charts.hexsides[f]).collect()
    }

    /// The front hexes (6.1.1).
    pub fn fronts(&self, unit: UnitId) -> Vec<HexId> {
        let now = self.now(unit);
        if !now.hex.is_some() || now.condition >= Condition::Routed {
            return Vec::new();
        }
        let all = now.square || self.terrain(now.hex).six_fronts;
        let dirs = Dir::ALL.into_iter().filter(|dir| all || now.facing.fronts().contains(dir));
        dirs.filter_map(|dir| self.b.ground.neighbour(now.hex, dir)).collect()
    }

    /// Whether a unit's zone of control reaches a hex (6.2.1).
    pub fn zone(&self, unit: UnitId, to: HexId) -> bool {
        let now = self.now(unit);
        let none = now.square || now.condition >= Condition::Routed || self.arm(unit) == Arm::Artillery;
        if none || !self.next(now.hex, to) {
            return false;
        }
        let dir = self.dir(now.hex, to).expect("next to each other");
        let walled =
            !self.terrain(to).zoc_enters && self.b.ground.terrain(to) != self.b.ground.terrain(now.hex);
        let into = self.b.ground.protected(to, dir.opposite());
        let road = !self.b.ground.roads(now.hex, dir).is_empty();
        let arm = self.arm(unit);
        let open = |row: &&jdg::core::charts::HexsideRow| {
            row.zoc_across
                && (row.zoc_into != Some(false) || !into)
                && (row.half_mp(arm).is_some() || road && row.road_lifts_half_mp.is_some())
        };
        !walled && self.hexside_rows(now.hex, dir).iter().all(open)
    }

    /// Whether a hex is in an enemy zone of a side, and in front of an enemy who has it (6.2.2).
    pub fn zoned(&self, side: Side, hex: HexId) -> bool {
        self.enemies(side).any(|enemy| self.zone(enemy, hex))
    }

    pub fn zone_in_front(&self, side: Side, hex: HexId) -> bool {
        self.enemies(side).any(|enemy| self.zone(enemy, hex) && self.fronts(enemy).contains(&hex))
    }

    /// Whether an arm can take a step at all, and at what cost in half movement points (4.3).
    pub fn step_cost(&self, arm: Arm, from: HexId, to: HexId, near: bool) -> Option<u16> {
        let dir = self.dir(from, to)?;
        let features: Vec<Feature> = self.b.ground.hexside(from, dir).iter().collect();
        let crossed = features.iter().any(|f| CROSSINGS.contains(f));
        let counts = |f: &&Feature| !(crossed && matches!(f, Feature::River | Feature::Stream));
        let rows: Vec<_> = features.iter().filter(counts).map(|f| &self.b.charts.hexsides[*f]).collect();
        let hex = self.terrain(to).half_mp(arm);
        let sides = rows.iter().map(|row| row.half_mp(arm)).sum::<Option<u16>>();
        let open = hex.zip(sides).map(|(hex, sides)| hex + sides);
        let rate =
            self.b.ground.roads(from, dir).iter().map(|road| self.b.charts.roads[road].half_mp(arm)).min();
        let Some(rate) = rate else { return open };
        let lifted = |waives: bool| {
            let row = |row: &&&jdg::core::charts::HexsideRow| match row.half_mp(arm) {
                Some(_) if waives && row.road_waives == Some(true) => Some(0),
                Some(cost) => Some(cost),
                None => row.road_lifts_half_mp,
            };
            rows.iter().map(|r| row(&r)).sum::<Option<u16>>()
        };
        match open {
            Some(_) if near => open,
            Some(cost) => Some(lifted(true).map_or(cost, |sides| cost.min(rate + sides))),
            None => lifted(!near).map(|sides| sides + if near { hex.unwrap_or(rate) } else { rate }),
        }
    }

    /// Least cost to a unit of a route over the ground, whoever stands on it: a flood of its own, with what the rules add for
    /// zones and friends (4.4.3, 6.2.2, 10.1, 12), and without what they forbid.
    pub fn route_cost(&self, unit: UnitId, party: &[UnitId], fresh: bool, to: HexId) -> Option<u16> {
        let (side, arm, start) = (self.of(unit), self.arm(unit), self.at(unit));
        let mut flood = Flood::new();
        let weather = match self.weather() {
            Weather::Clear => 0,
            Weather::Fog => 2,
            Weather::Night => 4,
        };
        let shaken = party.iter().any(|&u| !self.is(u, Condition::Good));
        flood.flood(&self.b.ground, start, 8000, |from, _, to, _| {
            let near = self.enemies(side).any(|enemy| self.next(self.at(enemy), to));
            let Some(mut cost) = self.step_cost(arm, from, to, near) else { return Step::No };
            let leaving = from == start && fresh && self.zoned(side, from);
            let through = (from != start || !fresh)
                && self.here(from).iter().any(|u| self.of(*u) == side && !party.contains(u));
            if leaving || through {
                cost += 2;
            }
            if self.zoned(side, to) {
                cost += weather + if shaken { 2 } else { 0 };
            }
            Step::Enter(cost)
        });
        flood.cost(to)
    }

    /// Distance of a hex's centre from the straight line between two others, in hex sides.
    pub fn beside_line(&self, from: HexId, to: HexId, hex: HexId) -> f64 {
        let place = |hex: HexId| {
            let (column, row) = (self.b.ground.column(hex), self.b.ground.row(hex));
            let low = if column.is_multiple_of(2) { 0.5 } else { 0.0 };
            (1.5 * f64::from(column), 3f64.sqrt() * (f64::from(row) + low))
        };
        let ((ax, ay), (bx, by), (x, y)) = (place(from), place(to), place(hex));
        let long = ((bx - ax).powi(2) + (by - ay).powi(2)).sqrt();
        ((bx - ax) * (ay - y) - (ax - x) * (by - ay)).abs() / long
    }

    /// The ends of the line of sight that was refused.
    pub fn line(&self) -> (HexId, HexId) {
        let unit = self
            .answer
            .points
            .iter()
            .find_map(|p| if let Point::Unit(u) = p { Some(UnitId(*u as u8)) } else { None });
        let from = unit.map_or(HexId::NONE, |u| self.at(u));
        let to = self.answer.points[1..].iter().find_map(|p| match *p {
            Point::Place(hex) => Some(HexId(hex)),
            Point::Unit(u) => Some(self.at(UnitId(u as u8))),
            _ => None,
        });
        (from, to.unwrap_or(HexId::NONE))
    }

    /// Whether a unit attacks a hex: as announced, or in front of its charge.
    pub fn strikes(&self, unit: UnitId, hex: HexId) -> bool {
        let now = self.now(unit);
        let aimed = self.dir(now.hex, hex).is_some_and(|dir| now.aims.contains(dir));
        aimed || now.did & did::CHARGING != 0 && self.fronts(unit).contains(&hex)
    }

    /// The allowance shown on the side that is up, in half movement points (4.1).
    pub fn shown(&self, unit: UnitId) -> u16 {
        let card = &self.b.units[unit.i()];
        if self.is(unit, Condition::Good) { card.front.half_mp } else { card.back.half_mp }
    }
}
