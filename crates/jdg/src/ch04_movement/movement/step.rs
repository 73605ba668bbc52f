//! 4.1, 4.4, 6.2.2: one step of a move: what it costs and what bars it.

use ground::{Dir, Flood, HexId, Step};
use table::{Refusal, Rule, rule};

use super::costs::{self, Price};
use super::marks::{
    BARRING, ENDING, ENEMY, ESCORT, FRIEND, FRONT, HELD, Mark, Marks, NEAR, SQUARE, WITHIN, ZONE,
};
use super::reach::enemy_within_five;
use super::{Pace, Walk};
use crate::ch06_facing::zones;
use crate::ch12_weather::weather;
use crate::core::battle::{Arm, Battle};
use crate::core::field::{hex_point, unit_point};
use crate::core::state::{Condition, Renfort, State, UnitId, did};

/// Half movement points for leaving an enemy zone of control (6.2.2), and for passing through friends (4.4.3).
pub const EXTRA_HALF_MP: u16 = 2;

/// Outcome of a step: what a step into a neighbouring hex comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepOutcome {
    /// It costs so many half movement points; the move must end there if `stop`; infantry is disordered if `rough`.
    Open {
        /// Half movement points.
        cost: u16,
        /// The move ends there.
        stop: bool,
        /// The step disorders (8.7.1).
        rough: bool,
    },
    /// It cannot be taken.
    Barred(Bar),
}

/// Bar: what bars a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bar {
    /// The ground (4.3.2).
    Ground(Price),
    /// An enemy unit (5.1.2).
    Enemy,
    /// A friendly square (4.4.3).
    Square,
    /// Friends, on a forced march (4.1.3).
    MarchFriends,
    /// An enemy within five hexes, on a forced march (4.1.3).
    MarchNear,
    /// Beyond the hex where a reinforcement on forced march loses its status (5.2.1, RULING J9).
    StatusLost {
        /// A hex within five of the enemy for whom it does.
        near: HexId,
    },
    /// From zone directly into an enemy's front zone (6.2.2).
    FrontZone,
    /// From one hex to another in the zone of the same enemy (6.2.2).
    SameZone,
    /// A battery without infantry or cavalry in the hex, into a zone (6.2.2).
    BatteryZone,
    /// A demoralised formation into a zone (11.2).
    Demoralized,
    /// Disordered next to the enemy at night (12.1).
    NightContact,
    /// The move ended in the zone entered (6.2.2).
    Stopped,
    /// The step would disorder (8.7.1): it is a scramble, not a clean move.
    Rough,
}

impl Bar {
    fn rule_and_why(self) -> (Rule, &'static str) {
        match self {
            Bar::Ground(price) => costs::why_barred(price),
            Bar::Enemy => (rule!("5.1.2"), "move.enemy"),
            Bar::Square => (rule!("4.4.3"), "move.square_in_way"),
            Bar::MarchFriends => (rule!("4.1.3"), "march.friends"),
            Bar::MarchNear => (rule!("4.1.3"), "march.near_enemy"),
            Bar::StatusLost { .. } => (rule!("5.2.1"), "march.status_lost"),
            Bar::FrontZone => (rule!("6.2.2"), "zoc.front"),
            Bar::SameZone => (rule!("6.2.2"), "zoc.same_enemy"),
            Bar::BatteryZone => (rule!("6.2.2"), "zoc.artillery"),
            Bar::Demoralized => (rule!("11.2"), "zoc.demoralized"),
            Bar::NightContact => (rule!("12.1"), "move.night_contact"),
            Bar::Stopped => (rule!("6.2.2"), "zoc.stop"),
            Bar::Rough => (rule!("8.7.1"), "move.rough"),
        }
    }

    /// As a refusal to a walk of a step into a hex, with the unit and the enemy who have to do with it.
    pub fn refusal(self, b: &Battle, s: &State, walk: &Walk, hex: HexId) -> Refusal {
        let (rule, why) = self.rule_and_why();
        let of_those = if self == Bar::Demoralized { demoralized(b, s, walk) } else { None };
        let unit = of_those.unwrap_or(walk.party.lead());
        let refusal = Refusal::new(rule, why).with("unit", unit_point(unit)).with("hex", hex_point(hex));
        let side = b.side(unit);
        let enemy = match self {
            Bar::MarchNear => enemy_within_five(b, s, unit, hex),
            Bar::StatusLost { near } => enemy_within_five(b, s, unit, near),
            Bar::FrontZone => zones::front_holder(b, s, side, hex),
            Bar::SameZone => zones::shared_holder(b, s, side, hex, walk.start),
            Bar::BatteryZone | Bar::Demoralized => zones::holder(b, s, side, hex, |_| true),
            _ => None,
        };
        enemy.map_or(refusal, |enemy| refusal.with("enemy", unit_point(enemy)))
    }
}

/// The first unit of a walk whose formation is demoralised.
fn demoralized(b: &Battle, s: &State, walk: &Walk) -> Option<UnitId> {
    walk.party.units().iter().copied().find(|&u| s.formations[b.unit(u).formation.i()].demoralized)
}

