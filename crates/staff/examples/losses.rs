//! Prints what games between sergeants of An XXX cost each side, to be compared with history:
//! `cargo run --release -p staff --example losses -- quatre-bras 10`, or `... -- quatre-bras.gemioncourt 10` for a further scenario.

use std::path::Path;
use std::process::ExitCode;

use an30::core::battle::Arm;
use an30::core::state::{State, Status, UnitId};
use an30::core::status;
use an30::variant::{Edition, Standard};
use an30::{An30, Battle};
use table::dice::FastDice;
use table::umpires::{Checks, Staff, play_match};
use table::{Rulebook, Side};

type Rules = An30<Standard>;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let name = args.first().map_or("quatre-bras", String::as_str);
    let games = args.get(1).and_then(|n| n.parse().ok()).unwrap_or(10);
    let (folder, further) = name.split_once('.').unwrap_or((name, ""));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles").join(folder);
    match Standard::read_further(&folder, further)
        .map_err(|faults| faults.to_string())
        .and_then(|b| print(&b, games))
    {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// Plays the games and prints a line for each, and the average.
fn print(b: &Battle, games: u64) -> Result<(), String> {
    let mut sums = [0; 2];
    for seed in 0..games {
        let mut players = [0, 1].map(|side| {
            staff::an30::player::<Standard>("sergeant", 2 * seed + side).expect("there is a sergeant")
        });
        let [first, second] = &mut players;
        let umpire = Staff::new(vec![&mut **first, &mut **second], FastDice::new(seed));
        let end = play_match::<Rules>(b, umpire, Checks::Never)?;
        let (before, points) = (Rules::start(b), end.outcome.half_points.map(|half| f64::from(half) / 2.0));
        let costs = [Side(0), Side(1)].map(|side| cost(b, &before, &end.state, side));
        for (sum, cost) in sums.iter_mut().zip(&costs) {
            *sum += cost.0;
        }
        let [(one, off_one), (two, off_two)] = costs;
        println!(
            "game {seed}: points {points:?}; losses {one} % and {two} %; units off the map {off_one} and {off_two}"
        );
    }
    let [one, two] = sums.map(|sum| sum / games.max(1) as i32);
    println!("on average: {} lost {one} %, {} lost {two} %", b.sides[0].name, b.sides[1].name);
    Ok(())
}

/// The share of its foot and horse that a side lost to losses, in hundredths, and its units that were destroyed, surrendered or routed off the map.
fn cost(b: &Battle, before: &State, after: &State, side: Side) -> (i32, usize) {
    let counts = |u: &UnitId| {
        b.side(*u) == side && b.arm(*u) != Arm::Artillery && after.unit(*u).status != Status::Folded
    };
    let (mut all, mut gone, mut off) = (0, 0, 0);
    for unit in b.unit_ids().filter(counts) {
        let was = i32::from(status::increments(b, before, unit));
        all += was;
        gone += was - i32::from(status::increments(b, after, unit));
        off += usize::from(matches!(after.unit(unit).status, Status::Destroyed | Status::Surrendered));
    }
    (100 * gone / all.max(1), off)
}
