//! From files to charts and battles, with all their faults.

pub mod arrange;
pub mod charts;
pub mod matched;
mod setup;
