//! Runs the tests against mutants.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize};

use crate::book::Book;
use crate::build::{Program, Programs};
use crate::known::KnownResults;
use crate::mutant::{Mutant, Switch};
use crate::program::{ByThreads, ProgramEnd, run, run_measured};
use crate::report;
use crate::tree::Tree;

/// Fate of a mutant: who noticed it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MutantFate {
    /// A vignette comes out otherwise.
    Vignette,
    /// A recorded game or a count of continuations is another.
    Recording,
    /// One of the book's further tests fails.
    Test,
    /// Nobody, though the code is run.
    Nobody,
    /// Nobody: no test comes to this code.
    NeverReached,
}

impl MutantFate {
    /// Whether the mutant survives.
    pub fn survives(self) -> bool {
        matches!(self, MutantFate::Nobody | MutantFate::NeverReached)
    }
}

/// The tests of a rulebook, run one mutant at a time.
pub struct Runner<'a> {
    tree: &'a Tree,
    /// In the order in which they are tried.
    tests: Vec<MeasuredProgram<'a>>,
}

/// A test program, and what it does without a mutant.
struct MeasuredProgram<'a> {
    by: MutantFate,
    program: &'a Program,
    reached: ReachedSwitches,
    /// Seconds of processor time after which a mutant is taken to run for ever, which is noticed.
    most_seconds: u64,
}

/// Switches that a test program comes to.
struct ReachedSwitches {
    /// By the names of the vignettes that come to them.
    by_vignettes: HashMap<u32, Vec<String>>,
    /// In whatever else it does, which concerns all of its vignettes: what is read before they are played.
    anywhere: HashSet<u32>,
}

impl ReachedSwitches {
    /// Sorts what the threads of a program come to: each vignette is played in a thread of its name.
    fn new(threads: ByThreads, is_vignette: impl Fn(&str) -> bool) -> ReachedSwitches {
        let mut reached = ReachedSwitches { by_vignettes: HashMap::new(), anywhere: HashSet::new() };
        for (name, numbers) in threads {
            if !is_vignette(&name) {
                reached.anywhere.extend(numbers);
                continue;
            }
            for number in numbers {
                reached.by_vignettes.entry(number).or_default().push(name.clone());
            }
        }
        reached
    }

    fn contains(&self, number: u32) -> bool {
        self.anywhere.contains(&number) || self.by_vignettes.contains_key(&number)
    }

    /// The names of the vignettes that a mutant concerns, with commas between them; none if all.
    fn vignettes(&self, number: u32) -> Option<String> {
        let some = self.by_vignettes.get(&number).filter(|_| !self.anywhere.contains(&number));
        some.map(|names| names.join(","))
    }
}

/// So many times the processor time without a mutant, and so many seconds more, are granted. Processor time and not
/// time on the clock: a machine that has other work to do must not kill mutants. The same work takes longer beside
/// other work, but not so much longer.
const TIMES: u64 = 15;
const SECONDS_MORE: u64 = 20;

/// The names of the vignettes of a book and its variants: their paths below the folder of each.
fn names_of_vignettes(tree: &Tree, book: &Book) -> HashSet<String> {
    let of = |edition: &str| {
        let folder = format!("vignettes/{edition}/");
        let files = tree.files(&folder, ".toml");
        files.into_iter().map(move |path| path[folder.len()..].to_owned()).collect::<Vec<_>>()
    };
    book.editions().flat_map(of).collect()
}

