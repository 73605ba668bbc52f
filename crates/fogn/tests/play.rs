//! Play by lot: a battle of two corps on a table with terrain, with all invariants at every step, and the checks of questions that nobody can count.

use std::sync::Arc;

use fogn::Fogn;
use fogn::vignette::Vignette;
use muster::Source;
use table::battery::Battery;

const FIELD: &str = include_str!("field.toml");

fn battery() -> Battery<Fogn> {
    let mut vignette =
        Vignette::read(&Source::new("field.toml", FIELD)).unwrap_or_else(|faults| panic!("{faults}"));
    Battery::new(Arc::new(vignette.cases.remove(0).battle), "field")
}

/// The number of random games; `GAMES=1000` plays more.
fn games(usual: u64) -> u64 {
    std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

#[test]
fn random_games_end_in_order() {
    battery().random_games(0..games(6)).unwrap_or_else(|what| panic!("{what}"));
}

/// Answers that are listed are judged legal, what is judged legal is taken and breaks nothing, and the nearest legal answer is legal and its own nearest.
#[test]
fn a_live_game_passes_the_gate() {
    battery().live_game(1, 12).unwrap_or_else(|what| panic!("{what}"));
}

#[test]
fn a_state_is_small() {
    let battery = battery();
    assert!(battery.battle.setup.bytes() < 16 * 1024, "{} bytes", battery.battle.setup.bytes());
}
