//! Minds: computer players who are kept from one thought to the next, as opponents and as advisers.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use table::{Answer, Player, Rulebook, SeenQuestion};

/// A computer player with their name.
type Thinker<R> = (String, Box<dyn Player<R>>);

/// Mind of a side: the computer player who thought last for it, if they remember anything. Thoughts go on beside the game, so it is shared.
pub(crate) struct Mind<R: Rulebook>(Arc<Mutex<Option<Thinker<R>>>>);

impl<R: Rulebook> Clone for Mind<R> {
    fn clone(&self) -> Self {
        Mind(Arc::clone(&self.0))
    }
}

impl<R: Rulebook> Default for Mind<R> {
    fn default() -> Self {
        Mind(Arc::new(Mutex::new(None)))
    }
}

impl<R: Rulebook> Mind<R> {
    fn open(&self) -> MutexGuard<'_, Option<Thinker<R>>> {
        // A player who broke down while thinking is not asked again.
        self.0.lock().unwrap_or_else(|broken| {
            let mut kept = broken.into_inner();
            *kept = None;
            kept
        })
    }

    /// The player of a name: the one who is kept, else a new one, who is kept if they remember anything.
    ///
    /// # Errors
    /// There is no such player.
    pub fn of(
        &self,
        name: &str,
        new: impl FnOnce() -> Result<Box<dyn Player<R>>, String>,
    ) -> Result<Box<dyn Player<R>>, String> {
        let mut kept = self.open();
        if kept.as_ref().is_none_or(|(known, _)| known != name) {
            let player = new()?;
            if !player.remembers() {
                *kept = None;
                return Ok(player);
            }
            *kept = Some((name.to_owned(), player));
        }
        Ok(Box::new(Kept(self.clone())))
    }
}

/// Adviser of a side: the computer player whose advice it asks for, and what they said last. As long as the side does what it is advised they go on
/// with what they have begun; else they think afresh.
pub(crate) struct Adviser<R: Rulebook> {
    mind: Mind<R>,
    said: Arc<Mutex<Option<Advice>>>,
}

/// Advice in a situation: the answer, and its reason.
#[derive(Clone)]
pub(crate) struct Advice {
    /// The situation.
    pub situation: u64,
    /// The answer.
    pub answer: Answer,
    /// The reason.
    pub why: String,
}

impl<R: Rulebook> Clone for Adviser<R> {
    fn clone(&self) -> Self {
        Adviser { mind: self.mind.clone(), said: Arc::clone(&self.said) }
    }
}

impl<R: Rulebook> Default for Adviser<R> {
    fn default() -> Self {
        Adviser { mind: Mind::default(), said: Arc::default() }
    }
}

impl<R: Rulebook> Adviser<R> {
    fn note(&self) -> MutexGuard<'_, Option<Advice>> {
        self.said.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The mind of the adviser.
    pub fn mind(&self) -> &Mind<R> {
        &self.mind
    }

    /// The advice that was given in a situation, if it was the last.
    pub fn said(&self, situation: u64) -> Option<Advice> {
        self.note().clone().filter(|advice| advice.situation == situation)
    }

    /// Remembers what was advised.
    pub fn say(&self, advice: Advice) {
        *self.note() = Some(advice);
    }

    /// Whether the side, once advised, answers something else than what was last said, or in another situation.
    pub fn is_overruled(&self, situation: impl FnOnce() -> Option<u64>, answer: &Answer) -> bool {
        let said = self.note().clone();
        said.is_some_and(|advice| advice.answer != *answer || situation() != Some(advice.situation))
    }
}

/// The player of a mind, as they sit at a table.
struct Kept<R: Rulebook>(Mind<R>);

impl<R: Rulebook> Player<R> for Kept<R> {
    fn decide(&mut self, seen: &SeenQuestion<'_, R>) -> Answer {
        match self.0.open().as_mut() {
            Some((_, player)) => player.decide(seen),
            None => seen.legal[0],
        }
    }

    fn begin(&mut self) {
        if let Some((_, player)) = self.0.open().as_mut() {
            player.begin();
        }
    }

    fn why(&self) -> String {
        self.0.open().as_ref().map_or_else(String::new, |(_, player)| player.why())
    }
}
