//! 8.4.2, 8.4.3: who belongs to a maneuver unit.

use crate::ch08_command::span;
use crate::core::battle::{Battle, Post};
use crate::core::state::{LeaderId, LeaderStatus, Order, State, UnitId, leader_did};

/// Whether a unit is in command of a leader: of his command, or assigned to him, within his span, and not in PGD (8.3.1).
pub fn is_led_by(b: &Battle, s: &State, unit: UnitId, leader: LeaderId) -> bool {
    let (now, lead) = (s.unit(unit), s.leader(leader));
    if !now.on_map() || now.order == Order::Pgd || lead.status != LeaderStatus::Map {
        return false;
    }
    if b.leader(leader).post.is_adc() {
        return b.leader(leader).side == b.side(unit)
            && now.hexes().contains(&lead.hex)
            && b.leader(leader).command.some().is_some_and(|c| b.within(b.unit(unit).command, c));
    }
    let assigned = now.assigned == leader;
    let own = lead.leads == b.unit(unit).command && now.assigned.some().is_none();
    let reach = span::span(b, leader).min(b.charts.command.brigade.count());
    (own || assigned) && now.hexes().iter().any(|hex| span::in_span(b, s, leader, reach, *hex))
}

/// Whether a unit is in command of anybody (7.1.2).
pub fn in_command(b: &Battle, s: &State, unit: UnitId) -> bool {
    b.leader_ids().any(|l| b.leader(l).side == b.side(unit) && is_led_by(b, s, unit, l))
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
