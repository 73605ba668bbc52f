//! Expectations: what this rulebook's vignettes may expect besides what every one may.

use ground::{Dir, HexId};
use table::vignette::{Check, same};
use table::{Names, Point, PointKind};

use crate::ch10_increments::may_stand;
use crate::ch13_orientation::face;
use crate::ch14_zones::exerters;
use crate::ch18_movement::{allowance, may_go};
use crate::ch21_fire::{Kind, blocked, defence, may_fire, value};
use crate::ch32_assault::{attack_value, defence_value, may_assault};
use crate::ch35_cavalry::may_charge;
use crate::ch45_reinforcements::may_enter;
use crate::core::battle::Battle;
use crate::core::footprint::Face;
use crate::core::state::{Formation, LeaderId, LeaderStatus, Part, State, Status, UnitId};
use crate::core::status;

/// The words that may follow `expect`.
pub const EXPECTS: &[&str] = &[
    "unit",
    "stack",
    "leader",
    "clock",
    "face",
    "zone",
    "may-stand",
    "may-enter",
    "may-charge",
    "allowance",
    "cost",
    "may-fire",
    "value",
    "defence",
    "sees",
    "may-assault",
    "melee",
    "level",
];

/// Looks at an expectation.
pub fn check(b: &Battle, s: &State, what: &str, words: &[&str]) -> Check {
    match what {
        "unit" => unit(b, s, words),
        "stack" => stack(b, s, words),
        "leader" => leader(b, s, words),
        "clock" => {
            let turn = (s.clock.turn + 1).to_string();
            same(words, &[&turn, &b.sides[s.clock.side.index()].id, s.clock.phase.name()])
        }
        "face" => faces(b, s, words),
        "zone" => {
            let (hex, unit) = (hex_named(b, words.first())?, unit_named(b, words.get(2))?);
            let found = exerters(b, s, b.side(unit), hex).contains(&unit);
            same(&words[3..], &[if found { "yes" } else { "no" }])
        }
        "may-stand" => judged(
            &words[2..],
            may_stand(b, s, &[unit_named(b, words.first())?], hex_named(b, words.get(1))?),
        ),
        "may-enter" => {
            let (unit, hex) = (unit_named(b, words.first())?, hex_named(b, words.get(1))?);
            let number = words.get(2).and_then(|word| b.number(PointKind::Number, word));
            let shape = number.and_then(|number| Formation::numbered(number as i16));
            let (formation, hexes, _) = shape.ok_or("in which formation?")?;
            judged(&words[3..], may_enter(b, s, unit, hex, (formation, hexes)))
        }
        "may-charge" => judged(&words[1..], may_charge(b, s, unit_named(b, words.first())?)),
        "allowance" => same(&words[1..], &[&allowance(b, s, unit_named(b, words.first())?).to_string()]),
        "cost" => {
            let (unit, hex) = (unit_named(b, words.first())?, hex_named(b, words.get(1))?);
            let dir = b.ground.dir_to(s.unit(unit).hex(), hex).ok_or("it is not next to the unit")?;
            match may_go(b, s, unit, dir) {
                Ok(step) => same(&words[2..], &[&step.cost.to_string()]),
                Err(refusal) => same(&words[2..], &["no", refusal.rule.0]),
            }
        }
        what => combat(b, s, what, words),
    }
}

/// Expectations of fire, assault and morale.
fn combat(b: &Battle, s: &State, what: &str, words: &[&str]) -> Check {
    match what {
        "may-fire" => {
            let kind = if s.clock.phase == crate::core::state::Phase::DefensiveFire {
                Kind::Defensive
            } else {
                Kind::Offensive
            };
            judged(
                &words[2..],
                may_fire(b, s, unit_named(b, words.first())?, hex_named(b, words.get(1))?, kind),
            )
        }
        "value" => {
            let (unit, hex) = (unit_named(b, words.first())?, hex_named(b, words.get(1))?);
            same(&words[2..], &[&value(b, s, &[unit], hex).exact().to_string()])
        }
        "defence" => {
            let (at, from) = (hex_named(b, words.first())?, hex_named(b, words.get(2))?);
            same(&words[3..], &[&defence(b, s, at, from).ok_or("nobody is there")?.to_string()])
        }
        "sees" => {
            let (from, to) = (hex_named(b, words.first())?, hex_named(b, words.get(1))?);
            match blocked(b, s, from, to) {
                None => same(&words[2..], &["yes"]),
                Some(hex) => same(&words[2..], &["no", &b.ground.label(hex).to_string()]),
            }
        }
        "may-assault" => {
            judged(&words[2..], may_assault(b, s, unit_named(b, words.first())?, hex_named(b, words.get(1))?))
        }
        "melee" => {
            let (unit, at) = (unit_named(b, words.first())?, hex_named(b, words.get(1))?);
            let (attack, defence) = (attack_value(b, s, &[unit], at), defence_value(b, s, &[unit], at));
            same(&words[2..], &[&attack.to_string(), &defence.to_string()])
        }
        "level" => {
            let at = b
                .commands
                .iter()
                .position(|c| Some(&c.id.as_str()) == words.first())
                .ok_or("which command?")?;
            same(&words[1..], &[&s.levels[at].to_string()])
        }
        other => Err(format!("nothing is known of {other:?}")),
    }
}

