//! Armies: the lists of the repository are read, the sample armies are legal, rosters are printed.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use fogn::armies::{Armoury, List, Points, STANDARD, composition, roster};
use muster::Source;

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The armoury of the repository, read once.
pub fn armoury() -> &'static Armoury {
    static ARMOURY: OnceLock<Armoury> = OnceLock::new();
    ARMOURY.get_or_init(Armoury::standard)
}

/// The sample armies, by their names.
pub fn samples() -> Vec<(String, Source)> {
    let folder = std::fs::read_dir(root().join("books/fogn/samples")).expect("there are samples");
    let mut paths: Vec<PathBuf> = folder.map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    paths
        .iter()
        .map(|path| {
            let source = Source::read(path).expect("it is text");
            let name = source.stem();
            (name.clone(), Source::new(format!("{name}.toml"), source.text))
        })
        .collect()
}

/// The text of a sample army.
pub fn sample(name: &str) -> String {
    let (_, source) = samples().into_iter().find(|(other, _)| other == name).expect("there is one");
    source.text
}

#[test]
fn the_files_of_the_repository_have_no_faults() {
    let file = |path: &str| Source::read(&root().join(path)).expect("it is there");
    let points = file("books/fogn/charts/points.toml");
    Points::read(&points).unwrap_or_else(|faults| panic!("{faults}"));
    composition(&file("books/fogn/charts/composition.toml")).unwrap_or_else(|faults| panic!("{faults}"));
    let mut faults = String::new();
    for (name, text) in STANDARD {
        let source = Source::new(format!("books/fogn/armies/{name}.toml"), *text);
        if let Err(found) = List::read(&source, &Points::standard()) {
            faults += &format!("{found}\n");
        }
    }
    assert_eq!(faults, "");
    let mut files: Vec<String> = std::fs::read_dir(root().join("books/fogn/armies"))
        .expect("a folder")
        .map(|entry| {
            entry.expect("readable").path().file_stem().expect("a name").to_string_lossy().into_owned()
        })
        .collect();
    files.sort();
    let lists: Vec<&str> = STANDARD.iter().map(|(name, _)| *name).collect();
    assert_eq!(files, lists, "every list of the folder is known");
    assert_eq!(lists.len(), 8, "every list of the appendix is there");
}

#[test]
fn the_sample_armies_are_legal_and_there_is_one_of_each_list() {
    let armoury = armoury();
    let (mut faults, mut lists) = (String::new(), Vec::new());
    for (name, source) in samples() {
        match armoury.army(&source) {
            Ok(army) => {
                let cost = armoury.cost(&army);
                assert!((700..=800).contains(&cost), "{name} costs {cost}");
                lists.extend(army.list);
            }
            Err(found) => faults += &format!("{found}\n"),
        }
    }
    assert_eq!(faults, "");
    lists.dedup();
    assert_eq!(lists, STANDARD.iter().map(|(name, _)| *name).collect::<Vec<_>>());
}

#[test]
fn a_roster_tells_the_points_of_each_line_and_of_the_whole() {
    let armoury = armoury();
    let source = Source::new("army.toml", sample("anglo-portuguese-1810"));
    let army = armoury.army(&source).expect("it is legal");
    let text = roster(&army, armoury);
    let expected = std::fs::read_to_string(root().join("crates/fogn/tests/roster.txt")).unwrap_or_default();
    if std::env::var("UPDATE_EXPECT").is_ok() {
        std::fs::write(root().join("crates/fogn/tests/roster.txt"), &text).expect("writable");
    }
    assert_eq!(text, expected, "UPDATE_EXPECT=1 writes it anew");
}
