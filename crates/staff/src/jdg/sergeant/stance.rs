//! Value of standing in a hex with a facing: the heart of the sergeant's movement.

use ground::HexId;
use jdg::Facing;
use jdg::ch00_general::general;
use jdg::ch02_orders::orders;
use jdg::ch04_movement::movement;
use jdg::ch06_facing::{facing, zones};
use jdg::ch07_fire::sight;
use jdg::ch08_shock::shock::combat;
use jdg::ch08_shock::shock::modifiers::terrain_between;
use jdg::core::battle::Arm;
use jdg::core::state::{Condition, OrderStatus, UnitId};

use super::field_view::{FieldView, Units};
use super::goals::{Goals, Routes, half_mp};
use super::prospect::{Stake, promise};

/// Units that move together, and what is known of them.
pub struct Mover<'a, 'e> {
    /// The field.
    pub view: &'e FieldView<'a>,
    /// The units, from the top.
    pub party: &'e [UnitId],
    /// Goals of units.
    pub goals: &'e Goals,
    /// Enemies near enough to matter.
    near: Units,
}

/// The promise of an attack counts so much in a choice of hexes: the rules favour who strikes first.
const ATTACK: (i32, i32) = (14, 10);
/// Enemies farther away are not looked at hex by hex.
const HORIZON: u16 = 9;

impl<'a, 'e> Mover<'a, 'e> {
    /// Looks at the surroundings of units that are about to move.
    pub fn new(view: &'e FieldView<'a>, party: &'e [UnitId], goals: &'e Goals) -> Self {
        let at = view.s.unit(party[0]).hex;
        let close = |u: &UnitId| view.b.ground.distance(at, view.s.unit(*u).hex) <= HORIZON + 8;
        let near = Units::of(view.foes.list().iter().copied().filter(close));
        Mover { view, party, goals, near }
    }

    fn lead(&self) -> UnitId {
        self.party[0]
    }

    /// The value of a hex whatever the facing.
    pub fn place(&self, routes: &mut Routes, hex: HexId) -> i32 {
        let view = self.view;
        let mut value = self.progress(routes, hex) + view.prize(hex) + self.company(hex)
            - self.blocks_entry(hex)
            + self.stays(hex);
        let distance = self.foe_distance(hex);
        if distance > HORIZON {
            return value;
        }
        let threat = view.power(&self.near, hex, |_| false);
        value += view.cover(hex).max(0) * threat / 8;
        value += match view.b.arm(self.lead()) {
            Arm::Artillery => self.battery(hex, distance, threat),
            _ if view.s.unit(self.lead()).condition != Condition::Good => view.shelter(self.lead(), hex) * 2,
            _ => -self.danger(hex, threat),
        };
        value
    }

    fn foe_distance(&self, hex: HexId) -> u16 {
        let view = self.view;
        self.near.list().iter().map(|&u| view.b.ground.distance(hex, view.s.unit(u).hex)).min().unwrap_or(99)
    }

    /// Every movement point nearer to where the unit is wanted counts.
    fn progress(&self, routes: &mut Routes, hex: HexId) -> i32 {
        let Some((goal, pull)) = self.goals.of(self.lead()) else { return 0 };
        let view = self.view;
        let distance = if view.hostile(goal) {
            // Next to an enemy is near enough.
            2 * i32::from(view.b.ground.distance(hex, goal)).max(1)
        } else {
            i32::from(half_mp(routes, view.b, view.b.arm(self.lead()), hex, goal))
        };
        -distance * pull / 2
    }

    /// A formation keeps together, so that one order serves it (2.3.1).
    fn company(&self, hex: HexId) -> i32 {
        let view = self.view;
        let formation = view.b.unit(self.lead()).formation;
        let mates = &view.b.formations[formation.i()].units;
        let others = mates.iter().filter(|u| view.s.unit(**u).on_map() && !self.party.contains(u));
        match others.map(|&u| view.b.ground.distance(hex, view.s.unit(u).hex)).min() {
            Some(0..=2) | None => 0,
            Some(far) => -15 * i32::from(far - 2).min(4),
        }
    }

    /// Worth of staying for a unit that screens a battery, or bars a hex that the enemy needs to win (8.9, 13.1).
    fn stays(&self, hex: HexId) -> i32 {
        let view = self.view;
        let here = view.s.unit(self.lead()).hex;
        if hex != here || view.b.is_gun(self.lead()) {
            return 0;
        }
        let guns = view.s.stack(here).filter(|&u| view.b.is_gun(u));
        let screened = !view.manned(here, |u| self.party.contains(&u)) && view.nearest_foe(here) <= 5;
        let guns: i32 = if screened { guns.map(|u| view.worth_now(u)).sum() } else { 0 };
        let key = if view.nearest_foe(here) <= 8 { view.key(view.side.enemy(), here) } else { 0 };
        guns * 8 / 10 + key / 2
    }