fn unit_named(b: &Battle, word: Option<&&str>) -> Result<UnitId, String> {
    let word = word.ok_or("which unit?")?;
    match b.find(word) {
        Some(Point::Unit(u)) => Ok(UnitId(u)),
        _ => Err(format!("there is no unit {word:?}")),
    }
}

fn hex_named(b: &Battle, word: Option<&&str>) -> Result<HexId, String> {
    let word = word.ok_or("which hex?")?;
    b.ground.hex(word).ok_or_else(|| format!("there is no hex {word:?}"))
}

/// `yes`, or `no RULE`.
fn judged<T>(words: &[&str], result: Result<T, table::Refusal>) -> Check {
    match result {
        Ok(_) => same(words, &["yes"]),
        Err(refusal) => same(words, &["no", refusal.rule.0]),
    }
}

/// `unit ID word ...`: each word is a value of it: its hexes (`0304`, `0304+0305`, or `off`), an aim, a formation, an order, a status, a
/// readiness, `losses=2`, `left=4`, `spent=6` (half points).
fn unit(b: &Battle, s: &State, words: &[&str]) -> Check {
    let unit = unit_named(b, words.first())?;
    let now = s.unit(unit);
    let hexes: Vec<String> = now.hexes().iter().map(|hex| b.ground.label(*hex).to_string()).collect();
    let mut facts = vec![if now.on_map() { hexes.join("+") } else { "off".to_owned() }];
    facts.extend(
        [now.aim.name(), now.formation.name(), now.order.name(), now.readiness.name()].map(str::to_owned),
    );
    if now.status != Status::Map {
        facts.push(now.status.name().to_owned());
    }
    facts.push(format!("losses={}", now.losses));
    facts.push(format!("left={}", status::increments(b, s, unit)));
    facts.push(format!("spent={}", now.spent));
    match words[1..].iter().find(|word| !facts.iter().any(|fact| fact == *word)) {
        None if words.len() > 1 => Ok(()),
        None => Err("expected what of it?".to_owned()),
        Some(_) => Err(format!("it is {}", facts.join(" "))),
    }
}

/// `stack HEX unit ...`: from the top, all of them; `stack HEX empty`.
fn stack(b: &Battle, s: &State, words: &[&str]) -> Check {
    let hex = hex_named(b, words.first())?;
    let found: Vec<&str> = s.stack(hex).map(Part::unit).map(|u| b.unit(u).id.as_str()).collect();
    let found = if found.is_empty() { vec!["empty"] } else { found };
    if words[1..] == found { Ok(()) } else { Err(format!("it is {}", found.join(" "))) }
}

/// `leader ID at=HEX`, or `waiting`, `wounded`, `lost`.
fn leader(b: &Battle, s: &State, words: &[&str]) -> Check {
    let word = words.first().ok_or("which leader?")?;
    let Some(Point::Leader(l)) = b.find(word) else { return Err(format!("there is no leader {word:?}")) };
    let now = s.leader(LeaderId(l));
    let place = match now.status {
        LeaderStatus::Map => format!("at={}", b.id(Point::Place(now.hex.0))),
        status => status.name().to_owned(),
    };
    same(&words[1..], &[&place])
}

/// `face HEX DIRECTION front|flank|rear|within`: of the top unit of the hex.
fn faces(b: &Battle, s: &State, words: &[&str]) -> Check {
    let hex = hex_named(b, words.first())?;
    let word = words.get(1).ok_or("which direction?")?;
    let dir = Dir::ALL.into_iter().find(|dir| dir.name() == *word).ok_or("no such direction")?;
    let part = s.stack(hex).next().ok_or("nobody is there")?;
    let found = match face(b, s, part, dir) {
        Face::Front => "front",
        Face::Flank => "flank",
        Face::Rear => "rear",
        Face::Within => "within",
    };
    same(&words[2..], &[found])
}
