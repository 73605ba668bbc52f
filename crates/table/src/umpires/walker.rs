//! The walker: what stands behind the doors in the runs of the odds umpire.
//!
//! A run that comes to a landmark ends there, and its case [waits](super::waiting). Runs that go on from it take the legs up that were played on its way.

use std::rc::Rc;

use super::legs::{LegEnd, Legs, Told};
use super::odds::Share;
use super::player::{Player, SeenQuestion};
use super::pool::tallies;
use super::waiting::{Case, Place, Waiting};
use super::way::{Source, Taken, Way};
use crate::landmark::{Locals, Luggage, Memory, Written};
use crate::{Answer, Decision, Event, Leg, Play, Pool, Question, Rulebook, Stop, Tally, Throw, Umpire};

/// The most outcomes of one throw that are grouped into classes.
const MOST_FACES: u32 = 1 << 16;

/// One class of a throw: its smallest outcome, and how many outcomes it has; or one tally of a pool: its place in the list of all, and in how many ways the
/// dice fall so.
#[derive(Clone, Copy)]
struct Class {
    class: u32,
    smallest: u32,
    outcomes: u128,
}

/// A throw on the present path.
#[derive(Clone, Copy)]
struct Branch {
    /// Beginning of its classes in the list of all classes; they reach to the next branch's.
    begin: usize,
    /// The class taken in this run.
    taken: usize,
    /// Number of all outcomes.
    all: u128,
    /// The share of the path before this throw.
    before: Share,
}

/// Somebody who watches what is thrown and forced in the runs of the odds umpire.
pub(crate) trait Watch {
    /// A run begins.
    fn begins(&self);

    /// A throw whose outcomes are weighed.
    fn thrown(&self, throw: &Throw<'_>);

    /// Something has happened that nobody decided.
    fn stirs(&self);

    /// Whether the run that ended last has shown all that is asked for, so that no further one is needed.
    fn has_seen_enough(&self) -> bool;
}

/// An episode that is under way; the first is the whole procedure, which has no landmarks.
#[derive(Clone, Copy, Default)]
pub(super) struct Episode {
    /// Number of the throws before it.
    begin: usize,
    /// Number of the landmarks that were passed in it.
    passed: u32,
    /// Number of the episodes begun in it since.
    episodes: u32,
}

/// Landmarks: whether they are minded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Landmarks {
    /// They are.
    Minded,
    /// They are passed by.
    Ignored,
}

/// Walker: what stands behind the doors during one run.
pub(super) struct Walker<'a, R: Rulebook> {
    answers: &'a [Answer],
    thrown: &'a [u32],
    player: &'a mut dyn Player<R>,
    listens: bool,
    pub(super) landmarks: Landmarks,
    pub(super) rarest: Option<u64>,
    pub(super) watch: Option<&'a dyn Watch>,
    /// The case from which the runs go on.
    from: Case<R::State>,
    branches: Vec<Branch>,
    classes: Vec<Class>,
    pub(super) too_fine: bool,
    // What belongs to one run:
    told: Told,
    given: usize,
    rolled: usize,
    /// Its way, with the answers of the run before that it will give again.
    way: Way,
    answered: usize,
    depth: usize,
    pub(super) share: Share,
    episodes: Vec<Episode>,
    /// The legs that were played, and how many of them before each that is under way.
    legs: Legs<R::State>,
    open_legs: Vec<usize>,
    /// Number of those of the case that were taken up.
    taken_up: usize,
    at: Place,
    /// All on which the rest depends, where it came to a landmark.
    rest: Option<Written>,
}

impl<'a, R: Rulebook> Walker<'a, R> {
    pub(super) fn new(
        answers: &'a [Answer],
        thrown: &'a [u32],
        player: &'a mut dyn Player<R>,
        listens: bool,
    ) -> Self {
        Walker {
            answers,
            thrown,
            player,
            listens,
            landmarks: Landmarks::Minded,
            rarest: None,
            watch: None,
            from: Case::start(),
            branches: Vec::with_capacity(32),
            classes: Vec::with_capacity(128),
            too_fine: false,
            told: Told::default(),
            given: 0,
            rolled: 0,
            way: Way::default(),
            answered: 0,
            depth: 0,
            share: Share::ALL,
            episodes: Vec::new(),
            legs: Legs::new(),
            open_legs: Vec::new(),
            taken_up: 0,
            at: Place::new(),
            rest: None,
        }
    }

