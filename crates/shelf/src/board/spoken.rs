//! Labels: what a board declares in the words of a book's messages, the same for every book.

use engraver::{Look, Sign, Symbol};
use table::phrase::Catalogue;
use table::{Rulebook, Verb};

use super::{ArmData, AskData, BadgeData, Fitness, NamedItem, StateData, VerbData};

/// A name from the messages, under `<table>.<id>`.
pub fn label(table: &str, id: &str, words: &Catalogue) -> String {
    words.word(&format!("{table}.{id}"))
}

/// The letter of a state or a badge on a map of characters, under `letter.<id>`, if it has one.
fn letter(id: &str, words: &Catalogue) -> Option<char> {
    words.template("word", &format!("letter.{id}"))?.chars().next()
}

impl StateData {
    /// States with what they mean and look like; their names stand under `state.<id>`, their letters under `letter.<id>`.
    pub fn all(states: &[(&str, Fitness, Look)], words: &Catalogue) -> Vec<StateData> {
        let state = |(id, fitness, look): &(&str, Fitness, Look)| StateData {
            id: (*id).to_owned(),
            label: label("state", id, words),
            fitness: *fitness,
            look: *look,
            letter: letter(id, words),
        };
        states.iter().map(state).collect()
    }
}

impl BadgeData {
    /// Badges with their signs, and which of them have a front on every side; their names stand under `badge.<id>`, their letters under
    /// `letter.<id>`.
    pub fn all(badges: &[(&str, Option<Sign>)], all_round: &[&str], words: &Catalogue) -> Vec<BadgeData> {
        let badge = |(id, sign): &(&str, Option<Sign>)| BadgeData {
            id: (*id).to_owned(),
            label: label("badge", id, words),
            sign: *sign,
            all_round: all_round.contains(id),
            letter: letter(id, words),
        };
        badges.iter().map(badge).collect()
    }
}

impl NamedItem {
    /// Ids with their names, under `<table>.<id>`.
    pub fn all(table: &str, ids: &[&str], words: &Catalogue) -> Vec<NamedItem> {
        ids.iter().map(|id| NamedItem { id: (*id).to_owned(), label: label(table, id, words) }).collect()
    }

    /// The kinds of events that the messages name.
    pub fn events(words: &Catalogue) -> Vec<NamedItem> {
        let ids =
            words.keys().filter_map(|(table, key)| (table == "word").then(|| key.strip_prefix("event."))?);
        ids.map(|id| NamedItem { id: id.to_owned(), label: label("event", id, words) }).collect()
    }
}

impl ArmData {
    /// Arms with the symbols of their units; their names stand under `arm.<id>`.
    pub fn all(arms: &[(&str, &[Symbol])], words: &Catalogue) -> Vec<ArmData> {
        let arm = |(id, symbols): &(&str, &[Symbol])| ArmData {
            id: (*id).to_owned(),
            label: label("arm", id, words),
            symbols: symbols.to_vec(),
        };
        arms.iter().map(arm).collect()
    }
}

impl AskData {
    /// The questions of the messages, with dots in their blanks; `overlay` says which leads to a question's answers, if it is not the usual.
    pub fn all(words: &Catalogue, overlay: impl Fn(&str) -> Option<String>) -> Vec<AskData> {
        let keys = words.keys().filter(|(table, _)| *table == "question");
        keys.map(|(table, key)| AskData {
            key: key.to_owned(),
            label: dotted(words.template(table, key).unwrap_or(key)),
            route_overlay: overlay(key),
        })
        .collect()
    }
}

impl VerbData {
    /// A rulebook's verbs; `overlay` as for [`AskData::all`].
    pub fn all<R: Rulebook>(words: &Catalogue, overlay: impl Fn(&str) -> Option<String>) -> Vec<VerbData> {
        let numbers = |verb: Verb| (0..).map_while(move |number| R::number_word(verb, number));
        let verb = |(number, word): (u8, &&str)| VerbData {
            word: (*word).to_owned(),
            label: words.template("verb", word).unwrap_or(word).to_owned(),
            numbers: numbers(Verb(number)).map(|word| words.word(word)).collect(),
            route_overlay: overlay(word),
        };
        (0..).zip(R::VERBS).map(verb).collect()
    }
}

/// A template with dots in its blanks.
fn dotted(template: &str) -> String {
    let mut pieces = template.split('{');
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| text + "…" + piece.split_once('}').map_or("", |(_, rest)| rest))
}
