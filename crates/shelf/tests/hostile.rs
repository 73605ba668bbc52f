//! Bad files of the kinds that only the shelf reads: whatever is written in a rule index, a catalogue or a tutorial, it loads as a
//! whole or is refused with faults that have a place. The same properties as the fuzz targets, on mutations of the real files.

use std::path::Path;

use muster::{Faults, Source};
use shelf::{Catalogue, Index, Lessons};
use table::dice::FastDice;

/// How many mutations of each file are tried.
const TRIES: u64 = 1500;

fn file(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
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

/// Reads mutations of a file: a fault must have a place within it.
fn tries(path: &str, read: impl Fn(&str) -> Result<(), Vec<usize>>) {
    let text = file(path);
    assert_eq!(read(&text), Ok(()), "{path} itself is well formed");
    let mut refused = 0;
    for seed in 0..TRIES {
        let mutant = mutated(&text, &mut FastDice::new(seed));
        if let Err(lines) = read(&mutant) {
            refused += 1;
            let last = mutant.split('\n').count();
            let placed = !lines.is_empty() && lines.iter().all(|line| (1..=last).contains(line));
            assert!(placed, "{path}, seed {seed}: faults at {lines:?} of {last} lines");
        }
    }
    assert!(refused > TRIES / 10, "{path}: only {refused} mutations are refused");
}

/// The lines of the faults; one of the whole file stands at its beginning.
fn lines(faults: Faults) -> Vec<usize> {
    faults.0.iter().map(|fault| fault.place.as_ref().map_or(1, |place| place.line)).collect()
}

#[test]
fn a_rule_index_loads_or_is_refused() {
    tries("books/jdg/index.toml", |text| {
        Index::read(&Source::new("index.toml", text)).map(|_| ()).map_err(lines)
    });
}

#[test]
fn a_catalogue_loads_or_is_refused() {
    tries("books/jdg/messages.en.toml", |text| {
        let faults = |faults: Vec<table::phrase::CatalogueError>| faults.iter().map(|f| f.line).collect();
        Catalogue::parse(text).map(|_| ()).map_err(faults)
    });
}

#[test]
fn lessons_load_or_are_refused() {
    tries("battles/tutorial/tutorial.toml", |text| {
        Lessons::read(&Source::new("tutorial.toml", text)).map(|_| ()).map_err(lines)
    });
}
