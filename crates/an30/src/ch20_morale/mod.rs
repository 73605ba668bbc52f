//! 20: morale.
//!
//! Others call: `Field::check_morale` ([`check::Check`] with its [`check::Kind`]: one throw for a stack, each unit with its modifiers and the
//! cascade; nothing is applied), `Field::suffer` (those who failed disorder or rout), `Field::check_and_suffer` (both), [`check::sum`] (the
//! modifiers of a unit, for those who explain or compute), `Field::recover` (7.5.1, 7.5.2), `Field::determine_levels` (7.5.3).

pub mod check;
pub mod levels;
pub mod recovery;
