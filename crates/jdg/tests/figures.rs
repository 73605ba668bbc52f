//! No figure of a chart is without use: changed by one, each changes what comes of a vignette.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use ground::{Dir, Feature, Ground, Road, Terrain};
use jdg::core::charts::Charts;
use jdg::files::chart_files::{ChartFiles, STANDARD};
use jdg::vignette::{Case, Vignette};
use muster::Source;
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

/// The vignettes that are played with the standard charts.
fn cases() -> Vec<Case> {
    let mut folders = vec![root().join("vignettes/jdg")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the folder is there").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "toml") {
                files.push(path);
            }
        }
    }
    files.sort();
    let sources = files.iter().map(|file| Source::read(file).expect("it can be read"));
    let plain = sources.filter(|source| {
        !source.text.lines().any(|line| line.starts_with("[[chart]]") || line.starts_with("chart = "))
    });
    plain.flat_map(|source| Vignette::read(&source).expect("it has no faults").cases).collect()
}

/// Whether a kind of ground stands on a map.
fn has(ground: &Ground, kind: &str) -> bool {
    let terrain: Option<Terrain> = kind.parse().ok();
    let feature: Option<Feature> = kind.parse().ok();
    let road: Option<Road> = kind.parse().ok();
    ground.hexes().any(|hex| {
        terrain == Some(ground.terrain(hex))
            || Dir::ALL.into_iter().any(|dir| {
                feature.is_some_and(|feature| ground.hexside(hex, dir).contains(feature))
                    || road.is_some_and(|road| ground.roads(hex, dir).contains(road))
            })
    })
}

/// Plays vignettes with other charts; gives the place of the first that comes out otherwise.
fn notices(order: &[usize], cases: &mut [Case], charts: &Charts) -> Option<usize> {
    order.iter().position(|&i| {
        let case = &mut cases[i];
        let kept = std::mem::replace(&mut case.battle.charts, charts.clone());
        let run = catch_unwind(AssertUnwindSafe(|| case.run().differences().next().is_some()));
        case.battle.charts = kept;
        run.unwrap_or(true)
    })
}

/// The figures, of a share of them, that no vignette notices. Who has noticed one is asked first about the next.
fn unnoticed(figures: &[Figure], next: &AtomicUsize, missed: &Mutex<Vec<String>>) {
    let mut cases = cases();
    let mut order: Vec<usize> = (0..cases.len()).collect();
    while let Some(figure) = figures.get(next.fetch_add(1, Ordering::Relaxed)) {
        let on_map = |i: &usize| figure.kind.as_ref().is_none_or(|kind| has(&cases[*i].battle.ground, kind));
        let asked: Vec<usize> = order.iter().copied().filter(on_map).collect();
        let found = figure.changed.iter().find_map(|charts| notices(&asked, &mut cases, charts));
        match found {
            Some(place) => {
                let first = asked[place];
                order.retain(|&i| i != first);
                order.insert(0, first);
            }
            None => missed
                .lock()
                .expect("no thread panics")
                .push(format!("{}.toml {}", figure.chart, figure.place)),
        }
    }
}

/// The figures that change nothing that can be seen, for the reasons that `books/jdg/mutants.toml` gives.
fn explained() -> Vec<String> {
    let text = std::fs::read_to_string(root().join("books/jdg/mutants.toml")).expect("it is there");
    let list: toml::Table = text.parse().expect("it is TOML");
    let entries = list["alike"].as_array().expect("a list of those that are alike");
    let word = |entry: &Value, key: &str| entry[key].as_str().unwrap_or_default().to_owned();
    let file = |entry: &Value| word(entry, "file").rsplit('/').next().unwrap_or_default().to_owned();
    let charts = entries.iter().filter(|entry| file(entry).ends_with(".toml"));
    charts.map(|entry| format!("{} {}", file(entry), word(entry, "function"))).collect()
}

#[test]
fn every_figure_of_the_charts_changes_what_comes_of_a_vignette() {
    let figures = all_figures();
    assert!(figures.len() > 300, "only {} figures are found", figures.len());
    let (next, missed) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from).min(8) {
            scope.spawn(|| unnoticed(&figures, &next, &missed));
        }
    });
    let explained = explained();
    let mut missed = missed.into_inner().expect("no thread panics");
    missed.retain(|figure| !explained.contains(figure) && IDLE.iter().all(|(idle, _)| idle != figure));
    missed.sort();
    assert!(
        missed.is_empty(),
        "{} figures, and nothing depends on these:\n{}",
        figures.len(),
        missed.join("\n")
    );
}
