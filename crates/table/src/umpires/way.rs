//! The way of a run of the odds umpire: whoever goes it again is not asked again.

use crate::Answer;

/// An answer of a run, and what it came from.
#[derive(Clone, Copy)]
pub(super) struct Taken {
    pub(super) answer: Answer,
    pub(super) from: Source,
}

/// Source: what an answer of a run came from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// There was no other.
    Forced,
    /// There was no other, and it is the next of those that are fixed.
    ForcedAsFixed,
    /// It is the next of those that are fixed.
    Fixed,
    /// The player.
    Player,
}

/// Way of a run: its throws, and its answers. Whoever goes the same way again, as far as it is the same, is asked the same and answers likewise.
#[derive(Clone, Default)]
pub(super) struct Way {
    /// The outcomes of its throws, but those that were thrown already.
    pub(super) path: Vec<u32>,
    pub(super) taken: Vec<Taken>,
    /// For each of the throws the number of the answers before it.
    before: Vec<usize>,
}

impl Way {
    /// Number of the answers that are the same on another path.
    pub(super) fn common(&self, path: impl Iterator<Item = u32>) -> usize {
        let alike = self.path.iter().zip(path).take_while(|(own, other)| **own == *other).count();
        self.before.get(alike).copied().unwrap_or(self.taken.len())
    }

    pub(super) fn begin(&mut self, known: usize) {
        self.taken.truncate(known);
        self.path.clear();
        self.before.clear();
    }

    /// Follows another way as far as its first so many throws.
    pub(super) fn follow(&mut self, other: &Way, thrown: usize) {
        let known = self.path.len();
        self.path.extend_from_slice(&other.path[known..thrown]);
        self.before.extend_from_slice(&other.before[known..thrown]);
    }

    pub(super) fn throw(&mut self, outcome: u32, answered: usize) {
        self.path.push(outcome);
        self.before.push(answered);
    }
}
