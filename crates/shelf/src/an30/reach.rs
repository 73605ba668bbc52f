//! Reach: where a unit can go (13.1). Every step is judged by the rules themselves, on a copy of the position.

use std::collections::BTreeMap;

use ::an30::Battle;
use ::an30::ch09_facing::facing;
use ::an30::ch11_stacking::limits;
use ::an30::ch12_formations::passage;
use ::an30::ch13_movement::acts;
use ::an30::ch13_movement::step::{self, Gait};
use ::an30::core::battle::Arm;
use ::an30::core::charts::AimKind;
use ::an30::core::state::{Formation, Part, State, UnitId, did};
use ::an30::core::{footprint, status};
use ground::{Aim, Dir, HexId};
use table::Point;
use table::phrase::Catalogue;

use crate::board::{OverlayData, OverlayHex};
use crate::hexes;

/// A hex that was reached.
struct Reached {
    /// Half movement points.
    cost: u16,
    /// The hex before it.
    from: HexId,
    /// The facing to be taken up first, if the unit does not look that way already: on the way out of its hex.
    turn: Option<Aim>,
    /// The position with the unit there.
    there: State,
}

/// Reach of a unit: with what it has left if it may move now, else with its full allowance.
pub fn reach(b: &Battle, s: &State, unit: UnitId, words: &Catalogue) -> OverlayData {
    let now = s.unit(unit);
    let moves = now.has(did::MEMBER) && !now.has(did::MOVED) && !now.has(did::HALTED);
    let mut start = s.clone();
    if !moves {
        start.activation.chit = None;
        let free = start.unit_mut(unit);
        free.spent = 0;
        free.set(did::ACTED | did::HALTED, false);
    }
    let stack = goes(s, unit);
    let found = search(b, start, &stack);
    let first = now.hex();
    let marks = found.iter().filter(|(hex, _)| **hex != first).map(|(hex, way)| OverlayHex {
        hex: hex.0,
        label: hexes::points(way.cost),
        from: Some(way.from.0),
        via: way.turn.map(|aim| Point::Facing(aim.0)).and_then(Point::short),
    });
    let text = words.word(if moves { "overlay.reach" } else { "overlay.full_reach" });
    OverlayData { hexes: marks.collect(), text, rule: Some("13.1".to_owned()) }
}

/// The units that go when one is moved: it, and those beneath it; alone, if it has begun.
fn goes(s: &State, unit: UnitId) -> Vec<UnitId> {
    let here = s.units_in(s.unit(unit).hex());
    let begun = s.unit(unit).has(did::ACTED);
    let moves = |other: &UnitId| {
        s.unit(*other).hexes() == s.unit(unit).hexes() && s.unit(*other).has(did::ACTED) == begun
    };
    here.into_iter().skip_while(|other| *other != unit).filter(moves).collect()
}

/// All hexes in reach, the cheapest way to each.
fn search(b: &Battle, start: State, stack: &[UnitId]) -> BTreeMap<HexId, Reached> {
    let top = stack[0];
    let (first, spent) = (start.unit(top).hex(), start.unit(top).spent);
    let mut found = BTreeMap::new();
    found.insert(first, Reached { cost: 0, from: first, turn: None, there: start });
    let mut open = std::collections::BinaryHeap::from([std::cmp::Reverse((0_u16, first))]);
    while let Some(std::cmp::Reverse((cost, hex))) = open.pop() {
        let Some(at) = found.get(&hex).filter(|at| at.cost == cost) else { continue };
        let mut next = Vec::new();
        // What is no further away than this hex is not reached for less from it.
        let behind = |to: &HexId| found.get(to).is_some_and(|known| known.cost <= cost);
        for dir in Dir::ALL {
            if b.ground.neighbour(hex, dir).is_some_and(|to| !behind(&to)) {
                next.extend(one_step(b, &at.there, stack, dir));
            }
        }
        for (to, paid, turn, mut there) in next {
            let total = cost + paid;
            if found.get(&to).is_some_and(|known| known.cost <= total) {
                continue;
            }
            for unit in stack {
                there.unit_mut(*unit).spent = spent + total;
                there.unit_mut(*unit).set(did::ACTED, true);
            }
            let turn = turn.filter(|_| hex == first);
            found.insert(to, Reached { cost: total, from: hex, turn, there });
            open.push(std::cmp::Reverse((total, to)));
        }
    }
    found
}

/// A step in a direction, after a turn if it needs one: where to, at what cost, the turn, and the position then.
fn one_step(b: &Battle, s: &State, stack: &[UnitId], dir: Dir) -> Option<(HexId, u16, Option<Aim>, State)> {
    let top = stack[0];
    let to = b.ground.neighbour(s.unit(top).hex(), dir)?;
    if status::is_enemy(b, s, b.side(top), to) {
        return None;
    }
    let turn = turn_for(b, s, stack, dir)?;
    let mut there = s.clone();
    for unit in stack.iter().filter(|_| turn.is_some()) {
        let aim = turn.unwrap_or(s.unit(*unit).aim);
        there.unit_mut(*unit).aim = aim;
    }
    let cost = step::may_enter(b, &there, stack, dir).ok()?;
    let lays = step::enters(b, &there, stack, dir, Gait::Ahead).ok()?.lays;
    let passes = passage::is_passage(b, &there, stack, to);
    let friends = there.units_in(to);
    let mut friends = friends.iter().filter(|unit| !passes && !stack.contains(unit));
    // Who joins friends looks as they do (9.1), and takes up their formation (11.1.2).
    let look = friends.find(|unit| status::row(b, &there, **unit).aim != AimKind::All);
    let look = look.map(|unit| there.unit(*unit).aim);
    for (unit, hexes) in &lays {
        let joined = limits::conforms(b, &there, *unit, to);
        let formation = joined.unwrap_or_else(|| step::formation_in(b, &there, *unit, to));
        there.put(*unit, hexes);
        there.unit_mut(*unit).aim = look.unwrap_or(there.unit(*unit).aim);
        if b.arm(*unit) != Arm::Artillery || formation != Formation::Unlimbered {
            there.unit_mut(*unit).formation = formation;
        }
    }
    Some((to, cost, turn, there))
}

/// The turn that a step needs: none, if the stack looks that way; the nearest facing that does, if it may take it up. `None`: it cannot.
fn turn_for(b: &Battle, s: &State, stack: &[UnitId], dir: Dir) -> Option<Option<Aim>> {
    let top = stack[0];
    if facing::fronts(b, s, Part::new(top, 0)).contains(dir) {
        return Some(None);
    }
    let (now, row) = (s.unit(top), status::row(b, s, top));
    if now.hexes().len() > 1 {
        return None;
    }
    let looks = |aim: &Aim| footprint::faces(b, row, *aim, &now.hexes()[..1], 0).front.contains(dir);
    let fits = footprint::aims(row).filter(looks).filter(|aim| acts::may_turn(b, s, stack, *aim).is_ok());
    fits.min_by_key(|aim| aim.twelfths_to(now.aim).0).map(Some)
}
