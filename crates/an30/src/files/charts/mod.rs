//! Reads the charts from their files. The standard ones are part of the program; a person who owns the printed charts may give files of
//! their own in their place, and a variant of the rulebook has some of its own.

pub(crate) mod raw;
mod read;
mod rows;

use muster::{ChartSet, Faults, Value};

use crate::core::charts::Charts;

/// The standard chart files: name without ending, and text.
pub const STANDARD: [(&str, &str); 43] = [
    ("ammunition", include_str!("../../../../../books/an30/charts/ammunition.toml")),
    ("chances", include_str!("../../../../../books/an30/charts/chances.toml")),
    ("close", include_str!("../../../../../books/an30/charts/close.toml")),
    ("close-distance", include_str!("../../../../../books/an30/charts/close-distance.toml")),
    ("command", include_str!("../../../../../books/an30/charts/command.toml")),
    ("defensive-shifts", include_str!("../../../../../books/an30/charts/defensive-shifts.toml")),
    ("explosions", include_str!("../../../../../books/an30/charts/explosions.toml")),
    ("fire", include_str!("../../../../../books/an30/charts/fire.toml")),
    ("fire-defence", include_str!("../../../../../books/an30/charts/fire-defence.toml")),
    ("fire-modifiers", include_str!("../../../../../books/an30/charts/fire-modifiers.toml")),
    ("fire-multiples", include_str!("../../../../../books/an30/charts/fire-multiples.toml")),
    ("fire-values", include_str!("../../../../../books/an30/charts/fire-values.toml")),
    ("form-up", include_str!("../../../../../books/an30/charts/form-up.toml")),
    ("formation-changes", include_str!("../../../../../books/an30/charts/formation-changes.toml")),
    ("formations", include_str!("../../../../../books/an30/charts/formations.toml")),
    ("harassment", include_str!("../../../../../books/an30/charts/harassment.toml")),
    ("hexsides", include_str!("../../../../../books/an30/charts/hexsides.toml")),
    ("impetus", include_str!("../../../../../books/an30/charts/impetus.toml")),
    ("leader-casualties", include_str!("../../../../../books/an30/charts/leader-casualties.toml")),
    ("limbering", include_str!("../../../../../books/an30/charts/limbering.toml")),
    ("losses", include_str!("../../../../../books/an30/charts/losses.toml")),
    ("melee", include_str!("../../../../../books/an30/charts/melee.toml")),
    ("melee-cavalry", include_str!("../../../../../books/an30/charts/melee-cavalry.toml")),
    ("melee-infantry", include_str!("../../../../../books/an30/charts/melee-infantry.toml")),
    ("melee-modifiers", include_str!("../../../../../books/an30/charts/melee-modifiers.toml")),
    ("morale", include_str!("../../../../../books/an30/charts/morale.toml")),
    ("morale-levels", include_str!("../../../../../books/an30/charts/morale-levels.toml")),
    ("movement", include_str!("../../../../../books/an30/charts/movement.toml")),
    ("pursuit", include_str!("../../../../../books/an30/charts/pursuit.toml")),
    ("rallying-square", include_str!("../../../../../books/an30/charts/rallying-square.toml")),
    ("reaction", include_str!("../../../../../books/an30/charts/reaction.toml")),
    ("readiness", include_str!("../../../../../books/an30/charts/readiness.toml")),
    ("recall", include_str!("../../../../../books/an30/charts/recall.toml")),
    ("roads", include_str!("../../../../../books/an30/charts/roads.toml")),
    ("scatter", include_str!("../../../../../books/an30/charts/scatter.toml")),
    ("spiked-guns", include_str!("../../../../../books/an30/charts/spiked-guns.toml")),
    ("square", include_str!("../../../../../books/an30/charts/square.toml")),
    ("stacking", include_str!("../../../../../books/an30/charts/stacking.toml")),
    ("stacking-violations", include_str!("../../../../../books/an30/charts/stacking-violations.toml")),
    ("stand-assault", include_str!("../../../../../books/an30/charts/stand-assault.toml")),
    ("stand-charge", include_str!("../../../../../books/an30/charts/stand-charge.toml")),
    ("terrain", include_str!("../../../../../books/an30/charts/terrain.toml")),
    ("zones", include_str!("../../../../../books/an30/charts/zones.toml")),
];

/// The charts that the revision of 2005 has of its own.
pub const DOHERTY: [(&str, &str); 6] = [
    ("defensive-shifts", include_str!("../../../../../books/doherty2005/charts/defensive-shifts.toml")),
    ("losses", include_str!("../../../../../books/doherty2005/charts/losses.toml")),
    ("melee", include_str!("../../../../../books/doherty2005/charts/melee.toml")),
    ("melee-modifiers", include_str!("../../../../../books/doherty2005/charts/melee-modifiers.toml")),
    ("pursuit", include_str!("../../../../../books/doherty2005/charts/pursuit.toml")),
    ("stand-assault", include_str!("../../../../../books/doherty2005/charts/stand-assault.toml")),
];

/// The chart files of a game.
pub type ChartFiles = muster::ChartFiles<Charts>;

impl ChartSet for Charts {
    const BOOK: &'static str = "an30";
    const STANDARD: &'static [(&'static str, &'static str)] = &STANDARD;

    fn read(files: &ChartFiles) -> Result<Charts, Faults> {
        read::charts(files)
    }

    /// Its id, or what stands in the place of one.
    fn row_name(row: &Value) -> Option<String> {
        const KEYS: [&str; 8] = ["id", "terrain", "hexside", "road", "odds", "nation", "stacking", "defence"];
        KEYS.iter().find_map(|key| row.get(key))?.as_str().map(str::to_owned)
    }
}
