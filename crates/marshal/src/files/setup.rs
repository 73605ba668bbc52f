//! The set-up: where everything stands at the start.

use ground::{Aim, HexId};
use muster::{Collector, Spanned};
use table::Side;

use super::arrange::{RawScenario, RawUnit};
use crate::ch10_increments::may_stand;
use crate::core::battle::Battle;
use crate::core::charts::AimKind;
use crate::core::footprint;
use crate::core::occupancy::Hexes;
use crate::core::state::{Formation, LeaderId, LeaderStatus, Order, Readiness, Status, UnitId};
use crate::core::status::{self, parts};

/// Puts everything where the scenario says.
pub(super) fn set_up(battle: &mut Battle, raw: &RawScenario, lenient: bool, faults: &mut Collector<'_>) {
    for u in &raw.unit {
        if let Some(i) = battle.units.iter().position(|card| card.id == *u.id.get_ref()) {
            unit(battle, UnitId(i as u16), u, faults);
        }
    }
    stand_for_others(battle, faults);
    for l in &raw.leader {
        let Some(i) = battle.leaders.iter().position(|card| card.id == *l.id.get_ref()) else { continue };
        if let Some(hex) = l.at.as_ref().and_then(|at| battle.ground.hex_named(at, faults)) {
            let now = battle.setup.leader_mut(LeaderId(i as u16));
            (now.hex, now.status) = (hex, LeaderStatus::Map);
        }
    }
    for c in &raw.command {
        if let Some(i) = battle.commands.iter().position(|card| card.id == *c.id.get_ref()) {
            battle.setup.levels[i] = c.level.min(3);
        }
    }
    if !lenient {
        placed(battle, raw, faults);
    }
}

/// A regiment and its battalions, a battalion and its companies: one of them is on the map or is to arrive, and stands for the other (6).
fn stand_for_others(battle: &mut Battle, faults: &mut Collector<'_>) {
    let kin = |unit: UnitId| battle.unit(unit).part_of.some().is_some() || !parts(battle, unit).is_empty();
    let there = |unit: UnitId| {
        battle.setup.unit(unit).on_map() || battle.arrivals.iter().any(|a| a.units.contains(&unit))
    };
    for unit in battle.unit_ids() {
        let mut up =
            std::iter::successors(battle.unit(unit).part_of.some(), |u| battle.unit(*u).part_of.some());
        if let Some(whole) = up.find(|whole| there(*whole) && there(unit)) {
            let (part, whole) = (&battle.unit(unit).id, &battle.unit(whole).id);
            faults.whole(format!("unit {part:?} is there, and so is {whole:?}, of which it is a part"));
        }
    }
    let folded: Vec<UnitId> = battle.unit_ids().filter(|unit| kin(*unit) && !there(*unit)).collect();
    folded.into_iter().for_each(|unit| battle.setup.unit_mut(unit).status = Status::Folded);
}

/// Whether everybody stands somewhere or is to arrive, and nobody where the rules forbid it (10, 16, 18).
fn placed(battle: &Battle, raw: &RawScenario, faults: &mut Collector<'_>) {
    for u in &raw.unit {
        let Some(i) = battle.units.iter().position(|card| card.id == *u.id.get_ref()) else { continue };
        let unit = UnitId(i as u16);
        let now = battle.setup.unit(unit);
        let arrives = battle.arrivals.iter().any(|a| a.units.contains(&unit));
        let is_folded = now.status == Status::Folded;
        if !now.on_map() && !arrives && !is_folded && u.at.is_none() && u.hexes.is_none() {
            faults
                .at(u.id.span(), format!("unit {:?} is neither set up nor arrives", u.id.get_ref()))
                .expect("`at = \"...\"`, or a [[reinforcement]]");
        }
        for hex in now.hexes() {
            if let Err(refusal) = may_stand(battle, &battle.setup, &[unit], *hex) {
                let hex = battle.ground.label(*hex);
                let what = format!("unit {:?} cannot stand in {hex}", u.id.get_ref());
                faults.at(u.id.span(), what).expect(format!("what rule {} allows", refusal.rule));
            }
        }
    }
}

