//! 13.2.4 to 13.2.7: the route of a retreat: away from the nearest enemy, into cover, off the map.

use ground::{Dir, HexId, Terrain};

use super::involuntary::Retreat;
use super::step;
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
    let (top, from) = (stack[0], s.unit(stack[0]).hex());
    let side = b.side(top);
    let enemies: Few<HexId, 64> = b
        .unit_ids()
        .filter(|u| b.side(*u) != side && s.unit(*u).on_map() && !status::is_wreck(s, *u))
        .flat_map(|u| s.unit(u).hexes().iter().copied())
        .collect();
    let far = |hex| enemies.iter().map(|e| b.ground.distance(hex, *e)).min().unwrap_or(u16::MAX);
    let now = far(from);
    let mut open: Few<(RetreatStep, u16), 6> = Few::new();
    for dir in Dir::ALL {
        let Some(to) = b.ground.neighbour(from, dir) else {
            if let Some(cost) = off_the_map(b, s, stack).filter(|_| why.is_rout()) {
                let off =
                    enemies.iter().map(|e| b.ground.distance_beyond(from, dir, *e)).min().unwrap_or(u16::MAX);
                open.push((RetreatStep { to: None, cost }, off));
            }
            continue;
        };
        let costs = stack.iter().map(|u| step::ground(b, status::traveller(b, s, *u), from, dir));
        let cost = costs.collect::<Result<Few<u16, 8>, _>>().ok().and_then(|c| c.into_iter().max());
        if let Some(cost) = cost.filter(|_| !been.contains(&to) && !status::is_enemy(b, s, side, to)) {
            open.push((RetreatStep { to: Some(to), cost }, far(to)));
        }
    }
    let enough = b.charts.zones.pgd.count();
    if why.is_rout() && now >= enough {
        return seek_cover(b, from, &open, &far, enough);
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

/// The cost to a stack of the step off the map (13.2.7).
fn off_the_map(b: &Battle, s: &State, stack: &[UnitId]) -> Option<u16> {
    // RULING 1041: all costs are in effect in a rout, and the ground beyond the edge is clear.
    let clear = &b.charts.terrain[Terrain::Clear].cost;
    let costs = stack.iter().map(|u| clear.of(status::traveller(b, s, *u)));
    costs.collect::<Option<Few<u16, 8>>>().and_then(|costs| costs.into_iter().max())
}

/// Far enough from the enemy a rout goes on only to the nearest cover that is as far (13.2.6).
fn seek_cover(
    b: &Battle,
    from: HexId,
    open: &[(RetreatStep, u16)],
    far: &impl Fn(HexId) -> u16,
    enough: u16,
) -> NextSteps {
    let covers = |hex: HexId| b.charts.terrain[b.ground.terrain(hex)].cover;
    let goals: Vec<HexId> = b.ground.hexes().filter(|hex| covers(*hex) && far(*hex) >= enough).collect();
    let Some(nearest) = goals.iter().map(|hex| b.ground.distance(from, *hex)).min() else {
        return NextSteps::Enough;
    };
    let leads = |hex: HexId| {
        goals
            .iter()
            .any(|goal| b.ground.distance(from, *goal) == nearest && b.ground.distance(hex, *goal) < nearest)
    };
    let steps: Few<RetreatStep, 6> =
        open.iter().filter(|(step, _)| step.to.is_some_and(leads)).map(|(step, _)| *step).collect();
    NextSteps::Open(steps)
}
