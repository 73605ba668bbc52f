//! Ground floor: what the chapters stand on: the fixed battle with its charts, the changing state, the field where procedures live, the verbs of
//! answers. Imports no chapter.

pub mod assault;
pub mod battle;
pub mod cavalry;
pub mod charts;
pub mod field;
pub mod footprint;
mod names;
pub mod occupancy;
pub mod options;
pub mod state;
pub mod status;
pub mod variant;
pub mod veil;
pub mod verb;

/// The two dice read as two figures, 11 to 66, and modifiers that count up and down from them (6, 6.1).
pub use labataille::dice;
pub use labataille::exact;
pub use table::Few;
