//! The referee umpire: people at a real table answer, throw their own dice, and are told why something is not allowed.

use crate::{Answer, Asked, Event, Play, Refusal, Rulebook, Throw, Umpire};

/// The people at the table, as a program speaks with them.
pub trait Desk<R: Rulebook> {
    /// Asks for a decision.
    ///
    /// # Errors
    /// [`Stop`](crate::Stop), if they leave the table.
    fn question(&mut self, asked: &Asked<'_, R>) -> Play<Answer>;

    /// Explains why their answer is not allowed; they are asked again.
    fn refused(&mut self, asked: &Asked<'_, R>, answer: &Answer, refusal: &Refusal);

    /// Asks what their dice show: an outcome below `throw.faces`; they are asked again if it is not.
    ///
    /// # Errors
    /// [`Stop`](crate::Stop), if they leave the table.
    fn throw(&mut self, throw: &Throw<'_>) -> Play<u32>;

    /// Tells them what happened.
    fn event(&mut self, event: Event);
}

/// A [`Desk`] behind the doors.
pub struct Referee<'a, R: Rulebook> {
    desk: &'a mut dyn Desk<R>,
    take_forced: bool,
}

impl<'a, R: Rulebook> Referee<'a, R> {
    /// Sits down at the desk. Decisions with only one legal answer are taken without asking.
    pub fn new(desk: &'a mut dyn Desk<R>) -> Self {
        Referee { desk, take_forced: true }
    }

    /// Asks also where there is only one legal answer.
    #[must_use]
    pub fn asking_all(mut self) -> Self {
        self.take_forced = false;
        self
    }
}

impl<R: Rulebook> Umpire<R> for Referee<'_, R> {
    fn answer(&mut self, asked: &Asked<'_, R>) -> Play<Answer> {
        if let Some(only) = asked.only().filter(|_| self.take_forced) {
            return Ok(only);
        }
        loop {
            let answer = self.desk.question(asked)?;
            if asked.legal.contains(&answer) {
                return Ok(answer);
            }
            let refusal = asked.question.options.refuse(&answer);
            self.desk.refused(asked, &answer, &refusal);
        }
    }

    fn throw(&mut self, throw: &Throw<'_>) -> Play<u32> {
        loop {
            let outcome = self.desk.throw(throw)?;
            if outcome < throw.faces {
                return Ok(outcome);
            }
        }
    }

    fn listens(&self) -> bool {
        true
    }

    fn hear(&mut self, event: Event) {
        self.desk.event(event);
    }
}
