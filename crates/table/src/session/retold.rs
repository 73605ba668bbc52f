//! The present step told again to somebody who looks ahead: with the answers and throws that there were, and in the side's own view.

use std::any::Any;
use std::rc::Rc;

use super::ahead::{DecisionAhead, Notebook};
use crate::umpires::{KeptWith, Player, SeenQuestion};
use crate::{Answer, Memory, Question, Rulebook, Written};

/// Retelling: how far the present step has been told again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Retelling {
    /// It has not come yet to the question whose answer is weighed.
    UnderWay,
    /// It has: all further is new.
    Done,
    /// It went another way than in play: what the side does not know yet has led elsewhere.
    Astray,
}

impl Retelling {
    /// Something new is asked or thrown, or the step has ended: if the question whose answer is weighed has not been asked by then it never is.
    pub(super) fn meets_something_new(&mut self) {
        if *self == Retelling::UnderWay {
            *self = Retelling::Astray;
        }
    }
}

/// Decides in the present step as was decided, given each side's answers in their order; then it decides as another player does.
pub(super) struct Retold<'a, R: Rulebook, P> {
    known: &'a [Vec<Answer>],
    given: Vec<usize>,
    /// The question whose answer is weighed; none where sides decide at the same time, of which nobody knows who is asked first.
    weighed: Option<DecisionAhead>,
    then: P,
    notes: &'a Notebook<R::State>,
}

impl<'a, R: Rulebook, P: Player<R>> Retold<'a, R, P> {
    /// The answers by side; a side may be missing, then none of its answers is known.
    pub(super) fn new(
        known: &'a [Vec<Answer>],
        weighed: Option<DecisionAhead>,
        then: P,
        notes: &'a Notebook<R::State>,
    ) -> Self {
        Retold { known, given: vec![0; known.len()], weighed, then, notes }
    }

    /// Whether an answer of the side that is asked was given to this very question, as far as can be told. Which question that was is known of the
    /// last of them.
    fn fits(&self, seen: &SeenQuestion<'_, R>, answer: &Answer, is_last: bool) -> bool {
        let question = seen.question;
        let weighed = self.weighed.filter(|own| is_last && own.side == question.side);
        weighed.is_none_or(|own| (own.key, own.about) == (question.key, question.about))
            && question.options.judge(seen.legal, answer).is_ok()
    }
}

impl<R: Rulebook, P: Player<R>> Player<R> for Retold<'_, R, P> {
    fn begin(&mut self) {
        self.given.fill(0);
        self.notes.open().retelling =
            if self.weighed.is_some() { Retelling::UnderWay } else { Retelling::Done };
        self.then.begin();
    }

    fn decide(&mut self, seen: &SeenQuestion<'_, R>) -> Answer {
        let side = seen.side().index();
        let known = self.known.get(side).and_then(|known| known.split_at_checked(self.given[side]));
        let Some((_, [answer, rest @ ..])) = known else { return self.then.decide(seen) };
        self.given[side] += 1;
        let is_last = rest.is_empty();
        if !self.fits(seen, answer, is_last) {
            self.notes.open().retelling = Retelling::Astray;
            return self.then.decide(seen);
        }
        if is_last && self.weighed.is_some_and(|own| own.side == seen.side()) {
            self.notes.open().retelling = Retelling::Done;
        }
        *answer
    }

    fn repeat(&mut self, state: &R::State, question: &Question<'_>, answer: &Answer) -> bool {
        let side = question.side.index();
        let Some(left) = self.known.get(side).map(|known| known.len() - self.given[side]).filter(|n| *n > 0)
        else {
            return self.then.repeat(state, question, answer);
        };
        self.given[side] += 1;
        if left == 1 && self.weighed.is_some_and(|own| own.side == question.side) {
            self.notes.open().retelling = Retelling::Done;
        }
        true
    }

    fn recall(&self, into: &mut Written) -> Memory {
        into.put(&self.given);
        self.then.recall(into)
    }

    fn kept(&self) -> Option<Rc<dyn Any>> {
        // The notes are open to one at a time, and whoever decides then reads them too.
        let then = self.then.kept()?;
        let retelling = self.notes.open().retelling;
        let kept: KeptWith<(Vec<usize>, Retelling)> = ((self.given.clone(), retelling), then);
        Some(Rc::new(kept))
    }

    fn take_up(&mut self, kept: &dyn Any) {
        if let Some(((given, retelling), then)) = kept.downcast_ref::<KeptWith<(Vec<usize>, Retelling)>>() {
            self.given.clone_from(given);
            self.notes.open().retelling = *retelling;
            self.then.take_up(&**then);
        }
    }
}
