//! 8: command: spans, maneuver units, action chits, leaders and what befalls them.
//!
//! Others call: [`span::in_span`], [`members::members`], `Field::leaders_left_behind` (a unit surrenders or is used up), `Field::leaders_fly` (units enter a hex),
//! `Field::leader_casualty` and `Field::check_for_mortal_wound` (natural dice of fire and mêlée, 8.2). The Command Segment (7.1)
//! stands here too.

pub mod arrivals;
pub mod assets;
pub mod casualties;
pub mod leaders;
pub mod marches;
pub mod members;
pub mod positions;
pub mod regroup;
pub mod riding;
pub mod segment;
pub mod span;
