//! 16: assaults.
//!
//! Others call: `Field::assault_segment` (the sequence, 7.4); movement: [`assault::list`] and [`assault::refuse`] (what a moving stack may declare),
//! `Field::declare_assault`, `Field::conclude_assault` (at the end of its movement); charges: `Field::divert` (16.2.4); [`crate::variant::Variant::resolve_assault`], which comes back to `Field::resolve_assault`. Calls: morale (20), fire
//! (15), losses (17), involuntary movement (13.2), stacking (11).
//!
//! `segment` has the order of assaults, `ongoing` who takes part, `procedure` the steps of 16.1.1, `retreat`, `rolls`, `volley`, `huzzah`, `melee`, `reserve`, `advance` and
//! `abreast` what each of them does.

mod abreast;
pub mod advance;
pub mod assault;
pub mod huzzah;
pub mod melee;
pub mod ongoing;
pub mod procedure;
pub(crate) mod rehearsal;
pub mod reserve;
pub mod retreat;
pub mod rolls;
pub mod segment;
pub mod volley;
