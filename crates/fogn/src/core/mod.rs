//! Ground floor: what the rules stand on: the fixed battle with its charts, the changing state, the field where procedures live, where units
//! stand, the verbs of answers. Imports no rule.

pub mod across;
pub mod barrier;
pub mod battle;
pub mod before;
pub mod charts;
pub mod coming;
pub mod field;
pub mod names;
pub mod pieces;
pub mod place;
pub mod state;
pub mod verb;

pub use table::Few;
