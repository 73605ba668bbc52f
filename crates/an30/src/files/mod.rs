//! From files to a playable battle: charts, scenarios.

pub mod arrange;
pub mod charts;
