//! The charts, as loaded from `books/marshal/charts`. The code looks figures up and never holds a table.

mod charges;

use ::ground::{ByKind, Feature, Kinds, Road, Terrain};
pub use charges::{CarreFigures, CarreRow, ChargeFigures, RecallRow};
pub use labataille::dice::{Bands, Dice};
pub use labataille::exact::{Exact, Odds};
pub use labataille::faces::Arc;
use labataille::figures;
pub use labataille::figures::{Figure, Figures};
use muster::words;
use roster::Arm;

use crate::core::state::{Formation, Order};

/// All the charts.
#[derive(Clone, Debug)]
pub struct Charts {
    /// Effects of hexes.
    pub terrain: ByKind<Terrain, TerrainRow>,
    /// Effects of hexsides.
    pub hexsides: ByKind<Feature, HexsideRow>,
    /// Formations.
    pub formations: Vec<FormationRow>,
    /// Hexsides of the hexes of a footprint.
    pub arcs: Vec<Arc>,
    /// Fire Effects Chart: the troops there are.
    pub troops: Vec<Troops>,
    /// Fire Defence Chart, by the names that terrain uses.
    pub defence: Vec<DefenceRow>,
    /// Fire Combat Chart.
    pub fire: Vec<FireRow>,
    /// Figures that change fire.
    pub fire_figures: FireFigures,
    /// Melee Assault Chart.
    pub melee: Vec<MeleeRow>,
    /// Assault à Mêlée Matrix.
    pub matrix: Vec<MatrixRow>,
    /// Factors of mêlée values.
    pub melee_figures: MeleeFigures,
    /// Assault by Melee Morale Chart: odds of increments, for attacker and defender.
    pub pre_melee: Vec<PreMeleeRow>,
    /// Its further modifiers.
    pub pre_melee_figures: PreMeleeFigures,
    /// Morale.
    pub morale: MoraleFigures,
    /// Morale levels: from which per cent of its battalions, and the modifier (43).
    pub levels: Vec<(i16, i16)>,
    /// Movement.
    pub movement: MovementFigures,
    /// Stacking.
    pub stacking: StackingFigures,
    /// Leader casualties, by the die.
    pub wounds: Vec<Wound>,
    /// Limbering: nation, horse, from which die.
    pub limbering: Vec<(String, bool, i16)>,
    /// Charges.
    pub charge: ChargeFigures,
    /// Carré Realization Table.
    pub carre: Vec<CarreRow>,
    /// Its modifiers.
    pub carre_figures: CarreFigures,
    /// Cavalry Recall Chart.
    pub recall: Vec<RecallRow>,
}

/// Costs in half movement points: infantry, cavalry, artillery, leaders; `None`: may not enter or cross.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Costs(pub [Option<u16>; 4]);

impl Costs {
    /// The cost for an arm.
    pub const fn of(self, arm: Arm) -> Option<u16> {
        self.0[arm as usize]
    }

    /// The cost for a leader.
    pub const fn leader(self) -> Option<u16> {
        self.0[3]
    }
}

/// Row of a terrain.
#[derive(Clone, Debug)]
pub struct TerrainRow {
    /// Cost of entry.
    pub cost: Costs,
    /// Units are in general order here (16).
    pub general_order: bool,
    /// Lines and squares may stand here, guns may be prolonged.
    pub open: bool,
    /// Blocks a line of sight (23).
    pub blocks_los: bool,
    /// Routed units make for it (30).
    pub cover: bool,
    /// The row of the Fire Defence Chart.
    pub defence: usize,
    /// Increments of infantry, of cavalry, of guns that may stand here, besides any one unit; `None`: none may.
    pub most: [Option<i16>; 3],
    /// Increments of infantry that may stand with a battery.
    pub with_guns: i16,
}

/// Row of a hexside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HexsideRow {
    /// Added to the cost of the hex.
    pub cost: Costs,
    /// Costs only uphill.
    pub uphill_only: bool,
    /// Attacks across it suffer as over a slope or a stream (33).
    pub obstacle: Obstacle,
}

words! {
    /// Obstacle of an assault (33).
    "obstacle", Obstacle {
        /// None.
        None = "none",
        /// Up a slope.
        Slope = "slope",
        /// Across a stream.
        Stream = "stream",
    }
}

