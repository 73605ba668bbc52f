//! Builds two tables into the shelf: the data files of the repository, and where the rules are cited and tested.

use std::env;
use std::path::PathBuf;

#[path = "build/scan.rs"]
mod scan;

fn main() {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let root = here.join("../..");
    scan::tables(&root, "/../..", |book| root.join("crates").join(book));
}
