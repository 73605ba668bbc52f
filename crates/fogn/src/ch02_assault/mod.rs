//! The Assault Phase: who may go for whom, how the other side reacts, its fire, and contact.

mod charge;
mod contact;
mod declare;
mod reaction;

pub use charge::{Charge, may_assault};
