//! Stance: the worth for a stack of standing in a hex, and the hexes that it can reach.

use an30::ch09_facing::facing;
use an30::ch10_zones::zones::{self, ZoneOwners};
use an30::ch12_formations::skirmish;
use an30::ch13_movement::{allowance, step};
use an30::ch14_sight::sight;
use an30::ch15_fire::value;
use an30::core::battle::{Arm, Trait};
use an30::core::state::{Chit, Formation, Order, Part, Prone, UnitId};
use an30::core::status;
use ground::{Flood, HexId, Step};

use super::field_view::FieldView;
use super::goals::{Goals, Routes, half_mp};
use super::habits::ripeness;

/// Units that move together, and what is known of them.
pub struct Mover<'a, 'e> {
    /// The field.
    pub view: &'e FieldView<'a>,
    /// The units, from the top.
    pub stack: &'e [UnitId],
    /// Goals of units.
    pub goals: &'e Goals,
    /// Enemy guns that could fire.
    guns: Vec<UnitId>,
}

/// Enemies farther away are not looked at hex by hex.
const HORIZON: u16 = 10;

impl<'a, 'e> Mover<'a, 'e> {
    /// Looks at the surroundings of units that are about to move.
    pub fn new(view: &'e FieldView<'a>, stack: &'e [UnitId], goals: &'e Goals) -> Self {
        let guns = |u: &UnitId| {
            view.b.arm(*u) == Arm::Artillery
                && view.s.unit(*u).formation == Formation::Unlimbered
                && !view.b.is(*u, Trait::Wagon)
        };
        let guns = view.foes.iter().copied().filter(guns).collect();
        Mover { view, stack, goals, guns }
    }

    /// The unit that leads the stack.
    pub fn lead(&self) -> UnitId {
        self.stack[0]
    }

    /// The formation in which it marches, if it has to change for that, and the half movement points of the change.
    pub fn march(&self) -> (Option<Formation>, u16) {
        let (b, s, unit) = (self.view.b, self.view.s, self.lead());
        let now = s.unit(unit);
        match (b.arm(unit), now.shape()) {
            // Out of a zone only the first act leads (10.2.2.1).
            (Arm::Infantry, _) if self.is_held() => (None, 0),
            (Arm::Infantry, Formation::Square | Formation::Line | Formation::Skirmish) => {
                (Some(Formation::Column), 2 * now.hexes().len() as u16)
            }
            (Arm::Cavalry, Formation::Skirmish) => (Some(Formation::Column), 6),
            (Arm::Cavalry, Formation::Line) if now.hexes().len() > 1 => (Some(Formation::Column), 6),
            (Arm::Artillery, _) if now.formation == Formation::Unlimbered => (Some(Formation::Limbered), 4),
            _ => (None, 0),
        }
    }

    /// The hexes that it can reach and end in, with their cost in half movement points; its own first, at 0.
    pub fn reach(&self, flood: &mut Flood) -> Vec<(HexId, u16)> {
        let view = self.view;
        let (b, s, unit) = (view.b, view.s, self.lead());
        let start = s.unit(unit).hex();
        let budget = allowance::left(b, s, self.stack).saturating_sub(self.march().1);
        let whose = zones::that_hold(b, s, unit);
        let held = zones::holds(b, s, unit, whose);
        let traveller = status::traveller(b, s, unit);
        let regroups = s.activation.chit == Some(Chit::Regroup);
        let formed = s.unit(unit).order == Order::Good && b.arm(unit) != Arm::Artillery;
        let prone = s.unit(unit).prone == Prone::Prone;
        flood.flood(&b.ground, start, budget, |from, dir, to, _| {
            let crowded = !s.is_empty(to) && s.units_in(to).iter().any(|u| !self.stack.contains(u));
            let close = status::is_close(b, to);
            let horse = b.arm(unit) == Arm::Cavalry;
            if crowded || prone || horse && close || step::may_cross(b, s, unit, from, dir).is_err() {
                return Step::No;
            }
            let Ok(cost) = step::ground(b, traveller, from, dir) else { return Step::No };
            let out =
                if formed && status::is_close(b, from) && !close { if horse { 6 } else { 2 } } else { 0 };
            let cost = cost + out + skirmish::hindrance(b, s, unit, to);
            let zone = zones::bears_on(b, s, view.side, to, whose);
            if zone && (held && from == start || regroups) {
                return Step::No;
            }
            if zone { Step::EnterAndStop(cost) } else { Step::Enter(cost) }
        });
        flood.reached().collect()
    }

