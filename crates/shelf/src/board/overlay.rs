//! Overlays: what can be laid over the map.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

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

/// A kind of overlay, as the board declares it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OverlayKind {
    /// Id, by which it is asked for.
    pub id: String,
    /// On a button.
    pub label: String,
    /// It is asked for with a second place, to which it leads: a line of sight.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub aimed: bool,
    /// While it lies on the map, the overlay of this id is asked for to wherever is pointed at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub line: Option<String>,
}

/// A layer, as the board declares it: an overlay of each of a side's counters, summed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LayerData {
    /// Id.
    pub id: String,
    /// In a list.
    pub label: String,
    /// The overlay's id.
    pub overlay: String,
    /// The counters whose overlays make it.
    pub from: LayerSource,
    /// Each hex says how many counters' overlays it belongs to.
    pub counted: bool,
}

/// Source of a layer: the counters whose overlays make it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LayerSource {
    /// The viewer's own units.
    OwnUnits,
    /// The viewer's own commanders.
    OwnLeaders,
    /// The enemy's units.
    EnemyUnits,
    /// The enemy's commanders.
    EnemyLeaders,
}

/// A hex of an overlay.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OverlayHex {
    /// The hex.
    pub hex: u16,
    /// Its label.
    pub label: String,
    /// The hex before it on the cheapest route, where the overlay shows routes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub from: Option<u16>,
    /// A thing to be pointed at before the step from there, by an answer that points at nothing else: a facing (`d3`), if the unit looks another way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub via: Option<String>,
}
