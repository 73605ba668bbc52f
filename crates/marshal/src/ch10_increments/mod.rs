//! 10 to 12. Increments: how many may stand in a hex, who loses them, and what is left.

mod losses;
mod stacking;

pub use losses::{Gunnery, dealt};
pub use stacking::{lawful, may_stand, room};
