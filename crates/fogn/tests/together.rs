//! All tests of the crate in one program.

mod armies;
mod chance;
mod formations;
mod historical;
mod index;
mod points;
mod violations;
