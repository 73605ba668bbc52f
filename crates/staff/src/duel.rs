//! Games between computer players, one after the other, for measuring and testing.

use std::time::{Duration, Instant};

use table::dice::FastDice;
use table::umpires::{Ending, Staff, play_out};
use table::{Player, Rulebook, Stop, Winner};

/// The players of a book by name, as [`crate::jdg::player`].
pub type Roll<R> = fn(&str, u64) -> Option<Box<dyn Player<R>>>;

/// A game has not so many steps: one that goes on longer does not end.
const MOST_STEPS: u64 = 50_000;

/// Checks: how often the invariants are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Checks {
    /// After every step.
    EveryStep,
    /// Never.
    Never,
}

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
    let mut umpire = Staff::new(vec![&mut *first, &mut *second], FastDice::new(seed));
    let mut state = R::start(battle);
    let started = Instant::now();
    let most = if checks == Checks::EveryStep { 1 } else { MOST_STEPS };
    let mut left = MOST_STEPS;
    loop {
        let ended =
            play_out::<R>(battle, &mut state, &mut umpire, most).map_err(|stop| mishap(spell(&stop)))?;
        if checks == Checks::EveryStep {
            R::check(battle, &state).map_err(mishap)?;
        }
        match ended {
            Ending::Over(_) => break,
            Ending::Unfinished if left <= most => return Err(mishap("the game does not end".into())),
            Ending::Unfinished => left -= most,
        }
    }
    tally.time += started.elapsed();
    tally.decisions += umpire.decisions();
    tally.throws += umpire.throws();
    let outcome =
        R::outcome(battle, &state).ok_or_else(|| mishap("the game is over without an outcome".into()))?;
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

fn spell(stop: &Stop) -> String {
    match stop {
        Stop::Waiting => "an umpire of computer players waits".into(),
        Stop::Refused(side, answer, refusal) => {
            format!("side {} answered {answer:?}, refused: {refusal:?}", side.0)
        }
        Stop::Broken(what) => what.clone(),
    }
}
