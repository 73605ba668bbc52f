//! Charts that know less than there is.

use ground::{Ground, Terrain};
use jdg::core::charts::Charts;
use jdg::files::chart_files::ChartFiles;
use muster::{Faults, Source};

/// The charts when the terrain chart lacks the row of a kind.
fn without(kind: &str) -> Result<Charts, Faults> {
    let text = ChartFiles::default().text("terrain").expect("a standard chart").to_owned();
    let rows = text.split("[[row]]").filter(|row| !row.contains(&format!("terrain = {kind:?}")));
    let mut files = ChartFiles::default();
    let text = rows.collect::<Vec<_>>().join("[[row]]");
    files.replace("terrain", Source::new("mine.toml", text)).expect("a standard name");
    files.load()
}

#[test]
fn a_chart_may_leave_kinds_of_ground_out() {
    let charts = without("palm_grove").expect("nothing is wrong with it");
    let known = charts.kinds().terrain;
    let all = ChartFiles::default().load().expect("the standard charts load").kinds().terrain;
    assert_eq!(known.len() + 1, all.len());
    assert!(!known.contains(&Terrain::PalmGrove) && charts.terrain.get(Terrain::PalmGrove).is_none());
    let text = "format = 1\ncolumns = 2\nrows = 1\nterrain = '. p'";
    let faults = Ground::read_for(&Source::new("g.toml", text), &charts.kinds());
    let faults = faults.expect_err("palms").to_string();
    assert!(
        faults.starts_with("g.toml:4:14: the rulebook's charts have no terrain \"palm_grove\""),
        "{faults}"
    );
    let faults = without("clear").expect_err("every ground has open hexes").to_string();
    assert!(faults.contains("mine.toml:1:1: there is no row for terrain \"clear\""), "{faults}");
}

/// A figure that a chart of one's own forgets is never taken for "no" or nought.
#[test]
fn no_figure_of_the_ground_is_forgotten_in_silence() {
    for chart in ["terrain", "hexsides", "roads"] {
        let text = ChartFiles::default().text(chart).expect("a standard chart").to_owned();
        let lines: Vec<&str> = text.lines().collect();
        let first = lines.iter().position(|&line| line == "[[row]]").expect("a row");
        let figures = (first..lines.len()).filter_map(|at| Some((at, lines[at].split_once(" = ")?.0)));
        for (at, column) in figures.filter(|(_, column)| !["note", "stated"].contains(column)) {
            let mut less = lines.clone();
            less.remove(at);
            let mut files = ChartFiles::default();
            files.replace(chart, Source::new("mine.toml", less.join("\n"))).expect("a standard name");
            let Err(faults) = files.load() else {
                panic!("{chart} loads without line {}: {}", at + 1, lines[at])
            };
            assert!(faults.to_string().contains(column), "{chart}, {column}: {faults}");
        }
    }
}
