//! Saved games: how long a saved game may be that is sent here, and what of a game may go on for ever.

use crate::api_error::{ApiError, Result};

/// The most lines.
const LINES: usize = 50_000;
/// The most lines that play nothing: seats that change hands, seeds that are promised and mixed in, proposals and what becomes of them.
pub const IDLE: usize = 4_000;

/// Number of the lines of a journal that play nothing.
pub fn idle(journal: &str) -> usize {
    let plays = |line: &str| ["answer ", "throw ", "state "].iter().any(|kind| line.starts_with(kind));
    journal.lines().filter(|line| !plays(line)).count()
}

/// Refuses a journal that no game brings about: its lines are short, and each of them costs time and memory whenever it is loaded.
///
/// # Errors
/// It has too many lines, or too many that play nothing.
pub fn must_be_a_games(journal: &str) -> Result<()> {
    if journal.lines().count() > LINES || idle(journal) > IDLE {
        return Err(ApiError::bad_request("this game is longer than one that can be gone on with here"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_game_brings_about_is_refused() {
        let of =
            |line: &str, count: usize| must_be_a_games(&format!("{line} 0123456789abcdef\n").repeat(count));
        assert!(of("answer red pass", LINES).is_ok() && of("answer red pass", LINES + 1).is_err());
        assert!(of("seat red person Anna", IDLE).is_ok() && of("seat red person Anna", IDLE + 1).is_err());
    }
}
