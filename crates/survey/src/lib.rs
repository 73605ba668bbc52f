//! Battlefields surveyed once, in metres, and the grounds that are cut from them. Knows no rulebook.
//!
//! A survey is GeoJSON as people draw it ([`Survey::read`]): areas, lines and points, each with its class, how sure it is, and who says
//! so. Floating-point numbers end here: what leaves is text with whole numbers.

mod class;
mod figure;
mod item;
mod json;
mod project;
mod read;

pub use class::{Class, Shape};
pub use item::{Figure, Grade, Item, Survey};
pub use project::Projection;
