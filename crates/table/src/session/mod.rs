//! Live games: a session suspends when a decision is not there yet, and resumes by running the step again from its checkpoint.
//!
//! A session keeps the last checkpoint and what was answered and thrown since. An answer that arrives is tried by running the step with
//! it: the gate refuses it, and nothing has changed, or it is taken, and the session runs on until it waits again. Events
//! are delivered once each, when they happen, whatever is run again. Forced decisions (one legal answer) are taken
//! at once and are not part of the journal.
//!
//! Storage is the caller's: [`Session::take_lines`] yields the journal's new lines; write them before showing anything that follows
//! from them. The seed is the caller's secret; it enters the journal only when it is revealed.

mod ahead;
mod copy;
mod foresee;
mod ladder;
mod live;
mod load;
mod mixing;
mod parts;
mod rehearse;
mod retold;
mod run;
mod undo;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use ahead::{DecisionAhead, Foresight, Horizon, Path, PossibleThrow, ThrowTime};
pub use copy::StateStamp;
pub use load::{Head, LoadedGame, VerifyReport, describe, verify};
pub use mixing::{MOST_BYTES, PromisedSeed};
pub use parts::{AwaitedDecision, AwaitedThrow, Happening, Notice, Progress, Seat, SessionError, Setup};
pub use rehearse::Rehearsed;
pub use undo::{Accord, Proposal, UndoExtent};

use crate::dice::{CommittedDice, Seed};
use crate::hash::state_hash;
use crate::journal::{Chain, Entry, FORMAT};
use crate::umpires::{Player, Recording};
use crate::{Event, Outcome, Rulebook, Side, text};
use ladder::{Ladder, Rung};
use live::{Dice, Memory};
use mixing::Mixing;
use parts::{Input, PastInput};
use run::Offer;

/// The commitment of a game whose dice fall on a real table: there is nothing to commit to.
pub const NO_COMMITMENT: [u8; 32] = [0; 32];

/// A game from one of its checkpoints on, to be played again.
pub struct Stretch<R: Rulebook> {
    /// Number of the steps played by then.
    pub step: u64,
    /// Number of the events told by then, for all audiences.
    pub log: usize,
    /// The state.
    pub state: Arc<R::State>,
    /// Decisions and throws from there on.
    pub recording: Recording,
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
    /// This checkpoint and some of those before it.
    ladder: Ladder<R::State>,
    /// The half-done state in which the present step waits, if it has been run.
    halfway: Option<R::State>,
    memory: Memory,
    pending: Vec<AwaitedDecision>,
    wanted: Option<AwaitedThrow>,
    /// Events, which grow with the game and are shared with copies of it.
    log: Arc<Vec<Event>>,
    /// Beginning of the present step's events in the log.
    step_log: usize,
    history: Arc<Vec<PastInput>>,
    lines: Arc<Vec<String>>,
    chain: Chain,
    taken: usize,
    over: bool,
    finished: bool,
    practice: bool,
    proposal: Option<Proposal>,
    /// Number of the proposals so far.
    proposals: usize,
    notices: Vec<Notice>,
    mixing: Mixing,
    /// The throws that a journal holds whose seeds are not all known.
    recorded: Arc<BTreeMap<u64, (u32, u32)>>,
    continued: bool,
    revision: u64,
    /// Number of the runs of steps.
    runs: u64,
}

impl<R: Rulebook> Session<R> {
    /// Starts a game and runs it to its first question.
    ///
    /// # Errors
    /// [`SessionError::Broken`] if the rulebook cannot start.
    pub fn new(battle: Arc<R::Battle>, setup: &Setup, seed: Seed) -> Result<Self, SessionError> {
        let dice = Dice::Known(CommittedDice::new(&seed, &contributions(setup)));
        let mut session = Session::bare(battle, setup.seats.clone(), dice, Some(seed));
        session.write_header(R::VERSION, setup, &session.settled(), seed.commitment());
        session.advance(Offer::Nothing)?;
        Ok(session)
    }

    /// Starts a game whose dice fall on a real table: it waits for each throw until [`Session::throw`] tells what fell.
    ///
    /// # Errors
    /// As [`Session::new`].
    pub fn typed(battle: Arc<R::Battle>, setup: &Setup) -> Result<Self, SessionError> {
        let mut session = Session::bare(battle, setup.seats.clone(), Dice::Typed, None);
        session.write_header(R::VERSION, setup, &session.settled(), NO_COMMITMENT);
        session.advance(Offer::Nothing)?;
        Ok(session)
    }

    /// A game that stands at a state, as if it had been played to there, with dice of a real table: for checks.
    pub(crate) fn from_state(
        battle: Arc<R::Battle>,
        setup: &Setup,
        state: R::State,
    ) -> Result<Self, SessionError> {
        let mut session = Session::bare(battle, setup.seats.clone(), Dice::Typed, None);
        session.ladder = Ladder::new(state.clone());
        session.checkpoint = state;
        session.advance(Offer::Nothing)?;
        Ok(session)
    }

    fn bare(battle: Arc<R::Battle>, seats: Vec<Seat>, dice: Dice, seed: Option<Seed>) -> Self {
        let start = R::start(&battle);
        let seats: Vec<Seat> = seats.into_iter().map(Seat::cleaned).collect();
        Session {
            ladder: Ladder::new(start.clone()),
            checkpoint: start,
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
            log: Arc::default(),
            step_log: 0,
            history: Arc::default(),
            lines: Arc::default(),
            chain: Chain::default(),
            taken: 0,
            over: false,
            finished: false,
            practice: false,
            proposal: None,
            proposals: 0,
            notices: Vec::new(),
            mixing: Mixing::default(),
            recorded: Arc::default(),
            continued: false,
            revision: 0,
            runs: 0,
        }
    }