words! {
    /// Kind of aim: what a counter in a formation looks at (13).
    "aim", AimKind {
        /// A hexside.
        Hexside = "hexside",
        /// A vertex.
        Vertex = "vertex",
        /// All around.
        All = "all",
        /// The head looks at a hexside, the others at the hex before them.
        Path = "path",
    }
}

words! {
    /// Basis of fire: what fires (24, 25).
    "basis of fire", FireBasis {
        /// The printed value of the top unit.
        Printed = "printed",
        /// Increments times the multiple.
        Increments = "increments",
        /// As a carré.
        Square = "square",
        /// The skirmish value.
        Skirmish = "skirmish",
        /// Nothing.
        Nothing = "none",
    }
}

/// A row of the chart of formations, for an arm.
#[derive(Clone, Debug)]
pub struct FormationRow {
    /// Arm.
    pub arm: Arm,
    /// Formation.
    pub formation: Formation,
    /// Only of heavy cavalry, or only of light.
    pub heavy: Option<bool>,
    /// Aim of the counter.
    pub aim: AimKind,
    /// Hexes at most.
    pub hexes: usize,
    /// Increments from which a second hex may be taken (must, in skirmish order).
    pub extend_from: i16,
    /// Its footprint: the name that its arcs have.
    pub footprint: String,
    /// Exerts a zone of influence (14).
    pub zone: bool,
    /// Basis of its fire.
    pub fire: FireBasis,
    /// At most so many increments of a hex fire.
    pub fire_increments: i16,
    /// Column of the Fire Defence Chart.
    pub defence: usize,
    /// Factor of its mêlée value (attack and defence).
    pub melee: Exact,
}

/// Troops of a nation and type (Fire Effects Chart), and which of their losses call for a check.
#[derive(Clone, Debug)]
pub struct Troops {
    /// Nation.
    pub nation: String,
    /// Type.
    pub kind: String,
    /// Printed value of an average battalion.
    pub printed: i16,
    /// Multiple in line.
    pub line: Exact,
    /// Multiple in carré.
    pub square: Exact,
    /// Multiple in skirmish order.
    pub skirmish: Option<Exact>,
    /// Losses to fire that call for a check (31).
    pub checks: Checks,
}

words! {
    /// Losses that call for a check (31).
    "losses that call for a check", Checks {
        /// Every one.
        Every = "every",
        /// Those that make their number even.
        Even = "even",
        /// Those that make it odd.
        Odd = "odd",
    }
}

/// A row of the Fire Defence Chart.
#[derive(Clone, Debug)]
pub struct DefenceRow {
    /// Its name.
    pub name: String,
    /// The figures, by [`DefenceRow::COLUMNS`].
    pub figures: [Option<i16>; 9],
}

impl DefenceRow {
    /// The columns.
    pub const COLUMNS: [&'static str; 9] = [
        "column",
        "line",
        "square",
        "general_order",
        "skirmish",
        "disorder",
        "limbered",
        "unlimbered",
        "road_march",
    ];
    /// The column of disordered and routed units.
    pub const DISORDER: usize = 5;
    /// The column of formations in column.
    pub const COLUMN: usize = 0;
}

/// A column of the Fire Combat Chart.
#[derive(Clone, Debug)]
pub struct FireRow {
    /// The odds.
    pub odds: Odds,
    /// Increments lost.
    pub losses: Bands<i16>,
}

/// Result of a mêlée (34).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MeleeResult {
    /// Attackers rout.
    AttackerRouts,
    /// Attackers disorder.
    AttackerDisorders,
    /// No or minor effects.
    Blank,
    /// Increments lost by attackers and defenders, and whether each checks.
    Losses([i16; 2], [bool; 2]),
    /// Defenders disorder.
    DefenderDisorders,
    /// Defenders rout.
    DefenderRouts,
    /// Defenders surrender.
    DefenderSurrenders,
}

/// A column of the Melee Assault Chart.
#[derive(Clone, Debug)]
pub struct MeleeRow {
    /// The odds.
    pub odds: Odds,
    /// Results.
    pub results: Bands<MeleeResult>,
}

