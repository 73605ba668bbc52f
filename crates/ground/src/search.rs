//! The cheapest routes from a start to all that can be reached: the caller says where one can step from a node, and at what cost.

/// Step: what a step means, in the caller's smallest unit of movement.
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

/// No node.
const NOWHERE: u32 = u32::MAX;

/// The cheapest known route to a node.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    cost: u16,
    from: u32,
}

const NEVER: Arrival = Arrival { cost: FAR, from: NOWHERE };

/// A workspace for searches over nodes that are numbered from 0 (hexes, or poses of what stands on several), to be used again and
/// again: it allocates only until it has grown to the number of nodes and to the largest budget.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// By node: the cheapest arrival from which the move can go on.
    moving: Vec<Arrival>,
    /// By node: the cheapest arrival of all.
    best: Vec<Arrival>,
    /// The nodes reached, in the order in which they were first reached.
    touched: Vec<u32>,
    /// By cost: the nodes to go on from.
    queue: Vec<Vec<u32>>,
}

/// Steps of a search: where a search takes the steps from one node.
pub struct Steps<'a> {
    search: &'a mut Search,
    from: u32,
    spent: u16,
    budget: u16,
}

impl Steps<'_> {
    /// A step to a node.
    ///
    /// # Panics
    /// If the search has no such node.
    #[inline]
    pub fn to(&mut self, node: u32, step: Step) {
        let (cost, stop) = match step {
            Step::No => return,
            Step::Enter(cost) => (cost, false),
            Step::EnterAndStop(cost) => (cost, true),
        };
        let cost = self.spent.saturating_add(cost);
        if cost <= self.budget {
            self.search.arrive(node, Arrival { cost, from: self.from }, stop);
        }
    }
}

impl Search {
    /// An empty workspace.
    pub fn new() -> Search {
        Search::default()
    }

    /// Finds every one of `nodes` nodes that can be reached from `start` with at most `budget`, each by its cheapest route.
    ///
    /// `expand(node, spent, steps)` says where one can step from a node when `spent` was paid so far; it should not make a route cheaper
    /// because more was spent before. Of equally cheap routes the one found first is kept: nodes are taken in the order of their cost,
    /// then in the order in which they were reached, their steps as `expand` gives them.
    ///
    /// # Panics
    /// If `start` is not one of the nodes.
    #[inline]
    pub fn run(
        &mut self,
        nodes: usize,
        start: u32,
        budget: u16,
        mut expand: impl FnMut(u32, u16, &mut Steps<'_>),
    ) {
        self.clear(nodes);
        let budget = budget.min(FAR - 1);
        self.touched.push(start);
        self.best[start as usize].cost = 0;
        self.go_on(start, Arrival { cost: 0, from: NOWHERE });
        let mut spent = 0;
        while usize::from(spent) < self.queue.len() {
            let mut next = 0;
            while let Some(&from) = self.queue[usize::from(spent)].get(next) {
                next += 1;
                // Unless a cheaper route was found after it was queued.
                if self.moving[from as usize].cost == spent {
                    expand(from, spent, &mut Steps { search: self, from, spent, budget });
                }
            }
            self.queue[usize::from(spent)].clear();
            spent += 1;
        }
    }

    /// The nodes reached with their costs: the start (at 0) first, then in the order in which they were found.
    pub fn reached(&self) -> impl Iterator<Item = (u32, u16)> + '_ {
        self.touched.iter().map(|&node| (node, self.best[node as usize].cost))
    }

    /// The cost of reaching a node, if it was reached.
    #[inline]
    pub fn cost(&self, node: u32) -> Option<u16> {
        self.best.get(node as usize).map(|arrival| arrival.cost).filter(|&cost| cost != FAR)
    }

    /// The cheapest route from a node back to the start, both included; empty if it was not reached.
    pub fn route_back(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let mut next = self.cost(node).map(|_| (node, self.best[node as usize]));
        std::iter::from_fn(move || {
            let (node, arrival) = next?;
            next = (arrival.from != NOWHERE).then(|| (arrival.from, self.moving[arrival.from as usize]));
            Some(node)
        })
    }

    fn clear(&mut self, nodes: usize) {
        if self.best.len() != nodes {
            self.best = vec![NEVER; nodes];
            self.moving = vec![NEVER; nodes];
        } else {
            for &node in &self.touched {
                self.best[node as usize] = NEVER;
                self.moving[node as usize] = NEVER;
            }
        }
        self.touched.clear();
        self.queue.iter_mut().for_each(Vec::clear);
    }

    fn arrive(&mut self, node: u32, arrival: Arrival, stop: bool) {
        let best = &mut self.best[node as usize];
        if arrival.cost < best.cost {
            if best.cost == FAR {
                self.touched.push(node);
            }
            *best = arrival;
        }
        if !stop && arrival.cost < self.moving[node as usize].cost {
            self.go_on(node, arrival);
        }
    }

    /// Notes that the move can go on from a node.
    fn go_on(&mut self, node: u32, arrival: Arrival) {
        self.moving[node as usize] = arrival;
        let cost = usize::from(arrival.cost);
        if self.queue.len() <= cost {
            self.queue.resize_with(cost + 1, Vec::new);
        }
        self.queue[cost].push(node);
    }
}