    /// Own reinforcements must be able to come in (5.2.2).
    fn blocks_entry(&self, hex: HexId) -> i32 {
        let view = self.view;
        let due = view.b.arrivals.iter().any(|a| {
            a.entry == hex
                && view.b.formations[a.formation.i()].side == view.side
                && a.turn <= view.s.clock.turn + 1
                && a.units
                    .iter()
                    .any(|&u| !view.s.unit(u).on_map() && view.s.unit(u).condition != Condition::Eliminated)
        });
        if due { 400 } else { 0 }
    }

    /// To stand where the enemy is stronger is dangerous, next to them most of all.
    fn danger(&self, hex: HexId, threat: i32) -> i32 {
        let view = self.view;
        let friends = view.power(&view.own, hex, |u| self.party.contains(&u));
        let own: i32 = self.party.iter().map(|&u| 10 * i32::from(general::strength(view.b, view.s, u))).sum();
        (threat - friends - own).max(0) / 2
    }

    /// A battery wants enemies in effective range, a screen before it, and friends in its hex (8.9: alone it is lost).
    fn battery(&self, hex: HexId, distance: u16, threat: i32) -> i32 {
        let view = self.view;
        let manned = view.manned(hex, |u| self.party.contains(&u));
        let alone = match (manned, distance) {
            (true, _) => -120,
            (false, 0..=1) => 1500,
            (false, 2) => 500,
            (false, 3..=4) => 4 * threat,
            (false, _) => threat,
        };
        self.field_of_fire(hex) - alone
    }

    /// Number of the enemies a battery can fire at from a hex, near ones best.
    fn field_of_fire(&self, hex: HexId) -> i32 {
        let view = self.view;
        let (effective, most) = view.b.unit(self.lead()).range;
        let mut best = 0;
        for &foe in self.near.list() {
            let at = view.s.unit(foe).hex;
            let distance = view.b.ground.distance(hex, at);
            if distance > most || view.s.top(at) != Some(foe) || !sight::sees(view.b, view.s, hex, at) {
                continue;
            }
            let value = if distance <= effective { 60 } else { 36 };
            best = value.max(best + 15);
        }
        best
    }

    /// The value of a facing in a hex: what it looks at, and what can be attacked so.
    pub fn pose(&self, hex: HexId, facing: Facing) -> i32 {
        let view = self.view;
        let outlook = view.outlook(hex, facing);
        if view.b.is_gun(self.lead()) || !self.beside(hex) {
            return outlook;
        }
        let attack = self.attack(hex, facing);
        // Who stands before the enemy and does not attack invites them.
        outlook + if attack > 0 { attack * ATTACK.0 / ATTACK.1 } else { -40 }
    }

    fn beside(&self, hex: HexId) -> bool {
        zones::next_to_enemy(self.view.b, self.view.s, self.view.side, hex)
    }

    /// Promise of an attack from a hex with a facing in this activation, with all who can join (8.2, 8.4).
    pub fn attack(&self, hex: HexId, facing: Facing) -> i32 {
        let view = self.view;
        if !self.party.iter().any(|&u| view.may_attack(u)) {
            return 0;
        }
        let mut targets = [HexId::NONE; 2];
        let mut count = 0;
        for dir in facing.fronts() {
            let Some(target) = view.b.ground.neighbour(hex, dir) else { continue };
            let open = view.hostile(target)
                && combat::fresh(view.s, target)
                && movement::may_enter(view.b, view.s, self.lead(), hex, target).is_ok();
            if open {
                targets[count] = target;
                count += 1;
            }
        }
        let targets = &targets[..count];
        let mut best = if targets.is_empty() { return 0 } else { self.assault(hex, targets) };
        if let &[first, second] = targets {
            // One of two need not be attacked if somebody else attacks it (8.2).
            for (target, other) in [(first, second), (second, first)] {
                if self.joiners(other).next().is_some() {
                    best = best.max(self.assault(hex, &[target]));
                }
            }
        }
        let tested = orders::order_status(view.b, view.s, self.lead()) != Some(OrderStatus::Received);
        if tested && best > 0 { best * view.engages(self.lead()) / 10 } else { best }
    }

