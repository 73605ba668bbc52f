//! A disk that fails: a file system for SQLite that stands before the usual one and lets writes, syncs and everything else that changes a
//! file go wrong, as planned; and that knows what would be left if the power were cut now.
//!
//! A [`Disk`] is a folder. What is written there goes to real files at once, as it would go to the system's memory; beside them the disk
//! keeps what has certainly reached the platter, and what has been written since the last sync that succeeded. Only tests use it.

mod disk;
mod files;

pub use disk::{Count, Disk, End, Plan, Trouble};
pub use files::name;

/// A small generator of random numbers (SplitMix64): the same seed gives the same numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// From a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next number.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below another.
    pub fn below(&mut self, most: u64) -> u64 {
        self.draw() % most.max(1)
    }

    /// Whether something happens that happens so many times in a hundred.
    pub fn percent(&mut self, chance: u64) -> bool {
        self.below(100) < chance
    }
}
