//! Rehearsal of an assault that was declared: the state in which it is fought at once, as everything stands (7.4).

use ground::HexId;

use crate::core::battle::Battle;
use crate::core::footprint;
use crate::core::occupancy::{Hexes, Units};
use crate::core::state::{Assault, Assaulter, Segment, State};
use crate::core::status;

use super::assault;

/// The assault of a state that another one has not, or not with all its attackers, alone and about to be fought; a stack that has still to come up stands
/// before its target. None where there is none, or where it cannot come up.
pub fn rehearsal(b: &Battle, before: &State, now: &State) -> Option<State> {
    let known = |mark: &Assaulter| {
        let same = |old: &Assaulter| old.unit == mark.unit && old.at == mark.at;
        before.assaults.iter().flat_map(Assault::marks).any(same)
    };
    let waits = |a: &&Assault| !a.fought && !a.locked && !a.under_way;
    let new = |a: &&Assault| a.attackers.iter().any(|mark| !known(mark));
    let assault = now.assaults.iter().filter(waits).find(new)?;
    let mut then = now.clone();
    let mut declared = assault.clone();
    for mark in &mut declared.attackers {
        if !assault::stands(b, &then, mark) {
            then = before_its_target(b, &then, mark)?;
            mark.from = then.unit(mark.unit).hex();
        }
    }
    then.clock.segment = Segment::Assault;
    then.clock.step = declared.side.0 + 1;
    then.assaults = vec![declared];
    Some(then)
}

/// A state in which a stack has come up to its target: in the nearest hexes where nobody stands, turned to it as little as need be.
fn before_its_target(b: &Battle, s: &State, mark: &Assaulter) -> Option<State> {
    let now = *s.unit(mark.unit);
    let stack: Units = s.units_in(now.hex()).into_iter().collect();
    if stack.iter().any(|u| s.unit(*u).hexes() != now.hexes()) {
        return None;
    }
    let (row, count) = (status::row(b, s, mark.unit), now.hexes().len());
    let is_free = |hex: &HexId| s.is_empty(*hex) || now.hexes().contains(hex);
    let mut places: Vec<(u16, Hexes, ground::Aim)> = Vec::new();
    for first in b.ground.within(mark.at[0], count as u16).filter(is_free) {
        for aim in footprint::aims(row) {
            let Some(hexes) = footprint::layout(b, row, aim, first, count) else { continue };
            if hexes.iter().all(is_free) {
                let turned = u16::from(aim != now.aim);
                places.push((2 * b.ground.distance(now.hex(), first) + turned, hexes, aim));
            }
        }
    }
    places.sort_by_key(|(far, ..)| *far);
    places.into_iter().find_map(|(_, hexes, aim)| {
        let mut then = s.clone();
        for &unit in &stack {
            then.put(unit, &hexes);
            then.unit_mut(unit).aim = aim;
        }
        for leader in b.leader_ids().filter(|l| s.leader(*l).hex == now.hex()) {
            then.leader_mut(leader).hex = hexes[0];
        }
        let mark = Assaulter { from: hexes[0], ..*mark };
        assault::stands(b, &then, &mark).then_some(then)
    })
}
