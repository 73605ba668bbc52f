//! Taking decisions back: alone where nothing was learnt since, else with the consent of the others. A computer player consents
//! in a practice game only: else one could take back the dice against them.
//!
//! The game is played again from the nearest checkpoint below, which takes no more steps than are taken back. The numbers of throws that
//! were taken back are never used again, so nobody plays on with dice that they know. Where dice fall on a real table, a throw that was
//! typed can be taken back like a decision, but never alone.

use std::sync::Arc;

use super::ladder::Rung;
use super::live::{Dice, InputQueue, Live, Memory};
use super::parts::{Happening, Input, Notice, PastInput};
use super::{AwaitedDecision, AwaitedThrow, Session, SessionError};
use crate::journal::Entry;
use crate::{Answer, Doors, Flow, Rulebook, Side};

/// A proposal to take decisions back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proposal {
    /// Its number among the game's proposals, from 1: it counts nothing that is secret.
    pub id: usize,
    /// The side that proposes it.
    pub by: Side,
    /// The journal's line of the earliest decision that is taken back.
    pub line: usize,
    /// By side, who agrees.
    pub agreed: Vec<bool>,
}

/// Extent of an undo: what going back would undo, as far as one viewer may know.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UndoExtent {
    /// Number of the events that would be left, for all audiences.
    pub log: usize,
    /// Their own decisions, the earliest first.
    pub own: Vec<Answer>,
    /// Throws of which they were told.
    pub throws: usize,
}

/// Accord: whether all have agreed to take back what somebody proposed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Accord {
    /// They have, and it is done.
    Reached,
    /// Somebody has still to agree, or has declined.
    Open,
}

/// Consent with which a decision is taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Consent {
    /// Nobody's: nothing was learnt since.
    Alone,
    /// Everybody's.
    Agreed,
}

/// A game played again up to some input.
struct Rerun<R: Rulebook> {
    /// The checkpoints on the way; the last is where the game stands.
    rungs: Vec<Rung<R::State>>,
    halfway: R::State,
    memory: Memory,
    pending: Vec<AwaitedDecision>,
    wanted: Option<AwaitedThrow>,
}

impl<R: Rulebook> Session<R> {
    /// The proposal on the table, if there is one. Any decision withdraws it.
    pub fn proposal(&self) -> Option<&Proposal> {
        self.proposal.as_ref()
    }

    /// Makes the game a practice, for good: from here on computer players agree to take anything back. The journal records it.
    pub fn practise(&mut self) {
        if !self.practice && !self.finished {
            self.practice = true;
            self.write(&Entry::Practice);
            self.revision += 1;
        }
    }

    /// Whether the game is a practice.
    pub fn is_practice(&self) -> bool {
        self.practice
    }

    /// Takes back a side's last decision, if no dice were thrown, no other side decided and nothing was revealed since; or, in a
    /// practice game, if all others are computer players. The log is cut to what had happened before it.
    ///
    /// # Errors
    /// [`SessionError::NeedsAgreement`], [`SessionError::NoPractice`], [`SessionError::NothingToUndo`] or [`SessionError::Finished`].
    pub fn undo(&mut self, side: Side) -> Result<(), SessionError> {
        let at = self.find_decision(side, 1)?;
        if self.may_undo_alone(at) {
            self.take_back(at, side, Consent::Alone)
        } else if self.is_refused(side, at) || self.all_agree(side, &[]) {
            self.take_back(at, side, Consent::Agreed)
        } else {
            Err(SessionError::NeedsAgreement)
        }
    }

    /// Whether [`Session::undo`] would take back a side's last decision.
    pub fn can_undo(&self, side: Side) -> bool {
        let Ok(at) = self.find_decision(side, 1) else { return false };
        self.may_undo_alone(at) || self.all_agree(side, &[])
    }

    /// Proposes to take back a side's last decisions (`back` of them, at least 1) and everything since. Done at once if all others are
    /// computer players, who agree if nothing was learnt since or the game is a practice.
    ///
    /// # Errors
    /// [`SessionError::NoPractice`], [`SessionError::NothingToUndo`] or [`SessionError::Finished`].
    pub fn propose_undo(&mut self, by: Side, back: usize) -> Result<Accord, SessionError> {
        let at = self.find_decision(by, back)?;
        self.propose_before(by, at)
    }

    /// Proposes to go back before an input of the history. The journal records what lies on the table, so that it survives a restart.
    pub(super) fn propose_before(&mut self, by: Side, at: usize) -> Result<Accord, SessionError> {
        if self.is_refused(by, at) {
            return Err(SessionError::NoPractice);
        }
        let agreed: Vec<bool> =
            self.sides().map(|side| side == by || self.seats[side.index()].computer).collect();
        if self.all_agree(by, &agreed) {
            return self.take_back(at, by, Consent::Agreed).map(|()| Accord::Reached);
        }
        let line = self.history[at].line;
        if self.proposal.as_ref().is_some_and(|known| (known.by, known.line) == (by, line)) {
            return Ok(Accord::Open);
        }
        let side = self.side_text(by);
        self.write(&Entry::Propose { line, side });
        self.proposals += 1;
        self.proposal = Some(Proposal { id: self.proposals, by, line, agreed });
        self.revision += 1;
        Ok(Accord::Open)
    }

