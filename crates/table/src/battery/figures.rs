//! The figures of a rulebook's charts: whether its vignettes notice when one of them is another.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use muster::Source;

use super::vignettes::below;
use crate::vignette::{Case, Staged};

/// Figures of a rulebook, and how its vignettes are asked whether they notice another one.
pub trait FigureTest: Sync {
    /// A figure of a chart.
    type Figure: Sync;
    /// A vignette's case, with what is known of it.
    type Case;
    /// Charts in which a figure is another.
    type Charts;

    /// The cases that are asked.
    fn cases(&self) -> Vec<Self::Case>;

    /// The charts with each of the other values of a figure. Where every reader refuses them all, the figure decides whether a chart is read at
    /// all, and no case is asked.
    fn others(&self, figure: &Self::Figure) -> impl Iterator<Item = Self::Charts>;

    /// Whether a case can notice a figure at all.
    fn is_asked(&self, figure: &Self::Figure, case: &Self::Case) -> bool;

    /// Whether a case comes out otherwise with other charts.
    fn notices(&self, figure: &Self::Figure, case: &mut Self::Case, charts: &Self::Charts) -> bool;
}

/// The figures that no case notices, in their order: looked for by as many threads as there are cores.
pub fn unnoticed<'f, T: FigureTest>(test: &T, figures: &'f [T::Figure]) -> Vec<&'f T::Figure> {
    let (next, missed) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from).min(8) {
            scope.spawn(|| look(test, figures, &next, &missed));
        }
    });
    let mut missed = missed.into_inner().expect("no thread panics");
    missed.sort_unstable();
    missed.into_iter().map(|at| &figures[at]).collect()
}

/// Looks at figures, until none is left. The case that has noticed one is asked first about the next.
fn look<T: FigureTest>(test: &T, figures: &[T::Figure], next: &AtomicUsize, missed: &Mutex<Vec<usize>>) {
    let mut cases = test.cases();
    let mut order: Vec<usize> = (0..cases.len()).collect();
    loop {
        let at = next.fetch_add(1, Ordering::Relaxed);
        let Some(figure) = figures.get(at) else { return };
        let mut others = test.others(figure).peekable();
        if others.peek().is_none() {
            continue;
        }
        let asked: Vec<usize> =
            order.iter().copied().filter(|&case| test.is_asked(figure, &cases[case])).collect();
        let found = others.find_map(|charts| {
            asked.iter().copied().find(|&case| test.notices(figure, &mut cases[case], &charts))
        });
        match found {
            Some(first) => {
                order.retain(|&case| case != first);
                order.insert(0, first);
            }
            None => missed.lock().expect("no thread panics").push(at),
        }
    }
}

/// The cases of the vignettes below a folder that are played with the rulebook's own charts.
///
/// # Panics
/// If one cannot be read.
pub fn cases_with_own_charts<R: Staged>(folder: &Path) -> Vec<Case<R>> {
    let mut files = Vec::new();
    below(folder, &mut files).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let sources = files.iter().map(|file| Source::read(file).unwrap_or_else(|faults| panic!("{faults}")));
    let own = sources.filter(|source| {
        !source.text.lines().any(|line| line.starts_with("[[chart]]") || line.starts_with("chart = "))
    });
    own.flat_map(|source| R::read(&source).unwrap_or_else(|faults| panic!("{faults}")).cases).collect()
}

/// The figures that change nothing that can be seen, for the reasons that the list of a rulebook's mutants gives
/// (`books/<id>/mutants.toml`): each by its file and its place.
///
/// # Panics
/// If the list cannot be read.
pub fn explained(mutants: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(mutants).unwrap_or_else(|e| panic!("{}: {e}", mutants.display()));
    let list: toml::Table = text.parse().unwrap_or_else(|e| panic!("{}: {e}", mutants.display()));
    let entries = list.get("alike").and_then(toml::Value::as_array).map_or(&[][..], Vec::as_slice);
    let word = |entry: &toml::Value, key: &str| entry[key].as_str().unwrap_or_default().to_owned();
    let file = |entry: &toml::Value| word(entry, "file").rsplit('/').next().unwrap_or_default().to_owned();
    let charts = entries.iter().filter(|entry| file(entry).ends_with(".toml"));
    charts.map(|entry| format!("{} {}", file(entry), word(entry, "function"))).collect()
}
