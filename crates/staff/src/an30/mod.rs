//! The computer players of the Règlement de l'An XXX, and of its revision: they know every edition, for what they try out is played by the steps
//! of the battle's own.
//!
//! - `recruit` gives any legal answer: for statistics and tests, not for play.
//! - `sergeant` follows rules of thumb, and tries out on a map of its own what an assault or a charge comes to; see [`sergeant::Sergeant`].

pub mod sergeant;

use an30::An30;
use an30::variant::{Edition, Standard};
use table::Player;
use table::umpires::RandomPlayer;

/// The Règlement itself as the table knows it.
pub type Rules = An30<Standard>;

/// The names of the players, from the weakest.
pub const NAMES: &[&str] = &["recruit", "sergeant"];

/// The player for those who learn.
pub const BEGINNER: &str = "recruit";

/// A player by name. What it decides follows from the seed and from what it sees.
pub fn player<E: Edition>(name: &str, seed: u64) -> Option<Box<dyn Player<An30<E>>>> {
    match name {
        "recruit" => Some(Box::new(RandomPlayer::new(seed))),
        "sergeant" => Some(Box::new(sergeant::Sergeant::new(seed))),
        _ => None,
    }
}
