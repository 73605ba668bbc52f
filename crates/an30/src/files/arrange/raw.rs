//! The raw shapes of the files: what serde reads before anything is checked. Formats: `docs/formats.md`.

pub use muster::Name;
use muster::{Format, Spanned, changeable};
use serde::Deserialize;

/// `an30.toml`.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct RawScenario {
    #[allow(dead_code, reason = "checked by its type")]
    format: Format<1>,
    /// `an30`, or a variant.
    pub rulebook: Name,
    /// Title.
    #[serde(default)]
    pub title: String,
    /// Size, shown by the chooser instead of that of the battle's card; as are minutes, difficulty and blurb.
    pub size: Option<Name>,
    /// Minutes.
    pub minutes: Option<u32>,
    /// 1 to 5.
    pub difficulty: Option<Spanned<u8>>,
    /// A sentence or two.
    pub blurb: Option<String>,
    /// Formations and units of the order of battle that are not there, with all that is beneath them.
    #[serde(default)]
    pub absent: Vec<Name>,
    /// Turns, sides, commands, leaders, units, and the rest.
    #[serde(default)]
    pub turn: Vec<RawTurn>,
    /// Sides.
    #[serde(default)]
    pub side: Vec<RawSide>,
    /// Commands.
    #[serde(default)]
    pub command: Vec<RawCommand>,
    /// Leaders.
    #[serde(default)]
    pub leader: Vec<RawLeader>,
    /// Units.
    #[serde(default)]
    pub unit: Vec<RawUnit>,
    /// Reinforcements.
    #[serde(default)]
    pub reinforcement: Vec<RawReinforcement>,
    /// Static positions.
    #[serde(default)]
    pub position: Vec<RawPosition>,
    /// Objectives.
    #[serde(default)]
    pub objective: Vec<RawObjective>,
}

impl RawScenario {
    /// A scenario with nothing in it.
    pub fn empty(rulebook: Name) -> RawScenario {
        RawScenario {
            format: Format,
            rulebook,
            title: String::new(),
            size: None,
            minutes: None,
            difficulty: None,
            blurb: None,
            absent: Vec::new(),
            turn: Vec::new(),
            side: Vec::new(),
            command: Vec::new(),
            leader: Vec::new(),
            unit: Vec::new(),
            reinforcement: Vec::new(),
            position: Vec::new(),
            objective: Vec::new(),
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
    /// `day`, `dusk` or `night`.
    pub light: Option<Name>,
}

/// A side.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct RawSide {
    /// Id.
    pub id: Name,
    /// The edge of its depots.
    pub depot: Option<Name>,
    /// Spans of its brigade and division leaders, its corps leaders and its army leaders, in place of the chart's.
    #[serde(default)]
    pub spans: RawSpans,
    /// Whether corps move as maneuver units; if nothing is said they do.
    pub corps: Option<bool>,
    /// Its depot hexes, if they are not the whole edge.
    #[serde(default)]
    pub depots: Vec<Name>,
    /// Command points besides those of leaders.
    #[serde(default)]
    pub points: u8,
    /// Whether its ammunition is re-supplied.
    #[serde(default)]
    pub resupply: bool,
}

/// Command spans of a side, in hexes.
#[derive(Deserialize, Clone, Default)]
#[serde(deny_unknown_fields)]
pub struct RawSpans {
    /// Of brigade and division leaders.
    pub brigade: Option<u16>,
    /// Of corps leaders.
    pub corps: Option<u16>,
    /// Of army leaders.
    pub army: Option<u16>,
}

/// A command.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct RawCommand {
    /// Id.
    pub id: Name,
    /// Its name, if the order of battle has no such command.
    pub name: Option<String>,
    /// Its side, in vignettes, and where the order of battle has it not.
    pub side: Option<Name>,
    /// The command above, likewise.
    pub under: Option<Name>,
    /// Its rank, likewise.
    pub rank: Option<Name>,
    /// Its morale level track.
    pub track: Option<Name>,
    /// Whether it has a morale level of its own.
    #[serde(default)]
    pub superior: bool,
    /// Its morale level at the start (vignettes).
    #[serde(default)]
    pub level: u8,
}

