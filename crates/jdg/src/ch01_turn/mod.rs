//! Chapter 1: the game turn and its activations.
//!
//! - 1: [`turn`]
//! - 1.D: [`activation`]

pub mod activation;
pub mod turn;
