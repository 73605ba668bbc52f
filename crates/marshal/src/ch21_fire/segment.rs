//! The fire segments (27), and opportunity fire (28).

use ground::HexId;
use table::{Answer, Play, Point, Refusal, Side, rule};

use super::aiming::{firing_hex, may_fire};
use super::value::value;
use super::{Firing, Kind};
use crate::Field;
use crate::ask::not_offered;
use crate::ch02_chronology::Over;
use crate::ch14_zones;
use crate::core::battle::{Arm, Battle};
use crate::core::charts::{Exact, FireBasis};
use crate::core::field::{about, hex_of, hex_point, unit_of, unit_point};
use crate::core::state::{Formation, LeaderId, LeaderStatus, Phase, State, UnitId};
use crate::core::{status, verb};

/// The hexes at which a unit may fire.
fn targets(b: &Battle, s: &State, unit: UnitId, kind: Kind, out: &mut Vec<Answer>) {
    let first = out.len();
    for (_, hex) in status::enemies(b, s, b.side(unit)) {
        let answer = Answer::two(verb::FIRE, unit_point(unit), hex_point(hex));
        if !out[first..].contains(&answer) && may_fire(b, s, unit, hex, kind).is_ok() {
            out.push(answer);
        }
    }
}

/// Whether a unit may join those who fire at a hex (21, 25): infantry of one hex or next to it at once; batteries of two hexes at a distance only
/// with a leader of guns in one of them, of three with one of special ability.
fn may_join(
    b: &Battle,
    s: &State,
    firing: &Firing,
    unit: UnitId,
    at: HexId,
    kind: Kind,
) -> Result<(), Refusal> {
    may_fire(b, s, unit, at, kind)?;
    let refuse = |why| Err(Refusal::new(rule!("25"), why).with("unit", unit_point(unit)));
    if firing.contains(&unit) || b.side(unit) != b.side(firing[0]) {
        return refuse("fire.joined");
    }
    // Of the lines of a hex only so many increments fire (16; RULING 40).
    let with: Firing = firing.iter().copied().chain([unit]).collect();
    let worth = |units: &[UnitId]| Exact::from(value(b, s, units, at).exact().value);
    if status::row(b, s, unit).fire == FireBasis::Increments && worth(&with) <= worth(firing) {
        return Err(Refusal::new(rule!("24"), "fire.worth")
            .with("unit", unit_point(unit))
            .with("hex", hex_point(at)));
    }
    let far = |u: &UnitId| firing_hex(b, s, *u, at).is_some_and(|from| b.ground.distance(from, at) > 1);
    if b.arm(unit) != Arm::Artillery || !far(&unit) {
        return Ok(());
    }
    let mut hexes: Firing = firing
        .iter()
        .copied()
        .filter(|u| b.arm(*u) == Arm::Artillery && s.unit(*u).hex() != s.unit(unit).hex())
        .collect();
    hexes.dedup_by_key(|u| s.unit(*u).hex());
    let others = hexes.iter().map(|u| s.unit(*u).hex());
    let all = others.clone().chain([s.unit(unit).hex()]);
    let gunners =
        || b.leader_ids().filter(|l| b.leader(*l).side == b.side(unit) && b.leader(*l).artillery > 0);
    let there =
        |l: LeaderId| Some(s.leader(l)).filter(|now| now.status == LeaderStatus::Map).map(|now| now.hex);
    let adjacent = others.clone().all(|hex| b.ground.distance(hex, s.unit(unit).hex()) == 1);
    // Two hexes have a leader of guns in one of them, three one of special ability in or next to each of them.
    let led = || all.clone().any(|hex| gunners().any(|l| there(l) == Some(hex)));
    let near_all = |l: LeaderId| {
        let close = |hex: HexId| there(l).is_some_and(|at| b.ground.distance(at, hex) <= 1);
        b.leader(l).gunner && close(s.unit(unit).hex()) && others.clone().all(close)
    };
    match hexes.len() {
        0 => Ok(()),
        1 if adjacent && led() => Ok(()),
        2 if gunners().any(near_all) => Ok(()),
        _ => refuse("fire.batteries"),
    }
}

impl Field<'_, '_> {
    /// One attack of a side's fire segment, or its end (27).
    pub(crate) fn fire_step(&mut self, side: Side) -> Play<Over> {
        let kind = if self.s.clock.phase == Phase::DefensiveFire { Kind::Defensive } else { Kind::Offensive };
        let answer = self.ask(
            side,
            rule!("27"),
            "fire.unit",
            about([Point::Side(side)]),
            |b, s, out| {
                b.unit_ids().filter(|u| b.side(*u) == side).for_each(|u| targets(b, s, u, kind, out));
                out.push(Answer::button(verb::DONE));
            },
            |b, s, answer| why_not(b, s, side, answer, kind),
        )?;
        let (Some(unit), Some(at)) = (unit_of(&answer), hex_of(&answer)) else {
            if kind == Kind::Defensive {
                self.slip_away(side)?;
            }
            return Ok(Over::Yes);
        };
        let firing = self.gather(unit, at, kind)?;
        self.fire_attack(&firing, at, kind)?;
        Ok(Over::No)
    }

