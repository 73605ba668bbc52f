//! 13.2.4 to 13.2.7: the route of a retreat: away from the nearest enemy, into cover, off the map.

use std::cell::{OnceCell, RefCell};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use ground::{Dir, HexId, Terrain};
use table::Refusal;

use super::involuntary::Retreat;
use super::step;
use crate::ch12_formations::skirmish;
use crate::core::Few;
use crate::core::battle::Battle;
use crate::core::state::{State, UnitId};
use crate::core::status;

/// A step of a retreat: into a hex, or off the map, with its cost in half movement points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RetreatStep {
    /// The hex; `None`: off the map.
    pub to: Option<HexId>,
    /// Its cost.
    pub cost: u16,
}

/// Next steps of a retreat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NextSteps {
    /// It has come far enough.
    Enough,
    /// Nowhere: who must go on surrenders.
    Blocked,
    /// One of these.
    Open(Few<RetreatStep, 6>),
}

/// The steps that a retreating stack may take: not back, not into enemies, not into what is closed to it, one hex further from the nearest enemy
/// if possible (13.2.2 to 13.2.4). A rout ends far away in cover (13.2.6, 13.2.3).
pub fn next_steps(b: &Battle, s: &State, stack: &[UnitId], been: &[HexId], why: Retreat) -> NextSteps {
    Flight::of(b, s, stack, why).steps(s.unit(stack[0]).hex(), been)
}

/// Hexes of a way of a retreat: the next one, and so on to the one to which it leads.
pub type WayBack = Few<HexId, 16>;

/// Workspace of the search for ways, kept from one to the next.
#[derive(Default)]
struct Search {
    /// Ways from which it goes on.
    open: BinaryHeap<Reverse<Way>>,
    /// The best way to each hex so far.
    known: Vec<Way>,
}

thread_local! {
    static SEARCH: RefCell<Search> = RefCell::default();
    /// Room for the cover that a flight makes for.
    static COVER: RefCell<Vec<HexId>> = RefCell::default();
}

/// Calls `each` for the ways of a retreating stack to every hex that it can come to beyond the next with so many half movement points, in so many hexes,
/// in the order of these hexes: to each one way, through as few friends as it can be, and cheap.
pub fn each_way(
    b: &Battle,
    s: &State,
    stack: &[UnitId],
    been: &[HexId],
    why: Retreat,
    (left, hexes): (u16, u16),
    each: &mut dyn FnMut(&WayBack),
) {
    let flight = Flight::of(b, s, stack, why);
    let first = s.unit(stack[0]).hex();
    let mut search = SEARCH.take();
    let Search { open, known } = &mut search;
    open.clear();
    known.clear();
    open.push(Reverse(Way { friends: 0, cost: 0, hexes: WayBack::new() }));
    while let Some(Reverse(way)) = open.pop() {
        let at = way.hexes.last().copied().unwrap_or(first);
        let best = known.iter().find(|known| known.hexes.last() == Some(&at));
        if best.is_some_and(|best| *best != way) || way.hexes.len() >= usize::from(hexes) {
            continue;
        }
        let past: Few<HexId, 24> = been.iter().chain(&way.hexes).copied().collect();
        let NextSteps::Open(steps) = flight.steps(at, &past) else { continue };
        for (to, cost) in steps.into_iter().filter_map(|step| Some((step.to?, way.cost + step.cost))) {
            let friends = way.friends + u16::from(!s.is_empty(to));
            let next = Way { friends, cost, hexes: way.hexes.iter().copied().chain([to]).collect() };
            if cost > left {
                continue;
            }
            match known.iter_mut().find(|known| known.hexes.last() == Some(&to)) {
                Some(best) if *best <= next => continue,
                Some(best) => *best = next.clone(),
                None => known.push(next.clone()),
            }
            open.push(Reverse(next));
        }
    }
    known.sort_unstable_by_key(|way| way.hexes.last().copied());
    known.iter().map(|way| &way.hexes).filter(|hexes| hexes.len() > 1).for_each(each);
    SEARCH.set(search);
}

/// A way of a retreat; the better one is the lesser.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Way {
    /// Hexes with friends in them.
    friends: u16,
    cost: u16,
    hexes: WayBack,
}

/// Flight of a stack: what its steps depend on while nobody else moves.
struct Flight<'a> {
    b: &'a Battle,
    s: &'a State,
    stack: &'a [UnitId],
    why: Retreat,
    enemies: Few<HexId, 64>,
    /// Cover as far from every enemy as a rout goes (13.2.6).
    cover: OnceCell<Vec<HexId>>,
}

impl Drop for Flight<'_> {
    fn drop(&mut self) {
        if let Some(cover) = self.cover.take() {
            COVER.set(cover);
        }
    }
}

