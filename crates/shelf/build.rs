//! Builds two tables into the shelf: the data files of the repository, and where the rules are cited and tested.

use std::env;
use std::path::PathBuf;

#[path = "build/scan.rs"]
mod scan;

fn main() {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let root = here.join("../..");
    let crates = root.join("crates");
    // A variant is a folder in the code of another book.
    let variant = |book: &str| {
        let homes = std::fs::read_dir(&crates).into_iter().flatten().flatten();
        homes.map(|home| home.path().join("src").join(book)).find(|home| home.is_dir())
    };
    scan::tables(&root, "/../..", |book| {
        let own = crates.join(book);
        if own.is_dir() { own } else { variant(book).unwrap_or(own) }
    });
}
