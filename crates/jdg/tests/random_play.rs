//! Random play to the end, with the invariants looked at between any two steps.

use std::path::Path;

use jdg::arrange::BattleFiles;
use jdg::chart_files::ChartFiles;
use jdg::{Battle, Jdg};
use table::dice::FastDice;
use table::umpires::{RandomPlayer, Staff};
use table::{Doors, Flow, Player, Rulebook};

fn battle(name: &str) -> Battle {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles").join(name);
    BattleFiles::read(&folder).and_then(|files| files.load(&ChartFiles::default())).expect("the battle loads")
}

fn play(battle: &Battle, seed: u64) -> (u64, usize) {
    let mut one = RandomPlayer::new(seed);
    let mut two = RandomPlayer::new(seed + 1_000_000);
    let players: Vec<&mut dyn Player<Jdg>> = vec![&mut one, &mut two];
    let mut staff = Staff::new(players, FastDice::new(seed));
    let mut state = Jdg::start(battle);
    let mut steps = 0;
    loop {
        let mut doors = Doors::new(battle, &mut staff);
        let flow = Jdg::step(battle, &mut state, &mut doors).expect("computers always answer");
        steps += 1;
        if let Err(broken) = Jdg::check(battle, &state) {
            panic!("{} seed {seed}, step {steps}, {:?}: {broken}", battle.id, state.clock);
        }
        assert!(steps < 200_000, "{} seed {seed} does not end", battle.id);
        if flow == Flow::Over {
            return (staff.decisions(), steps);
        }
    }
}

fn games(name: &str) {
    let count: u64 = std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(20);
    let battle = battle(name);
    let mut decisions = 0;
    for seed in 0..count {
        decisions += play(&battle, seed).0;
    }
    println!("{name}: {} decisions a game", decisions / count.max(1));
}

#[test]
fn random_games_of_the_tutorial_end_in_order() {
    games("tutorial");
}

#[test]
fn random_games_of_maida_end_in_order() {
    games("maida");
}

#[test]
fn random_games_of_saalfeld_end_in_order() {
    games("saalfeld");
}
