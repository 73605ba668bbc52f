//! Playing the games, on all cores.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use shelf::{Match, Table, Telling};

use crate::outcome::Failure;

/// Results: what came of a simulation.
pub struct Results {
    /// The games played to their end, in the order of their seeds.
    pub games: Vec<Match>,
    /// Reasons why others were not, in the order of their seeds.
    pub failures: Vec<String>,
    /// Number of the games asked for.
    pub wanted: u64,
    /// Time that it took.
    pub time: Duration,
}

/// Games that are asked for.
#[derive(Clone, Copy)]
pub struct Games {
    /// Their number.
    pub count: u64,
    /// The seed of the first.
    pub seed: u64,
    /// Threads; all cores if none is said.
    pub threads: Option<usize>,
    /// Telling: whether they are told or only counted.
    pub telling: Telling,
}

/// Plays the games. Which thread plays which game changes nothing: each follows from its own seed.
pub fn play_all(table: &dyn Table, wanted: Games, players: [&str; 2]) -> Result<Results, Failure> {
    let stopped = stop_on_interrupt();
    let threads = wanted
        .threads
        .unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from))
        .clamp(1, 256);
    let bar = ProgressBar::new(wanted.count);
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {rate}, {eta} left")
        .expect("the template is well formed")
        .with_key("rate", |state: &ProgressState, text: &mut dyn std::fmt::Write| {
            // A line that cannot be written is drawn again with the next game.
            let _ = write!(text, "{:.1} a second", state.per_sec());
        });
    bar.set_style(style);
    let next = AtomicU64::new(0);
    let done: Mutex<Vec<(u64, Result<Match, String>)>> = Mutex::new(Vec::new());
    let started = Instant::now();
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while !stopped.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= wanted.count {
                        break;
                    }
                    let seed = wanted.seed.wrapping_add(number);
                    let game = play_one(table, players, seed, wanted.telling);
                    done.lock().expect("no thread panics while it holds the lock").push((number, game));
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish_and_clear();
    let mut done = done.into_inner().expect("no thread panics while it holds the lock");
    done.sort_by_key(|(number, _)| *number);
    let mut results =
        Results { games: Vec::new(), failures: Vec::new(), wanted: wanted.count, time: started.elapsed() };
    for (_, game) in done {
        match game {
            Ok(game) => results.games.push(game),
            Err(why) => results.failures.push(why),
        }
    }
    Ok(results)
}

/// One game; a broken invariant spoils it, not the simulation.
fn play_one(table: &dyn Table, players: [&str; 2], seed: u64, telling: Telling) -> Result<Match, String> {
    catch_unwind(AssertUnwindSafe(|| table.play(players, seed, telling)))
        .unwrap_or_else(|_| Err(format!("game {seed}: the program broke one of its own rules")))
}

/// A flag that Ctrl-C sets.
fn stop_on_interrupt() -> &'static AtomicBool {
    static STOPPED: AtomicBool = AtomicBool::new(false);
    // Where no handler can be set, Ctrl-C ends the program at once, as usual.
    let _ = ctrlc::set_handler(|| STOPPED.store(true, Ordering::Relaxed));
    &STOPPED
}
