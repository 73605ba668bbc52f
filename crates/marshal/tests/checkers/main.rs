//! Checkers: rules 7, 12 to 16, 18, 20 to 26, 30, 31, 35, 36, 38 and 43 written a second time, from the text and the charts alone. They read the plain fields of
//! battle and state and the files of the charts, share nothing with the rules, and must agree with them on positions of random games and on units
//! scattered at random over ground of all kinds. `POSITIONS=20` looks at twenty times as many.

mod fire;
mod melee;
mod morale;
mod movement;
mod plain;
mod positions;
mod sheets;

use std::collections::BTreeMap;

/// The tally of what was compared, and where both disagree.
#[derive(Default)]
pub struct Tally {
    agreed: BTreeMap<&'static str, usize>,
    faults: Vec<String>,
    many: usize,
}

impl Tally {
    /// One comparison of a kind; `place` says where it is if it fails.
    pub fn same<T: PartialEq + std::fmt::Debug>(
        &mut self,
        kind: &'static str,
        expected: &T,
        found: &T,
        place: impl FnOnce() -> String,
    ) {
        if expected == found {
            *self.agreed.entry(kind).or_default() += 1;
            return;
        }
        self.many += 1;
        if self.faults.len() < 12 {
            self.faults
                .push(format!("{kind}: by the text {expected:?}, by the rules {found:?}: {}", place()));
        }
    }

    /// Demands that all agreed, and that each kind was compared often enough to mean something.
    pub fn settle(self, kinds: &[(&str, usize)]) {
        assert!(
            self.faults.is_empty(),
            "{} disagreements, such as\n{}\n{:?}",
            self.many,
            self.faults.join("\n"),
            self.agreed
        );
        for (kind, least) in kinds {
            let count = self.agreed.get(kind).copied().unwrap_or(0);
            assert!(count >= *least, "{kind} was compared {count} times only: {:?}", self.agreed);
        }
    }
}
