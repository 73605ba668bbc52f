//! The battery of checks that every rulebook passes, on the real battles.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use jdg::ch02_orders::orders;
use jdg::files::arrange;
use jdg::vignette::Vignette;
use jdg::{Battle, Jdg, State};
use muster::Source;
use table::battery::{
    Battery, Restarts, Secrets, Table, compare_with_file, count_continuations, playthrough,
};
use table::dice::FastDice;
use table::phrase::Catalogue;
use table::{Event, Side};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn battery(name: &str) -> Battery<Jdg> {
    let battle = arrange::read(&root().join("battles").join(name)).expect("the battle loads");
    Battery::new(Arc::new(battle), name)
}

fn catalogue() -> Catalogue {
    let text =
        std::fs::read_to_string(root().join("books/jdg/messages.en.toml")).expect("the sentences are there");
    Catalogue::parse(&text).expect("the sentences parse")
}

fn passed(result: Result<(), String>) {
    if let Err(what) = result {
        panic!("{what}");
    }
}

/// Number of the random games played; `GAMES=1000` plays more.
fn games(usual: u64) -> u64 {
    std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// The battles that are in the repository, by name.
fn battles() -> Vec<String> {
    let folder = std::fs::read_dir(root().join("battles")).expect("the battles are there");
    let folders = folder.map(|entry| entry.expect("it can be read").path());
    let names = folders.filter(|folder| folder.join("jdg.toml").is_file());
    let mut names: Vec<String> = names
        .map(|folder| folder.file_name().expect("it has a name").to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert!(names.len() >= 3, "{names:?}");
    names
}

#[test]
fn random_games_of_every_battle_end_in_order() {
    for name in battles() {
        passed(battery(&name).random_games(0..games(20)));
    }
}

/// Sampled decisions: each is tried with all its legal answers and many others, taken back, and the game loaded from its journal.
#[test]
fn live_games_of_every_battle_pass_the_gate_undo_save_load_and_verify() {
    for (number, name) in battles().into_iter().enumerate() {
        let battery = battery(&name);
        // A loading costs as much as the game so far: the more units, the fewer decisions are tried.
        let units = u32::try_from(battery.battle.units.len()).expect("a battle has at most 256 units");
        passed(battery.live_game(number as u64 + 1, (units * units / 20).max(3)));
    }
    passed(battery("tutorial").live_game(20, 3));
}

/// Under both kinds of dice, with takes-back, changes of seat and computers that take over.
#[test]
fn live_games_stopped_anywhere_go_on_as_if_they_had_not_been() {
    for (number, name) in battles().into_iter().enumerate() {
        for (every, most, table) in [(6, 90, Table::Seeded), (6, 90, Table::Real)] {
            passed(battery(&name).restarts(number as u64 + 11, Restarts { table, every, most }));
        }
    }
    for seed in 0..3 {
        for table in [Table::Seeded, Table::Real] {
            passed(battery("tutorial").restarts(seed, Restarts { table, every: 12, most: 300 }));
        }
    }
}

/// Order markers that lie face down are the one secret of the book (2.3.2, 2.4).
struct FaceDownOrders;

impl Secrets<Jdg> for FaceDownOrders {
    fn scramble(&self, battle: &Battle, state: &State, keep: Side, seed: u64) -> State {
        let mut dice = FastDice::new(seed);
        let mut other = state.clone();
        for unit in battle.unit_ids().filter(|&u| battle.side(u) != keep) {
            let group = orders::own_group(unit);
            if orders::spokesman(battle, state, group).is_some() && !other.groups[group.i()].revealed {
                other.groups[group.i()].received = dice.below(2) == 1;
            }
        }
        other
    }

    fn reveals(&self, event: &Event) -> bool {
        event.key == "orders.revealed"
    }
}

#[test]
fn what_a_side_may_not_know_does_not_change_what_it_is_told() {
    for seed in 0..4 {
        passed(battery("tutorial").secrecy(&FaceDownOrders, seed, 2));
    }
    for name in battles() {
        passed(battery(&name).secrecy(&FaceDownOrders, 5, 6));
    }
}

#[test]
fn every_sentence_is_in_the_catalogue() {
    let mut lacks = std::collections::BTreeSet::new();
    for name in battles() {
        lacks.extend(battery(&name).catalogue_lacks(&catalogue(), 0..20).expect("the games run"));
    }
    assert!(lacks.is_empty(), "books/jdg/messages.en.toml lacks:\n{lacks:#?}");
}

/// A whole game of each battle, line by line. `UPDATE_EXPECT=1` writes them again when a change of the rules is meant.
#[test]
fn the_recorded_games_are_played_again_line_by_line() {
    for name in battles() {
        let text = playthrough(&battery(&name), &catalogue(), 1806).expect("the game runs");
        passed(compare_with_file(&root().join("recorded/jdg").join(format!("{name}.txt")), &text));
    }
}

/// Lines `vignette decisions count` in `recorded/jdg/counts.txt`: how many ways the game can go on from where the vignette starts.
#[test]
fn legal_continuations_of_fixed_vignettes_are_counted() {
    let path = root().join("recorded/jdg/counts.txt");
    let text = std::fs::read_to_string(&path).expect("the counts are there");
    let mut wrong = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split('#').next().unwrap_or_default().split_whitespace().collect();
        let [name, decisions, count] = words[..] else {
            assert!(words.is_empty(), "expected `vignette decisions count`: {line}");
            continue;
        };
        let file = root().join("vignettes/jdg").join(format!("{name}.toml"));
        let vignette = Source::read(&file).and_then(|s| Vignette::read(&s)).expect("the vignette loads");
        let battle = &vignette.cases[0].battle;
        let depth: u32 = decisions.parse().expect("a number of decisions");
        let found = count_continuations::<Jdg>(battle, &battle.setup, depth).expect("the procedure runs");
        if count != found.to_string() {
            wrong.push(format!("{name} {decisions} {found}"));
        }
    }
    assert!(wrong.is_empty(), "{} counts differ; found:\n{}", wrong.len(), wrong.join("\n"));
}
