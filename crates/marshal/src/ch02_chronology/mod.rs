//! 2. The chronology of battle: the mutual sequence, then each side's charge, movement, defensive fire, offensive fire, assault and recovery.

mod sequence;

pub use sequence::{Over, half_points, minutes};
