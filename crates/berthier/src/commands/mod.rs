//! One command a module.

pub mod army;
pub mod battles;
pub mod bench;
pub mod check;
mod choices;
pub mod common;
pub mod compare;
pub mod console;
pub mod cut;
mod look;
pub mod odds;
pub mod play;
pub mod referee;
pub mod replay;
pub mod rules;
pub mod serve;
pub mod show;
pub mod simulate;
pub mod verify;
