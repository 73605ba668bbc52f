//! The questions and how they are answered, for those who write scripts: nothing here refuses anything.

use table::Verb;

use super::forms::{Kind, forms};
use super::places::QUESTIONS;
use crate::core::verb;

/// The keys of all questions, each with how its answers are written.
pub fn questions() -> impl Iterator<Item = (&'static str, Vec<String>)> {
    QUESTIONS.iter().map(|q| (q.key, q.verbs.iter().map(|&verb| written(q.key, verb)).collect()))
}

/// How an answer to a question is written: its word, then what it names; in brackets what may be left out.
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

#[cfg(test)]
mod tests {
    use super::questions;

    /// The row of a question in docs/vignettes.md.
    fn row((key, answers): (&str, Vec<String>)) -> String {
        let answers: Vec<String> = answers.iter().map(|answer| format!("`{answer}`")).collect();
        format!("| `{key}` | {} |", answers.join(", "))
    }

    #[test]
    fn the_documentation_lists_every_question_and_its_answers() {
        let docs = include_str!("../../../../docs/vignettes.md");
        let (_, listed) = docs.split_once("## Questions and their answers").expect("the docs have a chapter");
        let (listed, _) = listed.split_once("\n## ").expect("another chapter follows");
        let listed: Vec<&str> = listed.lines().filter(|line| line.starts_with("| `")).collect();
        let rows: Vec<String> = questions().map(row).collect();
        assert_eq!(listed, rows, "docs/vignettes.md should list:\n{}", rows.join("\n"));
    }
}
