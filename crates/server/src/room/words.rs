//! A game in words: log entries, questions, outcomes; and typed answers.

use shelf::Game;
use table::session::{AwaitedDecision, AwaitedThrow, Happening, Seat};
use table::{Answer, Event, Names, Outcome, Point, Rank, Side, Value, Winner, text};

use super::record::OrderedAnswer;
use crate::api_error::{ApiError, Result};
use crate::wire::{EarlyEnd, Effect, Fact, FortuneThrow, Heading, LogEntry, OutcomeCard, Part, Sum};

/// The word of an answer's verb.
pub fn verb_of(live: &dyn Game, answer: &Answer) -> &'static str {
    live.verbs().get(usize::from(answer.verb.0)).copied().unwrap_or_default()
}

/// The question's sentence.
pub fn asking(live: &dyn Game, pending: &AwaitedDecision) -> String {
    live.catalogue().asking(live.names(), pending.side, pending.key, &pending.about)
}

/// Subject of a throw, as a label.
pub fn throwing(live: &dyn Game, wanted: &AwaitedThrow) -> String {
    live.catalogue().throwing(live.names(), wanted.side, wanted.key, &wanted.about)
}

/// Sums with their names.
pub fn sums(live: &dyn Game, sums: &[table::Sum]) -> Vec<Sum> {
    let catalogue = live.catalogue();
    let label = |key: &str| catalogue.template("modifier", key).unwrap_or(key).to_owned();
    let part = |part: &table::Part| Part {
        effect: match part.effect {
            table::Effect::Base(n) => Effect::Base(n),
            table::Effect::Add(n) => Effect::Add(n),
            table::Effect::Times(n, of) => Effect::Times(n, of),
            table::Effect::Shift(n) => Effect::Shift(n),
        },
        label: label(part.label),
        rule: part.rule.0.to_owned(),
    };
    let sum = |sum: &table::Sum| Sum {
        name: (!sum.name.is_empty()).then(|| label(sum.name)),
        parts: sum.parts.iter().map(part).collect(),
        total: sum.to_string().replace('-', "\u{2212}"),
    };
    sums.iter().map(sum).collect()
}

/// An event as an entry of the log.
pub fn entry(live: &dyn Game, at: u32, event: &Event) -> LogEntry {
    let catalogue = live.catalogue();
    let names = live.names();
    let fact = |value: &Value| match value {
        Value::Number(n) => Fact::Number(*n),
        Value::Point(Point::Number(n)) => Fact::Number((*n).into()),
        Value::Point(point) => point.short().map_or_else(|| Fact::Word(String::new()), Fact::Point),
        Value::Word(word) => Fact::Word(catalogue.template("word", word).unwrap_or(word).to_owned()),
    };
    let text = match event.sums.is_empty() {
        true => catalogue.event(names, event),
        false => catalogue.event(names, &Event { sums: Vec::new(), ..event.clone() }),
    };
    LogEntry {
        at,
        rule: event.rule.0.to_owned(),
        key: event.key.to_owned(),
        opens: opens(event.opens),
        text,
        facts: event.facts.iter().map(|(name, value)| ((*name).to_owned(), fact(value))).collect(),
        sums: sums(live, &event.sums),
    }
}

fn opens(rank: Rank) -> Option<Heading> {
    match rank {
        Rank::Turn => Some(Heading::Turn),
        Rank::Section => Some(Heading::Section),
        Rank::End => Some(Heading::End),
        Rank::Line => None,
    }
}

/// Something that happened to the game, as an entry of the log.
pub fn notice(live: &dyn Game, at: u32, what: &Happening) -> LogEntry {
    let say = |key: &str| live.catalogue().word(&format!("notice.{key}"));
    let named = |seat: &Seat| if seat.name.is_empty() { say("nobody") } else { seat.name.clone() };
    let (key, side, text) = match what {
        Happening::TakenBack { by, agreed: false } => ("undo.alone", *by, say("undo.alone")),
        Happening::TakenBack { by, agreed: true } => ("undo.agreed", *by, say("undo.agreed")),
        Happening::Seated { side, now, before } => {
            ("seat", *side, say("seat").replace("BEFORE", &named(before)).replace("NOW", &named(now)))
        }
    };
    let name = live.catalogue().value(live.names(), Value::Point(Point::Side(side)));
    LogEntry {
        at,
        rule: String::new(),
        key: format!("notice.{key}"),
        opens: None,
        text: text.replace("SIDE", &name),
        facts: [("side".to_owned(), Fact::Point(format!("s{}", side.0)))].into(),
        sums: Vec::new(),
    }
}

/// An answer that a standing order gave.
pub fn ordered(live: &dyn Game, ordered: &OrderedAnswer) -> String {
    if !ordered.text.is_empty() {
        return ordered.text.clone();
    }
    let (names, mut about) = (live.names(), [Point::Nothing; 3]);
    for (slot, word) in about.iter_mut().zip(&ordered.about) {
        *slot = text::parse_point(names, word).unwrap_or(Point::Nothing);
    }
    let asked = live.catalogue().asking(names, Side(ordered.side), &ordered.key, &about);
    let sentence = live.catalogue().word("notice.ordered").replace("ORDER", &ordered.order.to_string());
    sentence.replace("ASKED", &asked).replace("ANSWER", &live.in_words(&ordered.key, &ordered.answer))
}

