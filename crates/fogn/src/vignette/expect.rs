//! Expectations: what this rulebook's vignettes may expect besides what every one may.

use baize::{Figure, Leg};
use table::vignette::{Check, same};
use table::{Names, Point};

use crate::ch01_command::{is_in_command, reach};
use crate::ch03_movement::allowance_of;
use crate::ch04_complex_moves::price;
use crate::ch05_firing::{Aim, aims, dice_of, needed};
use crate::ch06_combat::{dice_against, needed as to_hit, opponents};
use crate::ch08_recovery::{cohesion_dice, is_occupied};
use crate::ch09_victory::{attrition, combat_value};
use crate::core::battle::Battle;
use crate::core::charts::Going;
use crate::core::names::{length_id, turn_id};
use crate::core::pieces::{Lie, Piece};
use crate::core::place::{commander_figure, commander_pose, commander_size, figure, nearest_enemy};
use crate::core::state::{CommanderId, Part, State, UnitId};

/// The words that may follow `expect`.
pub const EXPECTS: &[&str] = &[
    "unit",
    "commander",
    "clock",
    "allowance",
    "in-command",
    "reach",
    "price",
    "distance",
    "enemy",
    "dice",
    "aims",
    "shot",
    "blow",
    "attrition",
    "contact",
    "division",
    "communications",
    "attacker",
    "pieces",
    "attachments",
    "piece",
];

/// Looks at an expectation.
pub fn check(b: &Battle, s: &State, what: &str, words: &[&str]) -> Check {
    match what {
        "unit" => unit(b, s, words),
        "commander" => commander(b, s, words),
        "clock" => {
            let turn = (s.clock.turn + 1).to_string();
            same(words, &[&turn, &b.sides[s.clock.side.index()].id, s.clock.phase.name()])
        }
        "allowance" => {
            let going = words.get(1).and_then(|word| Going::named(word)).ok_or("over which ground?")?;
            let most = allowance_of(b, s, unit_named(b, words.first())?, going);
            same(&words[2..], &[&most.map_or("NA".to_owned(), length_id)])
        }
        "in-command" => {
            let yes = is_in_command(b, s, unit_named(b, words.first())?);
            same(&words[1..], &[if yes { "yes" } else { "no" }])
        }
        "reach" => same(&words[1..], &[&length_id(reach(b, s, commander_named(b, words.first())?))]),
        "price" => match price(b, s, unit_named(b, words.first())?) {
            Ok(price) => same(&words[1..], &[&price.points.to_string()]),
            Err(refusal) => same(&words[1..], &["no", refusal.rule.0]),
        },
        "distance" => {
            let (own, other) = (figure_named(b, s, words.first())?, figure_named(b, s, words.get(1))?);
            let units = baize::apart(&own, &other).units();
            same(&words[2..], &[&length_id(baize::Length(units.min(32_000) as i16))])
        }
        "enemy" => {
            let unit = unit_named(b, words.first())?;
            let found = nearest_enemy(b, s, b.side(unit), &figure(b, s, unit));
            same(&words[1..], &[found.map_or("none", |(foe, _)| b.unit(foe).id.as_str())])
        }
        "aims" => aimed(b, s, words),
        "shot" => shot(b, s, words),
        "attrition" => {
            let side = side_named(b, words.first())?;
            let halves = [attrition(b, s, side), combat_value(b, side)].map(|halves| halves.to_string());
            same(&words[1..], &[&halves[0], &halves[1]])
        }
        "blow" => blow(b, s, words),
        "contact" => contact(b, s, words),
        "division" => division(b, s, words),
        "attacker" => same(words, &[&b.sides[s.clock.attacker.index()].id]),
        "pieces" => {
            let lies = |piece: &&Piece| !matches!(piece.lie, Lie::Gone);
            let told: Vec<&str> = s.before.pieces.iter().filter(lies).map(|one| one.feature.name()).collect();
            same(words, &told)
        }
        "piece" => piece(s, words),
        "attachments" => {
            let card = b.unit(unit_named(b, words.first())?);
            let told: Vec<&str> = card.attachments.iter().map(|one| one.name()).collect();
            same(&words[1..], &told)
        }
        "communications" => {
            let side = side_named(b, words.first())?;
            let told = s.communications[side.index()].map_or("none".to_owned(), length_id);
            let state = if is_occupied(b, s, side) { "occupied" } else { "free" };
            all_of(&words[1..], &[told, state.to_owned()])
        }
        "dice" => same(&words[1..], &[&cohesion_dice(b, s, unit_named(b, words.first())?).to_string()]),
        other => Err(format!("nothing is known of {other:?}")),
    }
}

