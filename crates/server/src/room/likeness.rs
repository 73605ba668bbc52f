//! A game as it stood at some moment: taken under its lock in no time, to be worked with outside of it.

use std::sync::Arc;

use shelf::Game;
use table::Side;

use super::RoomState;
use super::asks::Counts;
use super::feed::CurrentGame;
use super::record::OrderedAnswer;
use crate::store::{SeatRow, Summary};
use crate::wire::{Clocks, DiceCard};

/// A game as it stood.
pub struct Likeness {
    /// The game, without its computer players.
    pub live: Box<dyn Game>,
    /// Seats as they were, by side.
    pub seats: Vec<SeatRow>,
    /// Summary as it was.
    pub summary: Summary,
    /// Answers by standing order that stood.
    pub ordered: Arc<Vec<OrderedAnswer>>,
    /// Card of its dice, which everybody may know.
    pub dice: DiceCard,
    counts: Counts,
    thrower: Option<Side>,
    /// The number of its state, and which sides might take their last decisions back alone.
    state: u64,
    may_take_back: [bool; 2],
}

impl RoomState {
    /// The game as it stands.
    pub fn likeness(&self) -> Likeness {
        Likeness {
            live: self.live.copy(),
            seats: self.seats.clone(),
            summary: self.summary.clone(),
            ordered: Arc::clone(&self.ordered),
            dice: super::mix::card(&*self.live, self.awaited()),
            counts: self.counts,
            thrower: self.thrower(),
            state: self.state,
            may_take_back: [Side(0), Side(1)].map(|side| self.may_take_back(side)),
        }
    }
}

impl Likeness {
    /// Whether the game had ended.
    pub fn is_over(&self) -> bool {
        self.live.finished() || self.live.over()
    }

    /// For somebody's feed.
    pub(super) fn now<'a>(&'a self, viewer: Option<Side>, clocks: Option<&'a Clocks>) -> CurrentGame<'a> {
        CurrentGame {
            live: &*self.live,
            state: self.state,
            outcome: &self.summary.outcome,
            clocks,
            counts: &self.counts,
            ordered: &self.ordered,
            thrower: self.thrower,
            dice: self.dice.clone(),
            may_take_back: viewer.is_some_and(|side| self.may_take_back[side.index()]),
            waiting: &self.summary.waiting,
        }
    }
}
