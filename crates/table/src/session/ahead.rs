//! Looking ahead: what follows from an answer, through all that nobody decides, to the next real decision of anybody.
//!
//! An answer plays on from step to step as long as nobody has a choice: an announced combat that is the only one is fought, the next marker
//! is drawn. So the look ahead goes from step to step too, and takes every throw in each of its cases. Where somebody has a choice
//! it notes how things stand, and lets a quiet player finish what has been begun, so that the chances of a combat can be told although
//! its end is still in somebody's hands. All of it is computed from the view of the side that asks; where the enemy's secrets come to light it ends.
//! Within a step it begins with what was answered and thrown in it; where that leads elsewhere in the side's view than it did in play, because of
//! something that the side still does not know, there is nothing to be told.

use std::any::Any;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};
use std::rc::Rc;
use std::sync::{Mutex, MutexGuard};

use foldhash::fast::FixedState;

use super::rehearse::Rehearsed;
use super::retold::{Retelling, Retold};
use super::{Session, SessionError};
use crate::umpires::{KeptWith, Odds, Player, SeenQuestion, Share, Watch};
use crate::{Answer, Doors, Event, Few, Flow, Memory, Point, Question, Rulebook, Side, Throw, Written};

/// The most steps that are looked through.
pub(super) const MOST_STEPS: usize = 120;
/// Number of the passes through cases, where there are too many for all of them.
const MOST_PASSES: usize = 2;
/// Each of them has one in so many of the runs that were too few for all cases.
const OF_THE_RUNS: u64 = 2;
/// So many times rarer, or more frequent, are the cases of the next pass.
const RARER: u64 = 8;
/// The most different throws that are named.
const MOST_THROWS: usize = 400;

/// Time of a throw: when a throw comes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ThrowTime {
    /// Before anybody decides again: nobody can keep it from being thrown, though others may come instead.
    AtOnce,
    /// After a decision of somebody, if it is for the least.
    Later,
}

/// A throw that an answer may bring about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PossibleThrow {
    /// Key of its label.
    pub key: &'static str,
    /// The side that throws, where one does.
    pub side: Option<Side>,
    /// Subjects of the throw.
    pub about: [Point; 3],
    /// Time of the throw.
    pub when: ThrowTime,
}

/// A decision that lies ahead.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DecisionAhead {
    /// The side that decides.
    pub side: Side,
    /// Key of the question.
    pub key: &'static str,
    /// Subjects of the question.
    pub about: [Point; 3],
}

/// Horizon: where the look ahead ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Horizon {
    /// Somebody decides.
    Decision(DecisionAhead),
    /// Something comes to light that the side does not know yet.
    Veil,
    /// The game is over.
    Over,
    /// It would have gone on, but became too long.
    Far,
}

/// One way in which things may go.
#[derive(Clone, Debug)]
pub struct Path<S> {
    /// Its share of all cases.
    pub share: Share,
    /// The state at the horizon.
    pub near: S,
    /// The state after what was begun there has been finished, each further decision being for the least.
    pub end: S,
    /// Horizon at its end.
    pub horizon: Horizon,
}

/// Foresight: what follows from an answer.
#[derive(Clone, Debug)]
pub struct Foresight<S> {
    /// The ways in which things may go.
    pub paths: Vec<Path<S>>,
    /// Throws that may come, in the order in which they come up.
    pub throws: Vec<PossibleThrow>,
    /// Number of the runs it took.
    pub runs: u64,
    /// The rehearsal of what is announced, were it fought at once; none where nothing is.
    pub rehearsed: Option<Rehearsed<S>>,
}

impl<S> Foresight<S> {
    /// Of two looks at the same the one that has seen more, with the throws and the runs of both: a throw that came up in one may come.
    fn or(self, other: Foresight<S>) -> Foresight<S> {
        let seen = |sight: &Foresight<S>| sight.covered().map_or(0, |share| share.part_of(1 << 32));
        let (mut more, less) = if seen(&other) < seen(&self) { (self, other) } else { (other, self) };
        let new: Vec<PossibleThrow> =
            less.throws.into_iter().filter(|throw| !more.throws.contains(throw)).collect();
        more.throws.extend(new);
        more.runs += less.runs;
        more
    }

