//! The data of the repository, built into the program.

#![allow(missing_docs)]

include!(concat!(env!("OUT_DIR"), "/tables.rs"));

/// The text of a built-in file, by its path in the repository (`battles/maida/ground.toml`).
pub(crate) fn file(path: &str) -> Option<&'static str> {
    FILES.iter().find(|(name, _)| *name == path).map(|(_, text)| *text)
}

/// The built-in files below a folder (`vignettes/jdg/`), in the order of their paths.
pub(crate) fn below(folder: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES.iter().filter(move |(name, _)| name.starts_with(folder)).copied()
}
