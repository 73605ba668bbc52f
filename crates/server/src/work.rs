//! Work for the processors: thinking, drawing, reckoning, playing games again.
//!
//! It is done with a copy of a game, outside of every game's lock and off the tasks that serve connections; so much at a time only, in all, for
//! each address, and for each who looks at a game, so that nobody's wishes keep others waiting for long. Whoever waits is served in their turn.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use table::Side;
use tokio::sync::{OwnedRwLockWriteGuard, OwnedSemaphorePermit, RwLock, Semaphore};

use crate::api_error::{ApiError, Result};

/// Number of those that may wait for one kind of turn. What they wait with has been paid for.
const WAITING: usize = 256;
/// Number of the addresses that may wait for games that rest: after a start, everybody does.
const ADDRESSES: usize = 4096;
/// Work at a time for one address.
const FROM: usize = 4;
/// Work at a time for those who look at a game with the same eyes.
const GAME: usize = 2;
/// Saved games that are read at a time.
const UPLOADS: usize = 2;
/// Games that are loaded from disk at a time because somebody asks for them, one of them for each address.
const LOADS: usize = 2;

/// Turn at work: whose turn it is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// Of an address.
    From(IpAddr),
    /// Of those who look at a game as a side, or as onlookers: onlookers do not keep players waiting.
    Game(String, Option<Side>),
    /// Of the computer players of a game.
    Computers(String),
    /// Of the standing orders of a game.
    Orders(String),
    /// Of saved games that are sent to us.
    Upload,
    /// Of games that rest on disk and are asked for from an address.
    Load(IpAddr),
    /// Of all games that rest on disk and are asked for.
    Loads,
    /// Of what has changed, for those who look. It waits for nobody, and is named here for tests to hold it.
    Feeds,
}

impl Turn {
    fn at_a_time(&self) -> usize {
        match self {
            Turn::From(_) => FROM,
            Turn::Game(..) => GAME,
            Turn::Computers(_) | Turn::Orders(_) | Turn::Feeds | Turn::Load(_) => 1,
            Turn::Upload => UPLOADS,
            Turn::Loads => LOADS,
        }
    }

    fn may_wait(&self) -> usize {
        if *self == Turn::Loads { ADDRESSES } else { WAITING }
    }
}

/// A queue of those who wait for a turn; one who waits or works holds it.
struct Queue {
    permits: Arc<Semaphore>,
}

/// Turns that have come, and last until they are dropped.
pub struct Turns {
    of: Vec<Turn>,
    permits: Vec<(Arc<Queue>, OwnedSemaphorePermit)>,
}

/// Work: who may work now.
pub struct Work {
    all: Arc<Semaphore>,
    queues: Mutex<HashMap<Turn, Arc<Queue>>>,
    done: AtomicU64,
    /// Shut by tests, for work of some kinds.
    gate: Arc<RwLock<()>>,
    held: Mutex<fn(&Turn) -> bool>,
}

impl Default for Work {
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(2, usize::from);
        Work {
            all: Arc::new(Semaphore::new(processors.max(2))),
            queues: Mutex::default(),
            done: AtomicU64::new(0),
            gate: Arc::default(),
            held: Mutex::new(|_| false),
        }
    }
}

