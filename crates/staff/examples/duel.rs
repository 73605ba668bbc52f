//! Lets the computer players of a rulebook fight and prints who wins and how fast:
//! `cargo run --release -p staff --example duel -- jdg maida 100`, or `... -- an30 quatre-bras.gemioncourt 100` for a further scenario.
//! With two names after the number, only these two play: `... -- jdg maida 100 sergeant recruit`.

use std::path::Path;
use std::process::ExitCode;

use an30::An30;
use an30::variant::{Doherty2005, Edition, Standard};
use jdg::Jdg;
use muster::Faults;
use staff::duel::{Checks, Roll, duel};
use table::Rulebook;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let text = |i: usize, usual: &'static str| args.get(i).map_or(usual, String::as_str);
    let (folder, further) = text(1, "maida").split_once('.').unwrap_or((text(1, "maida"), ""));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles").join(folder);
    let duels = Duels { games: text(2, "100").parse().unwrap_or(100), names: [text(3, ""), text(4, "")] };
    match text(0, "jdg") {
        "jdg" => duels.report::<Jdg>(jdg::files::arrange::read(&folder), staff::jdg::player),
        "an30" => {
            duels.report::<An30<Standard>>(Standard::read_further(&folder, further), staff::an30::player)
        }
        "doherty2005" => duels
            .report::<An30<Doherty2005>>(Doherty2005::read_further(&folder, further), staff::an30::player),
        other => {
            eprintln!("rulebooks are: jdg, an30, doherty2005, not {other}");
            ExitCode::FAILURE
        }
    }
}

/// Duels: so many games of these two, or of all pairs if no names are given.
struct Duels<'a> {
    games: u64,
    names: [&'a str; 2],
}

impl Duels<'_> {
    /// Plays the pairings of a battle.
    fn report<R: Rulebook>(&self, battle: Result<R::Battle, Faults>, roll: Roll<R>) -> ExitCode {
        let battle = match battle {
            Ok(battle) => battle,
            Err(faults) => {
                eprintln!("{faults}");
                return ExitCode::FAILURE;
            }
        };
        let pairs = match self.names {
            [_, ""] => vec![
                ["sergeant", "recruit"],
                ["recruit", "sergeant"],
                ["sergeant", "sergeant"],
                ["recruit", "recruit"],
            ],
            names => vec![names],
        };
        let done = pairs.into_iter().all(|names| self.pairing(&battle, roll, names));
        if done { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    /// Plays one pairing and prints a line about it.
    fn pairing<R: Rulebook>(&self, battle: &R::Battle, roll: Roll<R>, names: [&str; 2]) -> bool {
        let checks = std::env::var_os("CHECK").map_or(Checks::Never, |_| Checks::EveryStep);
        let first = std::env::var("SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(0);
        match duel::<R>(battle, roll, names, first, self.games, checks) {
            Ok(t) => {
                let n = f64::from(t.games().max(1));
                println!(
                    "{} (side 0) against {} (side 1): {} : {}, {} drawn; points {:.1} : {:.1}; {:.1} turns, {:.0} decisions \
                     and {:.0} throws a game; {} decisions/s",
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
                println!("{names:?}, seed {}: {}", mishap.seed, mishap.what);
                false
            }
        }
    }
}
