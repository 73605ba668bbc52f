//! The raw shapes of the files: what serde reads before anything is checked. Formats: `docs/formats.md`.

pub use muster::Name;
use muster::{Format, Spanned, changeable};
use roster::Arm;
use serde::Deserialize;

/// `jdg.toml`.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct RawScenario {
    #[allow(dead_code, reason = "checked by its type")]
    format: Format<1>,
    /// `jdg`.
    pub rulebook: Name,
    /// Title.
    #[serde(default)]
    pub title: String,
    /// Everything else.
    #[serde(default)]
    pub turn: Vec<RawTurn>,
    /// Sides.
    #[serde(default)]
    pub side: Vec<RawSide>,
    /// Commanders-in-chief.
    #[serde(default)]
    pub commander: Vec<RawCommander>,
    /// Formations.
    #[serde(default)]
    pub formation: Vec<RawFormation>,
    /// Units.
    #[serde(default)]
    pub unit: Vec<RawUnit>,
    /// Reinforcements.
    #[serde(default)]
    pub reinforcement: Vec<RawReinforcement>,
    /// Combined markers.
    #[serde(default)]
    pub marker: Vec<RawMarker>,
    /// Objectives.
    #[serde(default)]
    pub objective: Vec<RawObjective>,
    /// Victory points.
    #[serde(default)]
    pub victory: RawVictory,
    /// Automatic victory.
    #[serde(default)]
    pub automatic: Vec<RawAutomatic>,
}

impl RawScenario {
    /// A scenario with nothing in it.
    pub fn empty(rulebook: Name) -> RawScenario {
        RawScenario {
            format: Format,
            rulebook,
            title: String::new(),
            turn: Vec::new(),
            side: Vec::new(),
            commander: Vec::new(),
            formation: Vec::new(),
            unit: Vec::new(),
            reinforcement: Vec::new(),
            marker: Vec::new(),
            objective: Vec::new(),
            victory: RawVictory::default(),
            automatic: Vec::new(),
        }
    }
}

/// A game turn.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct RawTurn {
    /// Time of day.
    #[serde(default)]
    pub time: String,
    /// Weather.
    #[serde(default)]
    pub weather: RawWeather,
}

/// Weather.
#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "snake_case")]
pub enum RawWeather {
    /// Neither.
    #[default]
    Clear,
    /// Fog.
    Fog,
    /// Night.
    Night,
}

/// A side in the scenario.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct RawSide {
    /// Id.
    pub id: Name,
    /// Edge or hex.
    pub rout: Name,
    /// The commander of the strategic initiative.
    pub strategic: Option<Name>,
}

/// A commander-in-chief.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct RawCommander {
    /// Id.
    pub id: Name,
    /// Their side, in vignettes.
    pub side: Option<Name>,
    /// Modifier.
    #[serde(default)]
    pub modifier: i16,
    /// Orders.
    #[serde(default)]
    pub orders: u8,
    /// Range.
    #[serde(default)]
    pub range: u16,
    /// Their place.
    pub at: Option<Name>,
    /// Whether they have moved this turn (vignettes).
    #[serde(default)]
    pub moved: bool,
}

/// A formation in the scenario.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct RawFormation {
    /// Id.
    pub id: Name,
    /// Its side, in vignettes.
    pub side: Option<Name>,
    /// Stripe.
    pub stripe: Option<String>,
    /// Initiatives.
    pub markers: Spanned<Vec<i16>>,
    /// Demoralised at the start (vignettes).
    #[serde(default)]
    pub demoralized: bool,
}

changeable! {
    /// A unit in the scenario; vignettes may leave out almost everything, and their variants say only what differs.
    RawUnit {
        /// Its side, in vignettes.
        side: Name,
        /// Its formation, in vignettes.
        formation: Name,
        /// Type.
        #[serde(rename = "type")]
        arm: Spanned<Arm>,
        /// Heavy cavalry.
        heavy: bool,
        /// Strength points.
        strength: Spanned<i16>,
        /// Cohesion.
        cohesion: Spanned<i16>,
        /// Engagement.
        engagement: Spanned<i16>,
        /// Movement points.
        movement: Spanned<i16>,
        /// Ranges.
        range: Spanned<(u16, u16)>,
        /// Reverse side.
        disordered: RawBack,
        /// Hex.
        at: Name,
        /// Facing.
        facing: Name,
        /// `good`, `disordered`, `routed` or `eliminated` (vignettes).
        condition: Spanned<RawCondition>,
        /// In square (vignettes).
        square: bool,
        /// `none`, `marked`, `this_turn` or `normal` (vignettes).
        renfort: RawRenfort,
        /// Its deeds in this activation (vignettes).
        did: Vec<Name>,
        /// `received`, `none`, `failed` or `open` (vignettes).
        order: Spanned<RawOrder>,
        /// Directions of its announced attack (vignettes).
        aims: Vec<Name>,
    }
}

