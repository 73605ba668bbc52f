//! Assaults and charges that a stack could make in its movement, tried out with the rules themselves.

use an30::Field;
use an30::ch07_sequence::maneuver::from_unit_down;
use an30::ch16_assault::{assault as assaults, rolls};
use an30::core::battle::Arm;
use an30::core::occupancy::Units;
use an30::core::state::{Formation, LeaderId, Order, UnitId};
use an30::core::{Few, status};
use ground::{Flood, HexId};
use table::{Effect, Play};

use super::field_view::{FieldView, is_formed_horse, worth};
use super::goals::{Goals, Routes};
use super::habits::ripeness;
use super::moves::WeighedMove;
use super::stance::Mover;
use super::trial::{self, Plan};
use super::walk::{Deed, Intent};

/// Runs of a first trial, and of a second of what the first finds good.
const RUNS: (u32, u32) = (12, 24);
/// The promise that an assault or a charge must hold, and of those who must dare something.
const PROMISE: i32 = 40;
const DARING: i32 = 5;
/// Targets that are tried.
const TARGETS: usize = 3;

/// The tops of the enemy's stacks.
fn stacks(mover: &Mover<'_, '_>) -> Vec<(UnitId, HexId)> {
    let view = mover.view;
    let mut found: Vec<(UnitId, HexId)> = Vec::new();
    for &foe in &view.foes {
        for &at in view.s.unit(foe).hexes() {
            if view.s.top(at) == Some(foe) {
                found.push((foe, at));
            }
        }
    }
    found
}

/// The strength of the units of a hex, in tenths of a point.
fn strength_in(mover: &Mover<'_, '_>, hex: HexId) -> i32 {
    mover.view.s.units_in(hex).iter().map(|u| mover.view.strength(*u)).sum()
}

/// The route to a hex as a movement has it.
fn route(flood: &Flood, hex: HexId) -> Vec<HexId> {
    let mut route: Vec<HexId> = flood.route_back(hex).collect();
    route.pop();
    route
}

/// The leaders with a stack.
fn leaders(mover: &Mover<'_, '_>) -> Few<LeaderId, 4> {
    let view = mover.view;
    status::leaders_in(view.b, view.s, view.side, view.s.unit(mover.lead()).hex())
}

/// The best assault of a stack.
pub fn assault(
    mover: &Mover<'_, '_>,
    routes: &mut Routes,
    flood: &Flood,
    reach: &[(HexId, u16)],
    seed: u64,
) -> Option<WeighedMove> {
    let view = mover.view;
    let (b, s) = (view.b, view.s);
    if mover.stack.iter().any(|u| b.arm(*u) != Arm::Infantry || s.unit(*u).order == Order::Pgd) {
        return None;
    }
    let own: i32 = mover.stack.iter().map(|u| view.strength(*u)).sum();
    let mut open: Vec<(i32, HexId, HexId)> = Vec::new();
    for (foe, at) in stacks(mover) {
        let near = reach.iter().filter(|(hex, _)| b.ground.distance(*hex, at) == 1);
        let with_us = s.assaults.iter().filter(|a| a.side == view.side && a.targets.contains(&at));
        let others: i32 = with_us.flat_map(|a| &a.attackers).map(|a| strength_in(mover, a.from)).sum();
        let theirs = strength_in(mover, at).max(10);
        let value = |hex: HexId, cost: u16| {
            let flank = if mover.faces(foe, hex) { 2 } else { 4 };
            10 * (own * flank / 2 + others) / theirs - i32::from(cost) / 4
        };
        if let Some((odds, hex)) = near.map(|(hex, cost)| (value(*hex, *cost), *hex)).max() {
            let gain: i32 = s.units_in(at).iter().map(|u| worth(b, s, *u)).sum::<i32>() + 2 * view.prize(at);
            if odds >= 6 {
                open.push((odds.min(30) * gain, at, hex));
            }
        }
    }
    open.sort_by_key(|(value, ..)| -value);
    let tried = open.into_iter().take(TARGETS).filter_map(|(_, at, hex)| {
        let intent = approach(mover, route(flood, hex), at);
        let play = |field: &mut Field<'_>| -> Play<()> {
            field.move_stack(mover.stack, &leaders(mover))?;
            trial::assault_at(field, at)
        };
        weigh(mover, intent, at, seed, &play).map(|gain| (gain, at, hex))
    });
    let (gain, at, hex) = tried.max_by_key(|(gain, ..)| *gain)?;
    let intent = approach(mover, route(flood, hex), at);
    // It comes nearer to where it is wanted by it besides.
    let here = s.unit(mover.lead()).hex();
    let gain = gain + (mover.progress(routes, hex) - mover.progress(routes, here)).max(0);
    Some(WeighedMove { intent, gain, why: "assaults, for it promises more than it risks" })
}

