//! Goals, the places where each unit is wanted: objectives to be taken or held, enemies to be beaten. Settled once an activation.

use an30::Battle;
use an30::ch13_movement::step;
use an30::core::battle::Arm;
use an30::core::charts::Traveller;
use an30::core::state::{Order, UnitId};
use an30::core::status;
use ground::{HexId, Step};

use super::field_view::FieldView;

/// The least and the most that a movement point on the way to a goal is worth.
const PULL: (i32, i32) = (14, 60);

/// A place where strength is wanted.
#[derive(Clone, Copy, Debug)]
struct Goal {
    hex: HexId,
    /// Its worth.
    value: i32,
    /// The strength still wanted there, in tenths of a point of mêlée value.
    wanted: i32,
    /// An enemy to be hunted, not a place.
    hunt: bool,
}

/// The goal of every unit, and how much a movement point on the way there is worth.
#[derive(Default)]
pub struct Goals(Vec<Option<(HexId, i32)>>);

impl Goals {
    /// The place where a unit is wanted.
    pub fn of(&self, unit: UnitId) -> Option<(HexId, i32)> {
        self.0.get(unit.i()).copied().flatten()
    }

    /// Shares out the brigades: again and again the brigade and the goal that suit each other best. The seed makes some goals dearer than they are.
    pub fn settle(view: &FieldView<'_>, routes: &mut Routes, seed: u64) -> Goals {
        let mut goals = wishes(view, seed);
        let mut settled = Goals(vec![None; view.b.units.len()]);
        let mut free = brigades(view);
        while !free.is_empty() {
            let mut best: Option<(i32, usize, usize)> = None;
            for (i, brigade) in free.iter().enumerate() {
                for (j, goal) in goals.iter().enumerate() {
                    let sum: i32 = brigade.iter().map(|u| appeal(view, routes, *u, goal)).sum();
                    let appeal = sum / brigade.len() as i32;
                    if best.is_none_or(|(most, ..)| appeal > most) {
                        best = Some((appeal, i, j));
                    }
                }
            }
            let Some((_, i, j)) = best else { break };
            let goal = &mut goals[j];
            for unit in free.swap_remove(i) {
                settled.0[unit.i()] = Some((goal.hex, (goal.value / 40).clamp(PULL.0, PULL.1)));
                goal.wanted -= view.strength(unit);
            }
        }
        settled
    }
}

/// Those who go together: the foot of a command, its horse, each battery by itself.
fn brigades(view: &FieldView<'_>) -> Vec<Vec<UnitId>> {
    let mut found: Vec<Vec<UnitId>> = Vec::new();
    let head = |u: UnitId| view.b.command(view.b.unit(u).command).head;
    for &unit in view.own.iter().filter(|u| view.s.unit(**u).order != Order::Pgd) {
        let arm = view.b.arm(unit);
        let same = |with: &&mut Vec<UnitId>| {
            arm != Arm::Artillery && view.b.arm(with[0]) == arm && head(with[0]) == head(unit)
        };
        match found.iter_mut().find(same) {
            Some(brigade) => brigade.push(unit),
            None => found.push(vec![unit]),
        }
    }
    found
}

/// A number that follows from others, as if drawn by chance.
pub fn mixed(parts: &[u64]) -> u64 {
    parts.iter().fold(0x9e37_79b9_7f4a_7c15, |sum, part| {
        let next = (sum ^ part).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        next ^ (next >> 29)
    })
}

/// All goals there are.
fn wishes(view: &FieldView<'_>, seed: u64) -> Vec<Goal> {
    let mut goals = Vec::with_capacity(32);
    let whim = |hex: HexId, value: i32| {
        let percent = 85 + (mixed(&[seed, u64::from(hex.0)]) % 31) as i32;
        value * percent / 100
    };
    for objective in &view.b.objectives {
        let hex = objective.hex;
        let threat = view.power(&view.foes, hex, |_| false);
        let points = objective.points * view.point;
        let holder = status::holder(view.b, view.s, hex);
        if holder == Some(view.side) {
            if threat > 0 {
                goals.push(Goal { hex, value: whim(hex, points), wanted: threat * 2 / 3 + 60, hunt: false });
            }
        } else {
            let swing = if holder.is_some() { 2 } else { 1 };
            let wanted = threat * 5 / 4 + 100;
            goals.push(Goal { hex, value: whim(hex, swing * points), wanted, hunt: false });
        }
    }
    for &foe in &view.foes {
        let at = view.s.unit(foe).hex();
        if view.s.top(at) != Some(foe) {
            continue;
        }
        let strength: i32 = view.s.units_in(at).iter().map(|u| view.strength(*u)).sum();
        let ease = if view.s.unit(foe).order == Order::Good { 2 } else { 3 };
        let value = whim(at, (strength + 60) * ease);
        goals.push(Goal { hex: at, value, wanted: strength * 3 / 2 + 40, hunt: true });
    }
    goals
}

/// The appeal of a goal to a unit: what it is worth there, the nearer the more.
fn appeal(view: &FieldView<'_>, routes: &mut Routes, unit: UnitId, goal: &Goal) -> i32 {
    let at = view.s.unit(unit).hex();
    let far = if goal.hunt {
        2 * i32::from(view.b.ground.distance(at, goal.hex))
    } else {
        i32::from(half_mp(routes, view.b, status::traveller(view.b, view.s, unit), at, goal.hex))
    };
    let value = match (view.b.arm(unit), goal.hunt) {
        // Horse does not hold places; it hunts.
        (Arm::Cavalry, false) => goal.value / 4,
        (Arm::Artillery, false) => goal.value / 2,
        _ => goal.value,
    };
    let value = if goal.wanted > 0 { value } else { value / 4 };
    value * 32 / (far + 10)
}

/// Costs of routes, for each kind of traveller.
pub type Routes = crate::routes::Routes<Traveller>;

/// The cost of the route to a hex on foot, on horse or with guns, in half movement points, units and zones left aside.
pub fn half_mp(routes: &mut Routes, b: &Battle, traveller: Traveller, from: HexId, to: HexId) -> u16 {
    routes.half_mp(&b.ground, traveller, (from, to), |at, dir, next| {
        // Where it leads to may be closed to the traveller: next to it is near enough.
        match step::ground(b, traveller, next, dir.opposite()) {
            Ok(cost) => Step::Enter(cost),
            Err(_) if at == to => Step::Enter(2),
            Err(_) => Step::No,
        }
    })
}
