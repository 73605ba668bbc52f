//! 8.4.2, 8.4.3, 8.6: who belongs to a maneuver unit.

use table::{Refusal, rule};

use crate::ch08_command::{positions, span};
use crate::ch09_facing::facing;
use crate::ch16_assault::assault;
use crate::core::Few;
use crate::core::battle::{Arm, Battle, Post, Trait};
use crate::core::charts::AimKind;
use crate::core::field::leader_point;
use crate::core::footprint::Face;
use crate::core::state::{
    Assault, Formation, LeaderId, LeaderStatus, MuKind, Order, Part, State, UnitId, did, leader_did,
};
use crate::core::status;
use ground::{Dir, HexId};

/// The kind of the maneuver unit that a leader heads.
pub fn kind(s: &State, leader: LeaderId) -> Option<MuKind> {
    s.leader(leader).mu.some().and_then(|mu| s.mus.get(mu.i())).map(|mu| mu.kind)
}

/// Whether a unit can be in command at all: on the map, not in PGD (8.3.1), not the target of an assault (8.4.3.5).
fn is_able(s: &State, unit: UnitId) -> bool {
    s.unit(unit).on_map() && s.unit(unit).order != Order::Pgd && !is_pinned(s, unit)
}

/// Whether a unit is in command of a leader: the leader is its immediate superior, or it is assigned to the leader, and it is within the span (8.3.1); or it stands with
/// an aide-de-camp of its command (8.3.1.2, 8.4.3.2, 8.3.1.1, 8.3.1.3).
pub fn is_led_by(b: &Battle, s: &State, unit: UnitId, leader: LeaderId) -> bool {
    let (now, lead) = (s.unit(unit), s.leader(leader));
    // Most leaders are no superiors of a unit: that is seen at once.
    if lead.leads.some().is_some() && now.assigned != leader && !is_of(b, s, unit, leader) {
        return false;
    }
    if !is_able(s, unit) || lead.status != LeaderStatus::Map || positions::of(b, s, unit).is_some() {
        return false;
    }
    let kind = kind(s, leader);
    if kind == Some(MuKind::Initiative) && !rides(b, unit) {
        return false;
    }
    if lead.leads.some().is_none() {
        return span::is_aide(b, s, leader)
            && b.leader(leader).side == b.side(unit)
            && now.hexes().contains(&lead.hex)
            && b.leader(leader).command.some().is_some_and(|c| b.within(b.unit(unit).command, c));
    }
    let reach = span::span(b, s, leader);
    now.hexes().iter().any(|hex| span::in_span(b, s, leader, reach, *hex))
}

/// Whether a leader is the immediate superior of a unit that is assigned to nobody else.
fn is_of(b: &Battle, s: &State, unit: UnitId, leader: LeaderId) -> bool {
    let own = b.command(b.unit(unit).command).head;
    s.leader(leader).leads == own && s.unit(unit).assigned.some().is_none()
}

/// Whether an assault aims at a unit's hex, or a firefight holds it there: it is out of command (8.4.3.5).
pub fn is_pinned(s: &State, unit: UnitId) -> bool {
    let aimed = |assault: &Assault| assault.targets.iter().any(|hex| s.unit(unit).hexes().contains(hex));
    s.assaults.iter().any(aimed) || assault::is_locked(s, unit)
}

/// Whether a unit belongs to a maneuver unit of light cavalry (8.5.1.2, 8.5.1.3): cavalry, or horse artillery.
fn rides(b: &Battle, unit: UnitId) -> bool {
    b.arm(unit) == Arm::Cavalry || b.is(unit, Trait::Horse)
}

/// Whether a unit is in command of anybody (7.1.2), or in its static position (8.8); a wagon also next to one of its command that is, or to such a wagon (8.4.3.4).
pub fn in_command(b: &Battle, s: &State, unit: UnitId) -> bool {
    if let Some(position) = positions::of(b, s, unit) {
        return is_able(s, unit) && positions::holds(position, s, unit);
    }
    let led = |u: UnitId| b.leader_ids().any(|l| b.leader(l).side == b.side(u) && is_led_by(b, s, u, l));
    if led(unit) || !b.is(unit, Trait::Wagon) || !is_able(s, unit) {
        return led(unit);
    }
    let mut string = vec![unit];
    let mut next = 0;
    while next < string.len() {
        for other in beside(b, s, string[next]) {
            if b.unit(other).command != b.unit(unit).command || string.contains(&other) {
                continue;
            }
            if led(other) {
                return true;
            }
            if b.is(other, Trait::Wagon) && is_able(s, other) {
                string.push(other);
            }
        }
        next += 1;
    }
    false
}

