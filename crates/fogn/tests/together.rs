//! All tests of the crate in one program.

mod armies;
mod chance;
mod points;
mod violations;
