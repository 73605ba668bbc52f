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
use crate::hub::Hub;
use crate::store::SeatKind;
use crate::{now_s, wire};

/// The delay, if the game's options say nothing.
const DELAY_S: u32 = 600;

/// A game as it was when the journal had so many bytes.
pub(super) struct Delayed {
    bytes: usize,
    live: Box<dyn Game>,
    ordered: Vec<Ordered>,
}

impl Room {
    /// Whether both sides let onlookers see their views. A computer player has nothing against it.
    pub fn shows(&self, inner: &super::RoomState) -> bool {
        inner.seats.iter().all(|seat| seat.shows || seat.kind == SeatKind::Computer)
    }

    /// A side's view as it was before the delay.
    ///
    /// # Errors
    /// There was none yet.
    pub async fn delayed_view(
        &self,
        hub: &Arc<Hub>,
        from: IpAddr,
        (side, language): (Side, Language),
    ) -> Result<wire::GameView> {
        let until = now_s() - i64::from(self.row.options.delay_s.unwrap_or(DELAY_S));
        let journal = hub.store.journal(&self.row.id, until).await?;
        if journal.is_empty() {
            return Err(ApiError::conflict("the view is shown after a delay; please come back later"));
        }
        let (card, mixed) = {
            let inner = self.lock().await?;
            (self.card(&inner, language, None), mix::seeds(&inner.summary))
        };
        let mut delayed = self.delayed.lock().await;
        let mut game = match delayed.take().filter(|kept| kept.bytes == journal.len()) {
            Some(kept) => kept,
            None => {
                let ordered = standing(&journal, hub.store.ordered(&self.row.id).await?);
                let lines = journal.lines().count() as u64;
                let seed = unhex(&self.row.seed).and_then(|bytes| bytes.try_into().ok());
                let (table, lived) = (Arc::clone(&self.table), journal.clone());
                let resume = move || table.resume_mixed(lived.as_bytes(), seed, &mixed);
                let live = hub.work.run(&self.turns(from, Some(side)), resume).await?;
                Delayed {
                    bytes: journal.len(),
                    live: live.map_err(ApiError::internal)?,
                    ordered: ordered.into_iter().filter(|ordered| ordered.line <= lines).collect(),
                }
            }
        };
        game.live.speak(language);
        let view = game.view(card, side, until, &journal);
        *delayed = Some(game);
        Ok(view)
    }
}

impl Delayed {
    fn view(&self, card: wire::GameCard, side: Side, until: i64, journal: &str) -> wire::GameView {
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
            delayed: Some(until),
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
            commitment: commitment(journal),
            dice: mix::card(&*self.live, Vec::new()),
        }
    }
}
