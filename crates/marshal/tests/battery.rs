//! The battery of checks that every rulebook passes: live games, stopped and gone on with, and a recorded game of each battle.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use marshal::Marshal;
use marshal::files::arrange::read;
use table::battery::{Battery, Restarts, Table, compare_with_file, playthrough};
use table::phrase::Catalogue;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn battery(name: &str) -> Battery<Marshal> {
    let battle = read(&root().join("battles").join(name)).unwrap_or_else(|faults| panic!("{faults}"));
    Battery::new(Arc::new(battle), name)
}

fn passed(result: Result<(), String>) {
    if let Err(what) = result {
        panic!("{what}");
    }
}

#[test]
fn live_games_pass_the_gate_undo_save_load_and_verify() {
    passed(battery("maida").live_game(1, 40));
}

#[test]
fn live_games_stopped_anywhere_go_on_as_if_they_had_not_been() {
    for (number, table) in [Table::Seeded, Table::Real].into_iter().enumerate() {
        passed(battery("maida").restarts(number as u64 + 11, Restarts { table, every: 24, most: 60 }));
    }
}

/// A whole game of each battle is what it was, line by line. `UPDATE_EXPECT=1 cargo test -p marshal --test battery recorded` writes them again when a
/// change of the rules is meant.
#[test]
fn the_recorded_games_are_played_again_line_by_line() {
    let text = std::fs::read_to_string(root().join("books/marshal/messages.en.toml"));
    let words = Catalogue::parse(&text.expect("the sentences are there")).expect("the sentences parse");
    for (name, seed) in [("maida", 1833), ("saalfeld", 1806), ("neumarkt", 1809)] {
        let text = playthrough(&battery(name), &words, seed).expect("the game runs");
        passed(compare_with_file(&root().join(format!("recorded/marshal/{name}.txt")), &text));
    }
}
