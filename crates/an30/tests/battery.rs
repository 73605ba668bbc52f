//! The battery of checks that every rulebook passes, on a small battle of the tests' own.

use std::path::Path;
use std::sync::Arc;

use an30::An30;
use an30::variant::{Doherty2005, Edition, Standard};
use table::battery::{Battery, Restarts, Table};

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
