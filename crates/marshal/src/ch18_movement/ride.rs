//! The rides of leaders (7, 18), and what becomes of those who are alone when the enemy comes (7).

use ground::{Dir, HexId};
use table::{Answer, Event, Play, Refusal, rule};

use super::hexside_cost;
use crate::Field;
use crate::core::battle::{Arm, Battle};
use crate::core::field::{about, hex_of, hex_point, leader_point};
use crate::core::state::{LeaderId, LeaderStatus, State, UnitId};
use crate::core::{status, verb};

/// Whether a leader may ride now.
///
/// # Errors
/// Why not.
pub fn may_ride(b: &Battle, s: &State, leader: LeaderId) -> Result<(), Refusal> {
    let now = s.leader(leader);
    let refuse = |rule, why| Err(Refusal::new(rule, why).with("leader", leader_point(leader)));
    match () {
        () if b.leader(leader).side != s.clock.side => refuse(rule!("2"), "leader.enemy"),
        () if now.status != LeaderStatus::Map => refuse(rule!("7"), "leader.off"),
        () if now.spent > 0 => refuse(rule!("18"), "leader.rode"),
        () => Ok(()),
    }
}

/// The hexes that a leader can ride to with half points, the own one not: by the costs for leaders, never into the enemy (18).
pub fn rides(b: &Battle, s: &State, leader: LeaderId) -> Vec<HexId> {
    rides_by(b, s, leader, 2 * b.leader(leader).movement, |_| true)
}

/// The hexes that a leader can ride to with so many half points, by hexes of some kind only.
pub(crate) fn rides_by(
    b: &Battle,
    s: &State,
    leader: LeaderId,
    most: i16,
    by: impl Fn(HexId) -> bool,
) -> Vec<HexId> {
    let from = s.leader(leader).hex;
    let mut costs: Vec<i16> = vec![i16::MAX; b.ground.len()];
    costs[from.index()] = 0;
    let mut open = vec![from];
    let mut next = 0;
    while let Some(&hex) = open.get(next) {
        next += 1;
        for dir in Dir::ALL {
            let Some(to) = b.ground.neighbour(hex, dir).filter(|to| by(*to)) else { continue };
            let Some(cost) = ride_cost(b, s, leader, (hex, to), dir) else { continue };
            let total = costs[hex.index()] + cost;
            if total <= most && total < costs[to.index()] {
                costs[to.index()] = total;
                open.push(to);
            }
        }
    }
    let mut found: Vec<HexId> = open.into_iter().skip(1).filter(|hex| *hex != from).collect();
    found.sort();
    found.dedup();
    found
}

fn ride_cost(b: &Battle, s: &State, leader: LeaderId, (from, to): (HexId, HexId), dir: Dir) -> Option<i16> {
    if status::is_enemy(b, s, b.leader(leader).side, to) {
        return None;
    }
    let hex = b.charts.terrain[b.ground.terrain(to)].cost.leader()?;
    let side = hexside_cost(b, from, dir, |cost| cost.leader())?;
    Some((hex + side) as i16)
}

impl Field<'_, '_> {
    /// A leader rides (18).
    pub(super) fn ride(&mut self, leader: LeaderId) -> Play<()> {
        let found = rides(self.b, self.s, leader);
        let mut answers: Vec<Answer> =
            found.into_iter().map(|hex| Answer::one(verb::GO, hex_point(hex))).collect();
        answers.push(Answer::button(verb::HALT));
        let side = self.b.leader(leader).side;
        let points = about([leader_point(leader)]);
        let answer = self.choose(side, rule!("18"), "ride.hex", points, &answers)?;
        let now = self.s.leader_mut(leader);
        now.spent = 1;
        let Some(to) = hex_of(&answer) else { return Ok(()) };
        now.hex = to;
        self.tell(|| {
            Event::new(rule!("18"), "leader.rode")
                .point("leader", leader_point(leader))
                .point("hex", hex_point(to))
        });
        Ok(())
    }

    /// The enemy's leaders alone in a hex that a unit enters: cavalry captures them (7), before others they ride away (RULING 17).
    pub(crate) fn ride_down(&mut self, unit: UnitId, hex: HexId) {
        let enemy = self.b.side(unit).enemy();
        let horse = self.b.arm(unit) == Arm::Cavalry;
        for leader in status::leaders_in(self.b, self.s, enemy, hex) {
            if horse { self.leader_captured(leader, hex) } else { self.leader_flies(leader, hex) }
        }
    }
}