impl<'a> Runner<'a> {
    /// Runs the tests once without a mutant; of all tests the vignettes only, if that is asked.
    pub fn new(
        tree: &'a Tree,
        book: &Book,
        programs: &'a Programs,
        vignettes_alone: bool,
    ) -> Result<Runner<'a>, String> {
        let mut tests = Vec::new();
        let all = if vignettes_alone { 1 } else { usize::MAX };
        let vignettes = names_of_vignettes(tree, book);
        for (by, program) in programs.in_order().take(all) {
            let (threads, seconds) = run_measured(tree, program)?;
            let reached = ReachedSwitches::new(threads, |name| vignettes.contains(name));
            eprintln!("{} without a mutant: {seconds:.1} s of processor time", program.name);
            let most_seconds = seconds.ceil() as u64 * TIMES + SECONDS_MORE;
            tests.push(MeasuredProgram { by, program, reached, most_seconds });
        }
        Ok(Runner { tree, tests })
    }

    /// Fate of a mutant: who notices it; none if that was not to be found out.
    fn try_one(&self, mutant: &Mutant) -> Option<MutantFate> {
        let mut reached = false;
        for test in &self.tests {
            let only = match mutant.switch {
                Switch::Code(number) if !test.reached.contains(number) => continue,
                Switch::Code(number) => test.reached.vignettes(number),
                Switch::Chart(_) => None,
            };
            reached = true;
            match run(self.tree, test.program, mutant, test.most_seconds, only.as_deref()) {
                ProgramEnd::Passed => {}
                ProgramEnd::Failed => return Some(test.by),
                ProgramEnd::Stopped => return None,
            }
        }
        Some(if reached { MutantFate::Nobody } else { MutantFate::NeverReached })
    }
}

/// Tries mutants, several at a time, until all are tried, the time is up, or `stop` is set; in the order given, so
/// that what is tried of a sample is a sample too. What is known already is not tried again, and every result is
/// kept at once.
pub fn all(
    runner: &Runner,
    mutants: Vec<Mutant>,
    known: &KnownResults,
    jobs: usize,
    time: Duration,
    stop: &AtomicBool,
) -> Result<Vec<(Mutant, MutantFate)>, String> {
    let started = Instant::now();
    let bar = ProgressBar::new(mutants.len() as u64);
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} mutants, {msg} survive, {eta} left");
    bar.set_style(style.map_err(|e| e.to_string())?);
    bar.set_message("0");
    let (next, survive) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let results = Mutex::new(Vec::new());
    let undecided = AtomicUsize::new(0);
    let one = |number: usize, mutant: &Mutant| -> Result<(), String> {
        let noticed = match known.get(mutant) {
            Some(noticed) => noticed,
            None => {
                let Some(noticed) = runner.try_one(mutant) else {
                    undecided.fetch_add(1, Ordering::Relaxed);
                    return Ok(());
                };
                known.put(mutant, noticed)?;
                noticed
            }
        };
        if noticed.survives() {
            let count = survive.fetch_add(1, Ordering::Relaxed) + 1;
            bar.set_message(count.to_string());
            bar.suspend(|| eprintln!("survives: {}", report::line(mutant, noticed)));
        }
        bar.inc(1);
        // Where there is no terminal to draw the bar on, a line now and then.
        if bar.is_hidden() && bar.position().is_multiple_of(25) {
            eprintln!("{} of {}: {} survive", bar.position(), mutants.len(), bar.message());
        }
        results.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((number, noticed));
        Ok(())
    };
    let work = || -> Result<(), String> {
        while started.elapsed() < time && !stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(mutant) = mutants.get(number) else { break };
            one(number, mutant)?;
        }
        Ok(())
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a worker does not panic"))
    })?;
    bar.finish_and_clear();
    let results = results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    say_what_is_left(results.len(), mutants.len(), undecided.into_inner(), stop.load(Ordering::Relaxed));
    let mut results: Vec<(Mutant, MutantFate)> =
        results.into_iter().map(|(number, noticed)| (mutants[number].clone(), noticed)).collect();
    results.sort_by(|(a, _), (b, _)| (&a.file, a.line).cmp(&(&b.file, b.line)));
    Ok(results)
}

/// Says which mutants were not tried, and which without a result.
fn say_what_is_left(tried: usize, of: usize, undecided: usize, stopped: bool) {
    if tried < of {
        let why = if stopped { "stopped" } else { "the time is up" };
        eprintln!("{why}: {tried} of {of} mutants were tried; the rest may be tried by the same command");
    }
    if undecided > 0 && !stopped {
        eprintln!("{undecided} tests were stopped from outside; their mutants are not counted");
    }
}
