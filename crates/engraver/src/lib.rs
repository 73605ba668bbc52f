//! Pictures of maps and positions, in the manner of the engraved maps of the time: SVG, PNG and text for a terminal.
//!
//! Knows no rulebook: what is on the map is given as neutral [`Counter`]s and [`Overlay`]s.

mod chance;
mod counter;
mod fonts;
mod frame;
mod geometry;
mod labels;
mod map;
mod overlay;
mod palette;
pub mod plot;
mod raster;
mod relief;
mod svg;
mod symbol;
mod terrain;
pub mod text;
mod water;
mod ways;
mod works;

pub use counter::{Counter, Marks, Symbol};
pub use fonts::Face;
pub use map::{Map, SCALE};
pub use overlay::Overlay;
pub use raster::{RasterError, png};
