//! Computer players. They sit behind the doors like anybody else: they see the view of their side, answer from the legal
//! answers, and can take any seat at any time.
//!
//! Every rulebook has a room of its own here, with its players by name ([`jdg::player`]); the registry says which book has which.
//! Judgement is a book's own and never shared; what is on the desk of every sergeant is ([`context`]).

pub mod an30;
pub mod context;
pub mod duel;
pub mod jdg;
pub mod marshal;
pub mod occasion;
pub mod routes;
