//! Fresh seeds under play: the host promises one, the sides contribute to it, and from then on the dice follow from it too. So nobody who
//! has known the game alone, whatever they knew of its dice, knows those that come.

use std::sync::Arc;

use super::live::Dice;
use super::{Session, SessionError};
use crate::dice::Seed;
use crate::journal::Entry;
use crate::{Rulebook, Side};

/// The most bytes of a contribution.
pub const MOST_BYTES: usize = 64;

/// A seed that was promised under play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PromisedSeed {
    /// Its published hash.
    pub commitment: [u8; 32],
    /// By side: what was contributed to it, once it was.
    pub contributions: Vec<Option<Vec<u8>>>,
    /// The number of the first throw that follows from it, once it is mixed in.
    pub from: Option<u64>,
}

/// The seeds promised under play, and those that are known.
#[derive(Clone, Default)]
pub(super) struct Mixing {
    pub promised: Vec<PromisedSeed>,
    /// By promise; what is known beforehand, from the store or from what the journal reveals, comes first.
    pub seeds: Vec<Seed>,
}

impl<R: Rulebook> Session<R> {
    /// Seeds promised under play, in their order. The last may not be mixed in yet.
    pub fn promised(&self) -> &[PromisedSeed] {
        &self.mixing.promised
    }

    /// The promise that is not mixed in yet.
    pub fn open_promise(&self) -> Option<&PromisedSeed> {
        self.mixing.promised.last().filter(|promised| promised.from.is_none())
    }

    /// Promises another seed. Nothing happens where dice fall on a real table, or while another promise is open.
    pub fn promise(&mut self, seed: Seed) {
        if self.open_promise().is_none() && !matches!(self.dice, Dice::Typed) && !self.finished {
            self.mixing.seeds.truncate(self.mixing.promised.len());
            self.mixing.seeds.push(seed);
            self.write_promise(seed.commitment());
        }
    }

    /// Promises what the journal promises, the seed of which may not be known.
    pub(super) fn promise_again(&mut self, commitment: [u8; 32]) -> Result<(), String> {
        if self.open_promise().is_some() || matches!(self.dice, Dice::Typed) {
            return Err("nothing can be promised here".to_owned());
        }
        match self.mixing.seeds.get(self.mixing.promised.len()) {
            Some(seed) if seed.commitment() != commitment => {
                Err("the seed is not the one that was promised".to_owned())
            }
            _ => {
                self.write_promise(commitment);
                Ok(())
            }
        }
    }

    fn write_promise(&mut self, commitment: [u8; 32]) {
        let contributions = vec![None; self.seats.len()];
        self.mixing.promised.push(PromisedSeed { commitment, contributions, from: None });
        self.write(&Entry::Promise(commitment));
        self.revision += 1;
    }

    /// A side contributes to the open promise; what it contributed to it before counts no more.
    ///
    /// # Errors
    /// [`SessionError::NoPromise`].
    pub fn contribute(&mut self, side: Side, bytes: Vec<u8>) -> Result<(), SessionError> {
        let may = !self.finished && bytes.len() <= MOST_BYTES;
        let promised = self.mixing.promised.last_mut().filter(|promised| may && promised.from.is_none());
        let promised = promised.ok_or(SessionError::NoPromise)?;
        promised.contributions[side.index()] = Some(bytes.clone());
        let side = self.side_text(side);
        self.write(&Entry::Contribution { side, bytes });
        self.revision += 1;
        Ok(())
    }

    /// Mixes the open promise into the dice: from the next throw on they follow from it too.
    ///
    /// # Errors
    /// [`SessionError::NoPromise`].
    pub fn mix(&mut self) -> Result<(), SessionError> {
        let at = self.mixing.promised.len().checked_sub(1).ok_or(SessionError::NoPromise)?;
        let promised = &mut self.mixing.promised[at];
        if promised.from.is_some() || self.finished {
            return Err(SessionError::NoPromise);
        }
        promised.from = Some(self.counter);
        let mixed: Vec<Vec<u8>> =
            promised.contributions.iter().map(|bytes| bytes.clone().unwrap_or_default()).collect();
        self.dice = match (std::mem::replace(&mut self.dice, Dice::Typed), self.mixing.seeds.get(at)) {
            (Dice::Known(dice), Some(seed)) => Dice::Known(dice.mixed(seed, &mixed)),
            // Without the seed there are only the throws that the journal holds.
            (Dice::Known(_), None) => Dice::Recorded(Arc::clone(&self.recorded)),
            (other, _) => other,
        };
        self.write(&Entry::Mix);
        self.revision += 1;
        Ok(())
    }

    /// Notes that the game goes on from a saved one.
    pub fn continue_saved(&mut self) {
        if !self.continued && !self.finished {
            self.continued = true;
            self.write(&Entry::Continued);
            self.revision += 1;
        }
    }

    /// The seeds of what was promised, as far as they are known: to be kept secret, and given again on loading.
    pub fn mixed_seeds(&self) -> &[Seed] {
        &self.mixing.seeds[..self.mixing.seeds.len().min(self.mixing.promised.len())]
    }
}
