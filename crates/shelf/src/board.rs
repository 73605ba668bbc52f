//! A battle and its positions as neutral data, for whoever draws them: no rulebook's types, no pictures.
//!
//! What stands still (ground, counters' names and figures, markers, turns) is a [`Board`], given once; what changes is a
//! [`Position`], computed from what a viewer may know. The changes between two positions of the same viewer are a [`Patch`].
//!
//! Things on the table are pointed at by short texts, the same everywhere: `u3` unit, `l0` leader, `h45` place (hexes are numbered
//! row by row from the top left, from 0), `d2` facing, `f1` formation, `m4` marker, `s0` side, `n5` a number.

mod face;
mod ground;
mod overlay;
mod patch;
mod position;
mod spoken;

pub use ::ground::{Dir, Feature, Road};
pub use engraver::{Look, Sign, Symbol};
pub use face::{BadgeData, CounterData, FigureData, Fitness, StateData};
pub use ground::{GroundData, HexsideData, PlaceData, RoadData, ground_data};
pub use overlay::{LayerData, LayerSource, OverlayData, OverlayHex, OverlayKind};
pub use patch::Patch;
pub use position::{AnnouncedAttack, ClockData, Counter, FormationState, GroupState, MarkerState, Position};
pub use spoken::label;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::book::SideInfo;

/// Board: what stands still in a battle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Board {
    /// The ground.
    pub ground: GroundData,
    /// The sides, by number.
    pub sides: Vec<SideData>,
    /// Units, by number.
    pub units: Vec<CounterData>,
    /// Commanders, by number.
    pub leaders: Vec<CounterData>,
    /// Formations, by number.
    pub formations: Vec<FormationData>,
    /// Markers, by number.
    pub markers: Vec<MarkerData>,
    /// Game turns, the first first.
    pub turns: Vec<TurnData>,
    /// Reinforcements.
    pub arrivals: Vec<ArrivalData>,
    /// Places worth points, by number.
    pub objectives: Vec<ObjectiveData>,
    /// The verbs of answers, by number.
    pub verbs: Vec<VerbData>,
    /// The facings, by number (`d0`, ...).
    pub facings: Vec<FacingData>,
    /// The questions that the rulebook can ask: for standing orders.
    pub questions: Vec<AskData>,
    /// The arms, for standing orders.
    pub arms: Vec<ArmData>,
    /// The states of counters.
    pub states: Vec<StateData>,
    /// Badges that counters can have besides.
    pub badges: Vec<BadgeData>,
    /// The phases of a game turn.
    pub phases: Vec<NamedItem>,
    /// The steps of phases.
    pub steps: Vec<NamedItem>,
    /// Marks that formations can have.
    pub formation_marks: Vec<NamedItem>,
    /// The orders of groups.
    pub orders: Vec<NamedItem>,
    /// The states of markers.
    pub marker_states: Vec<MarkerStateData>,
    /// The kinds of what happens: the first word of an event's key, and its name in filters.
    pub events: Vec<NamedItem>,
    /// Overlays that can be laid over the map.
    pub overlays: Vec<OverlayKind>,
    /// The ids of the overlays of a place.
    pub place_overlays: Vec<String>,
    /// The id of the overlay that shows where answers lead, where neither their verb nor their question names another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub route_overlay: Option<String>,
    /// Layers: overlays of all counters of a side.
    pub layers: Vec<LayerData>,
}

/// Something that has an id for programs and a name for readers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct NamedItem {
    /// Id.
    pub id: String,
    /// For readers.
    pub label: String,
}

/// An arm.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ArmData {
    /// Id.
    pub id: String,
    /// For readers.
    pub label: String,
    /// The symbols of its units.
    pub symbols: Vec<Symbol>,
}

/// A facing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct FacingData {
    /// Name.
    pub name: String,
    /// The direction on the sheet, in degrees clockwise from the north.
    pub degrees: u16,
}

/// A state of markers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct MarkerStateData {
    /// Id.
    pub id: String,
    /// For readers.
    pub label: String,
    /// Whether such a marker is in play.
    pub in_play: bool,
}

/// A question that a rulebook can ask.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct AskData {
    /// Its key.
    pub key: String,
    /// For readers, with dots where names will stand.
    pub label: String,
    /// The kind of overlay that shows where its answers lead, if it is not [`Board::route_overlay`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub route_overlay: Option<String>,
}

/// A side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SideData {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Counter colour, `#rrggbb`.
    pub colour: String,
}

impl From<SideInfo> for SideData {
    fn from(SideInfo { id, name, colour }: SideInfo) -> SideData {
        SideData { id, name, colour }
    }
}

/// A formation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct FormationData {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// The side's number.
    pub side: u8,
    /// The number of the formation above it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub under: Option<u16>,
    /// Colour of the stripe, `#rrggbb`.
    pub stripe: String,
    /// Its units' numbers.
    pub units: Vec<u16>,
}

/// A marker: a counter that is drawn or laid down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct MarkerData {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// The side's number; none if it is nobody's, or another side's each time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub side: Option<u8>,
    /// Its printed value.
    pub value: String,
    /// Numbers of the formations that it concerns.
    pub formations: Vec<u16>,
}

/// A game turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TurnData {
    /// Time of day.
    pub time: String,
    /// The weather, for readers.
    pub weather: String,
}

/// A reinforcement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ArrivalData {
    /// The game turn, from 1.
    pub turn: u16,
    /// The side's number.
    pub side: u8,
    /// Units' numbers.
    pub units: Vec<u16>,
    /// Entry hex.
    pub hex: u16,
}

/// A place worth points.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ObjectiveData {
    /// Its hex.
    pub hex: u16,
    /// Name.
    pub name: String,
    /// Points.
    pub points: i32,
}

/// A verb of answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct VerbData {
    /// As it is typed.
    pub word: String,
    /// For readers. An answer reads as this followed by the titles of what it points at, unless the label has blanks in braces: then
    /// `{unit}`, `{leader}`, `{hex}`, `{facing}`, `{formation}`, `{marker}`, `{side}`, `{number}` or `{0}`, `{1}`, `{2}` are filled, and what no
    /// blank has taken follows.
    pub label: String,
    /// Names of the numbers in its answers, from 0 on; none where they are figures.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub numbers: Vec<String>,
    /// The kind of overlay that shows where its answers lead, if it is not [`Board::route_overlay`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub route_overlay: Option<String>,
}
