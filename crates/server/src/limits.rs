//! Rate limiting: who may ask how often: a purse of tokens for each account, or for each address where there is none; and how much may be held at once of
//! what is sent to us.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use crate::Config;
use crate::held::{Pool, Reservation};
use crate::purse::{Payer, Purses};

/// The largest body, in bytes.
const BODY: usize = 64 << 10;
/// The largest journal that can be uploaded.
const JOURNAL: usize = 4 << 20;
/// So many bytes of an upload cost a token more.
const BYTES_PER_TOKEN: usize = 32 << 10;
/// Bodies of requests that are held at once, in bytes: in all, and from one address.
const SMALL: (usize, usize) = (32 << 20, 4 << 20);
/// The same of uploads: an address has an eighth of each.
const LARGE: (usize, usize) = (32 << 20, JOURNAL);
/// So much of each body is no part of these: who sends as little as an answer is is always read.
pub const FREE: usize = 4 << 10;
/// For how many seconds tokens are saved up.
const SAVED_S: f64 = 8.0;

/// Price of a request: what a request costs. Each route names it where it is made (`api::router`). The help of `berthier serve` says the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    /// Looking and answering. Odds too: the page asks for them by itself, and what they cost the processor is bounded by turns
    /// ([`crate::work`]).
    Plain,
    /// Hints, pictures, reports, replays, taking back: work for the server.
    Work,
    /// Passwords, new games, mail addresses: to be done rarely.
    Rare,
    /// A saved game, by its length.
    Upload,
}

impl Cost {
    /// The price of a request with so many bytes of body.
    pub fn tokens(self, bytes: usize) -> u32 {
        match self {
            Cost::Plain => 1,
            Cost::Work => 10,
            Cost::Rare => 40,
            Cost::Upload => 40 + bytes.min(JOURNAL).div_ceil(BYTES_PER_TOKEN) as u32,
        }
    }

    /// Further cost of a look at a game, if that rests on disk with a journal of so many bytes.
    pub fn loading(bytes: usize) -> u32 {
        u32::try_from(bytes / BYTES_PER_TOKEN).unwrap_or(u32::MAX)
    }

    /// The largest body that is read for it.
    pub fn body(self) -> usize {
        if self == Cost::Upload { JOURNAL } else { BODY }
    }
}

/// The most WebSockets that are open from one address without an account, or of one account.
const SOCKETS: u32 = 64;

/// The purses, and what is counted.
pub struct Limits {
    requests: Purses,
    sockets: Arc<Mutex<HashMap<Payer, u32>>>,
    small: Pool,
    large: Pool,
}

/// An open WebSocket, as long as it lives.
pub struct OpenSocket {
    of: Vec<Payer>,
    sockets: Arc<Mutex<HashMap<Payer, u32>>>,
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        let mut sockets = self.sockets.lock().expect("nobody panics with this lock");
        for payer in &self.of {
            if let Some(count) = sockets.get_mut(payer) {
                *count -= 1;
                if *count == 0 {
                    sockets.remove(payer);
                }
            }
        }
    }
}

impl Limits {
    /// Full purses for everybody.
    pub fn new(config: &Config) -> Limits {
        Limits {
            requests: Purses::new(f64::from(config.requests_per_second), SAVED_S),
            sockets: Arc::default(),
            small: Pool::new(SMALL),
            large: Pool::new(LARGE),
        }
    }

    /// Room for a body of so many bytes, if there is any; it is taken as they come. Also where requests are not limited.
    pub fn hold(&self, from: IpAddr, cost: Cost, announced: usize) -> Option<Reservation> {
        let pool = if cost == Cost::Upload { &self.large } else { &self.small };
        pool.hold(from, announced.saturating_sub(FREE))
    }

    /// Takes the price of loading a game that rests.
    pub fn may_load(&self, from: IpAddr, account: Option<&str>, bytes: usize) -> bool {
        self.may_play(from, account, Cost::loading(bytes))
    }

