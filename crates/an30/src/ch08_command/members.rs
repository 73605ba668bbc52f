//! 8.4.2, 8.4.3: who belongs to a maneuver unit.

use crate::ch08_command::span;
use crate::core::battle::{Arm, Battle, Post, Trait};
use crate::core::state::{LeaderId, LeaderStatus, MuKind, Order, State, UnitId, leader_did};

/// Whether a unit is in command of a leader: of his command, or assigned to him, within his span, and not in PGD (8.3.1).
pub fn is_led_by(b: &Battle, s: &State, unit: UnitId, leader: LeaderId) -> bool {
    let (now, lead) = (s.unit(unit), s.leader(leader));
    if !now.on_map() || now.order == Order::Pgd || lead.status != LeaderStatus::Map || is_pinned(s, unit) {
        return false;
    }
    let kind = lead.mu.some().and_then(|mu| s.mus.get(mu.i())).map(|mu| mu.kind);
    if kind == Some(MuKind::Initiative) && !rides(b, unit) {
        return false;
    }
    if b.leader(leader).post.is_adc() {
        return b.leader(leader).side == b.side(unit)
            && now.hexes().contains(&lead.hex)
            && b.leader(leader).command.some().is_some_and(|c| b.within(b.unit(unit).command, c));
    }
    let assigned = now.assigned == leader;
    let own = lead.leads == b.unit(unit).command && now.assigned.some().is_none();
    let reach = match kind {
        Some(MuKind::Initiative) => span::initiative(b, leader),
        _ => span::span(b, leader).min(b.charts.command.brigade.count()),
    };
    (own || assigned) && now.hexes().iter().any(|hex| span::in_span(b, s, leader, reach, *hex))
}

/// Whether an assault aims at a unit's hex: it is out of command (8.4.3.5).
pub fn is_pinned(s: &State, unit: UnitId) -> bool {
    s.assaults.iter().any(|assault| assault.targets.iter().any(|hex| s.unit(unit).hexes().contains(hex)))
}

/// Whether a unit belongs to a maneuver unit of light cavalry (8.5.1.2, 8.5.1.3): cavalry, or horse artillery.
fn rides(b: &Battle, unit: UnitId) -> bool {
    b.arm(unit) == Arm::Cavalry || b.is(unit, Trait::Horse)
}

/// Whether a unit is in command of anybody (7.1.2); a wagon also next to one of its command that is, or to such a wagon (8.4.3.4).
pub fn in_command(b: &Battle, s: &State, unit: UnitId) -> bool {
    let led = |u: UnitId| b.leader_ids().any(|l| b.leader(l).side == b.side(u) && is_led_by(b, s, u, l));
    if led(unit) || !b.is(unit, Trait::Wagon) || !s.unit(unit).on_map() {
        return led(unit);
    }
    let mut string = vec![unit];
    let mut next = 0;
    while next < string.len() {
        let here = s.unit(string[next]).hex();
        let near = b.ground.neighbours(here).into_iter().filter(|hex| hex.is_some());
        for other in near.flat_map(|hex| s.units_in(hex)) {
            if b.unit(other).command != b.unit(unit).command || string.contains(&other) {
                continue;
            }
            if led(other) {
                return true;
            }
            if b.is(other, Trait::Wagon) {
                string.push(other);
            }
        }
        next += 1;
    }
    false
}

/// The leaders of a maneuver unit: its own, and those in command of an activated corps leader (8.4.2, 8.4.3.1).
pub fn leaders(b: &Battle, s: &State, leader: LeaderId) -> Vec<LeaderId> {
    let mut all = vec![leader];
    let corps = b.leader(leader).post == Post::Corps && s.leader(leader).has(leader_did::ACTIVATED);
    if corps {
        let under = |l: &LeaderId| {
            let command = b.leader(*l).command;
            *l != leader
                && s.leader(*l).status == LeaderStatus::Map
                && command.some().is_some_and(|c| b.within(c, s.leader(leader).leads))
                && span::led(b, s, *l)
        };
        all.extend(b.leader_ids().filter(under));
    }
    all
}

/// The units of a maneuver unit (8.4.2), as they are in command now.
pub fn members(b: &Battle, s: &State, leader: LeaderId) -> Vec<UnitId> {
    let leaders = leaders(b, s, leader);
    b.unit_ids().filter(|u| leaders.iter().any(|l| is_led_by(b, s, *u, *l))).collect()
}
