//! The charts, read from their files anew.

use std::path::Path;

use ground::{Dir, HexId};
use marshal::Battle;
use toml::{Table, Value};

use super::plain::Q;

/// The files of the charts that the checkers use.
pub struct Sheets {
    files: Vec<(&'static str, Table)>,
}

const NAMES: &[&str] = &[
    "terrain",
    "hexsides",
    "movement",
    "fire-figures",
    "fire-defence",
    "troops",
    "melee-figures",
    "morale",
    "levels",
    "charge",
];

impl Sheets {
    /// Reads them.
    pub fn read() -> Sheets {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../books/marshal/charts");
        let read = |name: &&'static str| {
            let text =
                std::fs::read_to_string(folder.join(format!("{name}.toml"))).expect("the chart is there");
            (*name, text.parse::<Table>().expect("the chart is TOML"))
        };
        Sheets { files: NAMES.iter().map(read).collect() }
    }

    /// The rows of a file.
    pub fn rows(&self, file: &str) -> impl Iterator<Item = &Table> {
        let (_, table) = self.files.iter().find(|(name, _)| *name == file).expect("a file of the charts");
        table["row"].as_array().expect("a list").iter().filter_map(Value::as_table)
    }

    /// The row of a file in which a key has a value.
    fn row(&self, file: &str, key: &str, value: &str) -> &Table {
        let found = self.rows(file).find(|row| row.get(key).and_then(Value::as_str) == Some(value));
        found.unwrap_or_else(|| panic!("{file} has no {value}"))
    }

    /// The number of a row by its id.
    pub fn value(&self, file: &str, id: &str) -> i64 {
        self.row(file, "id", id)["value"].as_integer().unwrap_or_else(|| panic!("{file}: {id} is no number"))
    }

    /// The fraction of a row by its id.
    pub fn share(&self, file: &str, id: &str) -> Q {
        fraction(&self.row(file, "id", id)["value"]).unwrap_or_else(|| panic!("{file}: {id} is no fraction"))
    }

    fn terrain(&self, b: &Battle, hex: HexId) -> &Table {
        self.row("terrain", "terrain", b.ground.terrain(hex).name())
    }

    /// The cost of a hex for the arm of a number; `None`: closed.
    pub fn hex_cost(&self, b: &Battle, hex: HexId, arm: usize) -> Option<i64> {
        self.terrain(b, hex)["half_mp"][arm].as_integer()
    }

    /// A yes or no of the terrain of a hex; no where it says nothing.
    pub fn flag(&self, b: &Battle, hex: HexId, name: &str) -> bool {
        self.terrain(b, hex).get(name).is_some_and(|flag| flag.as_bool().expect("a yes or no"))
    }

    /// Cost that a hexside adds for the arm of a number; `None`: it is not crossed. Bridges and fords spare the water.
    pub fn hexside_cost(&self, b: &Battle, from: HexId, dir: Dir, arm: usize) -> Option<i64> {
        let names: Vec<&str> = b.ground.hexside(from, dir).iter().map(ground::Feature::name).collect();
        let spared = names.contains(&"bridge") || names.contains(&"ford");
        let mut sum = 0;
        for name in names.iter().filter(|name| !(spared && ["stream", "river"].contains(name))) {
            let row = self.row("hexsides", "hexside", name);
            let uphill_only = row.get("uphill_only").and_then(Value::as_bool).unwrap_or(false);
            if !uphill_only || b.ground.uphill(from, dir) {
                sum += row["half_mp"][arm].as_integer()?;
            }
        }
        Some(sum)
    }

    /// Whether a stream of any kind runs along a hexside.
    pub fn has_stream(&self, b: &Battle, from: HexId, dir: Dir) -> bool {
        let row = |name| self.row("hexsides", "hexside", name);
        b.ground.hexside(from, dir).iter().any(|f| row(f.name())["obstacle"].as_str() == Some("stream"))
    }

    /// The fire defence of the ground of a hex in a column, by its number.
    pub fn defence(&self, b: &Battle, hex: HexId, column: usize) -> Option<i64> {
        let name = self.terrain(b, hex)["defence"].as_str().expect("a word");
        self.row("fire-defence", "defence", name)["figures"][column].as_integer()
    }

    /// A multiple of troops: `line`, `square`, `skirmish`.
    pub fn multiple(&self, nation: &str, kind: &str, formation: &str) -> Option<Q> {
        let fits =
            |row: &&Table| row["nation"].as_str() == Some(nation) && row["kind"].as_str() == Some(kind);
        let row = self.rows("troops").find(fits).unwrap_or_else(|| panic!("no troops {nation} {kind}"));
        fraction(&row[formation])
    }
}

/// A number, or a fraction as `1/3`.
fn fraction(value: &Value) -> Option<Q> {
    match value {
        Value::Integer(whole) => Some(Q(*whole, 1)),
        Value::String(text) => {
            let (of, per) = text.split_once('/')?;
            Some(Q(of.parse().ok()?, per.parse().ok()?))
        }
        _ => None,
    }
}