/// A number of half points as a text: 7 is `3\u{bd}`.
pub fn halves(n: i32) -> String {
    let sign = if n < 0 { "-" } else { "" };
    match (n.unsigned_abs() / 2, n % 2) {
        (whole, 0) => format!("{sign}{whole}"),
        (0, _) => format!("{sign}\u{bd}"),
        (whole, _) => format!("{sign}{whole}\u{bd}"),
    }
}

/// End of a game, in the words of a language, with the names of the sides.
pub fn ended(language: &str, outcome: &OutcomeCard, sides: [&str; 2]) -> String {
    let points = |side: usize| halves(outcome.half_points.get(side).copied().unwrap_or_default());
    let is_french = language == "fr";
    let Some(winner) = outcome.winner.map(usize::from).filter(|winner| *winner < 2) else {
        let (first, second) = (points(0), points(1));
        return if is_french {
            format!("Bataille ind\u{e9}cise, {first} \u{e0} {second}")
        } else {
            format!("A draw, {first} to {second}")
        };
    };
    let (own, other) = (points(winner), points(1 - winner));
    let (won, lost) = (sides[winner], sides[1 - winner]);
    match (outcome.broken_off, is_french) {
        (None, true) => format!("Victoire\u{a0}: {won}, {own} \u{e0} {other}"),
        (None, false) => format!("{won} win, {own} to {other}"),
        (Some(EarlyEnd::Resigned), true) => format!("Victoire\u{a0}: {won} ({lost}\u{a0}: abandon)"),
        (Some(EarlyEnd::Resigned), false) => format!("{won} win: {lost} gave the game up"),
        (Some(EarlyEnd::Time), true) => {
            format!("Victoire\u{a0}: {won} ({lost}\u{a0}: temps \u{e9}coul\u{e9})")
        }
        (Some(EarlyEnd::Time), false) => format!("{won} win: {lost} ran out of time"),
    }
}

/// End of a game, as it is told in the language in which it speaks.
pub fn told(live: &dyn Game, outcome: &OutcomeCard) -> OutcomeCard {
    let names = live.names();
    let sides = [table::Side(0), table::Side(1)].map(|side| names.title(Point::Side(side)));
    OutcomeCard {
        text: ended(live.catalogue().language(), outcome, [&sides[0], &sides[1]]),
        ..outcome.clone()
    }
}

/// End of a game. Its words are those of the language in which the game speaks.
pub fn outcome(live: &dyn Game, outcome: &Outcome) -> OutcomeCard {
    let winner = match outcome.winner {
        Winner::Side(side) => Some(side.0),
        Winner::Draw => None,
    };
    let half_points = outcome.half_points.to_vec();
    let card = OutcomeCard { winner, text: String::new(), broken_off: None, half_points, turn: outcome.turn };
    told(live, &card)
}

/// A throw that was weighed, and its place in the log as the viewer may see it.
pub fn weighed(live: &dyn Game, throw: &shelf::WeighedThrow, log: u32) -> FortuneThrow {
    FortuneThrow {
        step: throw.step as u32,
        log,
        rule: throw.rule.0.to_owned(),
        what: live.catalogue().throwing(live.names(), throw.side, throw.key, &throw.about),
        about: throw.about.iter().filter_map(|point| point.short()).collect(),
        side: throw.side.map(|side| side.0),
        faces: throw.faces,
        shows: throw.shows.clone(),
        expected: throw.expected,
        actual: throw.actual,
        least: throw.least,
        most: throw.most,
        better: throw.better,
        worse: throw.worse,
    }
}

/// An answer as it is typed, with short texts replaced by ids.
///
/// # Errors
/// It is longer than any answer.
pub fn typed(names: &dyn Names, text: &str) -> Result<String> {
    if text.len() > 200 {
        return Err(ApiError::bad_request("an answer is not so long"));
    }
    let word = |word: &str| match Point::from_short(word).filter(|_| names.find(word).is_none()) {
        Some(Point::Number(n)) => format!("#{n}"),
        Some(point) => names.id(point),
        None => word.to_owned(),
    };
    let words: Vec<String> = text.split_whitespace().map(word).collect();
    Ok(words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_is_told_in_each_language() {
        let card = |winner, broken_off| OutcomeCard {
            winner,
            text: String::new(),
            broken_off,
            half_points: vec![4, 7],
            turn: 3,
        };
        let said = |winner, broken_off| {
            ["en", "fr"].map(|language| ended(language, &card(winner, broken_off), ["Red", "Blue"]))
        };
        assert_eq!(said(None, None), ["A draw, 2 to 3\u{bd}", "Bataille ind\u{e9}cise, 2 \u{e0} 3\u{bd}"]);
        assert_eq!(said(Some(1), None), ["Blue win, 3\u{bd} to 2", "Victoire\u{a0}: Blue, 3\u{bd} \u{e0} 2"]);
        assert_eq!(
            said(Some(0), Some(EarlyEnd::Resigned)),
            ["Red win: Blue gave the game up", "Victoire\u{a0}: Red (Blue\u{a0}: abandon)"]
        );
        assert_eq!(
            said(Some(1), Some(EarlyEnd::Time)),
            ["Blue win: Red ran out of time", "Victoire\u{a0}: Blue (Red\u{a0}: temps \u{e9}coul\u{e9})"]
        );
    }
}
