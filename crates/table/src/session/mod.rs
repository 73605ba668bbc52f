//! Live games: a session suspends when a decision is not there yet, and resumes by running the step again from its checkpoint.
//!
//! A session keeps the last checkpoint and what was answered and thrown since. An answer that arrives is tried by running the step with
//! it: the gate refuses it, and nothing has changed, or it is taken, and the session runs on until it waits again. Events
//! are delivered once each, when they happen, whatever is run again. Forced decisions (one legal answer) are taken
//! at once and are not part of the journal.
//!
//! Storage is the caller's: [`Session::take_lines`] yields the journal's new lines; write them before showing anything that follows
//! from them. The seed is the caller's secret; it enters the journal only when it is revealed.

mod live;
mod load;
mod undo;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use load::{Loaded, VerifyReport, describe, verify};
pub use undo::Proposal;

use crate::dice::{CommittedDice, Seed};
use crate::hash::state_hash;
use crate::journal::{Chain, Entry, FORMAT};
use crate::umpires::{Distribution, Odds, Player, Recording, Seen};
use crate::{
    Answer, Doors, Event, Flow, Outcome, Point, Refusal, Rule, Rulebook, Side, Stop, Throw, ThrowKind, text,
};
use live::{Dice, Fresh, Live, Memory, StepRun};

/// The most steps without any decision of a player: no rulebook comes near it.
const MOST_IDLE_STEPS: usize = 100_000;

/// Who sits at a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    /// Whether a computer player sits there.
    pub computer: bool,
    /// A name, for people.
    pub name: String,
}

impl Seat {
    /// A seat for a person.
    pub fn person(name: impl Into<String>) -> Self {
        Seat { computer: false, name: name.into() }
    }

    /// A seat for a computer player.
    pub fn computer(name: impl Into<String>) -> Self {
        Seat { computer: true, name: name.into() }
    }
}

/// What a new game needs besides its battle.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The battle's name, for the journal.
    pub battle: String,
    /// The charts played with, and the hashes of their files.
    pub charts: Vec<(String, String)>,
    /// Who sits at each side.
    pub seats: Vec<Seat>,
    /// What each side mixes into the dice, in the order of the sides; missing ones are empty.
    pub contributions: Vec<Vec<u8>>,
}

/// A decision that a live game waits for.
#[derive(Clone, PartialEq, Debug)]
pub struct Pending {
    /// Who decides.
    pub side: Side,
    /// The rule that asks.
    pub rule: Rule,
    /// Key of the question.
    pub key: &'static str,
    /// What it is about.
    pub about: [Point; 3],
    /// The legal answers: at least two.
    pub legal: Vec<Answer>,
}

/// A throw that a game with dice on a real table waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// The rule that calls for it.
    pub rule: Rule,
    /// Key of its label.
    pub key: &'static str,
    /// The side that throws, where one does.
    pub side: Option<Side>,
    /// Die or draw.
    pub kind: ThrowKind,
    /// What it is thrown for.
    pub about: [Point; 3],
    /// What each outcome shows, by outcome.
    pub shows: Vec<Point>,
}

impl Wanted {
    fn of(throw: &Throw<'_>) -> Wanted {
        let shows = (0..throw.faces).map(throw.shows).collect();
        let Throw { rule, key, side, kind, about, .. } = *throw;
        Wanted { rule, key, side, kind, about, shows }
    }
}

/// The commitment of a game whose dice fall on a real table: there is nothing to commit to.
pub const NO_COMMITMENT: [u8; 32] = [0; 32];

/// What is new for a run of a step.
#[derive(Clone, Copy, Default)]
struct Offer {
    answer: Option<(Side, Answer)>,
    throw: Option<u32>,
}

/// What an action has brought about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// What happened, for all audiences: filter before showing.
    pub events: Vec<Event>,
    /// Whether the game is over.
    pub over: bool,
}

