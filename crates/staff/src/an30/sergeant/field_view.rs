//! Field view of the sergeant: the field as seen from a side, and the worth of things.
//!
//! All values are whole numbers. A hundred is an increment of common infantry in good order.

use an30::Battle;
use an30::core::battle::{Arm, Post};
use an30::core::state::{ChargeMark, Formation, LeaderStatus, Order, Readiness, State, Status, UnitId};
use an30::core::status;
use ground::HexId;
use table::Side;

/// The worth of an increment of guns.
const GUNS: i32 = 300;
/// The worth of a point of mêlée value, of foot and of horse: an increment of common infantry has two, one of cuirassiers three.
const MELEE: (i32, i32) = (50, 35);
/// The worth of a leader, and of a corps or army leader.
const LEADER: (i32, i32) = (150, 350);
/// Parts of a hundred that are left of a unit's worth in disorder and in PGD.
const ORDER: (i32, i32) = (78, 35);
/// Parts of a hundred that tired and exhausted cavalry has lost of its worth at the beginning; the fewer turns are left to ride in, the less they count.
const HORSES: (i32, i32) = (12, 30);
/// The worth of a point of an objective at the beginning, and its gain until the last turn.
const POINT: (i32, i32) = (120, 480);
/// Parts of a hundred that a place counts if whoever holds it is in disorder, and in PGD.
const SHAKEN: i32 = 40;
const ROUTED: i32 = 15;
/// The weight of a unit's strength at a distance, in tenths.
const REACH: [i32; 9] = [10, 10, 9, 8, 6, 4, 3, 2, 1];

/// The field as one side sees it.
pub struct FieldView<'a> {
    /// The battle.
    pub b: &'a Battle,
    /// The view of the side.
    pub s: &'a State,
    /// The side.
    pub side: Side,
    /// Its own units on the map.
    pub own: Vec<UnitId>,
    /// The enemy's units on the map.
    pub foes: Vec<UnitId>,
    /// Worth of a point of an objective.
    pub point: i32,
}

impl<'a> FieldView<'a> {
    /// Opens the eyes.
    pub fn new(b: &'a Battle, s: &'a State, side: Side) -> FieldView<'a> {
        let there = |u: &UnitId| s.unit(*u).on_map() && !status::is_wreck(s, *u);
        let (own, foes) = b.unit_ids().filter(there).partition(|u| b.side(*u) == side);
        FieldView { b, s, side, own, foes, point: point(b, s) }
    }

    /// The strength of a unit in a fight, in tenths of a point of mêlée value.
    pub fn strength(&self, unit: UnitId) -> i32 {
        strength(self.b, self.s, unit)
    }

    /// The strength of some units that bears on a hex, the nearer the more, without those for which `without` holds.
    pub fn power(&self, units: &[UnitId], hex: HexId, without: impl Fn(UnitId) -> bool) -> i32 {
        let mut sum = 0;
        for &unit in units {
            let far = usize::from(self.b.ground.distance(self.s.unit(unit).hex(), hex));
            if far < REACH.len() && !without(unit) {
                sum += self.strength(unit) * REACH[far] / 10;
            }
        }
        sum
    }

    /// Hexes to the nearest enemy that can do harm.
    pub fn nearest_foe(&self, hex: HexId) -> u16 {
        nearest_foe(self.b, self.s, self.side, hex).unwrap_or(99)
    }

    /// Hexes to the nearest other own unit that is not in PGD, but those of a party.
    pub fn nearest_friend(&self, hex: HexId, party: &[UnitId]) -> u16 {
        let able = self.own.iter().filter(|u| self.s.unit(**u).order != Order::Pgd && !party.contains(u));
        able.map(|u| self.b.ground.distance(hex, self.s.unit(*u).hex())).min().unwrap_or(99)
    }

    /// The worth of an objective's hex.
    pub fn prize(&self, hex: HexId) -> i32 {
        let here = self.b.objectives.iter().filter(|o| o.hex == hex);
        here.map(|o| o.points * self.point).sum()
    }

    /// Whether it is the last turn.
    pub fn is_last_turn(&self) -> bool {
        turns_after(self.b, self.s) == 0
    }

    /// Whether the side must win something before it is too late: the last half of the battle has begun, and it does not lead.
    pub fn must_dare(&self) -> bool {
        2 * turns_after(self.b, self.s) <= self.b.turns.len() as i32 && lead(self.b, self.s, self.side) <= 0
    }

    /// Whether there is a hex beside from which a unit could be driven back further: off the enemy, open, with no enemy in it.
    pub fn has_route_back(&self, unit: UnitId, hex: HexId) -> bool {
        let traveller = status::traveller(self.b, self.s, unit);
        let far = self.nearest_foe(hex);
        let open = |to: &HexId| {
            self.b.charts.terrain[self.b.ground.terrain(*to)].cost.of(traveller).is_some()
                && !status::is_enemy(self.b, self.s, self.side, *to)
                && self.nearest_foe(*to) > far
        };
        self.b.ground.neighbours(hex).iter().filter(|to| to.is_some()).any(open)
    }

    /// Whether cavalry of the enemy could charge a hex soon: formed, in good order, ready, within so many hexes.
    pub fn horse_near(&self, hex: HexId, hexes: u16) -> bool {
        self.foes.iter().any(|u| {
            can_charge(self.b, self.s, *u)
                && self.s.unit(*u).hexes().iter().any(|h| self.b.ground.distance(*h, hex) <= hexes)
        })
    }
}