    /// Takes the price of playing a game in memory once more, as it was some time ago: that of other work with a game, and that of its length.
    /// Unlike the loading of a game that rests, it can be wished for again every few seconds.
    pub fn may_play_again(&self, from: IpAddr, account: Option<&str>, bytes: usize) -> bool {
        self.may_play(from, account, Cost::Work.tokens(0).saturating_add(Cost::loading(bytes)))
    }

    /// Takes a price that goes by the length of a game. It is half of what anybody can save up at most, so that every game is in reach.
    fn may_play(&self, from: IpAddr, account: Option<&str>, price: u32) -> bool {
        let most = (self.requests.most() / 2.0) as u32;
        self.may(from, account, price.min(most))
    }

    /// A WebSocket from an address or of an account, if it has not too many. No limit, if the configuration says 0.
    pub fn open(&self, from: IpAddr, account: Option<&str>) -> Option<OpenSocket> {
        let mut sockets = self.sockets.lock().expect("nobody panics with this lock");
        let payers = Payer::all(from, account);
        let is_full = |(payer, share): &(Payer, f64)| {
            f64::from(sockets.get(payer).copied().unwrap_or_default()) >= f64::from(SOCKETS) * share
        };
        if self.requests.is_limited() && payers.iter().any(is_full) {
            return None;
        }
        let of: Vec<Payer> = payers.into_iter().map(|(payer, _)| payer).collect();
        for payer in &of {
            *sockets.entry(payer.clone()).or_default() += 1;
        }
        Some(OpenSocket { of, sockets: Arc::clone(&self.sockets) })
    }

    /// Whether somebody may ask for this now, and takes the price if so. No limit, if the configuration says 0.
    pub fn may(&self, from: IpAddr, account: Option<&str>, tokens: u32) -> bool {
        self.may_at(Instant::now(), from, account, tokens)
    }

    fn may_at(&self, now: Instant, from: IpAddr, account: Option<&str>, tokens: u32) -> bool {
        self.requests.pay(now, (from, account), f64::from(tokens), 0.0)
    }

