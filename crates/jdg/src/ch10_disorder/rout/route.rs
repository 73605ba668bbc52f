//! 10.4: the route of a rout move: straight on, sideways round what would eliminate the unit, a look ahead to where it can halt.

use std::cmp::Ordering;

use ground::{Dir, Edge, Feature, HexId};
use table::{Refusal, Rule, rule};

use crate::Few;
use crate::ch00_general::general::ratings;
use crate::ch04_movement::movement::costs::{self, Neighbour, Price};
use crate::ch06_facing::zones;
use crate::ch10_disorder::recoil::{Prospect, halts};
use crate::ch12_weather::weather;
use crate::core::Facing;
use crate::core::battle::{Arm, Battle, RoutGoal};
use crate::core::field::{hex_point, unit_point};
use crate::core::state::{State, UnitId};

/// Half movement points that leaving an enemy zone of control costs (6.2.2, RULING J48).
const LEAVING_ZONE_HALF_MP: u16 = 2;

/// A rout move so far.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    /// The unit's hex when it began.
    start: HexId,
    /// The hexes since then.
    route: Few<HexId, 40>,
    /// Half movement points left.
    left: u16,
    /// Columns that the unit may still move sideways.
    aside: u8,
    /// For a goal to the east or west: which way the last step forward leant.
    rise: Rise,
    /// Before it has moved: the unit may also stay where it stands (a town, village or castle in phase E).
    stay: Stay,
}

impl Spot {
    /// Place of the unit.
    pub fn at(&self) -> HexId {
        self.route.last().copied().unwrap_or(self.start)
    }

    /// Whether it has moved at least one hex.
    pub fn moved(&self) -> bool {
        !self.route.is_empty()
    }

    fn visited(&self) -> impl Iterator<Item = HexId> {
        std::iter::once(self.start).chain(self.route.iter().copied())
    }
}

/// Course of a routed unit: what it can do next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Course {
    /// Go to a hex.
    Go(HexId),
    /// Leave the map (and be eliminated).
    Leave,
    /// Halt.
    Halt,
}

/// Courses, a few.
#[derive(Clone, Copy)]
pub(super) struct Courses {
    courses: [Course; Courses::MOST],
    count: usize,
    best: Prospect,
}

impl Courses {
    /// Six hexes, the way out, a halt.
    const MOST: usize = 8;

    fn none() -> Courses {
        Courses { courses: [Course::Halt; Courses::MOST], count: 0, best: Prospect::Lost }
    }

    /// As a list.
    pub fn list(&self) -> &[Course] {
        &self.courses[..self.count]
    }

    /// Adds a course, and drops what is worse.
    fn add(&mut self, course: Course, prospect: Prospect) {
        if prospect > self.best {
            (self.best, self.count) = (prospect, 0);
        }
        if prospect == self.best && !self.list().contains(&course) {
            self.courses[self.count] = course;
            self.count += 1;
        }
    }
}

/// A step of a rout move.
#[derive(Clone, Copy)]
struct Stride {
    to: HexId,
    cost: u16,
    /// Columns sideways.
    aside: u8,
    rise: Rise,
}

/// Lean of a step towards east or west.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rise {
    /// No step of the kind.
    Level,
    /// To the north.
    Northward,
    /// To the south.
    Southward,
}

/// Bearing: how a direction lies to the goal, with the lean of the last step towards east or west ([`Spot::rise`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bearing {
    /// Straight on.
    Direct(Rise),
    /// Sideways by one column.
    Aside(Rise),
    /// Back, or to no purpose.
    Back,
}

/// Twice the height of a hex above the bottom, turned round: it grows southwards by 2 a hex, by 1 for a half hex.
fn height(b: &Battle, hex: HexId) -> i16 {
    let low = b.ground.column(hex).is_multiple_of(2);
    2 * b.ground.row(hex) as i16 + i16::from(low)
}

/// Goal of a unit's rout (10.4).
fn goal(b: &Battle, unit: UnitId) -> RoutGoal {
    b.sides[b.side(unit).index()].rout
}

/// Distance of a unit from where it runs, to put the running units of a side in order: hexes, or halves of one towards the north or south.
pub(super) fn distance(b: &Battle, s: &State, unit: UnitId) -> i16 {
    let hex = s.unit(unit).hex;
    match goal(b, unit) {
        RoutGoal::Edge(Edge::N) => height(b, hex),
        RoutGoal::Edge(Edge::S) => -height(b, hex),
        RoutGoal::Edge(Edge::E) => -(b.ground.column(hex) as i16),
        RoutGoal::Edge(Edge::W) => b.ground.column(hex) as i16,
        RoutGoal::Hex(goal) => b.ground.distance(hex, goal) as i16,
    }
}

