//! Runs the tests against mutants.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::build::Programs;
use crate::mutant::{Mutant, Switch};
use crate::tree::Tree;

/// Who noticed a mutant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Noticed {
    /// A vignette comes out otherwise.
    Vignette,
    /// A recorded game or a count of continuations is another.
    Recording,
    /// Nobody, though the code is run.
    Nobody,
    /// Nobody: neither vignettes nor recorded games come to this code.
    NeverReached,
}

/// The tests of a rulebook, run one mutant at a time.
pub struct Runner<'a> {
    tree: &'a Tree,
    programs: &'a Programs,
    vignettes: Measured,
    battery: Measured,
}

/// What a test program does without a mutant.
struct Measured {
    reached: HashSet<u32>,
    /// After this time a mutant runs for ever, which is noticed.
    patience: Duration,
}

/// The tests of `tests/battery.rs` that compare with recordings.
const RECORDINGS: [&str; 3] = ["recorded_games", "legal_continuations", "--test-threads=1"];

impl<'a> Runner<'a> {
    /// Runs the tests once without a mutant.
    pub fn new(tree: &'a Tree, programs: &'a Programs) -> Result<Runner<'a>, String> {
        let vignettes = measure(tree, &programs.vignettes, &[])?;
        let battery = measure(tree, &programs.battery, &RECORDINGS)?;
        Ok(Runner { tree, programs, vignettes, battery })
    }

    fn try_one(&self, mutant: &Mutant) -> Noticed {
        let reached = |measured: &Measured| match mutant.switch {
            Switch::Code(number) => measured.reached.contains(&number),
            Switch::Chart(_) => true,
        };
        let (by_vignettes, by_recordings) = (reached(&self.vignettes), reached(&self.battery));
        if by_vignettes && self.fails(&self.programs.vignettes, &[], &self.vignettes, mutant) {
            Noticed::Vignette
        } else if by_recordings && self.fails(&self.programs.battery, &RECORDINGS, &self.battery, mutant) {
            Noticed::Recording
        } else if by_vignettes || by_recordings {
            Noticed::Nobody
        } else {
            Noticed::NeverReached
        }
    }

    fn fails(&self, program: &Path, args: &[&str], usual: &Measured, mutant: &Mutant) -> bool {
        let mut command = command(self.tree, program, args);
        match &mutant.switch {
            Switch::Code(number) => command.env("MUTANT", number.to_string()),
            Switch::Chart(file) => command.env("MUTANT_CHART", &mutant.file).env("MUTANT_CHART_FILE", file),
        };
        !passes(command, usual.patience)
    }
}

fn command(tree: &Tree, program: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args).current_dir(&tree.root).env("RUST_BACKTRACE", "0");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn measure(tree: &Tree, program: &Path, args: &[&str]) -> Result<Measured, String> {
    let log: PathBuf = tree.target.join("reached");
    drop(std::fs::remove_file(&log));
    let mut first = command(tree, program, args);
    first.env("MUTANTS_REACHED", &log);
    if !passes(first, Duration::from_secs(600)) {
        return Err(format!("{} fails without a mutant; mend that first", program.display()));
    }
    let started = Instant::now();
    passes(command(tree, program, args), Duration::from_secs(600));
    let text = std::fs::read_to_string(&log).unwrap_or_default();
    let reached = text.lines().filter_map(|line| line.parse().ok()).collect();
    Ok(Measured { reached, patience: started.elapsed() * 8 + Duration::from_secs(5) })
}

/// Whether a program ends well within a time.
fn passes(mut command: Command, patience: Duration) -> bool {
    let Ok(mut child) = command.spawn() else { return false };
    let started = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) if started.elapsed() < patience => thread::sleep(Duration::from_millis(10)),
            _ => {
                drop(child.kill());
                drop(child.wait());
                return false;
            }
        }
    }
}

/// Tries mutants, several at a time, until all are tried or the time is up; those not begun are left out.
pub fn all(
    runner: &Runner,
    mutants: Vec<Mutant>,
    jobs: usize,
    time: Duration,
) -> Result<Vec<(Mutant, Noticed)>, String> {
    let started = Instant::now();
    let bar = ProgressBar::new(mutants.len() as u64);
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} mutants, {msg} survive, {eta} left");
    bar.set_style(style.map_err(|e| e.to_string())?);
    bar.set_message("0");
    let (next, survive) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let results = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                while started.elapsed() < time {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(mutant) = mutants.get(number) else { break };
                    let noticed = runner.try_one(mutant);
                    if matches!(noticed, Noticed::Nobody | Noticed::NeverReached) {
                        let count = survive.fetch_add(1, Ordering::Relaxed) + 1;
                        bar.set_message(count.to_string());
                    }
                    bar.inc(1);
                    // Where there is no terminal to draw the bar on, a line now and then.
                    if bar.is_hidden() && (number + 1) % 25 == 0 {
                        eprintln!("{} of {}: {} survive", number + 1, mutants.len(), bar.message());
                    }
                    let mut results = results.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    results.push((number, noticed));
                }
            });
        }
    });
    bar.finish_and_clear();
    let mut results = results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    results.sort_unstable_by_key(|&(number, _)| number);
    if results.len() < mutants.len() {
        eprintln!("the time is up: {} of {} mutants were tried", results.len(), mutants.len());
    }
    Ok(results.into_iter().map(|(number, noticed)| (mutants[number].clone(), noticed)).collect())
}
