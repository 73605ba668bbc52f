//! The cases that wait at landmarks.
//!
//! Cases that come to one alike are counted together: one of them is the way by which the rest is played, and the shares of all are added. So the runs grow
//! with the sum of what may happen between landmarks, not with the product. From the landmark that comes first it goes on first: all that leads to the
//! next ones has then been counted.

use std::collections::{BTreeMap, HashMap};

use foldhash::fast::FixedState;

use super::legs::Legs;
use super::odds::Share;
use super::way::Way;
use crate::landmark::Written;

/// The most cases that wait at one time, some kilobytes each. Further ones are not covered.
const MOST_WAITING: usize = 10_000;

/// Place of a landmark in a run: by turns how many episodes had begun since the last landmark around them, and how many landmarks had been passed in
/// that episode. A place that comes later in a run is greater.
pub(super) type Place = Vec<u32>;

/// A case that waits at a landmark, or the start.
pub(super) struct Case<S> {
    pub(super) way: Way,
    pub(super) share: Share,
    pub(super) at: Place,
    /// The legs that were played on its way.
    pub(super) legs: Legs<S>,
}

impl<S> Case<S> {
    pub(super) fn start() -> Case<S> {
        Case { way: Way::default(), share: Share::ALL, at: Place::new(), legs: Legs::new() }
    }
}

/// Cases that wait at one place.
struct Crowd<S> {
    cases: Vec<Case<S>>,
    known: HashMap<Written, usize, FixedState>,
}

impl<S> Default for Crowd<S> {
    fn default() -> Self {
        Crowd { cases: Vec::new(), known: HashMap::default() }
    }
}

/// Haste: whether so few runs are left that some cases are to come to their end, whatever comes of the others.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Haste {
    /// They are.
    Some,
    /// There are enough.
    None,
}

impl Haste {
    /// Haste after so many of so many runs: after half of them.
    pub(super) fn after(runs: u64, most: u64) -> Haste {
        if runs >= most / 2 { Haste::Some } else { Haste::None }
    }
}

/// Cases that wait at landmarks.
pub(super) struct Waiting<S> {
    /// Those that are gone on from now, the likeliest last.
    open: Vec<Case<S>>,
    places: BTreeMap<Place, Crowd<S>>,
    count: usize,
}

impl<S> Default for Waiting<S> {
    fn default() -> Self {
        Waiting { open: Vec::new(), places: BTreeMap::new(), count: 0 }
    }
}

impl<S> Waiting<S> {
    /// The case of the start.
    pub(super) fn start(&mut self) {
        self.open.push(Case::start());
    }

    /// The case to go on from: of those at the landmark that comes first the likeliest, so that all which lead to a later one have been counted
    /// there. In haste the one that is nearest to its end.
    pub(super) fn next(&mut self, haste: Haste) -> Option<Case<S>> {
        if haste == Haste::Some
            && let Some(case) = self.nearest_to_the_end()
        {
            return Some(case);
        }
        if self.open.is_empty()
            && let Some((_, crowd)) = self.places.pop_first()
        {
            self.count -= crowd.cases.len();
            self.open = crowd.cases;
            self.open.sort_by_key(|case| case.share.part_of(1 << 32));
        }
        self.open.pop()
    }

    /// The likeliest case at the landmark that comes last.
    fn nearest_to_the_end(&mut self) -> Option<Case<S>> {
        let (place, mut crowd) = self.places.pop_last()?;
        crowd.cases.sort_by_key(|case| case.share.part_of(1 << 32));
        let likeliest = crowd.cases.pop()?;
        self.count -= 1;
        // Those that come here later are cases of their own.
        crowd.known.clear();
        if !crowd.cases.is_empty() {
            self.places.insert(place, crowd);
        }
        Some(likeliest)
    }

    /// Adds the case of a run that came to a landmark; `None` if its share cannot be written down.
    pub(super) fn add(
        &mut self,
        at: &Place,
        all: Written,
        (way, legs): (&Way, &Legs<S>),
        share: Share,
    ) -> Option<()> {
        let crowd = self.places.entry(at.clone()).or_default();
        if let Some(&known) = crowd.known.get(&all) {
            let case = &mut crowd.cases[known];
            case.share = case.share.plus(share)?;
        } else if self.count < MOST_WAITING {
            crowd.known.insert(all, crowd.cases.len());
            crowd.cases.push(Case { way: way.clone(), share, at: at.clone(), legs: legs.clone() });
            self.count += 1;
        }
        Some(())
    }
}
