//! Declarations of the board of Jours de Gloire: states, badges, phases, orders, overlays, with their names from the book's messages.

use jdg::Facing;
use table::phrase::Catalogue;

use super::overlay;
use crate::board::{
    BadgeData, FacingData, Fitness, LayerData, LayerSource, Look, MarkerStateData, OverlayKind, Sign,
    StateData, Symbol, label,
};

/// The phases of a game turn.
pub const PHASES: [&str; 9] =
    ["orders", "initiative", "assembly", "draw", "activation", "rout", "demoralization", "final", "over"];
/// The steps of an activation.
pub const STEPS: [&str; 7] = ["orders", "stacks", "fire", "movement", "announce", "combat", "rally"];
/// The arms.
pub const ARMS: [(&str, &[Symbol]); 3] =
    [("infantry", Symbol::INFANTRY), ("cavalry", Symbol::CAVALRY), ("artillery", Symbol::ARTILLERY)];
/// Marks of formations.
pub const FORMATION_MARKS: [&str; 2] = ["demoralized", "delayed"];
/// The orders of tactical groups.
pub const ORDERS: [&str; 2] = ["orders", "no_orders"];

/// Each with what it means and what it looks like.
const STATES: [(&str, Fitness, Look); 5] = [
    ("good", Fitness::Steady, Look::Plain),
    ("disordered", Fitness::Shaken, Look::Striped),
    ("routed", Fitness::Shaken, Look::Pale),
    ("eliminated", Fitness::Lost, Look::Plain),
    ("waiting", Fitness::Waiting, Look::Plain),
];

/// Each with its sign.
const BADGES: [(&str, Option<Sign>); 6] = [
    ("square", Some(Sign::Square)),
    ("fired", Some(Sign::Smoke)),
    ("replied", None),
    ("charging", Some(Sign::Sabres)),
    ("moved", Some(Sign::Tick)),
    ("reinforcement", Some(Sign::Plus)),
];

/// Each marker's state, and whether it is in play.
const MARKER_STATES: [(&str, bool); 5] =
    [("out", false), ("cup", true), ("drawn", true), ("opening", true), ("spent", true)];

/// Each layer with its overlay, the counters that make it, and whether they are counted.
const LAYERS: [(&str, &str, LayerSource, bool); 6] = [
    ("reach", overlay::REACH, LayerSource::EnemyUnits, true),
    ("zone", overlay::ZONE, LayerSource::EnemyUnits, false),
    ("fire", overlay::FIRE, LayerSource::EnemyUnits, false),
    ("sight", overlay::SIGHT, LayerSource::EnemyUnits, false),
    ("own", overlay::ZONE, LayerSource::OwnUnits, false),
    ("command", overlay::COMMAND, LayerSource::OwnLeaders, false),
];

/// The facings: vertices, clockwise from the north-east.
pub fn facings() -> Vec<FacingData> {
    let facing =
        |facing: &Facing| FacingData { name: facing.to_string(), degrees: 30 + 60 * facing.index() as u16 };
    Facing::ALL.iter().map(facing).collect()
}

/// The states of counters.
pub fn states(words: &Catalogue) -> Vec<StateData> {
    StateData::all(&STATES, words)
}

/// The badges of counters. A square has a front on every side (6.4).
pub fn badges(words: &Catalogue) -> Vec<BadgeData> {
    BadgeData::all(&BADGES, &["square"], words)
}

/// The states of activation markers.
pub fn marker_states(words: &Catalogue) -> Vec<MarkerStateData> {
    let state = |(id, in_play): &(&str, bool)| MarkerStateData {
        id: (*id).to_owned(),
        label: label("marker", id, words),
        in_play: *in_play,
    };
    MARKER_STATES.iter().map(state).collect()
}

/// Overlays that can be laid over the map.
pub fn overlays(words: &Catalogue) -> Vec<OverlayKind> {
    let kind = |id: &&str| OverlayKind {
        id: (*id).to_owned(),
        label: label("overlay.button", id, words),
        aimed: *id == overlay::LINE,
        line: [overlay::SIGHT, overlay::FIRE].contains(id).then(|| overlay::LINE.to_owned()),
    };
    overlay::ALL.iter().map(kind).collect()
}

/// Layers of a whole side.
pub fn layers(words: &Catalogue) -> Vec<LayerData> {
    let layer = |(id, of, from, counted): &(&str, &str, LayerSource, bool)| LayerData {
        id: (*id).to_owned(),
        label: label("layer", id, words),
        overlay: (*of).to_owned(),
        from: *from,
        counted: *counted,
    };
    LAYERS.iter().map(layer).collect()
}
