//! Vignettes: a situation, a script of answers and throws, and what must come of them.
//!
//! What a situation is, the rulebook says: it reads the file ([`Staged::read`]) and adds its own expectations. The script,
//! its lines and how it is played are here, for every rulebook alike.

mod expect;
mod file;
mod follow;
mod script;

pub use expect::{Check, event_words, refusal_words, same};
pub use file::{Head, VariantHead, VignetteFile, read};
pub use follow::{Line, Transcript};
pub use script::{Bar, Expectation, Script, Step};

use muster::{Fault, Faults, Source};

use crate::{Answer, Point, Refusal, Rulebook, Verb, text};

/// Staging: what a rulebook adds to vignettes.
pub trait Staged: Rulebook {
    /// The words that may follow `expect`, besides those of every rulebook.
    const EXPECTS: &'static [&'static str];

    /// The verbs that do least, the most quiet first.
    const QUIET: &'static [Verb];

    /// Reads and checks a vignette: by [`read`], where its file has the usual shape.
    ///
    /// # Errors
    /// All the faults of the file.
    fn read(source: &Source) -> Result<Vignette<Self>, Faults>;

    /// Outcome meant by a word behind `throw`.
    ///
    /// # Errors
    /// A fault that says what the dice can show.
    fn die(word: &str) -> Result<Point, Fault>;

    /// Marker meant by a word behind `draw`.
    ///
    /// # Errors
    /// A fault with the nearest name.
    fn marker(battle: &Self::Battle, word: &str) -> Result<Point, Fault>;

    /// The answers of a line: one, unless the rulebook has a short form for several (a way over hexes).
    ///
    /// # Errors
    /// A fault that says which word means nothing.
    fn answers(battle: &Self::Battle, words: &str) -> Result<Vec<Answer>, Fault> {
        Ok(vec![answer::<Self>(battle, words)?])
    }

    /// The answer that a line tries, to be refused.
    ///
    /// # Errors
    /// As [`Staged::answers`].
    fn attempt(battle: &Self::Battle, words: &str) -> Result<Answer, Fault> {
        answer::<Self>(battle, words)
    }

    /// Whether what looks like a refusal says that the attempt is possible.
    fn allows(_refusal: &Refusal) -> bool {
        false
    }

    /// Whether nothing that was begun is still to be finished in steps of its own: before that a script's end is not looked at.
    fn rests(_battle: &Self::Battle, _state: &Self::State) -> bool {
        true
    }

    /// The legal answer that does least: the first of the most quiet verb that there is, else the first of all.
    fn quiet(legal: &[Answer]) -> Answer {
        Answer::preferred(legal, Self::QUIET)
    }

    /// Looks at an expectation of the rulebook's own: its first word, and the others.
    ///
    /// # Errors
    /// Why it does not hold.
    fn holds(battle: &Self::Battle, state: &Self::State, what: &str, words: &[&str]) -> Check;
}

/// A checked vignette: one case for each variant.
pub struct Vignette<R: Staged> {
    /// Its title.
    pub title: String,
    /// The rules that it shows, the main one first.
    pub rules: Vec<String>,
    /// Its variants; a file without any has one.
    pub cases: Vec<Case<R>>,
}

impl<R: Staged> Vignette<R> {
    /// Reads and checks a vignette.
    ///
    /// # Errors
    /// All the faults of the file.
    pub fn read(source: &Source) -> Result<Self, Faults> {
        R::read(source)
    }
}

/// One variant of a vignette, ready to run.
pub struct Case<R: Staged> {
    /// Name of the variant, or empty.
    pub name: String,
    /// The situation.
    pub battle: R::Battle,
    /// Script: all that is answered, thrown and expected.
    pub script: Script,
}

impl<R: Staged> Case<R> {
    /// Plays the script and compares.
    pub fn run(&self) -> Transcript<R> {
        follow::run_case(self)
    }
}

/// The answer that some words of a script mean.
///
/// # Errors
/// A fault that says which word means nothing.
pub fn answer<R: Rulebook>(battle: &R::Battle, words: &str) -> Result<Answer, Fault> {
    text::parse::<R>(battle, words).map_err(|error| Fault::new(error.to_string()))
}
