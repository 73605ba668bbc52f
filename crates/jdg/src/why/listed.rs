//! The questions and how they are answered, for those who write scripts: nothing here refuses anything.

use table::Verb;

use super::forms::{Kind, forms};
use super::places::QUESTIONS;
use crate::core::verb;

/// The keys of all questions, each with how its answers are written.
pub fn questions() -> impl Iterator<Item = (&'static str, Vec<String>)> {
    QUESTIONS.iter().map(|q| (q.key, q.verbs.iter().map(|&verb| written(q.key, verb)).collect()))
}

/// Form of an answer to a question: its word, then what it names; in brackets what may be left out.
fn written(key: &str, verb: Verb) -> String {
    let (forms, _) = forms(key, verb);
    let least = forms.iter().map(|form| form.len()).min().unwrap_or(0);
    let most = forms.iter().max_by_key(|form| form.len()).expect("every verb has a form");
    let name = |kind: &Kind| match kind {
        Kind::Unit => "UNIT",
        Kind::Leader => "COMMANDER",
        Kind::Hex => "HEX",
        Kind::Facing => "FACING",
        Kind::Marker => "MARKER",
    };
    let mut words = vec![verb::WORDS[usize::from(verb.0)].to_owned()];
    words.extend(most[..least].iter().map(|kind| name(kind).to_owned()));
    words.extend(most[least..].iter().map(|kind| format!("[{}]", name(kind))));
    words.join(" ")
}
