//! Points games of two armies: set up from nothing by lot, and played to the last turn with all invariants at every step.

use std::sync::Arc;

use baize::{Length, Table};
use fogn::Fogn;
use fogn::files::matched::{Meeting, of_armies};
use muster::Source;
use roster::plain_sides;
use table::battery::Battery;

use super::armies::{armoury, samples};

fn battery(armies: [usize; 2], turns: u16) -> Battery<Fogn> {
    let samples = samples();
    let [first, second] = armies.map(|at| {
        let (name, source): &(String, Source) = &samples[at % samples.len()];
        armoury().army(source).unwrap_or_else(|faults| panic!("{name}: {faults}"))
    });
    let meeting = Meeting {
        id: "match".to_owned(),
        title: "A match".to_owned(),
        table: Table::open(Length::mu(72), Length::mu(48)),
        charts: fogn::files::charts::ChartFiles::default().load().expect("the charts have no faults"),
        sides: plain_sides([]),
        turns,
    };
    let battle = of_armies(meeting, [&first, &second], armoury()).unwrap_or_else(|faults| panic!("{faults}"));
    Battery::new(Arc::new(battle), format!("{} against {}", first.name, second.name))
}

#[test]
fn a_points_game_is_played_from_nothing_to_the_last_turn() {
    for seed in 0..3 {
        let battery = battery([seed, seed + 3], 3);
        battery.random_games(seed as u64..seed as u64 + 1).unwrap_or_else(|what| panic!("{what}"));
    }
}

#[test]
fn all_sample_armies_meet() {
    for seed in 0..samples().len() {
        let battery = battery([seed, seed + 1], 1);
        assert!(battery.battle.units.len() <= fogn::core::state::MAX_UNITS, "{}", battery.battle.title);
        assert!(battery.battle.game.is_some());
    }
}
