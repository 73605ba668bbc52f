//! Games between computer players, one after the other, for measuring and testing.

use std::time::{Duration, Instant};

use table::dice::FastDice;
pub use table::umpires::Checks;
use table::umpires::{MatchEnd, Staff, play_match};
use table::{Player, Rulebook, Winner};

/// The players of a book by name, as [`crate::jdg::player`].
pub type Roll<R> = fn(&str, u64) -> Option<Box<dyn Player<R>>>;

/// Tally of games: what came of a number of games.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Games won, by side.
    pub won: [u32; 2],
    /// Games drawn.
    pub drawn: u32,
    /// Points of all games together, by side, in halves.
    pub half_points: [i64; 2],
    /// Game turns played.
    pub turns: u64,
    /// Questions answered.
    pub decisions: u64,
    /// Throws.
    pub throws: u64,
    /// Time taken; it decides nothing.
    pub time: Duration,
}

impl Tally {
    /// Games played.
    pub fn games(&self) -> u32 {
        self.won[0] + self.won[1] + self.drawn
    }

    /// Decisions in a second.
    pub fn pace(&self) -> u64 {
        (self.decisions as u128 * 1_000_000 / self.time.as_micros().max(1)) as u64
    }
}

/// Mishap: how a duel goes wrong: the seed, and what happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Mishap {
    /// Seed of the game.
    pub seed: u64,
    /// The umpire's or the invariants' complaint.
    pub what: String,
}

/// Plays one game between two players by name, from the start; the players and the dice follow from the seed.
///
/// # Errors
/// [`Mishap`] if the game cannot go on, breaks an invariant, or does not end; or if a player is not known.
pub fn game<R: Rulebook>(
    battle: &R::Battle,
    roll: Roll<R>,
    names: [&str; 2],
    seed: u64,
    checks: Checks,
    tally: &mut Tally,
) -> Result<(), Mishap> {
    let mishap = |what: String| Mishap { seed, what };
    let seat = |i: usize| {
        let own = seed.wrapping_mul(2).wrapping_add(i as u64);
        roll(names[i], own).ok_or_else(|| mishap(format!("there is no player {:?}", names[i])))
    };
    let (mut first, mut second) = (seat(0)?, seat(1)?);
    let staff = Staff::new(vec![&mut *first, &mut *second], FastDice::new(seed));
    let started = Instant::now();
    let MatchEnd { outcome, decisions, throws, .. } = play_match(battle, staff, checks).map_err(mishap)?;
    tally.time += started.elapsed();
    tally.decisions += decisions;
    tally.throws += throws;
    match outcome.winner {
        Winner::Side(side) => tally.won[side.index()] += 1,
        Winner::Draw => tally.drawn += 1,
    }
    tally.turns += u64::from(outcome.turn);
    for (sum, points) in tally.half_points.iter_mut().zip(outcome.half_points) {
        *sum += i64::from(points);
    }
    Ok(())
}

/// Plays games with the seeds from `first` on.
///
/// # Errors
/// As [`game`], for the first game that goes wrong.
pub fn duel<R: Rulebook>(
    battle: &R::Battle,
    roll: Roll<R>,
    names: [&str; 2],
    first: u64,
    games: u64,
    checks: Checks,
) -> Result<Tally, Mishap> {
    let mut tally = Tally::default();
    for seed in first..first + games {
        game(battle, roll, names, seed, checks, &mut tally)?;
    }
    Ok(tally)
}
