//! Copies of a game, to be looked at and thought about elsewhere while it goes on.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::Session;
use crate::{Rulebook, Side};

/// Stamp of a state: the state of a game that something was made for. Another state, another stamp.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StateStamp {
    /// For all lines of the journal: the same also for the game that is loaded from it.
    pub journal: u64,
    /// Grows with changes that the journal does not hold too.
    pub revision: u64,
}

impl<R: Rulebook> Session<R> {
    /// Stamp of this state.
    pub fn stamp(&self) -> StateStamp {
        StateStamp { journal: self.chain.mark(), revision: self.revision }
    }

    /// Situation on which a decision of a side depends: the position, what has been thrown and what it knows to have been decided in the step, and
    /// the question. What else is written into the journal, as proposals are, does not change it. None if nothing is asked of the side.
    pub fn situation(&self, side: Side) -> Option<u64> {
        let asked = self.must_be_asked(side).ok()?;
        let (chosen, _) = self.chosen_known_to(side);
        let mut hasher = DefaultHasher::new();
        (&self.checkpoint, &self.memory.throws, chosen).hash(&mut hasher);
        (asked.key, asked.about, &asked.legal).hash(&mut hasher);
        Some(hasher.finish())
    }

    /// The game as it stands, without its computer players. The log, the journal and the checkpoints are shared until one of the two goes
    /// on, so that a copy costs little more than a state.
    pub fn copy(&self) -> Self {
        Session {
            battle: Arc::clone(&self.battle),
            seats: self.seats.clone(),
            players: self.seats.iter().map(|_| None).collect(),
            seed: self.seed,
            dice: self.dice.clone(),
            counter: self.counter,
            checkpoint: self.checkpoint.clone(),
            ladder: self.ladder.clone(),
            halfway: self.halfway.clone(),
            memory: self.memory.clone(),
            pending: self.pending.clone(),
            wanted: self.wanted.clone(),
            log: Arc::clone(&self.log),
            step_log: self.step_log,
            history: Arc::clone(&self.history),
            lines: Arc::clone(&self.lines),
            chain: self.chain.clone(),
            taken: self.taken,
            over: self.over,
            finished: self.finished,
            practice: self.practice,
            proposal: self.proposal.clone(),
            proposals: self.proposals,
            notices: self.notices.clone(),
            mixing: self.mixing.clone(),
            recorded: Arc::clone(&self.recorded),
            continued: self.continued,
            revision: self.revision,
            runs: self.runs,
        }
    }

    /// The side whose computer player is to decide next, and that player's name.
    pub fn thinker(&self) -> Option<(Side, &str)> {
        let seat = |side: Side| (side, &self.seats[side.index()]);
        let mut asked = self.pending.iter().map(|pending| seat(pending.side));
        asked.find(|(_, seat)| seat.computer && !self.finished).map(|(side, seat)| (side, seat.name.as_str()))
    }
}
