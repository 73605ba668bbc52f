//! Lets the computer players of the Règlement de l'An XXX fight and prints who wins, what is lost and how fast:
//! `cargo run --release -p staff --example an30_duel -- quatre-bras.gemioncourt 100`. With two names after the number, only these two play.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use an30::Battle;
use an30::files::arrange::BattleFiles;
use an30::files::charts::ChartFiles;
use an30::variant::{Edition, Standard};
use staff::an30::Rules;
use staff::duel::{Checks, duel};
use table::Rulebook;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let name = args.first().map_or("quatre-bras.gemioncourt", String::as_str);
    let games = args.get(1).and_then(|n| n.parse().ok()).unwrap_or(10);
    let (folder, further) = name.split_once('.').unwrap_or((name, ""));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles").join(folder);
    let files = match further {
        "" => BattleFiles::read(&folder),
        further => BattleFiles::read_further(&folder, further),
    };
    let battle = match files.and_then(|files| files.load(&ChartFiles::default(), Standard::STEPS)) {
        Ok(battle) => battle,
        Err(faults) => {
            eprintln!("{faults}");
            return ExitCode::FAILURE;
        }
    };
    print_state(&battle);
    let pairs = match (args.get(2), args.get(3)) {
        (Some(first), Some(second)) => vec![[first.as_str(), second.as_str()]],
        _ => vec![["sergeant", "recruit"], ["recruit", "sergeant"], ["sergeant", "sergeant"]],
    };
    let done = pairs.into_iter().all(|names| report(&battle, names, games));
    if done { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Copies whose time is taken.
const COPIES: u32 = 100_000;

/// Prints how large a state is, and how long a copy takes into one that is there already.
fn print_state(battle: &Battle) {
    let state = Rules::start(battle);
    let mut copy = state.clone();
    let started = Instant::now();
    for _ in 0..COPIES {
        copy.clone_from(std::hint::black_box(&state));
    }
    let each = started.elapsed() / COPIES;
    println!("{}: a state of {} bytes, {} ns a copy", battle.id, copy.bytes(), each.as_nanos());
}

/// Plays one pairing and prints a line about it.
fn report(battle: &Battle, names: [&str; 2], games: u64) -> bool {
    let checks = std::env::var_os("CHECK").map_or(Checks::Never, |_| Checks::EveryStep);
    let first = std::env::var("SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(0);
    match duel::<Rules>(battle, staff::an30::player, names, first, games, checks) {
        Ok(t) => {
            let n = f64::from(t.games().max(1));
            println!(
                "{}: {} (side 0) against {} (side 1): {} : {}, {} drawn; points {:.1} : {:.1}; {:.0} decisions and {:.0} throws a game; {} decisions/s",
                battle.id,
                names[0],
                names[1],
                t.won[0],
                t.won[1],
                t.drawn,
                t.half_points[0] as f64 / 2.0 / n,
                t.half_points[1] as f64 / 2.0 / n,
                t.decisions as f64 / n,
                t.throws as f64 / n,
                t.pace(),
            );
            true
        }
        Err(mishap) => {
            println!("{}: {names:?}, seed {}: {}", battle.id, mishap.seed, mishap.what);
            false
        }
    }
}
