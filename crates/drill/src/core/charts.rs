//! The charts: what fire comes to, what terrain does.

use ground::{ByKind, Terrain};
use serde::Deserialize;

use super::d66::D66;

/// Result of fire: what fire comes to (3.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hit {
    /// Nothing.
    Nothing,
    /// The target checks its morale.
    Check,
    /// It loses so much first.
    Loss(u8),
}

impl Hit {
    /// Its class among the outcomes of a throw.
    pub fn class(self) -> u32 {
        match self {
            Hit::Nothing => 0,
            Hit::Check => 1,
            Hit::Loss(n) => 1 + u32::from(n),
        }
    }

    /// Its word in the catalogue.
    pub fn word(self) -> &'static str {
        match self {
            Hit::Nothing => "nothing",
            Hit::Check => "check",
            Hit::Loss(1) => "loss_1",
            Hit::Loss(_) => "loss_2",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Hit> {
        [Hit::Nothing, Hit::Check, Hit::Loss(1), Hit::Loss(2)].into_iter().find(|hit| hit.word() == name)
    }
}

/// Row of a terrain: what terrain does (2.2, 3.3).
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct TerrainRow {
    /// Movement for a hex of it.
    pub cost: u8,
    /// Columns that fire at it is shifted to the left.
    pub cover: u8,
}

/// The charts.
#[derive(Clone, Debug)]
pub struct Charts {
    pub(crate) columns: Vec<i32>,
    /// By the place of what the dice show: what it is in each column.
    pub(crate) fire: Vec<Vec<Hit>>,
    pub(crate) terrain: ByKind<Terrain, TerrainRow>,
}

impl Charts {
    /// The column of a total, shifted.
    pub fn column(&self, total: i32, shift: i16) -> usize {
        let reached = self.columns.iter().filter(|least| **least <= total).count() as i32;
        (reached - 1 + i32::from(shift)).clamp(0, self.columns.len() as i32 - 1) as usize
    }

    /// Result of fire.
    pub fn hit(&self, column: usize, dice: D66) -> Hit {
        self.fire[dice.place() as usize][column]
    }

    /// Row of a terrain; a kind that the chart does not name does nothing.
    pub fn terrain(&self, terrain: Terrain) -> TerrainRow {
        self.terrain.get(terrain).copied().unwrap_or(TerrainRow { cost: 1, cover: 0 })
    }
}
