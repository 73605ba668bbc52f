//! The doors, and the one gate for legality.

use std::hash::Hash;

use crate::landmark::{Locals, Luggage, Parcel};
use crate::{Answer, Event, Point, Question, Refusal, Rule, Rulebook, Side, Span};

/// Stop of a procedure before its end. Its half-done state is dropped.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// An answer or a throw is not there yet; the step runs again when it is.
    Waiting,
    /// An answer was refused at the gate.
    Refused(Side, Answer, Box<Refusal>),
    /// The umpire cannot go on, for the reason given (a script at its end, a journal that does not fit).
    Broken(String),
}

/// The result of a procedure, or why it stopped.
pub type Play<T> = Result<T, Stop>;

/// Kind of throw: what is thrown or drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ThrowKind {
    /// A die whose outcomes are 0 to `faces - 1`.
    Die,
    /// One of so many markers, drawn blindly.
    Draw,
}

/// A question to chance.
#[derive(Clone, Copy)]
pub struct Throw<'a> {
    /// The rule that calls for it.
    pub rule: Rule,
    /// Key of its label in the catalogue's `[throw]` table.
    pub key: &'static str,
    /// The side that throws, where one does.
    pub side: Option<Side>,
    /// Die or draw.
    pub kind: ThrowKind,
    /// Number of equally likely outcomes, at least 1; the outcomes are `0..faces`.
    pub faces: u32,
    /// Subjects of the throw.
    pub about: [Point; 3],
    /// The class of an outcome: outcomes of one class lead to the same continuation, so that exact odds take them as one case.
    pub class: &'a dyn Fn(u32) -> u32,
    /// Show of an outcome: the number on the die, or the marker drawn.
    pub shows: &'a dyn Fn(u32) -> Point,
}

/// Pool: many dice of one kind, thrown at once, of which only counts how many fell into each class.
#[derive(Clone, Copy)]
pub struct Pool<'a> {
    /// One of the dice; its classes are numbered from 0, below [`Tally::CLASSES`].
    pub die: Throw<'a>,
    /// Number of dice that are thrown.
    pub dice: u16,
}

/// Tally: how many dice of a pool fell into each class.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Tally([u16; Tally::CLASSES]);

impl Tally {
    /// The most classes of a die of a pool.
    pub const CLASSES: usize = 8;

    /// Number of dice that fell into a class.
    pub fn of(&self, class: usize) -> u16 {
        self.0.get(class).copied().unwrap_or(0)
    }

    /// All of them.
    pub fn dice(&self) -> u16 {
        self.0.iter().sum()
    }

    /// Counts so many dice more in a class.
    ///
    /// # Errors
    /// [`Stop::Broken`] if there is no such class.
    pub(crate) fn add(&mut self, class: u32, dice: u16) -> Play<()> {
        let classes = Tally::CLASSES;
        let own = usize::try_from(class).ok().and_then(|class| self.0.get_mut(class));
        let own = own.ok_or_else(|| Stop::Broken(format!("class {class} of a pool, which has {classes}")))?;
        *own += dice;
        Ok(())
    }
}

/// A question as it reaches an umpire, with its legal answers.
pub struct Decision<'a, R: Rulebook> {
    /// The fixed part of the battle.
    pub battle: &'a R::Battle,
    /// The true state. What leaves for a side must be computed from [`Rulebook::view`] of it.
    pub state: &'a R::State,
    /// The question.
    pub question: &'a Question<'a>,
    /// Its legal answers as they are listed, never empty. Whether another is legal too, [`Decision::judge`] says.
    pub legal: &'a [Answer],
}

impl<R: Rulebook> Decision<'_, R> {
    /// Judges an answer as the gate does.
    ///
    /// # Errors
    /// Why it is illegal.
    pub fn judge(&self, answer: &Answer) -> Result<(), Refusal> {
        self.question.options.judge(self.legal, answer)
    }

    /// All else that may be answered beside what is listed; nothing where the list is all.
    pub fn spans(&self) -> Vec<Span> {
        let mut spans = Vec::new();
        self.question.options.spans(&mut spans);
        spans
    }

    /// The answer, if there is only one: a forced decision need not disturb anybody.
    pub fn only(&self) -> Option<Answer> {
        let [answer] = self.legal else { return None };
        self.spans().is_empty().then_some(*answer)
    }
}

