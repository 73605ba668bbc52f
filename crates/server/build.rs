//! Builds the client's files into the server, if the client was built before; the server does not need it to be.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let dist = here.join("../../web/dist");
    // A folder that is not there would count as changed at every build. If it cannot be made, that is all the harm.
    let _ = fs::create_dir_all(&dist);
    println!("cargo::rerun-if-changed={}", dist.display());
    println!("cargo::rerun-if-changed=migrations");
    println!("cargo::rerun-if-changed=build.rs");
    warn_of_age(&here.join("../../web/src"), &dist.join("index.html"));
    let mut files = Vec::new();
    collect(&dist, &mut files);
    let mut out = String::from("static FILES: &[(&str, &[u8])] = &[\n");
    for path in &files {
        let below = path.strip_prefix(&dist).expect("found below it");
        let name = below.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
        let _ = writeln!(out, "    ({name:?}, include_bytes!({:?})),", path.display().to_string());
    }
    out.push_str("];\n");
    let target = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it")).join("files.rs");
    fs::write(target, out).expect("the build folder can be written");
}

/// Says so where the client that is built in is older than its sources.
fn warn_of_age(sources: &Path, built: &Path) {
    println!("cargo::rerun-if-changed={}", sources.display());
    let changed_at = |path: &Path| fs::metadata(path).and_then(|file| file.modified()).ok();
    let mut files = Vec::new();
    collect(sources, &mut files);
    let newest = files.iter().filter_map(|path| changed_at(path)).max();
    if changed_at(built).is_some_and(|built| newest.is_some_and(|newest| newest > built)) {
        println!("cargo::warning=the page in web/dist is older than web/src; `cargo xtask play` builds both");
    }
}

/// All files below a folder, in the order of their names; none if there is no folder.
fn collect(folder: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() { collect(&path, out) } else { out.push(path) }
    }
}
