//! What is to be mutated of a rulebook: `books/<id>/mutants.toml`.

use std::fs;
use std::path::Path;

use serde::Deserialize;

use crate::mutant::Mutant;

/// A rulebook, and what is known of its mutants.
pub struct Book {
    /// Its crate and its folder in `books/`.
    pub name: String,
    settings: Settings,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Settings {
    /// Parts of the crate's source that are not rules (reading of files, the vignette engine): beginnings of paths below
    /// `src`, alone or with the beginning of a function's name behind a blank.
    #[serde(default)]
    skip: Vec<String>,
    /// Further files of the crate's `tests` that are run when vignettes and recordings notice nothing, alone or with a part of
    /// the names of those tests in them that are meant.
    #[serde(default)]
    tests: Vec<String>,
    /// Mutants that are known to change nothing that can be seen.
    #[serde(default)]
    alike: Vec<Alike>,
}

/// Mutants that are known to be equal to the rules as they are, with the reason. Without `was` or `change` it is all of the function, or
/// of the chart's figure.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Alike {
    file: String,
    function: String,
    #[serde(default)]
    was: Option<String>,
    #[serde(default)]
    change: Option<String>,
    why: String,
}

impl Book {
    /// Reads what stands in the book's `mutants.toml`.
    pub fn read(root: &Path, name: &str) -> Result<Book, String> {
        if !root.join("crates").join(name).is_dir() || !root.join("books").join(name).is_dir() {
            return Err(format!("there is no rulebook {name:?}: no crates/{name} or no books/{name}"));
        }
        let path = root.join("books").join(name).join("mutants.toml");
        let settings = match fs::read_to_string(&path) {
            Ok(text) => toml::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))?,
            Err(_) => Settings::default(),
        };
        Ok(Book { name: name.to_owned(), settings })
    }

    /// Whether a file of the crate, by its path below `src`, holds no rules.
    pub fn skips(&self, below_src: &str) -> bool {
        self.settings.skip.iter().any(|part| below_src.starts_with(part.as_str()))
    }

    /// Whether a function of such a file holds no rules.
    pub fn skips_function(&self, below_src: &str, function: &str) -> bool {
        let parts = self.settings.skip.iter().filter_map(|part| part.split_once(' '));
        parts.into_iter().any(|(file, name)| below_src.starts_with(file) && function.starts_with(name))
    }

    /// The tests that are run besides vignettes and recordings.
    pub fn tests(&self) -> &[String] {
        &self.settings.tests
    }

    /// Why a mutant is known to change nothing.
    pub fn why_alike(&self, mutant: &Mutant) -> Option<&str> {
        let same = |a: &&Alike| {
            mutant.file.ends_with(&a.file)
                && a.function == mutant.function
                && a.was.as_ref().is_none_or(|was| *was == mutant.was)
                && a.change.as_ref().is_none_or(|change| *change == mutant.change)
        };
        self.settings.alike.iter().find(same).map(|a| a.why.as_str())
    }
}