/// Umpire: who stands behind the doors.
pub trait Umpire<R: Rulebook> {
    /// An answer that was already admitted at this very point (a step run again), so that nothing need be listed.
    fn remembered(&mut self, _state: &R::State, _question: &Question<'_>) -> Option<Answer> {
        None
    }

    /// Decides a question.
    ///
    /// # Errors
    /// [`Stop::Waiting`] when the decision is not there yet, [`Stop::Broken`] when it never will be.
    fn answer(&mut self, asked: &Decision<'_, R>) -> Play<Answer>;

    /// Throws: an outcome below `throw.faces`.
    ///
    /// # Errors
    /// As [`Umpire::answer`].
    fn throw(&mut self, throw: &Throw<'_>) -> Play<u32>;

    /// Throws a pool as a whole, if this umpire does not throw die by die.
    ///
    /// # Errors
    /// As [`Umpire::answer`].
    fn pool(&mut self, _pool: &Pool<'_>) -> Play<Option<Tally>> {
        Ok(None)
    }

    /// Whether anybody listens to events; if not, they are not even built.
    fn listens(&self) -> bool {
        false
    }

    /// Takes an event.
    fn hear(&mut self, _event: Event) {}

    /// An episode begins.
    fn begin_episode(&mut self) {}

    /// The episode that began last ends.
    fn end_episode(&mut self) {}

    /// The procedure is at a landmark of the episode.
    ///
    /// # Errors
    /// [`Stop`] where the umpire goes on from it another time.
    fn landmark(&mut self, _name: &'static str, _state: &R::State, _locals: &dyn Locals) -> Play<()> {
        Ok(())
    }

    /// A leg begins. Where it was played before, and the same has led here, state and luggage become those of its end: says whether they are.
    fn begin_leg(&mut self, _state: &mut R::State, _luggage: &mut dyn Luggage) -> Leg {
        Leg::ToPlay
    }

    /// The leg that began last ends.
    ///
    /// # Errors
    /// As [`Umpire::landmark`].
    fn end_leg(&mut self, name: &'static str, state: &R::State, luggage: &dyn Luggage) -> Play<()> {
        self.landmark(name, state, luggage)
    }
}

/// Leg: whether a leg has to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leg {
    /// It has.
    ToPlay,
    /// It was played, and state and luggage are those of its end.
    Played,
}

/// The two doors and the window, as a rulebook's procedure sees them.
pub struct Doors<'a, R: Rulebook> {
    umpire: &'a mut dyn Umpire<R>,
    battle: &'a R::Battle,
    legal: Vec<Answer>,
}

impl<'a, R: Rulebook> Doors<'a, R> {
    /// Puts an umpire behind the doors.
    pub fn new(battle: &'a R::Battle, umpire: &'a mut dyn Umpire<R>) -> Self {
        Doors { umpire, battle, legal: Vec::with_capacity(256) }
    }

    /// As [`Doors::new`], with a list that was used before, so that nothing is allocated.
    pub(crate) fn with_list(battle: &'a R::Battle, umpire: &'a mut dyn Umpire<R>, list: Vec<Answer>) -> Self {
        Doors { umpire, battle, legal: list }
    }

    /// The list, to be used again.
    pub(crate) fn into_list(self) -> Vec<Answer> {
        self.legal
    }

    /// A player decides. This is the one gate: what comes back was judged legal by the question's [`Options`](crate::Options).
    ///
    /// # Errors
    /// [`Stop`], to be passed on with `?`.
    ///
    /// # Panics
    /// If the question has no legal answer at all: a procedure must not ask then.
    pub fn ask(&mut self, state: &R::State, question: &Question<'_>) -> Play<Answer> {
        if let Some(answer) = self.umpire.remembered(state, question) {
            return Ok(answer);
        }
        self.legal.clear();
        question.options.list(&mut self.legal);
        assert!(!self.legal.is_empty(), "question {} ({}) has no legal answer", question.key, question.rule);
        let asked = Decision { battle: self.battle, state, question, legal: &self.legal };
        let answer = self.umpire.answer(&asked)?;
        match asked.judge(&answer) {
            Ok(()) => Ok(answer),
            Err(refusal) => Err(Stop::Refused(question.side, answer, Box::new(refusal))),
        }
    }

