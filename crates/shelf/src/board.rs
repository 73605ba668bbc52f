//! A battle and its positions as neutral data, for whoever draws them: no rulebook's types, no pictures.
//!
//! What stands still (ground, counters' names and figures, markers, turns) is a [`Board`], given once; what changes is a
//! [`Position`], computed from what a viewer may know. The changes between two positions of the same viewer are a [`Patch`].
//!
//! Things on the table are pointed at by short texts, the same everywhere: `u3` unit, `l0` leader, `h45` place (hexes are numbered
//! row by row from the top left, from 0), `d2` facing, `f1` formation, `m4` marker, `s0` side, `n5` a number.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// What stands still in a battle.
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
    /// Names of the facings, by number (`d0`, ...).
    pub facings: Vec<String>,
    /// The questions that the rulebook can ask: for standing orders.
    pub questions: Vec<AskData>,
}

/// A question that a rulebook can ask.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct AskData {
    /// Its key.
    pub key: String,
    /// For readers, with dots where names will stand.
    pub label: String,
    /// The kind of overlay that shows where its answers lead, if it is not `reach`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub way: Option<String>,
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

/// A map of flat-topped hexes in columns; even columns (the second, the fourth, ...) stand half a hex lower. Hexes are numbered
/// row by row from the top left, from 0: `number = (row - 1) * columns + (column - 1)`; labels are `CCRR` from 01.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct GroundData {
    /// The map's name.
    pub name: String,
    /// Columns.
    pub columns: u16,
    /// Rows.
    pub rows: u16,
    /// The width of a hex in metres.
    #[ts(optional = nullable)]
    pub hex_meters: Option<u32>,
    /// Names of the kinds of terrain that occur, for [`GroundData::terrain`].
    pub kinds: Vec<String>,
    /// By hex: the place of its terrain in `kinds`.
    pub terrain: Vec<u8>,
    /// By hex: its level.
    pub levels: Vec<i8>,
    /// Hexsides that carry something.
    pub sides: Vec<HexsideData>,
    /// Roads and trails from hex to hex.
    pub ways: Vec<WayData>,
    /// Names printed on the map.
    pub places: Vec<PlaceData>,
    /// Entry hexes with their letters.
    pub entries: Vec<PlaceData>,
}

/// A hexside.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct HexsideData {
    /// One of its hexes.
    pub hex: u16,
    /// The direction from there: 0 N, 1 NE, 2 SE, 3 S, 4 SW, 5 NW.
    pub dir: u8,
    /// What it carries: `slope`, `steep_slope`, `crest`, `stream`, `river`, `ford`, `bridge`, `wall`, `redoubt`, `fortification`.
    pub features: Vec<String>,
    /// A slope goes up from `hex` to the neighbour (else down).
    pub uphill: bool,
    /// A work protects `hex` against the neighbour.
    pub protects_hex: bool,
    /// A work protects the neighbour against `hex`.
    pub protects_neighbour: bool,
}

/// A piece of road or trail between the middles of two neighbouring hexes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct WayData {
    /// `road` or `trail`.
    pub kind: String,
    /// From this hex.
    pub from: u16,
    /// To this one.
    pub to: u16,
}

/// A named hex.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PlaceData {
    /// Where.
    pub hex: u16,
    /// Name, or letter.
    pub name: String,
}

/// The fixed part of a counter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct CounterData {
    /// Id, as it is typed in answers.
    pub id: String,
    /// Name.
    pub name: String,
    /// The side's number.
    pub side: u8,
    /// The formation's number.
    #[ts(optional = nullable)]
    pub formation: Option<u16>,
    /// The nation in small letters (`france`), for colours.
    pub nation: String,
    /// The symbol: `infantry`, `light_infantry`, `grenadier`, `cavalry`, `light_cavalry`, `heavy_cavalry`, `foot_artillery`,
    /// `horse_artillery`, `commander`.
    pub symbol: String,
    /// Named figures of the counter's face, in the book's order (`strength` 4, `cohesion` 6, ...).
    pub figures: Vec<FigureData>,
    /// The same on its reverse, if it has one.
    pub reverse: Vec<FigureData>,
}

/// A named figure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct FigureData {
    /// Its name.
    pub name: String,
    /// Its value as printed.
    pub value: String,
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
    /// Colour of the stripe, `#rrggbb`.
    pub stripe: String,
    /// Its units' numbers.
    pub units: Vec<u16>,
}

/// An activation marker, or another chit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct MarkerData {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// The side's number.
    pub side: u8,
    /// What is printed on it.
    pub value: String,
    /// Numbers of the formations that it concerns.
    pub formations: Vec<u16>,
}

/// A game turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TurnData {
    /// Time of day.
    pub time: String,
    /// `clear`, `fog` or `night`.
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
    /// Where.
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
    /// `{unit}`, `{leader}`, `{hex}`, `{facing}`, `{formation}`, `{marker}`, `{side}`, `{number}` or `{0}`, `{1}`, `{2}` are filled.
    pub label: String,
    /// The kind of overlay that shows where its answers lead, if it is not `reach`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub way: Option<String>,
}

/// What changes, as one viewer knows it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct Position {
    /// Where the game is.
    pub clock: ClockData,
    /// Units and commanders, also those off the map and eliminated.
    pub counters: Vec<Counter>,
    /// Markers.
    pub markers: Vec<MarkerState>,
    /// Formations.
    pub formations: Vec<FormationState>,
    /// Groups of units that act together, with their orders as far as the viewer knows them.
    pub groups: Vec<GroupState>,
    /// Who holds each objective, by number: a side's number, or nobody.
    pub holders: Vec<Option<u8>>,
    /// Points by side as they stand, in halves of a point.
    pub half_points: Vec<i32>,
    /// Strength eliminated, by the side that lost it.
    pub losses: Vec<i32>,
}

