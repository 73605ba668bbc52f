//! Expectations: what this rulebook's vignettes may expect besides what every one may.

use ground::{Dir, HexId};
use table::vignette::{Check, same};
use table::{Names, Point};

use crate::ch07_sequence::maneuver;
use crate::ch09_facing::facing;
use crate::ch10_zones::zones::{self, ZoneOwners};
use crate::ch11_stacking::limits;
use crate::ch13_movement::{allowance, step};
use crate::ch14_sight::sight;
use crate::ch15_fire::{aiming, defence, fire};
use crate::core::battle::Battle;
use crate::core::footprint::Face;
use crate::core::state::{
    Chit, LeaderId, LeaderStatus, Part, Readiness, Shot, State, Status, UnitId, did, leader_did,
};
use crate::core::{status, veil};

/// The words that may follow `expect`.
pub const EXPECTS: &[&str] = &[
    "unit",
    "stack",
    "leader",
    "clock",
    "face",
    "zone",
    "may-stand",
    "allowance",
    "cost",
    "may-move",
    "cup",
    "points",
    "may-fire",
    "prospect",
    "defence",
    "sees",
    "shows",
    "knows",
    "seems",
];

/// Looks at an expectation.
pub fn check(b: &Battle, s: &State, what: &str, words: &[&str]) -> Check {
    match what {
        "unit" => unit(b, s, words),
        "stack" => stack(b, s, words),
        "leader" => leader(b, s, words),
        "clock" => clock(s, words),
        "face" => face(b, s, words),
        "zone" => zone(b, s, words),
        "may-stand" => may_stand(b, s, words),
        "allowance" => {
            let unit = unit_named(b, words.first())?;
            same(&words[1..], &[&allowance::allowance(b, s, unit).to_string()])
        }
        "cost" => cost(b, s, words),
        "may-fire" => may_fire(b, s, words),
        "prospect" => prospect(b, s, words),
        "defence" => fire_defence(b, s, words),
        "sees" => {
            let (from, to) = (hex_named(b, words.first())?, hex_named(b, words.get(1))?);
            judged(&words[2..], sight::line(b, s, from, to))
        }
        "shows" | "knows" => seen(b, s, what, words),
        "seems" => seems(b, s, words),
        "may-move" => {
            let unit = unit_named(b, words.first())?;
            judged(&words[1..], maneuver::may_move(b, s, b.side(unit), unit))
        }
        "cup" => {
            let mut found: Vec<String> = s.cup.iter().map(|chit| chit_name(b, s, *chit)).collect();
            found.sort();
            let found: Vec<&str> = found.iter().map(String::as_str).collect();
            if words == found { Ok(()) } else { Err(format!("in it are {}", found.join(" "))) }
        }
        "points" => {
            let side = b
                .sides
                .iter()
                .position(|side| Some(&side.id.as_str()) == words.first())
                .ok_or("which side?")?;
            same(&words[1..], &[&s.sides[side].points.to_string()])
        }
        other => Err(format!("nothing is known of {other:?}")),
    }
}

/// `shows SIDE UNIT-OR-LEADER yes|no`: whether the side may look at the back of the counter now; `knows`: whether it has ever seen it. Of a maneuver
/// unit's marker, both: whether it knows whose that is.
fn seen(b: &Battle, s: &State, what: &str, words: &[&str]) -> Check {
    let side =
        b.sides.iter().position(|side| Some(&side.id.as_str()) == words.first()).ok_or("which side?")?;
    let (viewer, now) = (table::Side(side as u8), what == "shows");
    let found = match words.get(1).and_then(|word| b.find(word)) {
        Some(Point::Unit(u)) if now => veil::may_look_at_unit(b, s, viewer, UnitId(u)),
        Some(Point::Unit(u)) => veil::shows_figures(b, s, Some(viewer), UnitId(u)),
        Some(Point::Leader(l)) if now => veil::may_look_at_leader(b, s, viewer, LeaderId(l)),
        Some(Point::Leader(l)) => veil::shows_bonuses(b, s, Some(viewer), LeaderId(l)),
        Some(Point::Marker(m)) => match Chit::of_number(m) {
            Chit::Mu(mu) if mu.i() < s.mus.len() => veil::shows_maneuver_unit(b, s, Some(viewer), mu),
            _ => return Err("which maneuver unit?".to_owned()),
        },
        _ => return Err("which unit or leader?".to_owned()),
    };
    same(&words[2..], &[if found { "yes" } else { "no" }])
}

