//! Chapter 0: what holds everywhere.

pub mod general;
