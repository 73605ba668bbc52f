//! Goals of each unit: objectives to be taken or held, enemies to be beaten. Settled once an activation.

use ground::{HexId, Step};
use jdg::ch00_general::general;
use jdg::ch04_movement::movement;
use jdg::core::battle::{Arm, Battle};
use jdg::core::state::{Condition, MAX_UNITS, UnitId};

use super::field_view::{FieldView, VICTORY_POINT};

/// The least and the most that a movement point on the way to a goal is worth.
const PULL: (i32, i32) = (20, 60);

/// A place where strength is wanted.
#[derive(Clone, Copy, Debug)]
struct Goal {
    hex: HexId,
    /// Its worth, in tenths of a point.
    value: i32,
    /// The strength still wanted there.
    wanted: i32,
    /// An enemy to be hunted, not a place.
    hunt: bool,
}

/// The goal of every unit; [`HexId::NONE`] if it has none.
pub struct Goals {
    hexes: [HexId; MAX_UNITS],
    pulls: [i32; MAX_UNITS],
}

impl Default for Goals {
    fn default() -> Self {
        Goals { hexes: [HexId::NONE; MAX_UNITS], pulls: [0; MAX_UNITS] }
    }
}

impl Goals {
    /// Goal of a unit, and the worth of a movement point on the route there.
    pub fn of(&self, unit: UnitId) -> Option<(HexId, i32)> {
        let hex = self.hexes[unit.i()];
        hex.is_some().then_some((hex, self.pulls[unit.i()]))
    }

    /// Shares out the units: again and again the unit and the goal that suit each other best.
    pub fn settle(view: &FieldView<'_>, routes: &mut Routes) -> Goals {
        let mut goals = wishes(view);
        let mut settled = Goals::default();
        let mut free: Vec<UnitId> = view
            .own
            .list()
            .iter()
            .copied()
            .filter(|&u| view.s.unit(u).condition == Condition::Good)
            .collect();
        while !free.is_empty() {
            let mut best: Option<(i32, usize, usize)> = None;
            for (i, &unit) in free.iter().enumerate() {
                for (j, goal) in goals.iter().enumerate() {
                    let use_ = appeal(view, routes, unit, goal);
                    if best.is_none_or(|(most, ..)| use_ > most) {
                        best = Some((use_, i, j));
                    }
                }
            }
            let Some((_, i, j)) = best else { break };
            let unit = free.swap_remove(i);
            let goal = &mut goals[j];
            settled.hexes[unit.i()] = goal.hex;
            settled.pulls[unit.i()] = (goal.value / 40).clamp(PULL.0, PULL.1);
            goal.wanted -= 1 + i32::from(general::strength(view.b, view.s, unit));
        }
        settled
    }
}

/// All goals there are.
fn wishes(view: &FieldView<'_>) -> Vec<Goal> {
    let mut goals = Vec::with_capacity(32);
    for (i, objective) in view.b.objectives.iter().enumerate() {
        let hex = objective.hex;
        let threat = view.threat(hex);
        let points = objective.points * VICTORY_POINT;
        if view.s.holders[i] == view.side.0 {
            // What is ours wants guarding only where the enemy could come, unless they win the battle by it.
            let key = view.key(view.side.enemy(), hex);
            if threat > 0 || key > 0 {
                goals.push(Goal { hex, value: points + key, wanted: threat / 10 + 1, hunt: false });
            }
        } else {
            let swing = if view.s.holders[i] == view.side.enemy().0 { 2 } else { 1 };
            goals.push(Goal {
                hex,
                value: swing * points + view.key(view.side, hex),
                wanted: threat / 8 + 3,
                hunt: false,
            });
        }
    }
    for &foe in view.foes.list() {
        let at = view.s.unit(foe).hex;
        if view.s.top(at) != Some(foe) {
            continue;
        }
        let strength: i32 = view.s.stack(at).map(|u| i32::from(general::strength(view.b, view.s, u))).sum();
        let ease = if view.s.unit(foe).condition == Condition::Good { 1 } else { 2 };
        let value = 60 * (strength + 1) * ease;
        goals.push(Goal { hex: at, value, wanted: 7 * strength / 2 + 2, hunt: true });
    }
    goals
}

/// Appeal of a goal to a unit: its worth there, the nearer the more.
fn appeal(view: &FieldView<'_>, routes: &mut Routes, unit: UnitId, goal: &Goal) -> i32 {
    let arm = view.b.arm(unit);
    let at = view.s.unit(unit).hex;
    let far = if goal.hunt {
        2 * i32::from(view.b.ground.distance(at, goal.hex))
    } else {
        i32::from(half_mp(routes, view.b, arm, at, goal.hex))
    };
    let value = match (arm, goal.hunt) {
        // Horse does not hold places; it hunts.
        (Arm::Cavalry, false) => goal.value / 3,
        (Arm::Artillery, false) => goal.value / 2,
        _ => goal.value,
    };
    let value = if goal.wanted > 0 { value } else { value / 5 };
    value * 32 / (far + 10)
}

/// Costs of routes, for each arm.
pub type Routes = crate::routes::Routes<Arm>;

/// The cost of the route to a hex for an arm, in half movement points, units and zones left aside.
pub fn half_mp(routes: &mut Routes, b: &Battle, arm: Arm, from: HexId, to: HexId) -> u16 {
    routes.half_mp(&b.ground, arm, (from, to), |at, _, next| match movement::arm_cost(b, arm, next, at) {
        Some(cost) => Step::Enter(cost),
        None => Step::No,
    })
}