    /// Goes on from a case.
    pub(super) fn go_on(&mut self, from: Case<R::State>) {
        self.branches.clear();
        self.classes.clear();
        self.from = from;
        self.way.clone_from(&self.from.way);
    }

    /// Begins a run.
    pub(super) fn begin(&mut self) {
        self.player.begin();
        self.watch.inspect(|watch| watch.begins());
        self.told = Told::default();
        self.rolled = 0;
        let branches = self.branches.iter().map(|branch| self.classes[branch.taken].smallest);
        let known = self.way.common(self.from.way.path.iter().copied().chain(branches));
        self.way.begin(known);
        self.answered = 0;
        self.depth = 0;
        self.given = 0;
        self.share = self.from.share;
        self.episodes.clear();
        self.episodes.push(Episode::default());
        self.legs.clear();
        self.open_legs.clear();
        self.taken_up = 0;
        self.rest = None;
    }

    /// Lets a case wait whose run came to a landmark. Says whether it did.
    pub(super) fn wait(&mut self, waiting: &mut Waiting<R::State>) -> bool {
        let Some(rest) = self.rest.take() else { return false };
        self.too_fine |= waiting.add(&self.at, rest, (&self.way, &self.legs), self.share).is_none();
        true
    }

    /// Whether the run threw all that it threw before.
    pub(super) fn is_steady(&self) -> bool {
        self.depth == self.branches.len() && self.way.path.len() >= self.from.way.path.len()
    }

    /// Goes on to the next case; `false` if there is none left.
    pub(super) fn advance(&mut self) -> bool {
        while let Some(last) = self.branches.last_mut() {
            last.taken += 1;
            if last.taken < self.classes.len() {
                return true;
            }
            self.classes.truncate(last.begin);
            self.branches.pop();
        }
        false
    }

    /// Groups the outcomes of a throw that is new on the path.
    fn branch(&mut self, throw: &Throw<'_>) {
        let begin = self.classes.len();
        for outcome in 0..throw.faces {
            let class = (throw.class)(outcome);
            match self.classes[begin..].iter_mut().find(|c| c.class == class) {
                Some(known) => known.outcomes += 1,
                None => self.classes.push(Class { class, smallest: outcome, outcomes: 1 }),
            }
        }
        self.begin_branch(begin, throw.faces.into());
    }

    fn begin_branch(&mut self, begin: usize, all: u128) {
        if let Some(once_in) = self.rarest {
            self.leave_out(begin, all, once_in);
        }
        self.branches.push(Branch { begin, taken: begin, all, before: self.share });
    }

    /// Leaves the classes out that are too rare, all but the largest.
    fn leave_out(&mut self, begin: usize, all: u128, once_in: u64) {
        let often = |class: &Class| {
            let share = self.share.times(class.outcomes, all);
            share.is_some_and(|share| {
                share.of.checked_mul(once_in.into()).is_none_or(|cases| cases >= share.all)
            })
        };
        let largest = self.classes[begin..].iter().max_by_key(|class| class.outcomes).copied();
        let mut kept: Vec<Class> =
            self.classes[begin..].iter().filter(|class| often(class)).copied().collect();
        if kept.is_empty() {
            kept.extend(largest);
        }
        self.classes.truncate(begin);
        self.classes.append(&mut kept);
    }

    /// Weighs the outcomes of a throw after those that led to the case from which it goes on.
    fn weigh(&mut self, throw: &Throw<'_>) -> Play<u32> {
        if self.depth == self.branches.len() {
            self.branch(throw);
        }
        self.take(throw.faces.into())
    }

    /// Weighs the tallies of a pool likewise, each with the number of ways in which its dice fall so: its place among them.
    fn weigh_pool(&mut self, tallies: &[(Tally, u128)], all: u128) -> Play<u32> {
        if self.depth == self.branches.len() {
            let begin = self.classes.len();
            let class = |(i, ways): (u32, &u128)| Class { class: i, smallest: i, outcomes: *ways };
            self.classes.extend((0..).zip(tallies.iter().map(|(_, ways)| ways)).map(class));
            self.begin_branch(begin, all);
        }
        self.take(all)
    }

    /// The outcome of the branch at hand, out of so many; the share is that of the path from here on.
    fn take(&mut self, all: u128) -> Play<u32> {
        let branch = self.branches[self.depth];
        if branch.all != all {
            return Err(Stop::Broken("the procedure threw other dice than before".into()));
        }
        self.depth += 1;
        let class = self.classes[branch.taken];
        match branch.before.times(class.outcomes, all) {
            Some(share) => {
                self.share = share;
                Ok(class.smallest)
            }
            None => Err(self.is_too_fine()),
        }
    }

