//! The fixed part of a battle: ground, order of battle with the printed figures, charts, scenario.

use std::sync::Arc;

use ground::{Ground, HexId};
use muster::words;
use roster::About;
pub use roster::{Arm, Rank};
use table::{GameOption, Point, Settings, Side};

use crate::core::charts::Charts;
pub use crate::core::state::Courage;
use crate::core::state::{Backs, Chit, CommandId, LeaderId, State, UnitId};
use crate::core::variant::Variant;

/// A battle, loaded and checked. Needs no further checks.
pub struct Battle {
    /// The battle's id: the name of its folder.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its entry in the chooser.
    pub about: About,
    /// The year, which decides some rows of charts.
    pub year: u16,
    /// The ground.
    pub ground: Ground,
    /// The charts.
    pub charts: Charts,
    /// The steps of procedures that a variant of the rulebook has of its own.
    pub variant: &'static dyn Variant,
    /// Settings that the players agreed upon.
    pub settled: Settings,
    /// The two sides.
    pub sides: [SideCard; 2],
    /// Units, by id.
    pub units: Vec<UnitCard>,
    /// The ammunition wagons among them.
    pub wagons: Vec<UnitId>,
    /// Leaders, by id.
    pub leaders: Vec<LeaderCard>,
    /// Commands, by id.
    pub commands: Vec<CommandCard>,
    /// Game turns.
    pub turns: Vec<TurnCard>,
    /// Reinforcements.
    pub arrivals: Vec<Arrival>,
    /// Static positions (8.8).
    pub positions: Vec<PositionCard>,
    /// Objectives.
    pub objectives: Vec<Objective>,
    /// Backs that a side takes counters for whose own it has not seen: the average of their type and nation (5.1.2, 5.2.2).
    pub usual: Arc<Backs>,
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
    /// The hexes of its depots: the wounded and what is lost for a time return there (8.2.3, 13.2.7, 18.11.1).
    pub depots: Vec<HexId>,
    /// The spans of its brigade and division leaders, of its corps and army leaders, where the battle has others for it than the chart (8.3.1).
    pub spans: [Option<u16>; 3],
    /// The battle allows it maneuver units of corps (8.6.1).
    pub corps: bool,
    /// Command points besides those that leaders bring (8.3.2).
    pub points: u8,
    /// Its ammunition is re-supplied (18.14.3).
    pub resupply: bool,
}

/// A unit's fixed part: the front of its counter (5.1.1). Its back stands in the state.
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
    /// Regiment, battalion, squadron, company, battery: the dots.
    pub size: Rank,
    /// The whole of which it is a part, if that is a counter too (12.1).
    pub part_of: UnitId,
    /// Increments it starts with.
    pub increments: i16,
    /// Movement potential, in movement points.
    pub movement: i16,
    /// Its row of the Fire Effects Chart, for infantry.
    pub troops: Option<u16>,
    /// Its further traits.
    pub traits: Traits,
}

