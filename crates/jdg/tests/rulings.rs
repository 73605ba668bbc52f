//! Every ruling of `docs/rulings.md` is told apart from the other reading by a vignette that names it, and every number that is named
//! stands there.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The text files under a folder, with what they hold.
fn texts(folder: &Path, ending: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            found.extend(texts(&path, ending));
        } else if path.extension().is_some_and(|word| word == ending) {
            let text = fs::read_to_string(&path).expect("it is text");
            found.push((path, text));
        }
    }
    found
}

/// The numbers of rulings in a text: a `J` that begins a word, and digits.
fn numbers(text: &str) -> BTreeSet<u32> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter_map(|word| word.strip_prefix('J')?.parse().ok()).collect()
}

/// The numbers that head an entry of the document.
fn headings(text: &str) -> BTreeSet<u32> {
    let heads = text.lines().filter_map(|line| line.strip_prefix("**")?.split_once("**"));
    heads.flat_map(|(head, _)| numbers(head)).collect()
}

#[test]
fn every_ruling_is_shown_by_a_vignette_that_names_it() {
    let document = fs::read_to_string(root().join("docs/rulings.md")).expect("it is there");
    let rulings = headings(&document);
    assert!(rulings.len() > 150, "{} rulings", rulings.len());
    let vignettes = texts(&root().join("vignettes/jdg"), "toml");
    let shown: BTreeSet<u32> = vignettes.iter().flat_map(|(_, text)| numbers(text)).collect();
    let missing: Vec<_> = rulings.difference(&shown).collect();
    assert!(missing.is_empty(), "no vignette in vignettes/jdg names J{missing:?} in its note");
}

#[test]
fn every_number_that_is_named_is_a_ruling() {
    let document = fs::read_to_string(root().join("docs/rulings.md")).expect("it is there");
    let rulings = headings(&document);
    let mut places = texts(&root().join("vignettes/jdg"), "toml");
    places.extend(texts(&root().join("crates/jdg/src"), "rs"));
    places.extend(texts(&root().join("books/jdg"), "toml"));
    let mut unknown: BTreeMap<u32, PathBuf> = numbers(&document)
        .difference(&rulings)
        .map(|number| (*number, PathBuf::from("docs/rulings.md")))
        .collect();
    for (path, text) in places {
        unknown.extend(numbers(&text).difference(&rulings).map(|number| (*number, path.clone())));
    }
    assert!(unknown.is_empty(), "docs/rulings.md has no such numbers: {unknown:?}");
}
