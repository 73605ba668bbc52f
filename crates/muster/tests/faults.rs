//! Texts in, faults out.

use std::collections::BTreeMap;

use muster::{Collector, Format, MAX_BYTES, MAX_FAULTS, Source, Spanned, nearest, read_toml};
use proptest::prelude::*;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)] // only the shape matters
struct File {
    format: Format<1>,
    name: Spanned<String>,
    arm: Option<Arm>,
    men: Option<u16>,
    #[serde(default)]
    unit: Vec<Unit>,
    #[serde(default)]
    names: BTreeMap<Spanned<String>, Spanned<u8>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Arm {
    Infantry,
    Cavalry,
    Artillery,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Unit {
    id: String,
    strength: u8,
}

/// Reads `text` and compares all the faults, one a line.
fn check(text: &str, expected: &str) {
    let found = match read_toml::<File>(&Source::new("f.toml", text)) {
        Ok(_) => String::new(),
        Err(faults) => faults.to_string(),
    };
    assert_eq!(found, expected, "in {text:?}");
}

#[test]
fn a_good_file_has_no_faults() {
    check("format = 1\nname = 'x'\narm = 'cavalry'\n[[unit]]\nid = 'a'\nstrength = 3\n[names]\nb = 2", "");
}

#[test]
fn all_syntax_faults_are_listed() {
    check(
        "format = 1\nname = \nmen = 1 2\n",
        "f.toml:2:8: string values must be quoted; expected literal string\n\
         f.toml:3:7: string values must be quoted; expected literal string",
    );
}

#[test]
fn an_unknown_field_has_its_nearest_name() {
    check(
        "format = 1\nname = 'x'\n[[unit]]\nid = 'a'\nstrenght = 3",
        "f.toml:5:1: unknown field `strenght`; expected `id` or `strength`; did you mean \"strength\"?",
    );
}

#[test]
fn all_faults_of_shape_are_listed() {
    check(
        "format = 1\nnaem = 'x'\nmen = 'many'\n[[unit]]\nid = 'a'\nstrength = 3\nsize = 1\n[[unit]]\nidd = 'a'\n",
        "f.toml:2:1: unknown field `naem`; expected one of `format`, `name`, `arm`, `men`, `unit`, `names`; \
         did you mean \"name\"?\n\
         f.toml:3:7: invalid type: string \"many\"; expected a whole number from 0 to 65535\n\
         f.toml:7:1: unknown field `size`; expected `id` or `strength`\n\
         f.toml:9:1: unknown field `idd`; expected `id` or `strength`; did you mean \"id\"?",
    );
    check(
        "format = 1\nname = 'x'\n[[unit]]\nid = 'a'\nstrength = 3\n[[unit]]\nid = 3\n[names]\nx = 'y'\nz = 'y'",
        "f.toml:7:6: invalid type: integer `3`; expected a string\n\
         f.toml:9:5: invalid type: string \"y\"; expected a whole number from 0 to 255\n\
         f.toml:10:5: invalid type: string \"y\"; expected a whole number from 0 to 255",
    );
}

#[test]
fn an_unknown_word_has_its_nearest_name() {
    check(
        "format = 1\nname = 'x'\narm = 'cavlary'",
        "f.toml:3:7: unknown variant `cavlary`; expected one of `infantry`, `cavalry`, `artillery`; \
         did you mean \"cavalry\"?",
    );
}

#[test]
fn a_missing_field_is_placed_at_its_table() {
    check("format = 1\nname = 'x'\n\n[[unit]]\nid = 'a'\n", "f.toml:4:1: missing field `strength`");
}

#[test]
fn a_value_of_the_wrong_kind() {
    check(
        "format = 1\nname = 'é'\nmen = 'many'",
        "f.toml:3:7: invalid type: string \"many\"; expected a whole number from 0 to 65535",
    );
    check(
        "format = 1\nname = 'x'\nmen = -3",
        "f.toml:3:7: invalid value: integer `-3`; expected a whole number from 0 to 65535",
    );
}

#[test]
fn another_format_is_refused() {
    check("format = 2\nname = 'x'", "f.toml:1:10: invalid value: integer `2`; expected format 1");
    check("name = 'x'", "f.toml:1:1: missing field `format`");
}

#[test]
fn a_file_too_large_is_refused() {
    let text = " ".repeat(MAX_BYTES + 1);
    check(&text, "f.toml:1:1: too large: 4194305 bytes, at most 4194304 are read");
}

#[test]
fn places_count_characters_not_bytes() {
    let source = Source::new("f", "é\nàé=x\n");
    assert_eq!(source.place(7..8).to_string(), "f:2:3");
    assert_eq!(source.place(4..5).to_string(), "f:2:1", "inside a character: its beginning");
    assert_eq!(source.place(99..100).to_string(), "f:3:1", "beyond the end: the end");
}

#[test]
fn what_is_underlined_is_the_span_or_the_word_at_the_place() {
    let source = Source::new("f", "é b\nàé=x c\n");
    let mut faults = Collector::new(&source);
    faults.at(3..4, "b");
    let at_span = faults.into_result(()).unwrap_err().0.remove(0);
    assert_eq!(source.span(&at_span).map(|span| &source.text[span]), Some("b"));
    let at_place = |line, column| {
        let place = muster::Place { file: "f".into(), line, column };
        let fault = muster::Fault { place: Some(place), ..muster::Fault::new("x") };
        source.span(&fault).map(|span| &source.text[span])
    };
    assert_eq!(at_place(2, 2), Some("é=x"));
    assert_eq!(at_place(2, 7), Some(""), "the end of a line");
    assert_eq!(at_place(9, 1), Some(""), "no such line: the end of the text");
    assert_eq!(source.span(&muster::Fault::new("nowhere")), None);
}

#[test]
fn a_collector_lists_faults_in_order_and_not_without_end() {
    let source = Source::new("f", "a b\nc d");
    let mut faults = Collector::new(&source);
    faults.at(6..7, "second").suggest("cavlary", ["infantry", "cavalry"]);
    faults.at(2..3, "first").expect("a or b");
    let found = faults.clone().into_result(()).unwrap_err().to_string();
    assert_eq!(found, "f:1:3: first; expected a or b\nf:2:3: second; did you mean \"cavalry\"?");
    for _ in 0..MAX_FAULTS {
        faults.whole("again");
    }
    let found = faults.into_result(()).unwrap_err();
    assert_eq!(found.0.len(), MAX_FAULTS + 1);
    assert_eq!(found.0[MAX_FAULTS].to_string(), "and 2 more faults");
}

#[test]
fn nearest_names_are_near() {
    assert_eq!(nearest("Maidaa", ["Saalfeld", "Maida"]), Some("Maida"));
    assert_eq!(nearest("MAIDA", ["Saalfeld", "Maida"]), Some("Maida"));
    assert_eq!(nearest("Jena", ["Saalfeld", "Maida"]), None);
    assert_eq!(nearest("q", ["a", "b"]), None);
    assert_eq!(nearest("", ["a"]), None);
    assert_eq!(nearest(&"x".repeat(1000), ["x"]), None);
}

#[test]
fn a_file_that_is_not_there() {
    let faults = Source::read(std::path::Path::new("no-such-file.toml")).unwrap_err().to_string();
    assert!(faults.starts_with("no-such-file.toml:1:1: cannot be read: "), "{faults}");
}

proptest! {
    #[test]
    fn no_text_makes_reading_panic(text in "\\PC*", pieces in "([a-z\\[\\]='\"\\n0-9.\\\\{},# ]|\"\"\"|format = 1\n)*") {
        for text in [text, pieces] {
            if let Err(faults) = read_toml::<File>(&Source::new("f", text)) {
                prop_assert!(!faults.0.is_empty());
                prop_assert!(!faults.to_string().is_empty());
            }
        }
    }

    #[test]
    fn every_span_has_a_place(text in "\\PC*\n\\PC*", start in 0usize..100, length in 0usize..9) {
        let place = Source::new("f", text.clone()).place(start..start + length);
        prop_assert!(place.line <= 2 && place.column <= text.chars().count() + 1);
    }
}
