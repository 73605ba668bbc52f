//! Chapter 2: orders, and those who give them.
//!
//! - 2.1 to 2.4: [`orders`]
//! - 2.5: [`commanders`]

pub mod commanders;
pub mod orders;
