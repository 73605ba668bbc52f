//! Pictures of maps and positions, in the manner of the engraved maps of the time: SVG, PNG and text for a terminal.
//!
//! A table without hexes has a picture of its own: [`tabletop`].
//!
//! Knows no rulebook: what is on the map is given as neutral [`Counter`]s and [`Overlay`]s. The typefaces are part of
//! the program ([`Face`]); none of the system's are asked for.
//!
//! ```
//! use engraver::{At, Counter, Map, Overlay, Symbol};
//! use ground::{Aim, Ground};
//! use muster::Source;
//!
//! let file = "format = 1\nname = \"Heath\"\ncolumns = 8\nrows = 6\nhex_meters = 200";
//! let ground = Ground::read(&Source::new("ground.toml", file))?;
//! let hex = ground.hex("0304").expect("it is on the map");
//! let hussars = Counter {
//!     at: At::hex(hex, Some(Aim(3))),
//!     side_colour: "#27408b".to_owned(),
//!     nation: "france".to_owned(),
//!     stripe: Some("#2e8b57".to_owned()),
//!     symbol: Symbol::LightCavalry,
//!     name: "9e hussards".to_owned(),
//!     strength: "4".to_owned(),
//!     ratings: "6-7-9".to_owned(),
//!     ..Counter::default()
//! };
//! let map = Map::new(&ground)
//!     .subtitle("Turn 3")
//!     .counters([hussars])
//!     .overlays([Overlay::Highlight { hex, colour: "#e0a800".to_owned() }])
//!     .scale(72);
//! assert!(map.svg().contains("9e hussards"));
//! assert!(map.png()?.starts_with(b"\x89PNG"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chance;
mod counter;
mod fields;
mod fonts;
mod frame;
mod geometry;
mod labels;
mod map;
mod overlay;
mod palette;
mod plan;
pub mod plot;
mod raster;
mod relief;
mod roads;
mod share;
mod svg;
mod symbol;
pub mod tabletop;
mod terrain;
pub mod text;
mod water;
mod works;

pub use counter::{At, Counter, Look, Sign, Symbol, Tag};
pub use fonts::Face;
pub use map::{Map, SCALE};
pub use overlay::Overlay;
pub use plan::{Mark, MarkKind, Plan};
pub use raster::{RasterError, png};
pub use share::share;
