//! The charts, read from their files anew.

use std::path::Path;

use an30::Battle;
use ground::HexId;
use toml::{Table, Value};

/// The files of the charts that the checkers use.
pub struct Sheets {
    files: Vec<(&'static str, Table)>,
}

const NAMES: &[&str] = &[
    "terrain",
    "hexsides",
    "roads",
    "movement",
    "formation-changes",
    "stacking",
    "fire-values",
    "fire-multiples",
    "fire-defence",
    "fire-modifiers",
    "morale",
    "morale-levels",
    "ammunition",
];

impl Sheets {
    /// Reads them.
    pub fn read() -> Sheets {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../books/an30/charts");
        let read = |name: &&'static str| {
            let text =
                std::fs::read_to_string(folder.join(format!("{name}.toml"))).expect("the chart is there");
            (*name, text.parse::<Table>().expect("the chart is TOML"))
        };
        Sheets { files: NAMES.iter().map(read).collect() }
    }

    /// The entry of a list of a file in which a key has a value.
    pub fn entry(&self, file: &str, list: &str, key: &str, value: &str) -> Option<&Table> {
        let (_, table) = self.files.iter().find(|(name, _)| *name == file).expect("a file of the charts");
        let rows = table.get(list)?.as_array()?;
        rows.iter()
            .filter_map(Value::as_table)
            .find(|row| row.get(key).and_then(Value::as_str) == Some(value))
    }

    /// All entries of a list of a file.
    pub fn list(&self, file: &str, list: &str) -> impl Iterator<Item = &Table> {
        let (_, table) = self.files.iter().find(|(name, _)| *name == file).expect("a file of the charts");
        table[list].as_array().expect("a list").iter().filter_map(Value::as_table)
    }

    /// The number `value` of a row by its id.
    pub fn value(&self, file: &str, id: &str) -> i64 {
        self.of(file, "row", id)
    }

    /// The number `value` of an entry of a list by its id.
    pub fn of(&self, file: &str, list: &str, id: &str) -> i64 {
        let row = self.entry(file, list, "id", id).unwrap_or_else(|| panic!("{file} has no {id}"));
        row["value"].as_integer().unwrap_or_else(|| panic!("{file}: {id} is no number"))
    }

    fn terrain(&self, b: &Battle, hex: HexId) -> &Table {
        let name = b.ground.terrain(hex).name();
        self.entry("terrain", "row", "terrain", name).unwrap_or_else(|| panic!("no terrain {name}"))
    }

    /// The cost of a hex for a column of the Movement Chart; `None`: closed.
    pub fn terrain_cost(&self, b: &Battle, hex: HexId, column: &str) -> Option<i64> {
        self.terrain(b, hex)[&format!("{column}_half_mp")].as_integer()
    }

    /// Whether a hex mandates general order.
    pub fn general_order(&self, b: &Battle, hex: HexId) -> bool {
        self.flag(b, hex, "general_order")
    }

    /// A yes or no of the terrain of a hex; no where it says nothing.
    pub fn flag(&self, b: &Battle, hex: HexId, name: &str) -> bool {
        self.terrain(b, hex).get(name).is_some_and(|flag| flag.as_bool().expect("a yes or no"))
    }

    /// A word of the terrain of a hex.
    pub fn word(&self, b: &Battle, hex: HexId, name: &str) -> &str {
        self.terrain(b, hex)[name].as_str().expect("a word")
    }

    /// The formations that may be formed in a hex.
    pub fn forms(&self, b: &Battle, hex: HexId) -> Vec<String> {
        let forms = self.terrain(b, hex)["forms"].as_array().expect("a list");
        forms.iter().filter_map(|form| form.as_str().map(str::to_owned)).collect()
    }

    /// The rows of what a hexside carries; a ford or bridge stands for the water beneath it.
    pub fn hexsides(&self, b: &Battle, hex: HexId, dir: ground::Dir) -> Vec<&Table> {
        let names: Vec<&str> = b.ground.hexside(hex, dir).iter().map(ground::Feature::name).collect();
        let has = |name: &str| names.contains(&name);
        let hidden = |name: &str| match name {
            "river" => has("ford") || has("bridge"),
            "stream" => has("bridge"),
            _ => false,
        };
        let shown = names.iter().filter(|name| !hidden(name));
        shown
            .map(|name| self.entry("hexsides", "row", "hexside", name).expect("a row of the hexside"))
            .collect()
    }

    /// The cheapest road from a hex in a direction for a column.
    pub fn road(&self, b: &Battle, hex: HexId, dir: ground::Dir, column: &str) -> Option<i64> {
        let cost = |road: ground::Road| {
            let row = self.entry("roads", "row", "road", road.name()).expect("a row of the road");
            row[&format!("{column}_half_mp")].as_integer()
        };
        b.ground.roads(hex, dir).iter().filter_map(cost).min()
    }
}
