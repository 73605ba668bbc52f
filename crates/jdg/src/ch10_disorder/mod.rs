//! Chapter 10: disorder, recoil and rout.
//!
//! - 10.1, 10.2: [`disorder`]
//! - 10.3, 10.5: [`recoil`]
//! - 10.4: [`rout`]

pub mod disorder;
pub mod recoil;
pub mod rout;