/// The rest of the movement of a stack that has said whom it assaults: next to them, on the shortest way.
pub fn declared(mover: &Mover<'_, '_>, flood: &Flood, reach: &[(HexId, u16)]) -> Option<Intent> {
    let at = *assaults::targets_of(mover.view.s, mover.stack).first()?;
    let near = reach.iter().filter(|(hex, _)| mover.view.b.ground.distance(*hex, at) == 1);
    let (hex, _) = near.min_by_key(|(_, cost)| *cost)?;
    Some(Intent { march: None, early: false, ..approach(mover, route(flood, *hex), at) })
}

/// The gain of a deed in trials, if it promises enough.
fn weigh(
    mover: &Mover<'_, '_>,
    intent: Intent,
    at: HexId,
    seed: u64,
    play: &dyn Fn(&mut Field<'_>) -> Play<()>,
) -> Option<i32> {
    let plan = Plan { first: None, walks: vec![intent], target: Some(at) };
    let promise = if mover.view.must_dare() { DARING } else { PROMISE };
    let first = trial::average(mover.view, &plan, (seed, RUNS.0), play);
    if first < promise {
        return None;
    }
    let second = trial::average(mover.view, &plan, (seed + 1000, RUNS.1), play);
    let gain = (first * RUNS.0 as i32 + second * RUNS.1 as i32) / (RUNS.0 + RUNS.1) as i32;
    (gain >= promise).then_some(gain)
}

/// The best charge of a stack.
pub fn charge(
    mover: &Mover<'_, '_>,
    routes: &mut Routes,
    flood: &Flood,
    reach: &[(HexId, u16)],
    seed: u64,
) -> Option<WeighedMove> {
    let (view, unit) = (mover.view, mover.lead());
    let (b, s) = (view.b, view.s);
    let here = s.unit(unit).hex();
    if !mover.stack.iter().all(|u| is_formed_horse(b, s, *u)) {
        return None;
    }
    let own: i32 = mover.stack.iter().map(|u| view.strength(*u)).sum();
    let mut open: Vec<(i32, HexId, HexId)> = Vec::new();
    for (foe, at) in stacks(mover) {
        let ripe = ripeness(b, s, at);
        let horse = b.arm(foe) == Arm::Cavalry && 10 * own >= 8 * strength_in(mover, at);
        if ripe <= 0 && !horse {
            continue;
        }
        let near = reach.iter().filter(|(hex, _)| (1..=4).contains(&b.ground.distance(*hex, at)));
        let value = |hex: HexId, cost: u16| {
            let run = match b.ground.distance(hex, at) {
                4 => 30,
                3 => 24,
                2 => 12,
                _ => 0,
            };
            let side = if mover.faces(foe, hex) { 0 } else { 10 };
            run + side - i32::from(cost) - 4 * i32::from(view.nearest_foe(hex) <= 1)
        };
        if let Some((_, hex)) = near.map(|(hex, cost)| (value(*hex, *cost), *hex)).max() {
            open.push((ripe + own / 20, at, hex));
        }
    }
    open.sort_by_key(|(value, ..)| -value);
    let mut best: Option<WeighedMove> = None;
    for (_, at, hex) in open.into_iter().take(TARGETS) {
        let route = route(flood, hex);
        let column = s.unit(unit).shape() == Formation::Column && s.unit(unit).hexes().len() > 1;
        for shape in [column.then_some(Formation::Line), None] {
            let march = if route.is_empty() { None } else { mover.march().0 };
            let intent = Intent {
                unit,
                route: route.clone(),
                march,
                shape,
                face: at,
                deed: Deed::Charge(at),
                early: false,
                idle: 0,
            };
            let play = |field: &mut Field<'_>| -> Play<()> {
                field.move_stack(mover.stack, &leaders(mover))?;
                trial::charges(field)
            };
            // As an assault, it comes nearer to where it is wanted by it besides.
            let nearer = (mover.progress(routes, hex) - mover.progress(routes, here)).max(0);
            let gain = weigh(mover, intent.clone(), at, seed, &play).map(|gain| gain + nearer);
            if let Some(gain) = gain.filter(|gain| best.as_ref().is_none_or(|known| *gain > known.gain)) {
                best = Some(WeighedMove { intent, gain, why: "charges what is ripe" });
            }
            if !column {
                break;
            }
        }
    }
    best
}

/// Stacks that assault together, at most.
const TOGETHER: usize = 4;
/// Targets for which it is tried whether several should assault together.
const PACTS: usize = 2;

