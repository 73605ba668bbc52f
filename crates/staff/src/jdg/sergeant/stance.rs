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

use super::clash::{Stake, promise};
use super::field_view::{FieldView, Units};
use super::goals::{Goals, Routes, half_mp};

/// Units that move together, and what is known of them.
pub struct Mover<'a, 'e> {
    /// The field.
    pub eye: &'e FieldView<'a>,
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
    pub fn new(eye: &'e FieldView<'a>, party: &'e [UnitId], goals: &'e Goals) -> Self {
        let at = eye.s.unit(party[0]).hex;
        let close = |u: &UnitId| eye.b.ground.distance(at, eye.s.unit(*u).hex) <= HORIZON + 8;
        let near = Units::of(eye.foes.list().iter().copied().filter(close));
        Mover { eye, party, goals, near }
    }

    fn lead(&self) -> UnitId {
        self.party[0]
    }

    /// The value of a hex whatever the facing.
    pub fn place(&self, routes: &mut Routes, hex: HexId) -> i32 {
        let eye = self.eye;
        let mut value = self.progress(routes, hex) + eye.prize(hex) + self.company(hex)
            - self.blocks_entry(hex)
            + self.stays(hex);
        let distance = self.foe_distance(hex);
        if distance > HORIZON {
            return value;
        }
        let threat = eye.power(&self.near, hex, |_| false);
        value += eye.cover(hex).max(0) * threat / 8;
        value += match eye.b.arm(self.lead()) {
            Arm::Artillery => self.battery(hex, distance, threat),
            _ if eye.s.unit(self.lead()).condition != Condition::Good => eye.shelter(self.lead(), hex) * 2,
            _ => -self.danger(hex, threat),
        };
        value
    }

    fn foe_distance(&self, hex: HexId) -> u16 {
        let eye = self.eye;
        self.near.list().iter().map(|&u| eye.b.ground.distance(hex, eye.s.unit(u).hex)).min().unwrap_or(99)
    }

    /// Every movement point nearer to where the unit is wanted counts.
    fn progress(&self, routes: &mut Routes, hex: HexId) -> i32 {
        let Some((goal, pull)) = self.goals.of(self.lead()) else { return 0 };
        let eye = self.eye;
        let distance = if eye.hostile(goal) {
            // Next to an enemy is near enough.
            2 * i32::from(eye.b.ground.distance(hex, goal)).max(1)
        } else {
            i32::from(half_mp(routes, eye.b, eye.b.arm(self.lead()), hex, goal))
        };
        -distance * pull / 2
    }

    /// A formation keeps together, so that one order serves it (2.3.1).
    fn company(&self, hex: HexId) -> i32 {
        let eye = self.eye;
        let formation = eye.b.unit(self.lead()).formation;
        let mates = &eye.b.formations[formation.i()].units;
        let others = mates.iter().filter(|u| eye.s.unit(**u).on_map() && !self.party.contains(u));
        match others.map(|&u| eye.b.ground.distance(hex, eye.s.unit(u).hex)).min() {
            Some(0..=2) | None => 0,
            Some(far) => -15 * i32::from(far - 2).min(4),
        }
    }

    /// Worth of staying for a unit that screens a battery, or bars a hex that the enemy needs to win (8.9, 13.1).
    fn stays(&self, hex: HexId) -> i32 {
        let eye = self.eye;
        let here = eye.s.unit(self.lead()).hex;
        if hex != here || eye.b.is_gun(self.lead()) {
            return 0;
        }
        let guns = eye.s.stack(here).filter(|&u| eye.b.is_gun(u));
        let screened = !eye.manned(here, |u| self.party.contains(&u)) && eye.nearest_foe(here) <= 5;
        let guns: i32 = if screened { guns.map(|u| eye.worth_now(u)).sum() } else { 0 };
        let key = if eye.nearest_foe(here) <= 8 { eye.key(eye.side.enemy(), here) } else { 0 };
        guns * 8 / 10 + key / 2
    }

    /// Own reinforcements must be able to come in (5.2.2).
    fn blocks_entry(&self, hex: HexId) -> i32 {
        let eye = self.eye;
        let due = eye.b.arrivals.iter().any(|a| {
            a.entry == hex
                && eye.b.formations[a.formation.i()].side == eye.side
                && a.turn <= eye.s.clock.turn + 1
                && a.units
                    .iter()
                    .any(|&u| !eye.s.unit(u).on_map() && eye.s.unit(u).condition != Condition::Eliminated)
        });
        if due { 400 } else { 0 }
    }

    /// To stand where the enemy is stronger is dangerous, next to them most of all.
    fn danger(&self, hex: HexId, threat: i32) -> i32 {
        let eye = self.eye;
        let friends = eye.power(&eye.own, hex, |u| self.party.contains(&u));
        let own: i32 = self.party.iter().map(|&u| 10 * i32::from(general::strength(eye.b, eye.s, u))).sum();
        (threat - friends - own).max(0) / 2
    }

    /// A battery wants enemies in effective range, a screen before it, and friends in its hex (8.9: alone it is lost).
    fn battery(&self, hex: HexId, distance: u16, threat: i32) -> i32 {
        let eye = self.eye;
        let manned = eye.manned(hex, |u| self.party.contains(&u));
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
        let eye = self.eye;
        let (effective, most) = eye.b.unit(self.lead()).range;
        let mut best = 0;
        for &foe in self.near.list() {
            let at = eye.s.unit(foe).hex;
            let distance = eye.b.ground.distance(hex, at);
            if distance > most || eye.s.top(at) != Some(foe) || !sight::sees(eye.b, eye.s, hex, at) {
                continue;
            }
            let value = if distance <= effective { 60 } else { 36 };
            best = value.max(best + 15);
        }
        best
    }

