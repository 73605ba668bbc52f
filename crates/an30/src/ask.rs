//! Questions: how procedures ask: the legal answers, and for every other one the reason.

use table::ask::Choices;
use table::{Answer, Play, Point, Question, Refusal, Rule, Side};

use crate::{Battle, Field, State};

impl Field<'_> {
    /// Asks a side. `about` names what the question is about; `refuse` explains, by the predicates that `list` uses, why an answer of
    /// this battle's things is not among the legal ones.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn ask(
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
            read: |_: &[Answer], answer: &Answer| stranger(b, rule, answer),
            refuse: |meant: &Answer| refuse(b, s, meant),
        };
        self.doors.ask(s, &Question { side, rule, key, about, options: &options })
    }

    /// Asks a side to choose among listed answers; another one is not offered. Of one alone nobody is asked.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn choose(
        &mut self,
        side: Side,
        rule: Rule,
        key: &'static str,
        about: [Point; 3],
        answers: &[Answer],
    ) -> Play<Answer> {
        if let [only] = answers {
            return Ok(*only);
        }
        self.ask(
            side,
            rule,
            key,
            about,
            |_, _, out| out.extend_from_slice(answers),
            |_, _, _| not_offered(rule),
        )
    }
}

/// Refuses what points at things that are not in the battle.
fn stranger(b: &Battle, rule: Rule, answer: &Answer) -> Result<Answer, Refusal> {
    match answer.points.iter().find(|point| !b.has(**point)) {
        Some(point) => Err(Refusal::new(rule, "not.on_the_table").with("thing", *point)),
        None => Ok(*answer),
    }
}

/// A word of refusal for an answer that is not listed: the last resort.
pub(crate) fn not_offered(rule: Rule) -> Refusal {
    Refusal::new(rule, "not.offered")
}
