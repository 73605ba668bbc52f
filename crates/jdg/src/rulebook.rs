//! Jours de Gloire as the table asks for it: start, step, what a side may see, end, and what must hold between steps.

use table::{Doors, Flow, Outcome, Play, Rulebook, Side};

use crate::ch02_orders::orders;
use crate::ch05_stacking::stacking;
use crate::ch08_shock::shock::rehearsal;
use crate::ch13_victory::victory;
use crate::core::battle::{Arm, Battle};
use crate::core::state::{Condition, MAX_UNITS, Phase, Segment, State, UnitId};
use crate::core::verb;
use crate::{Field, Jdg};

impl Rulebook for Jdg {
    type Battle = Battle;
    type State = State;

    const ID: &'static str = "jdg";
    const VERSION: u32 = 2;
    const VERBS: &'static [&'static str] = verb::WORDS;

    fn start(battle: &Battle) -> State {
        battle.setup.clone()
    }

    fn step(battle: &Battle, state: &mut State, doors: &mut Doors<'_, Jdg>) -> Play<Flow> {
        Field::new(battle, state, doors).step()
    }

    /// View in which the order markers of the other side are secret until they are turned face up (2.3.2, 2.4).
    fn view(battle: &Battle, state: &State, viewer: Option<Side>) -> State {
        let mut seen = state.clone();
        for unit in battle.unit_ids() {
            let group = &mut seen.groups[orders::own_group(unit).i()];
            if !group.revealed && viewer != Some(battle.side(unit)) {
                group.received = false;
            }
        }
        seen
    }

    /// As an activation begins, its side's order markers are turned up (2.4): until then the enemy does not know who has orders.
    fn veiled(battle: &Battle, state: &State, viewer: Side) -> bool {
        let clock = &state.clock;
        let begins = clock.phase == Phase::Activation
            && clock.segment == Segment::Orders
            && clock.cursor != crate::ch01_turn::activation::REVEALED;
        begins && orders::active_side(battle, state) != viewer
    }

    /// An announced attack is resolved when all are announced (8.3.1).
    fn rehearsal(battle: &Battle, before: &State, now: &State) -> Option<State> {
        rehearsal::rehearsal(battle, before, now)
    }

    fn outcome(battle: &Battle, state: &State) -> Option<Outcome> {
        victory::outcome(battle, state)
    }

    fn check(battle: &Battle, state: &State) -> Result<(), String> {
        check_links(battle, state)?;
        battle.unit_ids().try_for_each(|unit| check_unit(battle, state, unit))?;
        check_hexes(battle, state)?;
        check_leaders(battle, state)
    }

    fn turn(battle: &Battle, state: &State) -> (u16, u16) {
        (u16::from(state.clock.turn) + 1, battle.turns.len() as u16)
    }
}

/// Every unit on the map is once in the stack of its hex, and nobody else is in it.
fn check_links(b: &Battle, s: &State) -> Result<(), String> {
    let mut seen = [false; MAX_UNITS];
    for hex in b.ground.hexes() {
        let mut next = s.tops[hex.index()];
        while let Some(unit) = next.some() {
            if unit.i() >= b.units.len() || seen[unit.i()] {
                return Err(format!("the stack of {} is not a chain of units", b.ground.label(hex)));
            }
            seen[unit.i()] = true;
            if s.unit(unit).hex != hex {
                return Err(format!(
                    "{} is in the stack of {} but stands elsewhere",
                    b.unit(unit).id,
                    b.ground.label(hex)
                ));
            }
            next = s.unit(unit).under;
        }
    }
    match b.unit_ids().find(|&u| s.unit(u).on_map() != seen[u.i()]) {
        Some(unit) => Err(format!("{} is on the map but in no stack", b.unit(unit).id)),
        None => Ok(()),
    }
}

/// A unit's own state makes sense.
fn check_unit(b: &Battle, s: &State, unit: UnitId) -> Result<(), String> {
    let (card, now) = (b.unit(unit), s.unit(unit));
    let fault = |what: &str| Err(format!("{} {what}", card.id));
    if now.condition == Condition::Eliminated && now.on_map() {
        return fault("is eliminated and on the map");
    }
    if now.square {
        if now.condition != Condition::Good || card.arm == Arm::Cavalry || !now.on_map() {
            return fault("is in square but may not be");
        }
        if !b.charts.terrain[b.ground.terrain(now.hex)].square {
            return fault("is in square where none can be formed");
        }
    }
    if now.facing.0 > 5 {
        return fault("faces nowhere");
    }
    Ok(())
}

/// The units of every hex are of one side and may stand together (5.1.1).
fn check_hexes(b: &Battle, s: &State) -> Result<(), String> {
    for unit in b.unit_ids().filter(|&u| s.unit(u).on_map()) {
        let hex = s.unit(unit).hex;
        if s.top(hex) != Some(unit) {
            continue;
        }
        if s.stack(hex).any(|u| b.side(u) != b.side(unit)) {
            return Err(format!("enemies share {}", b.ground.label(hex)));
        }
        let faces = |u: UnitId| s.unit(u).facing;
        let alike = |u: UnitId, v: UnitId| b.is_gun(u) != b.is_gun(v) || faces(u) == faces(v);
        if s.stack(hex).any(|u| !s.stack(hex).all(|v| alike(u, v))) {
            return Err(format!("the units of {} look different ways (6.1.1)", b.ground.label(hex)));
        }
        if let Some(limit) = stacking::broken_limit(b, s, hex) {
            return Err(format!("the stack of {} breaks 5.1.1 ({limit})", b.ground.label(hex)));
        }
        let open = |u: UnitId| !b.is_gun(u) && !s.unit(u).square;
        if s.stack(hex).any(open) && s.stack(hex).any(|u| s.unit(u).square) {
            return Err(format!("{} holds a square and others (4.2)", b.ground.label(hex)));
        }
    }
    Ok(())
}

/// No commander is lost and on the map, or among enemies.
fn check_leaders(b: &Battle, s: &State) -> Result<(), String> {
    for (card, now) in b.leaders.iter().zip(&s.leaders) {
        if now.lost && now.hex.is_some() {
            return Err(format!("{} is lost and on the map", card.id));
        }
        if s.clock.phase < Phase::Over && s.stack(now.hex).any(|u| b.side(u) != card.side) {
            return Err(format!("{} is in a hex with enemies", card.id));
        }
    }
    Ok(())
}
