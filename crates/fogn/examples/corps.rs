//! Speed of play on the table: `cargo run --release -p fogn --example corps`. Random games of two corps of fourteen units, and the questions of a move.

use std::time::Instant;

use baize::Length;
use fogn::Fogn;
use fogn::ch03_movement::{Legs, Scene, Way};
use fogn::core::state::Phase;
use fogn::core::verb;
use fogn::vignette::Vignette;
use muster::Source;
use table::dice::FastDice;
use table::umpires::{RandomPlayer, Staff};
use table::{Answer, Doors, Flow, Options, Player, Point, Rulebook};

fn main() {
    let source = Source::new("field.toml", include_str!("../tests/field.toml"));
    let battle = Vignette::read(&source).unwrap_or_else(|faults| panic!("{faults}")).cases.remove(0).battle;
    let (mut decisions, began) = (0, Instant::now());
    for seed in 0..40 {
        let mut players = [RandomPlayer::new(seed), RandomPlayer::new(seed + 1000)];
        let seats = players.iter_mut().map(|player| player as &mut dyn Player<Fogn>).collect();
        let mut staff = Staff::<Fogn>::new(seats, FastDice::new(seed));
        let mut state = Fogn::start(&battle);
        while Fogn::step(&battle, &mut state, &mut Doors::new(&battle, &mut staff)).expect("it runs")
            == Flow::Continue
        {}
        decisions += staff.decisions();
    }
    let seconds = began.elapsed().as_secs_f64();
    println!("random play: {decisions} decisions, {:.0} a second", decisions as f64 / seconds);
    questions(&battle);
    println!("state: {} bytes", battle.setup.bytes());
}

/// Cost of a move's questions, on the average of all units.
fn questions(battle: &fogn::Battle) {
    let mut state = Fogn::start(battle);
    state.clock.phase = Phase::Movement;
    let (mut listed, mut judged, mut count) = (0.0, 0.0, 0.0);
    for unit in battle.unit_ids().filter(|unit| state.unit(*unit).on_table()) {
        let way = Way::begin(battle, &state, unit);
        let began = Instant::now();
        for _ in 0..20 {
            let mut out = Vec::new();
            Legs(Scene::new(battle, &state, &way)).list(&mut out);
        }
        listed += began.elapsed().as_secs_f64() / 20.0;
        let began = Instant::now();
        for step in 0..20 {
            let legs = Legs(Scene::new(battle, &state, &way));
            let _ = legs.judge(&[], &Answer::one(verb::AHEAD, Point::Length(Length(400 + 50 * step).0)));
        }
        judged += began.elapsed().as_secs_f64() / 20.0;
        count += 1.0;
    }
    println!(
        "suggestions of a unit: {:.1} µs; judging a leg: {:.1} µs",
        1e6 * listed / count,
        1e6 * judged / count
    );
}
