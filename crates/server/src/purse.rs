//! Purses: what each may spend, filled again bit by bit.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::Instant;

/// The most payers that are remembered.
const MOST: usize = 100_000;
/// Factor by which an address may spend more with all the accounts behind it than without one.
const CROWD: f64 = 8.0;

/// Payer: who pays.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Payer {
    /// Whoever has no account, at an address.
    Address(IpAddr),
    /// One with an account, wherever they are.
    Account(String),
    /// All with accounts at an address together: accounts are to be had for nothing.
    Crowd(IpAddr),
    /// Whoever comes when too many are remembered.
    Others,
}

impl Payer {
    /// Payers for a request, each with how much they may spend for once that an address may.
    pub fn all(from: IpAddr, account: Option<&str>) -> Vec<(Payer, f64)> {
        match account {
            None => vec![(Payer::Address(from), 1.0)],
            Some(name) => vec![(Payer::Account(name.to_owned()), 1.0), (Payer::Crowd(from), CROWD)],
        }
    }
}

struct Purse {
    left: f64,
    at: Instant,
}

/// Purses: what may be spent in a second, and what is saved up for so many seconds.
pub struct Purses {
    per_second: f64,
    saved_s: f64,
    purses: Mutex<HashMap<Payer, Purse>>,
}

impl Purses {
    /// Full purses for everybody; without limit, if nothing may be spent.
    pub fn new(per_second: f64, saved_s: f64) -> Purses {
        Purses { per_second, saved_s, purses: Mutex::default() }
    }

    /// Whether there is a limit.
    pub fn is_limited(&self) -> bool {
        self.per_second > 0.0
    }

    /// Most that an address can save up.
    pub fn most(&self) -> f64 {
        self.per_second * self.saved_s
    }

    /// Takes a price from all who pay for a request, if all have it, or would owe no more than so many times what they can save up.
    pub fn pay(&self, now: Instant, (from, account): (IpAddr, Option<&str>), price: f64, owed: f64) -> bool {
        if !self.is_limited() {
            return true;
        }
        let mut purses = self.purses.lock().expect("nobody panics with this lock");
        let mut payers = Payer::all(from, account);
        for (payer, share) in &mut payers {
            if purses.len() >= MOST && !purses.contains_key(payer) {
                *payer = Payer::Others;
            }
            let (rate, most) = (self.per_second * *share, self.most() * *share);
            let purse = purses.entry(payer.clone()).or_insert(Purse { left: most, at: now });
            let passed = now.saturating_duration_since(purse.at).as_secs_f64();
            purse.left = (purse.left + passed * rate).min(most);
            purse.at = now;
        }
        // What costs more than anybody can save up costs all that they can.
        let price = price.min(self.most());
        let is_enough =
            payers.iter().all(|(payer, share)| purses[payer].left + owed * self.most() * share >= price);
        for (payer, _) in payers.iter().filter(|_| is_enough) {
            if let Some(purse) = purses.get_mut(payer) {
                purse.left -= price;
            }
        }
        is_enough
    }

    /// In how many seconds a price will be there, for one who pays alone.
    pub fn due_s(&self, now: Instant, (from, account): (IpAddr, Option<&str>), price: f64) -> u64 {
        let purses = self.purses.lock().expect("nobody panics with this lock");
        let price = price.min(self.most());
        let wait = |(payer, share): (Payer, f64)| {
            let purse = purses.get(&payer)?;
            let passed = now.saturating_duration_since(purse.at).as_secs_f64();
            Some((price - purse.left) / (self.per_second * share) - passed)
        };
        let longest = Payer::all(from, account).into_iter().filter_map(wait).fold(0.0, f64::max);
        longest.ceil() as u64
    }

    /// Forgets those whose purses are full again.
    pub fn forget_idle(&self) {
        let now = Instant::now();
        let mut purses = self.purses.lock().expect("nobody panics with this lock");
        // One who owes has no more than twice as long to wait.
        let full = |purse: &Purse| {
            let passed = now.saturating_duration_since(purse.at).as_secs_f64();
            passed >= self.saved_s * if purse.left < 0.0 { 2.0 } else { 1.0 }
        };
        purses.retain(|_, purse| !full(purse));
    }
}
