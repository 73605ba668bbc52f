//! Seats and presence: who sits where, and who is there.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use shelf::Language;
use table::Side;
use table::session::Seat;

use super::{Room, RoomState, place_of, sitters};
use crate::api_error::{ApiError, Result};
use crate::hub::Hub;
use crate::now_s;
use crate::store::{SeatKind, SeatRow};
use crate::wire::{DiceRule, ServerMessage};

/// Passage: whether somebody comes to a game or leaves it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passage {
    /// Somebody comes.
    Comes,
    /// Somebody goes.
    Goes,
}

/// Share in the dice: whether somebody who sits down will contribute to the seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiceShare {
    /// They will.
    Contributes,
    /// They will not.
    None,
}

impl Room {
    /// A number that grows when a seat changes hands, or when the game is to be loaded again: who is connected may not look as before then.
    pub fn seating(&self) -> u64 {
        self.seating.load(Relaxed)
    }

    /// A seat changes hands. To be called under the game's lock, before anything is told that its new holder alone may know.
    pub fn seat_anew(&self) {
        self.seating.fetch_add(1, Relaxed);
    }

    /// Whether somebody is connected at a side.
    pub fn is_here(&self, side: Side) -> bool {
        self.here[side.index()].load(Relaxed) > 0
    }

    /// Somebody comes or goes.
    pub async fn presence(&self, viewer: Option<Side>, passage: Passage) {
        let here = &self.here[place_of(viewer)];
        let (before, edge) = match passage {
            Passage::Comes => (here.fetch_add(1, Relaxed), 0),
            Passage::Goes => (here.fetch_sub(1, Relaxed), 1),
        };
        self.touched.store(now_s(), Relaxed);
        let is_edge = before == edge;
        if viewer.is_some()
            && is_edge
            && let Ok(inner) = self.lock().await
        {
            self.send_seats(&inner);
        }
    }

    /// Tells everybody who sits where.
    pub fn send_seats(&self, inner: &RoomState) {
        let seats = self.card(inner, Language::ENGLISH, None).seats;
        self.send_all(&ServerMessage::Seats { seats });
    }

    /// Puts somebody at a side, and stores it.
    ///
    /// # Errors
    /// There is no such computer player, or it was not stored.
    pub async fn seat(self: &Arc<Self>, hub: &Arc<Hub>, inner: &mut RoomState, seat: SeatRow) -> Result<()> {
        self.seat_with(hub, inner, seat, DiceShare::None).await
    }

    /// As [`Room::seat`], for somebody who says whether they will contribute to the dice.
    ///
    /// # Errors
    /// As [`Room::seat`].
    pub async fn seat_with(
        self: &Arc<Self>,
        hub: &Arc<Hub>,
        inner: &mut RoomState,
        mut seat: SeatRow,
        share: DiceShare,
    ) -> Result<()> {
        inner.may_go_round()?;
        let side = Side(seat.side);
        let enemy = inner.seats[side.enemy().index()].kind;
        if self.row.options.dice == DiceRule::Typed
            && (seat.kind, enemy) == (SeatKind::Computer, SeatKind::Computer)
        {
            return Err(ApiError::refused("somebody has to throw the dice"));
        }
        // They may have signed in since they asked.
        if let Some(holder) = seat.holder.take() {
            if hub.moves.is_unsure(&holder) {
                return Err(ApiError::unsure());
            }
            seat.holder = Some(hub.moves.holder_now(&holder));
        }
        let taken = match seat.kind {
            SeatKind::Computer => Seat::computer(&seat.name),
            SeatKind::Person => Seat::person(&seat.name),
            SeatKind::Free => Seat::person(""),
        };
        inner.live.set_seat(side, taken).map_err(ApiError::bad_request)?;
        let is_new = sitters::is_new(&inner.summary.sat, &seat);
        sitters::note(&mut inner.summary.sat, &seat);
        inner.seats[side.index()] = seat.clone();
        inner.summary.contributes.retain(|known| *known != seat.side);
        if share == DiceShare::Contributes {
            inner.summary.contributes.push(seat.side);
        }
        if is_new {
            inner.mix_anew()?;
        }
        inner.mix_when_ready()?;
        self.seat_anew();
        self.store(hub, inner, vec![seat]).await?;
        self.send_seats(inner);
        self.tell(hub, inner);
        if inner.asks_orders() {
            self.drive(hub);
        }
        Ok(())
    }
}
