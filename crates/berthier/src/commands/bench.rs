//! `berthier bench`: the speed figures.

use std::io::Write;
use std::time::Instant;

use clap::Parser;
use serde_json::json;
use shelf::Book;

use super::common::BattleArgs;
use crate::outcome::{CommandResult, Failure};
use crate::paint::{DIM, HEAD, painted};

/// Number of the times that the odds are computed, for their median.
const ODDS_ROUNDS: usize = 25;

/// Measures speed, on one core
#[derive(Parser)]
#[command(after_help = "Examples:\n  berthier bench\n  berthier bench maida --seconds 0.5 --json")]
pub struct Args {
    /// The battles
    #[arg(default_values_t = ["maida".to_owned(), "saalfeld".to_owned()])]
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
    for battle in &args.battles {
        let table = args.set_up.measured_table(battle)?;
        if !args.json {
            writeln!(out, "{} {}", painted(HEAD, table.title()), painted(DIM, "(medians, one core)"))?;
        }
        for figure in table.bench(seconds).map_err(Failure::Failed)? {
            if args.json {
                list.push(json!({"battle": battle, "what": figure.what, "value": figure.value, "unit": figure.unit}));
            } else {
                writeln!(out, "  {:<40} {:>14} {}", figure.what, grouped(figure.value), figure.unit)?;
                out.flush()?;
            }
        }
    }
    let (title, milliseconds) =
        odds(args.set_up.measured_book(args.battles.first().map_or("", String::as_str))?)?;
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
