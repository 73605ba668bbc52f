//! Lets the computer players fight and prints who wins and how fast: `cargo run --release -p staff --example duel -- maida 100`.
//! With two names after the number, only these two play: `... -- maida 100 sergeant recruit`.

use std::path::Path;
use std::process::ExitCode;

use jdg::files::arrange::BattleFiles;
use jdg::files::chart_files::ChartFiles;
use jdg::{Battle, Jdg};
use staff::duel::{Checks, duel};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let name = args.first().map_or("maida", String::as_str);
    let games = args.get(1).and_then(|n| n.parse().ok()).unwrap_or(100);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles").join(name);
    let battle = match BattleFiles::read(&folder).and_then(|files| files.load(&ChartFiles::default())) {
        Ok(battle) => battle,
        Err(faults) => {
            eprintln!("{faults}");
            return ExitCode::FAILURE;
        }
    };
    let pairs = match (args.get(2), args.get(3)) {
        (Some(first), Some(second)) => vec![[first.as_str(), second.as_str()]],
        _ => vec![
            ["sergeant", "recruit"],
            ["recruit", "sergeant"],
            ["sergeant", "sergeant"],
            ["recruit", "recruit"],
        ],
    };
    let done = pairs.into_iter().all(|names| report(&battle, names, games));
    if done { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Plays one pairing and prints a line about it.
fn report(battle: &Battle, names: [&str; 2], games: u64) -> bool {
    let checks = std::env::var_os("CHECK").map_or(Checks::Never, |_| Checks::EveryStep);
    let first = std::env::var("SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(0);
    match duel::<Jdg>(battle, staff::jdg::player, names, first, games, checks) {
        Ok(t) => {
            let n = f64::from(t.games().max(1));
            println!(
                "{}: {} (side 0) against {} (side 1): {} : {}, {} drawn; points {:.1} : {:.1}; {:.1} turns, {:.0} decisions \
                 and {:.0} throws a game; {} decisions/s",
                battle.id,
                names[0],
                names[1],
                t.won[0],
                t.won[1],
                t.drawn,
                t.half_points[0] as f64 / 2.0 / n,
                t.half_points[1] as f64 / 2.0 / n,
                t.turns as f64 / n,
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
