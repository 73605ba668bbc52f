//! The fire segments (27), and opportunity fire (28).

use ground::HexId;
use table::{Answer, Play, Point, Refusal, Side, rule};

use super::aiming::{firing_hex, may_fire};
use super::{Firing, Kind};
use crate::Field;
use crate::ask::not_offered;
use crate::ch02_chronology::Over;
use crate::ch14_zones;
use crate::core::battle::{Arm, Battle};
use crate::core::field::{about, hex_of, hex_point, unit_of, unit_point};
use crate::core::state::{Phase, State, UnitId};
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
    let led = |special: bool| {
        let leader = |hex: HexId| {
            status::leaders_in(b, s, b.side(unit), hex)
                .into_iter()
                .any(|l| b.leader(l).artillery > 0 && (!special || b.leader(l).gunner))
        };
        all.clone().any(leader)
    };
    let adjacent = others.clone().all(|hex| b.ground.distance(hex, s.unit(unit).hex()) == 1);
    match hexes.len() {
        0 => Ok(()),
        1 if adjacent && led(false) => Ok(()),
        2 if led(true) => Ok(()),
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
        let (Some(unit), Some(at)) = (unit_of(&answer), hex_of(&answer)) else { return Ok(Over::Yes) };
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

    /// The enemy in whose zone a unit acts may fire at it (28): those who have a zone there, and a carré next to it.
    pub(crate) fn opportunity_fire(&mut self, unit: UnitId, at: HexId) -> Play<()> {
        let side = self.b.side(unit).enemy();
        let able = |b: &Battle, s: &State, u: &UnitId| {
            ch14_zones::exerters(b, s, side, at).contains(u)
                && may_fire(b, s, *u, at, Kind::Opportunity).is_ok()
        };
        if !self.b.unit_ids().any(|u| able(self.b, self.s, &u)) {
            return Ok(());
        }
        let answer = self.ask(
            side,
            rule!("28"),
            "fire.opportunity",
            about([unit_point(unit), hex_point(at)]),
            |b, s, out| {
                out.extend(
                    b.unit_ids()
                        .filter(|u| able(b, s, u))
                        .map(|u| Answer::two(verb::FIRE, unit_point(u), hex_point(at))),
                );
                out.push(Answer::button(verb::PASS));
            },
            |b, s, answer| why_not(b, s, side, answer, Kind::Opportunity),
        )?;
        match unit_of(&answer) {
            Some(by) => self.fire_attack(&Firing::from_iter([by]), at, Kind::Opportunity),
            None => Ok(()),
        }
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
