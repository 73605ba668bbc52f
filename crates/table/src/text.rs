//! Answers as text: `verb point point ...`, for journals, scripts, vignettes and the command line.
//!
//! A point prints as the id that [`Names::id`] gives, if [`Names::find`] leads from that id back to the same point and
//! the id is one word; a number prints as `#3`; whatever has no id of its own prints as its kind and number
//! (`formation#4`). So what is printed always parses back to the same answer.

use std::fmt;

use muster::{Fault, Faults, nearest};

use crate::{Answer, Names, Point, PointKind, Rulebook, Side, Verb};

/// The most words of an answer's text that are read.
const MOST_WORDS: usize = 4;

/// Error of a text: why it is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// The fault, in words, with the word concerned.
    pub what: String,
    /// The nearest valid text, if one is near.
    pub nearest: Option<String>,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        match &self.nearest {
            Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for TextError {}

impl From<TextError> for Faults {
    /// A fault of no place: the text is no part of a file.
    fn from(error: TextError) -> Faults {
        Faults(vec![Fault::new(error.to_string())])
    }
}

/// Prints a point.
pub fn print_point(names: &dyn Names, point: Point) -> String {
    let number = point.number();
    let id = match point {
        Point::Number(_) => return format!("#{number}"),
        Point::Spot(x, y) => return format!("spot#{x},{y}"),
        Point::Nothing => String::new(),
        _ => names.id(point),
    };
    let plain = !id.is_empty() && !id.contains(|c: char| c.is_whitespace() || c.is_control() || c == '#');
    if plain && names.find(&id) == Some(point) { id } else { format!("{}#{number}", point.kind().word()) }
}

/// Parses a point as [`print_point`] prints it.
///
/// # Errors
/// If the word names nothing.
pub fn parse_point(names: &dyn Names, word: &str) -> Result<Point, TextError> {
    let Some((kind, number)) = word.split_once('#') else {
        return names
            .find(word)
            .ok_or_else(|| TextError { what: format!("nothing is called `{word}`"), nearest: None });
    };
    numbered_point(kind, number).ok_or_else(|| TextError {
        what: format!("`{word}` is not a number (`#3`) nor a kind and number (`formation#4`)"),
        nearest: None,
    })
}

fn numbered_point(kind: &str, number: &str) -> Option<Point> {
    let kind = if kind.is_empty() { PointKind::Number } else { PointKind::from_word(kind)? };
    if kind == PointKind::Spot {
        let (x, y) = number.split_once(',')?;
        return Some(Point::Spot(x.parse().ok()?, y.parse().ok()?));
    }
    Point::new(kind, number.parse().ok()?)
}

/// Prints an answer: its verb and its points, without the [`Point::Nothing`]s at the end.
pub fn print<R: Rulebook>(names: &R::Battle, answer: &Answer) -> String {
    let mut text = match R::VERBS.get(answer.verb.0 as usize) {
        Some(word) => (*word).to_string(),
        None => format!("verb#{}", answer.verb.0),
    };
    let used = answer.points.iter().rposition(|p| *p != Point::Nothing).map_or(0, |last| last + 1);
    for point in &answer.points[..used] {
        text.push(' ');
        text.push_str(&print_point(names, *point));
    }
    text
}

fn parse_verb<R: Rulebook>(word: &str) -> Result<Verb, TextError> {
    if let Some(number) = word.strip_prefix("verb#").and_then(|n| n.parse().ok()) {
        return Ok(Verb(number));
    }
    match R::VERBS.iter().position(|verb| *verb == word) {
        Some(index) => Ok(Verb(u8::try_from(index).expect("a rulebook has at most 256 verbs"))),
        None => Err(TextError {
            what: format!("`{word}` is not something one can do"),
            nearest: nearest(word, R::VERBS.iter().copied()).map(str::to_string),
        }),
    }
}

/// Parses an answer.
///
/// # Errors
/// If the verb or a point is unknown, or if there are more than three points.
pub fn parse<R: Rulebook>(names: &R::Battle, text: &str) -> Result<Answer, TextError> {
    let mut words = text.split_whitespace();
    let Some(first) = words.next() else {
        return Err(TextError { what: "an answer begins with what to do".into(), nearest: None });
    };
    let mut answer = Answer::button(parse_verb::<R>(first)?);
    for (n, word) in words.enumerate() {
        if n + 1 >= MOST_WORDS {
            return Err(TextError { what: format!("`{word}` is one word too many"), nearest: None });
        }
        answer.points[n] = parse_point(names, word)?;
    }
    Ok(answer)
}

/// Finds the answer that a text means where the legal answers are known. A text that parses need not be legal: the gate
/// decides that, and explains. Where a word names several things, the one that a legal answer points at is meant.
///
/// # Errors
/// If the text means nothing, with the nearest legal answer.
pub fn choose<R: Rulebook>(names: &R::Battle, legal: &[Answer], text: &str) -> Result<Answer, TextError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if let Some(answer) = legal.iter().find(|answer| means::<R>(names, answer, &words)) {
        return Ok(*answer);
    }
    parse::<R>(names, text).map_err(|mut error| {
        let all: Vec<String> = legal.iter().map(|answer| print::<R>(names, answer)).collect();
        let near = nearest(text, all.iter().map(String::as_str)).map(str::to_string);
        error.nearest = near.or(error.nearest);
        error
    })
}

fn means<R: Rulebook>(names: &R::Battle, answer: &Answer, words: &[&str]) -> bool {
    let used = answer.points.iter().rposition(|p| *p != Point::Nothing).map_or(0, |last| last + 1);
    if words.len() != used + 1 || R::VERBS.get(answer.verb.0 as usize) != Some(&words[0]) {
        return false;
    }
    answer.points[..used].iter().zip(&words[1..]).all(|(point, word)| {
        print_point(names, *point) == *word
            || (!matches!(point, Point::Number(_) | Point::Nothing) && names.id(*point) == *word)
    })
}

/// The legal answers in text, in their order, separated by semicolons; at most the first `most`.
pub fn print_list<R: Rulebook>(names: &R::Battle, legal: &[Answer], most: usize) -> String {
    let mut texts: Vec<String> = legal.iter().take(most).map(|answer| print::<R>(names, answer)).collect();
    if legal.len() > most {
        texts.push(format!("and {} more", legal.len() - most));
    }
    texts.join("; ")
}

/// A side's id.
pub fn print_side(names: &dyn Names, side: Side) -> String {
    let id = names.id(Point::Side(side));
    if id.is_empty() || id.contains(char::is_whitespace) { format!("side#{}", side.0) } else { id }
}

/// The side of an id, among some sides of a battle.
pub fn parse_side(names: &dyn Names, sides: impl IntoIterator<Item = Side>, word: &str) -> Option<Side> {
    sides.into_iter().find(|side| print_side(names, *side) == word)
}
