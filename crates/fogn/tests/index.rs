//! The rule index: ids once each and well formed, and no more claimed than is there.

use std::collections::BTreeSet;
use std::path::Path;

fn index() -> toml::Table {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../books/fogn/index.toml");
    let text = std::fs::read_to_string(&path).expect("the index is there");
    text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The rules that the sources cite, by the macro that cites them.
fn citations(folder: &Path, out: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("sources").flatten() {
        let path = entry.path();
        if path.is_dir() {
            citations(&path, out);
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("readable");
        let ids = text.split("rule!(\"").skip(1).filter_map(|rest| rest.split('"').next());
        out.extend(ids.map(str::to_owned));
    }
}

#[test]
fn every_rule_has_an_id_of_its_own_and_an_honest_status() {
    let index = index();
    let rules = index["rule"].as_array().expect("it lists rules");
    assert!(rules.len() > 110, "{} rules", rules.len());
    let (mut ids, mut cited) = (BTreeSet::new(), BTreeSet::new());
    citations(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut cited);
    for rule in rules {
        let word = |key: &str| rule.get(key).and_then(toml::Value::as_str).unwrap_or_default();
        let id = word("id");
        let is_plain =
            |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        assert!(id.split('.').count() <= 2 && id.split('.').all(is_plain), "{id:?}");
        assert!(ids.insert(id), "{id} stands twice");
        assert!(!word("title").is_empty() && word("summary").ends_with('.'), "{id}");
        let missing = rule.get("missing").is_some();
        let honest = match word("status") {
            "not yet" => !missing,
            "partly" => missing,
            // What is in play decides something, and says by which rule.
            "done" => !missing && cited.contains(id),
            _ => false,
        };
        assert!(honest, "{id}: {}", word("status"));
    }
    let strange: Vec<&String> = cited.iter().filter(|id| !ids.contains(id.as_str())).collect();
    assert!(strange.is_empty(), "cited, but not in the index: {strange:?}");
    for cited in ["assault.wheel", "units.formations", "movement.reform", "measurements", "units.size"] {
        assert!(ids.contains(cited), "{cited} is cited in the sources");
    }
}