/// Constants of a walk: what of a walk does not change while one search goes on.
pub struct Mover<'a> {
    /// The battle.
    pub b: &'a Battle,
    /// The type of the units.
    pub arm: Arm,
    /// Their pace.
    pub pace: Pace,
    /// Half movement points left.
    pub left: u16,
    /// Their place.
    pub at: HexId,
    /// They left no hex yet.
    pub fresh: bool,
    /// One of them is disordered.
    pub disordered: bool,
    /// Half movement points that entering a zone costs on top, or why it is not done.
    zone: Result<u16, Bar>,
    /// May come within five hexes on a forced march, and stops there (RULING J9).
    pub renfort: bool,
    /// May not come next to the enemy (12.1).
    bars_contact: bool,
}

impl<'a> Mover<'a> {
    /// For the units of a walk, as they stand.
    pub fn new(b: &'a Battle, s: &State, walk: &Walk) -> Mover<'a> {
        let party = walk.party.units();
        let lead = party[0];
        let left = walk.least_left();
        let disordered = party.iter().any(|&u| s.unit(u).condition != Condition::Good);
        let zone = match demoralized(b, s, walk) {
            Some(_) => Err(Bar::Demoralized),
            None => Ok(zone_half_mp(b, s, walk, left)),
        };
        Mover {
            b,
            arm: b.arm(lead),
            pace: walk.pace,
            left,
            zone,
            disordered,
            renfort: party.iter().all(|&u| s.unit(u).renfort == Renfort::Marked),
            fresh: !s.unit(lead).has(did::MOVED),
            at: s.unit(lead).hex,
            bars_contact: disordered && weather::bars_disordered_contact(b, s),
        }
    }

    /// Price of the step, whatever is left of the allowance.
    pub fn step(&self, marks: &Marks, from: HexId, dir: Dir, to: HexId) -> StepOutcome {
        let (here, there) = (marks.at(from), marks.at(to));
        let first = self.fresh && from == self.at;
        if let Some(bar) = self.bar(here, there, first) {
            return StepOutcome::Barred(bar);
        }
        let beside = there.neighbour();
        let mut cost = match costs::price(self.b, self.arm, from, dir, to, beside) {
            Price::HalfMp(cost) => cost,
            price => return StepOutcome::Barred(Bar::Ground(price)),
        };
        if here.has(if first { ZONE } else { FRIEND }) {
            cost += EXTRA_HALF_MP; // 6.2.2, leaving a zone; 4.4.3, paid on going on from friends
        }
        let mut stop = there.has(WITHIN);
        if there.has(ZONE) {
            match self.zone {
                Ok(extra) => cost = cost.saturating_add(extra),
                Err(bar) => return StepOutcome::Barred(bar),
            }
            if self.arm == Arm::Artillery && !there.has(ESCORT) {
                return StepOutcome::Barred(Bar::BatteryZone);
            }
            stop = true;
        }
        StepOutcome::Open { cost, stop, rough: costs::disorders(self.b, self.arm, from, dir, beside) }
    }

    /// Bar on a step, the ground and the zone's own conditions left out.
    fn bar(&self, here: Mark, there: Mark, first: bool) -> Option<Bar> {
        if !there.has(BARRING) {
            return None;
        }
        if there.has(ENEMY) {
            Some(Bar::Enemy)
        } else if there.has(SQUARE) {
            Some(Bar::Square)
        } else if self.pace == Pace::Forced && there.has(FRIEND) {
            Some(Bar::MarchFriends)
        } else if there.has(WITHIN) && !self.renfort {
            Some(Bar::MarchNear)
        } else if there.has(HELD) {
            Some(Bar::SameZone)
        } else if first && here.has(ZONE) && there.has(FRONT) {
            Some(Bar::FrontZone)
        } else if self.bars_contact && there.has(NEAR) {
            Some(Bar::NightContact)
        } else {
            None
        }
    }

    /// Searches all that can be reached cleanly within a budget.
    pub fn search<'f>(&self, flood: &'f mut Flood, marks: &Marks, budget: u16) -> &'f Flood {
        flood.flood(&self.b.ground, self.at, budget, |from, dir, to, _| {
            match self.step(marks, from, dir, to) {
                StepOutcome::Open { cost, stop: false, rough: false } => Step::Enter(cost),
                StepOutcome::Open { cost, stop: true, rough: false } => Step::EnterAndStop(cost),
                _ => Step::No,
            }
        });
        flood
    }

    /// Whether a move ends in a hex where it has come: in a zone (6.2.2), or within five hexes of an enemy on a forced march (4.1.3).
    pub fn ends_in(&self, marks: &Marks, hex: HexId) -> bool {
        hex != self.at && marks.at(hex).has(ENDING)
    }

    /// Whether the move cannot go on from where the units stand, because they entered a zone (6.2.2).
    pub fn stands_still(&self, marks: &Marks) -> bool {
        !self.fresh && marks.at(self.at).has(ZONE)
    }
}

/// Surcharge for entering a zone (10.1, 12.1, 12.2), so that every unit of the party can pay it from what it has left.
fn zone_half_mp(b: &Battle, s: &State, walk: &Walk, left: u16) -> u16 {
    let weather = weather::zone_entry_half_mp(b, s);
    let mut most = 0;
    for (&unit, &own) in walk.party.units().iter().zip(&walk.left) {
        let extra = weather + if s.unit(unit).condition == Condition::Good { 0 } else { EXTRA_HALF_MP };
        // All units are held to the least that any has left; one that has more can pay that much of its own surcharge.
        most = most.max((left + extra).saturating_sub(own));
    }
    most
}