words! {
    /// Trait of a unit besides, as exclusive rules say.
    "trait", Trait {
        /// French Old Guard infantry (17.4).
        OldGuard = "old-guard",
        /// Guard, for the charts that tell guards apart.
        Guard = "guard",
        /// Heavy cavalry, whatever its movement potential (24); of foot artillery position batteries (18.2.1).
        Heavy = "heavy",
        /// Light cavalry, whatever its movement potential.
        Light = "light",
        /// Armoured cavalry (19.6).
        Armoured = "armoured",
        /// Horse artillery.
        Horse = "horse",
        /// An ammunition wagon (5.1.6).
        Wagon = "wagon",
        /// A howitzer battery, or one with a howitzer section (18.15).
        Howitzers = "howitzers",
        /// Sapeurs (16.5.4).
        Sapeurs = "sapeurs",
        /// May go prone (12.13).
        Prone = "prone",
        /// May assault with a huzzah (16.1.1).
        Huzzah = "huzzah",
        /// An asset of its command: may be assigned below (8.4.3.3).
        Asset = "asset",
        /// A headquarters' escort (8.9.1.1).
        Escort = "escort",
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

words! {
    /// Post of a leader, the highest first (8.1.7).
    "post", Post {
        /// A monarch.
        Monarch = "monarch",
        /// An army leader.
        Army = "army",
        /// A corps leader, or one outside the chain of command.
        Corps = "corps",
        /// A French aide-de-camp of the imperial staff.
        ImperialAdc = "imperial-adc",
        /// A division leader.
        Division = "division",
        /// A brigade leader.
        Brigade = "brigade",
        /// An aide-de-camp of an army's staff.
        ArmyAdc = "army-adc",
        /// An aide-de-camp of a corps' staff.
        CorpsAdc = "corps-adc",
    }
}

impl Post {
    /// Whether it is an aide-de-camp's, who has no command (8.4.3.2).
    pub const fn is_adc(self) -> bool {
        matches!(self, Post::ImperialAdc | Post::ArmyAdc | Post::CorpsAdc)
    }
}

/// A leader's fixed part (5.2). The back of the counter stands in the state.
#[derive(Clone, Debug)]
pub struct LeaderCard {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Side.
    pub side: Side,
    /// Post.
    pub post: Post,
    /// The command that the leader has, or to whose staff the leader belongs.
    pub command: CommandId,
    /// Movement potential.
    pub movement: i16,
    /// Command points that the leader brings (8.3.2).
    pub points: u8,
    /// May take the initiative of light cavalry (8.5).
    pub light_cavalry: bool,
    /// An artillery leader of special ability (18.5.1).
    pub gunner: bool,
    /// A cavalry leader of special ability, who may lead a grand charge (19.16.1).
    pub horseman: bool,
}

/// A command: a brigade, a division, a corps, an army (8).
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
    /// The command whose leader is the immediate superior of its units: itself, or the nearest above that has one.
    pub head: CommandId,
    /// Its morale level track: a place in [`Charts::levels`].
    pub track: Option<u16>,
    /// Whether it has a morale level of its own (20.3): a superior formation.
    pub superior: bool,
}

words! {
    /// Light (21).
    "light", Light {
        /// Day.
        Day = "day",
        /// Dusk.
        Dusk = "dusk",
        /// Night.
        Night = "night",
    }
}

/// A game turn.
#[derive(Clone, Debug)]
pub struct TurnCard {
    /// Time of day as a clock shows it, `11:20`, or empty.
    pub time: String,
    /// Light.
    pub light: Light,
}

impl TurnCard {
    /// Hour and minute, if the time is written.
    pub fn clock(&self) -> Option<(i32, i32)> {
        roster::hour_and_minute(&self.time)
    }
}

/// A reinforcement (8.10).
#[derive(Clone, Debug)]
pub struct Arrival {
    /// Its units.
    pub units: Vec<UnitId>,
    /// Its leaders.
    pub leaders: Vec<LeaderId>,
    /// Game turn, from 0.
    pub turn: u8,
    /// Hex of its entry.
    pub entry: HexId,
    /// The terminus to which it may regroup after it has entered (8.10.7); [`HexId::NONE`] if there is none.
    pub terminus: HexId,
}

/// A static position: an area, and the units that are in command while they are in it (8.8).
#[derive(Clone, Debug)]
pub struct PositionCard {
    /// Its hexes; one at least.
    pub hexes: Vec<HexId>,
    /// The units assigned to it.
    pub units: Vec<UnitId>,
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
    /// Whether an option is another than its usual value.
    pub fn agreed(&self, option: &GameOption) -> bool {
        self.settled.iter().any(|(name, value)| *name == option.name && *value != option.values[0])
    }

    /// Whether what an answer points at is in this battle at all: an answer from outside may point at anything.
    pub fn has(&self, point: Point) -> bool {
        match point {
            Point::Nothing | Point::Number(_) => true,
            Point::Unit(u) => usize::from(u) < self.units.len(),
            Point::Leader(l) => usize::from(l) < self.leaders.len(),
            Point::Place(h) => usize::from(h) < self.ground.len(),
            Point::Facing(f) => f < 12,
            Point::Formation(f) => usize::from(f) < self.commands.len(),
            Point::Marker(m) => usize::from(m) < Chit::ACTIONS.len() + 2 * self.leaders.len(),
            Point::Side(side) => side.index() < self.sides.len(),
            // A map of hexes has none of these.
            Point::Spot(..) | Point::Turn(_) | Point::Length(_) => false,
        }
    }

    /// A unit's card.
    pub fn unit(&self, unit: UnitId) -> &UnitCard {
        &self.units[unit.i()]
    }

    /// A leader's card.
    pub fn leader(&self, leader: LeaderId) -> &LeaderCard {
        &self.leaders[leader.i()]
    }

    /// A command's card.
    pub fn command(&self, command: CommandId) -> &CommandCard {
        &self.commands[command.i()]
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

    /// The commands above one, from the nearest on; itself not.
    pub fn above(&self, command: CommandId) -> impl Iterator<Item = CommandId> + '_ {
        std::iter::successors(self.command(command).under.some(), |up| self.command(*up).under.some())
    }

    /// Whether a command is another one or beneath it.
    pub fn within(&self, command: CommandId, whole: CommandId) -> bool {
        command == whole || self.above(command).any(|up| up == whole)
    }

    /// The command of a rank that a command is or belongs to.
    pub fn of_rank(&self, command: CommandId, rank: Rank) -> Option<CommandId> {
        let at = |c: &CommandId| self.command(*c).rank == Some(rank);
        std::iter::once(command).chain(self.above(command)).find(at)
    }

    /// The light of the current turn (21).
    pub fn light(&self, state: &State) -> Light {
        self.turns[usize::from(state.clock.turn).min(self.turns.len() - 1)].light
    }
}
