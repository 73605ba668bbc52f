//! The fixed part of a battle: ground, order of battle with ratings, charts, scenario.

use ground::{Edge, Ground, HexId};
use roster::About;
pub use roster::Arm;
use table::{Point, Side};

use crate::core::Facing;
use crate::core::charts::Charts;
use crate::core::state::{FormationId, LeaderId, MarkerId, State, UnitId};

/// A battle, loaded and checked. Needs no further checks.
pub struct Battle {
    /// The battle's id: the name of its folder.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its entry in the chooser.
    pub about: About,
    /// The ground.
    pub ground: Ground,
    /// The charts.
    pub charts: Charts,
    /// The two sides.
    pub sides: [SideCard; 2],
    /// Units, by id.
    pub units: Vec<UnitCard>,
    /// Commanders-in-chief, by id.
    pub leaders: Vec<LeaderCard>,
    /// Formations, by id.
    pub formations: Vec<FormationCard>,
    /// Activation markers, by id: each formation's ordinary ones, then the combined ones.
    pub markers: Vec<MarkerCard>,
    /// Game turns.
    pub turns: Vec<TurnCard>,
    /// Reinforcements.
    pub arrivals: Vec<Arrival>,
    /// Objectives.
    pub objectives: Vec<Objective>,
    /// Scoring of points.
    pub victory: Scoring,
    /// Conditions of automatic victory (13.1).
    pub automatic: Vec<AutomaticVictory>,
    /// The state at the start.
    pub setup: State,
}

/// A side.
#[derive(Clone, Debug)]
pub struct SideCard {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Counter colour, `#rrggbb`.
    pub colour: String,
    /// Goal of its routed units (10.4).
    pub rout: RoutGoal,
    /// The commander whose modifier counts for strategic initiative (3).
    pub strategic: Option<LeaderId>,
}

/// The direction of rout movement (10.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoutGoal {
    /// Towards a map edge, and off it.
    Edge(Edge),
    /// Towards a hex; a unit that is there leaves the map.
    Hex(HexId),
}

/// The figures on one side of a counter (0.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ratings {
    /// Strength points; fire strength for artillery.
    pub strength: i16,
    /// Cohesion.
    pub cohesion: i16,
    /// Engagement (not for artillery: 0).
    pub engagement: i16,
    /// Movement allowance in half movement points.
    pub half_mp: u16,
}

/// A unit's fixed part.
#[derive(Clone, Debug)]
pub struct UnitCard {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Nation, for the counter's colours.
    pub nation: String,
    /// Free word for the symbol: line, light, grenadier, hussar, foot, horse, ...
    pub kind: String,
    /// Its side.
    pub side: Side,
    /// Its formation.
    pub formation: FormationId,
    /// Its type.
    pub arm: Arm,
    /// Heavy cavalry (L).
    pub heavy: bool,
    /// In good order.
    pub front: Ratings,
    /// Disordered or routed.
    pub back: Ratings,
    /// Artillery: effective and maximum range in hexes.
    pub range: (u16, u16),
}

/// A commander-in-chief's fixed part (2.5.1).
#[derive(Clone, Debug)]
pub struct LeaderCard {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Their side.
    pub side: Side,
    /// Die roll modifier.
    pub modifier: i16,
    /// Orders they can give in a turn.
    pub orders: u8,
    /// Command range in hexes.
    pub range: u16,
}

/// A formation's fixed part (2.1.1).
#[derive(Clone, Debug)]
pub struct FormationCard {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Its side.
    pub side: Side,
    /// Colour of its stripe, `#rrggbb`.
    pub stripe: String,
    /// Its ordinary markers.
    pub markers: Vec<MarkerId>,
    /// Its units.
    pub units: Vec<UnitId>,
}

/// An activation marker (2.1).
#[derive(Clone, Debug)]
pub struct MarkerCard {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// The side that acts when it is drawn.
    pub side: Side,
    /// Initiative rating.
    pub initiative: i16,
    /// Its kind.
    pub kind: MarkerKind,
}

/// Ordinary or combined (2.1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MarkerKind {
    /// Activates one formation (2.1.1).
    Ordinary(FormationId),
    /// Activates several (2.1.2).
    Combined {
        /// The formations whose units act.
        formations: Vec<FormationId>,
        /// Times at which it may or must be placed.
        usage: Usage,
        /// The first game turn (from 0) in which it may be placed.
        from: u8,
        /// Whether reinforcements of the formations may enter on it: its characteristics say so (2.1.2, note).
        brings_reinforcements: bool,
    },
}

/// Use of a marker: when a combined marker is placed in the cup (2.1.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Usage {
    /// By choice, once a game.
    Once,
    /// By choice, every turn.
    Choice,
    /// Always.
    EveryTurn,
}

/// Weather (12).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Weather {
    /// Neither night nor fog.
    Clear,
    /// Fog (12.2).
    Fog,
    /// Night (12.1).
    Night,
}

