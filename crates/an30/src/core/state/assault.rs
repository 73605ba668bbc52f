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
    /// The hexes that it assaults: a line may have two stacks before it (16.2.7.1); the second is [`HexId::NONE`] else.
    pub at: [HexId; 2],
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
    /// A charge of the Old Guard (16.10).
    pub guard: bool,
    /// Being resolved: its markers still lie (16.1.1 step 8).
    pub under_way: bool,
}

impl Assault {
    /// Makes another assault part of this one (16.2.7.2).
    pub fn absorb(&mut self, other: Assault) {
        self.attackers.extend(other.attackers);
        for hex in other.targets {
            if !self.targets.contains(&hex) {
                self.targets.push(hex);
            }
        }
    }
}
