//! The Combat Phase: units in contact fight: dice, hits, losses, who goes and who pursues.

mod contact;
mod dice;
mod hits;
mod pursuit;
mod resolution;
mod round;

pub use contact::{Contact, opponents};
pub use dice::dice_against;
pub use hits::needed;
