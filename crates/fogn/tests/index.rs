//! The rule index: ids once each and well formed, and no more claimed than is there.

use std::collections::BTreeSet;
use std::path::Path;

fn index() -> toml::Table {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../books/fogn/index.toml");
    let text = std::fs::read_to_string(&path).expect("the index is there");
    text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_rule_has_an_id_of_its_own_and_an_honest_status() {
    let index = index();
    let rules = index["rule"].as_array().expect("it lists rules");
    assert!(rules.len() > 110, "{} rules", rules.len());
    let mut ids = BTreeSet::new();
    for rule in rules {
        let word = |key: &str| rule.get(key).and_then(toml::Value::as_str).unwrap_or_default();
        let id = word("id");
        let is_plain =
            |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        assert!(id.split('.').count() <= 2 && id.split('.').all(is_plain), "{id:?}");
        assert!(ids.insert(id), "{id} stands twice");
        assert!(!word("title").is_empty() && word("summary").ends_with('.'), "{id}");
        // Nothing is played yet, so nothing is done.
        let missing = rule.get("missing").is_some();
        assert!(
            matches!((word("status"), missing), ("not yet", false) | ("partly", true)),
            "{id}: {}",
            word("status")
        );
    }
    for cited in ["assault.wheel", "units.formations", "movement.reform", "measurements", "units.size"] {
        assert!(ids.contains(cited), "{cited} is cited in the sources");
    }
}