/// Why a session does not do something.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SessionError {
    /// The side was not asked anything.
    #[error("side {} is not asked anything now", .0.0)]
    NotAsked(Side),
    /// The answer is illegal; nothing has changed.
    #[error("not allowed: {} [{}]", .0.why, .0.rule)]
    Refused(Refusal),
    /// The journal has ended.
    #[error("the game is finished")]
    Finished,
    /// There is nothing to undo.
    #[error("there is no such decision to take back")]
    NothingToUndo,
    /// Taking it back needs the other side's consent: dice were thrown, or something was revealed since.
    #[error("taking that back needs the consent of the other side")]
    NeedsAgreement,
    /// The same, where the other side is a computer player in a game that is no practice.
    #[error("dice or other decisions came since: the computer agrees to take that back only in practice")]
    NoPractice,
    /// Nobody has proposed to take anything back.
    #[error("nobody has proposed to take anything back")]
    NoProposal,
    /// No such throw is waited for.
    #[error("the game does not wait for such a throw")]
    NoThrow,
    /// The dice are needed, but the seed is not known.
    #[error("the seed of the dice is not known")]
    NoSeed,
    /// The rulebook or a player broke the rules of the house.
    #[error("the game cannot go on: {0}")]
    Broken(String),
}

/// An input of the game so far, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Past {
    Answer {
        side: Side,
        answer: Answer,
        /// Its line in the journal, from 1.
        line: usize,
        /// Events that had been delivered before it.
        log: usize,
        /// Given while others decided at the same time.
        grouped: bool,
        /// Revealed something to the one who gave it.
        barrier: bool,
    },
    Throw(u32),
}

/// A live game.
pub struct Session<R: Rulebook> {
    battle: Arc<R::Battle>,
    seats: Vec<Seat>,
    players: Vec<Option<Box<dyn Player<R>>>>,
    seed: Option<Seed>,
    dice: Dice,
    /// The number of the next throw; numbers are never used twice, also not after an undo.
    counter: u64,
    checkpoint: R::State,
    /// The half-done state in which the present step waits, if it has been run.
    halfway: Option<R::State>,
    memory: Memory,
    pending: Vec<Pending>,
    wanted: Option<Wanted>,
    log: Vec<Event>,
    /// Where the present step's events begin in the log.
    step_log: usize,
    history: Vec<Past>,
    lines: Vec<String>,
    chain: Chain,
    taken: usize,
    over: bool,
    finished: bool,
    practice: bool,
    proposal: Option<Proposal>,
    revision: u64,
}

impl<R: Rulebook> Session<R> {
    /// Starts a game and runs it to its first question.
    ///
    /// # Errors
    /// [`SessionError::Broken`] if the rulebook cannot start.
    pub fn new(battle: Arc<R::Battle>, setup: &Setup, seed: Seed) -> Result<Self, SessionError> {
        let dice = Dice::Known(CommittedDice::new(&seed, &contributions(setup)));
        let mut session = Session::bare(battle, setup.seats.clone(), dice, Some(seed));
        session.write_header(setup, seed.commitment());
        session.advance(Offer::default(), 0)?;
        Ok(session)
    }

    /// Starts a game whose dice fall on a real table: it waits for each throw until [`Session::throw`] tells what fell.
    ///
    /// # Errors
    /// As [`Session::new`].
    pub fn typed(battle: Arc<R::Battle>, setup: &Setup) -> Result<Self, SessionError> {
        let mut session = Session::bare(battle, setup.seats.clone(), Dice::Typed(BTreeMap::new()), None);
        session.write_header(setup, NO_COMMITMENT);
        session.advance(Offer::default(), 0)?;
        Ok(session)
    }

    fn bare(battle: Arc<R::Battle>, seats: Vec<Seat>, dice: Dice, seed: Option<Seed>) -> Self {
        Session {
            checkpoint: R::start(&battle),
            halfway: None,
            memory: Memory::new(seats.len()),
            players: seats.iter().map(|_| None).collect(),
            battle,
            seats,
            seed,
            dice,
            counter: 0,
            pending: Vec::new(),
            wanted: None,
            log: Vec::new(),
            step_log: 0,
            history: Vec::new(),
            lines: Vec::new(),
            chain: Chain::default(),
            taken: 0,
            over: false,
            finished: false,
            practice: false,
            proposal: None,
            revision: 0,
        }
    }

