//! Retreats before mêlée (29).

use ground::HexId;
use table::{Answer, Event, Play, Refusal, rule};

use crate::Field;
use crate::ch14_zones;
use crate::core::battle::{Arm, Battle, Trait};
use crate::core::charts::Exact;
use crate::core::field::{about, hex_of, hex_point, unit_point};
use crate::core::state::{Formation, Order, Readiness, State, UnitId, did, strain};
use crate::core::{status, verb};

/// Whether a unit may retreat before attackers (29, 36).
fn may_evade(b: &Battle, s: &State, unit: UnitId, attackers: &[UnitId]) -> Result<(), Refusal> {
    let now = s.unit(unit);
    let horse = |u: &UnitId| b.arm(*u) == Arm::Cavalry;
    let foot = attackers.iter().all(|u| !horse(u));
    let swiftest = attackers.iter().map(|u| b.unit(*u).movement).max().unwrap_or(0);
    let swifter = b.unit(unit).movement >= swiftest + b.charts.movement.swifter.value;
    let refuse = |rule| Err(Refusal::new(rule, "evade.never").with("unit", unit_point(unit)));
    if now.order != Order::Good {
        return refuse(rule!("29"));
    }
    let fresh = attackers.iter().any(|u| horse(u) && s.unit(*u).readiness == Readiness::Fresh);
    if horse(&unit) && now.readiness == Readiness::Exhausted && fresh {
        return refuse(rule!("36"));
    }
    let skirmishers = b.arm(unit) == Arm::Infantry && now.formation == Formation::Skirmish && foot;
    let guns = b.is(unit, Trait::Horse) && now.formation == Formation::Limbered;
    if skirmishers || horse(&unit) && (foot || swifter) || guns && swifter {
        Ok(())
    } else {
        refuse(rule!("29"))
    }
}

/// The hexes to which a unit may retreat now: no nearer to the enemy, in no zone of theirs (29).
fn ways(b: &Battle, s: &State, unit: UnitId, spent: i16) -> Vec<(HexId, i16)> {
    let (from, side) = (s.unit(unit).hex(), b.side(unit));
    let most = (b.charts.movement.before_melee.value * Exact::whole((2 * b.unit(unit).movement).into()))
        .floor() as i16;
    let nearest = |hex| status::nearest_enemy(b, s, side, hex).unwrap_or(u16::MAX);
    let cost = |to: HexId| {
        let dir = b.ground.dir_to(from, to)?;
        let over = crate::ch18_movement::hexside_cost(b, from, dir, |c| c.of(b.arm(unit)))?;
        Some((b.charts.terrain[b.ground.terrain(to)].cost.of(b.arm(unit))? + over) as i16)
    };
    let free = |to: &HexId| {
        to.is_some()
            && s.is_empty(*to)
            && nearest(*to) >= nearest(from)
            && !ch14_zones::in_zone(b, s, side.enemy(), *to)
    };
    let beside = b.ground.neighbours(from).into_iter().filter(free);
    beside.filter_map(|to| Some((to, cost(to)?))).filter(|(_, cost)| spent + cost <= most).collect()
}

impl Field<'_, '_> {
    /// Defenders who may retreat before the mêlée do, if their owner wishes (29); leaders alone go with the last of them.
    pub(super) fn evade(&mut self, attackers: &[UnitId], at: HexId) -> Play<()> {
        for unit in self.s.units_in(at) {
            if may_evade(self.b, self.s, unit, attackers).is_err() {
                continue;
            }
            let (mut spent, mut hexes) = (0, 0);
            loop {
                let found = ways(self.b, self.s, unit, spent);
                if found.is_empty() {
                    break;
                }
                let mut answers: Vec<Answer> = found
                    .iter()
                    .map(|(to, _)| Answer::two(verb::RETREAT, unit_point(unit), hex_point(*to)))
                    .collect();
                answers.push(Answer::button(verb::STAND));
                let answer = self.choose(
                    self.b.side(unit),
                    rule!("29"),
                    "evade",
                    about([unit_point(unit), hex_point(at)]),
                    &answers,
                )?;
                let Some(to) = hex_of(&answer) else { break };
                spent += found.iter().find(|(hex, _)| *hex == to).map_or(0, |(_, cost)| *cost);
                hexes += 1;
                self.evades_to(unit, to);
            }
            let before_horse = attackers.iter().any(|u| self.b.arm(*u) == Arm::Cavalry);
            if hexes > 0 && before_horse {
                self.s.unit_mut(unit).strain |= strain::EVADED;
            }
            if hexes > 1 {
                // Its next movement is spent (29).
                self.s.unit_mut(unit).set(did::SPENT, true);
            }
        }
        Ok(())
    }

    fn evades_to(&mut self, unit: UnitId, to: HexId) {
        let from = self.s.unit(unit).hex();
        self.s.put(unit, &[to]);
        let close = status::is_close(self.b, to);
        let now = self.s.unit_mut(unit);
        now.from = from;
        if now.formation != Formation::Skirmish && now.formation != Formation::Limbered {
            now.formation = if close { Formation::GeneralOrder } else { Formation::Column };
            now.aim = if now.aim.is_vertex() { now.aim.turn(1) } else { now.aim };
        }
        self.tell(|| {
            Event::new(rule!("29"), "evaded").point("unit", unit_point(unit)).point("hex", hex_point(to))
        });
        let side = self.b.side(unit);
        if self.s.is_empty(from) {
            for leader in status::leaders_in(self.b, self.s, side, from) {
                self.s.leader_mut(leader).hex = to;
            }
        }
    }
}