    /// The share of all cases that was looked through; none if it cannot be written down.
    fn covered(&self) -> Option<Share> {
        let seen = self.paths.iter().filter(|path| path.horizon != Horizon::Far);
        seen.map(|path| path.share).try_fold(Share::NONE, Share::plus)
    }
}

/// A map of states that lives as long as a look ahead: its hash is quick, and states that share one cost time and nothing else.
type QuickMap<K, V> = HashMap<K, V, FixedState>;

/// The first decision of a run that nobody has taken yet, if there is one, with the state then, and whether anything had happened in the step before it.
type Met<S> = Option<(DecisionAhead, S, bool)>;

/// Notes of a run: what a run brings to light.
pub(super) struct Notes<S> {
    met: Met<S>,
    stirred: bool,
    pub(super) retelling: Retelling,
    /// State of the step: one that begins with a choice is looked through only if it is under way.
    begun: Begun,
    throws: Vec<PossibleThrow>,
}

/// Begun: whether a step is under way.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Begun {
    /// Somebody has decided in it: it is played to its end.
    Yes,
    /// Not yet: if it begins with a choice it is left to whoever has it.
    No,
    /// What was announced is rehearsed: decisions are taken for the least and not noted.
    Rehearsed,
}

impl<S> Notes<S> {
    /// Notes from now on steps of a kind.
    pub(super) fn begin(&mut self, begun: Begun) {
        self.begun = begun;
    }

    /// The throws that were noted.
    pub(super) fn take_throws(&mut self) -> Vec<PossibleThrow> {
        std::mem::take(&mut self.throws)
    }

    /// Whether the run came to a choice before anything else, in a step that is not under way.
    fn begins_with_a_choice(&self) -> bool {
        self.begun == Begun::No && matches!(self.met, Some((_, _, false)))
    }
}

/// The notes, shared by who decides in a run and who watches it. A player must be able to go to another thread, hence the lock.
pub(super) struct Notebook<S>(Mutex<Notes<S>>);

impl<S> Notebook<S> {
    pub(super) fn open(&self) -> MutexGuard<'_, Notes<S>> {
        self.0.lock().expect("nobody panics while writing a note")
    }
}

impl<S: Send> Watch for Notebook<S> {
    fn begins(&self) {
        let mut notes = self.open();
        (notes.met, notes.stirred) = (None, false);
    }

    fn thrown(&self, throw: &Throw<'_>) {
        let mut notes = self.open();
        notes.stirred = true;
        notes.retelling.meets_something_new();
        // What is thrown after a choice that is left to somebody is nothing that comes of the answer.
        if notes.begins_with_a_choice() {
            return;
        }
        let later = notes.met.is_some() || notes.begun == Begun::Rehearsed;
        let when = if later { ThrowTime::Later } else { ThrowTime::AtOnce };
        let Throw { key, side, about, .. } = *throw;
        let thrown = PossibleThrow { key, side, about, when };
        if notes.throws.len() < MOST_THROWS && !notes.throws.contains(&thrown) {
            notes.throws.push(thrown);
        }
    }

    fn stirs(&self) {
        self.open().stirred = true;
    }

    fn has_seen_enough(&self) -> bool {
        let notes = self.open();
        notes.begins_with_a_choice() || notes.retelling == Retelling::Astray
    }
}

/// Decides what is not known in a run as the quiet player does, and notes the first such decision.
struct Noter<'a, R: Rulebook> {
    /// The side whose decisions alone are noted, where others decide at the same time in secret.
    alone: Option<Side>,
    then: &'a mut dyn Player<R>,
    notes: &'a Notebook<R::State>,
}

impl<R: Rulebook> Noter<'_, R> {
    /// Notes the first decision of a run, and how things stand there.
    fn note(&self, state: &R::State, question: &Question<'_>) {
        let mut notes = self.notes.open();
        notes.retelling.meets_something_new();
        let is_noted = notes.met.is_none() && notes.begun != Begun::Rehearsed;
        if is_noted && self.alone.is_none_or(|alone| alone == question.side) {
            let ahead = DecisionAhead { side: question.side, key: question.key, about: question.about };
            notes.met = Some((ahead, state.clone(), notes.stirred));
        }
    }
}

