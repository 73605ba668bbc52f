//! Taking decisions back: alone where nothing was learnt since, else with the consent of the others. A computer player consents
//! in a practice game only: else one could take back the dice against him.
//!
//! The game is rebuilt from its start with what remains, which takes milliseconds. The numbers of throws that were taken back are never
//! used again, so nobody plays on with dice that he knows.

use std::sync::Arc;

use super::live::{Live, Memory};
use super::{Past, Pending, Session, SessionError};
use crate::journal::Entry;
use crate::{Answer, Doors, Flow, Rulebook, Side};

/// A proposal to take decisions back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proposal {
    /// Who proposes it.
    pub by: Side,
    /// The journal's line of the earliest decision that is taken back.
    pub line: usize,
    /// By side, who agrees.
    pub agreed: Vec<bool>,
}

/// A game played again from its start up to some input.
struct Rebuilt<R: Rulebook> {
    checkpoint: R::State,
    halfway: R::State,
    memory: Memory,
    pending: Vec<Pending>,
    /// How many events the unfinished step has told.
    told: usize,
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
            self.undo_to(at, side, false)
        } else if self.is_refused(side, at) {
            Err(SessionError::NoPractice)
        } else if self.all_agree(side, &[]) {
            self.undo_to(at, side, true)
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
    /// computer players, who agree if nothing was learnt since or the game is a practice. Returns whether it is done.
    ///
    /// # Errors
    /// [`SessionError::NoPractice`], [`SessionError::NothingToUndo`] or [`SessionError::Finished`].
    pub fn propose_undo(&mut self, by: Side, back: usize) -> Result<bool, SessionError> {
        let at = self.find_decision(by, back)?;
        if self.is_refused(by, at) {
            return Err(SessionError::NoPractice);
        }
        let agreed: Vec<bool> =
            self.sides().map(|side| side == by || self.seats[side.index()].computer).collect();
        let Past::Answer { line, .. } = self.history[at] else { return Err(SessionError::NothingToUndo) };
        self.proposal = Some(Proposal { by, line, agreed });
        self.revision += 1;
        self.carry_out()
    }

    /// Agrees to the proposal. Returns whether it is done.
    ///
    /// # Errors
    /// [`SessionError::NoProposal`].
    pub fn agree(&mut self, side: Side) -> Result<bool, SessionError> {
        let proposal = self.proposal.as_mut().ok_or(SessionError::NoProposal)?;
        proposal.agreed[side.index()] = true;
        self.carry_out()
    }

    /// Declines or withdraws the proposal.
    pub fn decline(&mut self) {
        if self.proposal.take().is_some() {
            self.revision += 1;
        }
    }

    fn carry_out(&mut self) -> Result<bool, SessionError> {
        let Some(Proposal { by, line, agreed }) = self.proposal.clone() else { return Ok(false) };
        if !self.all_agree(by, &agreed) {
            return Ok(false);
        }
        let at = self.at_line(line).ok_or(SessionError::NothingToUndo)?;
        self.undo_to(at, by, true)?;
        Ok(true)
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

    /// Where a side's `back`-th last decision stands in the history.
    fn find_decision(&self, by: Side, back: usize) -> Result<usize, SessionError> {
        if self.finished {
            return Err(SessionError::Finished);
        }
        let own = |past: &Past| matches!(past, Past::Answer { side, .. } if *side == by);
        let found = (0..self.history.len()).rev().filter(|at| own(&self.history[*at])).nth(back.max(1) - 1);
        found.ok_or(SessionError::NothingToUndo)
    }

    /// Where the decision of a journal's line stands in the history.
    pub(super) fn at_line(&self, wanted: usize) -> Option<usize> {
        self.history.iter().position(|past| matches!(past, Past::Answer { line, .. } if *line == wanted))
    }

    /// Whether everything from there on is one side's decisions, none of which taught it anything.
    pub(super) fn may_undo_alone(&self, at: usize) -> bool {
        let Past::Answer { side: by, .. } = self.history[at] else { return false };
        let harmless = |past: &Past| matches!(past, Past::Answer { side, barrier: false, .. } if *side == by);
        self.history[at..].iter().all(harmless)
    }

    /// Goes back before an answer of the history.
    pub(super) fn undo_to(&mut self, at: usize, by: Side, agreed: bool) -> Result<(), SessionError> {
        let Past::Answer { line, log, .. } = self.history[at] else {
            return Err(SessionError::NothingToUndo);
        };
        let rebuilt = self.rebuild(at)?;
        (self.checkpoint, self.memory) = (rebuilt.checkpoint, rebuilt.memory);
        (self.halfway, self.pending) = (Some(rebuilt.halfway), rebuilt.pending);
        self.wanted = None;
        self.history.truncate(at);
        self.log.truncate(log);
        self.step_log = log.saturating_sub(rebuilt.told);
        self.over = false;
        self.proposal = None;
        self.revision += 1;
        let side = self.side_text(by);
        self.write(&Entry::Undo { line, side, agreed });
        Ok(())
    }

    /// Plays the first inputs of the history again.
    fn rebuild(&mut self, inputs: usize) -> Result<Rebuilt<R>, SessionError> {
        let battle = Arc::clone(&self.battle);
        let mut answers: Vec<Vec<Answer>> = vec![Vec::new(); self.seats.len()];
        let mut throws = Vec::new();
        for past in &self.history[..inputs] {
            match past {
                Past::Answer { side, answer, .. } => answers[side.index()].push(*answer),
                Past::Throw(outcome) => throws.push(*outcome),
            }
        }
        let (mut read, mut thrown) = (vec![0; answers.len()], 0);
        let mut checkpoint = R::start(&battle);
        let nothing = Memory::new(self.seats.len());
        loop {
            let mut state = checkpoint.clone();
            let mut live = Live::new(&nothing, &self.dice, self.counter, &mut self.players, 0);
            for (side, answers) in answers.iter().enumerate() {
                let side = Side(u8::try_from(side).expect("a battle has at most 256 sides"));
                answers[read[side.index()]..].iter().for_each(|answer| live.offer(side, *answer));
            }
            throws[thrown..].iter().for_each(|outcome| live.offer_throw(*outcome));
            let result = R::step(&battle, &mut state, &mut Doors::new(&*battle, &mut live));
            let run = live.finish(result, state)?;
            let mut memory = Memory::new(self.seats.len());
            memory.take(&run.fresh);
            match run.done {
                Some(Flow::Continue) => checkpoint = run.state,
                Some(Flow::Over) => {
                    return Err(SessionError::Broken("the game ended before the decision".into()));
                }
                None if run.unused > 0 => {
                    return Err(SessionError::Broken("the game does not replay".into()));
                }
                None => {
                    let told = run.events.len();
                    return Ok(Rebuilt {
                        checkpoint,
                        halfway: run.state,
                        memory,
                        pending: run.pending,
                        told,
                    });
                }
            }
            for (read, chosen) in read.iter_mut().zip(memory.chosen()) {
                *read += chosen.len();
            }
            thrown += memory.throws.len();
        }
    }
}
