//! No figure of a chart is without use: changed by one, each changes what comes of a vignette.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use jdg::Jdg;
use jdg::core::charts::Charts;
use jdg::files::chart_files::{ChartFiles, STANDARD};
use jdg::vignette::Case;
use muster::Source;
use table::battery::{FigureTest, cases_with_own_charts, explained, unnoticed};
use toml::Value;

/// Keys in which a row speaks about itself and decides nothing.
const ABOUT: [&str; 12] =
    ["format", "chart", "title", "unit", "source", "stated", "note", "rule", "id", "test", "terrain", "path"];

/// The words that stand for figures, by their fields. (`side` is one in the shock table, and names the row among the hexsides.)
const WORDS: [(&str, &[&str]); 4] = [
    ("los", &["no", "yes", "unless_adjacent"]),
    ("side", &["attacker", "defender"]),
    ("effect", &["none", "ct", "disorder"]),
    ("allows", &["nothing", "counter_shock", "breakthrough"]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Figures that change nothing while those beside them are as they are, and why.
const IDLE: [(&str, &str); 7] = [
    ("hexsides.toml row bridge path_lifts_half_mp", "No arm is barred, so nothing is lifted."),
    ("hexsides.toml row crest path_lifts_half_mp", "No arm is barred, so nothing is lifted."),
    ("hexsides.toml row ford path_lifts_half_mp", "No arm is barred, so nothing is lifted."),
    ("hexsides.toml row stream path_lifts_half_mp", "No arm is barred, so nothing is lifted."),
    ("hexsides.toml row river path_lifts_half_mp", "A road over a river has a bridge, whose row is read."),
    ("shock.toml row 7 up_to", "The next row has the same results."),
    ("shock.toml row 9 up_to", "The next row has the same results."),
];

/// A figure of a chart, and the charts in which it is another.
struct Figure {
    chart: &'static str,
    /// Its row and its field, as `books/jdg/mutants.toml` names them: `row woods foot_half_mp`.
    place: String,
    /// The kind of ground that its row is of, if it is one.
    kind: Option<String>,
    changed: Vec<Charts>,
}

/// The other values that a field may have in the place of one.
fn others(key: &str, value: &Value) -> Vec<Value> {
    match value {
        Value::Integer(n) => vec![Value::Integer(n + 1), Value::Integer(n - 1)],
        Value::Boolean(yes) => vec![Value::Boolean(!yes)],
        Value::String(word) if word == "NA" => vec![Value::Integer(1), Value::Integer(4)],
        Value::String(word) => {
            let words = WORDS.iter().find(|(field, words)| *field == key && words.contains(&word.as_str()));
            let other = |other: &&&str| **other != word.as_str();
            let words = words.into_iter().flat_map(|(_, words)| words.iter().filter(other));
            words.map(|other| Value::String((*other).to_owned())).collect()
        }
        Value::Array(list) if list.is_empty() => vec![Value::Array(vec!["ct".into()])],
        Value::Array(list) if list.iter().all(Value::is_str) => {
            vec![Value::Array(list[..list.len() - 1].to_vec())]
        }
        _ => vec![],
    }
}

/// The charts when the text of one is another; none if it is refused.
fn charts_with(chart: &str, text: &toml::Table) -> Option<Charts> {
    let mut files = ChartFiles::default();
    let text = toml::to_string(text).expect("a table is TOML");
    files.replace(chart, Source::new("changed.toml", text)).expect("a standard chart");
    files.load().ok()
}

/// The charts without a row: where every other value of a figure is refused, because rows must rise.
fn without(chart: &str, whole: &toml::Table, list: &str, i: usize) -> Option<Charts> {
    let mut changed = whole.clone();
    changed.get_mut(list)?.as_array_mut()?.remove(i);
    charts_with(chart, &changed)
}

/// The figures of a list of rows, or of a table that stands alone.
fn figures_of(chart: &'static str, whole: &toml::Table, list: &str, found: &mut Vec<Figure>) {
    let count = whole[list].as_array().map_or(1, Vec::len);
    for i in 0..count {
        let row = |whole: &toml::Table| match &whole[list] {
            Value::Array(rows) => rows[i].as_table().expect("a row").clone(),
            alone => alone.as_table().expect("a table").clone(),
        };
        let of_ground = ["terrain", "side", "path"]
            .iter()
            .find_map(|key| row(whole).get(*key)?.as_str().map(str::to_owned));
        let kind = of_ground.filter(|_| matches!(chart, "terrain" | "hexsides" | "roads"));
        let id = row(whole).get("id").and_then(Value::as_str).map(str::to_owned);
        let name = kind.clone().or(id).unwrap_or_else(|| (i + 1).to_string());
        for (key, value) in row(whole).iter().filter(|(key, _)| !ABOUT.contains(&key.as_str())) {
            let change = |other: Value| {
                let mut changed = whole.clone();
                let row = match changed.get_mut(list).expect("it is there") {
                    Value::Array(rows) => &mut rows[i],
                    alone => alone,
                };
                row.as_table_mut().expect("a row").insert(key.clone(), other);
                charts_with(chart, &changed)
            };
            let others = others(key, value);
            if !others.is_empty() {
                let mut changed: Vec<Charts> = others.into_iter().filter_map(change).collect();
                if changed.is_empty() {
                    changed.extend(without(chart, whole, list, i));
                }
                let place = format!("{list} {name} {key}");
                found.push(Figure { chart, place, kind: kind.clone(), changed });
            }
        }
    }
}

fn all_figures() -> Vec<Figure> {
    let mut found = Vec::new();
    for (chart, text) in STANDARD {
        let whole: toml::Table = text.parse().expect("the standard charts are TOML");
        for (list, _) in whole.iter().filter(|(_, value)| value.is_table() || value.as_array().is_some()) {
            figures_of(chart, &whole, list, &mut found);
        }
    }
    found
}

/// Vignettes that are asked whether they notice.
struct Vignettes;

impl FigureTest for Vignettes {
    type Figure = Figure;
    type Case = Case;
    type Charts = Charts;

    fn cases(&self) -> Vec<Case> {
        cases_with_own_charts::<Jdg>(&root().join("vignettes/jdg"))
    }

    fn others(&self, figure: &Figure) -> impl Iterator<Item = Charts> {
        figure.changed.iter().cloned()
    }

    fn is_asked(&self, figure: &Figure, case: &Case) -> bool {
        figure.kind.as_ref().is_none_or(|kind| case.battle.ground.has(kind))
    }

    fn notices(&self, _figure: &Figure, case: &mut Case, charts: &Charts) -> bool {
        let kept = std::mem::replace(&mut case.battle.charts, charts.clone());
        let run = catch_unwind(AssertUnwindSafe(|| case.run().differences().next().is_some()));
        case.battle.charts = kept;
        run.unwrap_or(true)
    }
}

#[test]
fn every_figure_of_the_charts_changes_what_comes_of_a_vignette() {
    let figures = all_figures();
    assert!(figures.len() > 300, "only {} figures are found", figures.len());
    for figure in &figures {
        assert!(!figure.changed.is_empty(), "{}.toml {} can be nothing else", figure.chart, figure.place);
    }
    let explained = explained(&root().join("books/jdg/mutants.toml"));
    let missed = unnoticed(&Vignettes, &figures).into_iter();
    let mut missed: Vec<String> =
        missed.map(|figure| format!("{}.toml {}", figure.chart, figure.place)).collect();
    missed.retain(|figure| !explained.contains(figure) && IDLE.iter().all(|(idle, _)| idle != figure));
    assert!(
        missed.is_empty(),
        "{} figures, and nothing depends on these:\n{}",
        figures.len(),
        missed.join("\n")
    );
}