impl<R: Rulebook> Player<R> for Noter<'_, R> {
    fn begin(&mut self) {
        self.then.begin();
    }

    fn decide(&mut self, seen: &SeenQuestion<'_, R>) -> Answer {
        self.note(seen.whole(), seen.question);
        self.then.decide(seen)
    }

    fn repeat(&mut self, state: &R::State, question: &Question<'_>, answer: &Answer) -> bool {
        self.note(state, question);
        self.then.repeat(state, question, answer)
    }

    fn recall(&self, into: &mut Written) -> Memory {
        let notes = self.notes.open();
        into.put(&(&notes.met, notes.stirred));
        self.then.recall(into)
    }

    fn kept(&self) -> Option<Rc<dyn Any>> {
        let then = self.then.kept()?;
        let notes = self.notes.open();
        let kept: KeptWith<(Met<R::State>, bool)> = ((notes.met.clone(), notes.stirred), then);
        Some(Rc::new(kept))
    }

    fn take_up(&mut self, kept: &dyn Any) {
        if let Some(((met, stirred), then)) = kept.downcast_ref::<KeptWith<(Met<R::State>, bool)>>() {
            let mut notes = self.notes.open();
            notes.met.clone_from(met);
            notes.stirred = *stirred;
            drop(notes);
            self.then.take_up(&**then);
        }
    }
}

/// End of a run: how a run of a step ended.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct End<S> {
    met: Met<S>,
    pub(super) state: S,
    pub(super) over: bool,
}

/// The look ahead while it is under way.
pub(super) struct Look<'a, R: Rulebook> {
    pub(super) battle: &'a R::Battle,
    side: Side,
    player: &'a mut dyn Player<R>,
    pub(super) notes: Notebook<R::State>,
    /// Cases that come up less than once in so many are left out.
    once_in: Option<u64>,
    pub(super) left: u64,
    pub(super) runs: u64,
    paths: Vec<Path<R::State>>,
}

/// First step: what is fixed in the first step that is looked at.
#[derive(Default)]
pub(super) struct FirstStep<'a> {
    known: Vec<Vec<Answer>>,
    /// The question whose answer is weighed: the last that is known of its side.
    weighed: Option<DecisionAhead>,
    thrown: &'a [u32],
    alone: Option<Side>,
}

/// Ends of a step: how a step that is looked at may end, with the share of each end.
pub(super) type Ends<S> = Vec<(End<S>, Share)>;

impl<'a, R: Rulebook> Look<'a, R> {
    /// A look of a side, in so many runs, at all cases or at those that are not too rare.
    pub(super) fn new(
        battle: &'a R::Battle,
        side: Side,
        player: &'a mut dyn Player<R>,
        (most_runs, once_in): (u64, Option<u64>),
    ) -> Self {
        let notes = Notes {
            met: None,
            stirred: false,
            retelling: Retelling::Done,
            begun: Begun::Yes,
            throws: Vec::new(),
        };
        let notes = Notebook(Mutex::new(notes));
        Look { battle, side, player, notes, once_in, left: most_runs, runs: 0, paths: Vec::new() }
    }

