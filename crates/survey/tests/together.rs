//! All tests of this crate in one program: each program more would be linked anew after every change.

mod battles;
mod cutting;
mod reading;
mod table;
