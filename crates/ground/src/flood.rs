//! A search over the map for all that can be reached: the rulebook gives the cost of each step.

use crate::{Dir, Ground, HexId};

/// What a step into a hex means, in the caller's smallest unit of movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It is not possible.
    No,
    /// It costs this much, and the move can go on.
    Enter(u16),
    /// It costs this much, and the move ends there.
    EnterAndStop(u16),
}

/// The cost of what was not reached.
const FAR: u16 = u16::MAX;

/// The cheapest known way into a hex.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    cost: u16,
    from: HexId,
}

const NEVER: Arrival = Arrival { cost: FAR, from: HexId::NONE };

/// A workspace for movement searches, to be used again and again: it allocates only until it has grown to the
/// size of the map and of the largest budget.
#[derive(Clone, Debug, Default)]
pub struct Flood {
    /// By hex: the cheapest arrival from which the move can go on.
    moving: Vec<Arrival>,
    /// By hex: the cheapest arrival of all.
    best: Vec<Arrival>,
    /// The hexes reached, in the order in which they were first reached.
    touched: Vec<HexId>,
    /// By cost: the hexes to go on from.
    queue: Vec<Vec<HexId>>,
}

impl Flood {
    /// An empty workspace.
    pub fn new() -> Flood {
        Flood::default()
    }

    /// Finds every hex that can be reached from `start` with at most `budget`, each by its cheapest way.
    ///
    /// `step(from, dir, to, spent)` gives the cost of the next step when `spent` was paid so far; it should not
    /// make a way cheaper because more was spent before. Of equally cheap ways the one found first is kept:
    /// hexes are taken in the order of their cost, then in the order in which they were reached, their
    /// neighbours clockwise from N.
    pub fn flood(
        &mut self,
        ground: &Ground,
        start: HexId,
        budget: u16,
        mut step: impl FnMut(HexId, Dir, HexId, u16) -> Step,
    ) {
        self.clear(ground.len());
        let budget = budget.min(FAR - 1);
        self.touched.push(start);
        self.best[start.index()].cost = 0;
        self.go_on(start, Arrival { cost: 0, from: HexId::NONE });
        let mut spent = 0;
        while usize::from(spent) < self.queue.len() {
            let mut next = 0;
            while let Some(&from) = self.queue[usize::from(spent)].get(next) {
                next += 1;
                if self.moving[from.index()].cost != spent {
                    continue; // a cheaper way was found after it was queued
                }
                for dir in Dir::ALL {
                    let Some(to) = ground.neighbour(from, dir) else { continue };
                    let (cost, stop) = match step(from, dir, to, spent) {
                        Step::No => continue,
                        Step::Enter(cost) => (cost, false),
                        Step::EnterAndStop(cost) => (cost, true),
                    };
                    let cost = spent.saturating_add(cost);
                    if cost <= budget {
                        self.arrive(to, Arrival { cost, from }, stop);
                    }
                }
            }
            self.queue[usize::from(spent)].clear();
            spent += 1;
        }
    }

    /// The hexes reached with their costs: the start (at 0) first, then in the order in which they were found.
    pub fn reached(&self) -> impl Iterator<Item = (HexId, u16)> + '_ {
        self.touched.iter().map(|&hex| (hex, self.best[hex.index()].cost))
    }

    /// The cost of reaching `hex`, if it was reached.
    pub fn cost(&self, hex: HexId) -> Option<u16> {
        self.best.get(hex.index()).map(|arrival| arrival.cost).filter(|&cost| cost != FAR)
    }

    /// The cheapest way from `hex` back to the start, both included; empty if `hex` was not reached.
    pub fn way_back(&self, hex: HexId) -> impl Iterator<Item = HexId> + '_ {
        let mut next = self.cost(hex).map(|_| (hex, self.best[hex.index()]));
        std::iter::from_fn(move || {
            let (hex, arrival) = next?;
            next = arrival.from.is_some().then(|| (arrival.from, self.moving[arrival.from.index()]));
            Some(hex)
        })
    }

    /// Writes the cheapest way from the start to `hex`, both included, into `way`; empty if not reached.
    pub fn way(&self, hex: HexId, way: &mut Vec<HexId>) {
        way.clear();
        way.extend(self.way_back(hex));
        way.reverse();
    }

    fn clear(&mut self, len: usize) {
        if self.best.len() != len {
            self.best = vec![NEVER; len];
            self.moving = vec![NEVER; len];
        } else {
            for hex in &self.touched {
                self.best[hex.index()] = NEVER;
                self.moving[hex.index()] = NEVER;
            }
        }
        self.touched.clear();
        self.queue.iter_mut().for_each(Vec::clear);
    }

    fn arrive(&mut self, hex: HexId, arrival: Arrival, stop: bool) {
        let best = &mut self.best[hex.index()];
        if arrival.cost < best.cost {
            if best.cost == FAR {
                self.touched.push(hex);
            }
            *best = arrival;
        }
        if !stop && arrival.cost < self.moving[hex.index()].cost {
            self.go_on(hex, arrival);
        }
    }

    /// Notes that the move can go on from `hex`.
    fn go_on(&mut self, hex: HexId, arrival: Arrival) {
        self.moving[hex.index()] = arrival;
        let cost = usize::from(arrival.cost);
        if self.queue.len() <= cost {
            self.queue.resize_with(cost + 1, Vec::new);
        }
        self.queue[cost].push(hex);
    }
}
