//! Retreats before mêlée (29).

use ground::{Dir, HexId};
use table::{Answer, Event, Play, Refusal, rule};

use crate::Field;
use crate::ch10_increments::may_stand;
use crate::ch14_zones;
use crate::ch18_movement::{hexside_cost, passes, rides_by};
use crate::ch20_horse_tirailleurs;
use crate::core::battle::{Arm, Battle, Trait};
use crate::core::charts::Exact;
use crate::core::field::{about, hex_of, hex_point, leader_point, unit_point};
use crate::core::occupancy::Hexes;
use crate::core::state::{Formation, LeaderId, Order, Readiness, State, UnitId, did, strain};
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
    // Horse in skirmish order must be the swifter before anybody (20).
    let loose = ch20_horse_tirailleurs::is_tirailleur(b, s, unit);
    if skirmishers || horse(&unit) && (foot && !loose || swifter) || guns && swifter {
        Ok(())
    } else {
        refuse(rule!("29"))
    }
}

/// Length of a retreat before the enemy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Slip {
    /// As far as half of the movement goes (29).
    HalfMove,
    /// A hex (20).
    OneHex,
}

/// A step of a retreat: the hexes of the unit after it, and its cost.
type Stride = (Hexes, i16);

/// The steps of a retreat of a unit from some hexes, with so many half points spent: no nearer to the enemy, in no zone of theirs (29), through friends as in movement
/// (18, 19). A unit in several hexes keeps its front.
fn strides(b: &Battle, s: &State, unit: UnitId, (own, spent): (&[HexId], i16)) -> Vec<Stride> {
    let (side, formation) = (b.side(unit), s.unit(unit).formation);
    let most = (b.charts.movement.before_melee.value * Exact::whole((2 * b.unit(unit).movement).into()))
        .floor() as i16;
    let nearest = |hex| status::nearest_enemy(b, s, side, hex).unwrap_or(u16::MAX);
    let free = |from: HexId, to: HexId| {
        !status::is_enemy(b, s, side, to)
            && passes(b, s, unit, to, formation).is_ok()
            && nearest(to) >= nearest(from)
            && !ch14_zones::in_zone(b, s, side.enemy(), to)
    };
    let cost = |from: HexId, dir: Dir| {
        let to = b.ground.neighbour(from, dir).filter(|to| free(from, *to))?;
        let over = hexside_cost(b, from, dir, |c| c.of(b.arm(unit)))?;
        Some((to, (b.charts.terrain[b.ground.terrain(to)].cost.of(b.arm(unit))? + over) as i16))
    };
    let way = |dir: Dir| -> Option<Stride> {
        let found: Option<Vec<(HexId, i16)>> = own.iter().map(|hex| cost(*hex, dir)).collect();
        let found = found?;
        let dearest = found.iter().map(|(_, cost)| *cost).max()?;
        Some((found.into_iter().map(|(hex, _)| hex).collect(), dearest))
    };
    Dir::ALL.into_iter().filter_map(way).filter(|(_, cost)| spent + cost <= most).collect()
}

/// Whether a retreat may end in some hexes.
fn may_end(b: &Battle, s: &State, unit: UnitId, hexes: &[HexId]) -> bool {
    hexes.iter().all(|hex| may_stand(b, s, &[unit], *hex).is_ok())
}

/// The steps of a retreat that lead to where it may end.
fn ways(b: &Battle, s: &State, unit: UnitId, (own, spent): (&[HexId], i16), slip: Slip) -> Vec<Stride> {
    let leads = |(hexes, cost): &Stride| {
        may_end(b, s, unit, hexes)
            || slip == Slip::HalfMove && !ways(b, s, unit, (hexes, spent + cost), slip).is_empty()
    };
    strides(b, s, unit, (own, spent)).into_iter().filter(leads).collect()
}

/// The hexes to which a leader may ride before a mêlée, with half of the movement: by hexes out of enemy zones, none nearer to the enemy (7, 29).
fn rides_away(b: &Battle, s: &State, leader: LeaderId) -> Vec<HexId> {
    let side = b.leader(leader).side;
    let nearest = |hex| status::nearest_enemy(b, s, side, hex).unwrap_or(u16::MAX);
    let own = nearest(s.leader(leader).hex);
    let free = |hex: HexId| nearest(hex) >= own && !ch14_zones::in_zone(b, s, side.enemy(), hex);
    let most = b.charts.movement.before_melee.value * Exact::whole((2 * b.leader(leader).movement).into());
    rides_by(b, s, leader, most.floor() as i16, free)
}

