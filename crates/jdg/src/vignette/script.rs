//! The script of a vignette: lines of answers, throws, attempts and expectations.

use muster::{Collector, Fault, Faults, Place, Source, Spanned};
use table::{Answer, Names, Point, text};

use crate::Jdg;
use crate::battle::Battle;

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
    /// What a die shows, or the place of the marker drawn.
    Throw(Point),
    /// An answer that must be refused, with the rule.
    Refuse(Answer, Option<String>),
    /// Something that must hold.
    Expect(Expectation),
    /// The rest is played with the first legal answer that passes, until the given question or the end of the step.
    Skip(String),
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
pub const KINDS: [&str; 21] = [
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
        "throw" => rest.split_whitespace().map(die).collect(),
        "draw" => match battle.find(rest) {
            Some(marker @ Point::Marker(_)) => Ok(vec![Step::Throw(marker)]),
            Some(Point::Formation(f)) => {
                let marker = battle.formations[usize::from(f)].markers[0];
                Ok(vec![Step::Throw(Point::Marker(marker.0.into()))])
            }
            _ => {
                let ids: Vec<&str> = battle.markers.iter().map(|m| m.id.as_str()).collect();
                Err(Fault::unknown("marker", rest, &ids))
            }
        },
        "refuse" => {
            let (words, rule) = match rest.rsplit_once(" by ") {
                Some((words, rule)) => (words, Some(rule.trim().to_owned())),
                None => (rest, None),
            };
            Ok(vec![Step::Refuse(answer(words, battle)?, rule)])
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
        _ => match first.strip_suffix(':') {
            Some(side) => match battle.sides.iter().position(|s| s.id == side) {
                Some(i) => Ok(vec![Step::Answer(Some(table::Side(i as u8)), answer(rest, battle)?)]),
                None => {
                    let ids = [battle.sides[0].id.as_str(), battle.sides[1].id.as_str()];
                    Err(Fault::unknown("side", side, &ids))
                }
            },
            None => Ok(vec![Step::Answer(None, answer(line, battle)?)]),
        },
    }
}

fn die(word: &str) -> Result<Step, Fault> {
    match word.parse::<i16>() {
        Ok(n) if (0..=9).contains(&n) => Ok(Step::Throw(Point::Number(n))),
        _ => {
            let mut fault = Fault::new(format!("{word:?} is no throw of the die"));
            fault.expect("0 to 9 (0.4)");
            Err(fault)
        }
    }
}

fn answer(words: &str, battle: &Battle) -> Result<Answer, Fault> {
    text::parse::<Jdg>(battle, words).map_err(|e| Fault::new(e.to_string()))
}
