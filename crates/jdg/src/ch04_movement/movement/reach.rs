//! 4.1, 4.4: where units can go, and by which route.

use std::cell::RefCell;

use ground::{Dir, Flood, HexId};
use table::Refusal;

use super::costs::{self, Neighbour, Price};
use super::marks::{FRIEND, Marks};
use super::step::{EXTRA_HALF_MP, Mover, StepOutcome};
use super::{Pace, Party, Walk};
use crate::ch05_stacking::{reinforcements, stacking};
use crate::ch06_facing::zones;
use crate::core::battle::{Arm, Battle};
use crate::core::state::{State, UnitId};

/// The longest route: 2 x 30 MP by road.
const LONGEST: usize = 160;

/// The searches' workspace: kept, so that a search allocates nothing.
#[derive(Default)]
struct Scratch {
    flood: Flood,
    marks: Marks,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// Runs something with the map marked for a walk.
pub(super) fn with_marks<T>(
    b: &Battle,
    s: &State,
    walk: &Walk,
    work: impl FnOnce(&mut Flood, &Marks, &Mover) -> T,
) -> T {
    SCRATCH.with_borrow_mut(|scratch| {
        let Scratch { flood, marks } = scratch;
        marks.draw(b, s, walk.party.units(), walk.start);
        if walk.pace == Pace::Forced {
            marks.spread(b);
        }
        work(flood, marks, &Mover::new(b, s, walk))
    })
}

/// Whether the units may end their move in a hex: stacking (5.1.1), entry hexes of the enemy (5.2.3).
///
/// RULING J124: such entry hexes may be passed, as the rule forbids to occupy them.
///
/// # Errors
/// What stands in the way.
pub fn may_halt(b: &Battle, s: &State, party: &Party, hex: HexId) -> Result<(), Refusal> {
    stacking::may_join(b, s, party.units(), hex)?;
    reinforcements::bars(b, s, b.side(party.lead()), hex)
}

/// Every hex where the units of a walk can end a clean move now, with its cost in half movement points, in order of search;
/// the hex they stand in left out. This is what `GO` offers.
pub fn each_reachable(b: &Battle, s: &State, walk: &Walk, mut each: impl FnMut(HexId, u16)) {
    each_goal(b, s, walk, |hex, cost| {
        if let Some(cost) = cost {
            each(hex, cost);
        }
    });
}

/// As [`each_reachable`], and then, with no cost, every hex that can be reached by a last step that disorders (8.7.1) and
/// not for the same cost without: what `SCRAMBLE` offers.
///
/// RULING J125: only units in good order do that by their own will.
pub fn each_goal(b: &Battle, s: &State, walk: &Walk, mut each: impl FnMut(HexId, Option<u16>)) {
    with_marks(b, s, walk, |flood, marks, mover| {
        if mover.stands_still(marks) {
            return;
        }
        let flood = mover.search(flood, marks, mover.left);
        let halts = |hex: HexId| {
            (!marks.at(hex).has(FRIEND) || stacking::may_join(b, s, walk.party.units(), hex).is_ok())
                && reinforcements::bars(b, s, b.side(walk.party.lead()), hex).is_ok()
        };
        for (hex, cost) in flood.reached().filter(|&(hex, _)| hex != mover.at && halts(hex)) {
            each(hex, Some(cost));
        }
        if mover.arm != Arm::Infantry || mover.disordered {
            return;
        }
        for (from, _) in flood.reached() {
            for dir in Dir::ALL.into_iter().filter(|&dir| !b.ground.hexside(from, dir).is_empty()) {
                let Some(to) = b.ground.neighbour(from, dir).filter(|&to| to != mover.at) else { continue };
                if rough_step(mover, flood, marks, to, mover.left).is_some_and(|(best, _)| best == from)
                    && halts(to)
                {
                    each(to, None);
                }
            }
        }
    });
}

/// The cheapest disordering step into a hex for at most so many half movement points in all, with its total cost: cheaper than any
/// clean route.
pub(super) fn rough_step(
    mover: &Mover,
    flood: &Flood,
    marks: &Marks,
    to: HexId,
    most: u16,
) -> Option<(HexId, u16)> {
    let ground = &mover.b.ground;
    let by = |dir: Dir| {
        let from = ground.neighbour(to, dir).filter(|&from| !mover.ends_in(marks, from))?;
        let spent = flood.cost(from)?;
        match mover.step(marks, from, dir.opposite(), to) {
            StepOutcome::Open { cost, rough: true, .. } => Some((from, spent + cost)),
            _ => None,
        }
    };
    let dirs = Dir::ALL.into_iter().filter(|&dir| !ground.hexside(to, dir).is_empty());
    let (from, total) = dirs.filter_map(by).min_by_key(|&(_, total)| total)?;
    let clean = flood.cost(to).is_some_and(|clean| clean <= total);
    (total <= most && !clean).then_some((from, total))
}

/// A route over the map.
pub struct Route {
    hexes: [HexId; LONGEST],
    count: usize,
    /// Its cost in half movement points.
    pub cost: u16,
}

impl Route {
    /// The hexes entered, in order; without the one where it begins.
    pub fn hexes(&self) -> &[HexId] {
        &self.hexes[..self.count]
    }

