//! Matches: whole games between computer players.

use super::staff::{Ending, Staff, play_out};
use crate::{Outcome, Rulebook, Stop};

/// The most steps of a game: one that goes on longer does not end, and that is a fault of the rules.
pub const MOST_STEPS: u64 = 100_000;

/// Checks: how often the invariants of a rulebook are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Checks {
    /// After every step.
    EveryStep,
    /// Never.
    Never,
}

/// End of a match: what came of it.
#[derive(Clone, Debug)]
pub struct MatchEnd<R: Rulebook> {
    /// The last state.
    pub state: R::State,
    /// The outcome.
    pub outcome: Outcome,
    /// Questions answered, forced ones included.
    pub decisions: u64,
    /// Throws.
    pub throws: u64,
}

/// Plays a game from its start to its end.
///
/// # Errors
/// Why it cannot be: the umpire's or the invariants' complaint, or that it does not end.
pub fn play_match<R: Rulebook>(
    battle: &R::Battle,
    mut staff: Staff<'_, R>,
    checks: Checks,
) -> Result<MatchEnd<R>, String> {
    let mut state = R::start(battle);
    let at_once = if checks == Checks::EveryStep { 1 } else { MOST_STEPS };
    let mut left = MOST_STEPS;
    loop {
        let ended = play_out(battle, &mut state, &mut staff, at_once).map_err(|stop| complaint(&stop))?;
        if checks == Checks::EveryStep {
            R::check(battle, &state)?;
        }
        match ended {
            Ending::Over(_) => break,
            Ending::Unfinished if left <= at_once => {
                return Err(format!("it goes on after {MOST_STEPS} steps"));
            }
            Ending::Unfinished => left -= at_once,
        }
    }
    let outcome = R::outcome(battle, &state).ok_or("it is over without an outcome")?;
    Ok(MatchEnd { state, outcome, decisions: staff.decisions(), throws: staff.throws() })
}

/// Complaint of a step between computer players that stopped.
fn complaint(stop: &Stop) -> String {
    match stop {
        Stop::Waiting => "an umpire of computer players waits".to_owned(),
        Stop::Refused(side, answer, refusal) => {
            format!("side {} answered {answer:?}, refused: {refusal:?}", side.0)
        }
        Stop::Broken(what) => what.clone(),
    }
}