/// A facing that shows which way a unit runs (10.2).
pub(super) fn facing(b: &Battle, s: &State, unit: UnitId) -> Facing {
    let hex = s.unit(unit).hex;
    match goal(b, unit) {
        RoutGoal::Edge(Edge::N) => Facing(0),
        RoutGoal::Edge(Edge::E) => Facing(1),
        RoutGoal::Edge(Edge::S) => Facing(2),
        RoutGoal::Edge(Edge::W) => Facing(4),
        RoutGoal::Hex(goal) => {
            let looks = |facing: &Facing| b.ground.in_cone(hex, *facing, goal);
            Facing::ALL.into_iter().find(looks).unwrap_or(s.unit(unit).facing)
        }
    }
}

/// Stay: whether a routed unit may stay where it is (RULING J155).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stay {
    /// It may.
    Allowed,
    /// It has to run.
    Barred,
}

/// A unit that makes a rout move.
#[derive(Clone, Copy)]
pub(super) struct Run<'a> {
    pub b: &'a Battle,
    pub s: &'a State,
    pub unit: UnitId,
}

impl Run<'_> {
    /// The unit before its rout move: its full allowance, on its disordered side (10.4).
    pub fn start(&self, stay: Stay) -> Spot {
        let at = self.s.unit(self.unit).hex;
        let aside = if self.b.arm(self.unit) == Arm::Infantry { 2 } else { 3 };
        let left = ratings(self.b, self.s, self.unit).half_mp;
        Spot { start: at, route: Few::new(), left, aside, rise: Rise::Level, stay }
    }

    /// Courses that the unit can take next; nothing if it is eliminated where it stands.
    ///
    /// It goes straight on if it can. What would disorder it, or bars its route, it passes sideways (10.4). It may halt where it
    /// enters a town, village or castle. It halts when its points are spent, or (RULING J47) when it has moved and its route is
    /// barred, unless it may not halt there: then it goes on to the first lawful hex (RULING J46).
    ///
    /// RULING J150: a step is barred if it is not possible, or an additional disorder; so is, for a unit that has not moved, a
    /// step it cannot pay.
    ///
    /// RULING J224: where it may stop, it may also stay beside another routed unit if every other way leads off the map.
    pub fn courses(&self, spot: &Spot) -> Courses {
        let here = halts(self.b, self.s, self.unit, self.s.unit(self.unit).condition, spot.at());
        let stuck = spot.moved() && here == Prospect::Lost;
        let mut courses = Courses::none();
        let mut spent = false;
        let mut straight = false;
        for dir in Dir::ALL {
            if !matches!(self.lies(spot, dir), Bearing::Direct(_)) {
                continue;
            }
            match self.stride(spot, dir) {
                Ok(stride) if stride.cost <= spot.left || stuck => {
                    straight = true;
                    courses.add(Course::Go(stride.to), self.prospect(spot, &stride));
                }
                Ok(_) => spent = true,
                Err(_) if self.leaves(spot, dir) && (self.exit_half_mp() <= spot.left || stuck) => {
                    straight = true;
                    courses.add(Course::Leave, Prospect::Safe);
                }
                Err(_) => spent |= self.leaves(spot, dir),
            }
        }
        let ahead = courses.best;
        let tired = spot.moved() && spent && !stuck;
        // Units that are routed in one hex must part, by a column or by a hex less (10.4).
        if straight && ahead < Prospect::Safe || !straight && !tired {
            self.add_sideways(spot, stuck, &mut courses);
        }
        if spot.moved() && here > ahead && (straight || courses.best == Prospect::Lost) {
            courses.add(Course::Halt, here);
        }
        let cornered = here == Prospect::Crowded && courses.list() == [Course::Leave];
        if (spot.moved() || spot.stay == Stay::Allowed)
            && self.may_stop(spot)
            && (here == Prospect::Safe || cornered)
        {
            courses.add(Course::Halt, Prospect::Safe);
        }
        courses
    }

    /// Adds the steps sideways (10.4).
    fn add_sideways(&self, spot: &Spot, stuck: bool, courses: &mut Courses) {
        for dir in Dir::ALL {
            if matches!(self.lies(spot, dir), Bearing::Aside(_))
                && let Ok(stride) = self.stride(spot, dir)
                && (stride.cost <= spot.left || stuck)
            {
                courses.add(Course::Go(stride.to), self.prospect(spot, &stride));
            }
        }
    }

    /// Prospect of a step, if the owner goes on as well as possible.
    fn prospect(&self, spot: &Spot, stride: &Stride) -> Prospect {
        self.courses(&self.after(spot, stride)).best
    }

    fn after(&self, spot: &Spot, stride: &Stride) -> Spot {
        let mut next = spot.clone();
        next.route.push(stride.to);
        next.left = spot.left.saturating_sub(stride.cost);
        next.aside = spot.aside - stride.aside;
        next.rise = stride.rise;
        next
    }

    /// After a step to a hex that [`Run::courses`] offered.
    pub fn go(&self, spot: &Spot, to: HexId) -> Spot {
        let dir = self.b.ground.dir_to(spot.at(), to).expect("a rout move goes hex by hex");
        let stride = self.stride(spot, dir).expect("the step was on offer");
        self.after(spot, &stride)
    }

    /// Reason why a hex is not on offer.
    pub fn refuse(&self, spot: &Spot, to: HexId) -> Refusal {
        let Some(dir) = self.b.ground.dir_to(spot.at(), to) else {
            return self.no(rule!("10.4"), "rout.one_hex", to);
        };
        match self.stride(spot, dir) {
            Err(refusal) => refusal,
            Ok(stride) if stride.cost > spot.left => self.no(rule!("10.4"), "rout.too_dear", to),
            Ok(stride) if stride.aside > 0 => self.no(rule!("10.4"), "rout.straight", to),
            Ok(stride) if self.prospect(spot, &stride) == Prospect::Crowded => {
                self.no(rule!("10.4"), "recoil.crowded", to)
            }
            Ok(_) => self.no(rule!("10.3.1"), "recoil.elimination", to),
        }
    }

    fn no(&self, rule: Rule, why: &'static str, to: HexId) -> Refusal {
        Refusal::new(rule, why).with("unit", unit_point(self.unit)).with("hex", hex_point(to))
    }

    /// Whether a rout move may stop in the hex for its terrain: a town, village or castle (10.4).
    pub fn may_stop(&self, spot: &Spot) -> bool {
        may_stop(self.b, spot.at())
    }

    /// Whether the step in that direction leaves the map by the edge or hex that the unit runs to.
    fn leaves(&self, spot: &Spot, dir: Dir) -> bool {
        match goal(self.b, self.unit) {
            RoutGoal::Edge(edge) => {
                let (ground, at) = (&self.b.ground, spot.at());
                let last = match edge {
                    Edge::N => ground.row(at) == 1,
                    Edge::S => ground.row(at) == ground.rows(),
                    Edge::E => ground.column(at) == ground.columns(),
                    Edge::W => ground.column(at) == 1,
                };
                last && ground.neighbour(at, dir).is_none()
            }
            RoutGoal::Hex(goal) => spot.at() == goal,
        }
    }

    /// RULING J151: leaving the map costs as much as a clear hex.
    fn exit_half_mp(&self) -> u16 {
        let clear = &self.b.charts.terrain[ground::Terrain::Clear];
        clear.half_mp(self.b.arm(self.unit)).unwrap_or_default()
    }

    /// Bearing of a direction on the goal (RULING J212): towards the north or south edge straight is the column; towards east or
    /// west the two forward directions alternate; towards a hex every step that comes nearer is straight.
    fn lies(&self, spot: &Spot, dir: Dir) -> Bearing {
        let ground = &self.b.ground;
        let by_column = |ahead: u8| match dir.0.abs_diff(ahead) {
            0 => Bearing::Direct(Rise::Level),
            1 | 5 => Bearing::Aside(Rise::Level),
            _ => Bearing::Back,
        };
        match goal(self.b, self.unit) {
            RoutGoal::Edge(Edge::N) => by_column(0),
            RoutGoal::Edge(Edge::S) => by_column(3),
            RoutGoal::Edge(Edge::E) => alternating(spot, dir, [1, 2]),
            RoutGoal::Edge(Edge::W) => alternating(spot, dir, [5, 4]),
            RoutGoal::Hex(goal) if spot.at() == goal => Bearing::Direct(Rise::Level),
            RoutGoal::Hex(goal) => {
                let Some(to) = ground.neighbour(spot.at(), dir) else { return Bearing::Back };
                match ground.distance(to, goal).cmp(&ground.distance(spot.at(), goal)) {
                    Ordering::Less => Bearing::Direct(Rise::Level),
                    Ordering::Equal => Bearing::Aside(Rise::Level),
                    Ordering::Greater => Bearing::Back,
                }
            }
        }
    }

    /// A step in a direction, or why it is barred (10.4, 10.3.4, 10.3.5, 6.2.2).
    fn stride(&self, spot: &Spot, dir: Dir) -> Result<Stride, Refusal> {
        let (b, s, unit) = (self.b, self.s, self.unit);
        let (from, side) = (spot.at(), b.side(unit));
        if self.leaves(spot, dir) {
            return Err(Refusal::new(rule!("10.4"), "rout.map_edge").with("unit", unit_point(unit)));
        }
        let Some(to) = b.ground.neighbour(from, dir) else {
            return Err(Refusal::new(rule!("10.4"), "rout.map_edge").with("unit", unit_point(unit)));
        };
        let (aside, rise) = match self.lies(spot, dir) {
            Bearing::Direct(rise) => (0, rise),
            Bearing::Aside(rise) if spot.aside > 0 && spot.visited().all(|hex| hex != to) => (1, rise),
            Bearing::Aside(_) => return Err(self.no(rule!("10.4"), "rout.aside", to)),
            Bearing::Back => return Err(self.no(rule!("10.4"), "rout.direction", to)),
        };
        if s.top(to).is_some_and(|top| b.side(top) != side) {
            return Err(self.no(rule!("10.4"), "recoil.enemy", to));
        }
        if zones::in_enemy_front(b, s, side, to) {
            return Err(self.no(rule!("10.3.5"), "rout.front", to));
        }
        if spot.visited().any(|hex| zones::same_enemy_zone(b, s, side, hex, to)) {
            return Err(self.no(rule!("6.2.2"), "rout.same_zone", to));
        }
        if self.disorders(from, dir) {
            return Err(self.no(rule!("10.3.4"), "rout.steep", to));
        }
        Ok(Stride { to, cost: self.cost(from, dir, to)?, aside, rise })
    }

    /// Whether the hexside would disorder: not at a ford or bridge, which does not count in rout movement (10.4).
    fn disorders(&self, from: HexId, dir: Dir) -> bool {
        let hard = |feature: Feature| {
            !matches!(feature, Feature::Ford | Feature::Bridge)
                && self.b.charts.hexsides[feature].recoil_disorders
        };
        self.b.ground.hexside(from, dir).iter().any(hard)
    }

    /// Half movement points of a step, as in normal movement, friends free (10.4).
    ///
    /// RULING J152: routed units do not pay the 1 MP of disordered ones for an enemy zone (10.1), which names disorder only; what
    /// night and fog add there they pay.
    fn cost(&self, from: HexId, dir: Dir, to: HexId) -> Result<u16, Refusal> {
        let (b, s) = (self.b, self.s);
        let side = b.side(self.unit);
        let beside = Neighbour::beside(b, s, side, to);
        let ground = match costs::price(b, b.arm(self.unit), from, dir, to, beside) {
            Price::HalfMp(cost) => cost,
            price => return Err(costs::barred(self.unit, to, price)),
        };
        let leaving = if zones::in_enemy_zone(b, s, side, from) { LEAVING_ZONE_HALF_MP } else { 0 };
        let entering = if beside == Neighbour::Enemy && zones::in_enemy_zone(b, s, side, to) {
            weather::zone_entry_half_mp(b, s)
        } else {
            0
        };
        Ok(ground + leaving + entering)
    }
}

/// East or west: the two forward directions, the northern first, alternate.
fn alternating(spot: &Spot, dir: Dir, forward: [u8; 2]) -> Bearing {
    let rise = match dir.0 {
        0 | 3 => return Bearing::Aside(spot.rise),
        d if d == forward[0] => Rise::Northward,
        d if d == forward[1] => Rise::Southward,
        _ => return Bearing::Back,
    };
    if rise == spot.rise { Bearing::Aside(rise) } else { Bearing::Direct(rise) }
}

/// Whether a rout move may stop in a hex for its terrain: a town, village or castle (10.4).
pub(super) fn may_stop(b: &Battle, hex: HexId) -> bool {
    b.charts.terrain[b.ground.terrain(hex)].rout_may_stop
}
