//! All tests of the crate.

mod vignettes;
