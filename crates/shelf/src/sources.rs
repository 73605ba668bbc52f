//! Finding data files: built-in ones by name, others by their path on disk.

use std::path::Path;

use muster::{Fault, Faults, Source, nearest};

use crate::data;

/// The paths of all built-in vignettes of a book.
pub fn vignettes(book: &str) -> Vec<&'static str> {
    data::below(&format!("vignettes/{book}/")).map(|(path, _)| path).collect()
}

/// A vignette: a file on disk, or a built-in one by its path or its name (`r8_8_1_two_hexes_test_at_minus_two`).
///
/// # Errors
/// There is no such file; names the nearest built-in one.
pub fn find_vignette(name: &str) -> Result<Source, Faults> {
    if Path::new(name).is_file() {
        return Source::read(Path::new(name));
    }
    let stem = |path: &'static str| path.rsplit('/').next().unwrap_or(path).trim_end_matches(".toml");
    let found = data::below("vignettes/").find(|(path, _)| *path == name || stem(path) == name);
    match found {
        Some((path, text)) => Ok(Source::new(path, text)),
        None => {
            let mut fault = Fault::new(format!("no file and no vignette is called {name:?}"));
            fault.nearest =
                nearest(name, data::below("vignettes/").map(|(path, _)| stem(path))).map(str::to_owned);
            Err(Faults(vec![fault]))
        }
    }
}

/// The book that a data file names in its `rulebook` field.
pub fn rulebook_of(source: &Source) -> Option<String> {
    let table: toml::Table = source.text.parse().ok()?;
    Some(table.get("rulebook")?.as_str()?.to_owned())
}
