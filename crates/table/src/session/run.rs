//! Playing on: an answer or a throw that arrives is tried by running the step with it.

use std::sync::Arc;

use super::ladder::Rung;
use super::live::{InputQueue, Live, Memory, NewInput, StepRun};
use super::parts::{Input, PastInput};
use super::{AwaitedDecision, AwaitedThrow, Progress, Session, SessionError};
use crate::journal::Entry;
use crate::{Answer, Doors, Event, Flow, Rulebook, Side, text};

/// The most steps without any decision of a player: no rulebook comes near it.
const MOST_IDLE_STEPS: usize = 100_000;

/// Offer to a run of a step: what is new for it.
#[derive(Clone, Copy)]
pub(super) enum Offer {
    Nothing,
    Answer(Side, Answer),
    Throw(u32),
    /// One decision of a computer player.
    Player,
    /// An answer that is only held against what is legal.
    Nearest(Side, Answer),
}

impl<R: Rulebook> Session<R> {
    /// Answers for a side and runs on until the game waits again.
    ///
    /// # Errors
    /// [`SessionError::Refused`] if the answer is illegal: then nothing has changed.
    pub fn answer(&mut self, side: Side, answer: Answer) -> Result<Progress, SessionError> {
        self.must_be_asked(side)?;
        self.advance(Offer::Answer(side, answer))
    }

    /// The throw that the game waits for, where dice fall on a real table.
    pub fn wanted(&self) -> Option<&AwaitedThrow> {
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
        self.advance(Offer::Throw(outcome))
    }

    /// Lets the computer players decide where they are asked, for at most so many decisions.
    ///
    /// # Errors
    /// [`SessionError::Broken`] if a player answers what is illegal.
    pub fn run_players(&mut self, most: usize) -> Result<Progress, SessionError> {
        let before = self.log.len();
        for _ in 0..most {
            if !self.pending.iter().any(|pending| self.players[pending.side.index()].is_some()) {
                break;
            }
            self.advance(Offer::Player)?;
        }
        Ok(self.progress(before))
    }

    fn progress(&self, before: usize) -> Progress {
        Progress { events: self.log[before..].to_vec(), over: self.over }
    }

    pub(super) fn must_be_asked(&self, side: Side) -> Result<&AwaitedDecision, SessionError> {
        if self.finished {
            return Err(SessionError::Finished);
        }
        self.pending.iter().find(|pending| pending.side == side).ok_or(SessionError::NotAsked(side))
    }

    /// Whether an answer of this step was given while others decided at the same time.
    pub(super) fn sealed(&self) -> bool {
        let mut here = self.memory.count_chosen();
        for past in self.history.iter().rev() {
            match past.given {
                _ if here == 0 => return false,
                Input::Answer { grouped: true, .. } => return true,
                Input::Answer { .. } => here -= 1,
                Input::Throw { .. } => {}
            }
        }
        false
    }

    /// Choices of this step as far as a side knows it, by side; and whether others decide at the same time, so that their
    /// answers are left out.
    pub(super) fn chosen_known_to(&self, side: Side) -> (Vec<Vec<Answer>>, bool) {
        let grouped = self.pending.len() > 1 || self.sealed();
        let mut chosen = self.memory.chosen();
        if grouped {
            let others = chosen.iter_mut().enumerate().filter(|(other, _)| *other != side.index());
            others.for_each(|(_, answers)| answers.clear());
        }
        (chosen, grouped)
    }

    /// Runs the present step once, with what was not there before.
    pub(super) fn run(&mut self, offer: Offer) -> Result<StepRun<R>, SessionError> {
        let mut state = self.checkpoint.clone();
        let mut offered = InputQueue::default();
        match offer {
            Offer::Answer(side, answer) => offered.answer(side, answer),
            Offer::Throw(outcome) => offered.throw(outcome),
            Offer::Nothing | Offer::Player | Offer::Nearest(..) => {}
        }
        let mut live = Live::new(&self.memory, &self.dice, self.counter, &mut offered, &mut self.players);
        if matches!(offer, Offer::Player) {
            live.ask_player();
        }
        if let Offer::Nearest(side, answer) = offer {
            live.seek(side, answer);
        }
        let battle = Arc::clone(&self.battle);
        let result = R::step(&battle, &mut state, &mut Doors::new(&*battle, &mut live));
        live.finish(result, state)
    }

    /// Runs on until the game waits or is over.
    pub(super) fn advance(&mut self, offer: Offer) -> Result<Progress, SessionError> {
        let before = self.log.len();
        let mut next = offer;
        for _ in 0..MOST_IDLE_STEPS {
            self.runs += 1;
            let run = self.run(next)?;
            next = Offer::Nothing;
            if self.absorb(run) != Some(Flow::Continue) {
                return Ok(self.progress(before));
            }
        }
        Err(SessionError::Broken(format!("{MOST_IDLE_STEPS} steps without a decision")))
    }

    /// Takes over what a run has brought: journal, log, memory, checkpoint.
    fn absorb(&mut self, run: StepRun<R>) -> Option<Flow> {
        self.proposal = None;
        self.revision += 1;
        let together = self.pending.len() > 1;
        let sealed = self.sealed();
        let new = new_events(&self.log[self.step_log..], &run.events);
        let told_to_one = new.iter().any(|(_, event)| event.to != crate::Audience::All);
        let grouped = together || run.pending.len() > 1;
        let barrier = !together && (sealed || told_to_one);
        for fresh in &run.fresh {
            let (entry, given, events) = match *fresh {
                NewInput::Answer { forced: true, .. } => continue,
                NewInput::Answer { side, answer, events, .. } => {
                    let text = text::print::<R>(&self.battle, &answer);
                    let entry = Entry::Answer { side: self.side_text(side), text };
                    (entry, Input::Answer { side, answer, grouped, barrier }, events)
                }
                NewInput::Throw { side, faces, outcome, events } => {
                    let n = self.counter;
                    self.counter += 1;
                    (Entry::Throw { n, faces, outcome }, Input::Throw { side, outcome }, events)
                }
            };
            self.write(&entry);
            let log = self.log.len() + new.iter().filter(|(at, _)| *at < events).count();
            Arc::make_mut(&mut self.history).push(PastInput { given, line: self.lines.len(), log });
        }
        Arc::make_mut(&mut self.log).extend(new.into_iter().map(|(_, event)| event));
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
                self.ladder.push(Rung {
                    step: self.ladder.top().step + 1,
                    inputs: self.history.len(),
                    log: self.log.len(),
                    state: Arc::new(self.checkpoint.clone()),
                });
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
