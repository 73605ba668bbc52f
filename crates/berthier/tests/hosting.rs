//! The table of all settings in `docs/hosting.md` says what `berthier serve --help` says.

use std::collections::BTreeMap;
use std::process::Command;

/// A setting: its default and its unit.
#[derive(PartialEq, Debug)]
struct Setting {
    default: String,
    unit: String,
}

fn help() -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_berthier")).args(["serve", "--help"]).output();
    String::from_utf8(output.expect("the program starts").stdout).expect("it writes text")
}

/// The flags of a help text. A switch is off by default; what has no default, or an empty one, has none.
fn flags(help: &str) -> BTreeMap<String, Setting> {
    let (_, options) = help.split_once("Options:").expect("there are options");
    let (options, _) = options.split_once("\n\n").expect("something follows");
    // One line each.
    let mut lines: Vec<String> = Vec::new();
    for line in options.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match lines.last_mut() {
            Some(last) if !line.starts_with('-') => *last = format!("{last} {line}"),
            _ => lines.push(line.to_owned()),
        }
    }
    let setting = |line: &String| {
        let name = line.split(' ').find(|word| word.starts_with("--"))?.to_owned();
        let rest = line.split_once(&name)?.1;
        let unit = rest.strip_prefix(" <").and_then(|rest| rest.split('>').next());
        let default = rest.split_once("[default: ").and_then(|(_, rest)| rest.rsplit_once(']'));
        let default = default.map(|(default, _)| default.trim_matches('"')).filter(|text| !text.is_empty());
        let default = default.unwrap_or(if unit.is_some() { "none" } else { "off" });
        let unit = unit.map_or("switch".to_owned(), str::to_lowercase);
        (name != "--help").then(|| (name, Setting { default: default.to_owned(), unit }))
    };
    lines.iter().filter_map(setting).collect()
}

/// The rows of the table, by what they are read from.
fn rows(from: &str) -> BTreeMap<String, Setting> {
    let row = |line: &str| {
        let cells: Vec<&str> =
            line.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let [name, source, default, unit, effect] = cells[..] else { return None };
        assert!(source != from || !effect.is_empty(), "{name} has no effect");
        (source == from)
            .then(|| (name.to_owned(), Setting { default: default.to_owned(), unit: unit.to_owned() }))
    };
    include_str!("../../../docs/hosting.md").lines().filter_map(row).collect()
}

#[test]
fn every_flag_stands_in_the_table_with_its_default_and_unit() {
    let (flags, rows) = (flags(&help()), rows("flag"));
    assert!(flags.len() >= 19, "{flags:?}");
    for (name, setting) in &flags {
        assert_eq!(rows.get(name), Some(setting), "{name}: the table, and --help");
    }
    for name in rows.keys() {
        assert!(flags.contains_key(name), "{name} stands in the table and is no flag");
    }
}

#[test]
fn every_variable_stands_in_the_table() {
    let help = help();
    let words = help.split(|c: char| !c.is_ascii_uppercase() && c != '_');
    let mut named: Vec<&str> = words.filter(|word| word.starts_with("BERTHIER_")).collect();
    named.sort_unstable();
    named.dedup();
    assert_eq!(rows("environment").into_keys().collect::<Vec<_>>(), named);
}

#[test]
fn defaults_are_read_as_the_help_writes_them() {
    let text = "Options:\n      --port <PORT>  The port\n          [default: 1806]\n      --open         Open\n      \
                --url <URL>    Where [default: \"\"]\n  -h, --help         Print help\n\nExamples:\n";
    let found = flags(text);
    let is = |default: &str, unit: &str| Setting { default: default.into(), unit: unit.into() };
    assert_eq!(found["--port"], is("1806", "port"));
    assert_eq!((&found["--open"], &found["--url"]), (&is("off", "switch"), &is("none", "url")));
    assert_eq!(found.len(), 3);
}
