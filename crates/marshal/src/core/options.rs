//! Options: what the rules leave to the players to agree upon before they begin.

use table::{GameOption, rule};

/// Option of counters: whether the enemy sees the general sides of counters only, until play shows the others (6), or both sides from the start.
pub const COUNTERS: GameOption =
    GameOption { name: "counters", values: &["hidden", "open"], rule: rule!("6") };

/// Option of fractions: whether the odds of fire and mêlées keep them (12), or each unit's value is rounded down.
pub const FRACTIONS: GameOption =
    GameOption { name: "fractions", values: &["kept", "dropped"], rule: rule!("12") };

/// All of them.
pub const ALL: &[GameOption] = &[COUNTERS, FRACTIONS];
