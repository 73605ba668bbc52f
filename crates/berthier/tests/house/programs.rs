//! Test programs: a crate has one for its tests, as each more is linked anew after every change, and no file is left out of it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::{read, rooms, root};

/// A program that a manifest names.
struct NamedProgram<'a> {
    name: &'a str,
    /// Whether it runs with all the tests, or only when it is asked for by its name.
    is_usual: bool,
}

/// The programs of the tests that a manifest names.
fn programs(manifest: &str) -> Vec<NamedProgram<'_>> {
    let sections =
        manifest.split("\n[[test]]\n").skip(1).map(|rest| rest.split("\n[").next().unwrap_or_default());
    sections
        .map(|section| {
            let name = section.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
            let is_usual = !section.lines().any(|line| line == "test = false");
            NamedProgram { name: name.expect("a program has a name"), is_usual }
        })
        .collect()
}

/// The files in a crate's folder of tests that could be programs, by the names that these would have.
fn files_of_tests(folder: &Path) -> BTreeSet<String> {
    let Ok(entries) = fs::read_dir(folder) else { return BTreeSet::new() };
    let paths = entries.map(|entry| entry.expect("readable").path());
    let roots =
        paths.filter(|path| path.extension().is_some_and(|e| e == "rs") || path.join("main.rs").is_file());
    roots.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect()
}

/// The files of tests that do not run with all the others, and those that cost a program more, each with what to do.
fn left_out(files: &BTreeSet<String>, manifest: &str, together: &str) -> Vec<String> {
    let programs = programs(manifest);
    let runs = |name: &str| programs.iter().any(|program| program.is_usual && program.name == name);
    let is_part = |name: &str| together.lines().any(|line| line == format!("mod {name};"));
    if !manifest.contains("\nautotests = false\n") {
        let many = files.len() > 1;
        return Vec::from_iter(many.then(|| format!("`autotests = false` and tests/together.rs: {files:?}")));
    }
    files
        .iter()
        .filter(|name| !runs(name) && !is_part(name))
        .map(|name| format!("`mod {name};` belongs into tests/together.rs"))
        .collect()
}

#[test]
fn a_crate_has_one_program_for_its_tests_and_all_of_them_are_in_it() {
    let files = ["together", "alone", "part", "asked_for", "forgotten"].map(str::to_owned).into();
    let manifest = "[package]\nautotests = false\n\n[[test]]\nname = \"together\"\n\n[[test]]\nname = \"alone\"\n\n\
                    [[test]]\nname = \"asked_for\"\ntest = false\n\n[dependencies]\n";
    let found = left_out(&files, manifest, "mod part;\n");
    assert_eq!(found.len(), 2, "what is left out is found: {found:?}");
    assert!(found[0].contains("asked_for") && found[1].contains("forgotten"), "{found:?}");
    assert_eq!(left_out(&files, "[package]\n", "").len(), 1, "many programs are found");
    let mut seen = 0;
    for room in rooms() {
        let folder = root().join("crates").join(&room);
        let files = files_of_tests(&folder.join("tests"));
        let together = fs::read_to_string(folder.join("tests/together.rs")).unwrap_or_default();
        let found = left_out(&files, &read(&folder.join("Cargo.toml")), &together);
        assert!(found.is_empty(), "{room}: {found:#?}");
        seen += files.len();
    }
    assert!(seen > 60, "{seen} files");
}
