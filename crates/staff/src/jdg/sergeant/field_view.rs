//! View of the field by the sergeant: strengths near a hex, who threatens what, what a unit is worth.
//!
//! All values are whole numbers in tenths of a point. A point is a twelfth of a strength point in good order; a victory point
//! counts as much as the loss of a strength point.

use ground::{Dir, HexId};
use jdg::Facing;
use jdg::ch00_general::general;
use jdg::ch02_orders::orders;
use jdg::ch06_facing::zones;
use jdg::ch10_disorder::disorder::{self, Disorders};
use jdg::ch12_weather::weather;
use jdg::core::battle::{Arm, Battle, FormationCard};
use jdg::core::charts::Effect;
use jdg::core::state::{Condition, MAX_FORMATIONS, MAX_UNITS, OrderStatus, State, UnitId, did};
use table::{Modifiers, Side};

/// Tenths of a point for a victory point.
pub const VICTORY_POINT: i32 = 100;

/// Worth of the last of the hexes that win the battle at once, and of each of the others (13.1).
const KEY: (i32, i32) = (3000, 600);

/// Weight of a unit's strength at a distance, in tenths.
const REACH: [i32; 9] = [10, 10, 9, 8, 6, 4, 3, 2, 1];

/// A list of units without allocation.
#[derive(Clone, Copy)]
pub struct Units {
    units: [UnitId; MAX_UNITS],
    count: usize,
}

impl Units {
    /// The units of an iterator.
    pub fn of(units: impl Iterator<Item = UnitId>) -> Units {
        let mut list = Units { units: [UnitId::NONE; MAX_UNITS], count: 0 };
        for unit in units.take(MAX_UNITS) {
            list.units[list.count] = unit;
            list.count += 1;
        }
        list
    }

    /// As a slice.
    pub fn list(&self) -> &[UnitId] {
        &self.units[..self.count]
    }
}

/// The field as one side sees it.
pub struct FieldView<'a> {
    /// The battle.
    pub b: &'a Battle,
    /// The view of the side.
    pub s: &'a State,
    /// The side.
    pub side: Side,
    /// Its own units on the map.
    pub own: Units,
    /// The enemy's units on the map.
    pub foes: Units,
    /// Price, beyond the unit's own worth, of the order that a unit in good order of a formation loses.
    pub morale: [i32; MAX_FORMATIONS],
}

/// A formation whose last unit in good order goes is demoralised (11.2), and enough of such formations lose the battle (13.1).
fn morale(b: &Battle, s: &State) -> [i32; MAX_FORMATIONS] {
    let good = |f: &FormationCard| {
        let sound =
            |u: &&UnitId| !b.is_gun(**u) && s.unit(**u).on_map() && s.unit(**u).condition == Condition::Good;
        f.units.iter().filter(sound).count()
    };
    let seen = |f: &FormationCard| {
        f.units.iter().any(|&u| s.unit(u).on_map() || s.unit(u).condition == Condition::Eliminated)
    };
    let price = [Side(0), Side(1)].map(|side| {
        let broken = b.formations.iter().filter(|f| f.side == side && seen(f) && good(f) == 0).count() as i32;
        let most = b.automatic.iter().filter(|a| a.side != side).filter_map(|a| a.when.demoralized).min();
        match most.map(|most| i32::from(most) - broken) {
            Some(..=1) => 3000,
            Some(2) => 1000,
            Some(_) => 500,
            None => 100,
        }
    });
    let mut morale = [0; MAX_FORMATIONS];
    for (value, f) in morale.iter_mut().zip(&b.formations) {
        *value = match good(f) {
            1 => price[f.side.index()],
            2 => price[f.side.index()] / 3,
            _ => 0,
        };
    }
    morale
}

