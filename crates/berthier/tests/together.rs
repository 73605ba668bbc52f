//! All tests of this crate in one program: each program more would be linked anew after every change.

mod army;
mod commands;
mod games;
mod hostile;
mod hosting;
#[path = "house/main.rs"]
mod house;
mod serve_kill;
mod survey;
mod terminal;
