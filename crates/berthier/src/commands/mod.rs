//! One command a module.

pub mod battles;
pub mod check;
pub mod odds;
pub mod referee;
pub mod rules;
pub mod simulate;
