//! Expectations of every vignette: of events, questions, answers and the end.

use super::Staged;
use super::follow::{Follower, Line};
use super::script::{Bar, Expectation};
use crate::{Decision, Effect, Event, Names, Outcome, Part, Refusal, Total, Value, Winner, text};

/// Check of an expectation: why it does not hold.
pub type Check = Result<(), String>;

/// The words that may follow `expect` in a vignette of any rulebook.
pub(super) const EVERYWHERE: [&str; 9] =
    ["event", "no-event", "parts", "question", "no-question", "answer", "no-answer", "answers", "over"];

/// Whether an expectation is about the question that is asked, and so needs one.
pub(super) fn needs_question(e: &Expectation) -> bool {
    matches!(e.what.as_str(), "question" | "answer" | "no-answer" | "answers")
}

/// Looks at one expectation.
pub(super) fn check<R: Staged>(
    b: &R::Battle,
    s: &R::State,
    asked: Option<&Decision<'_, R>>,
    follower: &mut Follower<'_, R>,
    e: &Expectation,
) -> Check {
    let words: Vec<&str> = e.words.iter().map(String::as_str).collect();
    match e.what.as_str() {
        "event" => event(b, follower, &words, true),
        "no-event" => event(b, follower, &words, false),
        "parts" => parts(follower, &words),
        "question" => question(b, asked, &words),
        "no-question" => match asked {
            Some(a) if words.first() == Some(&a.question.key) => Err("it is asked".to_owned()),
            _ => Ok(()),
        },
        "answer" | "no-answer" => one_answer(b, asked, &words, e.what == "answer"),
        "answers" => all_answers(b, asked, &words),
        "over" => over(b, R::outcome(b, s), &words),
        what => R::holds(b, s, what, &words),
    }
}

/// `over WINNER [TURN]`, `over draw [TURN]`, `over not-yet`.
fn over(b: &dyn Names, outcome: Option<Outcome>, words: &[&str]) -> Check {
    let Some(outcome) = outcome else { return same(words, &["not-yet"]) };
    let winner = match outcome.winner {
        Winner::Draw => "draw".to_owned(),
        Winner::Side(side) => text::print_side(b, side),
    };
    same(words, &[&winner, &outcome.turn.to_string()])
}

/// Compares as many words as are given with those found.
///
/// # Errors
/// What was found.
pub fn same(given: &[&str], found: &[&str]) -> Check {
    if !given.is_empty() && given.len() <= found.len() && given == &found[..given.len()] {
        Ok(())
    } else {
        Err(format!("it is {}", found.join(" ")))
    }
}

fn value_words(b: &dyn Names, value: Value) -> String {
    match value {
        Value::Point(p) => b.id(p),
        Value::Number(n) => n.to_string(),
        Value::Word(w) => w.to_owned(),
    }
}

fn matches(b: &dyn Names, event: &Event, words: &[&str]) -> bool {
    words.iter().all(|word| match word.split_once('=') {
        None => event.key == *word || event.rule.0 == *word,
        Some(("rule", rule)) => event.rule.0 == rule,
        Some(("modifiers", sum)) => modifiers(event).to_string() == sum,
        Some((name, value)) => event.fact(name).is_some_and(|v| value_words(b, v) == value),
    })
}

fn event<R: Staged>(b: &R::Battle, follower: &mut Follower<'_, R>, words: &[&str], wanted: bool) -> Check {
    let from = follower.unclaimed;
    let found =
        follower.lines[from..].iter().position(|l| matches!(l, Line::Event(e) if matches(b, e, words)));
    match (found, wanted) {
        (Some(i), true) => {
            follower.unclaimed = from + i + 1;
            Ok(())
        }
        (None, false) => Ok(()),
        (Some(_), false) => Err("it happened".to_owned()),
        (None, true) => {
            let near: Vec<String> = follower.lines[from..].iter().filter_map(|l| described(b, l)).collect();
            Err(format!("it did not happen; what did since the last one claimed: {}", near.join("; ")))
        }
    }
}

fn described(b: &dyn Names, line: &Line) -> Option<String> {
    let Line::Event(e) = line else { return None };
    Some(event_words(b, e))
}

/// An event in the words that `expect event` takes: its key, its facts, the sum of its modifiers, its rule.
pub fn event_words(b: &dyn Names, e: &Event) -> String {
    let mut words = vec![e.key.to_owned()];
    words.extend(e.facts.iter().map(|(n, v)| format!("{n}={}", value_words(b, *v))));
    if !e.sums.is_empty() && e.fact("modifiers").is_none() {
        words.push(format!("modifiers={}", modifiers(e)));
    }
    words.push(format!("rule={}", e.rule));
    words.join(" ")
}