/// The units of its side next to a unit, and those with it.
fn beside(b: &Battle, s: &State, unit: UnitId) -> Few<UnitId, 32> {
    let mut found: Few<UnitId, 32> = Few::new();
    for &hex in s.unit(unit).hexes() {
        let around = b.ground.neighbours(hex).into_iter().filter(|h| h.is_some());
        let others = std::iter::once(hex).chain(around).flat_map(|h| s.units_in(h));
        found.extend(others.filter(|u| *u != unit && b.side(*u) == b.side(unit)));
    }
    found.sort();
    found.dedup();
    found
}

/// The leaders of a maneuver unit: its own, and those in command below, down to where the chain breaks (8.4.2, 8.4.3); below a corps leader only after an
/// activation (8.4.3.1), below an army leader none, for no maneuver unit is larger than a corps. Those out of command when command
/// was traced stay out (7.1.2).
pub fn leaders(b: &Battle, s: &State, leader: LeaderId) -> Few<LeaderId> {
    let mut all: Few<LeaderId> = Few::from_slice(&[leader]);
    let whole = match status::post(b, s, leader) {
        Post::Corps => {
            s.leader(leader).has(leader_did::ACTIVATED) && b.sides[b.leader(leader).side.index()].corps
        }
        Post::Division | Post::Brigade => true,
        _ => false,
    };
    let mut next = 0;
    while whole && next < all.len() {
        let above = all[next];
        let under = |l: &LeaderId| {
            s.leader(*l).status == LeaderStatus::Map
                && s.leader(*l).has(leader_did::IN_COMMAND)
                && span::superior(b, s, *l) == Some(above)
                && span::led(b, s, *l)
        };
        let found: Few<LeaderId> = b.leader_ids().filter(|l| !all.contains(l)).filter(under).collect();
        all.extend(found);
        next += 1;
    }
    all
}

/// The units of a maneuver unit (8.4.2), as they are in command now: those of its leaders; of a march column also its chain (8.6); then wagons
/// next to them (8.4.3.4).
pub fn members(b: &Battle, s: &State, leader: LeaderId) -> Few<UnitId, 64> {
    let leaders = leaders(b, s, leader);
    let mut all: Few<UnitId, 64> =
        b.unit_ids().filter(|u| leaders.iter().any(|l| is_led_by(b, s, *u, *l))).collect();
    if matches!(kind(s, leader), Some(MuKind::MarchColumn | MuKind::Administrative)) {
        for &leader in &leaders {
            column(b, s, leader, &mut all);
        }
    }
    let mut next = 0;
    while next < all.len() {
        let own = b.unit(all[next]).command;
        let wagon = |u: &UnitId| b.is(*u, Trait::Wagon) && b.unit(*u).command == own && is_able(s, *u);
        let found: Few<UnitId> =
            beside(b, s, all[next]).into_iter().filter(wagon).filter(|u| !all.contains(u)).collect();
        all.extend(found);
        next += 1;
    }
    all
}

/// Whether a unit is one of those of a maneuver unit ([`members`]).
pub fn is_member(b: &Battle, s: &State, leader: LeaderId, unit: UnitId) -> bool {
    let column = matches!(kind(s, leader), Some(MuKind::MarchColumn | MuKind::Administrative));
    if column || b.is(unit, Trait::Wagon) {
        return members(b, s, leader).contains(&unit);
    }
    leaders(b, s, leader).iter().any(|l| is_led_by(b, s, unit, *l))
}

/// Whether a unit marches in road column; limbered guns do by themselves (8.6, 18.2.2).
pub fn marches(b: &Battle, s: &State, unit: UnitId) -> bool {
    let guns = b.arm(unit) == Arm::Artillery && s.unit(unit).formation == Formation::Limbered;
    guns || s.unit(unit).shape() == Formation::RoadColumn
}