    fn new(flood: &Flood, to: HexId, last: Option<HexId>, cost: u16) -> Route {
        let mut route = Route { hexes: [HexId::NONE; LONGEST], count: 0, cost };
        for hex in last.into_iter().chain(flood.route_back(to)) {
            assert!(route.count < LONGEST, "no allowance is long enough for such a route");
            route.hexes[route.count] = hex;
            route.count += 1;
        }
        route.count -= 1; // the hex where it begins
        route.hexes[..route.count].reverse();
        route
    }
}

/// The cheapest clean route of a walk to a hex that [`each_reachable`] lists.
pub fn route(b: &Battle, s: &State, walk: &Walk, to: HexId) -> Option<Route> {
    with_marks(b, s, walk, |flood, marks, mover| {
        let flood = mover.search(flood, marks, mover.left);
        flood.cost(to).map(|cost| Route::new(flood, to, None, cost))
    })
}

/// The cheapest route of a walk to a hex that `each_scramble` lists; its last step disorders.
pub fn rough_route(b: &Battle, s: &State, walk: &Walk, to: HexId) -> Option<Route> {
    with_marks(b, s, walk, |flood, marks, mover| {
        let flood = mover.search(flood, marks, mover.left);
        let (from, cost) = rough_step(mover, flood, marks, to, mover.left)?;
        Some(Route::new(flood, from, Some(to), cost))
    })
}

/// Whether the units of a walk can take at least one step.
pub fn can_step(b: &Battle, s: &State, walk: &Walk) -> bool {
    if has_plain_step(b, s, walk) {
        return true;
    }
    with_marks(b, s, walk, |_, marks, mover| {
        Dir::ALL.into_iter().any(|dir| {
            b.ground.neighbour(mover.at, dir).is_some_and(|to| match mover.step(marks, mover.at, dir, to) {
                StepOutcome::Open { cost, rough, .. } => cost <= mover.left && !(rough && mover.disordered),
                StepOutcome::Barred(_) => false,
            })
        })
    })
}

/// Whether a step away from everybody can be paid: enough to know, most of the time, without marking the map.
fn has_plain_step(b: &Battle, s: &State, walk: &Walk) -> bool {
    let lead = walk.party.lead();
    let (at, side, arm) = (s.unit(lead).hex, b.side(lead), b.arm(lead));
    let left = walk.least_left();
    Dir::ALL.into_iter().any(|dir| {
        b.ground.neighbour(at, dir).is_some_and(|to| {
            let payable = matches!(costs::open_price(b, arm, at, dir, to), Price::HalfMp(cost) if cost + EXTRA_HALF_MP <= left);
            payable
                && s.is_empty(to)
                && !zones::next_to_enemy(b, s, side, to)
                && !costs::disorders(b, arm, at, dir, Neighbour::Enemy)
                && (walk.pace == Pace::Normal || enemy_within_five(b, s, lead, to).is_none())
        })
    })
}

/// Whether a hex is within five of an enemy unit of the side (4.1.3, 5.2.1).
pub fn enemy_within_five(b: &Battle, s: &State, unit: UnitId, hex: HexId) -> Option<UnitId> {
    let side = b.side(unit);
    b.unit_ids()
        .find(|&u| b.side(u) != side && s.unit(u).on_map() && b.ground.distance(hex, s.unit(u).hex) <= 5)
}