/// A game turn.
#[derive(Clone, Debug)]
pub struct TurnCard {
    /// Time of day, for readers.
    pub time: String,
    /// Weather.
    pub weather: Weather,
}

impl TurnCard {
    /// Hour and minute, if the time is written as a clock shows it: `14:20`.
    pub fn clock(&self) -> Option<(i32, i32)> {
        roster::hour_and_minute(&self.time)
    }
}

/// A reinforcement (5.2).
#[derive(Clone, Debug)]
pub struct Arrival {
    /// The formation.
    pub formation: FormationId,
    /// Its units that arrive.
    pub units: Vec<UnitId>,
    /// Game turn, from 0.
    pub turn: u8,
    /// Entry hex.
    pub entry: HexId,
    /// Facing on entry.
    pub facing: Facing,
}

/// A place worth points.
#[derive(Clone, Debug)]
pub struct Objective {
    /// Its hex.
    pub hex: HexId,
    /// Name.
    pub name: String,
    /// Points for holding it at the end.
    pub points: i32,
    /// Its holder at the start.
    pub holder: Option<Side>,
}

/// Scoring: how victory points are counted (13.2).
#[derive(Clone, Copy, Debug)]
pub struct Scoring {
    /// For each strength point eliminated, in halves of a point.
    pub eliminated: i32,
    /// For each strength point routed at the end, in halves of a point.
    pub routed: i32,
    /// For an enemy commander-in-chief eliminated, in points.
    pub commander: i32,
    /// A gap of up to so many points is a draw.
    pub draw: i32,
}

/// A condition of automatic victory (13.1).
#[derive(Clone, Debug)]
pub struct AutomaticVictory {
    /// The side that wins.
    pub side: Side,
    /// The condition; all parts of one condition must hold.
    pub when: Condition,
}

/// Parts of a condition of automatic victory; those absent do not count.
#[derive(Clone, Debug, Default)]
pub struct Condition {
    /// At least so many enemy formations demoralised or destroyed.
    pub demoralized: Option<u8>,
    /// These hexes are held (last passed by the side).
    pub holds: Vec<HexId>,
    /// At least so many enemy strength points eliminated.
    pub eliminated: Option<i32>,
}

impl Battle {
    /// Whether what an answer points at is in this battle at all: an answer from outside may point at anything.
    pub fn has(&self, point: Point) -> bool {
        match point {
            Point::Nothing | Point::Number(_) => true,
            Point::Unit(u) => self.units.get(usize::from(u)).is_some(),
            Point::Leader(l) => self.leaders.get(usize::from(l)).is_some(),
            Point::Place(h) => usize::from(h) < self.ground.len(),
            Point::Facing(f) => Facing::ALL.get(usize::from(f)).is_some(),
            Point::Formation(f) => self.formations.get(usize::from(f)).is_some(),
            Point::Marker(m) => self.markers.get(usize::from(m)).is_some(),
            Point::Side(side) => self.sides.get(side.index()).is_some(),
            // A map of hexes has none of these.
            Point::Spot(..) | Point::Turn(_) | Point::Length(_) => false,
        }
    }

    /// A unit's card.
    pub fn unit(&self, unit: UnitId) -> &UnitCard {
        &self.units[unit.i()]
    }

    /// A unit's side.
    pub fn side(&self, unit: UnitId) -> Side {
        self.units[unit.i()].side
    }

    /// A unit's type.
    pub fn arm(&self, unit: UnitId) -> Arm {
        self.units[unit.i()].arm
    }

    /// Whether a unit is artillery.
    pub fn is_gun(&self, unit: UnitId) -> bool {
        self.arm(unit) == Arm::Artillery
    }

    /// All units.
    pub fn unit_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u8).map(UnitId)
    }

    /// All commanders.
    pub fn leader_ids(&self) -> impl Iterator<Item = LeaderId> + use<> {
        (0..self.leaders.len() as u8).map(LeaderId)
    }

    /// All markers.
    pub fn marker_ids(&self) -> impl Iterator<Item = MarkerId> + use<> {
        (0..self.markers.len() as u8).map(MarkerId)
    }

    /// All formations.
    pub fn formation_ids(&self) -> impl Iterator<Item = FormationId> + use<> {
        (0..self.formations.len() as u8).map(FormationId)
    }

    /// A marker's card.
    pub fn marker(&self, marker: MarkerId) -> &MarkerCard {
        &self.markers[marker.i()]
    }

    /// Whether a marker activates a formation.
    pub fn activates(&self, marker: MarkerId, formation: FormationId) -> bool {
        match &self.markers[marker.i()].kind {
            MarkerKind::Ordinary(f) => *f == formation,
            MarkerKind::Combined { formations, .. } => formations.contains(&formation),
        }
    }

    /// The weather of the current turn (12).
    pub fn weather(&self, state: &State) -> Weather {
        self.turns[state.clock.turn as usize].weather
    }
}
