//! A charge between two of its steps: the stance of those who react, the flight of those who are driven off (19).

use ground::{Aim, HexId};

use crate::core::Few;
use crate::core::occupancy::Hexes;
use crate::core::state::{Formation, UnitId};

/// Stance: how cavalry stands for a charge out of its turn: as it is, or after a quarter-wheel (19.17.5).
#[derive(Clone, Debug)]
pub struct Stance {
    /// Its formation then.
    pub formation: Formation,
    /// Its facing.
    pub aim: Aim,
    /// Its hexes.
    pub hexes: Hexes,
    /// Whether it has wheeled for it.
    pub(crate) wheeled: bool,
}

/// Flight: who fled, and by which route: the hex that was left comes first.
#[derive(Clone, Hash, Default, Debug)]
pub struct Flight {
    /// Those who fled.
    pub units: Few<UnitId>,
    /// Their route.
    pub route: Few<HexId>,
}
