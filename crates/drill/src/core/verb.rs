//! The verbs of answers.

use table::Verb;

/// Go ahead: a unit, and where its right wing will be.
pub const ADVANCE: Verb = Verb(0);
/// Wheel: a unit and its new facing.
pub const WHEEL: Verb = Verb(1);
/// Rally a shaken unit.
pub const RALLY: Verb = Verb(2);
/// Fire: a unit at a unit.
pub const FIRE: Verb = Verb(3);
/// Fall back to a hex.
pub const RETREAT: Verb = Verb(4);
/// Nothing more in this phase.
pub const DONE: Verb = Verb(5);

/// Their words, by number.
pub const WORDS: &[&str] = &["advance", "wheel", "rally", "fire", "retreat", "done"];