words! {
    /// Kind of defender in the matrix (34).
    "defender", DefenderKind {
        /// Infantry.
        Infantry = "infantry",
        /// Infantry in carré.
        Square = "square",
        /// Cavalry.
        Cavalry = "cavalry",
        /// Limbered guns.
        Limbered = "limbered",
        /// Unlimbered guns.
        Unlimbered = "unlimbered",
    }
}

/// A row of the Assault à Mêlée Matrix: codes of what befalls.
#[derive(Clone, Debug)]
pub struct MatrixRow {
    /// Kind of defender.
    pub defender: DefenderKind,
    /// Its order.
    pub order: Order,
    /// Codes of AR, AD, blank, DD, DR.
    pub codes: [i16; 5],
}

/// A column of the odds before a mêlée: attacker's and defender's modifier.
#[derive(Clone, Copy, Debug)]
pub struct PreMeleeRow {
    /// The odds of increments.
    pub odds: Odds,
    /// Attacker's.
    pub attacker: i16,
    /// Defender's.
    pub defender: i16,
}

/// A row of the leader casualties (7).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wound {
    /// Key of its word.
    pub word: &'static str,
    /// Absence of the leader.
    pub away: Away,
}

/// Absence of a struck leader (7).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Away {
    /// Dead.
    Dead,
    /// Out for so many dice of hours.
    Hours(u16),
    /// Captured; the die is thrown again if the cause was fire.
    Captured,
    /// No time at all.
    None,
}

figures! {
    /// What changes fire (10, 19 to 26).
    FireFigures, "fire-figures" {
        /// Increments in a hex from which on it is a massed target (22).
        mass: i16 = "22",
        /// Fire through the flank of a line (22).
        flank_defence: i16 = "22",
        /// Infantry with guns in the hex, not in carré: added to its defence.
        with_guns: i16 = "21",
        /// Increments in line in a hex from which on it defends as a column (16, 22).
        deep_line: i16 = "22",
        /// Columns that canister shifts (26).
        canister: i16 = "26",
        /// Fire of disordered units (30).
        disorder: Exact = "30",
        /// Skirmishers at two hexes (19).
        skirmish_far: Exact = "19",
        /// Share of a carré's increments that fires through a hexside (16).
        square: Exact = "16",
        /// Last increment of infantry (12).
        last_increment: Exact = "12",
        /// Cavalry that lost three quarters (12).
        cavalry_losses: Exact = "12",
        /// Hexes of short range at most (26).
        short: i16 = "26",
        /// Hexes of medium range at most (26).
        medium: i16 = "26",
        /// Guns in carré at cavalry that is on it (16).
        guns_on_square: Exact = "16",
        /// Increments of a carré that fire with a battery (25).
        square_with_guns: i16 = "25",
        /// Natural dice from which on a leader in the target hex is struck (7), as it is written.
        leader: i16 = "7",
    }
}

figures! {
    /// Factors of mêlée values (13, 16, 30, 33, 35, 36).
    MeleeFigures, "melee-figures" {
        /// Attack through a flank.
        flank: Exact = "13",
        /// Attack through a rear.
        rear: Exact = "13",
        /// Disordered.
        disorder: Exact = "30",
        /// Routed infantry or guns, in defence.
        routed_foot: Exact = "30",
        /// Routed cavalry.
        routed_cavalry: Exact = "30",
        /// Infantry at a carré.
        foot_at_square: Exact = "16",
        /// Cavalry at a carré.
        cavalry_at_square: Exact = "16",
        /// Cavalry in general order.
        cavalry_general_order: Exact = "16",
        /// Heavy cavalry at light.
        heavy_at_light: Exact = "35",
        /// Heavy cavalry in line.
        heavy_line: Exact = "35",
        /// Cavalry across a stream.
        stream: Exact = "35",
        /// Tired cavalry.
        tired: Exact = "36",
        /// Exhausted cavalry.
        exhausted: Exact = "36",
        /// Charge that came straight.
        straight: Exact = "38",
        /// Cavalry that was not recalled.
        wild: Exact = "42",
        /// Cavalry that keeps its readiness.
        spared: Exact = "36",
    }
}