    /// Agrees to the proposal.
    ///
    /// # Errors
    /// [`SessionError::NoProposal`].
    pub fn agree(&mut self, side: Side) -> Result<Accord, SessionError> {
        let Proposal { by, line, mut agreed, .. } = self.proposal.clone().ok_or(SessionError::NoProposal)?;
        agreed[side.index()] = true;
        if self.all_agree(by, &agreed) {
            let at = self.at_line(line).ok_or(SessionError::NothingToUndo)?;
            return self.take_back(at, by, Consent::Agreed).map(|()| Accord::Reached);
        }
        let known = self.proposal.as_mut().filter(|known| !known.agreed[side.index()]);
        if let Some(known) = known {
            known.agreed = agreed;
            let side = self.side_text(side);
            self.write(&Entry::Agree { side });
            self.revision += 1;
        }
        Ok(Accord::Open)
    }

    /// Declines or withdraws the proposal.
    pub fn decline(&mut self) {
        if self.proposal.take().is_some() {
            self.write(&Entry::Decline);
            self.revision += 1;
        }
    }

    /// Extent of the undo proposed on the table, as far as a viewer may know: of the other side's decisions only what the log tells.
    pub fn undone(&self, viewer: Option<Side>) -> Option<UndoExtent> {
        let at = self.at_line(self.proposal.as_ref()?.line)?;
        let mut undone = UndoExtent { log: self.history[at].log, ..UndoExtent::default() };
        for (past, end) in self.history[at..].iter().zip(self.ends(at)) {
            match past.given {
                Input::Answer { side, answer, .. } if Some(side) == viewer => undone.own.push(answer),
                Input::Answer { .. } => {}
                Input::Throw { .. } => undone.throws += usize::from(self.is_told(past.log..end, viewer)),
            }
        }
        Some(undone)
    }

    /// Ends of the events that follow from each input of the history, from one on.
    fn ends(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let next = self.history[at..].iter().skip(1).map(|past| past.log);
        next.chain(std::iter::once(self.log.len()))
    }

    /// Whether somebody was told one of the events.
    fn is_told(&self, events: std::ops::Range<usize>, viewer: Option<Side>) -> bool {
        self.log[events].iter().any(|event| event.to.includes(viewer))
    }

    /// That something is taken back is told to those who knew of it; what was agreed, to all.
    fn notice_undo(&mut self, at: usize, by: Side, consent: Consent) {
        let log = self.history[at].log;
        let agreed = consent == Consent::Agreed;
        let viewers = self.sides().map(Some).chain([None]);
        let told = |viewer: &Option<Side>| {
            agreed || *viewer == Some(by) || self.is_told(log..self.log.len(), *viewer)
        };
        let to = viewers.filter(told).collect();
        self.notices.iter_mut().for_each(|notice| notice.after = notice.after.min(log));
        self.notices.push(Notice { after: log, what: Happening::TakenBack { by, agreed }, to });
    }

    /// Whether the dice fall on a real table, and are typed in.
    pub fn is_typed(&self) -> bool {
        matches!(self.dice, Dice::Typed)
    }

    /// Takes the last decision or typed throw back, whoever's it was, with everybody's consent: for people around one table.
    ///
    /// # Errors
    /// As [`Session::undo`].
    pub fn step_back(&mut self) -> Result<(), SessionError> {
        let last = (0..self.history.len()).rev().find(|at| self.can_go_before(*at));
        let at = last.filter(|_| !self.finished).ok_or(SessionError::NothingToUndo)?;
        let by = match self.history[at].given {
            Input::Answer { side, .. } => side,
            Input::Throw { side, .. } => side.unwrap_or(Side(0)),
        };
        self.take_back(at, by, Consent::Agreed)
    }

    fn all_agree(&self, by: Side, agreed: &[bool]) -> bool {
        let agrees = |side: Side| side == by || agreed.get(side.index()) == Some(&true) || self.agrees(side);
        self.sides().all(agrees)
    }

    /// Whether a side agrees to anything without being asked: a computer player does, where one practises.
    fn agrees(&self, side: Side) -> bool {
        self.practice && self.seats[side.index()].computer
    }

    /// Whether a computer player stands in the way of a side's wish to go back before an answer of the history.
    pub(super) fn is_refused(&self, by: Side, at: usize) -> bool {
        !self.practice
            && !self.may_undo_alone(at)
            && self.sides().any(|side| side != by && self.seats[side.index()].computer)
    }