/// `aims UNIT z:close y:medium`, in their order, or `none`; of a half of a line `left/z:close`; `z:close?` who is not seen from both corners.
fn aimed(b: &Battle, s: &State, words: &[&str]) -> Check {
    let unit = unit_named(b, words.first())?;
    let told = |(part, aim): &(Part, Aim)| {
        let part = if *part == Part::Whole { String::new() } else { format!("{}/", part.name()) };
        format!("{part}{}:{}{}", b.unit(aim.target).id, aim.range, if aim.clear { "" } else { "?" })
    };
    let found: Vec<String> = aims(b, s, unit).iter().map(told).collect();
    let found: Vec<&str> =
        if found.is_empty() { vec!["none"] } else { found.iter().map(String::as_str).collect() };
    if words[1..] == found { Ok(()) } else { Err(format!("it is {}", found.join(" "))) }
}

/// `shot UNIT TARGET dice=4 drilled=2 needs=4`: of the first part of the unit that aims at the target.
fn shot(b: &Battle, s: &State, words: &[&str]) -> Check {
    let (unit, target) = (unit_named(b, words.first())?, unit_named(b, words.get(1))?);
    let all = aims(b, s, unit);
    let (part, aim) = all.iter().find(|(_, aim)| aim.target == target).ok_or("it does not aim there")?;
    let of_part: Vec<Aim> = all.iter().filter(|(own, _)| own == part).map(|(_, aim)| *aim).collect();
    let dice = dice_of(b, s, unit, *part, &of_part);
    let (needs, _) = needed(b, s, (unit, *part), target, aim.range);
    let facts = [format!("dice={}", dice.own), format!("drilled={}", dice.other), format!("needs={needs}")];
    all_of(&words[2..], &facts)
}

/// `blow UNIT FOE dice=6 needs=4`: all the dice of the unit, and what one must show to hit that opponent.
fn blow(b: &Battle, s: &State, words: &[&str]) -> Check {
    let (unit, foe) = (unit_named(b, words.first())?, unit_named(b, words.get(1))?);
    let contacts = opponents(b, s, unit);
    let foes: Vec<UnitId> = contacts.iter().filter(|one| one.fights).map(|one| one.foe).collect();
    if !foes.contains(&foe) {
        return Err("it does not fight there".to_owned());
    }
    let (dice, _) = dice_against(b, s, unit, &foes);
    let (needs, _) = to_hit(b, s, unit, foe);
    all_of(&words[2..], &[format!("dice={dice}"), format!("needs={needs}")])
}

/// `contact UNIT FOE front|passive|flanked|none`.
fn contact(b: &Battle, s: &State, words: &[&str]) -> Check {
    let (unit, foe) = (unit_named(b, words.first())?, unit_named(b, words.get(1))?);
    let found = opponents(b, s, unit).into_iter().find(|one| one.foe == foe);
    let told = match found {
        None => "none",
        Some(one) if one.flanked => "flanked",
        Some(one) if one.fights => "front",
        Some(_) => "passive",
    };
    same(&words[2..], &[told])
}

/// `piece NUMBER feature at=12,20.5 facing=90deg`: of a piece by its number from 1, or `gone`, `chosen`, its water.
fn piece(s: &State, words: &[&str]) -> Check {
    let at = words.first().and_then(|word| word.parse::<usize>().ok()).ok_or("which piece?")?;
    let one = s.before.pieces.get(at.wrapping_sub(1)).ok_or("there is no such piece")?;
    let mut facts = vec![one.feature.name().to_owned()];
    match one.lie {
        Lie::Chosen => facts.push("chosen".to_owned()),
        Lie::Gone => facts.push("gone".to_owned()),
        Lie::Area(pose) => {
            facts.push(format!("at={}", spot(pose.at)));
            facts.push(format!("facing={}", turn_id(pose.turn)));
        }
        Lie::Line([from, _, to]) => facts.push(format!("line={}-{}", spot(from), spot(to))),
    }
    facts.extend(one.water.map(|water| water.name().to_owned()));
    all_of(&words[1..], &facts)
}