    /// Plays one step in all its cases, or in those that are not too rare, where it begins with a share of all cases itself.
    pub(super) fn step(
        &mut self,
        (from, share): (&R::State, Share),
        fixed: FirstStep<'_>,
        most_runs: u64,
        hear: &mut dyn FnMut(&[Event]),
    ) -> Result<Ends<R::State>, SessionError> {
        let (battle, side, notes) = (self.battle, self.side, &self.notes);
        let noter = Noter { alone: fixed.alone, then: &mut *self.player, notes };
        let sealed = fixed.alone.is_some();
        let mut plan = Retold::new(&fixed.known, fixed.weighed.filter(|_| !sealed), noter, notes);
        let mut found: QuickMap<End<R::State>, usize> = QuickMap::default();
        let mut odds =
            Odds::new(battle).player(&mut plan).thrown(fixed.thrown).most_runs(most_runs).watched(notes);
        if let Some(once_in) = self.once_in {
            odds = odds.rarest(share.part_of(once_in).max(1));
        }
        let ends = odds
            .of_told(
                |doors: &mut Doors<'_, R>| {
                    let mut state = from.clone();
                    let flow = R::step(battle, &mut state, doors)?;
                    notes.open().retelling.meets_something_new();
                    Ok((state, flow == Flow::Over))
                },
                |(state, over), mut events| {
                    events.retain(|event| event.to.includes(Some(side)));
                    hear(&events);
                    let end = End { met: notes.open().met.take(), state, over };
                    let next = found.len();
                    *found.entry(end).or_insert(next)
                },
            )
            .map_err(|error| SessionError::Broken(error.to_string()))?;
        self.runs += ends.runs;
        self.left = self.left.saturating_sub(ends.runs);
        let mut by_number: Vec<Option<End<R::State>>> = found.iter().map(|_| None).collect();
        for (end, number) in found {
            by_number[number] = Some(end);
        }
        let row =
            |(number, share): (usize, Share)| (by_number[number].take().expect("each end is one row"), share);
        Ok(ends.rows.into_iter().map(row).collect())
    }

    /// Sorts how a step ended: what has come to its horizon, and what goes on.
    fn sort(&mut self, ends: Ends<R::State>, share: Share, open: &mut Frontier<R::State>) {
        for (end, of) in ends {
            let Some(share) = share.times(of.of, of.all) else { continue };
            let End { met, state, over } = end;
            match met {
                Some((ahead, near, _)) => {
                    self.paths.push(Path { share, near, end: state, horizon: Horizon::Decision(ahead) });
                }
                None if over => self.stop(state, share, Horizon::Over),
                None => open.add(state, share),
            }
        }
    }

    fn stop(&mut self, state: R::State, share: Share, horizon: Horizon) {
        self.paths.push(Path { share, near: state.clone(), end: state, horizon });
    }

    /// Goes on from a checkpoint.
    fn go_on(
        &mut self,
        state: R::State,
        share: Share,
        open: &mut Frontier<R::State>,
        hear: &mut dyn FnMut(&[Event]),
    ) -> Result<(), SessionError> {
        if R::veiled(self.battle, &state, self.side) {
            self.stop(state, share, Horizon::Veil);
            return Ok(());
        }
        if self.left == 0 {
            self.stop(state, share, Horizon::Far);
            return Ok(());
        }
        self.notes.open().begun = Begun::No;
        let ends = self.step((&state, share), FirstStep::default(), self.left, hear)?;
        let mut notes = self.notes.open();
        if notes.begins_with_a_choice()
            && let Some((ahead, near, _)) = notes.met.take()
        {
            drop(notes);
            self.stop(near, share, Horizon::Decision(ahead));
            return Ok(());
        }
        drop(notes);
        self.sort(ends, share, open);
        Ok(())
    }
}

/// Checkpoints from which it goes on, each once.
pub(super) struct Frontier<S> {
    pub(super) states: Vec<(S, Share)>,
    /// The places of those with a hash. States are large: so each is hashed once and never copied.
    places: QuickMap<u64, Few<usize, 2>>,
}

impl<S: Eq + Hash> Frontier<S> {
    pub(super) fn new() -> Self {
        Frontier { states: Vec::new(), places: QuickMap::default() }
    }

    pub(super) fn add(&mut self, state: S, share: Share) {
        let alike = self.places.entry(FixedState::default().hash_one(&state)).or_default();
        if let Some(place) = alike.iter().find(|place| self.states[**place].0 == state)
            && let Some(sum) = self.states[*place].1.plus(share)
        {
            self.states[*place].1 = sum;
            return;
        }
        alike.push(self.states.len());
        self.states.push((state, share));
    }
}

