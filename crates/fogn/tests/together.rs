//! All tests of the crate in one program.

mod armies;
mod chance;
mod formations;
mod index;
mod points;
mod violations;
