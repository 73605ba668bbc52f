//! Standing orders at work. Whether one fits is looked up in a copy of the game, outside of its lock, and it answers only if the game still stands
//! as it did and the orders are the same.

use std::cell::OnceCell;
use std::sync::Arc;

use shelf::Table;
use shelf::board::Board;
use table::session::{AwaitedDecision, StateStamp};
use table::{Answer, Side, text};

use super::orders::Situation;
use super::record::OrderedAnswer;
use super::{Likeness, Room, RoomState, words};
use crate::api_error::Result;
use crate::hub::Hub;
use crate::store::{SeatKind, SeatRow};
use crate::wire::StandingOrder;
use crate::work::Turn;

/// Check of the orders: what it was made for, the game's state, and how often orders had been changed.
pub(super) type OrderCheck = (StateStamp, u64);

/// The orders of a seat that count.
fn orders_of(seat: &SeatRow) -> &[StandingOrder] {
    if seat.kind == SeatKind::Person { seat.orders.as_slice() } else { &[] }
}

/// Whether an order is for a question. Whether its conditions hold is another matter.
fn is_for(seats: &[SeatRow], pending: &AwaitedDecision) -> bool {
    orders_of(&seats[pending.side.index()]).iter().any(|order| order.key == pending.key)
}

impl RoomState {
    fn looked_now(&self) -> OrderCheck {
        (self.live.stamp(), self.orders_changed)
    }

    /// Whether a standing order may answer something that is asked of a side.
    pub(super) fn may_order(&self, side: Side) -> bool {
        !self.is_over()
            && self.awaited().is_empty()
            && self.unfit != Some(self.looked_now())
            && self.live.pending().iter().any(|pending| pending.side == side && is_for(&self.seats, pending))
    }

    /// Whether a standing order may answer something that is asked now.
    pub(super) fn asks_orders(&self) -> bool {
        [Side(0), Side(1)].into_iter().any(|side| self.may_order(side))
    }

    /// Somebody leaves other orders.
    pub fn set_orders(&mut self, side: Side, orders: Vec<StandingOrder>) -> SeatRow {
        let seat = &mut self.seats[side.index()];
        seat.orders = orders;
        self.orders_changed += 1;
        seat.clone()
    }

    /// A standing order answers.
    fn answer_ordered(&mut self, mut ordered: OrderedAnswer, answer: Answer) -> Result<()> {
        ordered.line = self.next_line();
        self.live.answer(Side(ordered.side), answer)?;
        Arc::make_mut(&mut self.ordered).push(ordered);
        Ok(())
    }
}

/// The standing order that answers something that is asked, and its answer.
fn fitting(game: &Likeness, table: &dyn Table, board: &Board) -> Option<(OrderedAnswer, Answer)> {
    let turn = game.live.turn().0;
    game.live.pending().iter().find_map(|pending| {
        let look = || game.live.position(Some(pending.side));
        let distance = |from, to| table.distance(from, to);
        let situation =
            Situation { pending, turn, board, distance: &distance, look: &look, seen: OnceCell::new() };
        let orders = orders_of(&game.seats[pending.side.index()]);
        let (place, choice) = situation.choose(orders, |answer| words::verb_of(&*game.live, answer))?;
        let (names, answer) = (game.live.names(), pending.legal[choice]);
        let ordered = OrderedAnswer {
            side: pending.side.0,
            line: 0,
            after: game.live.log().len(),
            order: place as u32 + 1,
            rule: pending.rule.0.to_owned(),
            key: pending.key.to_owned(),
            about: pending.about.iter().map(|point| text::print_point(names, *point)).collect(),
            answer: game.live.print(&answer),
            text: String::new(),
        };
        Some((ordered, answer))
    })
}

impl Room {
    /// Gives the answer that was left for a question that is asked now; whether there may be more to do.
    ///
    /// # Errors
    /// It was not stored.
    pub(super) async fn follow_orders(self: &Arc<Self>, hub: &Arc<Hub>) -> Result<bool> {
        hub.must_store()?;
        let (game, looked) = {
            let inner = self.lock().await?;
            if !inner.asks_orders() {
                return Ok(false);
            }
            (inner.likeness(), inner.looked_now())
        };
        let (table, board) = (Arc::clone(&self.table), Arc::clone(&self.board));
        let turn = Turn::Orders(self.row.id.clone());
        let found = hub.work.run(&[turn], move || fitting(&game, &*table, &board)).await?;
        let mut inner = self.lock().await?;
        if inner.looked_now() != looked {
            return Ok(true);
        }
        match found {
            Some((ordered, answer)) => {
                inner.answer_ordered(ordered, answer)?;
                self.settle(hub, &mut inner).await?;
            }
            None => {
                let alone: Vec<u8> = [0, 1].into_iter().filter(|side| inner.may_order(Side(*side))).collect();
                inner.unfit = Some(looked);
                hub.notify_waiting(self, &inner, &alone);
            }
        }
        Ok(true)
    }
}
