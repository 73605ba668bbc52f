//! The battery of checks that every rulebook passes, on the real battles.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use jdg::arrange::BattleFiles;
use jdg::chart_files::ChartFiles;
use jdg::vignette::Vignette;
use jdg::{Battle, Jdg, State, orders};
use muster::Source;
use table::battery::{Battery, Secrets, compare_with_file, count_continuations, playthrough};
use table::dice::FastDice;
use table::phrase::Catalogue;
use table::{Event, Side};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn battery(name: &str) -> Battery<Jdg> {
    let files = BattleFiles::read(&root().join("battles").join(name));
    let battle = files.and_then(|files| files.load(&ChartFiles::default())).expect("the battle loads");
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

/// How many random games are played; `GAMES=1000` plays more.
fn games(usual: u64) -> u64 {
    std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

#[test]
fn random_games_of_the_tutorial_end_in_order() {
    passed(battery("tutorial").random_games(0..games(60)));
}

#[test]
fn random_games_of_maida_end_in_order() {
    passed(battery("maida").random_games(0..games(20)));
}

#[test]
fn random_games_of_saalfeld_end_in_order() {
    passed(battery("saalfeld").random_games(0..games(10)));
}

#[test]
fn live_games_pass_the_gate_undo_save_load_and_verify() {
    passed(battery("tutorial").live_game(1, 3));
    passed(battery("tutorial").live_game(2, 3));
    passed(battery("maida").live_game(3, 25));
}

/// Order markers that lie face down are the one secret of the book (2.3.2, 2.4).
struct FaceDown;

impl Secrets<Jdg> for FaceDown {
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
        passed(battery("tutorial").secrecy(&FaceDown, seed, 2));
    }
    passed(battery("maida").secrecy(&FaceDown, 5, 4));
    passed(battery("saalfeld").secrecy(&FaceDown, 6, 8));
}

#[test]
fn every_sentence_is_in_the_catalogue() {
    let mut lacks = std::collections::BTreeSet::new();
    for (name, count) in [("tutorial", 40), ("maida", 20), ("saalfeld", 10)] {
        lacks.extend(battery(name).catalogue_lacks(&catalogue(), 0..count).expect("the games run"));
    }
    assert!(lacks.is_empty(), "books/jdg/messages.en.toml lacks:\n{lacks:#?}");
}

/// A whole game, line by line. `UPDATE_EXPECT=1` writes it again when a change of the rules is meant.
#[test]
fn the_recorded_game_is_played_again_line_by_line() {
    let text = playthrough(&battery("tutorial"), &catalogue(), 1806).expect("the game runs");
    passed(compare_with_file(&root().join("recorded/jdg/tutorial.txt"), &text));
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
