//! Looking ahead from a question: advice, odds, reasons. Nothing of it changes the game.

use super::live::Fresh;
use super::run::Offer;
use super::{Session, SessionError};
use crate::umpires::{Distribution, Odds, Player, Seen};
use crate::{Answer, Doors, Event, Refusal, Rulebook, Side};

impl<R: Rulebook> Session<R> {
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
        match self.run(Offer::Answer(side, answer)) {
            Err(SessionError::Refused(refusal)) => Ok(Some(refusal)),
            Err(error) => Err(error),
            Ok(_) => Err(SessionError::Broken("an answer that was not listed was taken".into())),
        }
    }

    /// Runs the step with an answer and drops the result: whether it could be taken.
    pub(crate) fn try_answer(&mut self, side: Side, answer: Answer) -> Result<(), SessionError> {
        self.must_be_asked(side)?;
        self.run(Offer::Answer(side, answer)).map(|_| ())
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
        let run = self.run(Offer::Player);
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
        let (mut known, _) = self.chosen_known_to(side);
        known[side.index()].push(answer);
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
