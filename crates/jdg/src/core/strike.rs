//! Strikes: who strikes whom in a combat.

use ground::{Dirs, HexId};

use crate::core::battle::Battle;
use crate::core::state::{State, UnitId};

/// A unit that attacks, from where, and through which hexsides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strike {
    /// The attacker.
    pub unit: UnitId,
    /// Its hex.
    pub from: HexId,
    /// Directions of the attacked hexes.
    pub aims: Dirs,
}

impl Strike {
    /// A unit that strikes from where it stands.
    pub fn here(s: &State, unit: UnitId, aims: Dirs) -> Self {
        Strike { unit, from: s.unit(unit).hex, aims }
    }

    /// Whether it goes against a hex.
    pub fn hits(&self, b: &Battle, hex: HexId) -> bool {
        b.ground.dir_to(self.from, hex).is_some_and(|dir| self.aims.contains(dir))
    }

    /// The hexes it goes against.
    pub fn targets(self, b: &Battle) -> impl Iterator<Item = HexId> + '_ {
        self.aims.iter().filter_map(move |dir| b.ground.neighbour(self.from, dir))
    }
}
