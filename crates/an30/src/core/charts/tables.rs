//! Charts in columns: fire, mêlée, squares, dice.

use super::Exact;
use crate::core::dice::Bands;
use crate::core::exact::Odds;

/// The years in which a row holds, both included.
pub type Years = std::ops::RangeInclusive<u16>;

/// Troops of a nation and type (Fire Effects Chart).
#[derive(Clone, Debug)]
pub struct Troops {
    /// Id: `france_line`.
    pub id: String,
    /// Nation.
    pub nation: String,
    /// Type: `line`, `light`, `guard`, ...
    pub kind: String,
    /// Multiple in line.
    pub line: Option<Exact>,
    /// Multiple in square.
    pub square: Option<Exact>,
    /// Multiple in skirmish order.
    pub skirmish: Option<Exact>,
    /// Printed value of an average battalion.
    pub printed: Option<Exact>,
    /// Armed with rifles.
    pub rifles: bool,
    /// In these years only.
    pub years: Years,
}

/// A row of the Fire Defense Chart: figures by column.
#[derive(Clone, Debug)]
pub struct DefenceRow {
    /// Its name, which terrain and hexsides use.
    pub name: String,
    /// The figures, by [`DefenceRow::COLUMNS`].
    pub figures: [Option<i16>; 17],
}

impl DefenceRow {
    /// The columns, which formations name.
    pub const COLUMNS: [&'static str; 17] = [
        "column",
        "line",
        "square",
        "general_order",
        "skirmish",
        "disorder",
        "pgd",
        "limbered",
        "unlimbered",
        "road_column",
        "cavalry_column",
        "cavalry_line",
        "cavalry_general_order",
        "cavalry_skirmish",
        "cavalry_disorder",
        "cavalry_pgd",
        "cavalry_road_column",
    ];
}

/// A column of the fire chart.
#[derive(Clone, Debug)]
pub struct FireRow {
    /// The odds.
    pub odds: Odds,
    /// Increments lost.
    pub losses: Bands<i16>,
}

/// A result of a mêlée.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MeleeResult {
    /// Attacker surrenders.
    AttackerSurrenders,
    /// Attacker routs.
    AttackerRouts,
    /// Attacker disorders and recoils so many hexes.
    AttackerDisorders(u8),
    /// Nothing decided.
    Blank,
    /// Defender disorders and recoils so many hexes.
    DefenderDisorders(u8),
    /// Defender routs; in the variant with so many hexes of impetus.
    DefenderRouts(u8),
    /// Defender surrenders; in the variant with so many hexes of impetus.
    DefenderSurrenders(u8),
}

impl MeleeResult {
    /// Word for the hexes that those who disorder go back.
    pub const fn back(self) -> &'static str {
        match self {
            MeleeResult::AttackerDisorders(1) | MeleeResult::DefenderDisorders(1) => "back.1",
            MeleeResult::AttackerDisorders(2) | MeleeResult::DefenderDisorders(2) => "back.2",
            MeleeResult::AttackerDisorders(3) | MeleeResult::DefenderDisorders(3) => "back.3",
            MeleeResult::AttackerDisorders(4..) | MeleeResult::DefenderDisorders(4..) => "back.more",
            _ => "back.0",
        }
    }

    /// Whether the attackers go.
    pub const fn is_lost(self) -> bool {
        matches!(
            self,
            MeleeResult::AttackerSurrenders | MeleeResult::AttackerRouts | MeleeResult::AttackerDisorders(_)
        )
    }
}

/// A column of the mêlée chart.
#[derive(Clone, Debug)]
pub struct MeleeRow {
    /// The odds; those of the firefight column are 0 to 0.
    pub odds: Odds,
    /// Results.
    pub results: Bands<MeleeResult>,
}

impl MeleeRow {
    /// Word for the column of a mêlée: its odds, or that of firefights, which has none (16.1.1 step 5e).
    pub const fn column(&self) -> &'static str {
        match (self.odds.attacker, self.odds.defender) {
            (0, 0) => "column.firefight",
            (1, 3) => "column.1:3",
            (1, 2) => "column.1:2",
            (2, 3) => "column.2:3",
            (1, 1) => "column.1:1",
            (3, 2) => "column.3:2",
            (2, 1) => "column.2:1",
            (5, 2) => "column.5:2",
            (3, 1) => "column.3:1",
            (4, 1) => "column.4:1",
            (5, 1) => "column.5:1",
            _ => "column.other",
        }
    }
}

/// A method of attack: modifier by hexes, from so many on.
#[derive(Clone, Debug)]
pub struct Method {
    /// Its name.
    pub name: String,
    /// Modifiers, by hexes from which they hold, rising.
    pub bands: Vec<(i16, i16)>,
}

/// Army: which method a nation uses.
#[derive(Clone, Debug)]
pub struct Army {
    /// Nation.
    pub nation: String,
    /// Place in the methods.
    pub method: usize,
    /// In these years only.
    pub years: Years,
}

/// A modifier by odds.
#[derive(Clone, Copy, Debug)]
pub struct StandRow {
    /// The odds.
    pub odds: Odds,
    /// The modifier.
    pub value: i16,
}

/// Rows by one die: what one die gives, from 1 on; above the last, the last.
#[derive(Clone, Debug)]
pub struct DieRows<T>(pub Vec<T>);

impl<T: Copy> DieRows<T> {
    /// The row of a die, modified.
    pub fn at(&self, die: i16) -> T {
        self.0[(die.max(1) as usize).min(self.0.len()) - 1]
    }
}

/// Absence of a leader: how long a struck leader is away.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Absence {
    /// For good.
    ForGood,
    /// So many dice of turns.
    Turns(u8),
    /// So many dice of hours.
    Hours(u8),
}

/// A row of the Leader Casualty Chart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wound {
    /// Key of its word: `head`, `chest`, ...
    pub word: &'static str,
    /// Length of the absence.
    pub away: Absence,
    /// Mortal: the units in the leader's hex check (8.2.2).
    pub mortal: bool,
}

/// A morale level of formations without a track.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// Level, 0 to 3.
    pub level: u8,
    /// From this per cent of its battalions on.
    pub percent: i16,
    /// The modifier.
    pub value: i16,
}

/// A Morale Level Track: level, battalions from which it holds, modifier; rising.
#[derive(Clone, Debug)]
pub struct Track {
    /// Its id.
    pub id: String,
    /// Its levels.
    pub levels: Vec<(u8, i16, i16)>,
}

/// Result of a square: what came of an attempt to form square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SquareResult {
    /// Square.
    Square,
    /// Disorder.
    Disorder,
    /// Rout.
    Rout,
    /// Nothing happens.
    NoEffect,
}

/// A row of the Carré Realization Chart.
#[derive(Clone, Debug)]
pub struct SquareRow {
    /// The army.
    pub army: String,
    /// Hexes to the cavalry.
    pub hexes: i16,
    /// Results.
    pub results: Bands<SquareResult>,
}
