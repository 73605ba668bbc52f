//! What the Règlement leaves to the players to agree upon before they begin.

use table::{GameOption, rule};

/// Lines have one more for their first fire in the game (15.3.1).
pub const FIRST_FIRE: GameOption =
    GameOption { name: "first_fire", values: &["off", "on"], rule: rule!("15.3.1") };

/// All of them.
pub const ALL: &[GameOption] = &[FIRST_FIRE];
