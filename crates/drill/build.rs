//! Builds the tables of the rulebook's data into it, as the shelf does with the house's.

use std::env;
use std::path::PathBuf;

#[path = "../shelf/build/scan.rs"]
mod scan;

fn main() {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    scan::tables(&here, "", |_| here.clone());
}
