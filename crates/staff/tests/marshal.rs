//! The computer players of the rules of Marshal Enterprises play whole games: they end, break no invariant, and the better player wins. `GAMES=100`
//! plays more of those that are counted.

use std::path::Path;

use marshal::files::arrange;
use marshal::{Battle, Marshal};
use staff::duel::{Checks, duel};

fn battle(name: &str) -> Battle {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles").join(name);
    arrange::read(&folder).unwrap_or_else(|faults| panic!("{name}: {faults}"))
}

/// The sergeant wins 95 games of 100 against the recruit on either side; of a few all but one.
fn wins(name: &str, usual: u64) {
    let battle = battle(name);
    let games = std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(usual);
    for side in 0..2 {
        let names = if side == 0 { ["sergeant", "recruit"] } else { ["recruit", "sergeant"] };
        let tally = duel::<Marshal>(&battle, staff::marshal::player, names, 1, games, Checks::EveryStep)
            .unwrap_or_else(|mishap| panic!("{name}: {names:?}: {mishap:?}"));
        println!("{name} {names:?}: {tally:?}");
        let lost = games - u64::from(tally.won[side]);
        assert!(lost <= (games / 20).max(1), "{name}, side {side}: {tally:?}");
    }
}

#[test]
fn the_sergeant_beats_the_recruit_at_maida_by_the_rules_of_marshal_enterprises() {
    wins("maida", 10);
}

#[test]
fn the_sergeant_beats_the_recruit_at_saalfeld_by_the_rules_of_marshal_enterprises() {
    wins("saalfeld", 2);
}

#[test]
fn the_sergeant_beats_the_recruit_at_neumarkt_by_the_rules_of_marshal_enterprises() {
    wins("neumarkt", 1);
}
