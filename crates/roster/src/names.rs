//! The names of a battle in another language: `names.fr.toml` in its folder.

use std::collections::{BTreeMap, BTreeSet};

use muster::{Collector, Fault, Faults, Format, Source, Spanned, Value, read_toml};
use serde::Deserialize;

use crate::files::BattleFiles;

/// The keys of a battle's files whose texts are for readers only: nothing is found by them.
const FOR_READERS: [&str; 5] = ["blurb", "commander", "name", "place", "title"];

/// The table of a ground whose keys are names for readers.
const PLACES: &str = "places";

/// Names of a battle in another language, by those that stand in its files. What has none is called as there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TranslatedNames(BTreeMap<String, String>);

/// `names.<language>.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawNames {
    #[allow(dead_code, reason = "checked by its type")]
    format: Format<1>,
    names: BTreeMap<Spanned<String>, String>,
}

impl TranslatedNames {
    /// Reads the names in another language. `known` are the names in the files of the battle's folder, of all its scenarios.
    ///
    /// # Errors
    /// All its faults: a name that stands in no file of the battle, or an empty one.
    pub fn read(source: &Source, known: &BTreeSet<String>) -> Result<TranslatedNames, Faults> {
        let raw: RawNames = read_toml(source)?;
        let mut faults = Collector::new(source);
        let all: Vec<&str> = known.iter().map(String::as_str).collect();
        for (name, translated) in &raw.names {
            if !known.contains(name.get_ref()) {
                faults.put(name.span(), Fault::unknown("name", name.get_ref(), &all));
            }
            if translated.trim().is_empty() {
                faults.at(name.span(), format!("no name for {:?}", name.get_ref()));
            }
        }
        let names = raw.names.into_iter().map(|(name, translated)| (name.into_inner(), translated));
        faults.into_result(TranslatedNames(names.collect()))
    }

    /// The names, each with what it is called in the other language.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, translated)| (name.as_str(), translated.as_str()))
    }

    /// The files of a battle with these names in them. They have lost their lines: faults are to be looked for in the others first.
    ///
    /// # Errors
    /// A file is no TOML.
    pub fn in_files(&self, files: &BattleFiles) -> Result<BattleFiles, Faults> {
        let said = |source: &Source| -> Result<Source, Faults> {
            let mut table: toml::Table = read_toml(source)?;
            table.iter_mut().for_each(|(key, value)| self.say(key, value));
            Ok(Source::new(source.name.clone(), table.to_string()))
        };
        Ok(BattleFiles {
            id: files.id.clone(),
            battle: said(&files.battle)?,
            ground: said(&files.ground)?,
            order_of_battle: said(&files.order_of_battle)?,
            scenario: said(&files.scenario)?,
        })
    }

    /// Puts the names of this language into what stands under a key.
    fn say(&self, key: &str, value: &mut Value) {
        match value {
            Value::String(text) if FOR_READERS.contains(&key) => {
                if let Some(name) = self.0.get(text) {
                    text.clone_from(name);
                }
            }
            Value::Table(places) if key == PLACES => {
                let own = std::mem::take(places).into_iter();
                let called = |name: String| self.0.get(&name).cloned().unwrap_or(name);
                *places = own.map(|(name, hex)| (called(name), hex)).collect();
            }
            Value::Table(table) => table.iter_mut().for_each(|(key, value)| self.say(key, value)),
            Value::Array(list) => list.iter_mut().for_each(|value| self.say(key, value)),
            _ => {}
        }
    }
}

/// The names for readers in a file of a battle's folder, which may be translated; none in one that is no TOML.
pub fn names_in(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let table: toml::Table = text.parse().unwrap_or_default();
    table.iter().for_each(|(key, value)| find(key, value, &mut found));
    found
}

fn find(key: &str, value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) if FOR_READERS.contains(&key) => {
            found.insert(text.clone());
        }
        Value::Table(places) if key == PLACES => found.extend(places.keys().cloned()),
        Value::Table(table) => table.iter().for_each(|(key, value)| find(key, value, found)),
        Value::Array(list) => list.iter().for_each(|value| find(key, value, found)),
        _ => {}
    }
}