    fn write_header(&mut self, setup: &Setup, commitment: [u8; 32]) {
        self.write(&Entry::Format(FORMAT));
        self.write(&Entry::Rulebook { id: R::ID.into(), version: R::VERSION });
        self.write(&Entry::Battle(setup.battle.clone()));
        for (id, hash) in &setup.charts {
            self.write(&Entry::Chart { id: id.clone(), hash: hash.clone() });
        }
        for side in self.sides() {
            self.write_seat(side);
        }
        self.write(&Entry::Commitment(commitment));
        for (side, bytes) in self.sides().zip(contributions(setup)) {
            let side = self.side_text(side);
            self.write(&Entry::Contribution { side, bytes });
        }
        self.write(&Entry::Begin);
    }

    fn write_seat(&mut self, side: Side) {
        let seat = self.seats[side.index()].clone();
        let side = self.side_text(side);
        self.write(&Entry::Seat { side, computer: seat.computer, name: seat.name });
    }

    fn write(&mut self, entry: &Entry) {
        self.lines.push(self.chain.seal(&entry.to_string()));
    }

    fn side_text(&self, side: Side) -> String {
        text::print_side(&*self.battle, side)
    }

    /// The fixed part of the battle.
    pub fn battle(&self) -> &Arc<R::Battle> {
        &self.battle
    }

    /// The sides of the battle.
    pub fn sides(&self) -> impl Iterator<Item = Side> + use<R> {
        (0..u8::try_from(self.seats.len()).expect("a battle has at most 256 sides")).map(Side)
    }

    /// Who sits at a side.
    pub fn seat(&self, side: Side) -> &Seat {
        &self.seats[side.index()]
    }

    /// Gives a seat to somebody else, at any time. A person's seat has no player.
    pub fn set_seat(&mut self, side: Side, seat: Seat) {
        if self.seats[side.index()] != seat && !self.finished {
            self.seats[side.index()] = seat;
            self.players[side.index()] = None;
            self.write_seat(side);
        }
    }

    /// Lets a computer player decide for a side; see [`Session::run_players`]. The seat itself is set by [`Session::set_seat`].
    pub fn set_player(&mut self, side: Side, player: Option<Box<dyn Player<R>>>) {
        self.players[side.index()] = player;
    }

    /// The decisions that the game waits for: at most one a side.
    pub fn pending(&self) -> &[Pending] {
        &self.pending
    }

    /// The true state at the last checkpoint. What a side sees is [`Session::view`].
    pub fn state(&self) -> &R::State {
        &self.checkpoint
    }

    /// What a viewer may know of the state at the last checkpoint.
    pub fn view(&self, viewer: Option<Side>) -> R::State {
        R::view(&self.battle, &self.checkpoint, viewer)
    }

    /// What a viewer may see on the table now: within a step what has been told of it already, but nothing of decisions that are taken
    /// at the same time. For looking only; a half-done state need not hold what holds at checkpoints.
    pub fn sight(&self, viewer: Option<Side>) -> R::State {
        let open = (self.pending.len() == 1 || self.wanted.is_some()) && !self.sealed();
        let state = self.halfway.as_ref().filter(|_| open).unwrap_or(&self.checkpoint);
        R::view(&self.battle, state, viewer)
    }

    /// The hash of the state at the last checkpoint.
    pub fn hash(&self) -> [u8; 32] {
        state_hash(&self.checkpoint)
    }

    /// The end of the game, once there is one.
    pub fn outcome(&self) -> Option<Outcome> {
        R::outcome(&self.battle, &self.checkpoint)
    }

    /// Whether the game has been played to its end.
    pub fn over(&self) -> bool {
        self.over
    }

    /// The game turn, from 1, and how many there are.
    pub fn turn(&self) -> (u16, u16) {
        R::turn(&self.battle, &self.checkpoint)
    }

    /// A number that grows with every change, and the number of events in the log. After an undo the log is shorter than before.
    pub fn revision(&self) -> (u64, usize) {
        (self.revision, self.log.len())
    }

    /// All that happened, for all audiences.
    pub fn log(&self) -> &[Event] {
        &self.log
    }

    /// What a viewer may see of all that happened, with the events' places in the log.
    pub fn events_for(&self, viewer: Option<Side>) -> impl Iterator<Item = (usize, &Event)> {
        self.log.iter().enumerate().filter(move |(_, event)| event.to.includes(viewer))
    }