    /// Those who fire with a unit at a hex, as their owner wishes (21).
    fn gather(&mut self, unit: UnitId, at: HexId, kind: Kind) -> Play<Firing> {
        let mut firing = Firing::from_iter([unit]);
        let side = self.b.side(unit);
        while firing.len() < 8 {
            let now = firing.clone();
            let joins = |b: &Battle, s: &State, u: &UnitId| {
                b.side(*u) == side && may_join(b, s, &now, *u, at, kind).is_ok()
            };
            let answer = self.ask(
                side,
                rule!("21"),
                "fire.combine",
                about([unit_point(unit), hex_point(at)]),
                |b, s, out| {
                    out.extend(
                        b.unit_ids()
                            .filter(|u| joins(b, s, u))
                            .map(|u| Answer::one(verb::COMBINE, unit_point(u))),
                    );
                    out.push(Answer::button(verb::DONE));
                },
                |b, s, answer| match unit_of(answer) {
                    Some(other) => may_join(b, s, &now, other, at, kind)
                        .err()
                        .unwrap_or_else(|| not_offered(rule!("21"))),
                    None => not_offered(rule!("21")),
                },
            )?;
            match unit_of(&answer) {
                Some(other) => firing.push(other),
                None => break,
            }
        }
        Ok(firing)
    }

    /// The enemy before whom a unit acts may fire at it (28): together, those in whose zone it is or in whose carré's reach, at one of its hexes.
    pub(crate) fn opportunity_fire(&mut self, unit: UnitId) -> Play<()> {
        let side = self.b.side(unit).enemy();
        let mut answers: Vec<Answer> = Vec::new();
        shots_at(self.b, self.s, unit, &mut answers);
        if answers.is_empty() {
            return Ok(());
        }
        let hex = self.s.unit(unit).hex();
        let answer = self.ask(
            side,
            rule!("28"),
            "fire.opportunity",
            about([unit_point(unit), hex_point(hex)]),
            |_, _, out| {
                out.extend_from_slice(&answers);
                out.push(Answer::button(verb::PASS));
            },
            |b, s, answer| why_not(b, s, side, answer, Kind::Opportunity),
        )?;
        match (unit_of(&answer), hex_of(&answer)) {
            (Some(by), Some(at)) => {
                let firing = self.gather(by, at, Kind::Opportunity)?;
                self.fire_attack(&firing, at, Kind::Opportunity)
            }
            _ => Ok(()),
        }
    }
}

/// Lists the fire that a unit draws as it acts (28): of those who have a zone in one of its hexes, and of carrés next to it.
fn shots_at(b: &Battle, s: &State, unit: UnitId, out: &mut Vec<Answer>) {
    let side = b.side(unit).enemy();
    for at in s.unit(unit).hexes() {
        let zone = ch14_zones::exerters(b, s, side, *at);
        let squares = b.ground.neighbours(*at).into_iter().filter(|hex| hex.is_some());
        let squares = squares.flat_map(|hex| s.units_in(hex)).filter(|u| {
            let square = |u: &UnitId| status::is_in(b, s, *u, Arm::Infantry, Formation::Square);
            b.side(*u) == side && s.units_in(s.unit(*u).hex()).iter().any(square) && !zone.contains(u)
        });
        let watch = zone.iter().copied().chain(squares);
        let able = watch.filter(|u| may_fire(b, s, *u, *at, Kind::Opportunity).is_ok());
        out.extend(able.map(|u| Answer::two(verb::FIRE, unit_point(u), hex_point(*at))));
    }
}

/// Reason why fire that was meant is not offered.
fn why_not(b: &Battle, s: &State, side: Side, answer: &Answer, kind: Kind) -> Refusal {
    let other = not_offered(rule!("27"));
    match (unit_of(answer), hex_of(answer)) {
        (Some(unit), Some(_)) if b.side(unit) != side => {
            Refusal::new(rule!("27"), "unit.enemy").with("unit", unit_point(unit))
        }
        (Some(unit), Some(at)) if answer.verb == verb::FIRE => {
            may_fire(b, s, unit, at, kind).err().unwrap_or(other)
        }
        _ => other,
    }
}
