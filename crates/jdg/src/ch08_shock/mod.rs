//! Chapter 8: shock, what follows it, and who refuses it.
//!
//! - 8.1 to 8.6, 8.9: [`shock`]
//! - 8.7: [`advance`]
//! - 8.8: [`refusal`]

pub mod advance;
pub mod refusal;
pub mod shock;