    /// The value of a hex, whatever is done there.
    pub fn place(&self, routes: &mut Routes, hex: HexId) -> i32 {
        let view = self.view;
        let unit = self.lead();
        let arm = view.b.arm(unit);
        let mut value = self.company(hex);
        value += match arm {
            // Guns that have targets need not go nearer.
            Arm::Artillery if self.field_of_fire(hex) > 0 => self.progress(routes, hex) / 5,
            _ => self.progress(routes, hex) + self.siege(hex),
        };
        let holds = arm == Arm::Infantry || arm == Arm::Cavalry && view.is_last_turn();
        if holds && !self.is_held_by_others(hex) {
            value += view.prize(hex);
        }
        let far = view.nearest_foe(hex);
        if far > HORIZON {
            return value;
        }
        let threat = view.power(&view.foes, hex, |_| false);
        let friends = view.power(&view.own, hex, |u| self.stack.contains(&u));
        let own: i32 = self.stack.iter().map(|u| view.strength(*u)).sum();
        value -= self.under_fire(hex);
        value += match arm {
            Arm::Artillery => self.battery(hex, far, threat),
            Arm::Cavalry => self.horse(hex, far) - (threat - friends - own).max(0) / 2,
            Arm::Infantry => self.foot(hex, far) - (threat - friends - own).max(0) / 2,
        };
        if far <= 3 && !view.has_route_back(unit, hex) {
            value -= 250;
        }
        value
    }

    /// Whether others of its side hold a hex, with it or without.
    fn is_held_by_others(&self, hex: HexId) -> bool {
        let steady = |u: &UnitId| !self.stack.contains(u) && self.view.s.unit(*u).order != Order::Pgd;
        self.view.s.units_in(hex).iter().any(|u| self.view.b.side(*u) == self.view.side && steady(u))
    }

    /// Every movement point nearer to where the unit is wanted counts.
    pub fn progress(&self, routes: &mut Routes, hex: HexId) -> i32 {
        let view = self.view;
        let traveller = status::traveller(view.b, view.s, self.lead());
        let goal = match view.s.activation.chit {
            Some(Chit::Regroup) => {
                let leader = an30::ch08_command::regroup::goal(view.b, view.s, self.lead());
                leader.map(|l| (view.s.leader(l).hex, 30))
            }
            _ => self.goals.of(self.lead()),
        };
        let Some((goal, pull)) = goal else { return 0 };
        let hostile = status::is_enemy(view.b, view.s, view.side, goal);
        let distance = if hostile {
            // Next to an enemy is near enough.
            2 * i32::from(view.b.ground.distance(hex, goal)).max(1)
        } else {
            i32::from(half_mp(routes, view.b, traveller, hex, goal))
        };
        -distance * pull / 2
    }

    /// Foot closes up around a place that the enemy holds, to fire and to assault.
    fn siege(&self, hex: HexId) -> i32 {
        let view = self.view;
        let near = view.b.ground.neighbours(hex).into_iter().filter(|at| at.is_some());
        let held =
            near.filter(|at| status::is_enemy(view.b, view.s, view.side, *at)).map(|at| view.prize(at));
        let prize = held.max().unwrap_or(0);
        if view.b.arm(self.lead()) == Arm::Infantry { (prize / 8).min(250) } else { 0 }
    }

    /// A brigade keeps together, and within the span of its leader.
    fn company(&self, hex: HexId) -> i32 {
        let view = self.view;
        let command = view.b.unit(self.lead()).command;
        let mates = view.own.iter().filter(|u| {
            view.b.unit(**u).command == command
                && !self.stack.contains(u)
                && view.s.unit(**u).order != Order::Pgd
        });
        match mates.map(|u| view.b.ground.distance(hex, view.s.unit(*u).hex())).min() {
            Some(0..=3) | None => 0,
            Some(far) => -15 * i32::from(far - 3).min(5),
        }
    }

    /// The harm that enemy guns would do there.
    fn under_fire(&self, hex: HexId) -> i32 {
        let view = self.view;
        let (b, s) = (view.b, view.s);
        let mut sum = 0;
        for &gun in &self.guns {
            let from = s.unit(gun).hex();
            let far = b.ground.distance(from, hex);
            let Some(printed) = value::printed(b, s, gun, far.max(1)) else { continue };
            if far > 1 && !sight::sees(b, s, from, hex) {
                continue;
            }
            let strength = i32::from(printed) * if far <= 1 { 3 } else { 1 };
            sum += strength * 3;
        }
        let cover = if status::is_close(b, hex) { 2 } else { 1 };
        sum / cover
    }

