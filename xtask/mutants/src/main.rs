//! `cargo xtask mutants BOOK`: how much of a rulebook its vignettes and recorded games notice.
//!
//! A test that cannot fail proves nothing. So the rules' code is changed in one place after the other (a mutant: a
//! comparison turned round, a step left out, a number one higher), the charts' figures too, and the vignettes and
//! recorded games are run against each mutant. Who survives is shown with their place.
//!
//! All mutants of the code that are to be tried are compiled into one program at once, each behind a switch that an environment variable
//! turns on ([`rewrite`]), so that the house is compiled once and not once a mutant.

mod book;
mod build;
mod charts;
mod known;
mod mutant;
mod program;
mod report;
mod rewrite;
mod run;
mod tree;

use std::collections::HashSet;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Parser;

use book::Book;
use known::KnownResults;
use mutant::{Mutant, Name, Switch, sample};
use run::Runner;
use tree::Tree;

/// Changes a rulebook's code and charts in one place at a time, and shows which changes neither a vignette nor a
/// recorded game notices.
#[derive(Parser)]
#[command(after_help = "Example: cargo xtask mutants jdg --sample 300 --seed 7")]
struct Options {
    /// The rulebook: the name of its crate and of its folder in `books/`.
    book: String,
    /// Number of mutants to try, drawn at random from all; 0 tries every one.
    #[arg(long, default_value_t = 300)]
    sample: usize,
    /// The seed of the draw: the same seed draws the same mutants from the same source.
    #[arg(long, default_value_t = 1806)]
    seed: u64,
    /// Only mutants whose file or function contains this.
    #[arg(long, default_value = "")]
    only: String,
    /// Only those that survived when they were tried last: what a new vignette now notices.
    #[arg(long)]
    again: bool,
    /// Runs the vignettes alone: quicker, and shows what recorded games and further tests would have to notice.
    #[arg(long)]
    vignettes: bool,
    /// Minutes after which no further mutant is begun.
    #[arg(long, default_value_t = 60)]
    minutes: u64,
    /// Mutants tried at the same time.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// The share of survivors, in percent, above which the command fails.
    #[arg(long, default_value_t = 5.0)]
    limit: f64,
    /// The root of the repository.
    #[arg(long, default_value = ".", hide = true)]
    root: PathBuf,
    /// The folder for the changed copy of the source and what is built from it.
    #[arg(long, default_value = "target/mutants", hide = true)]
    target: PathBuf,
}

fn main() -> ExitCode {
    match measure(&Options::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(what) => {
            eprintln!("mutants: {what}");
            ExitCode::FAILURE
        }
    }
}

/// Whether no more than the allowed share survived.
fn measure(options: &Options) -> Result<bool, String> {
    let book = Book::read(&options.root, &options.book)?;
    let tree = Tree::copy(&options.root, &options.target.join(&options.book), |name| {
        build::is_rewritten(&options.book, name)
    })?;
    let mut all = build::mutants(&tree, &book)?;
    let of_code = all.len();
    all.extend(charts::write(&tree, &book)?);
    let stale = book.stale(&all);
    println!("{}: {of_code} mutants of the code, {} of the charts", book.name, all.len() - of_code);
    let kept = options.target.join(&options.book).join("known.jsonl");
    let tests = if options.vignettes { "vignettes alone".to_owned() } else { book.tests().join(" ") };
    let sources = format!("{} {tests}", tree.sources);
    let (known, survived) = KnownResults::read(&kept, &sources)?;
    let wanted = |m: &Mutant| {
        (m.file.contains(&options.only) || m.function.contains(&options.only))
            && (!options.again || survived.contains(m))
    };
    let mut left_out: HashSet<Name> = all.iter().map(Mutant::name).collect();
    all.retain(|m| wanted(m));
    let mut drawn = sample(all, if options.again { 0 } else { options.sample }, options.seed);
    for mutant in &drawn {
        left_out.remove(&mutant.name());
    }
    let built = build::build(&tree, &book, left_out)?;
    let before = drawn.len();
    drawn.retain(|m| {
        matches!(m.switch, Switch::Chart(_)) || built.mutants.iter().any(|b| b.switch == m.switch)
    });
    if drawn.len() < before {
        println!("{} of {before} do not compile", before - drawn.len());
    }
    let runner = Runner::new(&tree, &book, &built.programs, options.vignettes)?;
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    ctrlc::set_handler(move || asked.store(true, Ordering::Relaxed)).map_err(|e| e.to_string())?;
    let time = Duration::from_secs(options.minutes * 60);
    let results = run::all(&runner, drawn, &known, options.jobs, time, &stop)?;
    let is_within = report::print(&book, &results, options.limit);
    if stale.is_empty() { Ok(is_within) } else { Err(stale.join("\nmutants: ")) }
}
