//! The computer players of Jours de Gloire.
//!
//! - `recruit` gives any legal answer: for statistics and tests, not for play.
//! - `cadet` plays simply and never absurdly: the beginner's opponent; see [`cadet::Cadet`].
//! - `sergeant` follows rules of thumb, one short function each; see [`sergeant::Sergeant`].

pub mod cadet;
pub mod sergeant;

use jdg::Jdg;
use table::Player;
use table::umpires::RandomPlayer;

/// The names of the players, from the weakest.
pub const NAMES: &[&str] = &["recruit", "cadet", "sergeant"];

/// The player for those who learn.
pub const BEGINNER: &str = "cadet";

/// A player by name. What it decides follows from the seed and from what it sees.
pub fn player(name: &str, seed: u64) -> Option<Box<dyn Player<Jdg>>> {
    match name {
        "recruit" => Some(Box::new(RandomPlayer::new(seed))),
        "cadet" => Some(Box::new(cadet::Cadet::new(seed))),
        "sergeant" => Some(Box::new(sergeant::Sergeant::new(seed))),
        _ => None,
    }
}
