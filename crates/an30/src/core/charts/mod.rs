//! The charts, as loaded from `books/an30/charts` (or those of a variant). The code looks figures up and never holds a table.

mod combat;
mod ground;
mod lists;
mod shapes;
mod tables;

pub use self::ground::{Costs, Cover, HexsideCost, HexsideRow, HexsideSight, TerrainRow, Traveller};
pub use super::exact::Exact;
pub use combat::*;
pub use labataille::faces::{Arc, PartKind};
pub use labataille::figures::{self, Bounds, CrossReference, Figure, FigureRow, FigureValue, Figures, Span};
pub use lists::*;
pub use shapes::{AimKind, FireBasis, FormationRow, Spread, StackingRow, hexes_of};
pub use tables::{
    Absence, Army, DefenceRow, DieRows, FireRow, Level, MeleeResult, MeleeRow, Method, SquareResult,
    SquareRow, StandRow, Track, Troops, Wound, Years,
};

use ::ground::{ByKind, Feature, Kinds, Road, Terrain};

use crate::core::state::Formation;
use roster::Arm;

/// Charts: all the charts of the rulebook.
#[derive(Clone, Debug)]
pub struct Charts {
    /// Effects of hexes.
    pub terrain: ByKind<Terrain, TerrainRow>,
    /// The rows of hexsides.
    pub hexsides: ByKind<Feature, HexsideRow>,
    /// Entry cost of a road column along a road or trail.
    pub roads: ByKind<Road, Costs>,
    /// Rows of formations.
    pub formations: Vec<FormationRow>,
    /// Hexsides of the hexes of a footprint.
    pub arcs: Vec<Arc>,
    /// Stacking Chart.
    pub stacking: Vec<StackingRow>,
    /// Stacking limits of formations.
    pub limits: FormationLimits,
    /// Stacking Violation Results.
    pub violations: Violations,
    /// Formation Change Cost Chart.
    pub changes: Changes,
    /// Fire Effects Chart: the troops there are.
    pub troops: Vec<Troops>,
    /// Fire Defense Chart, by the names that terrain and hexsides use.
    pub defence: Vec<DefenceRow>,
    /// Changes of the fire defence.
    pub defence_modifiers: DefenceModifiers,
    /// Combat à feu: increments lost by odds and dice.
    pub fire: Vec<FireRow>,
    /// Dice modifiers of fire.
    pub fire_modifiers: FireModifiers,
    /// Density of the target: increments above which, modifier; rising (15.7).
    pub density: Vec<(i16, i16)>,
    /// Changes of a fire value.
    pub fire_values: FireValues,
    /// Assaut et mêlée.
    pub melee: Vec<MeleeRow>,
    /// The column of a round without odds.
    pub firefight: MeleeRow,
    /// Dice modifiers of mêlées.
    pub melee_modifiers: MeleeModifiers,
    /// Factors of infantry's mêlée value.
    pub infantry_melee: InfantryMelee,
    /// Factors of cavalry's mêlée value.
    pub cavalry_melee: CavalryMelee,
    /// Roll to Close.
    pub close: Close,
    /// Methods of attack: modifier by distance.
    pub methods: Vec<Method>,
    /// Methods of the nations.
    pub armies: Vec<Army>,
    /// Roll to Stand vs. Assault: modifiers by odds, and others.
    pub stand_assault: DiceChart<Vec<StandRow>, StandAssault>,
    /// Roll to Stand vs. Cavalry.
    pub stand_charge: StandCharge,
    /// Defensive shifts by the die.
    pub defensive_shifts: DieRows<i16>,
    /// Other shifts.
    pub shifts: Shifts,
    /// Hexes of impetus by the die.
    pub impetus: DieRows<i16>,
    /// Pursuit.
    pub pursuit: PursuitChart,
    /// Morale checks.
    pub morale: Morale,
    /// Ratings that stand apart.
    pub thresholds: Thresholds,
    /// Morale levels.
    pub levels: MoraleLevels,
    /// Carré Realization Chart.
    pub square: SquareChart,
    /// Rallying square: modifiers by hexes, and others.
    pub rallying: DiceChart<Vec<(i16, i16)>, RallyingModifiers>,
    /// Forming up: modifiers by hexes, and others.
    pub form_up: DiceChart<Vec<(i16, i16)>, FormUpModifiers>,
    /// Reaction charges.
    pub reaction: Reaction,
    /// Recall: a nation's cavalry is called back from this die on.
    pub recall: DiceChart<Vec<(String, i16)>, RecallModifiers>,
    /// Limbering: nation, kind of battery, guard, from which die.
    pub limbering: DiceChart<Vec<(String, String, bool, i16)>, LimberingModifiers>,
    /// Leader Casualty Chart, by the die.
    pub wounds: DieRows<Wound>,
    /// Natural dice that strike leaders.
    pub casualty: CasualtyTriggers,
    /// Howitzer scatter: hexes by the die.
    pub scatter: DiceChart<DieRows<i16>, ScatterModifiers>,
    /// Whether guns are spiked, by the die.
    pub spiked: DieRows<bool>,
    /// Exploding caissons.
    pub explosions: Explosions,
    /// Artillery ammunition.
    pub ammunition: Ammunition,
    /// Single dice.
    pub chances: Chances,
    /// Command.
    pub command: Command,
    /// Harassment.
    pub harassment: Harassment,
    /// Losses.
    pub losses: LossFigures,
    /// Movement allowances.
    pub movement: Movement,
    /// Degrees of readiness.
    pub readiness: Readiness,
    /// Zones.
    pub zones: Zones,
}

