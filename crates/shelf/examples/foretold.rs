//! The time that it takes to foretell what follows from an answer, before each decision of whole games of any rulebook:
//! `cargo run --release -p shelf --example foretold -- an30 quatre-bras.gemioncourt sergeants 2`, or `lots` in place of `sergeants`.
//!
//! Prints median, 99th percentile and slowest, how much of all cases was looked through, and the slowest decisions by the game's number and their own.
//! `AT=game:decision` plays to that decision and foretells it alone, so many times as `TIMES` says, for a profiler.

use std::process::ExitCode;
use std::time::Instant;

use shelf::{Game, Order, Table};
use table::dice::FastDice;
use table::{Answer, Side};

/// So many of the slowest decisions are named.
const NAMED: usize = 12;

/// A foretold decision.
struct Foretold {
    seconds: f64,
    /// Share of all cases that was looked through, in tenths of a percent.
    covered: u32,
    runs: u64,
    /// Whether it ends where something comes to light.
    is_veiled: bool,
    /// The game and the number of the decision in it.
    at: (u64, usize),
    what: String,
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let text = |i: usize, usual: &'static str| args.get(i).map_or(usual, String::as_str);
    let games = text(3, "2").parse().unwrap_or(2);
    match report(text(0, "jdg"), text(1, "maida"), text(2, "sergeants") == "lots", games) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn report(book: &str, battle: &str, lots: bool, games: u64) -> Result<(), String> {
    let book = shelf::known_book(book).map_err(|faults| faults.to_string())?;
    let table = book.load(&Order::of(battle)).map_err(|faults| faults.to_string())?;
    let only = std::env::var("AT").ok().and_then(|at| {
        let (game, decision) = at.split_once(':')?;
        Some((game.parse::<u64>().ok()?, decision.parse::<usize>().ok()?))
    });
    let mut all = Vec::new();
    match only {
        Some((game, decision)) => play(&*table, game, lots, Some(decision), &mut all)?,
        None => (1..=games).try_for_each(|game| play(&*table, game, lots, None, &mut all))?,
    }
    all.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    let ms = |share: f64| 1e3 * all[(share * (all.len() - 1) as f64) as usize].seconds;
    let whole = all.iter().filter(|one| one.covered == 1000).count();
    println!(
        "{} foretold, {} of them veiled, {:.1} % with all cases, least {:.1} %, most runs {}; median {:.2} ms, 90 % {:.1}, 99 % {:.1}, slowest {:.1}",
        all.len(),
        all.iter().filter(|one| one.is_veiled).count(),
        100.0 * whole as f64 / all.len() as f64,
        f64::from(all.iter().map(|one| one.covered).min().unwrap_or(0)) / 10.0,
        all.iter().map(|one| one.runs).max().unwrap_or(0),
        ms(0.5),
        ms(0.9),
        ms(0.99),
        ms(1.0),
    );
    for one in all.iter().rev().take(NAMED).chain(all.iter().filter(|one| one.covered < 1000)) {
        let ((game, decision), share) = (one.at, f64::from(one.covered) / 10.0);
        println!("{game}:{decision} {:.1} ms, {share} %, {} runs: {}", 1e3 * one.seconds, one.runs, one.what);
    }
    Ok(())
}

/// Plays a game and foretells each of its decisions, or one of them many times.
fn play(
    table: &dyn Table,
    number: u64,
    lots: bool,
    only: Option<usize>,
    all: &mut Vec<Foretold>,
) -> Result<(), String> {
    let mut secret = [0; 32];
    secret[..8].copy_from_slice(&number.to_le_bytes());
    let mut game = table.open([None, None], secret)?;
    let mut dice = FastDice::new(number);
    for decision in 0.. {
        let Some(side) = game.pending().first().map(|pending| pending.side) else { break };
        let answer = choose(&mut *game, side, lots, &mut dice)?;
        if only.is_none_or(|only| only == decision) {
            let times = std::env::var("TIMES").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
            for _ in 0..times {
                all.push(foretell(&*game, side, answer, (number, decision))?);
            }
        }
        if only == Some(decision) {
            break;
        }
        game.answer(side, answer).map_err(|error| error.sentence)?;
    }
    Ok(())
}

fn choose(game: &mut dyn Game, side: Side, lots: bool, dice: &mut FastDice) -> Result<Answer, String> {
    if lots {
        let asked = game.pending().first().ok_or("nothing is asked")?;
        return Ok(dice.pick(&asked.legal));
    }
    Ok(game.hint(side)?.0)
}

fn foretell(game: &dyn Game, side: Side, answer: Answer, at: (u64, usize)) -> Result<Foretold, String> {
    let (started, before) = (Instant::now(), processor_seconds());
    let odds = game.odds(side, answer).map_err(|why| format!("{}:{}: {why}", at.0, at.1))?;
    let used = processor_seconds().zip(before).map(|(after, before)| after - before);
    let seconds = used.unwrap_or_else(|| started.elapsed().as_secs_f64());
    let key = game.pending().first().map_or("", |pending| pending.key);
    let what = format!("{key} {}, {} ends", game.print(&answer), odds.ends.len());
    let is_veiled = odds.ahead.as_ref().is_some_and(|ahead| ahead.is_veiled);
    Ok(Foretold { is_veiled, seconds, covered: odds.covered_permille(), runs: odds.runs, at, what })
}

/// Processor time of this thread, where the system tells it: what others do on the machine is not in it.
fn processor_seconds() -> Option<f64> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(told.split_whitespace().next()?.parse::<u64>().ok()? as f64 / 1e9)
}
