//! The battery of checks that every rulebook passes, on a small battle of the tests' own.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use an30::An30;
use an30::variant::{Doherty2005, Edition, Standard};
use table::battery::{Battery, Restarts, Table, compare_with_file, playthrough};
use table::phrase::Catalogue;

fn battery<E: Edition>() -> Battery<An30<E>> {
    battery_of::<E>("practice")
}

fn battery_of<E: Edition>(name: &'static str) -> Battery<An30<E>> {
    let battle = E::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name));
    Battery::new(Arc::new(battle.unwrap_or_else(|faults| panic!("{faults}"))), name)
}

fn passed(result: Result<(), String>) {
    if let Err(what) = result {
        panic!("{what}");
    }
}

/// The number of random games that are played; `GAMES=1000` plays more.
fn games(usual: u64) -> u64 {
    std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

#[test]
fn random_games_end_in_order() {
    passed(battery::<Standard>().random_games(0..games(40)));
}

#[test]
fn random_games_of_the_revision_end_in_order() {
    passed(battery::<Doherty2005>().random_games(0..games(20)));
}

/// Cavalry against squares, with leaders who may lead grand charges (19.16).
#[test]
fn random_games_of_cavalry_end_in_order() {
    passed(battery_of::<Standard>("cavalry").random_games(0..games(20)));
    passed(battery_of::<Doherty2005>("cavalry").random_games(0..games(10)));
}

#[test]
fn live_games_pass_the_gate_undo_save_load_and_verify() {
    passed(battery::<Standard>().live_game(1, 40));
}

#[test]
fn live_games_stopped_anywhere_go_on_as_if_they_had_not_been() {
    for (number, table) in [Table::Seeded, Table::Real].into_iter().enumerate() {
        passed(battery::<Standard>().restarts(number as u64 + 11, Restarts { table, every: 12, most: 90 }));
    }
}

#[test]
fn live_games_of_the_revision_pass_the_gate_undo_save_load_and_verify() {
    passed(battery::<Doherty2005>().live_game(2, 40));
}

#[test]
fn live_games_of_the_revision_stopped_anywhere_go_on_as_if_they_had_not_been() {
    for (number, table) in [Table::Seeded, Table::Real].into_iter().enumerate() {
        let every = Restarts { table, every: 12, most: 60 };
        passed(battery::<Doherty2005>().restarts(number as u64 + 13, every));
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The sentences of an edition: its own, and those of the Règlement where it has none.
fn catalogue(edition: &str) -> Catalogue {
    let of = |book: &str| {
        let text = std::fs::read_to_string(root().join("books").join(book).join("messages.en.toml"));
        Catalogue::parse(&text.expect("the sentences are there")).expect("the sentences parse")
    };
    of(edition).or(&of(Standard::ID))
}

/// The battles of which a game is recorded: the folder, the further scenario, if it is one, and the seed. Random players seldom close with each other:
/// of the seeds from 1815 on these are, of the small battles, those of sixty with most assaults and charges.
const RECORDED: [(&str, Option<&str>, u64); 5] = [
    ("outpost", None, 1835),
    ("maida", None, 1833),
    ("quatre-bras", Some("gemioncourt"), 1863),
    ("quatre-bras", Some("cuirassiers"), 1851),
    ("quatre-bras", None, 1815),
];

/// A whole game of each battle is what it was, line by line.
fn compare_recorded<E: Edition>() {
    for (folder, further, seed) in RECORDED {
        let path = root().join("battles").join(folder);
        let battle = further.map_or_else(|| E::read(&path), |name| E::read_further(&path, name));
        let name = further.map_or_else(|| folder.to_owned(), |name| format!("{folder}.{name}"));
        let battery = Battery::<An30<E>>::new(
            Arc::new(battle.unwrap_or_else(|faults| panic!("{faults}"))),
            name.clone(),
        );
        let text = playthrough(&battery, &catalogue(E::ID), seed).expect("the game runs");
        passed(compare_with_file(&root().join("recorded").join(E::ID).join(format!("{name}.txt")), &text));
    }
}

/// `UPDATE_EXPECT=1 cargo test -p an30 --test together recorded` writes them again when a change of the rules is meant.
#[test]
fn the_recorded_games_are_played_again_line_by_line() {
    compare_recorded::<Standard>();
}

/// As above, by the revision of 2005, which plays the same battles.
#[test]
fn the_recorded_games_of_the_revision_are_played_again_line_by_line() {
    compare_recorded::<Doherty2005>();
}
