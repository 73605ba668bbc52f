//! Report: what came of the mutants.

use std::collections::BTreeMap;

use crate::book::Book;
use crate::mutant::Mutant;
use crate::run::MutantFate;

/// Counts of one file.
#[derive(Default)]
struct Counts {
    vignette: usize,
    recording: usize,
    test: usize,
    survive: usize,
}

impl Counts {
    fn add(&mut self, noticed: MutantFate) {
        match noticed {
            MutantFate::Vignette => self.vignette += 1,
            MutantFate::Recording => self.recording += 1,
            MutantFate::Test => self.test += 1,
            MutantFate::Nobody | MutantFate::NeverReached => self.survive += 1,
        }
    }

    fn all(&self) -> usize {
        self.vignette + self.recording + self.test + self.survive
    }

    fn line(&self, name: &str) {
        let Counts { vignette, recording, test, survive } = self;
        println!("{:>6} {vignette:>9} {recording:>10} {test:>7} {survive:>8}  {name}", self.all());
    }
}

/// A mutant in a line.
pub fn line(mutant: &Mutant, noticed: MutantFate) -> String {
    let Mutant { file, line, function, was, change, .. } = mutant;
    let line = if *line > 0 { format!(":{line}") } else { String::new() };
    let reached = if noticed == MutantFate::NeverReached { " (never reached)" } else { "" };
    format!("{file}{line}: {function}: `{was}`: {change}{reached}")
}

/// Prints the survivors and the counts; whether at most `limit` percent survive.
pub fn print(book: &Book, results: &[(Mutant, MutantFate)], limit: f64) -> bool {
    let mut files: BTreeMap<&str, Counts> = BTreeMap::new();
    let (mut sum, mut alike) = (Counts::default(), 0);
    for (mutant, noticed) in results {
        files.entry(&mutant.file).or_default().add(*noticed);
        sum.add(*noticed);
        if !noticed.survives() {
            continue;
        }
        println!("{}", line(mutant, *noticed));
        if let Some(why) = book.why_alike(mutant) {
            alike += 1;
            println!("    known: {why}");
        }
    }
    println!("\n{:>6} {:>9} {:>10} {:>7} {:>8}", "tried", "vignettes", "recordings", "tests", "survive");
    for (file, counts) in &files {
        counts.line(file);
    }
    sum.line("in all");
    let share = 100.0 * sum.survive as f64 / sum.all().max(1) as f64;
    println!(
        "{share:.1} % survive (limit {limit} %), {alike} of them known to change nothing that can be seen"
    );
    share <= limit
}
