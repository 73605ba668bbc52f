//! 8.1 to 8.6, 8.9: shock combat. A shock is announced, then resolved; charges (9) are resolved with it.

pub mod announce; // 8.2, 8.3.1
pub mod combat; // 8.2, 8.4
mod engage; // 8.3.2
mod lapse; // 8.3.1
pub mod modifiers; // 8.6
pub(crate) mod rehearsal; // 8.3.1
pub(crate) mod result; // 8.5, 8.9
mod terrain; // 8.4.2, 8.4.3

pub use combat::Combat;
pub use modifiers::modifiers;