    /// Foot holds objectives and cover; it does not stand before the enemy for nothing, least of all in disorder.
    fn foot(&self, hex: HexId, far: u16) -> i32 {
        let view = self.view;
        let shaken = view.s.unit(self.lead()).order == Order::Disorder;
        let special = view.b.charts.terrain[view.b.ground.terrain(hex)].special_structure;
        let cover = if special {
            140
        } else if status::is_close(view.b, hex) {
            50
        } else {
            0
        };
        let horse = if cover == 0 && view.horse_near(hex, 5) { -30 } else { 0 };
        let near = match (far, shaken) {
            (0..=1, true) => -200,
            (2..=3, true) => -60,
            (0..=1, false) if view.prize(hex) == 0 => -50,
            _ => 0,
        };
        cover + horse + near
    }

    /// Horse waits some hexes off what it could charge, out of the fire of foot.
    fn horse(&self, hex: HexId, far: u16) -> i32 {
        let view = self.view;
        let (b, s) = (view.b, view.s);
        let tops = view.foes.iter().filter(|u| s.top(s.unit(**u).hex()) == Some(**u));
        let ripe = tops.map(|u| {
            let at = s.unit(*u).hex();
            let far = b.ground.distance(at, hex);
            if (2..=6).contains(&far) { ripeness(b, s, at).clamp(0, 150) / 3 } else { 0 }
        });
        let near = match far {
            0..=1 => -150,
            2 => -60,
            _ => 0,
        };
        ripe.max().unwrap_or(0) + near
    }

    /// A battery wants enemies in reach, and friends before it: alone it is lost.
    fn battery(&self, hex: HexId, far: u16, threat: i32) -> i32 {
        let view = self.view;
        let escort = view.own.iter().any(|u| {
            view.b.arm(*u) == Arm::Infantry
                && view.s.unit(*u).order == Order::Good
                && !self.stack.contains(u)
                && view.b.ground.distance(view.s.unit(*u).hex(), hex) <= 2
        });
        let alone = match (escort, far) {
            (_, 0..=1) => 500,
            (true, 2) => 120,
            (true, _) => 0,
            (false, 2..=3) => 400,
            (false, _) => threat / 2,
        };
        self.field_of_fire(hex) - alone
    }

    /// The field of fire of a battery from a hex: the enemies that it can fire at, near ones best.
    pub fn field_of_fire(&self, hex: HexId) -> i32 {
        let view = self.view;
        let (b, s) = (view.b, view.s);
        let mut best = 0;
        for &foe in &view.foes {
            let at = s.unit(foe).hex();
            let far = b.ground.distance(hex, at);
            let Some(printed) = value::printed(b, s, self.lead(), far.max(1)) else { continue };
            if s.top(at) != Some(foe) || !sight::sees(b, s, hex, at) {
                continue;
            }
            best = (i32::from(printed) * 8).max(best + 10);
        }
        best
    }

    /// The enemy stack that it should look at from a hex: the nearest, the strongest of equals.
    pub fn looks_at(&self, hex: HexId) -> Option<HexId> {
        let view = self.view;
        let able = view.foes.iter().filter(|u| view.s.unit(**u).order != Order::Pgd);
        let hexes = able.map(|u| (view.s.unit(*u).hex(), view.strength(*u)));
        let near = hexes.min_by_key(|(at, strength)| (view.b.ground.distance(hex, *at), -strength));
        near.map(|(at, _)| at)
    }

    /// Whether a stack of the enemy has a hex before its front.
    pub fn faces(&self, foe: UnitId, hex: HexId) -> bool {
        let (b, s) = (self.view.b, self.view.s);
        footprint_parts(s, foe).any(|part| {
            let from = s.hex_of(part);
            b.ground.dir_to(from, hex).is_some_and(|dir| facing::fronts(b, s, part).contains(dir))
        })
    }

    /// Whether the hex it stands in lies in a zone that holds it.
    pub fn is_held(&self) -> bool {
        zones::holds(self.view.b, self.view.s, self.lead(), ZoneOwners::Any)
    }
}

/// The parts of a unit.
fn footprint_parts(s: &an30::State, unit: UnitId) -> impl Iterator<Item = Part> + use<> {
    an30::core::footprint::parts(s, unit)
}
