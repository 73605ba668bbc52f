//! Assaults that are declared (16). Chapter 16 owns this file.

use ground::HexId;
use table::Side;

use super::UnitId;
use crate::core::Few;

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
    /// The hexes that it assaults: a line may have two stacks before it (16.2.7.1); the second is [`HexId::NONE`] else.
    pub at: [HexId; 2],
}

/// An assault under way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Assault {
    /// The side that assaults.
    pub side: Side,
    /// Assaulters.
    pub attackers: Few<Assaulter, 4>,
    /// The hexes assaulted.
    pub targets: Few<HexId, 4>,
    /// Locked in a firefight (the revision, FF).
    pub locked: bool,
    /// Fresh units of the other side that joined the firefight by an assault of their own (the revision, FF).
    pub countering: Few<Assaulter, 4>,
    /// Was fought in this segment already, and lasts: a firefight (the revision, A7c).
    pub fought: bool,
    /// A charge of the Old Guard (16.10).
    pub guard: bool,
    /// Being resolved: its markers still lie (16.1.1 step 8).
    pub under_way: bool,
}

impl Assault {
    /// An assault that was just declared.
    pub fn declared(side: Side, attackers: &[Assaulter], targets: &[HexId]) -> Assault {
        Assault {
            side,
            attackers: attackers.into(),
            targets: targets.into(),
            locked: false,
            countering: Few::new(),
            fought: false,
            guard: false,
            under_way: false,
        }
    }

    /// The markers of both sides: of those who assault, and of those who came to the help of the assaulted (the revision, FF).
    pub fn marks(&self) -> impl Iterator<Item = &Assaulter> {
        self.attackers.iter().chain(&self.countering)
    }

    /// Makes another assault part of this one (16.2.7.2).
    pub fn absorb(&mut self, other: Assault) {
        self.attackers.extend(other.attackers);
        self.countering.extend(other.countering);
        for hex in other.targets {
            if !self.targets.contains(&hex) {
                self.targets.push(hex);
            }
        }
    }
}
