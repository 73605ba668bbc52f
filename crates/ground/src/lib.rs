//! Hex maps: vocabulary of the terrain, geometry, loading, straight lines and movement search.
//!
//! Knows no rulebook: no movement cost, no modifier, nothing that blocks the view. A rulebook folds its own line of sight over what
//! a line passes ([`Ground::trace`], [`Ground::ray`]) and gives its costs to the search ([`Flood::flood`] over hexes, [`Search`] over whatever has a number).
//!
//! The hexes are flat-topped, in columns; even columns (02, 04, ...) stand half a hex lower:
//!
//! ```text
//!  ____      ____                      N                    NW ____ NE
//! /0101\____/0301\               NW   ____   NE                /    \
//! \____/0201\____/                    /    \                W /      \ E
//! /0102\____/0302\                    \____/                  \      /
//! \____/0202\____/               SW          SE                \____/
//!      \____/                          S                    SW      SE
//!                             directions (Dir)             vertices between them
//! ```
//!
//! Hexsides and vertices together are the twelve aims ([`Aim`]): which of them a counter can face, each book says.

mod build;
mod compass;
mod difference;
mod file;
mod flood;
mod kinds;
mod line;
mod map;
mod names;
mod search;
mod sketch;
mod trace;
mod uses;
mod words;

pub use compass::{Aim, Dir, Dirs, Edge, Twelfths};
pub use difference::Difference;
pub use file::GroundFile;
pub use flood::Flood;
pub use kinds::{ByKind, Kind, Kinds};
pub use line::{Crossing, Offset, crossings};
pub use map::{Ground, HexId, Label};
pub use search::{Search, Step, Steps};
pub use sketch::Cell;
pub use trace::{Trace, TraceStep};
pub use words::{Feature, Features, Road, Roads, Terrain};
