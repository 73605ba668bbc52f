//! A side's view as it was some time ago, for onlookers, where both sides let them.

use std::sync::Arc;

use shelf::{Game, Language};
use table::Side;
use table::hash::unhex;

use super::asks::Counts;
use super::feed::{CurrentGame, last_entries};
use super::record::{OrderedAnswer, not_undone};
use super::{Room, commitment, mix};
use crate::api_error::{ApiError, Result, not_loaded};
use crate::hub::{Asker, Hub};
use crate::store::SeatKind;
use crate::work::{Turn, Turns};
use crate::{now_s, wire};

/// The delay, if the game's options say nothing.
const DELAY_S: u32 = 600;

/// The view is made anew after so many seconds at the earliest.
const STEP_S: i64 = 5;

/// A game as it was at a time, when the journal had so many bytes.
pub(super) struct DelayedGame {
    until: i64,
    bytes: usize,
    commitment: String,
    live: Box<dyn Game>,
    ordered: Arc<Vec<OrderedAnswer>>,
}

impl Room {
    /// Whether both sides let onlookers see their views. A computer player has nothing against it.
    pub fn shows(&self, inner: &super::RoomState) -> bool {
        inner.seats.iter().all(|seat| seat.shows || seat.kind == SeatKind::Computer)
    }

    /// A side's view as it was before the delay. It is made in onlookers' turns, so that they do not keep that side waiting.
    ///
    /// # Errors
    /// There was none yet, or it cannot be paid.
    pub async fn delayed_view(
        &self,
        hub: &Arc<Hub>,
        by: Asker<'_>,
        (side, language): (Side, Language),
    ) -> Result<wire::GameView> {
        let card = self.card(&*self.lock().await?, language, None);
        let mut game = self.as_it_was(hub, by).await?;
        let view = move || {
            game.live.speak(language);
            game.view(card, side)
        };
        hub.work.run(&self.turns(by.from, None), view).await
    }

    /// The game as it was before the delay: the one at hand, or it is played again from its journal. That is done as for a game that rests, one
    /// at a time for an address and two in all, and whoever is the first to ask pays for it before anything is read.
    async fn as_it_was(&self, hub: &Arc<Hub>, by: Asker<'_>) -> Result<DelayedGame> {
        let until = now_s() - i64::from(self.row.options.delay_s.unwrap_or(DELAY_S));
        let until = until - until % STEP_S;
        let at_hand = |kept: &Option<DelayedGame>| {
            let kept = kept.as_ref().filter(|kept| kept.until >= until)?;
            Some(kept.copy())
        };
        if let Some(game) = at_hand(&*self.delayed.lock().await) {
            return Ok(game);
        }
        let turns = hub.work.turns(&[Turn::Load(by.from), Turn::Loads]).await?;
        let mut kept = self.delayed.lock().await;
        if let Some(game) = at_hand(&kept) {
            return Ok(game);
        }
        let (mixed, bytes) = {
            let inner = self.lock().await?;
            (mix::seeds(&inner.summary), inner.bytes())
        };
        if !hub.limits.may_play_again(by.from, by.account, bytes) {
            hub.metrics.limited.inc();
            return Err(ApiError::too_many("too many long games are looked at; please wait a moment"));
        }
        let journal = hub.store.journal(&self.row.id, until).await?;
        if journal.is_empty() {
            return Err(ApiError::conflict("the view is shown after a delay; please come back later"));
        }
        if let Some(game) = kept.as_mut().filter(|game| game.bytes == journal.len()) {
            game.until = until;
            return Ok(game.copy());
        }
        let game = self.played(hub, turns, until, (journal, mixed)).await?;
        Ok(kept.insert(game).copy())
    }

    /// The game played again from what its journal was at a time.
    async fn played(
        &self,
        hub: &Hub,
        turns: Turns,
        until: i64,
        (journal, mixed): (String, Vec<[u8; 32]>),
    ) -> Result<DelayedGame> {
        let mut ordered = not_undone(&journal, hub.store.ordered(&self.row.id).await?);
        let lines = journal.lines().count() as u64;
        ordered.retain(|ordered| ordered.line <= lines);
        let (bytes, commitment) = (journal.len(), commitment(&journal));
        let seed = unhex(&self.row.seed).and_then(|bytes| bytes.try_into().ok());
        let table = Arc::clone(&self.table);
        let resume = move || {
            let live = table.resume_mixed(journal.as_bytes(), seed, &mixed);
            live.map_err(|why| not_loaded(&*table, journal.as_bytes(), why))
        };
        let live = hub.work.run_in(turns, resume).await??;
        Ok(DelayedGame { until, bytes, commitment, live, ordered: Arc::new(ordered) })
    }
}

impl DelayedGame {
    fn copy(&self) -> DelayedGame {
        DelayedGame {
            live: self.live.copy(),
            commitment: self.commitment.clone(),
            ordered: Arc::clone(&self.ordered),
            ..*self
        }
    }

    fn view(&self, card: wire::GameCard, side: Side) -> wire::GameView {
        let now = CurrentGame {
            live: &*self.live,
            state: 0,
            outcome: &None,
            clocks: None,
            counts: &Counts::default(),
            ordered: &self.ordered,
            thrower: None,
            dice: mix::card(&*self.live, Vec::new()),
            may_take_back: false,
            waiting: &[],
        };
        let (log, log_length) = last_entries(Some(side), &now, 50);
        wire::GameView {
            card,
            revision: self.bytes as u64,
            side: Some(side.0),
            delayed: Some(self.until),
            position: self.live.position(Some(side)),
            question: None,
            log_length,
            log,
            chat: Vec::new(),
            notes: wire::Notes::default(),
            orders: Vec::new(),
            clocks: None,
            undo: None,
            can_undo: false,
            commitment: self.commitment.clone(),
            dice: mix::card(&*self.live, Vec::new()),
        }
    }
}
