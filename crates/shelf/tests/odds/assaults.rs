//! The exact odds of whole assaults and charges of the second rulebook and its revision: with landmarks they are those without, and what
//! plays with real throws come to.

use std::path::Path;

use an30::An30;
use an30::variant::{Doherty2005, Standard};
use muster::Source;
use shelf::binding::Presentation;
use shelf::inside::Course;
use table::vignette::{Case, Transcript, Vignette};

use super::files;

/// The runs within which a case must be weighed whole without landmarks, to be compared; `RUNS=1500` compares more of them, in many minutes.
fn most_straight() -> u64 {
    std::env::var("RUNS").ok().and_then(|n| n.parse().ok()).unwrap_or(150)
}

/// The runs within which it is weighed with them.
const MOST_RUNS: u64 = 8_000;

/// Each case of the vignettes of some chapters that comes out as expected; `ONLY` limits them to paths that contain it.
fn each_case<R: Presentation>(chapters: &[&str], mut look: impl FnMut(&str, Case<R>, Transcript<R>)) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vignettes").join(R::ID);
    let mut paths = Vec::new();
    for chapter in chapters {
        files(&root.join(chapter), &mut paths);
    }
    let only = std::env::var("ONLY").unwrap_or_default();
    for path in paths.iter().filter(|path| path.to_string_lossy().contains(&only)) {
        let source = Source::read(path).expect("it can be read");
        let vignette = Vignette::<R>::read(&source).unwrap_or_else(|faults| panic!("{faults}"));
        for case in vignette.cases {
            let base = case.run();
            let name = path.strip_prefix(&root).expect("below the root").display();
            look(&format!("{name} [{}]", case.name), case, base);
        }
    }
}

/// Compares the odds of cases with and without landmarks, those that are whole without.
fn compare<R: Presentation>(chapters: &[&str]) {
    let (mut compared, mut fewer, mut wrong) = (0, 0, Vec::new());
    each_case::<R>(chapters, |name, case, base| {
        let straight = Course::of(&case, &base).straight().ends(most_straight());
        let straight = straight.unwrap_or_else(|why| panic!("{name}: no odds: {why:?}"));
        if !straight.complete() {
            return;
        }
        let odds = Course::of(&case, &base).ends(MOST_RUNS);
        let odds = odds.unwrap_or_else(|why| panic!("{name}: no odds with landmarks: {why:?}"));
        println!("ODDS {name}: {} runs, {}; straight {}", odds.runs, odds.covered, straight.runs);
        compared += 1;
        fewer += usize::from(odds.runs < straight.runs);
        if odds.rows != straight.rows {
            wrong.push(format!("{name}: {} rows instead of {}", odds.rows.len(), straight.rows.len()));
        }
    });
    println!("{compared} cases compared, {fewer} of them in fewer runs with landmarks");
    assert!(compared > 0, "no case is whole without landmarks");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn assaults_and_charges_are_weighed_alike_with_and_without_landmarks() {
    compare::<An30<Standard>>(&["ch16-assault", "ch19-cavalry"]);
}

#[test]
fn revised_assaults_and_charges_are_weighed_alike_with_and_without_landmarks() {
    compare::<An30<Doherty2005>>(&[""]);
}
