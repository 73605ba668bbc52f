//! 4.1, 4.4, 6.2.2: where a unit can go, step by step.

use std::cell::RefCell;

use ground::{Dir, Flood, HexId, Step};
use table::{Point, Refusal, Rule, rule};

use super::costs::{self, Price};
use super::marks::{ENEMY, ESCORT, FRIEND, FRONT, HELD, Marks, NEAR, SQUARE, WITHIN, ZONE};
use super::{Pace, Party, Walk};
use crate::battle::{Arm, Battle};
use crate::field::{hex_point, unit_point};
use crate::state::{Condition, Footing, Renfort, State, UnitId, did};
use crate::{orders, reinforcements, stacking, weather};

/// Half movement points for leaving an enemy zone of control (6.2.2), and for passing through friends (4.4.3).
const EXTRA_HALF_MP: u16 = 2;
/// More than any way costs: for asking how far a hex would be.
const BOUNDLESS: u16 = 8000;
/// The longest way: 2 x 30 MP by road.
const LONGEST: usize = 160;

/// What a step into a neighbouring hex comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
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

/// What bars a step.
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
            Bar::FrontZone => (rule!("6.2.2"), "zoc.front"),
            Bar::SameZone => (rule!("6.2.2"), "zoc.same_enemy"),
            Bar::BatteryZone => (rule!("6.2.2"), "zoc.artillery"),
            Bar::Demoralized => (rule!("11.2"), "zoc.demoralized"),
            Bar::NightContact => (rule!("12.1"), "move.night_contact"),
            Bar::Stopped => (rule!("6.2.2"), "zoc.stop"),
            Bar::Rough => (rule!("8.7.1"), "move.rough"),
        }
    }

    /// As a refusal.
    pub fn refusal(self, unit: UnitId, hex: HexId) -> Refusal {
        let (rule, why) = self.rule_and_why();
        Refusal::new(rule, why).with("unit", unit_point(unit)).with("hex", hex_point(hex))
    }
}

/// What of a walk does not change while one search goes on.
struct Mover<'a> {
    b: &'a Battle,
    arm: Arm,
    pace: Pace,
    /// Half movement points left.
    left: u16,
    /// Half movement points that entering a zone costs on top, or why it is not done.
    zone: Result<u16, Bar>,
    disordered: bool,
    /// May come within five hexes on a forced march, and stops there (RULING J9).
    renfort: bool,
    /// No hex was left yet.
    fresh: bool,
    at: HexId,
    bars_contact: bool,
}

