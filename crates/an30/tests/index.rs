//! The printed examples: each has its vignette. (That the index lists what is cited, and shows what it calls done, the shelf's tests see of every book.)

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The rules of the index.
fn index(book: &str) -> BTreeSet<String> {
    let file = root().join("books").join(book).join("index.toml");
    let text = std::fs::read_to_string(file).expect("the index is there");
    let table: toml::Table = text.parse().expect("the index is TOML");
    let rules = table["rule"].as_array().expect("it has rules").iter();
    rules.map(|rule| rule["id"].as_str().expect("a text").to_owned()).collect()
}

/// The rules and vignettes of the table of printed examples.
fn examples() -> Vec<(String, String, Vec<String>)> {
    let text = std::fs::read_to_string(root().join("docs/an30/examples.md")).expect("the table is there");
    let rows = text.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    rows.map(|row| row.split(" | ").map(str::to_owned).collect::<Vec<_>>())
        .filter(|cells| cells[0].starts_with(|c: char| c.is_ascii_digit()))
        .map(|cells| {
            let named = cells[2].split('`').skip(1).step_by(2).map(str::to_owned).collect();
            (cells[0].clone(), cells[2].clone(), named)
        })
        .collect()
}

/// Each printed example has a vignette that cites its rule, or the table says why it has none.
#[test]
fn every_printed_example_has_its_vignette() {
    let known = index("an30");
    let mut faults = Vec::new();
    for (rule, cell, named) in examples() {
        if !known.contains(&rule) {
            faults.push(format!("{rule}: in no index"));
        }
        if named.is_empty() && !cell.starts_with("none: ") {
            faults.push(format!("{rule}: no vignette is named: {cell}"));
        }
        let mut cites = false;
        for name in &named {
            let path = root().join("vignettes/an30").join(name).with_extension("toml");
            match std::fs::read_to_string(&path) {
                Ok(text) => cites |= text.contains(&format!("\"{rule}\"")),
                Err(_) => faults.push(format!("{rule}: there is no {name}")),
            }
        }
        // The two long examples (22, 23) are many rules.
        if !cites && !cell.starts_with("none: ") && !matches!(rule.as_str(), "22" | "23") {
            faults.push(format!("{rule}: none of {named:?} cites it"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(examples().len(), 81, "passages marked as examples");
}
