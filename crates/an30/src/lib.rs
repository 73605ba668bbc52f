//! La Bataille by the Règlement de l'An XXX, chapter by chapter: the modules carry the book's chapter numbers and names, its sections stand
//! inside. `README.md` beside this source says which chapter calls which, and how a vignette is staged.
//!
//! A procedure is a method of [`Field`]: it sees the fixed [`Battle`], changes the [`State`], and reaches players and chance
//! through the doors. Predicates are plain functions of battle and state; the same ones list the legal answers, refuse
//! the others and explain why. Where the revision of 2005 plays a step in its own way, the step goes through [`variant::Variant`].

mod ask;
pub mod core;
pub mod files;
mod rulebook;
pub mod variant;
pub mod vignette;

pub mod ch07_sequence;
pub mod ch08_command;
pub mod ch09_facing;
pub mod ch10_zones;
pub mod ch11_stacking;
pub mod ch12_formations;
pub mod ch13_movement;
pub mod ch14_sight;
pub mod ch15_fire;
pub mod ch16_assault;
pub mod ch17_losses;
pub mod ch18_artillery;
pub mod ch19_cavalry;
pub mod ch20_morale;

pub mod doherty2005;

pub use crate::core::Few;
pub use crate::core::battle::Battle;
pub use crate::core::field::Field;
pub use crate::core::state::State;
pub use crate::rulebook::half_points;

/// The Règlement de l'An XXX, or a variant of it, as the table knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct An30<E = variant::Standard>(std::marker::PhantomData<E>);