figures! {
    /// Modifiers of checks before a mêlée (33).
    PreMeleeFigures, "pre-melee" {
        /// Attacker through a flank.
        flank_attacker: i16 = "13",
        /// Defender through a flank.
        flank_defender: i16 = "13",
        /// Attacker through a rear.
        rear_attacker: i16 = "13",
        /// Defender through a rear.
        rear_defender: i16 = "13",
        /// Defender in skirmish order.
        skirmish_defender: i16 = "33",
        /// Defender in line.
        line_defender: i16 = "33",
        /// Attacker of a disordered defender.
        disorder_attacker: i16 = "33",
        /// Attacker of a routed defender.
        rout_attacker: i16 = "33",
        /// Attacker up a slope.
        slope_attacker: i16 = "33",
        /// Defender above a slope.
        slope_defender: i16 = "33",
        /// Attacker across a stream.
        stream_attacker: i16 = "33",
        /// Defender behind a stream.
        stream_defender: i16 = "33",
        /// Attacker for each increment lost to defensive fire.
        fire_loss: i16 = "33",
        /// Increments of a line that count for the attacker.
        line_increments: i16 = "16",
    }
}

figures! {
    /// Morale (12, 16, 30, 31).
    MoraleFigures, "morale" {
        /// Disorder.
        disorder: i16 = "30",
        /// Rout.
        rout: i16 = "30",
        /// Infantry with more than half lost.
        losses: i16 = "12",
        /// In carré.
        square: i16 = "16",
        /// In road march.
        road_march: i16 = "16",
        /// Passed by others: cavalry through formed infantry, or the reverse.
        mixing: i16 = "10",
        /// Movement points of a disordered unit's retreat.
        retreat: i16 = "30",
        /// Movement points of a routed unit.
        flight: i16 = "30",
        /// Hexes from enemies from which on a routed unit seeks cover.
        refuge: i16 = "30",
        /// Forced march, for each turn of it in a row.
        forced: i16 = "44",
    }
}

figures! {
    /// Movement, in half points (14, 16, 18, 20).
    MovementFigures, "movement" {
        /// Infantry and limbered guns change facing.
        facing: i16 = "18",
        /// Infantry changes formation.
        infantry: i16 = "16",
        /// Artillery changes formation.
        artillery: i16 = "16",
        /// Cavalry changes formation.
        cavalry: i16 = "16",
        /// A second hex of a line from another formation.
        second_hex: i16 = "16",
        /// Lines have less.
        line: i16 = "16",
        /// A hex along a road, in road march.
        road: i16 = "16",
        /// Increments a hex in road march.
        road_increments: i16 = "16",
        /// Movement of a carré.
        square: i16 = "16",
        /// Heavy cavalry has at most.
        heavy_most: i16 = "6",
        /// Foot and guns into or out of a hex next to horse in skirmish order.
        horse_near: i16 = "20",
        /// The same of a hex two hexes off.
        horse_far: i16 = "20",
        /// Share of disordered units.
        disorder: Exact = "30",
        /// Share that retreats before a mêlée.
        before_melee: Exact = "29",
        /// Movement points that a unit has more than its attacker, to retreat before a mêlée.
        swifter: i16 = "29",
    }
}

figures! {
    /// Stacking of formations (10, 16).
    StackingFigures, "stacking" {
        /// Column, line and carré in a hex.
        formed: i16 = "16",
        /// Skirmishers in a hex.
        skirmish: i16 = "19",
        /// Least for skirmishers in three hexes.
        skirmish_three: i16 = "19",
        /// Least for a carré.
        square_least: i16 = "16",
    }
}

impl Charts {
    /// The kinds of ground that the charts have rows for.
    pub fn kinds(&self) -> Kinds {
        Kinds {
            terrain: self.terrain.kinds().collect(),
            hexsides: self.hexsides.kinds().collect(),
            roads: Road::ALL.into_iter().collect(),
        }
    }

    /// The row of a formation for an arm, heavy or not, if there is one.
    pub fn formation(
        &self,
        arm: Arm,
        formation: Formation,
        is_heavy: impl Fn() -> bool,
    ) -> Option<&FormationRow> {
        let fits = |row: &&FormationRow| row.arm == arm && row.formation == formation;
        self.formations.iter().filter(fits).find(|row| row.heavy.is_none_or(|heavy| heavy == is_heavy()))
    }
}
