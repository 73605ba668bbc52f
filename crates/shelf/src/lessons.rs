//! The lessons of a tutorial battle, shown once each as one plays.

use muster::{Collector, Fault, Faults, Format, Source, Spanned, read_toml};
use serde::Deserialize;

use crate::language::Language;

/// The lessons of a battle, in order.
#[derive(Clone, Debug, Default)]
pub struct Lessons {
    waiting: Vec<Lesson>,
}

/// A lesson.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The game turn from which it may come up.
    pub turn: u16,
    /// The key of the question that brings it up.
    pub phase: String,
    /// The verb that must be among the answers, if it waits until something can be done.
    pub verb: Option<String>,
    /// Its title.
    pub title: String,
    /// Its text.
    pub text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLessons {
    #[serde(rename = "format")]
    _format: Format<1>,
    lesson: Vec<RawLesson>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLesson {
    turn: u16,
    phase: Spanned<String>,
    verb: Option<Spanned<String>>,
    title: String,
    text: String,
}

/// The keys of all questions, which the rulebooks' catalogues list.
fn questions() -> Vec<&'static str> {
    let keys = crate::known().flat_map(|book| book.catalogue(Language::ENGLISH).keys());
    keys.filter(|(table, _)| *table == "question").map(|(_, key)| key).collect()
}

/// The verbs of all answers, which the rulebooks list.
fn verbs() -> Vec<&'static str> {
    crate::known().flat_map(|book| book.verbs()).copied().collect()
}

impl Lessons {
    /// Reads the lessons. One for a question that no rulebook asks, or an answer that none knows, is a fault: it would never be shown.
    ///
    /// # Errors
    /// All the file's faults.
    pub fn read(source: &Source) -> Result<Lessons, Faults> {
        let raw: RawLessons = read_toml(source)?;
        let (mut faults, questions) = (Collector::new(source), questions());
        for phase in raw.lesson.iter().map(|lesson| &lesson.phase) {
            if !questions.contains(&phase.get_ref().as_str()) {
                let mut fault = Fault::new(format!("no question has the key {:?}", phase.get_ref()));
                fault.suggest(phase.get_ref(), questions.iter().copied());
                faults.put(phase.span(), fault);
            }
        }
        let verbs = verbs();
        for verb in raw.lesson.iter().filter_map(|lesson| lesson.verb.as_ref()) {
            if !verbs.contains(&verb.get_ref().as_str()) {
                let mut fault = Fault::new(format!("no answer has the verb {:?}", verb.get_ref()));
                fault.suggest(verb.get_ref(), verbs.iter().copied());
                faults.put(verb.span(), fault);
            }
        }
        let lesson = |RawLesson { turn, phase, verb, title, text }: RawLesson| Lesson {
            turn,
            phase: phase.into_inner(),
            verb: verb.map(Spanned::into_inner),
            title,
            text,
        };
        faults.into_result(Lessons { waiting: raw.lesson.into_iter().map(lesson).collect() })
    }

    /// All lessons that were not shown yet, in order.
    pub fn all(&self) -> &[Lesson] {
        &self.waiting
    }

    /// The lesson to be shown before a question with answers of some verbs, which is then not shown again. Of several that are due, the first in the
    /// file is shown, but of those that wait for the same answers the one with the latest turn, and the earlier ones are dropped.
    pub fn due(&mut self, turn: u16, key: &str, offers: impl Fn(&str) -> bool) -> Option<Lesson> {
        let is_due = |lesson: &&Lesson| {
            lesson.phase == key && lesson.turn <= turn && lesson.verb.as_deref().is_none_or(&offers)
        };
        let verb = self.waiting.iter().find(is_due)?.verb.clone();
        let is_due = |lesson: &&Lesson| is_due(lesson) && lesson.verb == verb;
        let latest = self.waiting.iter().filter(is_due).max_by_key(|lesson| lesson.turn)?.clone();
        let waiting = std::mem::take(&mut self.waiting);
        let stays = |lesson: &Lesson| lesson.phase != key || lesson.verb != verb || lesson.turn > turn;
        self.waiting = waiting.into_iter().filter(stays).collect();
        Some(latest)
    }
}