    /// The value of a facing in a hex: what it looks at, and what can be attacked so.
    pub fn pose(&self, hex: HexId, facing: Facing) -> i32 {
        let eye = self.eye;
        let outlook = eye.outlook(hex, facing);
        if eye.b.is_gun(self.lead()) || !self.beside(hex) {
            return outlook;
        }
        let attack = self.attack(hex, facing);
        // Who stands before the enemy and does not attack invites them.
        outlook + if attack > 0 { attack * ATTACK.0 / ATTACK.1 } else { -40 }
    }

    fn beside(&self, hex: HexId) -> bool {
        zones::next_to_enemy(self.eye.b, self.eye.s, self.eye.side, hex)
    }

    /// Promise of an attack from a hex with a facing in this activation, with all who can join (8.2, 8.4).
    pub fn attack(&self, hex: HexId, facing: Facing) -> i32 {
        let eye = self.eye;
        if !self.party.iter().any(|&u| eye.may_attack(u)) {
            return 0;
        }
        let mut targets = [HexId::NONE; 2];
        let mut count = 0;
        for dir in facing.fronts() {
            let Some(target) = eye.b.ground.neighbour(hex, dir) else { continue };
            let open = eye.hostile(target)
                && combat::fresh(eye.s, target)
                && movement::may_enter(eye.b, eye.s, self.lead(), hex, target).is_ok();
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
        let tested = orders::order_status(eye.b, eye.s, self.lead()) != Some(OrderStatus::Received);
        if tested && best > 0 { best * eye.engages(self.lead()) / 10 } else { best }
    }

    /// Own active units, not of the party, that stand ready to attack a hex.
    fn joiners(&self, target: HexId) -> impl Iterator<Item = UnitId> + '_ {
        let eye = self.eye;
        eye.own.list().iter().copied().filter(move |&u| {
            let at = eye.s.unit(u).hex;
            !self.party.contains(&u)
                && eye.b.ground.distance(at, target) == 1
                && eye.may_attack(u)
                && eye
                    .b
                    .ground
                    .dir_to(at, target)
                    .is_some_and(|d| facing::fronts(eye.b, eye.s, u).contains(d))
        })
    }

    /// Strength of own active units that could still come up to a hex in this activation.
    fn coming(&self, target: HexId) -> i16 {
        let eye = self.eye;
        let near = |u: &&UnitId| {
            let distance = eye.b.ground.distance(eye.s.unit(**u).hex, target);
            (2..=4).contains(&distance) && !self.party.contains(u) && eye.may_move(**u) && eye.may_attack(**u)
        };
        eye.own.list().iter().filter(near).map(|&u| general::strength(eye.b, eye.s, u)).sum()
    }

    /// Share of the party in an attack on some hexes together with those who are ready there.
    fn assault(&self, hex: HexId, targets: &[HexId]) -> i32 {
        let mut force = Force::default();
        for &target in targets {
            for unit in self.joiners(target) {
                force.add(self.eye, unit, self.eye.s.unit(unit).hex, target);
            }
        }
        let before = if force.is_empty() { 0 } else { force.against(self.eye, targets, 0).max(0) };
        let coming = targets.iter().map(|&t| self.coming(t)).max().unwrap_or(0);
        for &unit in self.party.iter().filter(|&&u| self.eye.may_attack(u)) {
            for &target in targets {
                force.add(self.eye, unit, hex, target);
            }
        }
        force.against(self.eye, targets, coming) - before
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
    pub fn add(&mut self, eye: &FieldView<'_>, unit: UnitId, from: HexId, target: HexId) {
        self.terrain = self.terrain.max(terrain_between(eye.b, from, target));
        self.rear |= eye.s.stack(target).any(|u| !eye.b.is_gun(u) && facing::is_rear(eye.b, eye.s, u, from));
        if self.count < Force::MOST && !self.units[..self.count].iter().any(|(u, _)| *u == unit) {
            self.units[self.count] = (unit, from);
            self.count += 1;
        }
    }

    /// Promise of the attack, as if `more` strength came along.
    pub fn against(&self, eye: &FieldView<'_>, targets: &[HexId], more: i16) -> i32 {
        self.charging(eye, targets, more, 0)
    }

    /// The same with a bonus for charging in place of the penalty of horse that does not.
    pub fn charging(&self, eye: &FieldView<'_>, targets: &[HexId], more: i16, bonus: i16) -> i32 {
        let (b, s) = (eye.b, eye.s);
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
                    guns += eye.worth_now(unit);
                    continue;
                }
                defence.defender(eye, unit, target, bases);
                if !b.is_gun(unit) {
                    defenders += general::strength(b, s, unit);
                    best = best.max(general::ratings(b, s, unit).cohesion);
                    square |= s.unit(unit).square;
                    routed |= s.unit(unit).condition == Condition::Routed;
                }
            }
            defence.ground(eye.prize(target).min(400));
        }
        if defenders == 0 {
            return guns;
        }
        defence.ground(guns);
        let mut attack = Stake::default();
        let (mut strength, mut cohesion, mut foot, mut horse) = (more, 0, false, false);
        for &(unit, _) in units {
            attack.attacker(eye, unit);
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
        promise(eye, total, &attack, &defence)
    }
}