    /// The journal's lines since the last call, each with its line feed. Append them to the file.
    pub fn take_lines(&mut self) -> String {
        let new = self.lines[self.taken..].iter().flat_map(|line| [line.as_str(), "\n"]).collect();
        self.taken = self.lines.len();
        new
    }

    /// The whole journal.
    pub fn journal(&self) -> String {
        self.lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
    }

    /// What was decided and thrown in the game as it stands (what was taken back is not part of it).
    pub fn recording(&self) -> Recording {
        let mut recording = Recording::default();
        for past in &self.history {
            match past {
                Past::Answer { side, answer, .. } => recording.answers.push((*side, *answer)),
                Past::Throw(outcome) => recording.throws.push(*outcome),
            }
        }
        recording
    }

    /// Answers for a side and runs on until the game waits again.
    ///
    /// # Errors
    /// [`SessionError::Refused`] if the answer is illegal: then nothing has changed.
    pub fn answer(&mut self, side: Side, answer: Answer) -> Result<Progress, SessionError> {
        self.must_be_asked(side)?;
        self.advance(Offer { answer: Some((side, answer)), throw: None }, 0)
    }

    /// The throw that the game waits for, where dice fall on a real table.
    pub fn wanted(&self) -> Option<&Wanted> {
        self.wanted.as_ref()
    }

    /// Tells what fell on the real table, and runs on until the game waits again.
    ///
    /// # Errors
    /// [`SessionError::NoThrow`] if no throw is waited for, or none with such an outcome: then nothing has changed.
    pub fn throw(&mut self, outcome: u32) -> Result<Progress, SessionError> {
        let faces = self.wanted.as_ref().map_or(0, |wanted| wanted.shows.len());
        if self.finished || outcome as usize >= faces {
            return Err(SessionError::NoThrow);
        }
        self.advance(Offer { answer: None, throw: Some(outcome) }, 0)
    }

    /// Lets the computer players decide where they are asked, for at most so many decisions.
    ///
    /// # Errors
    /// [`SessionError::Broken`] if a player answers what is illegal.
    pub fn run_players(&mut self, most: usize) -> Result<Progress, SessionError> {
        if most == 0 || !self.pending.iter().any(|pending| self.players[pending.side.index()].is_some()) {
            return Ok(Progress { events: Vec::new(), over: self.over });
        }
        self.advance(Offer::default(), most)
    }

    /// How a side's computer player explains its last decision.
    pub fn why(&self, side: Side) -> Option<String> {
        self.players[side.index()].as_ref().map(|player| player.why())
    }

    /// Why a side may not answer so; `None` if it may.
    ///
    /// # Errors
    /// [`SessionError::NotAsked`].
    pub fn why_not(&mut self, side: Side, answer: Answer) -> Result<Option<Refusal>, SessionError> {
        let pending = self.must_be_asked(side)?;
        if pending.legal.contains(&answer) {
            return Ok(None);
        }
        match self.run(Offer { answer: Some((side, answer)), throw: None }, 0) {
            Err(SessionError::Refused(refusal)) => Ok(Some(refusal)),
            Err(error) => Err(error),
            Ok(_) => Err(SessionError::Broken("an answer that was not listed was taken".into())),
        }
    }

    /// Runs the step with an answer and drops the result: whether it could be taken.
    pub(crate) fn try_answer(&mut self, side: Side, answer: Answer) -> Result<(), SessionError> {
        self.must_be_asked(side)?;
        self.run(Offer { answer: Some((side, answer)), throw: None }, 0).map(|_| ())
    }

    /// What a player would answer for a side now, and why. Nothing changes, and no dice are seen: they are thrown again, the same,
    /// when the side answers.
    ///
    /// # Errors
    /// [`SessionError::NotAsked`]; [`SessionError::Broken`] if the player answers what is illegal.
    pub fn advice(
        &mut self,
        side: Side,
        adviser: Box<dyn Player<R>>,
    ) -> Result<(Answer, String), SessionError> {
        self.must_be_asked(side)?;
        let nobody = self.seats.iter().map(|_| None).collect();
        let seated = std::mem::replace(&mut self.players, nobody);
        self.players[side.index()] = Some(adviser);
        let run = self.run(Offer::default(), 1);
        let why = self.why(side).unwrap_or_default();
        self.players = seated;
        let given = run?.fresh.into_iter().find_map(|fresh| match fresh {
            Fresh::Answer { side: by, answer, forced: false, .. } if by == side => Some(answer),
            _ => None,
        });
        given.map(|answer| (answer, why)).ok_or(SessionError::NotAsked(side))
    }

