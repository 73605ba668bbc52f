//! Jours de Gloire, chapter by chapter: the modules carry the book's chapter names, in its order.
//!
//! A procedure is a method of [`Field`]: it sees the fixed [`Battle`], changes the [`State`], and reaches players and chance
//! through the doors. Predicates are plain functions of battle and state; the same ones list the legal answers, refuse
//! the others and explain why.

pub mod arrange;
pub mod battle;
pub mod chart_files;
pub mod charts;
mod few;
pub mod field;
mod names;
mod rulebook;
pub mod state;
pub mod verb;
pub mod vignette;

// The book's chapters, in its order.
pub mod activation; // 1.D
pub mod advance; // 8.7
pub mod charge; // 9.1 to 9.4
pub mod commanders; // 2.5
pub mod demoralization; // 11.2
pub mod disorder; // 10.1, 10.2
pub mod facing; // 6.1
pub mod fire; // 7.1 to 7.3, 7.5
pub mod general; // 0
pub mod initiative; // 3
pub mod movement; // 4.1, 4.3, 4.4
pub mod orders; // 2.1 to 2.4
pub mod pursuit; // 9.5
pub mod rally; // 11.1
pub mod recoil; // 10.3, 10.5
pub mod refusal; // 8.8
pub mod reinforcements; // 5.2
pub mod rout; // 10.4
pub mod shock; // 8.1 to 8.6, 8.9
pub mod sight; // 7.4
pub mod square; // 4.2
pub mod stacking; // 5.1
pub mod turn; // 1
pub mod victory;
pub mod weather; // 12
mod why; // what refusals say
pub mod zones; // 6.2 // 13

pub use battle::Battle;
pub use few::Few;
pub use field::Field;
pub use state::State;

/// Jours de Gloire, as the table knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Jdg;
