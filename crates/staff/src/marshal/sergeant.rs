//! The sergeant: plays by rules of thumb. Infantry goes in column to the places that count and at the nearest enemy, guns unlimber where they see
//! somebody, cavalry waits within reach of a charge; whoever fires or assaults does it where it is worth most, and assaults only at good odds.
//!
//! The sergeant sees only what the side sees. What is remembered, the ways over the ground, spares thinking twice and decides nothing. All values are whole
//! numbers.

use std::collections::BTreeMap;

use ground::{Aim, Dir, HexId};
use marshal::Marshal;
use marshal::ch18_movement::ground_cost;
use marshal::ch21_fire::{blocked, defence, value};
use marshal::ch32_assault::{attack_value, defence_value, may_assault};
use marshal::core::battle::{Arm, Battle};
use marshal::core::charts::Exact;
use marshal::core::footprint;
use marshal::core::state::{Formation, Order, State, UnitId};
use marshal::core::{status, verb};
use table::{Answer, Player, Point, SeenQuestion, Side};

use crate::context::best;

/// Hexes from the enemy at which guns halt and unlimber.
const GUNNERY: u16 = 5;
/// Hexes from the enemy at which cavalry waits for its charge.
const WAITING: u16 = 6;
/// Attack for a hundred of defence from which an assault is worth it.
const ASSAULTS: i32 = 150;
/// The same against who is in disorder or routs.
const ASSAULTS_BROKEN: i32 = 80;

/// A computer player by rules of thumb.
#[derive(Default)]
pub struct Sergeant {
    /// Half points from every hex to a goal, for an arm.
    ways: BTreeMap<(HexId, u8), Vec<i32>>,
}

impl Player<Marshal> for Sergeant {
    fn decide(&mut self, seen: &SeenQuestion<'_, Marshal>) -> Answer {
        let desk = Desk { b: seen.battle, s: seen.view(), side: seen.side(), legal: seen.legal };
        let about = seen.question.about;
        match seen.question.key {
            "charge.declare" => desk.charge(),
            "charge.target" => desk.target(),
            "charge.step" => desk.rides(about),
            "charge.form" | "melee.spare" => desk.button(verb::PASS),
            "trample" => desk.best(number),
            "square.attempt" => desk.best(|answer| i32::from(answer.verb == verb::SQUARE)),
            "react" | "opportunity" => desk.answers_charge(about),
            "move.unit" => desk.moves(),
            "move.act" => match unit_in(about) {
                Some(unit) => desk.acts(unit, &mut self.ways),
                None => desk.legal[0],
            },
            "ride.hex" => desk.button(verb::HALT),
            "fire.unit" | "fire.opportunity" => desk.fire(about),
            "fire.combine" => desk.best(|answer| i32::from(answer.verb == verb::COMBINE)),
            "assault.unit" => desk.assault(),
            "assault.join" => desk.best(|answer| i32::from(answer.verb == verb::JOIN)),
            "advance" => desk.best(|answer| i32::from(answer.verb == verb::ADVANCE)),
            "evade" => desk.evade(),
            _ => desk.legal[0],
        }
    }

    fn remembers(&self) -> bool {
        true
    }
}

/// The field as the side sees it, and the legal answers.
struct Desk<'a> {
    b: &'a Battle,
    s: &'a State,
    side: Side,
    legal: &'a [Answer],
}

/// The unit among the things that a question is about.
fn unit_in(about: [Point; 3]) -> Option<UnitId> {
    about.iter().find_map(|point| if let Point::Unit(unit) = point { Some(UnitId(*unit)) } else { None })
}

/// The hex among the things that a question is about.
fn hex_in(about: [Point; 3]) -> Option<HexId> {
    about.iter().find_map(|point| if let Point::Place(hex) = point { Some(HexId(*hex)) } else { None })
}

/// The number that an answer points at.
fn number(answer: &Answer) -> i32 {
    answer
        .points
        .iter()
        .find_map(|p| if let Point::Number(n) = p { Some(i32::from(*n)) } else { None })
        .unwrap_or(0)
}

/// One value for a hundred of another.
fn percent(of: Exact, per: Exact) -> i32 {
    let (a, b) = (of.parts(), per.parts());
    let (of, per) = (i64::from(a.0) * i64::from(b.1) * 100, i64::from(a.1) * i64::from(b.0));
    if per <= 0 { 1000 } else { (of / per).min(1000) as i32 }
}

