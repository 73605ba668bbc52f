//! `berthier simulate`: many games between computer players.

mod games;
pub(super) mod report;
pub(super) mod run;

use std::io::Write;
use std::path::PathBuf;

use clap::Parser;
use shelf::Telling;

use super::common::BattleArgs;
use crate::outcome::{CommandResult, Failure, writable, write_file};

/// Plays many games between computer players and says how they end
#[derive(Parser)]
#[command(after_help = "\
Examples:
  berthier simulate maida                                  100 games of the sergeant against itself
  berthier simulate maida --games 1000 --seed 7 --csv games.csv   (or --parquet games.parquet)
  berthier simulate saalfeld --players sergeant,recruit    the first plays the first side
  berthier simulate maida --games 1 --seed 42 --log        one game in full

Game number i (from 0) is played with the seed SEED + i, so that any of them can be played again by itself, and the \
results do not depend on the machine or on the number of threads. Ctrl-C ends early with the results so far.")]
pub struct Args {
    /// The battle: its id or its folder; of a further scenario its id (quatre-bras.gemioncourt) or its file
    battle: String,
    /// Number of games
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// The seed of the first game
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Players of the first and the second side; if absent, the rulebook's best player both
    #[arg(long, value_name = "A,B")]
    players: Option<String>,
    /// Threads; all cores if absent
    #[arg(long)]
    threads: Option<usize>,
    /// Write every game's result as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write every game's result as a Parquet file
    #[arg(long, value_name = "FILE")]
    parquet: Option<PathBuf>,
    /// Draw the results: an SVG or PNG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Print what happened in each game
    #[arg(long)]
    log: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    set_up: BattleArgs,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let table = args.set_up.table(&args.battle)?;
    let players = two_players(table.book(), args.players.as_deref())?;
    // Better now than after all the games.
    for path in args.csv.iter().chain(&args.parquet).chain(&args.plot) {
        writable(path)?;
    }
    let games = run::Games {
        count: args.games,
        seed: args.seed,
        threads: args.threads,
        telling: if args.log { Telling::Log } else { Telling::Counted },
    };
    let results = run::play_all(&*table, games, [&players[0], &players[1]])?;
    if args.log {
        for game in &results.games {
            report::log(&*table, game, out)?;
        }
    }
    if let Some(path) = &args.csv {
        write_file(path, games::csv(&*table, &results.games).as_bytes())?;
    }
    if let Some(path) = &args.parquet {
        write_file(path, &games::parquet(&*table, &results.games)?)?;
    }
    let summary = report::Summary::of(&results.games);
    if let Some(path) = &args.plot {
        report::plot(&*table, &players, &summary, path)?;
    }
    if args.json {
        writeln!(out, "{:#}", summary.json(&*table, &players, &results))?;
    } else {
        summary.print(&*table, &players, &results, out)?;
    }
    if results.failures.is_empty() {
        return Ok(());
    }
    Err(Failure::Failed(format!(
        "{} games broke down; the first: {}",
        results.failures.len(),
        results.failures[0]
    )))
}

/// The names of two players; a single name plays both sides.
pub(super) fn two_players(book: &dyn shelf::Book, text: Option<&str>) -> Result<[String; 2], Failure> {
    let text = text.or(book.players().last().copied()).unwrap_or_default();
    let names: Vec<&str> = text.split(',').map(str::trim).collect();
    let pair = match names[..] {
        [one] => [one, one],
        [a, b] => [a, b],
        _ => return Err(Failure::Usage("two players, separated by a comma".to_owned())),
    };
    if let Some(name) = pair.iter().find(|name| !book.players().contains(name)) {
        return Err(Failure::Usage(muster::Fault::unknown("player", name, book.players()).to_string()));
    }
    Ok(pair.map(str::to_owned))
}