impl Work {
    /// Does something when its turns have come: all of those named, in their order, and one of the server's.
    ///
    /// # Errors
    /// Too many wait already; or the work broke.
    pub async fn run<T: Send + 'static>(
        &self,
        turns: &[Turn],
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        self.run_in(self.turns(turns).await?, job).await
    }

    /// Waits for turns, in their order, so that what is needed for the work is fetched only then.
    ///
    /// # Errors
    /// Too many wait already.
    pub async fn turns(&self, turns: &[Turn]) -> Result<Turns> {
        let mut permits = Vec::with_capacity(turns.len());
        for turn in turns {
            let queue = self.queue(turn)?;
            let permit = Arc::clone(&queue.permits).acquire_owned().await.map_err(ApiError::internal)?;
            permits.push((queue, permit));
        }
        Ok(Turns { of: turns.to_vec(), permits })
    }

    /// Does something in turns that have come, and in one of the server's.
    ///
    /// # Errors
    /// The work broke.
    pub async fn run_in<T: Send + 'static>(
        &self,
        turns: Turns,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        for turn in &turns.of {
            self.pass(turn).await;
        }
        let permit = Arc::clone(&self.all).acquire_owned().await.map_err(ApiError::internal)?;
        self.done.fetch_add(1, Relaxed);
        // The turns last as long as the work, also if nobody waits for what comes of it any more.
        let done = tokio::task::spawn_blocking(move || {
            let done = job();
            drop((permit, turns.permits));
            done
        });
        done.await.map_err(ApiError::internal)
    }

    /// Waits while work of a kind is held.
    pub async fn pass(&self, turn: &Turn) {
        let is_held = *self.held.lock().expect("nobody panics with this lock");
        if is_held(turn) {
            drop(self.gate.read().await);
        }
    }

    fn queue(&self, turn: &Turn) -> Result<Arc<Queue>> {
        let mut queues = self.queues.lock().expect("nobody panics with this lock");
        let queue = queues
            .entry(turn.clone())
            .or_insert_with(|| Arc::new(Queue { permits: Arc::new(Semaphore::new(turn.at_a_time())) }));
        if Arc::strong_count(queue) > turn.may_wait() {
            return Err(ApiError::too_many("too much work is waited for already; please wait a moment"));
        }
        Ok(Arc::clone(queue))
    }

    /// Forgets the queues in which nobody stands.
    pub fn forget_idle(&self) {
        self.queues
            .lock()
            .expect("nobody panics with this lock")
            .retain(|_, queue| Arc::strong_count(queue) > 1);
    }

    /// Number of those that wait for a turn of a kind, or work.
    pub fn count(&self, is_meant: impl Fn(&Turn) -> bool) -> usize {
        let queues = self.queues.lock().expect("nobody panics with this lock");
        let those = queues.iter().filter(|(turn, _)| is_meant(turn));
        those.map(|(_, queue)| Arc::strong_count(queue) - 1).sum()
    }

    /// Amount of the work that has begun so far.
    pub fn done(&self) -> u64 {
        self.done.load(Relaxed)
    }

    /// Holds work of some kinds that would begin, until the guard is dropped: for tests of what goes on meanwhile.
    pub async fn hold(&self, which: fn(&Turn) -> bool) -> OwnedRwLockWriteGuard<()> {
        *self.held.lock().expect("nobody panics with this lock") = which;
        Arc::clone(&self.gate).write_owned().await
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::time::Duration;

    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn so_much_is_done_at_a_time_and_so_many_may_wait() {
        let work = Arc::new(Work::default());
        let turn = Turn::Game("game".into(), None);
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let held = work.hold(|_| true).await;
        let begin = || {
            let (work, turn, now, most) =
                (Arc::clone(&work), turn.clone(), Arc::clone(&now), Arc::clone(&most));
            tokio::spawn(async move {
                let job = move || {
                    most.fetch_max(now.fetch_add(1, Relaxed) + 1, Relaxed);
                    std::thread::sleep(Duration::from_micros(100));
                    now.fetch_sub(1, Relaxed);
                };
                work.run(&[turn], job).await
            })
        };
        let jobs: Vec<_> = (0..WAITING).map(|_| begin()).collect();
        while work.count(|_| true) < WAITING {
            tokio::task::yield_now().await;
        }
        assert!(begin().await.expect("it ends").is_err(), "too many wait");
        // Others have queues of their own.
        let other = Turn::Game("game".into(), Some(Side(0)));
        drop(held);
        work.run(&[other], || ()).await.expect("its turn comes");
        for job in jobs {
            job.await.expect("it ends").expect("its turn comes");
        }
        assert!(most.load(Relaxed) <= GAME, "{} at a time", most.load(Relaxed));
        work.forget_idle();
        assert_eq!(work.queues.lock().expect("nobody panics with this lock").len(), 0);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn work_goes_on_when_nobody_waits_for_it_and_keeps_its_turn() {
        let work = Work::default();
        let (tell, told) = std::sync::mpsc::channel::<()>();
        let job = move || told.recv();
        let gone = tokio::time::timeout(Duration::from_millis(50), work.run(&[Turn::Upload], job)).await;
        assert!(gone.is_err() && work.count(|turn| *turn == Turn::Upload) == 1);
        tell.send(()).expect("the work goes on");
    }
}