    /// Exact odds of what follows from an answer within the present step, as far as the side can know: computed from the side's view.
    /// Further questions are decided by `player`; the label is made from the state after the step and the events that the side sees.
    ///
    /// # Errors
    /// [`SessionError::NotAsked`]; [`SessionError::Broken`] if the odds cannot be computed.
    pub fn odds<T: Ord>(
        &self,
        side: Side,
        answer: Answer,
        player: &mut dyn Player<R>,
        most_runs: u64,
        mut label: impl FnMut(&R::State, &[Event]) -> T,
    ) -> Result<Distribution<T>, SessionError> {
        self.must_be_asked(side)?;
        let start = R::view(&self.battle, &self.checkpoint, Some(side));
        let grouped = self.pending.len() > 1 || self.sealed();
        let mut known = self.memory.chosen();
        for (other, answers) in known.iter_mut().enumerate() {
            if other == side.index() {
                answers.push(answer);
            } else if grouped {
                answers.clear();
            }
        }
        let mut plan = Foreseen { given: vec![0; known.len()], known, then: player };
        Odds::new(&*self.battle)
            .player(&mut plan)
            .thrown(&self.memory.throws)
            .most_runs(most_runs)
            .of_told(
                |doors: &mut Doors<'_, R>| {
                    let mut state = start.clone();
                    R::step(&self.battle, &mut state, doors)?;
                    Ok(state)
                },
                |state, mut events| {
                    events.retain(|event| event.to.includes(Some(side)));
                    label(&state, &events)
                },
            )
            .map_err(|error| SessionError::Broken(error.to_string()))
    }

    /// Ends the journal and reveals the seed, after the end of the game or when it is broken off.
    pub fn finish(&mut self) {
        if !self.finished {
            if let Some(seed) = self.seed {
                self.write(&Entry::Reveal(seed.0));
            }
            self.write(&Entry::End);
            self.finished = true;
            self.pending.clear();
            self.wanted = None;
            self.revision += 1;
        }
    }

    /// Whether the journal has ended.
    pub fn finished(&self) -> bool {
        self.finished
    }

    fn must_be_asked(&self, side: Side) -> Result<&Pending, SessionError> {
        if self.finished {
            return Err(SessionError::Finished);
        }
        self.pending.iter().find(|pending| pending.side == side).ok_or(SessionError::NotAsked(side))
    }

    /// Whether an answer of this step was given while others decided at the same time.
    fn sealed(&self) -> bool {
        let mut here = self.memory.count_chosen();
        for past in self.history.iter().rev() {
            match past {
                _ if here == 0 => return false,
                Past::Answer { grouped: true, .. } => return true,
                Past::Answer { .. } => here -= 1,
                Past::Throw(_) => {}
            }
        }
        false
    }

    /// Runs the present step once, with an answer or a throw that was not there before, or with players for so many decisions.
    fn run(&mut self, offer: Offer, players: usize) -> Result<StepRun<R>, SessionError> {
        let mut state = self.checkpoint.clone();
        let mut live = Live::new(&self.memory, &self.dice, self.counter, &mut self.players, players);
        if let Some((side, answer)) = offer.answer {
            live.offer(side, answer);
        }
        if let Some(outcome) = offer.throw {
            live.offer_throw(outcome);
        }
        let battle = Arc::clone(&self.battle);
        let result = R::step(&battle, &mut state, &mut Doors::new(&*battle, &mut live));
        live.finish(result, state)
    }

    /// Runs on until the game waits or is over.
    fn advance(&mut self, mut offer: Offer, mut players: usize) -> Result<Progress, SessionError> {
        let before = self.log.len();
        for _ in 0..MOST_IDLE_STEPS {
            let run = self.run(offer, players)?;
            players -= run.answers().min(players);
            let by = std::mem::take(&mut offer).answer.map(|(side, _)| side);
            let flow = self.absorb(run, by);
            if flow != Some(Flow::Continue) {
                return Ok(Progress { events: self.log[before..].to_vec(), over: self.over });
            }
        }
        Err(SessionError::Broken(format!("{MOST_IDLE_STEPS} steps without a decision")))
    }

    /// Takes over what a run has brought: journal, log, memory, checkpoint.
    fn absorb(&mut self, run: StepRun<R>, by: Option<Side>) -> Option<Flow> {
        self.proposal = None;
        self.revision += 1;
        let together = self.pending.len() > 1;
        let sealed = self.sealed();
        let new = new_events(&self.log[self.step_log..], &run.events);
        let told_to_one = new.iter().any(|(_, event)| event.to != crate::Audience::All);
        for fresh in &run.fresh {
            match *fresh {
                Fresh::Answer { side, answer, forced: false, events } => {
                    let side_text = self.side_text(side);
                    self.write(&Entry::Answer {
                        side: side_text,
                        text: text::print::<R>(&self.battle, &answer),
                    });
                    let log = self.log.len() + new.iter().filter(|(at, _)| *at < events).count();
                    let barrier = by == Some(side) && !together && (sealed || told_to_one);
                    let line = self.lines.len();
                    self.history.push(Past::Answer {
                        side,
                        answer,
                        line,
                        log,
                        grouped: together || run.pending.len() > 1,
                        barrier,
                    });
                }
                Fresh::Answer { .. } => {}
                Fresh::Throw { faces, outcome } => {
                    self.write(&Entry::Throw { n: self.counter, faces, outcome });
                    self.counter += 1;
                    self.history.push(Past::Throw(outcome));
                }
            }
        }
        self.log.extend(new.into_iter().map(|(_, event)| event));
        let flow = self.settle(run);
        if flow.is_some() {
            self.step_log = self.log.len();
            let hash = self.hash();
            self.write(&Entry::State(hash[..8].try_into().expect("a hash has 32 bytes")));
        }
        flow
    }

    /// Takes over memory or checkpoint of a run.
    fn settle(&mut self, run: StepRun<R>) -> Option<Flow> {
        self.pending = run.pending;
        self.wanted = run.wanted;
        match run.done {
            Some(flow) => {
                self.checkpoint = run.state;
                self.halfway = None;
                self.memory = Memory::new(self.seats.len());
                self.over = flow == Flow::Over;
                Some(flow)
            }
            None => {
                self.halfway = Some(run.state);
                self.memory.take(&run.fresh);
                None
            }
        }
    }
}