impl<'a> FieldView<'a> {
    /// Opens the eyes.
    pub fn new(b: &'a Battle, s: &'a State, side: Side) -> FieldView<'a> {
        let there =
            |own: bool| Units::of(b.unit_ids().filter(|&u| s.unit(u).on_map() && (b.side(u) == side) == own));
        FieldView { b, s, side, own: there(true), foes: there(false), morale: morale(b, s) }
    }

    /// Infantry or cavalry that is not routed.
    pub fn fights(&self, unit: UnitId) -> bool {
        !self.b.is_gun(unit) && self.s.unit(unit).condition < Condition::Routed
    }

    /// Worth of a unit in a condition. The one point more than its strength is for the formation's morale.
    pub fn worth(&self, unit: UnitId, condition: Condition) -> i32 {
        let each = match condition {
            Condition::Good => 120,
            Condition::Disordered => 60,
            Condition::Routed => 35,
            Condition::Eliminated => 0,
        };
        each * (i32::from(self.b.unit(unit).front.strength) + 1)
    }

    /// Worth of a unit as it stands.
    pub fn worth_now(&self, unit: UnitId) -> i32 {
        self.worth(unit, self.s.unit(unit).condition)
    }

    /// Number of the faces of ten that fail the unit's cohesion test.
    pub fn fails(&self, unit: UnitId) -> i32 {
        let extra = weather::on_cohesion(self.b, self.s, Modifiers::new()).total();
        i32::from(9 - general::ratings(self.b, self.s, unit).cohesion + extra).clamp(0, 10)
    }

    /// Number of the faces of ten that pass the unit's engagement test.
    pub fn engages(&self, unit: UnitId) -> i32 {
        i32::from(general::ratings(self.b, self.s, unit).engagement + 1).clamp(0, 10)
    }

    /// Loss of a unit in a condition by one disorder.
    pub fn disorder_loss(&self, unit: UnitId, condition: Condition) -> i32 {
        self.worth(unit, condition) - self.worth(unit, disorder::worse(self.b, unit, condition, Disorders(1)))
            + self.spirit(unit, condition)
    }

    /// Loss of its formation with a unit's good order.
    pub fn spirit(&self, unit: UnitId, condition: Condition) -> i32 {
        if condition != Condition::Good || self.b.is_gun(unit) {
            return 0;
        }
        self.morale[self.b.unit(unit).formation.i()]
    }

    /// Average loss of the unit by an effect of combat or fire.
    pub fn loss(&self, unit: UnitId, effect: Option<Effect>) -> i32 {
        let condition = self.s.unit(unit).condition;
        match effect {
            None => 0,
            // A routed unit runs instead of testing: it is gone for a while.
            Some(Effect::Test) if condition == Condition::Routed => {
                10 * i32::from(self.b.unit(unit).front.strength)
            }
            Some(Effect::Test) => self.disorder_loss(unit, condition) * self.fails(unit) / 10,
            Some(Effect::Disorder) => self.disorder_loss(unit, condition),
            Some(Effect::Rout) if condition < Condition::Routed => {
                self.worth(unit, condition) - self.worth(unit, Condition::Routed)
                    + self.spirit(unit, condition)
            }
            Some(Effect::Rout) => self.worth(unit, condition),
        }
    }

    /// The strength of a side's infantry and cavalry that bears on a hex, the nearer the more, in tenths of a strength point.
    /// Units for which `without` holds are left out.
    pub fn power(&self, units: &Units, hex: HexId, without: impl Fn(UnitId) -> bool) -> i32 {
        let mut sum = 0;
        for &unit in units.list() {
            let distance = usize::from(self.b.ground.distance(hex, self.s.unit(unit).hex));
            if distance < REACH.len() && self.fights(unit) && !without(unit) {
                sum += i32::from(general::strength(self.b, self.s, unit)) * REACH[distance];
            }
        }
        sum
    }

    /// The enemy's strength that bears on a hex.
    pub fn threat(&self, hex: HexId) -> i32 {
        self.power(&self.foes, hex, |_| false)
    }

    /// The distance to the nearest enemy unit; large if there is none.
    pub fn nearest_foe(&self, hex: HexId) -> u16 {
        self.foes.list().iter().map(|&u| self.b.ground.distance(hex, self.s.unit(u).hex)).min().unwrap_or(99)
    }

    /// Whether a hex holds enemies.
    pub fn hostile(&self, hex: HexId) -> bool {
        self.s.top(hex).is_some_and(|u| self.b.side(u) != self.side)
    }

    /// Whether a hex holds own units that can fight, others than those for which `without` holds.
    pub fn manned(&self, hex: HexId, without: impl Fn(UnitId) -> bool) -> bool {
        self.s.stack(hex).any(|u| self.b.side(u) == self.side && self.fights(u) && !without(u))
    }

    /// Cover of a hex: worth of its ground to its defender: the shock modifier that an attacker loses there.
    pub fn cover(&self, hex: HexId) -> i32 {
        i32::from(1 - self.b.charts.terrain[self.b.ground.terrain(hex)].shock)
    }

    /// Whether a hex lets units look all round.
    pub fn all_round(&self, hex: HexId) -> bool {
        self.b.charts.terrain[self.b.ground.terrain(hex)].six_fronts
    }

    /// Gain of setting foot on a hex: an objective that is not held yet.
    pub fn prize(&self, hex: HexId) -> i32 {
        let mut sum = 0;
        for (i, objective) in self.b.objectives.iter().enumerate().filter(|(_, o)| o.hex == hex) {
            let holder = self.s.holders[i];
            let swing = if holder == self.side.0 {
                0
            } else if holder == self.side.enemy().0 {
                2
            } else {
                1
            };
            sum += swing * objective.points * VICTORY_POINT;
            if swing > 0 {
                sum += self.key(self.side, hex);
            }
        }
        sum
    }

    /// Worth of a hex as one of those that win the battle at once for a side that holds them all (13.1); more for the last.
    pub fn key(&self, side: Side, hex: HexId) -> i32 {
        let held = |at: &HexId| {
            let objective = self.b.objectives.iter().position(|o| o.hex == *at);
            objective.is_some_and(|i| self.s.holders[i] == side.0)
        };
        let keys = self.b.automatic.iter().filter(|a| a.side == side && a.when.holds.contains(&hex));
        let last = |holds: &[HexId]| holds.iter().all(|h| *h == hex || held(h));
        keys.map(|a| if last(&a.when.holds) { KEY.0 } else { KEY.1 }).max().unwrap_or(0)
    }

    /// Whether a unit may still attack by shock in this activation.
    pub fn may_attack(&self, unit: UnitId) -> bool {
        let u = self.s.unit(unit);
        u.on_map()
            && u.condition == Condition::Good
            && !u.square
            && !self.b.is_gun(unit)
            && u.did & (did::BALKED | did::RECALLED | did::CHARGING) == 0
            && matches!(
                orders::order_status(self.b, self.s, unit),
                Some(OrderStatus::Received | OrderStatus::NoOrders)
            )
    }

    /// Whether a unit is still to move in this activation.
    pub fn may_move(&self, unit: UnitId) -> bool {
        self.s.unit(unit).did & (did::MOVED | did::HALTED | did::CHARGING | did::BALKED) == 0
    }

    /// Shelter of a hex for a unit that wants no fight: far from enemies, near friends, under cover.
    pub fn shelter(&self, unit: UnitId, hex: HexId) -> i32 {
        let beside = if zones::next_to_enemy(self.b, self.s, self.side, hex) { 150 } else { 0 };
        let friends =
            self.power(&self.own, hex, |u| u == unit || self.s.unit(u).condition != Condition::Good);
        friends.min(120) / 3 + 10 * self.cover(hex) - self.threat(hex) - beside
    }

    /// Outlook of a facing on the enemies near a hex: the strength in front less that in flank and rear.
    pub fn outlook(&self, hex: HexId, facing: Facing) -> i32 {
        if self.all_round(hex) {
            return 0;
        }
        let mut sum = 0;
        for &foe in self.foes.list() {
            let at = self.s.unit(foe).hex;
            let distance = usize::from(self.b.ground.distance(hex, at));
            if distance == 0 || distance >= REACH.len() || self.s.unit(foe).condition >= Condition::Routed {
                continue;
            }
            let weight = (2 + i32::from(general::strength(self.b, self.s, foe))) * REACH[distance] / 4;
            if self.b.ground.in_cone(hex, facing, at) {
                sum += weight;
            } else if distance == 1 {
                sum -= 3 * weight;
            } else {
                sum -= weight / 2;
            }
        }
        sum
    }

    /// Escape of a defender who is attacked from some hexes: how they fare if they recoil.
    pub fn escape(&self, unit: UnitId, at: HexId, from: &[HexId]) -> Escape {
        let mut escape = Escape::None;
        let side = self.b.side(unit);
        for dir in Dir::ALL {
            let Some(to) = self.b.ground.neighbour(at, dir) else { continue };
            let blocked = self.s.top(to).is_some_and(|u| self.b.side(u) != side)
                || from.iter().any(|&f| self.b.ground.distance(f, to) <= 1)
                || jdg::ch04_movement::movement::arm_cost(self.b, self.b.arm(unit), at, to).is_none();
            if blocked {
                continue;
            }
            if !zones::in_enemy_front(self.b, self.s, side, to) {
                return Escape::Free;
            }
            escape = Escape::Harmed;
        }
        escape
    }

    /// Whether a unit is cavalry.
    pub fn is_horse(&self, unit: UnitId) -> bool {
        self.b.arm(unit) == Arm::Cavalry
    }
}

/// Way out: how a unit comes away from a lost combat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Escape {
    /// Unhurt.
    Free,
    /// Through an enemy's front, with another disorder.
    Harmed,
    /// Not at all.
    None,
}
