//! All tests of this crate in one program: each program more would be linked anew after every change.

mod an30;
mod games;
mod marshal;
