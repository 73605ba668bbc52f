//! Dice that nobody can know: when fresh seeds are promised and mixed in, and who is waited for before a die is thrown.

use table::Side;
use table::hash::{hex, unhex};

use super::RoomState;
use crate::api_error::{ApiError, Result};
use crate::auth::random;
use crate::store::{SeatKind, SeatRow, Summary};
use crate::wire::{DiceCard, PromiseCard};

/// The fewest and the most bytes of a contribution.
const BYTES: std::ops::RangeInclusive<usize> = 16..=table::session::MOST_BYTES;

/// The seeds that were promised under play.
pub fn seeds(summary: &Summary) -> Vec<[u8; 32]> {
    summary.seeds.iter().filter_map(|seed| unhex(seed)?.try_into().ok()).collect()
}

/// Card of the dice, which everybody may know.
pub fn card(live: &dyn shelf::Game, waits: Vec<u8>) -> DiceCard {
    let promise = |promised: &table::session::PromisedSeed| PromiseCard {
        commitment: hex(&promised.commitment),
        contributions: promised
            .contributions
            .iter()
            .map(|bytes| bytes.as_ref().map(|bytes| hex(bytes)))
            .collect(),
        mixed: promised.from.is_some(),
    };
    DiceCard { promises: live.promised().iter().map(promise).collect(), waits }
}

impl RoomState {
    /// Sides whose people have not contributed yet to the seed that is to be mixed in. Nothing is decided until they have.
    pub fn awaited(&self) -> Vec<u8> {
        let open = self.live.promised().last().filter(|promised| promised.from.is_none());
        let Some(open) = open.filter(|_| self.summary.mixing && !self.is_over()) else { return Vec::new() };
        let has_given = |holder: &Option<String>| {
            let given = open.contributions.iter().zip(&self.seats);
            given.into_iter().any(|(bytes, seat)| bytes.is_some() && seat.holder == *holder)
        };
        let is_awaited = |seat: &&SeatRow| {
            seat.kind == SeatKind::Person
                && self.summary.contributes.contains(&seat.side)
                && !has_given(&seat.holder)
        };
        self.seats.iter().filter(is_awaited).map(|seat| seat.side).collect()
    }

    /// The dice must be ready.
    ///
    /// # Errors
    /// Somebody has not contributed to them yet.
    pub(super) fn must_be_mixed(&self) -> Result<()> {
        if self.awaited().is_empty() {
            return Ok(());
        }
        Err(ApiError::conflict(
            "the dice are being mixed: all who said that they contribute to them are waited for",
        ))
    }

    /// Somebody has come whom the game is new to: what was known of the dice until now is worth nothing from here on. A promise that is
    /// open still may be known from a copy of the game, so it is not waited for.
    pub(super) fn mix_anew(&mut self) -> Result<()> {
        if self.is_over() {
            return Ok(());
        }
        let game = &mut self.live;
        if game.promised().last().is_some_and(|promised| promised.from.is_none()) {
            game.mix()?;
        }
        game.promise(random::<32>()?);
        self.summary.mixing = true;
        Ok(())
    }

    /// Mixes the promised seed in when nobody is waited for any more.
    pub(super) fn mix_when_ready(&mut self) -> Result<()> {
        if !self.summary.mixing || self.is_over() || !self.awaited().is_empty() {
            return Ok(());
        }
        self.summary.mixing = false;
        let game = &mut self.live;
        if game.promised().last().is_some_and(|promised| promised.from.is_none()) {
            game.mix()?;
        }
        Ok(())
    }

    /// A side contributes to a promise.
    ///
    /// # Errors
    /// It is not the one that is open, or not so many bytes.
    pub fn contribute(&mut self, side: Side, promise: &str, bytes: &str) -> Result<()> {
        self.must_run()?;
        let bytes = unhex(bytes).filter(|bytes| BYTES.contains(&bytes.len()));
        let bytes =
            bytes.ok_or_else(|| ApiError::bad_request("a contribution has 32 to 128 hexadecimal digits"))?;
        let game = &mut self.live;
        let open = game.promised().last().filter(|promised| promised.from.is_none());
        if open.is_none_or(|open| hex(&open.commitment) != promise) {
            return Err(ApiError::conflict(
                "that seed is not waiting for contributions: look at the dice again",
            ));
        }
        game.contribute(side, bytes)?;
        self.mix_when_ready()
    }
}
