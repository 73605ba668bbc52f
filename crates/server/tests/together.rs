//! All tests of this crate in one program: each program more would be linked anew after every change.

mod client;
mod common;

mod accounts;
#[path = "disk/main.rs"]
mod disk;
mod door;
mod fair;
mod floods;
mod games;
mod keeping;
mod languages;
mod mail;
mod options;
mod restarts;
mod space;
mod trust;
