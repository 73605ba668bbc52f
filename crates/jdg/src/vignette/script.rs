//! The script of a vignette: lines of answers, throws, attempts and expectations.

use muster::{Collector, Fault, Faults, Place, Source, Spanned};
use table::{Answer, Names, Point, text};

use crate::Jdg;
use crate::core::battle::Battle;
use crate::core::verb;

/// A script, checked: every name in it exists.
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// Its steps, in order.
    pub steps: Vec<(Place, String, Step)>,
}

/// One line of a script.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    /// An answer, to the next question of anybody or of the named side.
    Answer(Option<table::Side>, Answer),
    /// What a die shows, or the marker drawn; any of them where nothing is named.
    Throw(Option<Point>),
    /// An answer that must be refused, and why.
    Refuse(Answer, Bar),
    /// Something that must hold.
    Expect(Expectation),
    /// The rest is played with the first legal answer that passes and any throws, until the given question or the end of the game.
    Skip(String),
    /// Nothing more is played: what follows is looked at here.
    Stop,
}

/// What is to bar an answer: as much of it as the script says.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Bar {
    /// The rule.
    pub rule: Option<String>,
    /// The key of the reason, in the catalogue's `[refusal]` table.
    pub key: Option<String>,
    /// The reason's facts, `name=value` each.
    pub facts: Vec<String>,
}

/// Something that must hold where it stands in the script.
#[derive(Clone, PartialEq, Debug)]
pub struct Expectation {
    /// The first word: `unit`, `event`, `question`, `cost`, ...
    pub what: String,
    /// The other words.
    pub words: Vec<String>,
}

/// The words that may follow `expect`.
pub const KINDS: [&str; 22] = [
    "unit",
    "event",
    "no-event",
    "parts",
    "question",
    "no-question",
    "answer",
    "no-answer",
    "answers",
    "cost",
    "los",
    "zoc",
    "leader",
    "order",
    "holder",
    "phase",
    "demoralized",
    "points",
    "marker",
    "over",
    "group",
    "fire",
];

impl Script {
    /// Reads a script.
    ///
    /// # Errors
    /// Every line that cannot be understood, at its place.
    pub fn parse(source: &Source, text: &Spanned<String>, battle: &Battle) -> Result<Script, Faults> {
        let mut faults = Collector::new(source);
        let mut steps = Vec::new();
        let raw = &source.text[text.span()];
        let mut offset = text.span().start;
        for piece in raw.split_inclusive('\n') {
            let start = offset;
            offset += piece.len();
            let line = piece.trim_matches(|c: char| c.is_whitespace() || c == '"' || c == '\'');
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let at = start + piece.find(line).unwrap_or(0);
            match parse_line(line, battle) {
                Ok(list) => {
                    let place = source.place(at..at + line.len());
                    steps.extend(list.into_iter().map(|step| (place.clone(), line.to_owned(), step)));
                }
                Err(fault) => {
                    faults.put(at..at + line.len(), fault);
                }
            }
        }
        faults.into_result(Script { steps })
    }
}

fn parse_line(line: &str, battle: &Battle) -> Result<Vec<Step>, Fault> {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match first {
        "throw" if rest.is_empty() => {
            let mut fault = Fault::new("`throw` says no throw");
            fault.expect("0 to 9, or `any`: `throw 8`, `throw 8 any`");
            Err(fault)
        }
        "throw" => rest.split_whitespace().map(die).collect(),
        "draw" if rest == "any" => Ok(vec![Step::Throw(None)]),
        "draw" => match battle.find(rest) {
            Some(marker @ Point::Marker(_)) => Ok(vec![Step::Throw(Some(marker))]),
            Some(Point::Formation(f)) => {
                let marker = battle.formations[usize::from(f)].markers[0];
                Ok(vec![Step::Throw(Some(Point::Marker(marker.0.into())))])
            }
            _ => {
                let ids: Vec<&str> = battle.markers.iter().map(|m| m.id.as_str()).collect();
                Err(Fault::unknown("marker", rest, &ids))
            }
        },
        "refuse" => {
            let (words, bar) = barred(rest)?;
            Ok(vec![Step::Refuse(way(words, battle)?, bar)])
        }
        "expect" => {
            let mut words = rest.split_whitespace().map(str::to_owned);
            let what = words.next().unwrap_or_default();
            if !KINDS.contains(&what.as_str()) {
                return Err(Fault::unknown("expectation", &what, &KINDS));
            }
            Ok(vec![Step::Expect(Expectation { what, words: words.collect() })])
        }
        "skip" => Ok(vec![Step::Skip(rest.to_owned())]),
        "stop" if rest.is_empty() => Ok(vec![Step::Stop]),
        "stop" => Err(Fault::new(format!("`stop` stands alone, without {rest:?}"))),
        _ => match first.strip_suffix(':') {
            Some(side) => match battle.sides.iter().position(|s| s.id == side) {
                Some(i) => legs(rest, Some(table::Side(i as u8)), battle),
                None => {
                    let ids = [battle.sides[0].id.as_str(), battle.sides[1].id.as_str()];
                    Err(Fault::unknown("side", side, &ids))
                }
            },
            None => legs(line, None, battle),
        },
    }
}

