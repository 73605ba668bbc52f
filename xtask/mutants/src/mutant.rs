//! One change of a rulebook.

use std::collections::HashMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// A change of the rulebook in one place.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The path below the root of the repository.
    pub file: String,
    /// The line in that file, from 1.
    pub line: usize,
    /// The function around it, or the chart's row.
    pub function: String,
    /// The words that stand there, on one line.
    pub was: String,
    /// The words of the mutant in their place.
    pub change: String,
    /// Its number among those with the same file, function and words, from 0.
    pub nth: usize,
    /// Its switch.
    pub switch: Switch,
}

/// A mutant, whatever number it has and wherever it stands in its function.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Name {
    file: String,
    function: String,
    was: String,
    change: String,
    nth: usize,
}

impl Mutant {
    /// Its name, which holds also when the code around it has changed.
    pub fn name(&self) -> Name {
        let Mutant { file, function, was, change, nth, .. } = self.clone();
        Name { file, function, was, change, nth }
    }
}

/// Switch that turns a mutant on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Switch {
    /// A number in the changed code.
    Code(u32),
    /// A file that is read in the place of a chart.
    Chart(PathBuf),
}

/// Tells mutants apart that are otherwise named alike.
#[derive(Default)]
pub struct NameCounts(HashMap<Name, usize>);

impl NameCounts {
    /// Numbers a mutant among those that are named like it, in the order of the source.
    pub fn count(&mut self, mutant: &mut Mutant) {
        mutant.nth = 0;
        let count = self.0.entry(mutant.name()).or_default();
        mutant.nth = *count;
        *count += 1;
    }
}

/// Draws `count` of the mutants, or all if `count` is 0; in the order of the draw, so that the first ones are a sample
/// too.
pub fn sample(all: Vec<Mutant>, count: usize, seed: u64) -> Vec<Mutant> {
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by_key(|&i| mix(mix(seed) ^ i as u64));
    if count > 0 {
        order.truncate(count);
    }
    let mut all: Vec<Option<Mutant>> = all.into_iter().map(Some).collect();
    order.into_iter().filter_map(|i| all[i].take()).collect()
}

/// The splitmix64 function: spreads neighbouring numbers over the whole range.
fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
