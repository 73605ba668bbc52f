//! Wrong passwords cost time: each that follows from the same address for the same name waits longer, whether there is such a name or not.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

use crate::api_error::{ApiError, Result};

/// So many cost nothing: everybody mistypes.
const FREE: u32 = 3;
/// Wait of the next one; then twice as long each time.
const FIRST: Duration = Duration::from_millis(500);
/// The longest pause after one.
const LONGEST: Duration = Duration::from_secs(60);
/// Longest wait that is worth it: who would have to wait longer is refused instead.
const WORTH: Duration = Duration::from_secs(10);
/// Time for which it is remembered after the last.
const KEPT: Duration = Duration::from_secs(900);
/// The most pairs that are remembered.
const MOST: usize = 50_000;

#[derive(Clone, Copy)]
struct Tries {
    count: u32,
    /// Before that nothing is looked at.
    next: Instant,
}

/// Patience with names: who has tried which name lately.
#[derive(Default)]
pub struct Patience(Mutex<HashMap<(IpAddr, String), Tries>>);

impl Patience {
    /// Waits until a password may be tried. One try at a time: each that comes meanwhile waits behind the others.
    ///
    /// # Errors
    /// It would have to wait too long.
    pub async fn wait(&self, from: IpAddr, name: &str) -> Result<()> {
        let until = self.turn(from, name, Instant::now());
        let until =
            until.ok_or_else(|| ApiError::too_many("too many wrong passwords; please wait a while"))?;
        sleep_until(until).await;
        Ok(())
    }

    /// Turn to try, which counts as one that is wrong until it is not.
    fn turn(&self, from: IpAddr, name: &str, now: Instant) -> Option<Instant> {
        let mut all = self.0.lock().expect("nobody panics with this lock");
        if all.len() >= MOST {
            all.retain(|_, tries| now < tries.next + KEPT);
        }
        if all.len() >= MOST {
            all.clear();
        }
        let tries = all.entry((from, name.to_owned())).or_insert(Tries { count: 0, next: now });
        if now >= tries.next + KEPT {
            *tries = Tries { count: 0, next: now };
        }
        let until = tries.next.max(now);
        if until - now > WORTH {
            return None;
        }
        tries.count += 1;
        let pause = match tries.count.checked_sub(FREE) {
            None => Duration::ZERO,
            Some(more) => FIRST.saturating_mul(1 << more.min(16)).min(LONGEST),
        };
        tries.next = until + pause;
        Some(until)
    }

    /// The password was right.
    pub fn forget(&self, from: IpAddr, name: &str) {
        self.0.lock().expect("nobody panics with this lock").remove(&(from, name.to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_passwords_cost_ever_more_time() {
        let patience = Patience::default();
        let [one, other]: [IpAddr; 2] = [[127, 0, 0, 1].into(), [127, 0, 0, 2].into()];
        let start = Instant::now();
        let mut now = start;
        let mut waited = Vec::new();
        for _ in 0..7 {
            let turn = patience.turn(one, "anna", now).expect("it is worth waiting");
            waited.push((turn - now).as_millis());
            now = turn;
        }
        assert_eq!(waited, [0, 0, 0, 500, 1000, 2000, 4000]);
        // Others, and other names, do not wait; whoever sends many at once is refused.
        assert_eq!(patience.turn(other, "anna", now), Some(now));
        assert_eq!(patience.turn(one, "bert", now), Some(now));
        let tried = (0..100).filter(|_| patience.turn(one, "anna", now).is_some()).count();
        assert!(tried <= 2, "{tried}");
        // The right one, and time, make it good again.
        patience.forget(one, "anna");
        assert_eq!(patience.turn(one, "anna", now), Some(now));
        for _ in 0..20 {
            patience.turn(one, "anna", now);
        }
        let later = now + LONGEST + KEPT + WORTH;
        assert_eq!(patience.turn(one, "anna", later), Some(later));
    }
}
