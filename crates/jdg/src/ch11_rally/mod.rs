//! Chapter 11: rally and demoralization.
//!
//! - 11.1: [`rally`]
//! - 11.2: [`demoralization`]

pub mod demoralization;
pub mod rally;