/// `division ID off rear_left`: how far it is on its way, and its approach.
fn division(b: &Battle, s: &State, words: &[&str]) -> Check {
    let word = words.first().ok_or("which division?")?;
    let at = b.divisions.iter().position(|card| card.id == *word).ok_or("there is no such division")?;
    let now = &s.divisions[at];
    all_of(&words[1..], &[now.coming.name().to_owned(), now.approach.name().to_owned()])
}

fn side_named(b: &Battle, word: Option<&&str>) -> Result<table::Side, String> {
    let sides = [table::Side(0), table::Side(1)];
    let side = sides.into_iter().find(|side| Some(&b.sides[side.index()].id.as_str()) == word);
    side.ok_or("of which side?".to_owned())
}

fn unit_named(b: &Battle, word: Option<&&str>) -> Result<UnitId, String> {
    let word = word.ok_or("which unit?")?;
    match b.find(word) {
        Some(Point::Unit(u)) => Ok(UnitId(u as u8)),
        _ => Err(format!("there is no unit {word:?}")),
    }
}

fn commander_named(b: &Battle, word: Option<&&str>) -> Result<CommanderId, String> {
    let word = word.ok_or("which commander?")?;
    match b.find(word) {
        Some(Point::Leader(l)) => Ok(CommanderId(l as u8)),
        _ => Err(format!("there is no commander {word:?}")),
    }
}

/// The figure of a unit or a commander.
fn figure_named(b: &Battle, s: &State, word: Option<&&str>) -> Result<Figure, String> {
    let word = word.ok_or("whose?")?;
    match b.find(word) {
        Some(Point::Unit(u)) => Ok(figure(b, s, UnitId(u as u8))),
        Some(Point::Leader(l)) => Ok(commander_figure(b, s, CommanderId(l as u8))),
        _ => Err(format!("there is no unit nor commander {word:?}")),
    }
}

/// A spot in MU, `12,20.5`.
fn spot(at: baize::Spot) -> String {
    let number = |units: i16| length_id(baize::Length(units)).trim_end_matches("mu").to_owned();
    format!("{},{}", number(at.x), number(at.y))
}

/// All of the words are among the facts.
fn all_of(words: &[&str], facts: &[String]) -> Check {
    match words.iter().find(|word| !facts.iter().any(|fact| fact == *word)) {
        None if !words.is_empty() => Ok(()),
        None => Err("expected what of it?".to_owned()),
        Some(_) => Err(format!("it is {}", facts.join(" "))),
    }
}

/// `unit ID word ...`: each word is a fact of it: `at=12,20.5`, `facing=90deg`, a formation, a cohesion, a status, `halt=checked`, `spent` or `fresh`, `inside=farm` or `outside`, and inside `defends` or `occupies`.
fn unit(b: &Battle, s: &State, words: &[&str]) -> Check {
    let now = s.unit(unit_named(b, words.first())?);
    let facts = [
        format!("at={}", spot(now.pose.at)),
        format!("facing={}", turn_id(now.pose.turn)),
        now.formation.name().to_owned(),
        now.cohesion.name().to_owned(),
        now.status.name().to_owned(),
        format!("halt={}", now.halt.name()),
        if now.spent { "spent" } else { "fresh" }.to_owned(),
        now.house.some().map_or("outside".to_owned(), |at| format!("inside={}", b.table.areas[at.i()].name)),
        if now.defends() { "defends" } else { "occupies" }.to_owned(),
    ];
    all_of(&words[1..], &facts)
}

/// `commander ID word ...`: `at=12,20.5` (the middle of the base), `with=UNIT` or `alone`, `points=2`, a status.
fn commander(b: &Battle, s: &State, words: &[&str]) -> Check {
    let id = commander_named(b, words.first())?;
    let now = s.commander(id);
    let half = commander_size(b).depth.0 / 2;
    let middle = commander_pose(b, s, id).after(commander_size(b), Leg::Back(baize::Length(half)));
    let facts = [
        format!("at={}", spot(middle.at)),
        now.with.some().map_or("alone".to_owned(), |unit| format!("with={}", b.unit(unit).id)),
        format!("points={}", now.points),
        now.status.name().to_owned(),
    ];
    all_of(&words[1..], &facts)
}
