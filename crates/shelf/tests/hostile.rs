//! Bad files of the kinds that only the shelf reads: whatever is written in a rule index, a catalogue or a tutorial, it loads as a
//! whole or is refused with faults that have a place. The same properties as the fuzz targets, on mutations of the real files.

use std::path::{Path, PathBuf};

use muster::{Faults, Source};
use shelf::{Catalogue, Index, Lessons};
use table::dice::FastDice;

/// Number of the mutations of files of a kind that are tried.
const TRIES: u64 = 1500;

/// The path of a file of the repository.
fn whole(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn file(path: &str) -> String {
    std::fs::read_to_string(whole(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[rustfmt::skip]
const WORDS: &[&str] = &[
    "", "=", "[", "]", "[[", "\"", "\"\"\"", "{", "}", "{x}", "\n", "format = 2\n", "id = \"1\"\n", "rule",
    "99999999999999999999", "-1", "true", "\0", "\u{fffd}é", "status = \"partly\"", "turn = 70000", "1979-05-27",
];

/// A text with a few pieces cut out, doubled, or overwritten.
fn mutated(text: &str, dice: &mut FastDice) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..1 + dice.below(4) {
        let count = u32::try_from(chars.len() + 1).expect("a small file");
        let at = dice.below(count) as usize;
        let end = (at + dice.below(40) as usize).min(chars.len());
        match dice.below(3) {
            0 => drop(chars.drain(at..end)),
            1 => {
                let piece: Vec<char> = chars[at..end].to_vec();
                chars.splice(at..at, piece);
            }
            _ => drop(chars.splice(at..end, dice.pick(WORDS).chars())),
        }
    }
    chars.into_iter().collect()
}

/// Reads mutations of some files, as many of each: a fault must have a place within the file.
fn tries(paths: &[String], read: impl Fn(&str) -> Result<(), Vec<usize>>) {
    assert!(!paths.is_empty(), "there is a file to be read");
    for path in paths {
        tries_of(path, TRIES / paths.len() as u64, &read);
    }
}

fn tries_of(path: &str, tries: u64, read: impl Fn(&str) -> Result<(), Vec<usize>>) {
    let text = file(path);
    assert_eq!(read(&text), Ok(()), "{path} itself is well formed");
    let mut refused = 0;
    for seed in 0..tries {
        let mutant = mutated(&text, &mut FastDice::new(seed));
        if let Err(lines) = read(&mutant) {
            refused += 1;
            let last = mutant.split('\n').count();
            let placed = !lines.is_empty() && lines.iter().all(|line| (1..=last).contains(line));
            assert!(placed, "{path}, seed {seed}: faults at {lines:?} of {last} lines");
        }
    }
    assert!(refused > tries / 10, "{path}: only {refused} mutations are refused");
}

/// The lines of the faults; one of the whole file stands at its beginning.
fn lines(faults: Faults) -> Vec<usize> {
    faults.0.iter().map(|fault| fault.place.as_ref().map_or(1, |place| place.line)).collect()
}

/// A file of the folder of every known book.
fn of_every_book(name: &str) -> Vec<String> {
    shelf::known().map(|book| format!("books/{}/{name}", book.id())).collect()
}

#[test]
fn a_rule_index_loads_or_is_refused() {
    tries(&of_every_book("index.toml"), |text| {
        Index::read(&Source::new("index.toml", text)).map(|_| ()).map_err(lines)
    });
}

#[test]
fn a_catalogue_loads_or_is_refused() {
    tries(&of_every_book("messages.en.toml"), |text| {
        let faults = |faults: Vec<table::phrase::CatalogueError>| faults.iter().map(|f| f.line).collect();
        Catalogue::parse(text).map(|_| ()).map_err(faults)
    });
}

#[test]
fn lessons_load_or_are_refused() {
    let battles = shelf::known().flat_map(|book| book.battles()).map(|battle| battle.id);
    let lessons =
        battles.map(|id| format!("battles/{id}/tutorial.toml")).filter(|path| whole(path).is_file());
    tries(&lessons.collect::<Vec<_>>(), |text| {
        Lessons::read(&Source::new("tutorial.toml", text)).map(|_| ()).map_err(lines)
    });
}
