//! Umpires: who stands behind the doors. The live umpire is part of [`session`](crate::session).

mod legs;
mod matches;
pub mod odds;
mod player;
mod pool;
mod replay;
mod script;
mod staff;
mod waiting;
mod walker;
mod way;

pub use matches::{Checks, MOST_STEPS, MatchEnd, play_match};
pub use odds::{Distribution, Odds, OddsError, Share};
pub(crate) use player::KeptWith;
pub use player::{FirstLegal, KnownAnswers, Player, RandomPlayer, SeenQuestion};
pub use replay::{Recording, Replay};
pub use script::{Script, ScriptThrow};
pub use staff::{Ending, Staff, play_out};
pub(crate) use walker::Watch;
