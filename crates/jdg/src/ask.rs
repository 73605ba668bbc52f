//! Questions: how procedures ask: the legal answers, and for every other one the reason.

use table::ask::Choices;
use table::{Answer, Play, Point, Question, Refusal, Rule, Side};

use crate::why::{self, RefusalContext};
use crate::{Battle, Field, State};

impl Field<'_, '_> {
    /// Asks a side. `about` names what the question is about.
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
        let asked = RefusalContext { side, rule, key, about: &about, fight: &self.fight };
        let options = Choices {
            list: |out: &mut Vec<Answer>| list(b, s, out),
            read: |listed: &[Answer], answer: &Answer| why::meant(b, s, &asked, listed, answer),
            refuse: |meant: &Answer| refuse(b, s, meant),
        };
        self.doors.ask(s, &Question { side, rule, key, about, options: &options })
    }

    /// Asks a side to choose among listed answers; `refuse` explains why another thing of the same kinds is not among them.
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
        refuse: impl Fn(&Battle, &State, &Answer) -> Refusal,
    ) -> Play<Answer> {
        self.ask(side, rule, key, about, |_, _, out| out.extend_from_slice(answers), refuse)
    }

    /// Asks a side to choose among all that could be named: facings of a unit that looks where it likes, yes or no.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn choose_any(
        &mut self,
        side: Side,
        rule: Rule,
        key: &'static str,
        about: [Point; 3],
        answers: &[Answer],
    ) -> Play<Answer> {
        self.choose(side, rule, key, about, answers, |_, _, _| why::must(rule, key, &about))
    }
}
