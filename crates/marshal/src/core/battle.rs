//! The fixed part of a battle: ground, order of battle with the printed figures, charts, scenario.

use ground::{Ground, HexId};
use muster::words;
use roster::About;
pub use roster::{Arm, Rank, SideCard};
use table::{GameOption, Point, Settings, Side};

use crate::core::charts::Charts;
use crate::core::state::{Back, CommandId, LeaderId, State, UnitId};

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
    /// Settings that the players agreed upon.
    pub settled: Settings,
    /// The two sides; the first has its sequence first (2).
    pub sides: [SideCard; 2],
    /// Units, by id.
    pub units: Vec<UnitCard>,
    /// Leaders, by id.
    pub leaders: Vec<LeaderCard>,
    /// Commands, by id.
    pub commands: Vec<CommandCard>,
    /// The times of the game turns as a clock shows them, `11:20`, or empty.
    pub turns: Vec<String>,
    /// Reinforcements.
    pub arrivals: Vec<Arrival>,
    /// Objectives.
    pub objectives: Vec<Objective>,
    /// The specific sides that a side takes counters to have whose own it has not seen: the average of their type (6).
    pub usual: Vec<Back>,
    /// The state at the start.
    pub setup: State,
}

/// A unit's counter (6).
#[derive(Clone, Debug)]
pub struct UnitCard {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Nation.
    pub nation: String,
    /// Free word for the symbol.
    pub kind: String,
    /// Its side.
    pub side: Side,
    /// Its command.
    pub command: CommandId,
    /// Its arm.
    pub arm: Arm,
    /// Regiment, battalion, squadron, company, battery.
    pub size: Rank,
    /// The unit of which it is a part, if that has a counter too (6).
    pub part_of: UnitId,
    /// Increments it starts with.
    pub increments: i16,
    /// Movement points.
    pub movement: i16,
    /// Its row of the Fire Effects Chart, for infantry.
    pub troops: usize,
    /// Its further traits.
    pub traits: Traits,
    /// The specific side as printed: for pictures of the counter. The rules take that of the state, which may be veiled (6).
    pub back: Back,
}

words! {
    /// Trait of a unit besides, as special rules say.
    "trait", Trait {
        /// Horse artillery.
        Horse = "horse",
        /// Guard, for the charts that tell guards apart.
        Guard = "guard",
        /// So heavy that it may not be prolonged (16).
        Position = "position",
        /// Forms no square (38).
        NoSquare = "no-square",
    }
}

/// Traits, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Traits(pub u32);

impl Traits {
    /// Whether one is among them.
    pub const fn has(self, one: Trait) -> bool {
        self.0 & (1 << one as u32) != 0
    }

    /// With one more.
    #[must_use]
    pub const fn with(self, one: Trait) -> Traits {
        Traits(self.0 | 1 << one as u32)
    }
}

/// A leader's counter (7).
#[derive(Clone, Debug)]
pub struct LeaderCard {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Side.
    pub side: Side,
    /// The command that the leader has.
    pub command: CommandId,
    /// Movement points.
    pub movement: i16,
    /// Bonus to the dice of mêlées of infantry and guns.
    pub infantry: i16,
    /// Bonus to the dice of mêlées of cavalry.
    pub cavalry: i16,
    /// Bonus to the dice of artillery fire.
    pub artillery: i16,
    /// Bonus to the dice of morale checks.
    pub morale: i16,
    /// Special ability with guns (16, 25).
    pub gunner: bool,
}

/// A command: a brigade, a division, a corps.
#[derive(Clone, Debug)]
pub struct CommandCard {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Its side.
    pub side: Side,
    /// Its rank, if it is told.
    pub rank: Option<Rank>,
    /// The command above it.
    pub under: CommandId,
    /// Whether it has a morale level of its own (43).
    pub has_level: bool,
}

/// Reinforcements that come together (45).
#[derive(Clone, Debug)]
pub struct Arrival {
    /// Units.
    pub units: Vec<UnitId>,
    /// Leaders.
    pub leaders: Vec<LeaderId>,
    /// The turn in which they are due, or may be, from 0.
    pub turn: u16,
    /// Whether a die delays them (45).
    pub variable: bool,
    /// The hex where they enter.
    pub entry: HexId,
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
}

impl Battle {
    /// Whether what an answer points at is in this battle at all: an answer from outside may point at anything.
    pub fn has(&self, point: Point) -> bool {
        match point {
            Point::Nothing | Point::Number(_) => true,
            Point::Unit(u) => usize::from(u) < self.units.len(),
            Point::Leader(l) => usize::from(l) < self.leaders.len(),
            Point::Place(h) => usize::from(h) < self.ground.len(),
            Point::Facing(f) => f < 12,
            Point::Formation(f) => usize::from(f) < self.commands.len(),
            // There are no markers, and a map of hexes has none of the others.
            Point::Marker(_) | Point::Spot(..) | Point::Turn(_) | Point::Length(_) => false,
            Point::Side(side) => side.index() < self.sides.len(),
        }
    }

    /// Whether an option is another than its usual value.
    pub fn agreed(&self, option: &GameOption) -> bool {
        self.settled.iter().any(|(name, value)| *name == option.name && *value != option.values[0])
    }

    /// A unit's card.
    pub fn unit(&self, unit: UnitId) -> &UnitCard {
        &self.units[unit.i()]
    }

    /// A leader's card.
    pub fn leader(&self, leader: LeaderId) -> &LeaderCard {
        &self.leaders[leader.i()]
    }

    /// A unit's side.
    pub fn side(&self, unit: UnitId) -> Side {
        self.units[unit.i()].side
    }

    /// A unit's arm.
    pub fn arm(&self, unit: UnitId) -> Arm {
        self.units[unit.i()].arm
    }

    /// Whether a unit has a trait.
    pub fn is(&self, unit: UnitId, one: Trait) -> bool {
        self.units[unit.i()].traits.has(one)
    }

    /// All units.
    pub fn unit_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u16).map(UnitId)
    }

    /// All leaders.
    pub fn leader_ids(&self) -> impl Iterator<Item = LeaderId> + use<> {
        (0..self.leaders.len() as u16).map(LeaderId)
    }

    /// A command and those above it, from itself on.
    pub fn up(&self, command: CommandId) -> impl Iterator<Item = CommandId> + '_ {
        let above = |up: &CommandId| self.commands[up.i()].under.some();
        std::iter::successors(command.some(), above)
    }
}
