//! Who may ask how often: a bucket of tokens for each address, and a smaller one for what costs more.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use crate::Config;

/// The most addresses that are remembered.
const MOST: usize = 100_000;

/// What a request costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    /// Looking, answering.
    Plain,
    /// Odds, hints, pictures, reports: work for the server.
    Work,
    /// Passwords, new games: to be done rarely.
    Rare,
}

impl Cost {
    fn tokens(self) -> f64 {
        match self {
            Cost::Plain => 1.0,
            Cost::Work => 10.0,
            Cost::Rare => 40.0,
        }
    }
}

struct Bucket {
    tokens: f64,
    at: Instant,
}

/// The most WebSockets that are open from one address.
const SOCKETS: u32 = 64;

/// The buckets.
pub struct Limits {
    per_second: f64,
    burst: f64,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
    sockets: Arc<Mutex<HashMap<IpAddr, u32>>>,
}

/// An open WebSocket, as long as it lives.
pub struct Open {
    from: IpAddr,
    sockets: Arc<Mutex<HashMap<IpAddr, u32>>>,
}

impl Drop for Open {
    fn drop(&mut self) {
        let mut sockets = self.sockets.lock().expect("nobody panics with this lock");
        if let Some(count) = sockets.get_mut(&self.from) {
            *count -= 1;
            if *count == 0 {
                sockets.remove(&self.from);
            }
        }
    }
}

impl Limits {
    /// Full buckets for everybody.
    pub fn new(config: &Config) -> Limits {
        Limits {
            per_second: f64::from(config.requests_per_second),
            burst: f64::from(config.requests_per_second) * 8.0,
            buckets: Mutex::default(),
            sockets: Arc::default(),
        }
    }

    /// A WebSocket from an address, if it has not too many. No limit, if the configuration says 0.
    pub fn open(&self, from: IpAddr) -> Option<Open> {
        let mut sockets = self.sockets.lock().expect("nobody panics with this lock");
        let count = sockets.entry(from).or_default();
        if *count >= SOCKETS && self.per_second > 0.0 {
            return None;
        }
        *count += 1;
        Some(Open { from, sockets: Arc::clone(&self.sockets) })
    }

    /// Whether an address may ask for this now. No limit, if the configuration says 0.
    pub fn may(&self, from: IpAddr, cost: Cost) -> bool {
        if self.per_second == 0.0 {
            return true;
        }
        let now = Instant::now();
        let mut buckets = self.buckets.lock().expect("nobody panics with this lock");
        if buckets.len() >= MOST {
            buckets.clear();
        }
        let bucket = buckets.entry(from).or_insert(Bucket { tokens: self.burst, at: now });
        let passed = now.duration_since(bucket.at).as_secs_f64();
        bucket.tokens = (bucket.tokens + passed * self.per_second).min(self.burst);
        bucket.at = now;
        let is_enough = bucket.tokens >= cost.tokens();
        if is_enough {
            bucket.tokens -= cost.tokens();
        }
        is_enough
    }

    /// Forgets those whose buckets are full again.
    pub fn forget_idle(&self) {
        let now = Instant::now();
        let full = 8.0;
        let mut buckets = self.buckets.lock().expect("nobody panics with this lock");
        buckets.retain(|_, bucket| now.duration_since(bucket.at).as_secs_f64() < full);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_stopped_and_others_are_not() {
        let limits = Limits::new(&Config { requests_per_second: 5, ..Config::default() });
        let [one, other]: [IpAddr; 2] = [[127, 0, 0, 1].into(), [127, 0, 0, 2].into()];
        let passed = (0..100).filter(|_| limits.may(one, Cost::Plain)).count();
        assert!((40..45).contains(&passed), "{passed}");
        assert!(limits.may(other, Cost::Rare));
        assert!(!limits.may(other, Cost::Rare));
    }

    #[test]
    fn connections_of_one_address_are_counted_while_they_live() {
        let limits = Limits::new(&Config::default());
        let [one, other]: [IpAddr; 2] = [[127, 0, 0, 1].into(), [127, 0, 0, 2].into()];
        let mut open: Vec<Open> = (0..SOCKETS).filter_map(|_| limits.open(one)).collect();
        assert!(open.len() == SOCKETS as usize && limits.open(one).is_none() && limits.open(other).is_some());
        open.pop();
        assert!(limits.open(one).is_some());
    }
}
