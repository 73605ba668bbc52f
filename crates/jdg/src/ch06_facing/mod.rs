//! Chapter 6: facing and zones of influence.
//!
//! - 6.1: [`facing`]
//! - 6.2: [`zones`]

pub mod facing;
pub mod zones;
