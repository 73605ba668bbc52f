//! `berthier bench`: the speed figures.

use std::io::Write;
use std::time::{Duration, Instant};

use clap::Parser;
use indicatif::ProgressBar;
use serde_json::json;
use shelf::{Book, Figure, Progress, Table};

use super::common::BattleArgs;
use crate::outcome::{CommandResult, Failure};
use crate::paint::{DIM, HEAD, painted};

/// Number of the times that the odds are computed, for their median.
const ODDS_ROUNDS: usize = 25;

/// The battles that are measured if none is named: those of them that the rulebook has.
const USUAL: [&str; 3] = ["maida", "saalfeld", "quatre-bras"];

/// Measures speed, on one core
#[derive(Parser)]
#[command(after_help = "\
Examples:
  berthier bench
  berthier bench maida --seconds 0.5 --json
  berthier bench --rules an30            its usual battles; each figure is printed as it comes")]
pub struct Args {
    /// The battles; if absent, the usual ones of the rulebook
    battles: Vec<String>,
    /// Time for which each figure is measured
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    set_up: BattleArgs,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let seconds = if args.seconds.is_finite() { args.seconds.clamp(0.01, 600.0) } else { 2.0 };
    let mut list = Vec::new();
    let battles = battles(args)?;
    for battle in &battles {
        let table = args.set_up.table(battle)?;
        if !args.json {
            writeln!(out, "{} {}", painted(HEAD, table.title()), painted(DIM, "(medians, one core)"))?;
        }
        for figure in measured(&*table, seconds, args.json, out)? {
            list.push(
                json!({"battle": battle, "what": figure.what, "value": figure.value, "unit": figure.unit}),
            );
        }
    }
    let (title, milliseconds) = odds(args.set_up.book_for(battles.first().map_or("", String::as_str))?)?;
    if args.json {
        list.push(
            json!({"battle": null, "what": "exact odds", "value": milliseconds, "unit": "milliseconds"}),
        );
        writeln!(out, "{:#}", json!(list))?;
    } else {
        writeln!(out, "{} {}", painted(HEAD, "Exact odds"), painted(DIM, title))?;
        writeln!(out, "  {:<40} {milliseconds:>14.2} milliseconds", "from a checked vignette to the table")?;
    }
    Ok(())
}

/// The battles to be measured.
fn battles(args: &Args) -> Result<Vec<String>, Failure> {
    if !args.battles.is_empty() {
        return Ok(args.battles.clone());
    }
    let has = args.set_up.book_for(USUAL[0])?.battles();
    let usual = USUAL.into_iter().filter(|id| has.iter().any(|battle| battle.id == *id));
    Ok(usual.map(str::to_owned).collect())
}

/// Measures a battle. Each figure is printed as it comes, unless all are printed as JSON in the end; what is measured meanwhile is shown on a terminal.
fn measured(
    table: &dyn Table,
    seconds: f64,
    in_json: bool,
    out: &mut dyn Write,
) -> Result<Vec<Figure>, Failure> {
    let sign = ProgressBar::new_spinner();
    sign.enable_steady_tick(Duration::from_millis(150));
    let (mut figures, mut printed) = (Vec::new(), Ok(()));
    let measured = table.bench(seconds, &mut |progress| match progress {
        Progress::Begins(what) => sign.set_message(format!("{what} ...")),
        Progress::Done(figure) => {
            if !in_json && printed.is_ok() {
                printed = sign.suspend(|| line(&figure, out));
            }
            figures.push(figure);
        }
    });
    sign.finish_and_clear();
    measured.map_err(Failure::Failed)?;
    printed?;
    Ok(figures)
}

fn line(figure: &Figure, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "  {:<40} {:>14} {}", figure.what, grouped(figure.value), figure.unit)?;
    out.flush()
}

/// The median time of the exact odds of a typical problem, in milliseconds.
fn odds(book: &dyn Book) -> Result<(String, f64), Failure> {
    let vignette = book.vignette(&book.bench_vignette())?;
    let mut times = Vec::new();
    let mut runs = 0;
    for _ in 0..ODDS_ROUNDS {
        let started = Instant::now();
        runs = vignette.odds(0).map_err(Failure::Failed)?.runs;
        times.push(started.elapsed().as_secs_f64() * 1000.0);
    }
    times.sort_by(f64::total_cmp);
    Ok((format!("{}, {runs} runs", vignette.title()), times[ODDS_ROUNDS / 2]))
}

/// A number with its thousands apart; small ones with a decimal.
fn grouped(value: f64) -> String {
    if value < 100.0 {
        return format!("{value:.1}");
    }
    let digits = format!("{value:.0}");
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}
