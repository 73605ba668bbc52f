//! All tests of this crate in one program: each program more would be linked anew after every change.

mod battery;
mod commands;
mod page;
mod serving;
