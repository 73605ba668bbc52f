//! 8.3.1: command spans.

use ground::HexId;
use table::Side;

use crate::core::Few;
use crate::core::battle::{Battle, Post};
use crate::core::state::{CommandId, LeaderId, LeaderStatus, State, UnitId};
use crate::core::status;

/// The leader of a command who is on the map.
pub fn leader_of(b: &Battle, s: &State, command: CommandId) -> Option<LeaderId> {
    b.leader_ids().find(|l| s.leader(*l).leads == command && s.leader(*l).status == LeaderStatus::Map)
}

/// Whether a leader is an aide-de-camp who has taken nobody's place (8.4.3.2).
pub fn is_aide(b: &Battle, s: &State, leader: LeaderId) -> bool {
    status::post(b, s, leader).is_adc()
}

/// Hexes of a leader's span (8.3.1), that of the side if the battle has one for it; of light cavalry the bonus with cavalry, whatever the maneuver unit (8.5.1.2, reading 521). Aides-de-camp have none
/// (8.4.3.2).
pub fn span(b: &Battle, s: &State, leader: LeaderId) -> u16 {
    let (c, own) = (&b.charts.command, b.sides[b.leader(leader).side.index()].spans);
    match status::post(b, s, leader) {
        Post::Monarch | Post::Army => own[2].unwrap_or(c.army.count()),
        Post::Corps => own[1].unwrap_or(c.corps.count()),
        Post::Division | Post::Brigade if is_light(b, s, leader) => {
            bonus_within(b, s, leader, c.span_most.value)
        }
        Post::Division | Post::Brigade => own[0].unwrap_or(c.brigade.count()),
        Post::ImperialAdc | Post::ArmyAdc | Post::CorpsAdc => 0,
    }
}

/// The initiative of a leader of light cavalry: the bonus with cavalry, within bounds (8.5.1.1, ruling 21).
pub fn initiative(b: &Battle, s: &State, leader: LeaderId) -> u16 {
    bonus_within(b, s, leader, b.charts.command.initiative_most.value)
}

fn bonus_within(b: &Battle, s: &State, leader: LeaderId, most: i16) -> u16 {
    s.bonuses(leader).cavalry.0.max(b.charts.command.initiative_least.value).min(most).unsigned_abs()
}

/// Whether a leader may take the initiative of light cavalry, or the predecessor in that place might (8.5.1.3).
pub fn is_light(b: &Battle, s: &State, leader: LeaderId) -> bool {
    let place = |l: LeaderId| b.leader(l).command == s.leader(leader).leads && !b.leader(l).post.is_adc();
    b.leader(leader).light_cavalry || b.leader_ids().any(|l| b.leader(l).light_cavalry && place(l))
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
    if matches!(status::post(b, s, leader), Post::Monarch | Post::Army | Post::Corps) {
        return true;
    }
    let open = |hex: HexId| !s.stack(hex).any(|part| blocks(b, side, command, part.unit()));
    // Mostly one can go straight to it.
    let mut at = from;
    while b.ground.distance(at, goal) > 1 {
        let far = b.ground.distance(at, goal);
        let nearer = |hex: &HexId| hex.is_some() && b.ground.distance(*hex, goal) < far && open(*hex);
        let Some(next) = b.ground.neighbours(at).into_iter().find(nearer) else { break };
        at = next;
    }
    if b.ground.distance(at, goal) <= 1 {
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
                if open(hex) {
                    next.push(hex);
                }
            }
        }
        edge = next;
    }
    false
}

/// The immediate superior of a leader: the one to whom an aide-de-camp is assigned, else the nearest above on the map.
pub fn superior(b: &Battle, s: &State, leader: LeaderId) -> Option<LeaderId> {
    let (card, now) = (b.leader(leader), s.leader(leader));
    let aide = is_aide(b, s, leader);
    if let Some(other) = now.assigned.some().filter(|l| aide && s.leader(*l).status == LeaderStatus::Map) {
        return Some(other);
    }
    let own = now.leads.some().or(card.command.some())?;
    let start = aide.then_some(own);
    start.into_iter().chain(b.above(own)).find_map(|command| leader_of(b, s, command))
}

/// Whether a leader is in command: within the span of the immediate superior on the map (8.3.1).
pub fn led(b: &Battle, s: &State, leader: LeaderId) -> bool {
    let to = s.leader(leader).hex;
    superior(b, s, leader)
        .is_some_and(|superior| to.is_some() && in_span(b, s, superior, span(b, s, superior), to))
}
