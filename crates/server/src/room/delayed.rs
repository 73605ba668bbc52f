//! A side's view as it was some time ago, for onlookers, where both sides let them.

use std::net::IpAddr;
use std::sync::Arc;

use shelf::{Game, Language};
use table::Side;
use table::hash::unhex;

use super::asks::Counts;
use super::feed::{Now, last_entries};
use super::record::{Ordered, standing};
use super::{Room, commitment, mix};
use crate::api_error::{ApiError, Result};
use crate::hub::{Asker, Hub};
use crate::store::SeatKind;
use crate::{now_s, wire};

/// The delay, if the game's options say nothing.
const DELAY_S: u32 = 600;

/// The view is made anew after so many seconds at the earliest.
const STEP_S: i64 = 5;

/// A game as it was at a time, when the journal had so many bytes.
pub(super) struct Delayed {
    until: i64,
    bytes: usize,
    commitment: String,
    live: Box<dyn Game>,
    ordered: Vec<Ordered>,
}

impl Room {
    /// Whether both sides let onlookers see their views. A computer player has nothing against it.
    pub fn shows(&self, inner: &super::RoomState) -> bool {
        inner.seats.iter().all(|seat| seat.shows || seat.kind == SeatKind::Computer)
    }

    /// A side's view as it was before the delay. Whoever is the first to ask for it pays for the playing again.
    ///
    /// # Errors
    /// There was none yet, or it cannot be paid.
    pub async fn delayed_view(
        &self,
        hub: &Arc<Hub>,
        by: Asker<'_>,
        (side, language): (Side, Language),
    ) -> Result<wire::GameView> {
        let until = now_s() - i64::from(self.row.options.delay_s.unwrap_or(DELAY_S));
        let until = until - until % STEP_S;
        let (card, mixed, bytes) = {
            let inner = self.lock().await?;
            (self.card(&inner, language, None), mix::seeds(&inner.summary), inner.bytes())
        };
        let mut delayed = self.delayed.lock().await;
        let mut game = match delayed.take() {
            Some(kept) if kept.until == until => kept,
            kept => {
                if !hub.limits.may_load(by.from, by.account, bytes) {
                    *delayed = kept;
                    hub.metrics.limited.inc();
                    return Err(ApiError::too_many(
                        "too many long games are looked at; please wait a moment",
                    ));
                }
                self.as_it_was(hub, by.from, (side, until), kept, mixed).await?
            }
        };
        game.live.speak(language);
        let view = game.view(card, side);
        *delayed = Some(game);
        Ok(view)
    }

    /// The game as it was at a time: the one at hand, if nothing has happened since.
    async fn as_it_was(
        &self,
        hub: &Arc<Hub>,
        from: IpAddr,
        (side, until): (Side, i64),
        kept: Option<Delayed>,
        mixed: Vec<[u8; 32]>,
    ) -> Result<Delayed> {
        let journal = hub.store.journal(&self.row.id, until).await?;
        if journal.is_empty() {
            return Err(ApiError::conflict("the view is shown after a delay; please come back later"));
        }
        if let Some(kept) = kept.filter(|kept| kept.bytes == journal.len()) {
            return Ok(Delayed { until, ..kept });
        }
        let ordered = standing(&journal, hub.store.ordered(&self.row.id).await?);
        let lines = journal.lines().count() as u64;
        let (bytes, commitment) = (journal.len(), commitment(&journal));
        let seed = unhex(&self.row.seed).and_then(|bytes| bytes.try_into().ok());
        let table = Arc::clone(&self.table);
        let resume = move || table.resume_mixed(journal.as_bytes(), seed, &mixed);
        let live = hub.work.run(&self.turns(from, Some(side)), resume).await?;
        Ok(Delayed {
            until,
            bytes,
            commitment,
            live: live.map_err(ApiError::internal)?,
            ordered: ordered.into_iter().filter(|ordered| ordered.line <= lines).collect(),
        })
    }
}

impl Delayed {
    fn view(&self, card: wire::GameCard, side: Side) -> wire::GameView {
        let now = Now {
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
