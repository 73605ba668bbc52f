//! Chapter 4: movement and squares.
//!
//! - 4.1, 4.3, 4.4: [`movement`]
//! - 4.2: [`square`]

pub mod movement;
pub mod square;
