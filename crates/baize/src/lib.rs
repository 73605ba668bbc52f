//! Tables without hexes: lengths and turns in whole numbers, figures that stand at any place and angle, terrain with any outline, and exact
//! answers about them. Knows no rulebook: no movement allowance, no range, nothing that blocks the view by itself.
//!
//! A table is measured in units, 400 to the measuring unit ([`MU`]). `x` grows to the right and `y` toward the near edge; turns are counted
//! clockwise from the far edge:
//!
//! ```text
//!   0,0 ---------------------- x        front edge
//!    |        turn 0             left +------*------+ right     * the pose: centre of the front edge, and a turn
//!    |          ^                     |             |
//!    |   270 <--+--> 90               |             |
//!    |          v                     +-------------+
//!    y         180                       rear edge
//! ```
//!
//! The only rounding is in placing: [`Pose::place`] gives a [`Figure`] whose corners are whole units, [`Pose::after`] a pose whose spot is
//! one. Whatever is asked of placed figures is computed exactly. As a corner that should stand exactly on an edge can so come to stand
//! [`SLACK`] beside it, figures count as touching that far apart and that deep in each other, and as level with a line that far from it.
//!
//! ```
//! use baize::{Leg, Length, MU, Pose, Size, Spot, Turn};
//!
//! let size = Size { width: Length(1200), depth: Length(900) };
//! let pose = Pose { at: Spot { x: 4000, y: 4000 }, turn: Turn(0) };
//! let ahead = pose.after(size, Leg::Ahead(MU));
//! assert_eq!(ahead.at, Spot { x: 4000, y: 3600 });
//! let enemy = Pose { at: Spot { x: 4000, y: 2000 }, turn: Turn::HALF }.place(size.shape());
//! assert!(baize::is_within(&ahead.place(size.shape()), &enemy, Length(1600)));
//! assert!(!baize::is_within(&pose.place(size.shape()), &enemy, Length(1999)));
//! ```

mod exact;
mod figure;
mod file;
mod front;
mod near;
mod outline;
mod pose;
mod shape;
mod sight;
mod sines;
mod sweep;
mod terrain;
mod units;
mod wide;

pub use exact::Apart;
pub use figure::{Figure, Place};
pub use file::TableFile;
pub use front::{Edge, Standing, ahead, is_partly_in, is_wholly_in};
pub use near::{Parts, apart, is_within, overlap, share_an_edge, touch, touching};
pub use outline::{Lies, Outline, OutlineError};
pub use pose::{Corner, Leg, Pose};
pub use shape::{Shape, ShapeError, Size};
pub use sight::{Blocker, gaps, goes_deeper, sees};
pub use sweep::Sweep;
pub use terrain::{Area, AreaKind, Bank, Line, LineKind, Point, PointKind, Table, Water};
pub use units::{Length, MU, SLACK, Spot, Turn};
