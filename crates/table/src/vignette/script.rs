//! The script of a vignette: lines of answers, throws, attempts and expectations.

use muster::{Collector, Fault, Faults, Place, Source, Spanned};

use super::Staged;
use super::expect::EVERYWHERE;
use crate::{Answer, Point, Side, text};

/// The sides of a battle.
const SIDES: u8 = 2;

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
    Answer(Option<Side>, Answer),
    /// Throw: the show of a die, or the marker drawn; any of them where nothing is named.
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

/// Bar: what is to bar an answer: as much of it as the script says.
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

impl Script {
    /// Reads a script.
    ///
    /// # Errors
    /// Every line that cannot be understood, at its place.
    pub fn parse<R: Staged>(
        source: &Source,
        text: &Spanned<String>,
        battle: &R::Battle,
    ) -> Result<Script, Faults> {
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
            match parse_line::<R>(line, battle) {
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

fn parse_line<R: Staged>(line: &str, battle: &R::Battle) -> Result<Vec<Step>, Fault> {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match first {
        "throw" if rest.is_empty() => {
            let mut fault = Fault::new("`throw` says no throw");
            fault.expect("what the die shows, or `any`: `throw 8`, `throw 8 any`");
            Err(fault)
        }
        "throw" => rest.split_whitespace().map(|word| Ok(Step::Throw(shown(word, R::die)?))).collect(),
        "draw" => Ok(vec![Step::Throw(shown(rest, |word| R::marker(battle, word))?)]),
        "refuse" => {
            let (words, bar) = barred(rest)?;
            Ok(vec![Step::Refuse(R::attempt(battle, words)?, bar)])
        }
        "expect" => {
            let mut words = rest.split_whitespace().map(str::to_owned);
            let what = words.next().unwrap_or_default();
            let known = || EVERYWHERE.iter().chain(R::EXPECTS).copied();
            if !known().any(|word| word == what) {
                return Err(Fault::unknown("expectation", &what, &known().collect::<Vec<_>>()));
            }
            Ok(vec![Step::Expect(Expectation { what, words: words.collect() })])
        }
        "skip" => Ok(vec![Step::Skip(rest.to_owned())]),
        "stop" if rest.is_empty() => Ok(vec![Step::Stop]),
        "stop" => Err(Fault::new(format!("`stop` stands alone, without {rest:?}"))),
        _ => match first.strip_suffix(':') {
            Some(side) => match text::parse_side(battle, (0..SIDES).map(Side), side) {
                Some(side) => answers::<R>(rest, Some(side), battle),
                None => {
                    let ids: Vec<String> =
                        (0..SIDES).map(|side| text::print_side(battle, Side(side))).collect();
                    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
                    Err(Fault::unknown("side", side, &ids))
                }
            },
            None => answers::<R>(line, None, battle),
        },
    }
}

/// Point that falls: the one that a word means, or any.
fn shown(word: &str, meaning: impl FnOnce(&str) -> Result<Point, Fault>) -> Result<Option<Point>, Fault> {
    if word == "any" { Ok(None) } else { meaning(word).map(Some) }
}

fn answers<R: Staged>(words: &str, side: Option<Side>, battle: &R::Battle) -> Result<Vec<Step>, Fault> {
    Ok(R::answers(battle, words)?.into_iter().map(|answer| Step::Answer(side, answer)).collect())
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
