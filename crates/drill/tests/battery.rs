//! The battery of checks that every rulebook passes, and the vignettes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use drill::core::state::State;
use drill::core::verb;
use drill::{Battle, ChartFiles, Drill};
use muster::Source;
use roster::BattleFiles;
use shelf::{Catalogue, Language, Order};
use table::battery::{
    Battery, Restarts, Secrets, Table, compare_with_file, count_continuations, play_vignettes, playthrough,
};
use table::dice::FastDice;
use table::option::settle;
use table::vignette::Vignette;
use table::{Event, Rulebook, Side};

fn here() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn battery(counters: &str) -> Battery<Drill> {
    let folder = BattleFiles::read("drill", &here().join("battles/meadow")).expect("the battle is there");
    let settled =
        settle(Drill::OPTIONS, &[("counters".to_owned(), counters.to_owned())]).expect("it is an option");
    let charts = ChartFiles::default().load().expect("the charts load");
    let battle = drill::battle(&folder, charts, settled).expect("the battle loads");
    Battery::new(Arc::new(battle), format!("meadow-{counters}"))
}

fn catalogue() -> &'static Catalogue {
    drill::on_the_shelf();
    shelf::book("drill").expect("it is on the shelf").catalogue(Language::ENGLISH)
}

fn passed(result: Result<(), String>) {
    if let Err(what) = result {
        panic!("{what}");
    }
}

#[test]
fn random_games_end_in_order() {
    passed(battery("hidden").random_games(0..200));
    passed(battery("open").random_games(0..50));
}

#[test]
fn live_games_pass_the_gate_undo_save_load_and_verify() {
    for seed in 0..4 {
        passed(battery("hidden").live_game(seed, 5));
    }
    passed(battery("open").live_game(9, 5));
}

#[test]
fn live_games_stopped_anywhere_go_on_as_if_they_had_not_been() {
    for table in [Table::Seeded, Table::Real] {
        passed(battery("hidden").restarts(3, Restarts { table, every: 8, most: 60 }));
    }
}

/// The strengths that have not come to light (1.2).
struct HiddenStrengths;

impl Secrets<Drill> for HiddenStrengths {
    fn scramble(&self, b: &Battle, s: &State, keep: Side, seed: u64) -> State {
        let (mut dice, mut other) = (FastDice::new(seed), s.clone());
        for unit in b.unit_numbers().filter(|unit| b.side(*unit) != keep && !s.unit(*unit).shown) {
            other.unit_mut(unit).strength = 1 + dice.below(9) as u8;
        }
        other
    }

    fn reveals(&self, event: &Event) -> bool {
        event.key == "unit.shown"
    }
}

#[test]
fn what_a_side_may_not_know_does_not_change_what_it_is_told() {
    for seed in 0..12 {
        passed(battery("hidden").secrecy(&HiddenStrengths, seed, 2));
    }
}

/// The check above can fail: a book that lets the enemy's strength through is caught.
#[test]
fn a_strength_that_shows_is_noticed() {
    struct All;
    impl Secrets<Drill> for All {
        fn scramble(&self, b: &Battle, s: &State, keep: Side, seed: u64) -> State {
            let (mut dice, mut other) = (FastDice::new(seed), s.clone());
            for unit in b.unit_numbers().filter(|unit| b.side(*unit) != keep) {
                other.unit_mut(unit).strength = 1 + dice.below(9) as u8;
            }
            other
        }
    }
    let told = battery("open").secrecy(&All, 1, 1).expect_err("open counters hide nothing");
    assert!(told.contains("the views differ"), "{told}");
}

#[test]
fn every_sentence_is_in_the_catalogue() {
    let lacks = battery("hidden").catalogue_lacks(catalogue(), 0..60).expect("the games run");
    assert!(lacks.is_empty(), "{lacks:#?}");
}

/// A whole game, line by line. `UPDATE_EXPECT=1` writes it again when a change of the rules is meant.
#[test]
fn the_recorded_game_is_played_again_line_by_line() {
    let text = playthrough(&battery("hidden"), catalogue(), 1806).expect("the game runs");
    passed(compare_with_file(&here().join("recorded/meadow.txt"), &text));
}

fn read(path: &Path) -> Vignette<Drill> {
    let vignette = Source::read(path).and_then(|source| Vignette::read(&source));
    vignette.unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn vignettes_come_out_as_they_say() {
    passed(play_vignettes::<Drill>(&here().join("vignettes/drill")).map(|_counted| ()));
}

#[test]
fn legal_continuations_are_counted() {
    let wheel = read(&here().join("vignettes/drill/r2_1_a_line_wheels_about_its_right_wing.toml"));
    let battle = &wheel.cases[0].battle;
    let count = |depth| count_continuations::<Drill>(battle, &battle.setup, depth).expect("it runs");
    assert_eq!([count(1), count(2)], [4, 16]);
}

/// The first shots of some games by lot: whether their chances end where something comes to light, and whether they tell of losses.
fn foreseen(counters: &str) -> Vec<(bool, bool)> {
    drill::on_the_shelf();
    let options = [("counters".to_owned(), counters.to_owned())];
    let order = Order { options: &options, ..Order::of("meadow") };
    let table = shelf::book("drill").and_then(|book| book.load(&order)).expect("it loads");
    let mut told = Vec::new();
    for seed in 0..12 {
        let mut live = table.open([None, None], [seed; 32]).expect("it begins");
        let mut lot = FastDice::new(seed.into());
        while let Some(asked) = live.pending().first() {
            if let Some(shot) = asked.legal.iter().find(|answer| answer.verb == verb::FIRE) {
                let odds = live.odds(asked.side, *shot).expect("it has odds");
                let loss = odds.ends.iter().any(|(end, _)| end.contains("weaker") || end.contains("lost"));
                told.push((odds.ahead.expect("it is a live game").is_veiled, loss));
            }
            let (side, answer) = (asked.side, lot.pick(&asked.legal));
            live.answer(side, answer).expect("it is legal");
        }
    }
    told
}

#[test]
fn a_shot_is_foreseen_as_far_as_its_target_is_known() {
    let (hidden, open) = (foreseen("hidden"), foreseen("open"));
    assert_eq!(hidden.len(), open.len(), "the option changes what is known, not what is played");
    assert!(open.iter().all(|(veiled, _)| !veiled) && open.iter().any(|(_, loss)| *loss));
    assert!(hidden.iter().any(|(veiled, _)| *veiled), "some targets have not shown their strength");
    for ((veiled, known), (_, loss)) in hidden.into_iter().zip(open) {
        assert!(!(veiled && known) && (veiled || known) == loss, "a loss is told or veiled, never both");
    }
}
