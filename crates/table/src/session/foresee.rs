//! Advice and reasons: what may be asked at a question. Nothing of it changes the game.

use super::live::NewInput;
use super::run::Offer;
use super::{Session, SessionError};
use crate::umpires::Player;
use crate::{Answer, Refusal, Rulebook, Side};

impl<R: Rulebook> Session<R> {
    /// Explanation of a side's computer player for its last decision.
    pub fn why(&self, side: Side) -> Option<String> {
        self.players[side.index()].as_ref().map(|player| player.why())
    }

    /// Reason why a side may not answer so; `None` if it may.
    ///
    /// # Errors
    /// [`SessionError::NotAsked`].
    pub fn why_not(&mut self, side: Side, answer: Answer) -> Result<Option<Refusal>, SessionError> {
        let pending = self.must_be_asked(side)?;
        // What is listed is legal; anything else the gate judges.
        if pending.legal.contains(&answer) {
            return Ok(None);
        }
        match self.run(Offer::Answer(side, answer)) {
            Ok(_) => Ok(None),
            Err(SessionError::Refused(refusal)) => Ok(Some(refusal)),
            Err(error) => Err(error),
        }
    }

    /// The legal answer of a side that is nearest to another, where the rulebook can tell; that one itself if it is legal. Nothing changes.
    ///
    /// # Errors
    /// [`SessionError::NotAsked`].
    pub fn nearest(&mut self, side: Side, answer: Answer) -> Result<Option<Answer>, SessionError> {
        let pending = self.must_be_asked(side)?;
        if pending.legal.contains(&answer) {
            return Ok(Some(answer));
        }
        Ok(self.run(Offer::Nearest(side, answer))?.nearest)
    }

    /// Runs the step with an answer and drops the result: whether it could be taken.
    pub(crate) fn try_answer(&mut self, side: Side, answer: Answer) -> Result<(), SessionError> {
        self.must_be_asked(side)?;
        self.run(Offer::Answer(side, answer)).map(|_| ())
    }

    /// Advice of a player to a side: an answer now, and its reason. Nothing changes, and no dice are seen: they are thrown again, the same,
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
        let run = self.run(Offer::Player);
        let why = self.why(side).unwrap_or_default();
        self.players = seated;
        let given = run?.fresh.into_iter().find_map(|fresh| match fresh {
            NewInput::Answer { side: by, answer, forced: false, .. } if by == side => Some(answer),
            _ => None,
        });
        given.map(|answer| (answer, why)).ok_or(SessionError::NotAsked(side))
    }
}
