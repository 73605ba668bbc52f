//! Ground floor: what the chapters stand on: the fixed battle with its charts, the changing state, the field where procedures live, the verbs of
//! answers. Imports no chapter.

pub mod battle;
pub mod charts;
mod facing;
pub mod field;
mod names;
pub mod state;
pub mod strike;
pub mod verb;

pub use facing::{Facing, Vertices};
pub use table::Few;
