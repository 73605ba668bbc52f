//! Armies bought with points: army lists, what is chosen from them, and whether that is allowed.
//!
//! 1. [`Points`] is the table of prices;
//! 2. [`Armoury`] has it and the army lists, each a [`List`] of units with their minima and maxima, attachments, commanders and restrictions ([`Rule`]);
//! 3. an [`Army`] is read from a player's file ([`Armoury::army`]) and checked against its list, with a fault for each thing that is missing or too
//!    much, at its place in the file;
//! 4. [`roster`] prints it.

mod army;
mod check;
mod file;
mod list;
mod lists;
mod points;
mod roster;
mod rules;
mod words;

pub use army::{Army, Attached, Commander, Division, Unit};
pub use list::{AttachmentEntry, Entry, Infantry, Limit, List, MAIN, Part};
pub use lists::{Armoury, STANDARD, composition};
pub use points::{Points, Profile};
pub use roster::roster;
pub use rules::{Count, Rule, Scope, Select, Sight, Which};
pub use words::{
    Allocation, Arm, Attachment, Capability, DivisionKind, Drill, Elan, Family, Quality, Region, Section,
    Training, Trait, Troops, UnitSize,
};
