//! Assaults that are declared (16). Chapter 16 owns this file.

use ground::HexId;
use table::Side;

use super::UnitId;

/// A hex that assaults, with its assault marker (5.3.7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Assaulter {
    /// The top unit of the stack.
    pub unit: UnitId,
    /// Its hex.
    pub from: HexId,
    /// It was in column when it declared (16.4.2).
    pub column: bool,
    /// Hexes of distance for the roll to close; 0: none (16.1, 5.3.1).
    pub distance: u8,
    /// It joined this turn (the revision's firefights).
    pub joined: bool,
}

/// An assault under way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Assault {
    /// The side that assaults.
    pub side: Side,
    /// Who assaults.
    pub attackers: Vec<Assaulter>,
    /// The hexes assaulted.
    pub targets: Vec<HexId>,
    /// Locked in a firefight (the revision).
    pub locked: bool,
}
