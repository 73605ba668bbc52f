//! The time that the exact odds of vignettes take: `cargo run --release -p shelf --example weighed -- an30 ch16-assault` weighs each case of each vignette
//! of a rulebook whose path has these words in it.
//!
//! Prints how many are weighed whole, median, 90th percentile and slowest, and the slowest cases, with the number of their runs.

use std::process::ExitCode;
use std::time::Instant;

/// So many of the slowest cases are named.
const NAMED: usize = 20;

/// A case that was weighed.
struct Weighed {
    seconds: f64,
    covered: u32,
    runs: u64,
    what: String,
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match report(args.first().map_or("an30", String::as_str), args.get(1).map_or("", String::as_str)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn report(book: &str, words: &str) -> Result<(), String> {
    let book = shelf::known_book(book).map_err(|faults| faults.to_string())?;
    let mut all = Vec::new();
    for path in shelf::vignettes(book.id()).into_iter().filter(|path| path.contains(words)) {
        let source = shelf::find_vignette(path).map_err(|faults| faults.to_string())?;
        let vignette = book.vignette(&source).map_err(|faults| faults.to_string())?;
        for (i, name) in vignette.cases().into_iter().enumerate() {
            let started = Instant::now();
            // What a case without odds lacks is told by `berthier odds`.
            let Ok(odds) = vignette.odds(i) else { continue };
            let seconds = started.elapsed().as_secs_f64();
            let what = format!("{path}: {name}");
            all.push(Weighed { seconds, covered: odds.covered_permille(), runs: odds.runs, what });
        }
    }
    if all.is_empty() {
        return Err(format!("no vignette of {} with {words:?} in its path has odds", book.id()));
    }
    all.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    let ms = |share: f64| 1e3 * all[(share * (all.len() - 1) as f64) as usize].seconds;
    println!(
        "{} weighed, {} of them whole; runs {}; median {:.2} ms, 90 % {:.1}, 99 % {:.1}, slowest {:.1}",
        all.len(),
        all.iter().filter(|one| one.covered == 1000).count(),
        all.iter().map(|one| one.runs).sum::<u64>(),
        ms(0.5),
        ms(0.9),
        ms(0.99),
        ms(1.0),
    );
    for one in all.iter().rev().take(NAMED) {
        let share = f64::from(one.covered) / 10.0;
        println!("{:.1} ms, {share} %, {} runs: {}", 1e3 * one.seconds, one.runs, one.what);
    }
    Ok(())
}