/// The events of a run that were not told before, with their places in it. What was told before is told again in each run, though
/// maybe in another order, where sides decide at the same time.
fn new_events(told: &[Event], run: &[Event]) -> Vec<(usize, Event)> {
    let mut old: Vec<&Event> = told.iter().collect();
    let mut new = Vec::new();
    for (at, event) in run.iter().enumerate() {
        match old.iter().position(|known| *known == event) {
            Some(known) => {
                old.remove(known);
            }
            None => new.push((at, event.clone())),
        }
    }
    new
}

fn contributions(setup: &Setup) -> Vec<Vec<u8>> {
    let mut all = setup.contributions.clone();
    all.resize(setup.seats.len(), Vec::new());
    all
}

/// A player for odds: first the answers that are known, then another player.
struct Foreseen<'a, R: Rulebook> {
    known: Vec<Vec<Answer>>,
    given: Vec<usize>,
    then: &'a mut dyn Player<R>,
}

impl<R: Rulebook> Player<R> for Foreseen<'_, R> {
    fn begin(&mut self) {
        self.given.fill(0);
        self.then.begin();
    }

    fn decide(&mut self, seen: &Seen<'_, R>) -> Answer {
        let side = seen.side().index();
        match self.known.get(side).and_then(|known| known.get(self.given[side])) {
            Some(answer) => {
                self.given[side] += 1;
                *answer
            }
            None => self.then.decide(seen),
        }
    }
}

impl From<Stop> for SessionError {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Refused(_, _, refusal) => SessionError::Refused(refusal),
            Stop::Broken(why) => SessionError::Broken(why),
            Stop::Waiting => SessionError::Broken("the procedure waits for nobody".into()),
        }
    }
}