impl<'a> Flight<'a> {
    fn of(b: &'a Battle, s: &'a State, stack: &'a [UnitId], why: Retreat) -> Flight<'a> {
        let side = b.side(stack[0]);
        let enemies = b
            .unit_ids()
            .filter(|u| b.side(*u) != side && s.unit(*u).on_map() && !status::is_wreck(s, *u))
            .flat_map(|u| s.unit(u).hexes().iter().copied())
            .collect();
        Flight { b, s, stack, why, enemies, cover: OnceCell::new() }
    }

    /// The distance of a hex from the nearest enemy.
    fn far(&self, hex: HexId) -> u16 {
        self.enemies.iter().map(|e| self.b.ground.distance(hex, *e)).min().unwrap_or(u16::MAX)
    }

    /// The steps from a hex; `been`: where the retreat has been, that hex too.
    fn steps(&self, from: HexId, been: &[HexId]) -> NextSteps {
        let (b, s, stack, why) = (self.b, self.s, self.stack, self.why);
        let side = b.side(stack[0]);
        let now = self.far(from);
        let mut open: Few<(RetreatStep, u16), 6> = Few::new();
        for dir in Dir::ALL {
            let Some(to) = b.ground.neighbour(from, dir) else {
                if let Some(cost) = off_the_map(b, s, stack).filter(|_| why.is_rout()) {
                    let off = self
                        .enemies
                        .iter()
                        .map(|e| b.ground.distance_beyond(from, dir, *e))
                        .min()
                        .unwrap_or(u16::MAX);
                    open.push((RetreatStep { to: None, cost }, off));
                }
                continue;
            };
            let costs = stack.iter().map(|u| {
                let ground = step::ground(b, status::traveller(b, s, *u), from, dir)?;
                // All costs are in effect (13.2.1), those of enemy skirmish zones as well (12.10.7).
                Ok::<u16, Refusal>(ground + skirmish::hindrance(b, s, *u, to))
            });
            let cost = costs.collect::<Result<Few<u16, 8>, _>>().ok().and_then(|c| c.into_iter().max());
            if let Some(cost) = cost.filter(|_| !been.contains(&to) && !status::is_enemy(b, s, side, to)) {
                open.push((RetreatStep { to: Some(to), cost }, self.far(to)));
            }
        }
        let enough = b.charts.zones.pgd.count();
        if why.is_rout() && now >= enough {
            return self.seek_cover(from, &open, enough);
        }
        if open.iter().any(|(_, hexes)| *hexes > now) {
            open.retain(|(_, hexes)| *hexes > now);
        }
        // The edge of the map is one step, on whichever of its sides it is crossed, and taken only where no hex leads further away.
        let inland = open.iter().any(|(step, _)| step.to.is_some());
        let mut steps: Few<RetreatStep, 6> = open.into_iter().map(|(step, _)| step).collect();
        if inland {
            steps.retain(|step| step.to.is_some());
        }
        steps.dedup();
        if steps.is_empty() { NextSteps::Blocked } else { NextSteps::Open(steps) }
    }

    /// Far enough from the enemy a rout goes on only to the nearest cover that is as far (13.2.6).
    fn seek_cover(&self, from: HexId, open: &[(RetreatStep, u16)], enough: u16) -> NextSteps {
        let b = self.b;
        let covers = |hex: HexId| b.charts.terrain[b.ground.terrain(hex)].cover;
        let goals = self.cover.get_or_init(|| {
            let mut goals = COVER.take();
            goals.clear();
            goals.extend(b.ground.hexes().filter(|hex| covers(*hex) && self.far(*hex) >= enough));
            goals
        });
        let Some(nearest) = goals.iter().map(|hex| b.ground.distance(from, *hex)).min() else {
            return NextSteps::Enough;
        };
        let leads = |hex: HexId| {
            goals.iter().any(|goal| {
                b.ground.distance(from, *goal) == nearest && b.ground.distance(hex, *goal) < nearest
            })
        };
        let steps: Few<RetreatStep, 6> =
            open.iter().filter(|(step, _)| step.to.is_some_and(leads)).map(|(step, _)| *step).collect();
        NextSteps::Open(steps)
    }
}

/// The cost to a stack of the step off the map (13.2.7).
fn off_the_map(b: &Battle, s: &State, stack: &[UnitId]) -> Option<u16> {
    // RULING 1041: all costs are in effect in a rout, and the ground beyond the edge is clear.
    let clear = &b.charts.terrain[Terrain::Clear].cost;
    let costs = stack.iter().map(|u| clear.of(status::traveller(b, s, *u)));
    costs.collect::<Option<Few<u16, 8>>>().and_then(|costs| costs.into_iter().max())
}
