//! 8.1.2, 8.9.1: leaders who move by themselves.

use std::cell::RefCell;

use ground::{Flood, HexId, Step};
use table::{Answer, Event, Play, Refusal, Side, rule};

use crate::Field;
use crate::ch08_command::marches;
use crate::ch13_movement::step;
use crate::core::Few;
use crate::core::battle::Battle;
use crate::core::charts::Traveller;
use crate::core::field::{about, hex_of, hex_point, leader_point};
use crate::core::state::{Chit, LeaderId, LeaderStatus, State, leader_did};
use crate::core::{status, verb};

thread_local! {
    /// Workspace of the searches for where a leader can ride: kept, so that it need not be made anew for each.
    static FLOOD: RefCell<Flood> = RefCell::default();
}

/// Whether a leader may move alone on the current chit: as a member of the maneuver unit, or on the Leader Chit if not moved yet (8.9.1). Leaders who
/// belong to a maneuver unit still in the cup give up their movement in it by moving now (ruling 23).
///
/// # Errors
/// Why not.
pub fn may_ride(b: &Battle, s: &State, side: Side, leader: LeaderId) -> Result<(), Refusal> {
    let refusal = |rule, why| Err(Refusal::new(rule, why).with("leader", leader_point(leader)));
    let now = s.leader(leader);
    if b.leader(leader).side != side {
        return refusal(rule!("8.1.2"), "leader.not_yours");
    }
    if now.status != LeaderStatus::Map {
        return refusal(rule!("8.1.2"), "leader.off_map");
    }
    if now.has(leader_did::MOVED) {
        return refusal(rule!("8.1.2"), "leader.moved");
    }
    if marches::of_leader(s, leader).is_some_and(|mu| marches::has_arrived(s, mu)) {
        return refusal(rule!("8.7.2"), "leader.arrived");
    }
    match s.activation.chit {
        Some(Chit::Leader) => Ok(()),
        Some(Chit::Mu(_) | Chit::Regroup) if now.has(leader_did::MEMBER) => Ok(()),
        _ => refusal(rule!("8.4"), "leader.not_member"),
    }
}

/// The hexes that a leader can ride to, in order: through enemy zones (10.1.1), not through enemy units; not to stop among enemy leaders
/// (8.1.4).
pub fn reach(b: &Battle, s: &State, leader: LeaderId) -> Vec<HexId> {
    among(b, s, leader, left(b, s, leader), |hexes| hexes.collect())
}

/// The half movement points that a leader has left.
fn left(b: &Battle, s: &State, leader: LeaderId) -> u16 {
    freely(b, leader).saturating_sub(s.leader(leader).spent)
}

/// Whether one of the hexes that a leader can ride to ([`reach`]) is such.
pub fn reaches(b: &Battle, s: &State, leader: LeaderId, such: impl Fn(HexId) -> bool) -> bool {
    among(b, s, leader, left(b, s, leader), |mut hexes| Iterator::any(&mut hexes, such))
}

/// Half movement points of a leader who has spent none: those who leave before an assault go freely, whatever they did before (16.3.5).
pub fn freely(b: &Battle, leader: LeaderId) -> u16 {
    2 * b.leader(leader).movement.unsigned_abs()
}

/// As [`reach`], with so many half movement points.
pub fn within(b: &Battle, s: &State, leader: LeaderId, most: u16) -> Vec<HexId> {
    among(b, s, leader, most, |hexes| hexes.collect())
}

/// Result of what is made of the hexes that a leader can ride to with so many half movement points, in order.
fn among<T>(
    b: &Battle,
    s: &State,
    leader: LeaderId,
    most: u16,
    make: impl FnOnce(&mut dyn Iterator<Item = HexId>) -> T,
) -> T {
    let (from, side) = (s.leader(leader).hex, b.leader(leader).side);
    let theirs: Few<HexId, 32> =
        b.leader_ids().filter(|l| b.leader(*l).side != side).map(|l| s.leader(l).hex).collect();
    // On an administrative march the leader goes where it goes (8.7.2, 8.7.3).
    let on_chit = s.activation.chit == Some(Chit::Regroup);
    let march = marches::with_leader(b, s, leader).filter(|mu| on_chit && !marches::has_arrived(s, mu));
    let far = |hex: HexId| march.map(|mu| b.ground.distance(hex, mu.goal));
    let nearer = |hex: HexId| march.is_none() || far(hex) < far(from);
    FLOOD.with_borrow_mut(|flood| {
        flood.flood(&b.ground, from, most, |hex, dir, to, _| {
            let roads = b.ground.roads(hex, dir);
            let by_road = roads.iter().filter_map(|road| b.charts.roads[road].of(Traveller::Leader)).min();
            let plain = step::ground(b, Traveller::Leader, hex, dir).ok();
            match plain.into_iter().chain(by_road).min() {
                Some(cost) if !status::is_enemy(b, s, side, to) => Step::Enter(cost),
                _ => Step::No,
            }
        });
        let reached = |hex: &HexId| *hex != from && flood.cost(*hex).is_some();
        let stops = |hex: &HexId| !theirs.contains(hex) && nearer(*hex);
        make(&mut b.ground.hexes().filter(reached).filter(stops))
    })
}

impl Field<'_> {
    /// A leader moves alone, once a turn (8.1.2).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn ride(&mut self, leader: LeaderId) -> Play<()> {
        let answer = self.ask(
            self.b.leader(leader).side,
            rule!("8.1.2"),
            "leader.hex",
            about([leader_point(leader)]),
            |b, s, out| {
                let go = |hex| Answer::one(verb::GO, hex_point(hex));
                among(b, s, leader, left(b, s, leader), |hexes| out.extend(hexes.map(go)));
                // Nobody who can ride on stops among enemy leaders (8.1.4).
                let hex = s.leader(leader).hex;
                let alone = status::leaders_in(b, s, b.leader(leader).side.enemy(), hex).is_empty();
                if alone || out.is_empty() {
                    out.push(Answer::button(verb::HALT));
                }
            },
            |b, s, answer| {
                let refusal = |rule, why| Refusal::new(rule, why).with("leader", leader_point(leader));
                let far = refusal(rule!("8.1.2"), "leader.reach");
                let Some(hex) = hex_of(answer) else { return far };
                let enemy = b.leader(leader).side.enemy();
                if !status::leaders_in(b, s, enemy, hex).is_empty() {
                    return refusal(rule!("8.1.4"), "leader.among_leaders").with("hex", hex_point(hex));
                }
                far.with("hex", hex_point(hex))
            },
        )?;
        self.s.leader_mut(leader).set(leader_did::MOVED, true);
        if let Some(to) = hex_of(&answer) {
            self.s.leader_mut(leader).hex = to;
            self.tell(|| {
                Event::new(rule!("8.1.2"), "leader.rode")
                    .point("leader", leader_point(leader))
                    .point("hex", hex_point(to))
            });
        }
        Ok(())
    }

    /// The leader, if they go along with the units in the same hex (8.1.5, 13.1.3.3).
    pub(crate) fn goes_along(&mut self, leader: LeaderId) -> Play<Option<LeaderId>> {
        let answers = [Answer::button(verb::YES), Answer::button(verb::NO)];
        let side = self.b.leader(leader).side;
        let answer =
            self.choose(side, rule!("8.1.5"), "leader.along", about([leader_point(leader)]), &answers)?;
        Ok((answer.verb == verb::YES).then_some(leader))
    }
}