impl<R: Rulebook> Session<R> {
    /// Foresight of all that follows from an answer until somebody decides again, as far as the side can know: computed from the side's view. What was
    /// begun by then is finished by `player`. `hear` is given what the side sees in each case of
    /// each step, and the number of the step from 0.
    ///
    /// What is announced is rehearsed besides, in as many runs again: [`Foresight::rehearsed`].
    ///
    /// All cases are looked through if that takes at most so many runs. Else those are that are not rare, as far as at most as many runs again
    /// lead: the shares of the paths are then lower bounds, and do not add up to one. How rare is too rare is found out in two passes.
    ///
    /// # Errors
    /// [`SessionError::NotAsked`]; [`SessionError::Broken`] if it cannot be computed.
    pub fn foresee(
        &self,
        side: Side,
        answer: Answer,
        player: &mut dyn Player<R>,
        most_runs: u64,
        hear: &mut dyn FnMut(usize, &[Event]),
    ) -> Result<Foresight<R::State>, SessionError> {
        let mut best = self.look_wide(side, answer, player, most_runs, hear)?;
        best.rehearsed = self.rehearse(side, &best, player, most_runs, hear)?;
        Ok(best)
    }

    /// Looks through all cases, or else through those that are not rare.
    fn look_wide(
        &self,
        side: Side,
        answer: Answer,
        player: &mut dyn Player<R>,
        most_runs: u64,
        hear: &mut dyn FnMut(usize, &[Event]),
    ) -> Result<Foresight<R::State>, SessionError> {
        let mut best = self.look_ahead(side, answer, player, (most_runs, None), hear)?;
        if best.covered().is_some_and(|share| share.of == share.all) {
            return Ok(best);
        }
        let each = (most_runs / OF_THE_RUNS).max(1);
        let (mut once_in, mut before) = ((each / 2).max(1), None);
        for _ in 0..MOST_PASSES {
            let likely = self.look_ahead(side, answer, player, (each, Some(once_in)), hear)?;
            // Where it became too long more has to be left out, and else there is time for rarer cases.
            let is_long = likely.runs >= each;
            best = best.or(likely);
            let next = if is_long { once_in / RARER } else { once_in.saturating_mul(RARER) };
            if next == 0 || before == Some(next) {
                break;
            }
            (before, once_in) = (Some(once_in), next);
        }
        Ok(best)
    }

    /// Looks through all cases, or those that come up more than once in some number, in so many runs.
    fn look_ahead(
        &self,
        side: Side,
        answer: Answer,
        player: &mut dyn Player<R>,
        (most_runs, once_in): (u64, Option<u64>),
        hear: &mut dyn FnMut(usize, &[Event]),
    ) -> Result<Foresight<R::State>, SessionError> {
        let asked = self.must_be_asked(side)?;
        let weighed = DecisionAhead { side, key: asked.key, about: asked.about };
        let start = R::hindsight(&self.battle, &self.checkpoint, self.told_state(), Some(side));
        let (mut known, grouped) = self.chosen_known_to(side);
        known[side.index()].push(answer);
        let mut look = Look::new(&*self.battle, side, player, (most_runs, once_in));
        let (weighed, alone) = (Some(weighed), grouped.then_some(side));
        let fixed = FirstStep { known, weighed, thrown: &self.memory.throws, alone };
        let mut open = Frontier::new();
        let ends = look.step((&start, Share::ALL), fixed, most_runs, &mut |events| hear(0, events))?;
        if look.notes.open().retelling == Retelling::Astray {
            look.stop(self.sight(Some(side)), Share::ALL, Horizon::Veil);
            return Ok(Foresight { paths: look.paths, throws: Vec::new(), runs: look.runs, rehearsed: None });
        }
        look.sort(ends, Share::ALL, &mut open);
        for step in 1..MOST_STEPS {
            let states = std::mem::replace(&mut open, Frontier::new()).states;
            // Each takes a run or more: all cases cannot be looked through any more, and those that are not rare need the time.
            if once_in.is_none() && states.len() as u64 > look.left {
                open.states = states;
                break;
            }
            for (state, share) in states {
                look.go_on(state, share, &mut open, &mut |events| hear(step, events))?;
            }
        }
        for (state, share) in open.states {
            look.stop(state, share, Horizon::Far);
        }
        let throws = std::mem::take(&mut look.notes.open().throws);
        Ok(Foresight { paths: look.paths, throws, runs: look.runs, rehearsed: None })
    }
}
