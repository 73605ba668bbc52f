//! 8.3.1: command spans.

use ground::HexId;
use table::Side;

use crate::core::Few;
use crate::core::battle::{Battle, Post};
use crate::core::state::{CommandId, LeaderId, LeaderStatus, State, UnitId};

/// The leader of a command who is on the map.
pub fn leader_of(b: &Battle, s: &State, command: CommandId) -> Option<LeaderId> {
    b.leader_ids().find(|l| s.leader(*l).leads == command && s.leader(*l).status == LeaderStatus::Map)
}

/// Hexes of a leader's span (8.3.1). Aides-de-camp have none (8.4.3.2).
pub fn span(b: &Battle, leader: LeaderId) -> u16 {
    let c = &b.charts.command;
    match b.leader(leader).post {
        Post::Monarch | Post::Army => c.army.count(),
        Post::Corps => c.corps.count(),
        Post::Division | Post::Brigade => c.brigade.count(),
        Post::ImperialAdc | Post::ArmyAdc | Post::CorpsAdc => 0,
    }
}

/// The initiative of a leader of light cavalry, and hexes of his span: his bonus with cavalry, within bounds (8.5.1.1, 8.5.1.2, ruling 21).
pub fn initiative(b: &Battle, leader: LeaderId) -> u16 {
    let c = &b.charts.command;
    b.leader(leader).cavalry.0.clamp(c.initiative_least.value, c.initiative_most.value).max(0) as u16
}

/// Whether a unit counts as one of a different command for the tracing of a span (8.3.1): not the leader's own, not its superiors' assets.
fn blocks(b: &Battle, side: Side, command: CommandId, unit: UnitId) -> bool {
    let own = b.unit(unit).command;
    b.side(unit) != side || !(b.within(own, command) || b.within(command, own))
}

/// Whether a hex is within so many hexes of a leader of a division or brigade, by a path that goes through no unit of a different command (8.3.1,
/// ruling 24). The hex itself may hold anybody.
pub fn in_span(b: &Battle, s: &State, leader: LeaderId, hexes: u16, goal: HexId) -> bool {
    let (from, side, command) = (s.leader(leader).hex, b.leader(leader).side, s.leader(leader).leads);
    if !from.is_some() || b.ground.distance(from, goal) > hexes {
        return false;
    }
    let free = matches!(b.leader(leader).post, Post::Monarch | Post::Army | Post::Corps);
    if from == goal || free {
        return true;
    }
    let (mut seen, mut edge): (Few<HexId, 64>, Few<HexId, 32>) = (Few::new(), Few::from_slice(&[from]));
    for _ in 0..hexes {
        let mut next: Few<HexId, 32> = Few::new();
        for hex in edge.iter().flat_map(|hex| b.ground.neighbours(*hex)).filter(|hex| hex.is_some()) {
            if hex == goal {
                return true;
            }
            if !seen.contains(&hex) {
                seen.push(hex);
                if !s.units_in(hex).iter().any(|u| blocks(b, side, command, *u)) {
                    next.push(hex);
                }
            }
        }
        edge = next;
    }
    false
}

/// Whether a leader is in command: within the span of his immediate superior on the map (8.3.1).
pub fn led(b: &Battle, s: &State, leader: LeaderId) -> bool {
    let command = b.leader(leader).command;
    let Some(own) = command.some() else { return false };
    let mut up = if b.leader(leader).post.is_adc() { Some(own) } else { b.command(own).under.some() };
    while let Some(command) = up {
        if let Some(superior) = leader_of(b, s, command) {
            let (hexes, to) = (span(b, superior), s.leader(leader).hex);
            return to.is_some() && in_span(b, s, superior, hexes, to);
        }
        up = b.command(command).under.some();
    }
    false
}