    fn is_too_fine(&mut self) -> Stop {
        self.too_fine = true;
        Stop::Broken("the odds are too fine for 128-bit numbers".into())
    }

    /// Counts an answer as given.
    fn note(&mut self, taken: Taken) {
        self.answered += 1;
        self.given += usize::from(matches!(taken.from, Source::Fixed | Source::ForcedAsFixed));
        if matches!(taken.from, Source::Forced | Source::ForcedAsFixed) {
            self.watch.inspect(|watch| watch.stirs());
        }
    }

    /// The place of the landmark at which it is.
    fn place(&mut self) {
        self.at.clear();
        for (depth, episode) in self.episodes.iter().enumerate() {
            if depth > 0 {
                self.at.push(episode.passed);
            }
            if depth + 1 < self.episodes.len() {
                self.at.push(episode.episodes);
            }
        }
    }

    /// All on which the rest of the procedure depends; nothing, if the player does not tell.
    fn all(
        &self,
        name: &'static str,
        state: &R::State,
        locals: &dyn Locals,
        begin: usize,
    ) -> Option<Written> {
        let mut all = Written::default();
        if self.player.recall(&mut all) == Memory::Untold {
            return None;
        }
        all.put(&(name, self.given, self.rolled));
        // What was settled before the episode.
        all.put(&&self.way.path[..begin]);
        locals.write(&mut all);
        if self.listens {
            all.put(&self.told.first_sums());
        }
        all.put(state);
        Some(all)
    }

    /// Passes a landmark. Says how many throws there were before its episode; none outside an episode.
    fn pass(&mut self) -> Option<usize> {
        let [_, .., episode] = &mut self.episodes[..] else { return None };
        (episode.passed, episode.episodes) = (episode.passed + 1, 0);
        Some(episode.begin)
    }

    /// Lets the case wait at a landmark that was passed, if anything is to be counted together there.
    fn stop_at(
        &mut self,
        begin: Option<usize>,
        name: &'static str,
        state: &R::State,
        locals: &dyn Locals,
    ) -> Play<()> {
        let Some(begin) = begin else { return Ok(()) };
        // Where nothing was thrown since the last one there is nothing to be counted together.
        if self.landmarks == Landmarks::Ignored || self.way.path.len() <= self.from.way.path.len() {
            return Ok(());
        }
        self.place();
        if self.at <= self.from.at {
            return Ok(());
        }
        self.rest = self.all(name, state, locals, begin);
        if self.rest.is_some() { Err(Stop::Waiting) } else { Ok(()) }
    }

    /// The end of the leg that was just played; none if the player could not begin another run there.
    fn leg_end(&mut self, state: &R::State, luggage: &dyn Luggage) -> Option<LegEnd<R::State>> {
        if self.landmarks == Landmarks::Ignored {
            return None;
        }
        Some(LegEnd {
            depth: self.open_legs.len(),
            state: state.clone(),
            luggage: luggage.packed(),
            player: self.player.kept()?,
            counts: (self.given, self.rolled, self.answered),
            thrown: self.way.path.len(),
            episode: self.episodes.last().copied().unwrap_or_default(),
            told: self.told.shared(),
        })
    }

    /// Takes the run up at the end of a leg that was played on the way of the case from which it goes on.
    fn take_up(&mut self, end: &LegEnd<R::State>, state: &mut R::State, luggage: &mut dyn Luggage) {
        state.clone_from(&end.state);
        luggage.unpack(&*end.luggage);
        self.player.take_up(&*end.player);
        (self.given, self.rolled, self.answered) = end.counts;
        self.way.follow(&self.from.way, end.thrown);
        if let Some(episode) = self.episodes.last_mut() {
            *episode = end.episode;
        }
        self.told = end.told.clone();
    }

    /// The events of the run.
    pub(super) fn events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.told).into_events()
    }
}

