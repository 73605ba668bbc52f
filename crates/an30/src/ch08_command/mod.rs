//! 8: command: spans, maneuver units, action chits, leaders and what befalls them.
//!
//! Others call: [`span::in_span`], [`members::members`], `Field::leaders_left_behind` (whenever a unit leaves the map). The Command Segment
//! (7.1) stands here too.

pub mod leaders;
pub mod members;
pub mod segment;
pub mod span;