/// The words of an attempt, and what bars it: `go 0605 by 6.2.2 key move.zone hex=0504`.
fn barred(words: &str) -> Result<(&str, Bar), Fault> {
    let mut bar = Bar::default();
    let mut words = words;
    if let Some((before, reason)) = words.rsplit_once(" key ") {
        let mut reason = reason.split_whitespace().map(str::to_owned);
        bar.key = reason.next();
        bar.facts = reason.collect();
        if let Some(word) = bar.facts.iter().find(|word| !word.contains('=')) {
            let mut fault = Fault::new(format!("{word:?} is no fact of a reason"));
            fault.expect("`name=value` behind the key, as `berthier referee --events` shows them; `by RULE` stands before `key`");
            return Err(fault);
        }
        words = before;
    }
    if let Some((before, rule)) = words.rsplit_once(" by ") {
        bar.rule = Some(rule.trim().to_owned());
        words = before;
    }
    Ok((words, bar))
}

fn die(word: &str) -> Result<Step, Fault> {
    match word.parse::<i16>() {
        _ if word == "any" => Ok(Step::Throw(None)),
        Ok(n) if (0..=9).contains(&n) => Ok(Step::Throw(Some(Point::Number(n)))),
        _ => {
            let mut fault = Fault::new(format!("{word:?} is no throw of the die"));
            fault.expect("0 to 9 (0.4), or `any`");
            Err(fault)
        }
    }
}

/// The words before and behind `via`.
fn parted(words: &str) -> Option<(&str, Vec<&str>)> {
    let (to, via) = words.split_once(" via ")?;
    Some((to.trim(), via.split_whitespace().collect()))
}

/// An answer; `go 0605 via 0405 0505` is one for each leg of the way, however many there are.
fn legs(words: &str, side: Option<table::Side>, battle: &Battle) -> Result<Vec<Step>, Fault> {
    let Some((last, via)) = parted(words) else {
        return Ok(vec![Step::Answer(side, answer(words, battle)?)]);
    };
    let mut way = hexes(words, battle)?;
    way.extend(answer(last, battle)?.place().map(Point::Place));
    let place =
        |point: Point| if let Point::Place(hex) = point { ground::HexId(hex) } else { ground::HexId::NONE };
    if let Some(pair) =
        way.windows(2).find(|pair| battle.ground.dir_to(place(pair[0]), place(pair[1])).is_none())
    {
        let mut fault = Fault::new(format!("{} is not next to {}", battle.id(pair[1]), battle.id(pair[0])));
        fault.expect("every hex of the way, each next to the one before");
        return Err(fault);
    }
    let first = via.iter().map(|hex| format!("go {hex}"));
    first.chain([last.to_owned()]).map(|leg| Ok(Step::Answer(side, answer(&leg, battle)?))).collect()
}

/// The hexes of a way before its goal.
fn hexes(words: &str, battle: &Battle) -> Result<Vec<Point>, Fault> {
    let (last, via) = parted(words).unwrap_or((words, Vec::new()));
    let goal = answer(last, battle)?;
    let before: Vec<Point> = via
        .iter()
        .filter_map(|hex| battle.find(hex))
        .filter(|point| matches!(point, Point::Place(_)))
        .collect();
    if goal.verb != verb::GO || goal.place().is_none() || before.is_empty() || before.len() < via.len() {
        let mut fault = Fault::new(format!("{words:?} names no way"));
        fault.expect("`go`, a hex, `via`, and the hexes before it, in order: `go 0605 via 0405 0505`");
        return Err(fault);
    }
    Ok(before)
}

/// An answer with the way that it names behind its goal, to be refused: `go 0605 via 0505`. An answer has room for two hexes besides.
fn way(words: &str, battle: &Battle) -> Result<Answer, Fault> {
    let Some((last, _)) = parted(words) else { return answer(words, battle) };
    let before = hexes(words, battle)?;
    let mut found = answer(last, battle)?;
    if before.len() > 2 {
        let mut fault =
            Fault::new(format!("{} hexes before the goal are too many to refuse a way", before.len()));
        fault
            .expect("one or two behind `via`; what is open before them is gone first, as `go 0405 via 0305`");
        return Err(fault);
    }
    found.points[1..=before.len()].copy_from_slice(&before);
    Ok(found)
}

fn answer(words: &str, battle: &Battle) -> Result<Answer, Fault> {
    text::parse::<Jdg>(battle, words).map_err(|e| Fault::new(e.to_string()))
}
