//! All tests of this crate in one program: each program more would be linked anew after every change.

mod figures;
mod rational;
mod sight;
mod sweeps;
mod tables;
