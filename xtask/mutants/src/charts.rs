//! Mutants of a rulebook's charts: every figure one higher and one lower, every yes a no, every entry of a list left out.

use toml::Value;

use crate::book::Book;
use crate::mutant::{Mutant, NameCounts, Switch};
use crate::tree::{Tree, write_if_changed};

/// A mutant with the text of the changed chart.
type ChangedChart = (Mutant, String);

/// Keys in which a row speaks of itself and decides nothing.
const ABOUT: [&str; 9] = ["format", "chart", "title", "unit", "source", "stated", "note", "rule", "id"];

/// One step into a chart.
#[derive(Clone)]
enum Step {
    Key(String),
    Index(usize),
}

/// The mutants of all charts of a book; their files are written beside the copy of the repository.
pub fn write(tree: &Tree, book: &Book) -> Result<Vec<Mutant>, String> {
    let put = |(mutant, text): ChangedChart| {
        if let Switch::Chart(file) = &mutant.switch {
            write_if_changed(file, text.as_bytes())?;
        }
        Ok(mutant)
    };
    mutants(tree, book)?.into_iter().map(put).collect()
}

/// The mutants of all charts of a book, with their texts.
pub fn mutants(tree: &Tree, book: &Book) -> Result<Vec<ChangedChart>, String> {
    let (mut all, mut alike) = (Vec::new(), NameCounts::default());
    for name in tree.files(&format!("books/{}/charts", book.name), ".toml") {
        let text = tree.read(&name)?;
        let chart: Value = toml::from_str::<toml::Table>(&text).map_err(|e| format!("{name}: {e}"))?.into();
        let mut places = Vec::new();
        places_in(&chart, &mut Vec::new(), &mut places);
        for path in places {
            for (change, value) in changes(at(&chart, &path)) {
                let mut changed = chart.clone();
                *at_mut(&mut changed, &path) = value;
                let file = tree.charts.join(format!("{}.toml", all.len()));
                let text = toml::to_string(&changed).map_err(|e| format!("{name}: {e}"))?;
                let mut mutant = Mutant {
                    file: name.clone(),
                    line: 0,
                    function: place(&chart, &path),
                    was: at(&chart, &path).to_string(),
                    change,
                    nth: 0,
                    switch: Switch::Chart(file),
                };
                alike.count(&mut mutant);
                all.push((mutant, text));
            }
        }
    }
    Ok(all)
}

/// The paths to everything in a chart that may decide something.
fn places_in(value: &Value, path: &mut Vec<Step>, out: &mut Vec<Vec<Step>>) {
    match value {
        Value::Table(table) => {
            for (key, value) in table.iter().filter(|(key, _)| !ABOUT.contains(&key.as_str())) {
                path.push(Step::Key(key.clone()));
                places_in(value, path, out);
                path.pop();
            }
        }
        Value::Array(list) if list.iter().all(Value::is_str) => out.push(path.clone()),
        Value::Array(list) => {
            for (index, value) in list.iter().enumerate() {
                path.push(Step::Index(index));
                places_in(value, path, out);
                path.pop();
            }
        }
        Value::Integer(_) | Value::Boolean(_) => out.push(path.clone()),
        _ => {}
    }
}

fn changes(value: &Value) -> Vec<(String, Value)> {
    match value {
        Value::Integer(n) => [n + 1, n - 1].map(|n| (n.to_string(), Value::Integer(n))).into(),
        Value::Boolean(yes) => vec![((!yes).to_string(), Value::Boolean(!yes))],
        Value::Array(list) if !list.is_empty() => {
            let less: Vec<Value> = list[..list.len() - 1].to_vec();
            vec![(Value::Array(less.clone()).to_string(), Value::Array(less))]
        }
        _ => vec![],
    }
}

fn at<'a>(chart: &'a Value, path: &[Step]) -> &'a Value {
    path.iter().fold(chart, |value, step| match step {
        Step::Key(key) => &value[key.as_str()],
        Step::Index(index) => &value[*index],
    })
}

fn at_mut<'a>(chart: &'a mut Value, path: &[Step]) -> &'a mut Value {
    path.iter().fold(chart, |value, step| match step {
        Step::Key(key) => &mut value[key.as_str()],
        Step::Index(index) => &mut value[*index],
    })
}

/// The row and the key, as `row woods foot_half_mp`.
fn place(chart: &Value, path: &[Step]) -> String {
    let mut words = Vec::new();
    let mut value = chart;
    for step in path {
        match step {
            Step::Key(key) => {
                words.push(key.clone());
                value = &value[key.as_str()];
            }
            Step::Index(index) => {
                value = &value[*index];
                let name = value.as_table().and_then(|row| row.values().find_map(Value::as_str));
                let id = ["id", "terrain", "hexside", "side", "road", "path"]
                    .iter()
                    .find_map(|key| value.get(key)?.as_str());
                words.push(
                    id.or(name.filter(|_| id.is_some()))
                        .map_or_else(|| (index + 1).to_string(), str::to_owned),
                );
            }
        }
    }
    words.join(" ")
}
