//! Chapter 3: initiative.

pub mod initiative;