impl<'a> Mover<'a> {
    fn new(b: &'a Battle, s: &State, walk: &Walk) -> Mover<'a> {
        let party = walk.party.units();
        let lead = party[0];
        let left = walk.left.iter().zip(party).map(|(&left, _)| left).min().unwrap_or(0);
        let disordered = party.iter().any(|&u| s.unit(u).condition != Condition::Good);
        let demoralized = party.iter().any(|&u| s.formations[b.unit(u).formation.i()].demoralized);
        let zone = if demoralized { Err(Bar::Demoralized) } else { Ok(zone_half_mp(b, s, walk, left)) };
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

    /// What the step comes to, whatever is left of the allowance.
    fn step(&self, marks: &Marks, from: HexId, dir: Dir, to: HexId, first: bool) -> Next {
        let there = marks.at(to);
        if let Some(bar) = self.bar(marks.at(from), there, first) {
            return Next::Barred(bar);
        }
        let near = there & NEAR != 0;
        let Price::HalfMp(ground) = costs::price(self.b, self.arm, from, dir, to, near) else {
            return Next::Barred(Bar::Ground(costs::price(self.b, self.arm, from, dir, to, near)));
        };
        let mut cost = ground;
        if first && marks.at(from) & ZONE != 0 || !first && marks.at(from) & FRIEND != 0 {
            cost += EXTRA_HALF_MP; // 6.2.2, leaving a zone; 4.4.3, paid on going on from friends
        }
        let mut stop = self.pace == Pace::Forced && there & WITHIN != 0;
        if there & ZONE != 0 {
            match self.zone {
                Ok(extra) => cost = cost.saturating_add(extra),
                Err(bar) => return Next::Barred(bar),
            }
            if self.arm == Arm::Artillery && there & ESCORT == 0 {
                return Next::Barred(Bar::BatteryZone);
            }
            stop = true;
        }
        Next::Open { cost, stop, rough: costs::disorders(self.b, self.arm, from, dir, near) }
    }

    /// What bars a step, the ground and the zone's own conditions left out.
    fn bar(&self, here: u16, there: u16, first: bool) -> Option<Bar> {
        if there & (ENEMY | SQUARE | FRIEND | WITHIN | FRONT | HELD | NEAR) == 0 {
            return None;
        }
        let forced = self.pace == Pace::Forced;
        if there & ENEMY != 0 {
            Some(Bar::Enemy)
        } else if there & SQUARE != 0 {
            Some(Bar::Square)
        } else if forced && there & FRIEND != 0 {
            Some(Bar::MarchFriends)
        } else if forced && there & WITHIN != 0 && !self.renfort {
            Some(Bar::MarchNear)
        } else if there & HELD != 0 {
            Some(Bar::SameZone)
        } else if first && here & ZONE != 0 && there & FRONT != 0 {
            Some(Bar::FrontZone)
        } else if self.bars_contact && there & NEAR != 0 {
            Some(Bar::NightContact)
        } else {
            None
        }
    }

    fn flood(&self, flood: &mut Flood, marks: &Marks, budget: u16) {
        flood.flood(&self.b.ground, self.at, budget, |from, dir, to, spent| {
            match self.step(marks, from, dir, to, self.fresh && spent == 0) {
                Next::Open { cost, stop: false, rough: false } => Step::Enter(cost),
                Next::Open { cost, stop: true, rough: false } => Step::EnterAndStop(cost),
                _ => Step::No,
            }
        });
    }

    /// Whether the move cannot go on from where the units stand, because they entered a zone (6.2.2).
    fn stands_still(&self, marks: &Marks) -> bool {
        !self.fresh && marks.at(self.at) & ZONE != 0
    }
}

/// What entering a zone costs on top (10.1, 12.1, 12.2), so that every unit of the party can pay it from what it has left.
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

/// The searches' workspace: kept, so that a search allocates nothing.
#[derive(Default)]
struct Scratch {
    flood: Flood,
    marks: Marks,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// Runs something with the map marked for a walk.
fn with_marks<T>(
    b: &Battle,
    s: &State,
    walk: &Walk,
    work: impl FnOnce(&mut Flood, &Marks, &Mover) -> T,
) -> T {
    SCRATCH.with_borrow_mut(|scratch| {
        let Scratch { flood, marks } = scratch;
        marks.draw(b, s, walk.party.units(), walk.start);
        if walk.pace == Pace::Forced {
            marks.spread(b);
        }
        work(flood, marks, &Mover::new(b, s, walk))
    })
}

/// Whether the units may end their move in a hex: stacking (5.1.1), entry hexes of the enemy (5.2.3).
///
/// RULING J124: such entry hexes may be passed, as the rule forbids to occupy them.
///
/// # Errors
/// What stands in the way.
pub fn may_halt(b: &Battle, s: &State, party: &Party, hex: HexId) -> Result<(), Refusal> {
    stacking::may_join(b, s, party.units(), hex)?;
    reinforcements::bars(b, s, b.side(party.lead()), hex)
}

/// Every hex where the units of a walk can end a clean move now, with its cost in half movement points, in order of search;
/// the hex they stand in left out. This is what `GO` offers.
pub fn each_reachable(b: &Battle, s: &State, walk: &Walk, mut each: impl FnMut(HexId, u16)) {
    each_goal(b, s, walk, |hex, cost| {
        if let Some(cost) = cost {
            each(hex, cost);
        }
    });
}

/// As [`each_reachable`], and then, with no cost, every hex that can be reached by a last step that disorders (8.7.1) and
/// not for the same cost without: what `SCRAMBLE` offers.
///
/// RULING J125: only units in good order do that by their own will.
pub fn each_goal(b: &Battle, s: &State, walk: &Walk, mut each: impl FnMut(HexId, Option<u16>)) {
    with_marks(b, s, walk, |flood, marks, mover| {
        if mover.stands_still(marks) {
            return;
        }
        mover.flood(flood, marks, mover.left);
        let halts = |hex: HexId| {
            (marks.at(hex) & FRIEND == 0 || stacking::may_join(b, s, walk.party.units(), hex).is_ok())
                && reinforcements::bars(b, s, b.side(walk.party.lead()), hex).is_ok()
        };
        for (hex, cost) in flood.reached().filter(|&(hex, _)| hex != mover.at && halts(hex)) {
            each(hex, Some(cost));
        }
        if mover.arm != Arm::Infantry || mover.disordered {
            return;
        }
        for (from, _) in flood.reached() {
            for dir in Dir::ALL.into_iter().filter(|&dir| !b.ground.side(from, dir).is_empty()) {
                let Some(to) = b.ground.neighbour(from, dir).filter(|&to| to != mover.at) else { continue };
                if rough_step(mover, flood, marks, to).is_some_and(|(best, _)| best == from) && halts(to) {
                    each(to, None);
                }
            }
        }
    });
}

/// The cheapest disordering step into a hex that pays, with its total cost: cheaper than any clean way.
fn rough_step(mover: &Mover, flood: &Flood, marks: &Marks, to: HexId) -> Option<(HexId, u16)> {
    let ground = &mover.b.ground;
    let mut best: Option<(HexId, u16)> = None;
    for dir in Dir::ALL {
        if ground.side(to, dir).is_empty() {
            continue;
        }
        let Some(from) = ground.neighbour(to, dir) else { continue };
        let Some(spent) = flood.cost(from) else { continue };
        let ends = from != mover.at && marks.at(from) & ZONE != 0;
        if ends || mover.pace == Pace::Forced && marks.at(from) & WITHIN != 0 && from != mover.at {
            continue;
        }
        let first = mover.fresh && from == mover.at;
        if let Next::Open { cost, rough: true, .. } = mover.step(marks, from, dir.opposite(), to, first) {
            let total = spent + cost;
            let clean = flood.cost(to).is_some_and(|clean| clean <= total);
            if total <= mover.left && !clean && best.is_none_or(|(_, least)| total < least) {
                best = Some((from, total));
            }
        }
    }
    best
}

/// A way over the map.
pub struct Path {
    hexes: [HexId; LONGEST],
    count: usize,
    /// What it costs in half movement points.
    pub cost: u16,
}

impl Path {
    /// The hexes entered, in order; without the one where it begins.
    pub fn hexes(&self) -> &[HexId] {
        &self.hexes[..self.count]
    }

    fn new(flood: &Flood, to: HexId, last: Option<HexId>, cost: u16) -> Path {
        let mut path = Path { hexes: [HexId::NONE; LONGEST], count: 0, cost };
        for hex in last.into_iter().chain(flood.way_back(to)) {
            assert!(path.count < LONGEST, "no allowance is long enough for such a way");
            path.hexes[path.count] = hex;
            path.count += 1;
        }
        path.count -= 1; // the hex where it begins
        path.hexes[..path.count].reverse();
        path
    }
}

/// The cheapest clean way of a walk to a hex that [`each_reachable`] lists.
pub fn path(b: &Battle, s: &State, walk: &Walk, to: HexId) -> Option<Path> {
    with_marks(b, s, walk, |flood, marks, mover| {
        mover.flood(flood, marks, mover.left);
        flood.cost(to).map(|cost| Path::new(flood, to, None, cost))
    })
}

/// The cheapest way of a walk to a hex that [`each_scramble`] lists; its last step disorders.
pub fn rough_path(b: &Battle, s: &State, walk: &Walk, to: HexId) -> Option<Path> {
    with_marks(b, s, walk, |flood, marks, mover| {
        mover.flood(flood, marks, mover.left);
        let (from, cost) = rough_step(mover, flood, marks, to)?;
        Some(Path::new(flood, from, Some(to), cost))
    })
}

/// Whether the units of a walk can take at least one step.
pub fn can_step(b: &Battle, s: &State, walk: &Walk) -> bool {
    with_marks(b, s, walk, |_, marks, mover| {
        Dir::ALL.into_iter().any(|dir| {
            b.ground.neighbour(mover.at, dir).is_some_and(|to| {
                match mover.step(marks, mover.at, dir, to, mover.fresh) {
                    Next::Open { cost, rough, .. } => cost <= mover.left && !(rough && mover.disordered),
                    Next::Barred(_) => false,
                }
            })
        })
    })
}

/// Whether a hex is within five of an enemy unit of the side (4.1.3, 5.2.1).
pub fn enemy_within_five(b: &Battle, s: &State, unit: UnitId, hex: HexId) -> Option<UnitId> {
    let side = b.side(unit);
    b.unit_ids()
        .find(|&u| b.side(u) != side && s.unit(u).on_map() && b.ground.distance(hex, s.unit(u).hex) <= 5)
}

/// The best reason why the units of a walk cannot go to a hex now.
pub fn why_not_reach(b: &Battle, s: &State, walk: &Walk, hex: HexId) -> Refusal {
    let lead = walk.party.lead();
    let refusal =
        |rule, why| Refusal::new(rule, why).with("unit", unit_point(lead)).with("hex", hex_point(hex));
    if usize::from(hex.0) >= b.ground.len() {
        return Refusal::new(rule!("4.4.1"), "move.off_map").with("unit", unit_point(lead));
    }
    with_marks(b, s, walk, |flood, marks, mover| {
        if hex == mover.at {
            return refusal(rule!("4.4.1"), "move.already_there");
        }
        if marks.at(hex) & ENEMY != 0 {
            return Bar::Enemy.refusal(lead, hex);
        }
        if mover.stands_still(marks) {
            return Bar::Stopped.refusal(lead, hex);
        }
        mover.flood(flood, marks, BOUNDLESS);
        if let Some(cost) = flood.cost(hex) {
            return match may_halt(b, s, &walk.party, hex) {
                Err(refusal) if cost <= mover.left => refusal,
                _ => match straight_bar(mover, marks, hex) {
                    Some(bar) => bar.refusal(lead, hex),
                    None => too_far(s, mover, lead, hex, cost),
                },
            };
        }
        nearest_bar(mover, flood, marks, hex)
            .map_or_else(|| refusal(rule!("4.4.1"), "move.no_way"), |bar| bar.refusal(lead, hex))
    })
}

/// What bars the step straight into the next hex, when there is only a long way round.
fn straight_bar(mover: &Mover, marks: &Marks, to: HexId) -> Option<Bar> {
    let dir = mover.b.ground.dir_to(mover.at, to)?;
    match mover.step(marks, mover.at, dir, to, mover.fresh) {
        Next::Barred(bar) => Some(bar),
        Next::Open { rough: true, .. } => Some(Bar::Rough),
        Next::Open { .. } => None,
    }
}

/// More than what is left: the next hex cannot be paid (4.4.1), or the allowance is too small, whatever its kind.
fn too_far(s: &State, mover: &Mover, lead: UnitId, hex: HexId, cost: u16) -> Refusal {
    let b = mover.b;
    let (rule, why) = if mover.left > 0 && b.ground.dir_to(mover.at, hex).is_some() {
        (rule!("4.4.1"), "move.too_dear")
    } else if mover.pace == Pace::Forced {
        (rule!("4.1.3"), "move.too_far")
    } else if s.unit(lead).has(did::FIRED) {
        (rule!("4.4.2"), "move.too_far_fired")
    } else if orders::footing(b, s, lead) == Some(Footing::NoOrders)
        && s.unit(lead).renfort != Renfort::Normal
    {
        (rule!("4.1.2"), "move.too_far_reduced")
    } else {
        (rule!("4.1.1"), "move.too_far")
    };
    Refusal::new(rule, why)
        .with("hex", hex_point(hex))
        .with("need", Point::Number(cost.div_ceil(2) as i16))
        .with("left", Point::Number((mover.left / 2) as i16))
}

/// What bars the step into the hex from a hex that is reached: the step straight from where the units stand before others,
/// then the rarest reason, the zone stop last.
fn nearest_bar(mover: &Mover, flood: &Flood, marks: &Marks, to: HexId) -> Option<Bar> {
    let ground = &mover.b.ground;
    let mut found = None;
    for dir in Dir::ALL {
        let Some(from) = ground.neighbour(to, dir).filter(|&from| flood.cost(from).is_some()) else {
            continue;
        };
        let first = mover.fresh && from == mover.at;
        let stopped = from != mover.at && marks.at(from) & ZONE != 0;
        let bar = match mover.step(marks, from, dir.opposite(), to, first) {
            Next::Barred(bar) => bar,
            Next::Open { .. } if stopped => Bar::Stopped,
            Next::Open { rough: true, .. } => Bar::Rough,
            Next::Open { .. } => continue,
        };
        if from == mover.at {
            return Some(bar);
        }
        if found.is_none() || found == Some(Bar::Stopped) {
            found = Some(bar);
        }
    }
    found
}