/// `seems SIDE UNIT-OR-LEADER FIGURE=n...`: what the side takes the back of the counter for: an average, until it has seen it. Also what it knows of its
/// command: `in-command` or `out`; of a leader `tried` (the initiative) or `not-tried`, and `mu=mu-1` or `mu=none`.
fn seems(b: &Battle, s: &State, words: &[&str]) -> Check {
    let side =
        b.sides.iter().position(|side| Some(&side.id.as_str()) == words.first()).ok_or("which side?")?;
    let view = veil::view(b, s, Some(table::Side(side as u8)));
    let found = match words.get(1).and_then(|word| b.find(word)) {
        Some(Point::Unit(u)) => {
            let back = view.back(UnitId(u));
            let [short, medium, long] = back.fire;
            let skirmish = back.skirmish.map_or_else(String::new, |value| format!(" skirmish={value}"));
            let command = if view.unit(UnitId(u)).has(did::IN_COMMAND) { "in-command" } else { "out" };
            let (melee, lance) = (back.melee, back.lance);
            format!("fire={short}/{medium}/{long} melee={melee} lance={lance}{skirmish} {command}")
        }
        Some(Point::Leader(l)) => {
            let ((attack, defence), guns) =
                (view.bonuses(LeaderId(l)).infantry, view.bonuses(LeaderId(l)).artillery);
            let now = view.leader(LeaderId(l));
            let command = if now.has(leader_did::IN_COMMAND) { "in-command" } else { "out" };
            let tried = if now.has(leader_did::TRIED) { "tried" } else { "not-tried" };
            let mu = now.mu.some().map_or_else(|| "none".to_owned(), |mu| format!("mu-{}", mu.0 + 1));
            format!("infantry={attack}/{defence} artillery={guns} {command} {tried} mu={mu}")
        }
        _ => return Err("which unit or leader?".to_owned()),
    };
    let found: Vec<&str> = found.split(' ').collect();
    let is_so = words.len() > 2 && words[2..].iter().all(|word| found.contains(word));
    if is_so { Ok(()) } else { Err(format!("it seems {}", found.join(" "))) }
}