/// Whether a unit belongs to the command of a leader, or is assigned to them; to a corps' only itself, for each of its divisions has its own column with
/// its leader (8.6.1).
fn is_in_column_of(b: &Battle, s: &State, unit: UnitId, leader: LeaderId) -> bool {
    let own = s.leader(leader).leads;
    let now = s.unit(unit);
    let command = b.unit(unit).command;
    let corps = status::post(b, s, leader) == Post::Corps;
    let within = |own| if corps { b.command(command).head == own } else { b.within(command, own) };
    let at = own.some().is_some_and(within) && now.assigned.some().is_none();
    let free = is_able(s, unit) && positions::of(b, s, unit).is_none();
    free && b.side(unit) == b.leader(leader).side && (at || now.assigned == leader)
}

/// Adds the chain of a march column (8.6): from who leads it in the leader's hex, and from those within the leader's span (8.6.3), along units in road column next
/// to each other; at its tail also others, one passing it on to the next (8.6.2).
fn column(b: &Battle, s: &State, leader: LeaderId, all: &mut Few<UnitId, 64>) {
    let head = s.units_in(s.leader(leader).hex);
    let mut chain: Few<UnitId, 64> =
        head.into_iter().filter(|u| marches(b, s, *u) && is_in_column_of(b, s, *u, leader)).collect();
    let trails = |u: &UnitId| marches(b, s, *u) && is_in_column_of(b, s, *u, leader);
    chain.extend(all.iter().flat_map(|u| beside(b, s, *u)).filter(trails));
    let mut next = 0;
    while next < chain.len() {
        let unit = chain[next];
        for other in beside(b, s, unit) {
            let hangs = marches(b, s, unit) || !marches(b, s, other);
            if hangs && !chain.contains(&other) && is_in_column_of(b, s, other, leader) {
                chain.push(other);
            }
        }
        next += 1;
    }
    all.extend(chain);
    all.sort();
    all.dedup();
}

/// Whether a unit is the first of a column: no other of it ends in a hex before its head. Guns look all around: next to others they count as first.
fn leads(b: &Battle, s: &State, unit: UnitId, trails: impl Fn(&UnitId) -> bool) -> bool {
    let head = Part::new(unit, 0);
    let ends_at = |hex: HexId| {
        let there = s.units_in(hex).into_iter().filter(|u| *u != unit && trails(u));
        there.into_iter().any(|u| s.unit(u).hexes().last() == Some(&hex))
    };
    let before = Dir::ALL.into_iter().filter(|dir| facing::face(b, s, head, *dir) == Face::Front);
    status::row(b, s, unit).aim == AimKind::All
        || !before.filter_map(|dir| b.ground.neighbour(s.unit(unit).hex(), dir)).any(ends_at)
}

/// Whether a leader can head a march column: it begins with a unit in the leader's hex, which is in road column; a corps leader is activated (8.6, 8.6.1).
///
/// # Errors
/// Why not.
pub fn may_form_column(b: &Battle, s: &State, leader: LeaderId) -> Result<(), Refusal> {
    let refusal = |rule, why| Err(Refusal::new(rule, why).with("leader", leader_point(leader)));
    let now = s.leader(leader);
    let post = status::post(b, s, leader);
    if now.leads.some().is_none() || post <= Post::Army {
        return refusal(rule!("8.6"), "column.command");
    }
    let allowed = b.sides[b.leader(leader).side.index()].corps;
    if post == Post::Corps && !(allowed && now.has(leader_did::ACTIVATED)) {
        return refusal(rule!("8.6.1"), "column.corps");
    }
    let trails = |u: &UnitId| marches(b, s, *u) && b.within(b.unit(*u).command, now.leads);
    let head = s.units_in(now.hex).into_iter().filter(trails);
    if !head.into_iter().any(|u| leads(b, s, u, trails)) {
        return refusal(rule!("8.6"), "column.head");
    }
    Ok(())
}

/// Marks the members of a maneuver unit of a kind of its own as in command: they need not be in the ordinary way (8.3.1.2, 8.5.1.2).
pub fn take_in(b: &Battle, s: &mut State, leader: LeaderId) {
    for unit in members(b, s, leader) {
        s.unit_mut(unit).set(did::IN_COMMAND, true);
    }
}