/// Hexes to the nearest enemy that can do harm.
pub fn nearest_foe(b: &Battle, s: &State, side: Side, hex: HexId) -> Option<u16> {
    status::nearest_enemy(b, s, side, hex, |u| s.unit(u).order != Order::Pgd)
}

/// Whether cavalry could charge in its next turn to move, and is fresh enough that one has to reckon with it.
pub fn can_charge(b: &Battle, s: &State, unit: UnitId) -> bool {
    s.unit(unit).readiness == Readiness::Ready && is_formed_horse(b, s, unit)
}

/// Whether it is cavalry that is formed for a charge, however tired.
pub fn is_formed_horse(b: &Battle, s: &State, unit: UnitId) -> bool {
    let now = s.unit(unit);
    b.arm(unit) == Arm::Cavalry
        && now.order == Order::Good
        && now.charge != ChargeMark::Done
        && now.formation != Formation::Skirmish
}

/// The strength of a unit in a fight, in tenths of a point of mêlée value.
pub fn strength(b: &Battle, s: &State, unit: UnitId) -> i32 {
    let value = 10 * i32::from(s.back(unit).melee) * i32::from(status::increments(b, s, unit))
        / i32::from(b.unit(unit).increments.max(1));
    match s.unit(unit).order {
        Order::Good => value,
        Order::Disorder => value / 2,
        Order::Pgd => 0,
    }
}

/// The worth of a point of an objective now: nothing else decides in the end, so more and more towards it.
pub fn point(b: &Battle, s: &State) -> i32 {
    let (now, turns) = (i32::from(s.clock.turn) + 1, b.turns.len().max(1) as i32);
    POINT.0 + POINT.1 * now / turns
}

/// Turns to come after this one.
fn turns_after(b: &Battle, s: &State) -> i32 {
    (b.turns.len() as i32 - 1 - i32::from(s.clock.turn)).max(0)
}

/// The points of the places that a side holds, less those that its enemy holds.
pub fn lead(b: &Battle, s: &State, side: Side) -> i32 {
    let holds = |hex: HexId| s.top(hex).map_or(0, |top| if b.side(top) == side { 1 } else { -1 });
    b.objectives.iter().map(|o| holds(o.hex) * o.points).sum()
}

/// The worth of a unit that has lost nothing.
fn whole(b: &Battle, s: &State, unit: UnitId) -> i32 {
    let melee = i32::from(s.back(unit).melee);
    match b.arm(unit) {
        Arm::Artillery => GUNS * i32::from(b.unit(unit).increments),
        Arm::Infantry => MELEE.0 * melee,
        Arm::Cavalry => MELEE.1 * melee,
    }
}

/// The worth of a unit as it stands.
pub fn worth(b: &Battle, s: &State, unit: UnitId) -> i32 {
    let (now, card) = (s.unit(unit), b.unit(unit));
    if !matches!(now.status, Status::Map | Status::Waiting) {
        return 0;
    }
    let left = whole(b, s, unit) * i32::from(status::increments(b, s, unit).max(0))
        / i32::from(card.increments.max(1));
    let order = match now.order {
        Order::Good => 100,
        Order::Disorder => ORDER.0,
        Order::Pgd => ORDER.1,
    };
    let horses = match now.readiness {
        _ if card.arm != Arm::Cavalry => 0,
        Readiness::Ready => 0,
        Readiness::Tired => HORSES.0,
        Readiness::Exhausted => HORSES.1,
    };
    let (after, turns) = (turns_after(b, s), b.turns.len().max(1) as i32);
    left * order / 100 * (100 - horses * after / turns) / 100
}

/// The balance of a side against its enemy: units, leaders, objectives.
pub fn balance(b: &Battle, s: &State, side: Side) -> i32 {
    let sign = |own: bool| if own { 1 } else { -1 };
    let units: i32 = b.unit_ids().map(|u| sign(b.side(u) == side) * worth(b, s, u)).sum();
    let leaders = b.leader_ids().filter(|l| s.leader(*l).status != LeaderStatus::Lost);
    let leaders: i32 = leaders
        .map(|l| {
            let high = b.leader(l).post <= Post::Corps;
            let wounded = s.leader(l).status == LeaderStatus::Wounded;
            let value = if high { LEADER.1 } else { LEADER.0 };
            sign(b.leader(l).side == side) * if wounded { value / 3 } else { value }
        })
        .sum();
    let last = turns_after(b, s) == 0;
    let held = |hex: HexId| match s.top(hex) {
        None => 0,
        // Who is shaken there will not hold it long.
        Some(top) => match s.unit(top).order {
            Order::Disorder if !last => sign(b.side(top) == side) * SHAKEN,
            Order::Pgd => sign(b.side(top) == side) * ROUTED,
            _ => sign(b.side(top) == side) * 100,
        },
    };
    let point = point(b, s);
    let places: i32 = b.objectives.iter().map(|o| held(o.hex) * o.points * point / 100).sum();
    units + leaders + places
}