/// A chit by its name; a maneuver unit by its leader's.
fn chit_name(b: &Battle, s: &State, chit: Chit) -> String {
    match chit {
        Chit::Mu(mu) => b.leader(s.mus[mu.i()].leader).id.clone(),
        chit => Chit::NAMES[usize::from(chit.number())].to_owned(),
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

/// `unit ID word ...`: each word is a value of it: its hexes (`0304`, `0304+0305` from the first on, or `off`), an aim, a formation, an order, a
/// status, `losses=2`, `left=4`, `spent=6`, `rounds=1`, a readiness, a charge or prone marker, a deed (`moved`) or `not-moved`.
fn unit(b: &Battle, s: &State, words: &[&str]) -> Check {
    let unit = unit_named(b, words.first())?;
    let found = facts(b, s, unit);
    match words[1..].iter().find(|word| !found.iter().any(|fact| fact == *word)) {
        None if words.len() > 1 => Ok(()),
        None => Err("expected what of it?".to_owned()),
        Some(_) => Err(format!("it is {}", found.join(" "))),
    }
}

/// All that can be said of a unit.
fn facts(b: &Battle, s: &State, unit: UnitId) -> Vec<String> {
    let now = s.unit(unit);
    let mut facts = Vec::new();
    if now.on_map() {
        let hexes: Vec<String> = now.hexes().iter().map(|hex| b.ground.label(*hex).to_string()).collect();
        facts.push(hexes.join("+"));
        facts.push(now.aim.name().to_owned());
    } else {
        facts.push("off".to_owned());
    }
    facts.push(now.formation.name().to_owned());
    facts.push(now.order.name().to_owned());
    if now.status != Status::Map {
        facts.push(now.status.name().to_owned());
    }
    facts.push(format!("losses={}", now.losses));
    facts.push(format!("left={}", status::increments(b, s, unit)));
    facts.push(format!("spent={}", now.spent));
    facts.push(format!("rounds={}", now.rounds));
    if now.readiness != Readiness::Ready || b.arm(unit) == roster::Arm::Cavalry {
        facts.push(now.readiness.name().to_owned());
    }
    facts.push(format!("charge={}", now.charge));
    facts.push(format!("prone={}", now.prone));
    for (word, bit) in crate::files::arrange::DEEDS {
        facts.push(if now.has(bit) { word.to_owned() } else { format!("not-{word}") });
    }
    facts
}

/// `stack HEX unit ...`: from the top, all of them; `stack HEX empty`.
fn stack(b: &Battle, s: &State, words: &[&str]) -> Check {
    let hex = hex_named(b, words.first())?;
    let found: Vec<&str> = s.stack(hex).map(Part::unit).map(|u| b.unit(u).id.as_str()).collect();
    let found = if found.is_empty() { vec!["empty"] } else { found };
    if words[1..] == found { Ok(()) } else { Err(format!("it is {}", found.join(" "))) }
}

/// `leader ID word ...`: `at=HEX`, or `waiting`, `wounded`, `lost`; `moved` or `fresh`; `activated` or `inactive`; `in-command` or `out`; `leads=COMMAND`.
fn leader(b: &Battle, s: &State, words: &[&str]) -> Check {
    let word = words.first().ok_or("which leader?")?;
    let Some(Point::Leader(l)) = b.find(word) else { return Err(format!("there is no leader {word:?}")) };
    let now = s.leader(LeaderId(l));
    let place = match now.status {
        LeaderStatus::Map => format!("at={}", b.id(Point::Place(now.hex.0))),
        status => status.name().to_owned(),
    };
    let either = |bit, yes: &str, no: &str| if now.has(bit) { yes } else { no }.to_owned();
    let mut facts = vec![
        place,
        either(leader_did::MOVED, "moved", "fresh"),
        either(leader_did::ACTIVATED, "activated", "inactive"),
        either(leader_did::IN_COMMAND, "in-command", "out"),
    ];
    facts.push(match now.leads.some() {
        Some(command) => format!("leads={}", b.command(command).id),
        None => "leads=nobody".to_owned(),
    });
    match words[1..].iter().find(|word| !facts.iter().any(|fact| fact == *word)) {
        None if words.len() > 1 => Ok(()),
        None => Err("expected what of the leader?".to_owned()),
        Some(_) => Err(format!("the leader is {}", facts.join(" "))),
    }
}

/// `clock TURN SEGMENT [PHASE]`: the turn from 1.
fn clock(s: &State, words: &[&str]) -> Check {
    let turn = (u16::from(s.clock.turn) + 1).to_string();
    same(words, &[&turn, s.clock.segment.name(), s.activation.phase.name()])
}

/// `face HEX DIRECTION front|flank|rear|within`: of the top unit of the hex.
fn face(b: &Battle, s: &State, words: &[&str]) -> Check {
    let hex = hex_named(b, words.first())?;
    let word = words.get(1).ok_or("which direction?")?;
    let dir = Dir::ALL.into_iter().find(|dir| dir.name() == *word).ok_or("no such direction")?;
    let part = s.stack(hex).next().ok_or("nobody is there")?;
    let found = match facing::face(b, s, part, dir) {
        Face::Front => "front",
        Face::Flank => "flank",
        Face::Rear => "rear",
        Face::Within => "within",
    };
    same(&words[2..], &[found])
}

/// `zone HEX of UNIT yes|no`: whether the hex lies in the zone of influence of the unit.
fn zone(b: &Battle, s: &State, words: &[&str]) -> Check {
    let hex = hex_named(b, words.first())?;
    let unit = unit_named(b, words.get(2))?;
    let found = zones::exerters(b, s, b.side(unit).enemy(), hex, ZoneOwners::Any).contains(&unit);
    same(&words[3..], &[if found { "yes" } else { "no" }])
}

/// `may-fire UNIT HEX yes`, `may-fire UNIT HEX no RULE`: of the unit's hex from which it is nearest.
fn may_fire(b: &Battle, s: &State, words: &[&str]) -> Check {
    let unit = unit_named(b, words.first())?;
    let at = hex_named(b, words.get(1))?;
    let hexes = s.unit(unit).hexes().iter();
    let from = *hexes.min_by_key(|hex| b.ground.distance(**hex, at)).ok_or("it is off the map")?;
    judged(&words[2..], aiming::may_fire(b, s, Shot { unit, from }, at))
}

/// `prospect HEX UNIT 3:2 1=12 2=6`: what fire that is declared at a hex would do: the unit on top, the odds (`weak` below all), and how many
/// of the throws cost so many increments; `prospect HEX nothing` if none is told.
fn prospect(b: &Battle, s: &State, words: &[&str]) -> Check {
    let at = hex_named(b, words.first())?;
    let volley = s.firing.volleys.iter().find(|volley| volley.at == at).ok_or("nobody fires at it")?;
    let Some(found) = fire::prospect(b, s, volley) else { return same(&words[1..], &["nothing"]) };
    let odds =
        found.odds.map_or_else(|| "weak".to_owned(), |[attacker, defender]| format!("{attacker}:{defender}"));
    let losses = found.losses.iter().map(|(lost, throws)| format!("{lost}={throws}"));
    let told: Vec<String> = [b.unit(found.target).id.clone(), odds].into_iter().chain(losses).collect();
    if words[1..] == told { Ok(()) } else { Err(format!("it is {}", told.join(" "))) }
}

/// `defence HEX from HEX n`: the fire defence of a hex against fire from another one.
fn fire_defence(b: &Battle, s: &State, words: &[&str]) -> Check {
    let (at, from) = (hex_named(b, words.first())?, hex_named(b, words.get(2))?);
    let found = defence::defence(b, s, at, &[defence::entry(b, from, at)], &[]).ok_or("nobody is there")?;
    same(&words[3..], &[&found.total().to_string()])
}

/// `may-stand UNIT HEX yes`, `may-stand UNIT HEX no RULE`: at the end of a movement.
fn may_stand(b: &Battle, s: &State, words: &[&str]) -> Check {
    let unit = unit_named(b, words.first())?;
    let hex = hex_named(b, words.get(1))?;
    judged(&words[2..], limits::may_stand(b, s, &[unit], hex))
}

/// `cost UNIT HEX half-points`, or `cost UNIT HEX no RULE`: of a step into the next hex.
fn cost(b: &Battle, s: &State, words: &[&str]) -> Check {
    let unit = unit_named(b, words.first())?;
    let hex = hex_named(b, words.get(1))?;
    let dir = b.ground.dir_to(s.unit(unit).hex(), hex).ok_or("it is not next to the unit")?;
    match step::may_enter(b, s, &[unit], dir) {
        Ok(cost) => same(&words[2..], &[&cost.to_string()]),
        Err(refusal) => same(&words[2..], &["no", refusal.rule.0]),
    }
}