    /// Settings of this battle.
    fn settled(&self) -> Vec<(String, String)> {
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        R::settled(&self.battle).into_iter().map(owned).collect()
    }

    fn write_header(
        &mut self,
        version: u32,
        setup: &Setup,
        options: &[(String, String)],
        commitment: [u8; 32],
    ) {
        self.write(&Entry::Format(FORMAT));
        self.write(&Entry::Rulebook { id: R::ID.into(), version });
        self.write(&Entry::Battle(setup.battle.clone()));
        for (id, hash) in &setup.charts {
            self.write(&Entry::Chart { id: id.clone(), hash: hash.clone() });
        }
        for (name, value) in options {
            self.write(&Entry::Option { name: name.clone(), value: value.clone() });
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
        let line = self.chain.seal(&entry.to_string());
        Arc::make_mut(&mut self.lines).push(line);
    }

    fn side_text(&self, side: Side) -> String {
        text::print_side(&*self.battle, side)
    }

    /// The fixed part of the battle.
    pub fn battle(&self) -> &Arc<R::Battle> {
        &self.battle
    }

    /// The sides of the battle.
    pub fn sides(&self) -> impl Iterator<Item = Side> + Clone + use<R> {
        (0..u8::try_from(self.seats.len()).expect("a battle has at most 256 sides")).map(Side)
    }

    /// Seat of a side.
    pub fn seat(&self, side: Side) -> &Seat {
        &self.seats[side.index()]
    }

    /// Gives a seat to somebody else, at any time. A person's seat has no player. A proposal to take back lapses: it was made to another.
    pub fn set_seat(&mut self, side: Side, seat: Seat) {
        let seat = seat.cleaned();
        if self.seats[side.index()] != seat && !self.finished {
            let before = std::mem::replace(&mut self.seats[side.index()], seat.clone());
            self.players[side.index()] = None;
            self.proposal = None;
            self.write_seat(side);
            // Who gathers before the first decision is no news.
            if !self.history.is_empty() {
                let to = self.sides().map(Some).chain([None]).collect();
                let what = Happening::Seated { side, now: seat, before };
                self.notices.push(Notice { after: self.log.len(), what, to });
            }
        }
    }

    /// Notices of what happened to the game, not in it, in its order: it stands in the log too.
    pub fn notices(&self) -> &[Notice] {
        &self.notices
    }

    /// Lets a computer player decide for a side; see [`Session::run_players`]. The seat itself is set by [`Session::set_seat`].
    pub fn set_player(&mut self, side: Side, player: Option<Box<dyn Player<R>>>) {
        self.players[side.index()] = player;
    }

    /// The decisions that the game waits for: at most one a side.
    pub fn pending(&self) -> &[AwaitedDecision] {
        &self.pending
    }

    /// The true state at the last checkpoint. What a side sees is [`Session::view`].
    pub fn state(&self) -> &R::State {
        &self.checkpoint
    }

    /// View of the state at the last checkpoint for a viewer.
    pub fn view(&self, viewer: Option<Side>) -> R::State {
        R::view(&self.battle, &self.checkpoint, viewer)
    }

    /// Sight of the table for a viewer now: within a step what has been told of it already, but nothing of decisions that are taken
    /// at the same time. For looking only; a half-done state need not hold what holds at checkpoints.
    pub fn sight(&self, viewer: Option<Side>) -> R::State {
        R::view(&self.battle, self.told_state(), viewer)
    }

    /// The state of which everybody has been told what concerns them: the one in which the step waits; the checkpoint, while decisions are taken at the
    /// same time.
    fn told_state(&self) -> &R::State {
        let open = (self.pending.len() == 1 || self.wanted.is_some()) && !self.sealed();
        self.halfway.as_ref().filter(|_| open).unwrap_or(&self.checkpoint)
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

    /// Number of the runs of steps since the game was begun or loaded, steps that were run again counted too: the measure of the work done.
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// All that happened, for all audiences.
    pub fn log(&self) -> &[Event] {
        &self.log
    }

    /// Events that a viewer may see, with the events' places in the log.
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

    /// Recording of the decisions and throws of the game as it stands (what was taken back is not part of it).
    pub fn recording(&self) -> Recording {
        recording(&self.history)
    }

    /// The game as it stands from a step on, or from a checkpoint not far before it.
    pub fn stretch(&self, step: u64) -> Stretch<R> {
        let Rung { step, inputs, log, state } = self.ladder.before_step(step).clone();
        Stretch { step, log, state, recording: recording(&self.history[inputs..]) }
    }

    /// Ends the journal and reveals the seed, after the end of the game or when it is broken off.
    pub fn finish(&mut self) {
        if !self.finished {
            if let Some(seed) = self.seed {
                self.write(&Entry::Reveal(seed.0));
                for seed in self.mixed_seeds().to_vec() {
                    self.write(&Entry::Reveal(seed.0));
                }
            }
            self.write(&Entry::End);
            self.finished = true;
            self.pending.clear();
            self.wanted = None;
            self.proposal = None;
            self.revision += 1;
        }
    }

    /// Whether the journal has ended.
    pub fn finished(&self) -> bool {
        self.finished
    }
}

fn recording(history: &[PastInput]) -> Recording {
    let mut recording = Recording::default();
    for past in history {
        match past.given {
            Input::Answer { side, answer, .. } => recording.answers.push((side, answer)),
            Input::Throw { outcome, .. } => recording.throws.push(outcome),
        }
    }
    recording
}

fn contributions(setup: &Setup) -> Vec<Vec<u8>> {
    let mut all = setup.contributions.clone();
    all.resize(setup.seats.len(), Vec::new());
    all
}
