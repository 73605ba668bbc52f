//! Chapter 9: charge and pursuit.
//!
//! - 9.1 to 9.4: [`charge`]
//! - 9.5: [`pursuit`]

pub mod charge;
pub mod pursuit;
