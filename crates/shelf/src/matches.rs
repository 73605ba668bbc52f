//! Games between computer players.

use table::dice::FastDice;
use table::umpires::{Checks, MatchEnd, Staff, play_match};
use table::{Event, Player, Rulebook, Winner};

/// Finished game: what came of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    /// The seed from which it follows.
    pub seed: u64,
    /// The number of the side that won; none for a draw.
    pub winner: Option<usize>,
    /// Its ending: a key of the catalogue's `[event]` table.
    pub how: &'static str,
    /// Points by side, in halves.
    pub half_points: [i32; 2],
    /// The game turn in which it ended.
    pub turn: u16,
    /// Strength points eliminated, by the side that lost them.
    pub losses: [i32; 2],
    /// Questions answered, forced ones included.
    pub decisions: u64,
    /// Throws.
    pub throws: u64,
    /// Log of the events, if asked for.
    pub log: Vec<Event>,
}

/// Telling: whether a match is told or only counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Telling {
    /// Its events are kept.
    Log,
    /// They are not made.
    Silent,
}

/// Independent seeds for the dice and the two players, all from one.
pub(crate) fn seeds(seed: u64) -> [u64; 3] {
    let mut dice = FastDice::new(seed);
    std::array::from_fn(|_| dice.bits())
}

/// Plays a game to its end.
pub(crate) fn play<R: Rulebook>(
    battle: &R::Battle,
    players: [&mut dyn Player<R>; 2],
    seed: u64,
    telling: Telling,
    losses: impl Fn(&R::State) -> [i32; 2],
) -> Result<Match, String> {
    let [first, second] = players;
    let mut log = Vec::new();
    let mut sink = |event: Event| log.push(event);
    let mut staff = Staff::new(vec![&mut *first, &mut *second], FastDice::new(seeds(seed)[0]));
    if telling == Telling::Log {
        staff = staff.telling(&mut sink);
    }
    let end = play_match(battle, staff, Checks::Never).map_err(|why| format!("game {seed}: {why}"))?;
    let MatchEnd { state, outcome, decisions, throws } = end;
    let winner = match outcome.winner {
        Winner::Side(side) => Some(side.index()),
        Winner::Draw => None,
    };
    Ok(Match {
        seed,
        winner,
        how: outcome.how,
        half_points: outcome.half_points,
        turn: outcome.turn,
        losses: losses(&state),
        decisions,
        throws,
        log,
    })
}
