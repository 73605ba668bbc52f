//! Minds: computer players who are kept from one thought to the next.

use std::sync::{Arc, Mutex, MutexGuard};

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
