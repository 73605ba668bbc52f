//! All tests of this crate in one program: each program more would be linked anew after every change.

mod pictures;
mod tabletops;
mod text;