/// A stack, and where it can go.
struct Party {
    stack: Units,
    reach: Vec<(HexId, u16)>,
}

impl Party {
    /// The hexes next to another one that it can reach, with their cost.
    fn near<'p>(&'p self, view: &'p FieldView<'_>, at: HexId) -> impl Iterator<Item = (HexId, u16)> + 'p {
        self.reach.iter().copied().filter(move |(hex, _)| view.b.ground.distance(*hex, at) == 1)
    }
}

/// An assault by several stacks: the movements that bring them there, and what it gains.
pub struct Pact {
    /// The movements, in order.
    pub intents: Vec<Intent>,
    /// The stack that each leads.
    pub gain: i32,
}

/// The best assault by several stacks: fire from several sides and a place that all want.
pub fn pact(
    view: &FieldView<'_>,
    goals: &Goals,
    flood: &mut Flood,
    tops: &[UnitId],
    seed: u64,
) -> Option<Pact> {
    let (b, s) = (view.b, view.s);
    let able = |u: &&UnitId| b.arm(**u) == Arm::Infantry && s.unit(**u).order != Order::Pgd;
    let parties: Vec<Party> = tops
        .iter()
        .filter(able)
        .map(|u| {
            let stack = from_unit_down(s, *u);
            let reach = Mover::new(view, &stack, goals).reach(flood);
            Party { stack, reach }
        })
        .collect();
    let mut targets: Vec<(i32, HexId)> = Vec::new();
    for &foe in &view.foes {
        let at = s.unit(foe).hex();
        if s.top(at) == Some(foe) {
            let worth: i32 = s.units_in(at).iter().map(|u| worth(b, s, *u)).sum();
            targets.push((worth + 3 * view.prize(at), at));
        }
    }
    targets.sort_by_key(|(value, _)| -value);
    let near = |at: HexId| parties.iter().filter(|p| p.near(view, at).next().is_some()).count();
    let open = targets.into_iter().filter(|(_, at)| near(*at) >= 2).take(PACTS);
    let tried = open.filter_map(|(_, at)| together(view, goals, flood, &parties, at, seed));
    tried.max_by_key(|pact| pact.gain)
}

/// The movements of some stacks to hexes around a target, each to another one, and what comes of it.
fn together(
    view: &FieldView<'_>,
    goals: &Goals,
    flood: &mut Flood,
    parties: &[Party],
    at: HexId,
    seed: u64,
) -> Option<Pact> {
    let s = view.s;
    let mut taken: Vec<HexId> = Vec::new();
    let mut intents = Vec::new();
    let mut stacks: Vec<&Units> = Vec::new();
    // Who has the longest route has the fewest hexes to choose from.
    let mut order: Vec<&Party> = parties.iter().collect();
    order.sort_by_key(|party| party.near(view, at).count());
    for party in order {
        let near = party.near(view, at).filter(|(hex, _)| !taken.contains(hex));
        let Some((hex, _)) = near.min_by_key(|(_, cost)| *cost) else { continue };
        let mover = Mover::new(view, &party.stack, goals);
        mover.reach(flood);
        intents.push(approach(&mover, route(flood, hex), at));
        stacks.push(&party.stack);
        taken.push(hex);
        if taken.len() == TOGETHER {
            break;
        }
    }
    if intents.len() < 2 {
        return None;
    }
    let plan = Plan { first: None, walks: intents.clone(), target: Some(at) };
    let play = |field: &mut Field<'_>| -> Play<()> {
        for stack in &stacks {
            if stack.iter().all(|u| field.s.unit(*u).on_map() && field.s.unit(*u).hex() == s.unit(*u).hex()) {
                field.move_stack(stack, &[])?;
            }
        }
        trial::assault_at(field, at)
    };
    let gain = trial::average(view, &plan, (seed, RUNS.1), &play);
    (gain >= PROMISE).then_some(Pact { intents, gain })
}

/// The movement of a stack before a target that it assaults; it says so at once if its army closes better from afar (16.4.1).
fn approach(mover: &Mover<'_, '_>, route: Vec<HexId>, at: HexId) -> Intent {
    let (view, unit) = (mover.view, mover.lead());
    let distance = |hexes: u16| match rolls::distance(view.b, unit, hexes).map(|term| term.effect) {
        Some(Effect::Add(value)) => value,
        _ => 0,
    };
    let early = distance(assaults::closing_distance(view.b, view.s, unit)) >= distance(1);
    let march = if route.is_empty() { None } else { mover.march().0 };
    Intent { unit, route, march, shape: None, face: at, deed: Deed::Assault(at), early, idle: 0 }
}
