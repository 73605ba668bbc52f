//! The computer players of the Règlement de l'An XXX.
//!
//! - `recruit` gives any legal answer: for statistics and tests, not for play.
//! - `sergeant` follows rules of thumb, and tries out on a map of its own what an assault or a charge comes to; see [`sergeant::Sergeant`].

pub mod sergeant;

use an30::An30;
use an30::variant::Standard;
use table::Player;
use table::umpires::RandomPlayer;

/// The rulebook as the table knows it.
pub type Rules = An30<Standard>;

/// The names of the players, from the weakest.
pub const NAMES: &[&str] = &["recruit", "sergeant"];

/// The player for those who learn.
pub const BEGINNER: &str = "recruit";

/// A player by name. What it decides follows from the seed and from what it sees.
pub fn player(name: &str, seed: u64) -> Option<Box<dyn Player<Rules>>> {
    match name {
        "recruit" => Some(Box::new(RandomPlayer::new(seed))),
        "sergeant" => Some(Box::new(sergeant::Sergeant::new(seed))),
        _ => None,
    }
}
