//! The computer players of the rules of Marshal Enterprises.
//!
//! - `recruit` gives any legal answer: for statistics and tests, not for play.
//! - `sergeant` follows rules of thumb; see [`sergeant::Sergeant`].

pub mod sergeant;

use marshal::Marshal;
use table::Player;
use table::umpires::RandomPlayer;

/// The names of the players, from the weakest.
pub const NAMES: &[&str] = &["recruit", "sergeant"];

/// The player for those who learn.
pub const BEGINNER: &str = "recruit";

/// A player by name. What it decides follows from the seed and from what it sees.
pub fn player(name: &str, seed: u64) -> Option<Box<dyn Player<Marshal>>> {
    match name {
        "recruit" => Some(Box::new(RandomPlayer::new(seed))),
        "sergeant" => Some(Box::<sergeant::Sergeant>::default()),
        _ => None,
    }
}
