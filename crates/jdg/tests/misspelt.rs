//! Each value of the real files written wrongly, one at a time: they load and run, or are refused with a place. No panic.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use jdg::files::arrange;
use jdg::files::chart_files::ChartFiles;
use jdg::vignette::Vignette;
use muster::{Faults, Source};
use roster::BattleFiles;

/// Every so many values one is tried; 1 tries all, by hand.
const STEP: usize = 29;

/// Wrong values, written in the place of a value.
const WRONG: [&str; 9] = ["\"\"", "\"zz\"", "\"0101\"", "\"9999\"", "0", "-1", "255", "65536", "[]"];

/// The quoted words and the numbers behind `=` or inside a list.
fn values(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut in_script = false;
    for line in text.split_inclusive('\n') {
        let fences = line.matches("\"\"\"").count();
        if !in_script && fences == 0 {
            found.extend(in_line(line).into_iter().map(|value| at + value.start..at + value.end));
        }
        in_script ^= fences % 2 == 1;
        at += line.len();
    }
    found
}

fn in_line(line: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let bytes = line.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        let begin = i;
        match bytes[i] {
            b'#' => break,
            b'"' => {
                i += 1 + line[i + 1..].find('"').unwrap_or(line.len() - i - 2) + 1;
                found.push(begin..i);
            }
            b'0'..=b'9' if begin > 0 && matches!(bytes[begin - 1], b' ' | b'[' | b'-') => {
                while i < bytes.len() && bytes[i].is_ascii_digit() {
                    i += 1;
                }
                found.push(begin..i);
            }
            _ => i += 1,
        }
    }
    found
}

/// A misspelt word: one letter changed.
fn misspelt(value: &str) -> Option<String> {
    let last = value.len().checked_sub(2).filter(|_| value.starts_with('"') && value.len() > 2)?;
    value.is_char_boundary(last).then(|| format!("{}~\"", &value[..last]))
}

/// Tries every wrong value, and lists what panics or is refused without a place.
fn try_all(name: &str, text: &str, first: usize, load: &dyn Fn(String) -> Result<(), Faults>) -> Vec<String> {
    let mut bad = Vec::new();
    for value in values(text).into_iter().skip(first % STEP).step_by(STEP) {
        let old = &text[value.clone()];
        let wrong = WRONG.iter().map(|wrong| (*wrong).to_owned()).chain(misspelt(old));
        for new in wrong {
            let changed = format!("{}{new}{}", &text[..value.start], &text[value.end..]);
            let line = 1 + text[..value.start].matches('\n').count();
            match catch_unwind(AssertUnwindSafe(|| load(changed))) {
                Err(_) => bad.push(format!("{name}:{line}: {old} as {new} panics")),
                Ok(Err(faults)) if faults.0.is_empty() || faults.0.iter().any(|f| f.place.is_none()) => {
                    bad.push(format!("{name}:{line}: {old} as {new} has no place: {faults}"));
                }
                Ok(_) => {}
            }
        }
    }
    bad
}

fn vignettes(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the vignettes are there")
        .flatten()
        .map(|entry| entry.path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            vignettes(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            found.push(path);
        }
    }
}

/// Picks one of a battle's files.
type Part = fn(&mut BattleFiles) -> &mut Source;

#[test]
fn wrong_values_in_vignettes() {
    let mut files = Vec::new();
    vignettes(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vignettes/jdg"), &mut files);
    let mut bad = Vec::new();
    for (number, path) in files.iter().enumerate() {
        let text = std::fs::read_to_string(path).expect("it can be read");
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        bad.extend(try_all(&name, &text, number, &|changed| {
            let vignette = Vignette::read(&Source::new("v.toml", changed))?;
            for case in &vignette.cases {
                let _ = case.run();
            }
            Ok(())
        }));
    }
    assert!(bad.is_empty(), "{} of them\n{}", bad.len(), bad.join("\n"));
}

#[test]
fn wrong_values_in_battles() {
    let mut bad = Vec::new();
    for battle in ["tutorial", "maida"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles").join(battle);
        let files = BattleFiles::read("jdg", &folder).expect("the real files are there");
        let parts: [(&str, Part); 4] = [
            ("battle.toml", |files| &mut files.battle),
            ("ground.toml", |files| &mut files.ground),
            ("order-of-battle.toml", |files| &mut files.order_of_battle),
            ("jdg.toml", |files| &mut files.scenario),
        ];
        for (name, part) in parts {
            let text = part(&mut files.clone()).text.clone();
            bad.extend(try_all(name, &text, 0, &|changed| {
                let mut files = files.clone();
                part(&mut files).text = changed;
                arrange::load(&files, &ChartFiles::default()).map(|_| ())
            }));
        }
    }
    assert!(bad.is_empty(), "{} of them\n{}", bad.len(), bad.join("\n"));
}
