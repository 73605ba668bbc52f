//! The lessons of a tutorial battle, shown once each as one plays.

use muster::{Faults, Format, Source, read_toml};
use serde::Deserialize;

/// The lessons of a battle, in order.
#[derive(Clone, Debug, Default)]
pub struct Lessons {
    waiting: Vec<Lesson>,
}

/// A lesson.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// The game turn from which it may come up.
    pub turn: u16,
    /// The key of the question that brings it up.
    pub phase: String,
    /// Its title.
    pub title: String,
    /// What it says.
    pub text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLessons {
    #[serde(rename = "format")]
    _format: Format<1>,
    lesson: Vec<Lesson>,
}

impl Lessons {
    /// Reads the lessons.
    ///
    /// # Errors
    /// All the file's faults.
    pub fn read(source: &Source) -> Result<Lessons, Faults> {
        let raw: RawLessons = read_toml(source)?;
        Ok(Lessons { waiting: raw.lesson })
    }

    /// All lessons that were not shown yet, in order.
    pub fn all(&self) -> &[Lesson] {
        &self.waiting
    }

    /// The lesson to be shown before a question, which is then not shown again. When several are due, the one with the latest
    /// turn is shown and the earlier ones are dropped.
    pub fn due(&mut self, turn: u16, key: &str) -> Option<Lesson> {
        let is_due = |lesson: &Lesson| lesson.phase == key && lesson.turn <= turn;
        let latest = self.waiting.iter().filter(|l| is_due(l)).max_by_key(|lesson| lesson.turn)?.clone();
        self.waiting.retain(|lesson| !is_due(lesson));
        Some(latest)
    }
}
