//! The rule index tells the truth: every rule that code and vignettes cite is in it, and what it calls done a vignette shows.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All files below a folder with an ending, and their texts.
fn texts(folder: &Path, ending: &str, out: &mut Vec<(PathBuf, String)>) {
    let entries = std::fs::read_dir(folder).expect("the folder is there").flatten();
    for path in entries.map(|entry| entry.path()) {
        if path.is_dir() {
            texts(&path, ending, out);
        } else if path.extension().is_some_and(|e| e == ending) {
            let text = std::fs::read_to_string(&path).expect("it can be read");
            out.push((path, text));
        }
    }
}

/// The statuses of the index, by id.
fn index(book: &str) -> BTreeMap<String, String> {
    let file = root().join("books").join(book).join("index.toml");
    let text = std::fs::read_to_string(file).expect("the index is there");
    let table: toml::Table = text.parse().expect("the index is TOML");
    let rules = table["rule"].as_array().expect("it has rules").iter();
    let word = |rule: &toml::Value, key: &str| rule[key].as_str().expect("a text").to_owned();
    rules.map(|rule| (word(rule, "id"), word(rule, "status"))).collect()
}

/// The rules that vignettes and their variants show.
fn shown(book: &str) -> BTreeSet<String> {
    let mut files = Vec::new();
    texts(&root().join("vignettes").join(book), "toml", &mut files);
    let mut shown = BTreeSet::new();
    for (path, text) in files {
        let table: toml::Table = text.parse().unwrap_or_else(|_| panic!("{} is TOML", path.display()));
        let variants = table.get("variant").and_then(toml::Value::as_array).into_iter().flatten();
        let own = variants.filter_map(|variant| variant.get("rules")).chain(table.get("rules"));
        shown.extend(
            own.filter_map(toml::Value::as_array).flatten().filter_map(|r| r.as_str().map(str::to_owned)),
        );
    }
    shown
}

/// The revision cites its own text, and the Règlement where it leaves it as it is.
#[test]
fn every_rule_that_is_cited_is_in_the_index() {
    let (base, mut own) = (index("an30"), index("doherty2005"));
    own.extend(base.clone());
    let mut files = Vec::new();
    texts(&root().join("crates/an30/src"), "rs", &mut files);
    for (revision, known) in [(false, base), (true, own)] {
        let mine = |path: &Path| path.components().any(|part| part.as_os_str() == "doherty2005") == revision;
        let cited = files.iter().filter(|(path, _)| mine(path)).flat_map(|(_, text)| {
            text.split("rule!(\"").skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned)
        });
        let shown = shown(if revision { "doherty2005" } else { "an30" });
        let strangers: BTreeSet<String> = cited.chain(shown).filter(|id| !known.contains_key(id)).collect();
        assert!(strangers.is_empty(), "in no index: {strangers:?}");
    }
}

#[test]
fn what_is_done_a_vignette_shows() {
    for book in ["an30", "doherty2005"] {
        let shown = shown(book);
        let claims = index(book).into_iter().filter(|(_, status)| status == "done").map(|(id, _)| id);
        let unshown: Vec<String> = claims.filter(|id| !shown.contains(id)).collect();
        assert!(unshown.is_empty(), "{book}: done, but no vignette names them: {unshown:?}");
    }
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
        if !known.contains_key(&rule) {
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
