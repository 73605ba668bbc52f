//! Computer players.

use std::any::Any;
use std::cell::OnceCell;
use std::rc::Rc;

use crate::dice::FastDice;
use crate::{Answer, Decision, Memory, Question, Rulebook, Side, Written};

/// A question as a computer player sees it: never the true state, only the view of the side that decides.
pub struct SeenQuestion<'a, R: Rulebook> {
    /// The fixed part of the battle.
    pub battle: &'a R::Battle,
    /// The question.
    pub question: &'a Question<'a>,
    /// Its legal answers: at least one.
    pub legal: &'a [Answer],
    state: &'a R::State,
    view: OnceCell<R::State>,
}

impl<'a, R: Rulebook> SeenQuestion<'a, R> {
    /// Context of a question, as the deciding side sees it.
    pub fn new(asked: &Decision<'a, R>) -> Self {
        SeenQuestion {
            battle: asked.battle,
            question: asked.question,
            legal: asked.legal,
            state: asked.state,
            view: OnceCell::new(),
        }
    }

    /// The side that decides.
    pub fn side(&self) -> Side {
        self.question.side
    }

    /// The whole state, for umpires that began from a view of it.
    pub(crate) fn whole(&self) -> &R::State {
        self.state
    }

    /// View of that side. Computed at the first call: players who do not look pay nothing.
    pub fn view(&self) -> &R::State {
        self.view.get_or_init(|| R::view(self.battle, self.state, Some(self.question.side)))
    }
}

/// A computer player. It can take any seat at any time, so it keeps nothing that it needs between two decisions.
pub trait Player<R: Rulebook>: Send {
    /// Decides: one of the legal answers. Not called where there is only one.
    fn decide(&mut self, seen: &SeenQuestion<'_, R>) -> Answer;

    /// Called by the odds umpire before each of its runs: they all begin in the same situation.
    fn begin(&mut self) {}

    /// Decides again as in an earlier run of the odds umpire that came to this very place in the same way, so that nothing has to be listed or thought of: notes
    /// what the rest depends on. Says whether that is done; who cannot is asked once more.
    fn repeat(&mut self, _state: &R::State, _question: &Question<'_>, _answer: &Answer) -> bool {
        false
    }

    /// Whether they remember what spares thinking twice. Whoever asks them for one decision of a game after the other keeps them then.
    fn remembers(&self) -> bool {
        false
    }

    /// Memory of the present run: what its further decisions depend on besides what it is asked is written down. Who does not tell is taken to
    /// remember everything.
    fn recall(&self, _into: &mut Written) -> Memory {
        Memory::Untold
    }

    /// Copy of its memory of the present run, for another run that comes to the same place. Who gives none goes the whole way again.
    fn kept(&self) -> Option<Rc<dyn Any>> {
        None
    }

    /// Remembers what it kept in an earlier run.
    fn take_up(&mut self, _kept: &dyn Any) {}

    /// Explains the last decision in a sentence.
    fn why(&self) -> String {
        String::new()
    }
}

/// Copy of the memory of a player who decides as another one does after something of its own.
pub(crate) type KeptWith<T> = (T, Rc<dyn Any>);

/// Answers that are known, given each side's in their order; then it decides as another player does.
pub struct KnownAnswers<'a, P> {
    answers: &'a [Vec<Answer>],
    given: Vec<usize>,
    then: P,
}

impl<'a, P> KnownAnswers<'a, P> {
    /// The answers by side; a side may be missing, then none of its answers is known.
    pub fn new(answers: &'a [Vec<Answer>], then: P) -> Self {
        KnownAnswers { answers, given: vec![0; answers.len()], then }
    }
}

impl<R: Rulebook, P: Player<R>> Player<R> for KnownAnswers<'_, P> {
    fn begin(&mut self) {
        self.given.fill(0);
        self.then.begin();
    }

    fn decide(&mut self, seen: &SeenQuestion<'_, R>) -> Answer {
        let side = seen.side().index();
        match self.answers.get(side).and_then(|known| known.get(self.given[side])) {
            Some(&answer) => {
                self.given[side] += 1;
                answer
            }
            None => self.then.decide(seen),
        }
    }

    fn repeat(&mut self, state: &R::State, question: &Question<'_>, answer: &Answer) -> bool {
        let side = question.side.index();
        match self.answers.get(side).is_some_and(|known| self.given[side] < known.len()) {
            true => {
                self.given[side] += 1;
                true
            }
            false => self.then.repeat(state, question, answer),
        }
    }

    fn recall(&self, into: &mut Written) -> Memory {
        into.put(&self.given);
        self.then.recall(into)
    }

    fn kept(&self) -> Option<Rc<dyn Any>> {
        let kept: KeptWith<Vec<usize>> = (self.given.clone(), self.then.kept()?);
        Some(Rc::new(kept))
    }

    fn take_up(&mut self, kept: &dyn Any) {
        if let Some((given, then)) = kept.downcast_ref::<KeptWith<Vec<usize>>>() {
            self.given.clone_from(given);
            self.then.take_up(&**then);
        }
    }
}

/// Any legal answer, each equally likely.
#[derive(Clone, Debug)]
pub struct RandomPlayer(FastDice);

impl RandomPlayer {
    /// A player whose decisions follow from the seed.
    pub fn new(seed: u64) -> Self {
        RandomPlayer(FastDice::new(seed))
    }
}

impl<R: Rulebook> Player<R> for RandomPlayer {
    fn decide(&mut self, seen: &SeenQuestion<'_, R>) -> Answer {
        self.0.pick(seen.legal)
    }

    fn why(&self) -> String {
        "Drawn by lot.".into()
    }
}

/// Always the first legal answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstLegal;

impl<R: Rulebook> Player<R> for FirstLegal {
    fn decide(&mut self, seen: &SeenQuestion<'_, R>) -> Answer {
        seen.legal[0]
    }

    fn repeat(&mut self, _state: &R::State, _question: &Question<'_>, _answer: &Answer) -> bool {
        true
    }

    fn recall(&self, _into: &mut Written) -> Memory {
        Memory::Told
    }

    fn kept(&self) -> Option<Rc<dyn Any>> {
        Some(Rc::new(()))
    }

    fn why(&self) -> String {
        "The first of the legal answers.".into()
    }
}