/// A refusal's reason in the words that `refuse ... key` takes: its key and its facts.
pub fn refusal_words(b: &dyn Names, refusal: &Refusal) -> String {
    let facts = refusal.values().map(|(name, value)| format!(" {name}={}", value_words(b, value)));
    std::iter::once(refusal.why.to_owned()).chain(facts).collect()
}

/// Whether a refusal is the one that a script names, as far as it does.
pub(super) fn bars(b: &dyn Names, bar: &Bar, refusal: &Refusal) -> bool {
    let has = |fact: &String| {
        refusal.values().any(|(name, value)| *fact == format!("{name}={}", value_words(b, value)))
    };
    bar.rule.as_ref().is_none_or(|rule| *rule == refusal.rule.0)
        && bar.key.as_ref().is_none_or(|key| *key == refusal.why)
        && bar.facts.iter().all(has)
}

/// The total of an event's only sum, 0 if it has none.
fn modifiers(event: &Event) -> Total {
    Total::of(event.sums.first().map_or(&[], |sum| &sum.parts))
}

/// `parts KEY label=effect ... total=value`: the modifiers of the last event of that key, all of them but those that change nothing. Of
/// several sums, `sum=NAME` says which.
fn parts<R: Staged>(follower: &Follower<'_, R>, words: &[&str]) -> Check {
    let key = words.first().ok_or("which event?")?;
    let event = follower.lines.iter().rev().find_map(|l| match l {
        Line::Event(e) if e.key == *key => Some(e),
        _ => None,
    });
    let event = event.ok_or_else(|| format!("no event {key:?} happened"))?;
    let name = words[1..].iter().find_map(|word| word.strip_prefix("sum="));
    let sum = event.sums.iter().find(|sum| name.is_none_or(|name| name == sum.name));
    let told = sum.map_or(&[][..], |sum| &sum.parts);
    let total = Total::of(told);
    let mut left: Vec<&Part> = told.iter().filter(|part| !part.effect.is_idle()).collect();
    let all = || {
        let list: Vec<String> =
            told.iter().map(|part| format!("{}={}", part.label, plain(part.effect))).collect();
        format!("the parts are {} total={total}", list.join(" "))
    };
    let mut complete = false;
    for word in &words[1..] {
        match word.split_once('=').ok_or("expected label=value")? {
            ("sum", _) => {}
            ("total", value) if total.to_string() == value => {}
            ("total", _) => return Err(all()),
            (label, "0") if left.iter().all(|part| part.label != label) => complete = true,
            (label, effect) => {
                complete = true;
                let found = left.iter().position(|part| part.label == label && plain(part.effect) == effect);
                left.remove(found.ok_or_else(all)?);
            }
        }
    }
    if complete && !left.is_empty() { Err(all()) } else { Ok(()) }
}

/// An effect as a script writes it: what adds without a plus.
fn plain(effect: Effect) -> String {
    effect.to_string().trim_start_matches('+').to_owned()
}

fn question<R: Staged>(b: &R::Battle, asked: Option<&Decision<'_, R>>, words: &[&str]) -> Check {
    let asked = asked.ok_or("nothing is asked")?;
    same(words, &[asked.question.key, &text::print_side(b, asked.question.side), asked.question.rule.0])
}

fn one_answer<R: Staged>(
    b: &R::Battle,
    asked: Option<&Decision<'_, R>>,
    words: &[&str],
    wanted: bool,
) -> Check {
    let asked = asked.ok_or("nothing is asked")?;
    let answer = text::parse::<R>(b, &words.join(" ")).map_err(|e| e.to_string())?;
    if asked.judge(&answer).is_ok() == wanted {
        Ok(())
    } else {
        let list = text::print_list::<R>(b, asked.legal, 60);
        Err(format!("{} asks, legal: {list}", asked.question.key))
    }
}

/// `answers a; b; c`: exactly these.
fn all_answers<R: Staged>(b: &R::Battle, asked: Option<&Decision<'_, R>>, words: &[&str]) -> Check {
    let asked = asked.ok_or("nothing is asked")?;
    let mut wanted = Vec::new();
    for one in words.join(" ").split(';') {
        wanted.push(text::parse::<R>(b, one.trim()).map_err(|e| e.to_string())?);
    }
    let mut found = asked.legal.to_vec();
    wanted.sort();
    found.sort();
    if wanted == found {
        Ok(())
    } else {
        let list = text::print_list::<R>(b, asked.legal, 60);
        Err(format!("{} asks, legal: {list}", asked.question.key))
    }
}