    /// Forgets those whose purses are full again.
    pub fn forget_idle(&self) {
        self.requests.forget_idle();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn addresses() -> [IpAddr; 2] {
        [[127, 0, 0, 1].into(), [127, 0, 0, 2].into()]
    }

    #[test]
    fn a_flood_is_stopped_and_others_are_not() {
        let limits = Limits::new(&Config { requests_per_second: 5, ..Config::default() });
        let [one, other] = addresses();
        let passed = (0..100).filter(|_| limits.may(one, None, 1)).count();
        assert!((40..45).contains(&passed), "{passed}");
        assert!(limits.may(other, None, 40) && !limits.may(other, None, 40));
        // The longest journal is not out of reach where little is allowed.
        let upload = Cost::Upload.tokens(Cost::Upload.body());
        assert!(upload > 100 && limits.may([127, 0, 0, 3].into(), None, upload));
    }

    #[test]
    fn twelve_people_behind_one_router_are_never_refused() {
        let [router, _] = addresses();
        for has_accounts in [false, true] {
            let limits = Limits::new(&Config::default());
            let start = Instant::now();
            // Two odds a second each, an answer, and a look at the game; six odds a second is all that a page asks for by itself.
            for (odds, others) in [(2, 2), (6, 1)] {
                for tick in 0..600 {
                    let now = start + Duration::from_secs(tick);
                    for person in 0..12 {
                        let name = format!("person {person}");
                        let account = has_accounts.then_some(name.as_str());
                        for _ in 0..odds + others {
                            let price = Cost::Plain.tokens(200);
                            assert!(limits.may_at(now, router, account, price), "second {tick}: {name}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn accounts_pay_for_themselves_but_not_without_end_for_one_address() {
        let limits = Limits::new(&Config { requests_per_second: 5, ..Config::default() });
        let [one, other] = addresses();
        let now = Instant::now();
        let passed = |from, account: Option<&str>, tries: u32| {
            (0..tries).filter(|_| limits.may_at(now, from, account, 1)).count()
        };
        assert_eq!(passed(one, None, 100), 40);
        assert_eq!(passed(one, Some("anna"), 100), 40);
        assert_eq!(passed(other, Some("anna"), 100), 0, "wherever she is");
        let many: usize = (0..100).map(|n| passed(one, Some(&format!("account {n}")), 40)).sum();
        assert_eq!(many, 40 * 7);
        assert_eq!(passed(other, Some("bert"), 100), 40);
    }

    #[test]
    fn connections_are_counted_while_they_live() {
        let limits = Limits::new(&Config::default());
        let [one, other] = addresses();
        let mut open: Vec<OpenSocket> = (0..SOCKETS).filter_map(|_| limits.open(one, None)).collect();
        assert!(open.len() == SOCKETS as usize && limits.open(one, None).is_none());
        assert!(limits.open(other, None).is_some() && limits.open(one, Some("anna")).is_some());
        open.pop();
        assert!(limits.open(one, None).is_some());
    }

    #[test]
    fn bytes_that_are_held_are_bounded_by_address_and_in_all() {
        let limits = Limits::new(&Config { requests_per_second: 0, ..Config::default() });
        let hold = |from: u8, cost: Cost| {
            let mut held = limits.hold([127, 0, 0, from].into(), cost, cost.body())?;
            held.grow(cost.body()).then_some(held)
        };
        let held: Vec<Reservation> = (0..100).filter_map(|_| hold(1, Cost::Upload)).collect();
        assert_eq!(held.len(), 1);
        let all: Vec<Reservation> = (2..100).filter_map(|from| hold(from, Cost::Upload)).collect();
        assert_eq!(held.len() + all.len(), 8);
        // Those who only answer do not suffer from it.
        assert!(hold(1, Cost::Plain).is_some() && hold(200, Cost::Plain).is_some());
        drop((held, all));
        assert!(hold(1, Cost::Upload).is_some());
    }

    #[test]
    fn what_is_only_announced_takes_no_room_and_what_is_short_never_does() {
        let limits = Limits::new(&Config::default());
        let hold = |from: u8, bytes| limits.hold([127, 0, 0, from].into(), Cost::Plain, bytes);
        let announced: Vec<Reservation> = (0..1000_usize).filter_map(|n| hold((n % 8) as u8, BODY)).collect();
        assert_eq!(announced.len(), 1000);
        // Bytes that have come do, for an address an eighth of all; and a short body finds its way still.
        let mut come: Vec<Reservation> = (0..8).filter_map(|from| hold(from, BODY)).collect();
        assert!(come.iter_mut().all(|held| held.grow(SMALL.1) && !held.grow(1)));
        assert!(hold(1, BODY).is_none() && hold(9, BODY).is_none());
        assert!(hold(1, FREE).is_some() && hold(9, FREE).is_some());
    }

    #[test]
    fn long_games_cost_more_to_load_but_are_never_out_of_reach() {
        assert_eq!((Cost::loading(1000), Cost::loading(4 << 20)), (0, 128));
        let [one, _] = addresses();
        let limits = Limits::new(&Config { requests_per_second: 5, ..Config::default() });
        assert!(limits.may(one, None, Cost::Plain.tokens(0)) && limits.may_load(one, None, 4 << 20));
        assert!(!limits.may_load(one, None, 4 << 20));
    }

    #[test]
    fn what_is_played_again_costs_as_much_as_other_work_and_more_if_it_is_long() {
        let limits = Limits::new(&Config { requests_per_second: 5, ..Config::default() });
        let times = |from: u8, bytes| {
            (0..100).filter(|_| limits.may_play_again([127, 0, 0, from].into(), None, bytes)).count()
        };
        assert_eq!((times(1, 1000), times(2, 320 << 10), times(3, 4 << 20)), (4, 2, 2));
    }
}
