//! Chapter 12: fog and night.

pub mod weather;
