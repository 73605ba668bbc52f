//! Rules are cited by their number in the book; refusals say which rule stands in the way and with which facts.

use std::fmt;

use crate::{Point, Value};

/// The number of a rule in its rulebook, for example `8.8.1`. Write it with [`rule!`](crate::rule!).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Rule(pub &'static str);

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Cites a rule: `rule!("8.8.1")`. The coverage report finds rules in the code by this macro, so cite with nothing else.
#[macro_export]
macro_rules! rule {
    ($id:literal) => {
        $crate::Rule($id)
    };
}

/// Refusal: why something is not allowed: the rule, a key of the message catalogue, and the facts that were used.
///
/// It is small and copied freely, because legality is asked millions of times; the sentence is made only for readers.
#[derive(Clone, Copy, PartialEq, Hash, Debug)]
pub struct Refusal {
    /// The rule that forbids it.
    pub rule: Rule,
    /// Key of the sentence in the catalogue's `[refusal]` table, for example `zoc.artillery`.
    pub why: &'static str,
    /// Facts for the sentence's blanks, by name.
    pub facts: [(&'static str, Point); 3],
}

impl Refusal {
    /// A refusal without facts.
    pub const fn new(rule: Rule, why: &'static str) -> Self {
        Refusal { rule, why, facts: [("", Point::Nothing); 3] }
    }

    /// Adds a fact (at most three; further ones are a programming error).
    #[must_use]
    pub fn with(mut self, name: &'static str, point: Point) -> Self {
        let free =
            self.facts.iter().position(|(n, _)| n.is_empty()).expect("a refusal carries at most three facts");
        self.facts[free] = (name, point);
        self
    }

    /// The facts that are set, as values for the catalogue.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, Value)> + '_ {
        self.facts.iter().filter(|(n, _)| !n.is_empty()).map(|&(n, p)| (n, Value::from(p)))
    }
}