/// The reverse side of a counter; what is absent is one less than the front, strength unchanged.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct RawBack {
    /// Strength points.
    pub strength: Option<i16>,
    /// Cohesion.
    pub cohesion: Option<i16>,
    /// Engagement.
    pub engagement: Option<i16>,
    /// Movement points.
    pub movement: Option<i16>,
}

/// A unit's order at the start of a vignette.
#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "snake_case")]
pub enum RawCondition {
    /// Good order.
    Good,
    /// Disordered.
    Disordered,
    /// Routed.
    Routed,
    /// Eliminated.
    Eliminated,
}

/// Reinforcement status at the start of a vignette.
#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "snake_case")]
pub enum RawRenfort {
    /// None.
    None,
    /// With the marker.
    Marked,
    /// Received Orders for this turn.
    ThisTurn,
    /// Entered in normal march.
    Normal,
}

/// Orders of a unit's tactical group at the start of a vignette.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[serde(rename_all = "snake_case")]
pub enum RawOrder {
    /// Received Orders.
    Received,
    /// No Orders, acting at reduced capacity.
    None,
    /// No Orders, initiative failed: rally only.
    Failed,
    /// No Orders, initiative passed for this activation.
    Initiative,
    /// No Orders, not yet decided between test and reduced capacity.
    Open,
}

/// Reinforcements.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct RawReinforcement {
    /// Formation.
    pub formation: Name,
    /// Units; all without `at` if absent.
    pub units: Option<Vec<Name>>,
    /// Game turn, from 1.
    pub turn: Spanned<u8>,
    /// Entry letter.
    pub entry: Name,
    /// Facing.
    pub facing: Option<Name>,
}

/// A combined marker.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct RawMarker {
    /// Id.
    pub id: Name,
    /// Name.
    pub name: String,
    /// Side.
    pub side: Name,
    /// Initiative.
    pub initiative: i16,
    /// Formations.
    pub activates: Vec<Name>,
    /// Usage.
    #[serde(rename = "use")]
    pub usage: RawUsage,
    /// First turn, from 1.
    pub from: Option<u8>,
    /// Whether it brings on reinforcements of its formations.
    #[serde(default)]
    pub reinforcements: bool,
}

/// Use of a marker: when a combined marker is placed.
#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "snake_case")]
pub enum RawUsage {
    /// Once a game, by choice.
    Once,
    /// By choice.
    Choice,
    /// Always.
    EveryTurn,
}

/// An objective.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct RawObjective {
    /// Hex.
    pub hex: Name,
    /// Name.
    pub name: String,
    /// Points.
    pub points: i32,
    /// Holder.
    pub holder: Option<Name>,
}

/// Victory points.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields, default)]
pub struct RawVictory {
    /// Half points for a strength point eliminated.
    pub eliminated: i32,
    /// Half points for a strength point routed at the end.
    pub routed: i32,
    /// Points for a commander.
    pub commander: i32,
    /// Points of a draw's gap.
    pub draw: i32,
}

impl Default for RawVictory {
    fn default() -> Self {
        RawVictory { eliminated: 2, routed: 1, commander: 5, draw: 5 }
    }
}

/// Automatic victory.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct RawAutomatic {
    /// The winner.
    pub side: Name,
    /// Its condition.
    pub when: RawWhen,
}

/// The parts of a condition.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct RawWhen {
    /// Enemy formations demoralised or destroyed.
    pub demoralized: Option<u8>,
    /// Hexes held.
    #[serde(default)]
    pub holds: Vec<Name>,
    /// Enemy strength points eliminated.
    pub eliminated: Option<i32>,
}
