//! `berthier army`, as a user runs it.

use std::path::PathBuf;

use super::commands::{bad, errors, folder, good, out, run};

#[test]
fn army_checks_shows_and_lists() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let sample = root.join("books/fogn/samples/spain-1810.toml");
    let sample = sample.to_string_lossy();
    assert!(good(&["army", "--help"]).contains("no games"));
    assert!(good(&["army", "lists"]).contains("anglo-portuguese-1810"));
    let list = good(&["army", "lists", "spain-1810"]);
    assert!(
        list.contains("regular-infantry/poor")
            && list.contains("Cazadores and Tiradores: at least 4, at most 8")
    );
    assert!(list.contains("the army has at most one officer"), "{list}");
    bad(&["army", "lists", "spian-1810"], 2, "did you mean \"spain-1810\"");
    assert!(good(&["army", "check", &sample]).contains("points"));
    assert!(good(&["army", "show", &sample]).contains("Castaños"));
    let spoilt = folder("army").join("army.toml");
    let text = std::fs::read_to_string(sample.as_ref()).expect("a sample");
    std::fs::write(&spoilt, text.replace("points = 800", "points = 500")).expect("writable");
    let output = run(&["army", "check", &spoilt.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(3));
    assert!(out(&output).contains("too many; expected at most 500"), "{}", out(&output));
    let output = run(&["army", "show", &spoilt.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(3), "it is shown all the same");
    assert!(out(&output).contains("Castaños") && errors(&output).contains("expected at most 500"));
    assert!(good(&["check", &root.join("books/fogn").to_string_lossy()]).contains("(army list)"));
}