    /// Own active units, not of the party, that stand ready to attack a hex.
    fn joiners(&self, target: HexId) -> impl Iterator<Item = UnitId> + '_ {
        let view = self.view;
        view.own.list().iter().copied().filter(move |&u| {
            let at = view.s.unit(u).hex;
            !self.party.contains(&u)
                && view.b.ground.distance(at, target) == 1
                && view.may_attack(u)
                && view
                    .b
                    .ground
                    .dir_to(at, target)
                    .is_some_and(|d| facing::fronts(view.b, view.s, u).contains(d))
        })
    }

    /// Strength of own active units that could still come up to a hex in this activation.
    fn coming(&self, target: HexId) -> i16 {
        let view = self.view;
        let near = |u: &&UnitId| {
            let distance = view.b.ground.distance(view.s.unit(**u).hex, target);
            (2..=4).contains(&distance)
                && !self.party.contains(u)
                && view.may_move(**u)
                && view.may_attack(**u)
        };
        view.own.list().iter().filter(near).map(|&u| general::strength(view.b, view.s, u)).sum()
    }

    /// Share of the party in an attack on some hexes together with those who are ready there.
    fn assault(&self, hex: HexId, targets: &[HexId]) -> i32 {
        let mut force = Force::default();
        for &target in targets {
            for unit in self.joiners(target) {
                force.add(self.view, unit, self.view.s.unit(unit).hex, target);
            }
        }
        let before = if force.is_empty() { 0 } else { force.against(self.view, targets, 0).max(0) };
        let coming = targets.iter().map(|&t| self.coming(t)).max().unwrap_or(0);
        for &unit in self.party.iter().filter(|&&u| self.view.may_attack(u)) {
            for &target in targets {
                force.add(self.view, unit, hex, target);
            }
        }
        force.against(self.view, targets, coming) - before
    }
}

/// Attackers put together for an estimate.
pub struct Force {
    units: [(UnitId, HexId); Force::MOST],
    count: usize,
    terrain: i16,
    rear: bool,
}

impl Default for Force {
    fn default() -> Self {
        Force { units: [(UnitId::NONE, HexId::NONE); Force::MOST], count: 0, terrain: i16::MIN, rear: false }
    }
}

impl Force {
    const MOST: usize = 16;

    fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Adds an attacker who would strike a target from a hex.
    pub fn add(&mut self, view: &FieldView<'_>, unit: UnitId, from: HexId, target: HexId) {
        self.terrain = self.terrain.max(terrain_between(view.b, from, target));
        self.rear |=
            view.s.stack(target).any(|u| !view.b.is_gun(u) && facing::is_rear(view.b, view.s, u, from));
        if self.count < Force::MOST && !self.units[..self.count].iter().any(|(u, _)| *u == unit) {
            self.units[self.count] = (unit, from);
            self.count += 1;
        }
    }

    /// Promise of the attack, as if `more` strength came along.
    pub fn against(&self, view: &FieldView<'_>, targets: &[HexId], more: i16) -> i32 {
        self.charging(view, targets, more, 0)
    }

    /// The same with a bonus for charging in place of the penalty of horse that does not.
    pub fn charging(&self, view: &FieldView<'_>, targets: &[HexId], more: i16, bonus: i16) -> i32 {
        let (b, s) = (view.b, view.s);
        let chart = &b.charts.shock_modifiers;
        let units = &self.units[..self.count];
        let mut bases = [HexId::NONE; Force::MOST];
        for (base, (_, from)) in bases.iter_mut().zip(units) {
            *base = *from;
        }
        let bases = &bases[..self.count];
        let mut defence = Stake::default();
        let (mut defenders, mut best, mut square, mut routed, mut guns) = (0, 0, false, false, 0);
        for &target in targets {
            let only_guns = combat::only_guns(b, s, target);
            for unit in s.stack(target) {
                if only_guns {
                    guns += view.worth_now(unit);
                    continue;
                }
                defence.defender(view, unit, target, bases);
                if !b.is_gun(unit) {
                    defenders += general::strength(b, s, unit);
                    best = best.max(general::ratings(b, s, unit).cohesion);
                    square |= s.unit(unit).square;
                    routed |= s.unit(unit).condition == Condition::Routed;
                }
            }
            defence.ground(view.prize(target).min(400));
        }
        if defenders == 0 {
            return guns;
        }
        defence.ground(guns);
        let mut attack = Stake::default();
        let (mut strength, mut cohesion, mut foot, mut horse) = (more, 0, false, false);
        for &(unit, _) in units {
            attack.attacker(view, unit);
            strength += general::strength(b, s, unit);
            cohesion = cohesion.max(general::ratings(b, s, unit).cohesion);
            foot |= b.arm(unit) == Arm::Infantry;
            horse |= b.arm(unit) == Arm::Cavalry;
        }
        let mut total = b.charts.odds_modifier(strength, defenders) + self.terrain + cohesion - best + bonus;
        if horse && bonus == 0 {
            total += chart.cavalry_shock.value;
        }
        if square {
            total += if horse {
                chart.cavalry_shock_on_square.value - 2 * bonus
            } else {
                chart.infantry_on_square.value
            };
        } else if foot && horse {
            total += chart.combined_arms.value;
        }
        total +=
            if self.rear { chart.rear.value } else { 0 } + if routed { chart.target_routed.value } else { 0 };
        promise(view, total, &attack, &defence)
    }
}