    /// Place of a side's `back`-th last decision in the history. A throw that was typed counts as anybody's.
    fn find_decision(&self, by: Side, back: usize) -> Result<usize, SessionError> {
        if self.finished {
            return Err(SessionError::Finished);
        }
        let own = |at: &usize| match self.history[*at].given {
            Input::Answer { side, .. } => side == by,
            Input::Throw { .. } => self.can_go_before(*at),
        };
        (0..self.history.len()).rev().filter(own).nth(back.max(1) - 1).ok_or(SessionError::NothingToUndo)
    }

    /// Whether the game can stand before an input of its history: a throw comes by itself, unless it is typed.
    fn can_go_before(&self, at: usize) -> bool {
        matches!(self.history[at].given, Input::Answer { .. }) || self.is_typed()
    }

    /// Place in the history of the decision or typed throw of a journal's line.
    pub(super) fn at_line(&self, wanted: usize) -> Option<usize> {
        let at = self.history.binary_search_by_key(&wanted, |past| past.line).ok()?;
        self.can_go_before(at).then_some(at)
    }

    /// Whether everything from there on is one side's decisions, none of which taught it anything.
    pub(super) fn may_undo_alone(&self, at: usize) -> bool {
        let Input::Answer { side: by, .. } = self.history[at].given else { return false };
        let harmless =
            |past: &PastInput| matches!(past.given, Input::Answer { side, barrier: false, .. } if side == by);
        self.history[at..].iter().all(harmless)
    }

    /// Goes back before an input of the history. In play and on loading this is the only way, so that no game takes back what its journal
    /// could not.
    pub(super) fn take_back(&mut self, at: usize, by: Side, consent: Consent) -> Result<(), SessionError> {
        if consent == Consent::Alone && !self.may_undo_alone(at) {
            return Err(SessionError::NeedsAgreement);
        }
        if consent == Consent::Agreed && self.is_refused(by, at) {
            return Err(SessionError::NoPractice);
        }
        let PastInput { line, log, .. } = self.history[at];
        let rebuilt = self.rebuild(at)?;
        let mut rungs = rebuilt.rungs.into_iter();
        let base = rungs.next().ok_or_else(|| SessionError::Broken("there is no checkpoint".into()))?;
        self.ladder.cut(base.step);
        rungs.for_each(|rung| self.ladder.push(rung));
        self.checkpoint = self.ladder.top().state.as_ref().clone();
        self.step_log = self.ladder.top().log;
        (self.halfway, self.memory) = (Some(rebuilt.halfway), rebuilt.memory);
        (self.pending, self.wanted) = (rebuilt.pending, rebuilt.wanted);
        self.notice_undo(at, by, consent);
        Arc::make_mut(&mut self.history).truncate(at);
        Arc::make_mut(&mut self.log).truncate(log);
        self.over = false;
        self.proposal = None;
        self.revision += 1;
        let side = self.side_text(by);
        self.write(&Entry::Undo { line, side, agreed: consent == Consent::Agreed });
        Ok(())
    }

    /// Plays the first inputs of the history again, from the last checkpoint among them.
    fn rebuild(&mut self, inputs: usize) -> Result<Rerun<R>, SessionError> {
        let battle = Arc::clone(&self.battle);
        let mut rungs = vec![self.ladder.before_input(inputs).clone()];
        let nothing = Memory::new(self.seats.len());
        let mut offered = InputQueue::default();
        for past in &self.history[rungs[0].inputs..inputs] {
            match past.given {
                Input::Answer { side, answer, .. } => offered.answer(side, answer),
                Input::Throw { outcome, .. } => offered.throw(outcome),
            }
        }
        loop {
            let base = &rungs[rungs.len() - 1];
            let mut state = base.state.as_ref().clone();
            self.runs += 1;
            let mut live = Live::new(&nothing, &self.dice, self.counter, &mut offered, &mut self.players);
            let result = R::step(&battle, &mut state, &mut Doors::new(&*battle, &mut live));
            let run = live.finish(result, state)?;
            match run.done {
                Some(Flow::Continue) => rungs.push(Rung {
                    step: base.step + 1,
                    inputs: inputs - offered.len(),
                    log: base.log + run.events.len(),
                    state: Arc::new(run.state),
                }),
                Some(Flow::Over) => {
                    return Err(SessionError::Broken("the game ended before the decision".into()));
                }
                None if offered.len() > 0 => {
                    return Err(SessionError::Broken("the game does not replay".into()));
                }
                None => {
                    let mut memory = Memory::new(self.seats.len());
                    memory.take(&run.fresh);
                    let (halfway, pending, wanted) = (run.state, run.pending, run.wanted);
                    return Ok(Rerun { rungs, halfway, memory, pending, wanted });
                }
            }
        }
    }
}
