//! Labels: what a board declares in the words of a book's messages, the same for every book.

use table::phrase::Catalogue;

use super::{AskData, NamedItem, VerbData};

/// A name from the messages, under `<table>.<id>`.
pub fn label(table: &str, id: &str, words: &Catalogue) -> String {
    words.word(&format!("{table}.{id}"))
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

impl AskData {
    /// The questions of the messages, with dots in their blanks; `way` says which overlay leads to a question's answers, if it is not the usual.
    pub fn all(words: &Catalogue, way: impl Fn(&str) -> Option<String>) -> Vec<AskData> {
        let keys = words.keys().filter(|(table, _)| *table == "question");
        keys.map(|(table, key)| AskData {
            key: key.to_owned(),
            label: dotted(words.template(table, key).unwrap_or(key)),
            way: way(key),
        })
        .collect()
    }
}

impl VerbData {
    /// A rulebook's verbs; `way` as for [`AskData::all`].
    pub fn all(verbs: &[&str], words: &Catalogue, way: impl Fn(&str) -> Option<String>) -> Vec<VerbData> {
        let verb = |word: &&str| VerbData {
            word: (*word).to_owned(),
            label: words.template("verb", word).unwrap_or(word).to_owned(),
            way: way(word),
        };
        verbs.iter().map(verb).collect()
    }
}

/// A template with dots in its blanks.
fn dotted(template: &str) -> String {
    let mut pieces = template.split('{');
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| text + "…" + piece.split_once('}').map_or("", |(_, rest)| rest))
}
