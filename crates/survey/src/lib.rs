//! Battlefields surveyed once, in metres, and the grounds that are cut from them. Knows no rulebook.
//!
//! A survey is GeoJSON as people draw it ([`Survey::read`]): areas, lines and points, each with its class, how sure it is,
//! and who says
//! so. Floating-point numbers end here: what leaves is text with whole numbers.

mod class;
mod correct;
mod cut;
mod draft;
mod figure;
mod follow;
mod grid;
mod item;
mod json;
mod lines;
mod plan;
mod project;
mod read;
mod relief;
mod rules;
mod table;
mod write;

pub use geo::Coord;

pub use class::{Class, Shape};
pub use cut::{Cut, cut};
pub use item::{Figure, Grade, Item, Survey};
pub use plan::Plan;
pub use project::Projection;
pub use rules::Rules;
pub use table::{TablePlan, UNITS, cut_table};