impl<R: Rulebook> Umpire<R> for Walker<'_, R> {
    fn remembered(&mut self, state: &R::State, question: &Question<'_>) -> Option<Answer> {
        let taken = *self.way.taken.get(self.answered)?;
        if taken.from == Source::Player && !self.player.repeat(state, question, &taken.answer) {
            // They are asked once more, and from here on whatever comes.
            self.way.taken.truncate(self.answered);
            return None;
        }
        self.note(taken);
        Some(taken.answer)
    }

    fn answer(&mut self, asked: &Decision<'_, R>) -> Play<Answer> {
        let next = self.answers.get(self.given).copied();
        let taken = match (asked.only(), next) {
            (Some(only), Some(fixed)) if only == fixed => Taken { answer: only, from: Source::ForcedAsFixed },
            (Some(only), _) => Taken { answer: only, from: Source::Forced },
            (None, Some(fixed)) => Taken { answer: fixed, from: Source::Fixed },
            (None, None) => {
                Taken { answer: self.player.decide(&SeenQuestion::new(asked)), from: Source::Player }
            }
        };
        self.way.taken.push(taken);
        self.note(taken);
        Ok(taken.answer)
    }

    fn throw(&mut self, throw: &Throw<'_>) -> Play<u32> {
        if let Some(outcome) = self.thrown.get(self.rolled) {
            self.rolled += 1;
            return Ok(*outcome);
        }
        if throw.faces == 0 || throw.faces > MOST_FACES {
            return Err(Stop::Broken(format!("a throw of {} outcomes has no odds", throw.faces)));
        }
        self.watch.inspect(|watch| watch.thrown(throw));
        let outcome = match self.from.way.path.get(self.way.path.len()) {
            Some(outcome) => *outcome,
            None => self.weigh(throw)?,
        };
        self.way.throw(outcome, self.answered);
        Ok(outcome)
    }

    fn pool(&mut self, pool: &Pool<'_>) -> Play<Option<Tally>> {
        let mut tally = Tally::default();
        let known = &self.thrown[self.rolled.min(self.thrown.len())..];
        let known = &known[..known.len().min(pool.dice.into())];
        for &outcome in known {
            tally.add((pool.die.class)(outcome), 1)?;
        }
        self.rolled += known.len();
        let left = pool.dice - tally.dice();
        if left == 0 {
            return Ok(Some(tally));
        }
        if pool.die.faces == 0 || pool.die.faces > MOST_FACES {
            return Err(Stop::Broken(format!("dice of {} outcomes have no odds", pool.die.faces)));
        }
        self.watch.inspect(|watch| watch.thrown(&pool.die));
        let mut faces = [0; Tally::CLASSES];
        for class in (0..pool.die.faces).map(pool.die.class) {
            Tally::default().add(class, 1)?;
            faces[class as usize] += 1;
        }
        let all = u128::from(pool.die.faces).checked_pow(left.into());
        let Some((all, tallies)) = all.zip(tallies(&faces, left)) else { return Err(self.is_too_fine()) };
        let place = match self.from.way.path.get(self.way.path.len()) {
            Some(place) => *place,
            None => self.weigh_pool(&tallies, all)?,
        };
        self.way.throw(place, self.answered);
        let fallen = tallies
            .get(place as usize)
            .ok_or_else(|| Stop::Broken("the procedure threw other dice than before".into()))?;
        for class in 0..Tally::CLASSES {
            tally.add(class as u32, fallen.0.of(class))?;
        }
        Ok(Some(tally))
    }

    fn listens(&self) -> bool {
        self.listens
    }

    fn hear(&mut self, event: Event) {
        self.watch.inspect(|watch| watch.stirs());
        self.told.push(event);
    }

    fn begin_episode(&mut self) {
        if let Some(around) = self.episodes.last_mut() {
            around.episodes += 1;
        }
        self.episodes.push(Episode { begin: self.way.path.len(), ..Episode::default() });
    }

    fn end_episode(&mut self) {
        self.episodes.pop();
    }

    fn landmark(&mut self, name: &'static str, state: &R::State, locals: &dyn Locals) -> Play<()> {
        let may_wait = self.pass();
        self.stop_at(may_wait, name, state, locals)
    }

    fn begin_leg(&mut self, state: &mut R::State, luggage: &mut dyn Luggage) -> Leg {
        let next = self.from.legs.get(self.taken_up).filter(|end| end.depth == self.open_legs.len());
        if let Some(end) = next.map(Rc::clone) {
            self.taken_up += 1;
            self.take_up(&end, state, luggage);
            self.legs.push(end);
            return Leg::Played;
        }
        self.open_legs.push(self.legs.len());
        Leg::ToPlay
    }

    fn end_leg(&mut self, name: &'static str, state: &R::State, luggage: &dyn Luggage) -> Play<()> {
        let before = self.open_legs.pop().unwrap_or_default();
        // What was played within it is not played again either.
        self.legs.truncate(before);
        let may_wait = self.pass();
        if let Some(end) = self.leg_end(state, luggage) {
            self.legs.push(Rc::new(end));
        }
        self.stop_at(may_wait, name, state, luggage)
    }
}
