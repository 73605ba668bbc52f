//! The table: two doors in (`ask`, `roll`), one window out (`tell`), and the umpires who stand behind them.
//!
//! This room knows no rulebook and no hex. A rulebook implements [`Rulebook`]; its procedures are plain functions
//! that reach everything they cannot know through [`Doors`]. Which [`Umpire`] stands behind the doors decides
//! what the program is: a live game, a computer match, a test script, a referee for a real table, a replay, or
//! a calculator of exact odds.

mod answer;
pub mod ask;
pub mod battery;
pub mod dice;
mod doors;
mod event;
mod few;
pub mod hash;
pub mod journal;
mod landmark;
pub mod names;
mod numbers;
pub mod option;
pub mod phrase;
mod point;
pub mod report;
mod rule;
mod rulebook;
pub mod session;
mod sum;
pub mod text;
#[cfg(any(test, feature = "toy"))]
pub mod toy;
pub mod umpires;
pub mod vignette;

#[cfg(test)]
mod tests;

pub use answer::{Answer, Options, Question, Side, Span, Verb};
pub use doors::{Decision, Doors, Leg, Play, Pool, Stop, Tally, Throw, ThrowKind, Umpire, together};
pub use event::{Audience, Event, Fact, Rank, Value};
pub use few::Few;
pub use landmark::{Locals, Luggage, Memory, Parcel, Written};
pub use names::{Names, ThingName};
pub use option::{GameOption, Settings};
pub use point::{Point, PointKind};
pub use rule::{Refusal, Rule};
pub use rulebook::{Flow, Outcome, Rulebook, Test, Winner};
pub use sum::{Effect, Modifiers, Part, Ratio, Sum, Total};
pub use umpires::{Player, SeenQuestion};
