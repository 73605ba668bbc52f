//! A search over the hexes of a map: the rulebook gives the cost of each step.

use crate::{Dir, Ground, HexId, Search, Step};

/// A workspace for movement searches over hexes, to be used again and again ([`Search`]).
#[derive(Clone, Debug, Default)]
pub struct Flood(Search);

impl Flood {
    /// An empty workspace.
    pub fn new() -> Flood {
        Flood::default()
    }

    /// Finds every hex that can be reached from `start` with at most `budget`, each by its cheapest route.
    ///
    /// `step(from, dir, to, spent)` gives the cost of the next step when `spent` was paid so far; it should not
    /// make a route cheaper because more was spent before. Of equally cheap routes the one found first is kept:
    /// hexes are taken in the order of their cost, then in the order in which they were reached, their
    /// neighbours clockwise from N.
    pub fn flood(
        &mut self,
        ground: &Ground,
        start: HexId,
        budget: u16,
        mut step: impl FnMut(HexId, Dir, HexId, u16) -> Step,
    ) {
        self.0.run(ground.len(), start.0.into(), budget, |from, spent, steps| {
            let from = HexId(from as u16);
            for dir in Dir::ALL {
                if let Some(to) = ground.neighbour(from, dir) {
                    steps.to(to.0.into(), step(from, dir, to, spent));
                }
            }
        });
    }

    /// The hexes reached with their costs: the start (at 0) first, then in the order in which they were found.
    pub fn reached(&self) -> impl Iterator<Item = (HexId, u16)> + '_ {
        self.0.reached().map(|(node, cost)| (HexId(node as u16), cost))
    }

    /// The cost of reaching `hex`, if it was reached.
    pub fn cost(&self, hex: HexId) -> Option<u16> {
        self.0.cost(hex.0.into())
    }

    /// The cheapest route from `hex` back to the start, both included; empty if `hex` was not reached.
    pub fn route_back(&self, hex: HexId) -> impl Iterator<Item = HexId> + '_ {
        self.0.route_back(hex.0.into()).map(|node| HexId(node as u16))
    }

    /// Writes the cheapest route from the start to `hex`, both included, into `route`; empty if not reached.
    pub fn route(&self, hex: HexId, route: &mut Vec<HexId>) {
        route.clear();
        route.extend(self.route_back(hex));
        route.reverse();
    }
}
