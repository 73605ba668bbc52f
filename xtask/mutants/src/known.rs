//! Results that are known of mutants from runs before, so that an interrupted run goes on where it ended.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;

use serde::{Deserialize, Serialize};

use crate::mutant::{Mutant, Name};
use crate::run::MutantFate;

/// The results of one state of the sources, in a file with a line of JSON for each.
pub struct KnownResults {
    found: HashMap<Name, MutantFate>,
    file: Mutex<File>,
    sources: String,
}

#[derive(Serialize, Deserialize)]
struct Line {
    /// Hash of the sources.
    sources: String,
    #[serde(flatten)]
    name: Name,
    noticed: MutantFate,
}

impl KnownResults {
    /// Reads what is known; what was found with other `sources` counts for nothing but [`KnownResults::survived`].
    pub fn read(path: &Path, sources: &str) -> Result<(KnownResults, Survivors), String> {
        let text = fs::read_to_string(path).unwrap_or_default();
        let lines = || text.lines().filter_map(|line| serde_json::from_str::<Line>(line).ok());
        let found = lines().filter(|l| l.sources == sources).map(|l| (l.name, l.noticed)).collect();
        let last: HashMap<Name, MutantFate> = lines().map(|l| (l.name, l.noticed)).collect();
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = Mutex::new(file.map_err(|e| format!("{}: {e}", path.display()))?);
        Ok((KnownResults { found, file, sources: sources.to_owned() }, Survivors { last }))
    }

    /// Fate that is known of a mutant.
    pub fn get(&self, mutant: &Mutant) -> Option<MutantFate> {
        self.found.get(&mutant.name()).copied()
    }

    /// Keeps a result.
    pub fn put(&self, mutant: &Mutant, noticed: MutantFate) -> Result<(), String> {
        let line = Line { sources: self.sources.clone(), name: mutant.name(), noticed };
        let mut text = serde_json::to_string(&line).map_err(|e| e.to_string())?;
        text.push('\n');
        let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        file.write_all(text.as_bytes()).map_err(|e| format!("the results cannot be kept: {e}"))
    }
}

/// Survivors of the last trial, with whatever sources.
pub struct Survivors {
    last: HashMap<Name, MutantFate>,
}

impl Survivors {
    /// Whether a mutant did.
    pub fn contains(&self, mutant: &Mutant) -> bool {
        self.last.get(&mutant.name()).is_some_and(|noticed| noticed.survives())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutant::Switch;

    #[test]
    fn results_are_kept_for_the_same_sources_and_survivors_for_all() {
        let mutant = |line, nth| Mutant {
            file: "fire.rs".to_owned(),
            line,
            function: "hits".to_owned(),
            was: "a < b".to_owned(),
            change: "<= for <".to_owned(),
            nth,
            switch: Switch::Code(7),
        };
        let path = std::env::temp_dir().join(format!("mutants-known-{}", std::process::id()));
        let (known, _) = KnownResults::read(&path, "one").expect("it can be written");
        known.put(&mutant(3, 0), MutantFate::Nobody).expect("it is kept");
        known.put(&mutant(4, 1), MutantFate::Vignette).expect("it is kept");
        let (known, survived) = KnownResults::read(&path, "one").expect("it can be read");
        assert_eq!(known.get(&mutant(9, 0)), Some(MutantFate::Nobody), "lines may move");
        assert_eq!(known.get(&mutant(9, 1)), Some(MutantFate::Vignette));
        assert_eq!(known.get(&mutant(9, 2)), None);
        assert!(survived.contains(&mutant(3, 0)) && !survived.contains(&mutant(4, 1)));
        let (known, survived) = KnownResults::read(&path, "two").expect("it can be read");
        assert_eq!(known.get(&mutant(3, 0)), None);
        assert!(survived.contains(&mutant(3, 0)));
        known.put(&mutant(3, 0), MutantFate::Recording).expect("it is kept");
        let (_, survived) = KnownResults::read(&path, "three").expect("it can be read");
        assert!(!survived.contains(&mutant(3, 0)));
        drop(fs::remove_file(&path));
    }
}
