//! 12: tactical organizations: presentation, formations, disorder, PGD, prone.
//!
//! Others call: [`formations::may_form`] and [`formations::cost`] (movement), `Field::form` (changes the formation of a stack and lays it out),
//! `Field::worsen` (a failed check, 20.1.4: disorder, or rout), `Field::disorder`, `Field::rout`, `Field::collapse` (12.11).

pub mod disorder;
pub mod formations;