impl Desk<'_> {
    fn button(&self, verb: table::Verb) -> Answer {
        let button = Answer::button(verb);
        if self.legal.contains(&button) { button } else { self.legal[0] }
    }

    fn best(&self, value: impl FnMut(&Answer) -> i32) -> Answer {
        best(self.legal, value)
    }

    fn unit(answer: &Answer) -> Option<UnitId> {
        answer.unit().map(UnitId)
    }

    fn hex(answer: &Answer) -> Option<HexId> {
        answer.place().map(HexId)
    }

    /// Hexes from a hex to the nearest enemy of some kind, with that enemy's hex.
    fn nearest(&self, from: HexId, kind: impl Fn(UnitId) -> bool) -> Option<(u16, HexId)> {
        let all = status::enemies(self.b, self.s, self.side).filter(|(unit, _)| kind(*unit));
        all.map(|(_, hex)| (self.b.ground.distance(from, hex), hex)).min()
    }

    /// Whether cavalry likes to charge an enemy: in the open, not in carré.
    fn is_prey(&self, unit: UnitId) -> bool {
        let now = self.s.unit(unit);
        let square = now.formation == Formation::Square && now.order == Order::Good;
        !square && self.b.charts.terrain[self.b.ground.terrain(now.hex())].open
    }

    /// Charges where there is prey within reach, four hexes off at least so that the charge comes straight.
    fn charge(&self) -> Answer {
        let reach = |answer: &Answer| {
            let Some(unit) = Self::unit(answer) else { return 0 };
            let hex = self.s.unit(unit).hex();
            let far = (self.b.unit(unit).movement as u16).saturating_sub(2);
            match self.nearest(hex, |u| self.is_prey(u)) {
                Some((distance, _)) if (2..=far).contains(&distance) => {
                    100 - i32::from(distance) + i32::from(answer.verb == verb::CHARGE_TOGETHER)
                }
                _ => -1,
            }
        };
        self.best(reach)
    }

    /// Charges who is there, a carré last; passes by nobody without need.
    fn target(&self) -> Answer {
        self.best(|answer| match Self::hex(answer) {
            Some(hex) => 1 + 2 * i32::from(self.s.units_in(hex).iter().all(|u| self.is_prey(*u))),
            None => 0,
        })
    }

    /// Rides on towards the nearest prey.
    fn rides(&self, about: [Point; 3]) -> Answer {
        let own = unit_in(about).map(|unit| self.s.unit(unit).hex());
        let prey = own.and_then(|hex| self.nearest(hex, |u| self.is_prey(u)));
        self.best(|answer| match (Self::hex(answer), prey) {
            (Some(hex), Some((far, goal))) => i32::from(far) - i32::from(self.b.ground.distance(hex, goal)),
            _ => 0,
        })
    }

    /// Charges in answer unless the enemy is much stronger.
    fn answers_charge(&self, about: [Point; 3]) -> Answer {
        let strength = |unit: UnitId| {
            i32::from(self.s.back(unit).melee) * i32::from(status::increments(self.b, self.s, unit))
                / i32::from(self.b.unit(unit).increments.max(1))
        };
        let theirs = unit_in(about).map_or(0, strength);
        self.best(|answer| match Self::unit(answer) {
            Some(unit) if 4 * strength(unit) >= 3 * theirs => strength(unit),
            Some(_) => -1,
            None => 0,
        })
    }

    /// Whoever is nearest to the enemy moves first; leaders stay with their men.
    fn moves(&self) -> Answer {
        self.best(|answer| match (answer.verb, Self::unit(answer)) {
            (verb::ENTER, Some(_)) => 2000 - number(answer),
            (verb::ENTER, None) => 1999,
            (verb::MOVE, Some(unit)) => {
                let far = self.nearest(self.s.unit(unit).hex(), |_| true).map_or(0, |(far, _)| far);
                1000 - i32::from(far.min(900))
            }
            _ => 0,
        })
    }

    /// The place that a unit makes for: the nearest that counts and is not held, if it is the nearest of its side to it; else the enemy.
    fn goal(&self, unit: UnitId) -> HexId {
        let own = self.s.unit(unit).hex();
        let distance = |from: HexId, to: HexId| self.b.ground.distance(from, to);
        let fit = |u: &UnitId| {
            let now = self.s.unit(*u);
            self.b.side(*u) == self.side
                && now.on_map()
                && now.order == Order::Good
                && self.b.arm(*u) == Arm::Infantry
        };
        let keeper = |hex: HexId| {
            let all = self.b.unit_ids().filter(fit);
            all.min_by_key(|u| (distance(self.s.unit(*u).hex(), hex), *u))
        };
        if let Some(kept) = self.b.objectives.iter().find(|o| keeper(o.hex) == Some(unit)) {
            return kept.hex;
        }
        let enemy =
            self.nearest(own, |u| self.s.unit(u).order != Order::Pgd).or_else(|| self.nearest(own, |_| true));
        let open =
            self.b.objectives.iter().filter(|o| status::holder(self.b, self.s, o.hex) != Some(self.side));
        let open = open.map(|o| (distance(own, o.hex), o.hex)).min();
        match (enemy, open) {
            (Some((far, hex)), Some((farther, _))) if far <= farther => hex,
            (_, Some((_, hex))) => hex,
            (Some((_, hex)), None) => hex,
            (None, None) => own,
        }
    }

    /// An act of a unit that moves.
    fn acts(&self, unit: UnitId, ways: &mut BTreeMap<(HexId, u8), Vec<i32>>) -> Answer {
        let own = self.s.unit(unit).hex();
        let near = self.nearest(own, |_| true);
        if let Some(answer) = self.forms(unit, near) {
            return answer;
        }
        let goal = self.goal(unit);
        let arm = self.b.arm(unit);
        let costs = ways.entry((goal, arm as u8)).or_insert_with(|| costs_to(self.b, arm, goal));
        let here = costs[own.index()];
        // Who may not stay goes on, away from the goal too: horse turns for nothing, and would turn for ever.
        if !self.legal.contains(&Answer::button(verb::HALT)) {
            return self.best(|answer| match (answer.verb, Self::hex(answer)) {
                (verb::GO, Some(to)) => here.saturating_sub(costs[to.index()]),
                _ => i32::MIN,
            });
        }
        let waits = match arm {
            Arm::Artillery => GUNNERY,
            Arm::Cavalry => WAITING,
            Arm::Infantry => 1,
        };
        let stays = own == goal || near.is_some_and(|(far, _)| far <= waits);
        if stays {
            return near
                .and_then(|(_, enemy)| self.turns(unit, enemy))
                .unwrap_or_else(|| self.button(verb::HALT));
        }
        let go = self.best(|answer| match (answer.verb, Self::hex(answer)) {
            (verb::GO, Some(to)) => here.saturating_sub(costs[to.index()]),
            (verb::HALT, _) => 0,
            _ => -1,
        });
        if go.verb == verb::GO {
            return go;
        }
        let beside = self.b.ground.neighbours(own).into_iter().filter(|hex| hex.is_some());
        let next = beside.filter(|hex| costs[hex.index()] < here).min_by_key(|hex| costs[hex.index()]);
        next.and_then(|hex| self.turns(unit, hex)).unwrap_or(go)
    }

    /// A turn by which a unit has a hex before its front, if it has it not.
    fn turns(&self, unit: UnitId, at: HexId) -> Option<Answer> {
        let own = self.s.unit(unit);
        let aim = self.b.ground.aim_to(own.hex(), at)?;
        let ahead = |dir: Dir| {
            let part = self.s.part_in(unit, own.hex()).map(|part| footprint::faces_of(self.b, self.s, part));
            part.is_some_and(|faces| faces.front.contains(dir))
        };
        let (one, other) = self.b.ground.hexsides_facing(at, own.hex());
        if one.into_iter().chain(other).any(ahead) {
            return None;
        }
        let turns = self.legal.iter().filter(|answer| answer.verb == verb::TURN);
        let turn = turns.min_by_key(|answer| answer.facing().map(|facing| Aim(facing).twelfths_to(aim)))?;
        let better = Aim(turn.facing()?).twelfths_to(aim) < own.aim.twelfths_to(aim);
        better.then_some(*turn)
    }

    /// A change of formation that is called for: guns unlimber where they see the enemy and limber where they see nobody; infantry leaves line and carré
    /// when no enemy is near, for a column.
    fn forms(&self, unit: UnitId, near: Option<(u16, HexId)>) -> Option<Answer> {
        let now = self.s.unit(unit);
        let to = |formation: Formation, at: HexId| {
            let aim = self.b.ground.aim_to(now.hex(), at)?;
            let wanted = Point::Number(formation as i16);
            let forms = self.legal.iter().filter(|a| a.verb == verb::FORM && a.points.contains(&wanted));
            forms.min_by_key(|a| a.facing().map(|facing| Aim(facing).twelfths_to(aim))).copied()
        };
        let (far, enemy) = near?;
        let sees = far <= GUNNERY && blocked(self.b, self.s, now.hex(), enemy).is_none();
        match now.formation {
            Formation::Limbered if sees => to(Formation::Unlimbered, enemy),
            Formation::Unlimbered if far > GUNNERY + 3 => to(Formation::Limbered, enemy),
            Formation::Line | Formation::Skirmish if far > 1 => to(Formation::Column, enemy),
            Formation::Square | Formation::RoadMarch => to(Formation::Column, enemy),
            _ => None,
        }
    }

    /// Fires where the value counts most against the defence.
    fn fire(&self, about: [Point; 3]) -> Answer {
        let at = hex_in(about);
        self.best(|answer| {
            let (Some(unit), Some(hex)) = (Self::unit(answer), Self::hex(answer).or(at)) else { return 0 };
            let fire: Exact = value(self.b, self.s, &[unit], hex).exact().value.into();
            let from = self.s.unit(unit).hex();
            let there = defence(self.b, self.s, hex, from).unwrap_or(99);
            1 + percent(fire, Exact::whole(i32::from(there)))
        })
    }

    /// Attack for a hundred of defence, of a unit and all who may join it.
    fn odds(&self, unit: UnitId, at: HexId) -> i32 {
        let own = |u: &UnitId| self.b.side(*u) == self.side && may_assault(self.b, self.s, *u, at).is_ok();
        let mut with: Vec<UnitId> = self.b.unit_ids().filter(own).take(8).collect();
        if !with.contains(&unit) {
            with.push(unit);
        }
        percent(attack_value(self.b, self.s, &with, at), defence_value(self.b, self.s, &with, at))
    }

    /// Assaults at the best odds that are good enough; what is mandatory comes by itself.
    fn assault(&self) -> Answer {
        let must = !self.legal.contains(&Answer::button(verb::DONE));
        self.best(|answer| {
            let (Some(unit), Some(at)) = (Self::unit(answer), Self::hex(answer)) else { return 0 };
            let broken = self.s.top(at).is_some_and(|u| self.s.unit(u).order != Order::Good);
            let least = if broken { ASSAULTS_BROKEN } else { ASSAULTS };
            let odds = self.odds(unit, at);
            if must || odds >= least { odds } else { -1 }
        })
    }

    /// Retreats before a mêlée at bad odds only.
    fn evade(&self) -> Answer {
        let Some(unit) = self.legal.iter().find_map(Self::unit) else { return self.button(verb::STAND) };
        let now = self.s.unit(unit);
        let strong = |u: &UnitId| i32::from(self.s.back(*u).melee);
        let beside = self.b.ground.neighbours(now.hex()).into_iter().filter(|hex| hex.is_some());
        let enemies = beside.flat_map(|hex| self.s.units_in(hex)).filter(|u| self.b.side(*u) != self.side);
        let theirs: i32 = enemies.map(|u| strong(&u)).sum();
        let ours: i32 = self.s.units_in(now.hex()).iter().map(strong).sum();
        if theirs > ours { self.legal[0] } else { self.button(verb::STAND) }
    }
}

/// Half points from every hex to a goal for an arm, whoever stands there.
fn costs_to(b: &Battle, arm: Arm, goal: HexId) -> Vec<i32> {
    let mut costs = vec![i32::MAX / 2; b.ground.len()];
    costs[goal.index()] = 0;
    let mut open = std::collections::VecDeque::from([goal]);
    while let Some(to) = open.pop_front() {
        for from in b.ground.neighbours(to) {
            if !from.is_some() {
                continue;
            }
            let Some(cost) = ground_cost(b, arm, from, to) else { continue };
            let total = costs[to.index()] + i32::from(cost);
            if total < costs[from.index()] {
                costs[from.index()] = total;
                open.push_back(from);
            }
        }
    }
    costs
}
