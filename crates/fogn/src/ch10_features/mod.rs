//! Special features: obstacles, rivers, bridges, field fortifications.

mod obstacles;
mod works;

pub(crate) use crate::ch03_movement::may_wade;
pub(crate) use obstacles::{
    above_dry_bed, across, breadth, came_across, defends, holds_ground, is_behind_wall, landing,
    levels_of_water, may_cross_to, on_dry_bank,
};
pub(crate) use works::{holds_works, is_at_rear, is_open_to, keeps, works_of};
