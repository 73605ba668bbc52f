//! Positions: what changes on a board, as one viewer knows it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Position: what changes, as one viewer knows it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct Position {
    /// Clock of the game.
    pub clock: ClockData,
    /// Units and commanders, also those off the map and lost.
    pub counters: Vec<Counter>,
    /// Markers.
    pub markers: Vec<MarkerState>,
    /// Formations.
    pub formations: Vec<FormationState>,
    /// Groups of units that act together, with their orders as far as the viewer knows them.
    pub groups: Vec<GroupState>,
    /// Holder of each objective, by number: a side's number, or nobody.
    pub holders: Vec<Option<u8>>,
    /// Points by side as they stand, in halves of a point.
    pub half_points: Vec<i32>,
    /// Strength lost for good, by the side that lost it.
    pub losses: Vec<i32>,
    /// Attacks that are announced and still to be fought.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<AnnouncedAttack>>")]
    pub announced: Vec<AnnouncedAttack>,
}

/// An attack that is announced and still to be fought: an assault, a shock, a charge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct AnnouncedAttack {
    /// The side that attacks.
    pub side: u8,
    /// The attacker on top of the stack (`u3`).
    pub by: String,
    /// The hexes of its way so far, the last where it stands.
    pub way: Vec<u16>,
    /// The hexes at which it aims; none while it has named none.
    pub at: Vec<u16>,
}

/// Place in the turn: where the game is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct ClockData {
    /// Game turn, from 1.
    pub turn: u16,
    /// Number of the turns.
    pub turns: u16,
    /// The phase's id: one of [`Board::phases`](super::Board::phases).
    pub phase: String,
    /// The id of the step of the phase, if it has steps: one of [`Board::steps`](super::Board::steps).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub step: Option<String>,
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
    /// Its id: `u3` or `l0`.
    pub id: String,
    /// Its hexes, the first where it is stacked; none off the map.
    pub at: Vec<u16>,
    /// Its height in the stack: 0 (absent) at the bottom.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[ts(optional, as = "Option<u8>")]
    pub height: u8,
    /// Its facing: the place in [`Board::facings`](super::Board::facings).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub facing: Option<u8>,
    /// The large number on it, as it is now.
    pub strength: String,
    /// The line under it, as it is now.
    pub ratings: String,
    /// The id of its state: one of [`Board::states`](super::Board::states).
    pub state: String,
    /// The ids of its badges, of [`Board::badges`](super::Board::badges); none if absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub badges: Vec<String>,
}

fn is_zero(height: &u8) -> bool {
    *height == 0
}

/// A marker's changing part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct MarkerState {
    /// The marker's number.
    pub marker: u16,
    /// The id of its state: one of [`Board::marker_states`](super::Board::marker_states).
    pub state: String,
    /// The side's number, where it has one only for the time being.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub side: Option<u8>,
    /// Its commander for the time being, as the viewer knows (`l3`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub of: Option<String>,
}

/// A formation's changing part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct FormationState {
    /// The formation's number.
    pub formation: u16,
    /// The ids of what is to be shown, of [`Board::formation_marks`](super::Board::formation_marks).
    pub marks: Vec<String>,
}

/// A group of units that act together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct GroupState {
    /// Its number.
    pub group: u16,
    /// Its units' numbers.
    pub units: Vec<u16>,
    /// The id of its order: one of [`Board::orders`](super::Board::orders); absent where the viewer does not know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub order: Option<String>,
    /// Whether everybody knows it.
    pub revealed: bool,
}
