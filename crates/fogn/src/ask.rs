//! Questions: how procedures ask: the legal answers, and for every other one the reason.

use table::ask::Choices;
use table::{Answer, Play, Point, Question, Refusal, Rule, Side};

use crate::{Battle, Field, State};

impl Field<'_, '_> {
    /// Asks a side a question whose legal answers are all listed. `refuse` explains, by the predicates that `list` uses, why another is not.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn ask(
        &mut self,
        side: Side,
        rule: Rule,
        key: &'static str,
        about: [Point; 3],
        list: impl Fn(&Battle, &State, &mut Vec<Answer>),
        refuse: impl Fn(&Battle, &State, &Answer) -> Refusal,
    ) -> Play<Answer> {
        let (b, s) = (self.b, &*self.s);
        let options = Choices {
            list: |out: &mut Vec<Answer>| list(b, s, out),
            read: |_: &[Answer], answer: &Answer| stranger(b, rule, answer).map_or(Ok(*answer), Err),
            refuse: |meant: &Answer| refuse(b, s, meant),
        };
        self.doors.ask(s, &Question { side, rule, key, about, options: &options })
    }
}

/// Refuses what points at things that are not in the battle.
pub(crate) fn stranger(b: &Battle, rule: Rule, answer: &Answer) -> Option<Refusal> {
    let point = answer.points.iter().find(|point| !b.has(**point))?;
    Some(Refusal::new(rule, "not.on_the_table").with("thing", *point))
}

/// A word of refusal for an answer that belongs elsewhere: the last resort.
pub(crate) fn not_offered(rule: Rule) -> Refusal {
    Refusal::new(rule, "not.offered")
}