/// Reinforcements.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct RawReinforcement {
    /// Units.
    #[serde(default)]
    pub units: Vec<Name>,
    /// Leaders.
    #[serde(default)]
    pub leaders: Vec<Name>,
    /// Game turn, from 1.
    pub turn: Spanned<u8>,
    /// Entry letter.
    pub entry: Name,
    /// Their terminus.
    pub terminus: Option<Name>,
}

/// A static position.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct RawPosition {
    /// Its hexes.
    pub hexes: Vec<Name>,
    /// The units assigned to it.
    pub units: Vec<Name>,
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
}

/// A number, or one for each range.
#[derive(Deserialize, Clone, Copy)]
#[serde(untagged)]
pub enum RawFire {
    /// Infantry's.
    One(i16),
    /// Guns' at short, medium and long range.
    Three([i16; 3]),
}

/// A morale rating, or the dash; a morale bonus, or `A`.
#[derive(Deserialize, Clone)]
#[serde(untagged)]
pub enum RawRating {
    /// A number.
    Number(i16),
    /// `-`, or `A`.
    Word(String),
}

/// A bonus, or one for attack and one for defence.
#[derive(Deserialize, Clone, Copy)]
#[serde(untagged)]
pub enum RawBonus {
    /// For both.
    One(i16),
    /// Attack, defence.
    Two([i16; 2]),
}

changeable! {
    /// A unit: the figures of its counter, and where and how it stands.
    RawUnit {
        /// Its side, in vignettes.
        side: Name,
        /// Its command, in vignettes.
        command: Name,
        /// Its arm, in vignettes, or where the scenario has another.
        arm: Name,
        /// Nation, likewise.
        nation: Name,
        /// Kind, likewise.
        kind: String,
        /// Regiment, battalion, company, squadron, battery.
        size: Name,
        /// The whole of which it is a part, in vignettes.
        part_of: Name,
        /// Increments.
        increments: Spanned<i16>,
        /// Movement potential.
        movement: Spanned<i16>,
        /// Fire value.
        fire: RawFire,
        /// Range.
        range: u16,
        /// Mêlée value.
        melee: Spanned<i16>,
        /// Morale rating.
        morale: Spanned<RawRating>,
        /// Skirmish value of cavalry.
        skirmish: i16,
        /// Lance bonus.
        lance: i16,
        /// Type of troops: `line`, `light`, of its nation.
        troops: Name,
        /// Traits.
        traits: Vec<Name>,
        /// Its hex.
        at: Name,
        /// Its hexes: a line from the left, a column from the head.
        hexes: Vec<Name>,
        /// Facing.
        facing: Name,
        /// Formation.
        formation: Name,
        /// Order.
        order: Name,
        /// Losses marked.
        losses: u8,
        /// Readiness.
        readiness: Name,
        /// Charge marker.
        charge: Name,
        /// Prone.
        prone: Name,
        /// Its place: `folded`, `box`, `destroyed`, `surrendered`, `waiting`.
        status: Name,
        /// Its deeds (vignettes).
        did: Vec<Name>,
        /// Rounds spent.
        rounds: u8,
        /// Movement points spent in this movement, in halves (vignettes).
        spent_half_mp: u16,
        /// Turns of force march.
        marched: u8,
        /// The leader to whom it is assigned (vignettes).
        assigned: Name,
    }
    /// A leader.
    RawLeader {
        /// Name, if the order of battle has none.
        name: String,
        /// Side, in vignettes.
        side: Name,
        /// The command that the leader has, or to whose staff the leader belongs, in vignettes, and where the order of battle does not say it.
        command: Name,
        /// Post.
        post: Name,
        /// Movement potential.
        movement: i16,
        /// Mêlée bonus with infantry.
        infantry: RawBonus,
        /// Mêlée bonus with cavalry.
        cavalry: RawBonus,
        /// Fire bonus.
        artillery: i16,
        /// Morale bonus, or `A`.
        morale: Spanned<RawRating>,
        /// Command points.
        points: u8,
        /// May take the initiative of light cavalry.
        light_cavalry: bool,
        /// Artillery leader of special ability.
        gunner: bool,
        /// Cavalry leader of special ability.
        horseman: bool,
        /// Hex.
        at: Name,
        /// Whether the leader moved this turn (vignettes).
        moved: bool,
        /// Whether the leader's corps is activated (vignettes).
        activated: bool,
    }
}
