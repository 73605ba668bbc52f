//! Ground floor: what the rules stand on: the fixed battle with its charts, the changing state, the field where procedures live, the verbs of
//! answers. Imports no rule.

pub mod back;
pub mod battle;
pub mod charts;
pub mod field;
pub mod footprint;
mod names;
pub mod occupancy;
pub mod options;
pub mod state;
pub mod status;
pub mod veil;
pub mod verb;

pub use labataille::{dice, exact};
pub use table::Few;
