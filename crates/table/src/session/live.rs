//! The live umpire: answers from memory, else from the one who answers now or a computer player, else the game waits.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use super::{AwaitedDecision, AwaitedThrow, SessionError};
use crate::dice::CommittedDice;
use crate::umpires::{Player, SeenQuestion};
use crate::{Answer, Decision, Event, Flow, Play, Question, Rulebook, Side, Stop, Throw, Umpire};

/// Source of throws.
#[derive(Clone)]
pub(super) enum Dice {
    /// The seed is known.
    Known(CommittedDice),
    /// It is not: the throws that the journal holds, by number, with their faces.
    Recorded(Arc<BTreeMap<u64, (u32, u32)>>),
    /// They fall on a real table, and the game waits for each.
    Typed,
}

impl Dice {
    fn throw(&self, n: u64, faces: u32) -> Option<u32> {
        match self {
            Dice::Known(dice) => Some(dice.throw(n, faces)),
            Dice::Recorded(throws) => {
                throws.get(&n).filter(|(f, _)| *f == faces).map(|(_, outcome)| *outcome)
            }
            Dice::Typed => None,
        }
    }
}

/// Memory: what was answered and thrown since the checkpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Memory {
    /// By side: the answers, and whether they were forced.
    answers: Vec<Vec<(Answer, bool)>>,
    pub(super) throws: Vec<u32>,
}

impl Memory {
    pub(super) fn new(sides: usize) -> Self {
        Memory { answers: vec![Vec::new(); sides], throws: Vec::new() }
    }

    pub(super) fn take(&mut self, fresh: &[NewInput]) {
        for fresh in fresh {
            match *fresh {
                NewInput::Answer { side, answer, forced, .. } => {
                    self.answers[side.index()].push((answer, forced))
                }
                NewInput::Throw { outcome, .. } => self.throws.push(outcome),
            }
        }
    }

    /// The answers that were not forced, by side.
    pub(super) fn chosen(&self) -> Vec<Vec<Answer>> {
        let chosen = |side: &Vec<(Answer, bool)>| {
            side.iter().filter(|(_, forced)| !forced).map(|(answer, _)| *answer).collect()
        };
        self.answers.iter().map(chosen).collect()
    }

    pub(super) fn count_chosen(&self) -> usize {
        self.answers.iter().flatten().filter(|(_, forced)| !forced).count()
    }
}

/// An answer or a throw that was not in memory.
#[derive(Clone, Copy, Debug)]
pub(super) enum NewInput {
    Answer {
        side: Side,
        answer: Answer,
        forced: bool,
        /// Events told in this run before it.
        events: usize,
    },
    Throw {
        side: Option<Side>,
        faces: u32,
        outcome: u32,
        /// As with an answer.
        events: usize,
    },
}

/// Run of a step: what it has brought.
pub(super) struct StepRun<R: Rulebook> {
    pub(super) fresh: Vec<NewInput>,
    pub(super) events: Vec<Event>,
    pub(super) pending: Vec<AwaitedDecision>,
    /// The throw that the step waits for, where dice fall on a real table.
    pub(super) wanted: Option<AwaitedThrow>,
    /// The legal answer nearest to the one that was asked about.
    pub(super) nearest: Option<Answer>,
    /// The flow, if the step was played to its end.
    pub(super) done: Option<Flow>,
    /// The state at the end of the step, or where it waits.
    pub(super) state: R::State,
}

/// Answers and throws that are given before anybody is asked.
#[derive(Default)]
pub(super) struct InputQueue {
    /// By side: for the next questions that memory does not answer.
    answers: Vec<VecDeque<Answer>>,
    throws: VecDeque<u32>,
}

impl InputQueue {
    pub(super) fn answer(&mut self, side: Side, answer: Answer) {
        if self.answers.len() <= side.index() {
            self.answers.resize(side.index() + 1, VecDeque::new());
        }
        self.answers[side.index()].push_back(answer);
    }

    pub(super) fn throw(&mut self, outcome: u32) {
        self.throws.push_back(outcome);
    }

    /// Number of those that nobody has asked for yet.
    pub(super) fn len(&self) -> usize {
        self.answers.iter().map(VecDeque::len).sum::<usize>() + self.throws.len()
    }

    fn next_answer(&mut self, side: Side) -> Option<Answer> {
        self.answers.get_mut(side.index())?.pop_front()
    }
}

pub(super) struct Live<'a, R: Rulebook> {
    memory: &'a Memory,
    read: Vec<usize>,
    thrown: usize,
    dice: &'a Dice,
    counter: u64,
    offered: &'a mut InputQueue,
    players: &'a mut [Option<Box<dyn Player<R>>>],
    /// Whether a player may take a decision. One run takes one, as if a person had given it.
    asks_player: bool,
    /// An answer to which the nearest legal one is sought, and of whom.
    sought: Option<(Side, Answer)>,
    nearest: Option<Answer>,
    fresh: Vec<NewInput>,
    events: Vec<Event>,
    pending: Vec<AwaitedDecision>,
    wanted: Option<AwaitedThrow>,
    no_seed: bool,
}

