//! The Firing Phase: who fires at whom with how many dice, what hits, and what comes of it.

mod allocation;
mod dice;
mod hits;
mod results;
mod targets;

pub use dice::{Dice, dice_of, reduced};
pub use hits::needed;
pub use targets::{Aim, Range, aims, may_fire, sees_unit as sees};