    /// Chance decides.
    ///
    /// # Errors
    /// [`Stop`], to be passed on with `?`; an outcome out of range is [`Stop::Broken`].
    pub fn roll(&mut self, throw: &Throw<'_>) -> Play<u32> {
        let outcome = self.umpire.throw(throw)?;
        if outcome < throw.faces {
            Ok(outcome)
        } else {
            Err(Stop::Broken(format!("a throw of {outcome} where outcomes are 0 to {}", throw.faces - 1)))
        }
    }

    /// An episode begins: a stretch of the procedure with landmarks in it. What was local before stays as it is until the episode ends.
    pub fn begin_episode(&mut self) {
        self.umpire.begin_episode();
    }

    /// The episode that began last ends.
    pub fn end_episode(&mut self) {
        self.umpire.end_episode();
    }

    /// A landmark of the episode that began last: what the procedure does from here on depends on the state, on these locals, on what was settled
    /// before the episode began, and on answers and throws to come; on nothing else. So exact odds go on once for all cases that come here alike. No two
    /// landmarks of an episode have one name. Outside an episode nothing is done.
    ///
    /// # Errors
    /// [`Stop`], to be passed on with `?`.
    pub fn landmark(&mut self, name: &'static str, state: &R::State, locals: &dyn Locals) -> Play<()> {
        self.umpire.landmark(name, state, locals)
    }

    /// A leg of the episode that began last: a part of the procedure that changes nothing but the state and its luggage. It ends in a landmark of the name,
    /// where the luggage, what it gives back and `beside` are the locals; exact odds that go on from there, or from a later one, do not play it again.
    ///
    /// # Errors
    /// As `play`, and as [`Doors::landmark`].
    pub fn leg<L: Hash + Clone + 'static, T: Hash + Clone + 'static>(
        &mut self,
        name: &'static str,
        state: &mut R::State,
        (luggage, beside): (&mut L, &dyn Locals),
        play: impl FnOnce(&mut Self, &mut R::State, &mut L) -> Play<T>,
    ) -> Play<T> {
        let mut parcel = Parcel::new(luggage, beside);
        if self.umpire.begin_leg(state, &mut parcel) == Leg::ToPlay {
            let found = play(self, state, parcel.luggage())?;
            parcel.put(found);
            self.umpire.end_leg(name, state, &parcel)?;
        }
        parcel.found()
    }

    /// As [`Umpire::begin_leg`], for rulebooks with doors of their own.
    pub fn begin_leg(&mut self, state: &mut R::State, luggage: &mut dyn Luggage) -> Leg {
        self.umpire.begin_leg(state, luggage)
    }

    /// As [`Umpire::end_leg`], for rulebooks with doors of their own.
    ///
    /// # Errors
    /// As [`Doors::landmark`].
    pub fn end_leg(&mut self, name: &'static str, state: &R::State, luggage: &dyn Luggage) -> Play<()> {
        self.umpire.end_leg(name, state, luggage)
    }

    /// Chance decides with many dice of one kind. In play each is thrown as by [`Doors::roll`], one after the other; the odds go through the
    /// tallies with their exact shares instead of through all orders in which the dice may fall.
    ///
    /// # Errors
    /// As [`Doors::roll`]; a class that a tally has not is [`Stop::Broken`].
    pub fn roll_pool(&mut self, pool: &Pool<'_>) -> Play<Tally> {
        if let Some(tally) = self.umpire.pool(pool)? {
            return Ok(tally);
        }
        let mut tally = Tally::default();
        for _ in 0..pool.dice {
            let outcome = self.roll(&pool.die)?;
            tally.add((pool.die.class)(outcome), 1)?;
        }
        Ok(tally)
    }

    /// An event happened. It is built only if somebody listens.
    pub fn tell(&mut self, event: impl FnOnce() -> Event) {
        if self.umpire.listens() {
            self.umpire.hear(event());
        }
    }
}

/// Lets several sides decide at once, in secret: runs the procedure for each side, and waits only when all have been asked.
/// The procedure must write nothing that another side's run reads.
///
/// # Errors
/// The first refusal or breakdown; else [`Stop::Waiting`] if any side still has to answer.
pub fn together(sides: &[Side], mut decide: impl FnMut(Side) -> Play<()>) -> Play<()> {
    let mut waiting = false;
    for &side in sides {
        match decide(side) {
            Ok(()) => {}
            Err(Stop::Waiting) => waiting = true,
            Err(stop) => return Err(stop),
        }
    }
    if waiting { Err(Stop::Waiting) } else { Ok(()) }
}
