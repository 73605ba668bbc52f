//! 30, 31, 43. Morale: checks, disorder, rout, recovery, and the levels of commands.

mod check;
mod levels;
mod recovery;
mod retreat;
mod ways;

pub use check::modifiers;
pub use recovery::recovery_step;
pub use retreat::Leaving;
