//! Chapter 13: victory.

pub mod victory;
