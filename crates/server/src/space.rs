//! Disk quotas: how much may be brought to the disk: a purse of bytes a day for each account, or for each address where there is none; and the space that the
//! disk keeps free for the games that are played.

use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use crate::Config;
use crate::api_error::{ApiError, Result};
use crate::metrics::Metrics;
use crate::purse::Purses;

const MIB: u64 = 1 << 20;
/// A purse is full again after so many seconds.
const DAY_S: f64 = 86_400.0;
/// A row with what belongs to it, in bytes; an answer with the throws and the computer's answers that follow from it.
const LINE: u64 = 512;
/// A game with what computer players may make of it by themselves.
const GAME: u64 = 64 << 10;
/// Those who play may owe so many days: no answer waits for what else was stored.
const OWED: f64 = 1.0;

/// Claim on the disk: what a request brings to the disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiskClaim {
    /// A line of a journal: what play itself writes.
    Line,
    /// Text that is said, noted or signed, by its length.
    Text,
    /// A new game, saved before or not, by the length of what is sent.
    Game,
}

impl DiskClaim {
    /// In bytes, with a body of so many.
    fn bytes(self, body: usize) -> u64 {
        match self {
            DiskClaim::Line => LINE,
            DiskClaim::Text => LINE + body as u64,
            DiskClaim::Game => GAME + body as u64,
        }
    }
}

/// The purses, and what is free.
pub struct Space {
    bytes: Purses,
    floor: u64,
    free: AtomicU64,
}

impl Space {
    /// Full purses for everybody, and a disk that has not been looked at.
    pub fn new(config: &Config) -> Space {
        let a_day = (u64::from(config.stored_mib_per_day) * MIB) as f64;
        Space {
            bytes: Purses::new(a_day / DAY_S, DAY_S),
            floor: u64::from(config.free_mib) * MIB,
            free: AtomicU64::new(u64::MAX),
        }
    }

    /// Whether less is free than is kept for the games that are played.
    pub fn is_low(&self) -> bool {
        self.free.load(Relaxed) < self.floor
    }

    /// Notes how much is free on the disk, if the system tells.
    pub fn note_free(&self, free: Option<u64>) {
        self.free.store(free.unwrap_or(u64::MAX), Relaxed);
    }

    /// Takes what a request brings to the disk from the purse of whoever sends it.
    ///
    /// # Errors
    /// The purse is empty, or the disk almost full. Of those who only play the first is asked a day later, the second never.
    pub fn take(
        &self,
        metrics: &Metrics,
        who: (IpAddr, Option<&str>),
        keep: DiskClaim,
        body: usize,
    ) -> Result<()> {
        let plays = keep == DiskClaim::Line;
        if self.is_low() && !plays {
            metrics.unkept.inc();
            return Err(ApiError::no_room());
        }
        let (now, price) = (Instant::now(), keep.bytes(body) as f64);
        if self.bytes.pay(now, who, price, if plays { OWED } else { 0.0 }) {
            return Ok(());
        }
        metrics.unkept.inc();
        let wait_s = self.bytes.due_s(now, who, price);
        let most = (self.bytes.most() / MIB as f64).round();
        let said = format!(
            "this server stores {most} MiB a day for each who plays here, and you or your address have used them up; please try \
             again in {}",
            lasting(wait_s)
        );
        Err(ApiError::too_many(said).after(wait_s))
    }

    /// Forgets those whose purses are full again.
    pub fn forget_idle(&self) {
        self.bytes.forget_idle();
    }
}

/// Seconds in words, rounded up.
fn lasting(seconds: u64) -> String {
    match seconds {
        0..120 => "two minutes".to_owned(),
        120..7200 => format!("{} minutes", seconds.div_ceil(60)),
        _ => format!("{} hours", seconds.div_ceil(3600)),
    }
}

/// The bytes that are free for this process where a folder is, if the system tells.
pub fn free_at(folder: &std::path::Path) -> Option<u64> {
    let found = rustix::fs::statvfs(folder).ok()?;
    Some(found.f_bavail.saturating_mul(found.f_frsize))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space(stored_mib_per_day: u32, free_mib: u32) -> (Space, Metrics) {
        let config = Config { stored_mib_per_day, free_mib, ..Config::default() };
        (Space::new(&config), Metrics::default())
    }

    #[test]
    fn what_one_stores_in_a_day_is_bounded_and_play_goes_on() {
        let (space, metrics) = space(8, 0);
        let [one, other]: [IpAddr; 2] = [[127, 0, 0, 1].into(), [127, 0, 0, 2].into()];
        let games =
            (0..100).filter(|_| space.take(&metrics, (one, None), DiskClaim::Game, 4 << 20).is_ok()).count();
        assert_eq!(games, 1);
        let fault = space.take(&metrics, (one, None), DiskClaim::Game, 4 << 20).expect_err("it is full");
        assert!(fault.problem.message.contains("8 MiB a day"), "{}", fault.problem.message);
        assert!(fault.problem.message.contains("minutes") && fault.retry_s > 600, "{fault:?}");
        // Another address, and an account, have purses of their own; but all accounts of an address only eight together.
        assert!(space.take(&metrics, (other, None), DiskClaim::Game, 4 << 20).is_ok());
        let named =
            |n: u32| space.take(&metrics, (one, Some(&format!("{n}"))), DiskClaim::Game, 4 << 20).is_ok();
        assert_eq!((0..100).filter(|n| named(*n)).count(), 15);
        // Words come to an end; answers do only when a day's bytes are owed: eight answers in a second all day long would do it.
        while space.take(&metrics, (one, None), DiskClaim::Text, 500).is_ok() {}
        let answers =
            (0..1_000_000).take_while(|_| space.take(&metrics, (one, None), DiskClaim::Line, 80).is_ok());
        assert_eq!(answers.count() as u64 * LINE / MIB, 8);
        assert!(metrics.unkept.get() > 100);
    }

    #[test]
    fn a_disk_that_is_almost_full_is_for_the_games_that_are_played() {
        let (space, metrics) = space(0, 256);
        let who = ([127, 0, 0, 1].into(), None);
        assert!(space.take(&metrics, who, DiskClaim::Game, 4 << 20).is_ok(), "nobody has looked yet");
        space.note_free(Some(255 * MIB));
        assert!(space.is_low() && space.take(&metrics, who, DiskClaim::Line, 80).is_ok());
        for keep in [DiskClaim::Game, DiskClaim::Text] {
            assert_eq!(space.take(&metrics, who, keep, 80).expect_err("too little").status.as_u16(), 507);
        }
        space.note_free(Some(256 * MIB));
        assert!(space.take(&metrics, who, DiskClaim::Text, 80).is_ok());
        space.note_free(None);
        assert!(!space.is_low());
        assert!(free_at(&std::env::temp_dir()).is_none_or(|free| free > 0));
    }

    #[test]
    fn waits_are_told_in_words() {
        assert_eq!([1, 3000, 40_000].map(lasting), ["two minutes", "50 minutes", "12 hours"]);
    }
}
