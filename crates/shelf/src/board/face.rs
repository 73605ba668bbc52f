//! The faces of counters: what is printed on them, and what their states and badges look like.

use engraver::{Look, Sign, Symbol};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// The fixed part of a counter, as far as its viewer may know it.
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
    /// The symbol.
    pub symbol: Symbol,
    /// Kind of the unit, for readers.
    pub kind: String,
    /// Named figures of the counter's face, in the book's order.
    pub figures: Vec<FigureData>,
    /// The same on its reverse, if it has one.
    pub reverse: Vec<FigureData>,
    /// The ids of the overlays that can be laid for it.
    pub overlays: Vec<String>,
}

/// A named figure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct FigureData {
    /// Its name, for readers.
    pub name: String,
    /// Its value as printed.
    pub value: String,
}

/// A state of counters, as the board declares it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct StateData {
    /// Id.
    pub id: String,
    /// For readers.
    pub label: String,
    /// Fitness of a counter that has it.
    pub fitness: Fitness,
    /// Its look.
    pub look: Look,
    /// Its letter on a map of characters; without one it is only said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub letter: Option<char>,
}

/// Fitness: what a state means for a counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fitness {
    /// The usual state on the map; it goes without saying.
    Steady,
    /// A worse one.
    Shaken,
    /// It counts for nothing any more.
    Lost,
    /// It is not on the map yet.
    Waiting,
}

/// A badge of counters, as the board declares it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct BadgeData {
    /// Id.
    pub id: String,
    /// For readers.
    pub label: String,
    /// The sign on the counter; without one it is only said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub sign: Option<Sign>,
    /// Such a counter has a front on every side.
    pub all_round: bool,
    /// Its letter on a map of characters; without one it is only said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub letter: Option<char>,
}
