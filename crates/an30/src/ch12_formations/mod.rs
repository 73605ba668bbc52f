//! 12: tactical organizations: presentation, formations, disorder, PGD, prone.
//!
//! Others call: [`formations::may_form`] and [`formations::cost`] (movement), `Field::form` (changes the formation of a stack and lays it out),
//! `Field::worsen` (a failed check, 20.1.4: disorder, or rout), `Field::worsen_all` (of a hex), `Field::disorder`, `Field::rout` (of a hex as one
//! stack), `Field::gather` (12.11: one hex of several), `Field::harass_retreat` (12.10.7.1, after a retreat before assault or charge), `Field::pas_de_charge` (12.10.5.2).

pub mod change;
pub mod companies;
pub mod disorder;
pub mod formations;
pub mod passage;
pub mod presentation;
pub mod prone;
pub mod skirmish;