/// Where the game is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct ClockData {
    /// Game turn, from 1.
    pub turn: u16,
    /// How many there are.
    pub turns: u16,
    /// Phase, in words.
    pub phase: String,
    /// Step of the phase, in words; may be empty.
    pub step: String,
    /// The side whose move it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub side: Option<u8>,
    /// The marker in use.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub marker: Option<u16>,
}

/// A counter's changing part. Fields that are usual are left out: see each.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Counter {
    /// What it is: `u3` or `l0`.
    pub id: String,
    /// Its hex; absent off the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub hex: Option<u16>,
    /// Its height in the stack: 0 (absent) at the bottom.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[ts(optional, as = "Option<u8>")]
    pub height: u8,
    /// The vertex that it looks at: 0 NE, 1 E, 2 SE, 3 SW, 4 W, 5 NW.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub facing: Option<u8>,
    /// The large number on it, as it is now.
    pub strength: String,
    /// The line under it, as it is now.
    pub ratings: String,
    /// `good`, `disordered`, `routed`, `eliminated`, `waiting` (not on the map yet).
    pub state: String,
    /// What else is to be shown: `square`, `fired`, `charging`, `moved`, `reinforcement`, ...; none if absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub marks: Vec<String>,
}

fn is_zero(height: &u8) -> bool {
    *height == 0
}

/// A marker's changing part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct MarkerState {
    /// The marker's number.
    pub marker: u16,
    /// `out`, `cup`, `drawn`, `opening` or `spent`.
    pub state: String,
}

/// A formation's changing part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct FormationState {
    /// The formation's number.
    pub formation: u16,
    /// What is to be shown: `demoralized`, `delayed`, ...
    pub marks: Vec<String>,
}

/// A group of units that act together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct GroupState {
    /// Its number.
    pub group: u16,
    /// Its units' numbers.
    pub units: Vec<u16>,
    /// `unknown` to the viewer, or its order: `orders`, `no_orders`.
    pub order: String,
    /// Whether everybody knows it.
    pub revealed: bool,
}

/// The difference between two positions of one viewer. What is absent has not changed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct Patch {
    /// The new clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub clock: Option<ClockData>,
    /// Counters that changed, whole, by `id`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Counter>>")]
    pub counters: Vec<Counter>,
    /// Markers that changed, by `marker`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<MarkerState>>")]
    pub markers: Vec<MarkerState>,
    /// Formations that changed, by `formation`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<FormationState>>")]
    pub formations: Vec<FormationState>,
    /// Groups that are new or changed, by `group`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<GroupState>>")]
    pub groups: Vec<GroupState>,
    /// Numbers of groups that are no more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<u16>>")]
    pub groups_gone: Vec<u16>,
    /// The new holders, all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub holders: Option<Vec<Option<u8>>>,
    /// The new points.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub half_points: Option<Vec<i32>>,
    /// The new losses.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub losses: Option<Vec<i32>>,
}

impl Patch {
    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        *self == Patch::default()
    }
}

impl Position {
    /// What must be changed in an older position of the same viewer to make it this one.
    pub fn since(&self, old: &Position) -> Patch {
        let gone = |group: &&GroupState| !self.groups.iter().any(|now| now.group == group.group);
        Patch {
            clock: (self.clock != old.clock).then(|| self.clock.clone()),
            counters: changed(&self.counters, &old.counters),
            markers: changed(&self.markers, &old.markers),
            formations: changed(&self.formations, &old.formations),
            groups: self.groups.iter().filter(|group| !old.groups.contains(group)).cloned().collect(),
            groups_gone: old.groups.iter().filter(gone).map(|group| group.group).collect(),
            holders: (self.holders != old.holders).then(|| self.holders.clone()),
            half_points: (self.half_points != old.half_points).then(|| self.half_points.clone()),
            losses: (self.losses != old.losses).then(|| self.losses.clone()),
        }
    }
}

/// Those that differ from the old ones at the same places: the lists of a battle's things never change their order.
fn changed<T: Clone + PartialEq>(new: &[T], old: &[T]) -> Vec<T> {
    let differs = |(at, thing): &(usize, &T)| old.get(*at) != Some(*thing);
    new.iter().enumerate().filter(differs).map(|(_, thing)| thing.clone()).collect()
}

/// Something to be laid over the map on demand: where a unit can go, what it sees, who reaches whom.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct OverlayData {
    /// Hexes, each with a short text (a cost, a modifier; may be empty).
    pub hexes: Vec<OverlayHex>,
    /// A line for readers.
    pub text: String,
    /// The rule that bars a line of sight, if one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rule: Option<String>,
}

/// A hex of an overlay.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OverlayHex {
    /// The hex.
    pub hex: u16,
    /// What is written in it.
    pub label: String,
    /// The hex before it on the cheapest way, where the overlay shows ways.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub from: Option<u16>,
}

/// Kinds of overlays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overlaid {
    /// Where a unit can go in one move as it stands, with costs.
    Reach,
    /// Which hexes it bars to the enemy.
    Zone,
    /// Which hexes it can fire at.
    Fire,
    /// Which hexes are seen from a hex or unit.
    Sight,
    /// Where its charge can lead, with costs, and whom it can strike.
    Charge,
    /// Which hexes are in a commander's range.
    Command,
    /// The line of sight to a hex: the hexes that bar it, and why.
    Line {
        /// The hex that is looked at.
        to: u16,
    },
}