/// A chart whose dice have modifiers of their own.
#[derive(Clone, Debug)]
pub struct DiceChart<T, M> {
    /// Its rows.
    pub rows: T,
    /// The modifiers.
    pub modifiers: M,
}

/// The Carré Realization Chart.
#[derive(Clone, Debug)]
pub struct SquareChart {
    /// Its rows.
    pub rows: Vec<SquareRow>,
    /// The modifiers of its dice.
    pub modifiers: SquareModifiers,
    /// Types of troops to which a modifier applies: the modifier's id, and the types.
    pub types: Vec<(String, Vec<String>)>,
    /// The army whose rows a nation uses.
    pub armies: Vec<(String, String)>,
}

/// The morale levels (20.3).
#[derive(Clone, Debug)]
pub struct MoraleLevels {
    /// Those of formations without a track, by per cent of their battalions.
    pub default: Vec<Level>,
    /// Morale Level Tracks.
    pub tracks: Vec<Track>,
}

/// Manner of a pursuit: how a pursuit is carried out.
#[derive(Clone, Debug)]
pub enum PursuitChart {
    /// Hex by hex (19.11).
    ByHexes(Pursuit),
    /// By the movement points that are left (I8 of the revision of 2005).
    ByPoints(PursuitByPoints),
}

impl Charts {
    /// The kinds of ground that the charts have rows for.
    pub fn kinds(&self) -> Kinds {
        Kinds {
            terrain: self.terrain.kinds().collect(),
            hexsides: self.hexsides.kinds().collect(),
            roads: self.roads.kinds().collect(),
        }
    }

    /// The row of a formation for an arm.
    ///
    /// # Panics
    /// If the arm has no such formation: no unit is ever in one that its arm lacks.
    pub fn formation(&self, arm: Arm, formation: Formation) -> &FormationRow {
        self.formation_of(arm, formation).expect("a unit is in a formation of its arm")
    }

    /// The row of a formation for an arm, if the arm has it.
    pub fn formation_of(&self, arm: Arm, formation: Formation) -> Option<&FormationRow> {
        self.formations.iter().find(|row| row.arm == arm && row.formation == formation)
    }
}
