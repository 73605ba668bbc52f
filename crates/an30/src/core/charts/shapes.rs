//! Formations: what a formation is (12), and how many may stand in a hex (11.1.1).

use roster::{Arm, Rank};
use table::Rule;

use super::Exact;
use crate::core::state::Formation;

/// Kind of aim: what a counter in a formation looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AimKind {
    /// A hexside.
    Hexside,
    /// A vertex.
    Vertex,
    /// All around: no facing.
    All,
    /// The head looks at a hexside, the others at the hex before them.
    Path,
}

/// Layout of a unit over hexes: how a unit lies in several hexes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spread {
    /// It does not.
    One,
    /// One or two side by side.
    Two,
    /// One behind the other.
    File,
    /// A line of any length, or a path.
    Many,
}

/// Arm that fires: what fires (15.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FireBasis {
    /// The printed value of the top unit.
    Printed,
    /// Increments times the multiple.
    Increments,
    /// As a square (12.9.6).
    Square,
    /// The skirmish value (12.10.8).
    SkirmishValue,
    /// Nothing.
    None,
}

/// A row of the chart of formations, for an arm.
#[derive(Clone, Debug)]
pub struct FormationRow {
    /// Arm.
    pub arm: Arm,
    /// Formation; disorder and PGD are rows too.
    pub formation: Formation,
    /// Aim of the counter.
    pub aim: AimKind,
    /// Its spread over several hexes.
    pub spread: Spread,
    /// Its footprint: the name that its arcs have.
    pub footprint: String,
    /// Increments from which a second hex may or must be occupied.
    pub extend_from: Option<i16>,
    /// Taken by order (12.2.1).
    pub voluntary: bool,
    /// Line, column or square (24).
    pub formed: bool,
    /// Exerts a zone of influence (10.1).
    pub zone: bool,
    /// Basis of its fire.
    pub fire: FireBasis,
    /// At most so many increments of a hex fire.
    pub fire_increments: i16,
    /// Factor of the fire value.
    pub fire_factor: Exact,
    /// Factor of the mêlée value.
    pub melee: Exact,
    /// Share of the movement potential.
    pub movement: Exact,
    /// Extra cost in half movement points,
    pub extra_half_mp: u16,
    /// for units in so many hexes or more,
    pub extra_from_hexes: u16,
    /// for every so-manieth hex.
    pub extra_every: u16,
    /// Below it the formation breaks (11.1.6).
    pub minimum_increments: i16,
    /// At most in a hex, where the formation says so.
    pub increments_per_hex: Option<i16>,
    /// Column of the Fire Defense Chart; `None`: as limbered or not (disordered guns).
    pub defence: Option<usize>,
    /// Hinders sight (14.1.1).
    pub blocks_los: bool,
    /// Its rule.
    pub rule: Rule,
}

impl FormationRow {
    /// The hexes that so many increments take, where the formation says how many stand in one.
    pub fn hexes_of(&self, increments: i16) -> usize {
        self.increments_per_hex.map_or(1, |each| hexes_of(increments, each))
    }
}

/// The hexes that increments take, so many in each.
pub fn hexes_of(increments: i16, each: i16) -> usize {
    usize::from(increments.unsigned_abs()).div_ceil(usize::from(each.unsigned_abs()))
}

/// A row of the Stacking Chart.
#[derive(Clone, Debug)]
pub struct StackingRow {
    /// Its name, which terrain uses.
    pub name: String,
    /// Increments of infantry, or one unit up to a rank.
    pub infantry: (Option<i16>, Option<Rank>),
    /// Increments of cavalry, or one unit.
    pub cavalry: (Option<i16>, Option<Rank>),
    /// Increments of guns, or one unit.
    pub guns: (Option<i16>, Option<Rank>),
    /// Infantry and guns together, if they may be.
    pub infantry_with_guns: Option<i16>,
}