impl Field<'_, '_> {
    /// Defenders who may retreat before the mêlée do, if their owner wishes, and leaders by themselves (29).
    pub(super) fn evade(&mut self, attackers: &[UnitId], at: HexId) -> Play<()> {
        for unit in self.s.units_in(at) {
            if may_evade(self.b, self.s, unit, attackers).is_err() {
                continue;
            }
            let hexes = self.retreats(unit, at, Slip::HalfMove)?;
            let before_horse = attackers.iter().any(|u| self.b.arm(*u) == Arm::Cavalry);
            if hexes > 0 && before_horse {
                self.s.unit_mut(unit).strain |= strain::EVADED;
            }
        }
        for leader in status::leaders_in(self.b, self.s, self.b.side(attackers[0]).enemy(), at) {
            self.leader_evades(leader)?;
        }
        Ok(())
    }

    /// A unit retreats hex by hex, as its owner likes; how many hexes it went. Who goes more than one has spent its next movement (29).
    pub(crate) fn retreats(&mut self, unit: UnitId, at: HexId, slip: Slip) -> Play<i16> {
        let (mut spent, mut hexes) = (0, 0);
        while slip == Slip::HalfMove || hexes == 0 {
            let own: Hexes = self.s.unit(unit).hexes().into();
            let found = ways(self.b, self.s, unit, (&own, spent), slip);
            if found.is_empty() {
                break;
            }
            let mut answers: Vec<Answer> = found
                .iter()
                .map(|(to, _)| Answer::two(verb::RETREAT, unit_point(unit), hex_point(to[0])))
                .collect();
            // Nobody stays where friends are passed only.
            if hexes == 0 || may_end(self.b, self.s, unit, &own) {
                answers.push(Answer::button(verb::STAND));
            }
            let points = about([unit_point(unit), hex_point(at)]);
            let answer = self.choose(self.b.side(unit), rule!("29"), "evade", points, &answers)?;
            let Some(to) = hex_of(&answer) else { break };
            let (to, cost) = found.into_iter().find(|(hexes, _)| hexes[0] == to).expect("it was offered");
            spent += cost;
            hexes += 1;
            self.evades_to(unit, &to);
        }
        if hexes > 1 {
            self.s.unit_mut(unit).set(did::SPENT, true);
        }
        Ok(hexes)
    }

    fn evades_to(&mut self, unit: UnitId, to: &[HexId]) {
        let from = self.s.unit(unit).hex();
        let loose = matches!(self.s.unit(unit).formation, Formation::Skirmish | Formation::Limbered);
        self.s.put(unit, if loose { to } else { &to[..1] });
        let close = status::is_close(self.b, to[0]);
        let now = self.s.unit_mut(unit);
        now.from = from;
        if !loose {
            now.formation = if close { Formation::GeneralOrder } else { Formation::Column };
            now.aim = if now.aim.is_vertex() { now.aim.turn(1) } else { now.aim };
        }
        self.tell(|| {
            Event::new(rule!("29"), "evaded").point("unit", unit_point(unit)).point("hex", hex_point(to[0]))
        });
        let side = self.b.side(unit);
        if self.s.is_empty(from) {
            for leader in status::leaders_in(self.b, self.s, side, from) {
                self.s.leader_mut(leader).hex = to[0];
            }
        }
    }

    /// A leader rides away before the mêlée, if the owner wishes (7, 29).
    fn leader_evades(&mut self, leader: LeaderId) -> Play<()> {
        let found = rides_away(self.b, self.s, leader);
        if found.is_empty() {
            return Ok(());
        }
        let way = |hex: &HexId| Answer::two(verb::RETREAT, leader_point(leader), hex_point(*hex));
        let mut answers: Vec<Answer> = found.iter().map(way).collect();
        answers.push(Answer::button(verb::STAND));
        let points = about([leader_point(leader)]);
        let answer =
            self.choose(self.b.leader(leader).side, rule!("29"), "leader.evade", points, &answers)?;
        let Some(to) = hex_of(&answer) else { return Ok(()) };
        self.s.leader_mut(leader).hex = to;
        self.tell(|| {
            Event::new(rule!("29"), "leader.rode")
                .point("leader", leader_point(leader))
                .point("hex", hex_point(to))
        });
        Ok(())
    }
}
