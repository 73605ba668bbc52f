//! All tests of the crate in one program.

mod armies;
mod chance;
mod formations;
mod historical;
mod index;
mod match_of_armies;
mod measures;
mod messages;
mod play;
mod points;
mod turned;
mod vignettes;
mod violations;
