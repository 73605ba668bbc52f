//! 7: the sequence of play. The clock's state machine: each step of the game is one pass through `Field::step`, and calls every other chapter.
//!
//! Others call: `Field::enter_segment`, `Field::end_activation`.

pub mod maneuver;
pub mod reorganization;
pub mod turn;