/// Formation, order and figures of a unit, and its place.
fn unit(battle: &mut Battle, unit: UnitId, raw: &RawUnit, faults: &mut Collector<'_>) {
    let arm = battle.arm(unit);
    let formation = raw.formation.as_ref().and_then(|name| Formation::read(name, faults));
    let formation = formation.unwrap_or(Formation::usual(arm));
    let order = raw.order.as_ref().and_then(|name| Order::read(name, faults)).unwrap_or(Order::Good);
    let readiness = raw.readiness.as_ref().and_then(|name| Readiness::read(name, faults));
    let target = raw.target.as_ref().and_then(|at| battle.ground.hex_named(at, faults));
    let now = battle.setup.unit_mut(unit);
    (now.order, now.readiness) = (order, readiness.unwrap_or(Readiness::Fresh));
    (now.losses, now.fire_losses) = (raw.losses.unwrap_or(0), raw.fire_losses.unwrap_or(0));
    now.target = target.unwrap_or(HexId::NONE);
    if i16::from(now.losses) >= battle.units[unit.i()].increments {
        faults.at(raw.id.span(), format!("{:?} has lost all it has", raw.id.get_ref()));
        return;
    }
    let heavy = status::is_heavy(battle, unit);
    let Some(row) = battle.charts.formation(arm, formation, || heavy).cloned() else {
        let at = raw.formation.as_ref().map_or(raw.id.span(), Spanned::span);
        faults.at(at, format!("no {arm} is in {formation}"));
        return;
    };
    let usual = usual_aim(battle.side(unit), row.aim);
    let named =
        raw.facing.as_ref().map(|name| (name, Aim::ALL.into_iter().find(|aim| aim.name() == name.get_ref())));
    let aim = match named {
        None => usual,
        Some((_, Some(aim))) if footprint::may_aim(&row, aim) => aim,
        Some((name, _)) => {
            let names: Vec<&str> = footprint::aims(&row).map(Aim::name).collect();
            let what = format!("in {formation} a unit does not face {:?}", name.get_ref());
            faults.at(name.span(), what).expect(muster::one_of(&names));
            usual
        }
    };
    let names = raw.hexes.iter().flatten().chain(raw.at.iter().filter(|_| raw.hexes.is_none()));
    let hexes: Hexes = names.filter_map(|name| battle.ground.hex_named(name, faults)).collect();
    let now = battle.setup.unit_mut(unit);
    (now.formation, now.aim) = (formation, aim);
    let Some(first) = hexes.first() else { return };
    let laid = match row.aim {
        AimKind::Path => in_a_row(battle, &hexes).then(|| hexes.clone()),
        _ => footprint::layout(battle, &row, aim, *first, hexes.len()),
    };
    let enemy = hexes.iter().any(|hex| status::is_enemy(battle, &battle.setup, battle.side(unit), *hex));
    if enemy || hexes.len() > row.hexes.max(1) || laid.as_ref() != Some(&hexes) {
        let what = format!("{:?} cannot lie in these hexes, facing so", raw.id.get_ref());
        faults.at(raw.id.span(), what).expect("a line from its left, in hexes without enemies");
        return;
    }
    battle.setup.unit_mut(unit).status = Status::Map;
    battle.setup.put(unit, &hexes);
}

/// Whether hexes lie next to each other, one after the other.
fn in_a_row(battle: &Battle, hexes: &[HexId]) -> bool {
    hexes.windows(2).all(|pair| battle.ground.dir_to(pair[0], pair[1]).is_some())
}

/// The aim of a counter when nothing is said: the first side to the north-east, the second back at it.
fn usual_aim(side: Side, kind: AimKind) -> Aim {
    let ahead = if kind == AimKind::Vertex { Aim(3) } else { Aim(2) };
    if side == Side(0) { ahead } else { ahead.opposite() }
}
