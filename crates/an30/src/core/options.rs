//! Options: what the Règlement leaves to the players to agree upon before they begin.

use table::{GameOption, rule};

/// Lines have one more for their first fire in the game (15.3.1).
pub const FIRST_FIRE: GameOption =
    GameOption { name: "first_fire", values: &["off", "on"], rule: rule!("15.3.1") };

/// Howitzer sections of batteries make attacks of their own (18.15.2).
pub const HOWITZER_SECTIONS: GameOption =
    GameOption { name: "howitzer_sections", values: &["off", "on"], rule: rule!("18.15.2") };

/// All chits of a side's maneuver units are drawn at once, and it moves them in that order (8.4.1.1).
pub const TEAM_PLAY: GameOption =
    GameOption { name: "team_play", values: &["off", "on"], rule: rule!("8.4.1.1") };

/// Option of secret creation: the maneuver units stay secret until their chits are drawn (8.4.1.2).
pub const SECRET_MUS: GameOption =
    GameOption { name: "secret_mus", values: &["off", "on"], rule: rule!("8.4.1.2") };

/// Option of counters: whether the enemy sees the fronts of counters only, until play shows their backs (5.1.2), or both sides from the start.
pub const COUNTERS: GameOption =
    GameOption { name: "counters", values: &["hidden", "open"], rule: rule!("5.1.2") };

/// All of them.
pub const ALL: &[GameOption] = &[COUNTERS, FIRST_FIRE, HOWITZER_SECTIONS, SECRET_MUS, TEAM_PLAY];
