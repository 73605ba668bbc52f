//! Chapter 5: stacking and reinforcements.
//!
//! - 5.1: [`stacking`]
//! - 5.1.2, 5.2.1, a unit comes into a hex: [`arrival`]
//! - 5.2: [`reinforcements`]

pub mod arrival;
pub mod reinforcements;
pub mod stacking;