impl<'a, R: Rulebook> Live<'a, R> {
    pub(super) fn new(
        memory: &'a Memory,
        dice: &'a Dice,
        counter: u64,
        offered: &'a mut InputQueue,
        players: &'a mut [Option<Box<dyn Player<R>>>],
    ) -> Self {
        Live {
            memory,
            read: vec![0; players.len()],
            thrown: 0,
            dice,
            counter,
            offered,
            players,
            asks_player: false,
            sought: None,
            nearest: None,
            fresh: Vec::new(),
            events: Vec::new(),
            pending: Vec::new(),
            wanted: None,
            no_seed: false,
        }
    }

    /// Lets the first player who is asked take one decision.
    pub(super) fn ask_player(&mut self) {
        self.asks_player = true;
    }

    /// Seeks the legal answer of a side nearest to one that is not.
    pub(super) fn seek(&mut self, side: Side, answer: Answer) {
        self.sought = Some((side, answer));
    }

    pub(super) fn finish(self, result: Play<Flow>, state: R::State) -> Result<StepRun<R>, SessionError> {
        let done = match result {
            Ok(_) if !self.pending.is_empty() => {
                return Err(SessionError::Broken("a step ended while a decision was awaited".into()));
            }
            Ok(flow) => Some(flow),
            Err(Stop::Waiting) if !self.pending.is_empty() || self.wanted.is_some() => None,
            Err(_) if self.no_seed => return Err(SessionError::NoSeed),
            Err(stop) => return Err(stop.into()),
        };
        let Live { fresh, events, pending, wanted, nearest, .. } = self;
        Ok(StepRun { fresh, events, pending, wanted, nearest, done, state })
    }

    fn decide(&mut self, asked: &Decision<'_, R>) -> Play<(Answer, bool)> {
        let side = asked.question.side;
        if let Some(only) = asked.only() {
            return Ok((only, true));
        }
        if let Some(answer) = self.offered.next_answer(side) {
            return Ok((answer, false));
        }
        if let Some(player) = self.players[side.index()].as_mut().filter(|_| self.asks_player) {
            self.asks_player = false;
            let answer = player.decide(&SeenQuestion::new(asked));
            if asked.judge(&answer).is_ok() {
                return Ok((answer, false));
            }
            return Err(Stop::Broken(format!(
                "the player of side {} answers {} with {answer:?}",
                side.0, asked.question.key
            )));
        }
        if !self.pending.iter().any(|pending| pending.side == side) {
            let Question { rule, key, about, .. } = *asked.question;
            if let Some((_, answer)) = self.sought.filter(|(by, _)| *by == side) {
                self.nearest = asked.question.options.nearest(&answer);
            }
            let (legal, spans) = (asked.legal.to_vec(), asked.spans());
            self.pending.push(AwaitedDecision { side, rule, key, about, legal, spans });
        }
        Err(Stop::Waiting)
    }
}

impl<R: Rulebook> Umpire<R> for Live<'_, R> {
    fn remembered(&mut self, _state: &R::State, question: &Question<'_>) -> Option<Answer> {
        let side = question.side.index();
        let (answer, _) = self.memory.answers.get(side)?.get(self.read[side])?;
        self.read[side] += 1;
        Some(*answer)
    }

    fn answer(&mut self, asked: &Decision<'_, R>) -> Play<Answer> {
        let side = asked.question.side;
        if side.index() >= self.players.len() {
            return Err(Stop::Broken(format!("side {} has no seat", side.0)));
        }
        let (answer, forced) = self.decide(asked)?;
        self.fresh.push(NewInput::Answer { side, answer, forced, events: self.events.len() });
        Ok(answer)
    }

    fn throw(&mut self, throw: &Throw<'_>) -> Play<u32> {
        if let Some(outcome) = self.memory.throws.get(self.thrown) {
            self.thrown += 1;
            return Ok(*outcome);
        }
        if !self.pending.is_empty() {
            return Err(Stop::Broken(format!("{} is thrown while another side still decides", throw.key)));
        }
        let outcome = match self.offered.throws.pop_front() {
            Some(outcome) => outcome,
            None => match (self.dice.throw(self.counter, throw.faces), self.dice) {
                (Some(outcome), _) => outcome,
                (None, Dice::Typed) => {
                    self.wanted = Some(AwaitedThrow::of(throw));
                    return Err(Stop::Waiting);
                }
                (None, _) => {
                    self.no_seed = true;
                    return Err(Stop::Broken("the seed of the dice is not known".into()));
                }
            },
        };
        self.counter += 1;
        let Throw { side, faces, .. } = *throw;
        self.fresh.push(NewInput::Throw { side, faces, outcome, events: self.events.len() });
        Ok(outcome)
    }

    fn listens(&self) -> bool {
        true
    }

    fn hear(&mut self, event: Event) {
        self.events.push(event);
    }
}
