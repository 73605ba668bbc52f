//! The map for a terminal.

use engraver::text::{Colours, Sheet};
use std::path::Path;

use engraver::{At, Counter, Symbol, Tag, text};
use ground::{Aim, Ground};
use muster::Source;

fn read(text: &str) -> Ground {
    Ground::read(&Source::new("test.toml", text)).expect("the test has no faults")
}

/// A state.
fn dazed() -> Tag {
    Tag { letter: 'd', label: "dazed".to_owned() }
}

/// Words that can be told from the keys of the files.
fn words(key: &str) -> String {
    format!("<{}>", key.replace('_', " "))
}

/// A text without its colours.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut parts = text.split("\x1b[");
    out.push_str(parts.next().unwrap_or(""));
    for part in parts {
        out.push_str(part.split_once('m').map_or("", |(_, rest)| rest));
    }
    out
}

#[test]
fn even_columns_stand_half_a_hex_lower() {
    let ground = read(
        "format = 1\ncolumns = 3\nrows = 2\nterrain = \"\"\"\nw . v\n. l .\n\"\"\"\n[sides]\nstream = [\"0101-0102\"]\n\
         [places]\n\"Weiler\" = \"0301\"\n",
    );
    let units = [
        Counter {
            at: At::hex(ground.hex("0201").unwrap(), Some(Aim(3))),
            side_colour: "#27408b".to_owned(),
            strength: "4".to_owned(),
            tags: vec![dazed()],
            ..Counter::default()
        },
        Counter {
            at: At::hex(ground.hex("0302").unwrap(), Some(Aim(7))),
            side_colour: "#b22222".to_owned(),
            symbol: Symbol::FootArtillery,
            strength: "12".to_owned(),
            ..Counter::default()
        },
    ];
    let expected = [
        "   01 02 03",
        "01 ♣♣♣   ⌂⌂⌂",
        "   ♣~♣I4→⌂⌂⌂",
        "02  · d  a12",
        "      ≋≋≋↙",
        "      ≋≋≋",
        "<legend.map> ♣ <terrain.woods>",
    ];
    let drawn = text::map(&ground, &units, Sheet::whole(12, Colours::Without), &words);
    assert!(drawn.lines().take(expected.len()).eq(expected), "{drawn}");
    let coloured = plain(&text::map(&ground, &units, Sheet::whole(12, Colours::Ansi), &words));
    assert!(coloured.lines().map(str::trim_end).take(6).eq(expected.into_iter().take(6)), "{coloured}");
}

#[test]
fn a_counter_of_two_hexes_stands_in_both() {
    let ground = read("format = 1\ncolumns = 3\nrows = 2\n");
    let hexes = ["0202", "0201"].map(|hex| ground.hex(hex).unwrap()).to_vec();
    let line = Counter { at: At::Hexes(hexes, Some(Aim(2))), strength: "4".to_owned(), ..Counter::default() };
    let drawn = text::map(&ground, std::slice::from_ref(&line), Sheet::whole(12, Colours::Without), &words);
    assert_eq!(drawn.matches("I4").count(), 2, "{drawn}");
}

/// Around what is asked about, in larger cells; who leads stands under whom he leads, and what is worth points has its sign.
#[test]
fn a_part_of_the_map_shows_what_lies_around_some_hexes() {
    let ground = read("format = 1\ncolumns = 40\nrows = 30\n");
    let hex = |label: &str| ground.hex(label).unwrap();
    let counter = |symbol, strength: &str, stack_order| Counter {
        at: At::hex(hex("2015"), Some(Aim(0))),
        symbol,
        strength: strength.to_owned(),
        stack_order,
        ..Counter::default()
    };
    let stack = [
        counter(Symbol::Infantry, "4", 0),
        counter(Symbol::Cavalry, "3", 1),
        counter(Symbol::Commander, "1", 2),
    ];
    let objectives = [hex("2015"), hex("2115"), hex("0101")];
    let sheet =
        Sheet { around: &[hex("2015")], objectives: &objectives, ..Sheet::whole(100, Colours::Without) };
    let drawn = text::map(&ground, &stack, sheet, &words);
    let lines: Vec<&str> = drawn.lines().collect();
    assert_eq!(
        lines[0].split_whitespace().collect::<Vec<_>>(),
        ["16", "17", "18", "19", "20", "21", "22", "23", "24"]
    );
    assert_eq!(lines.iter().filter(|line| line.starts_with(['0', '1', '2'])).count(), 9, "{drawn}");
    assert!(lines[1].starts_with("11 ") && drawn.contains("C3↑") && drawn.contains("★+1◎"), "{drawn}");
    assert_eq!(drawn.matches('◎').count(), 3, "two hexes and the legend: {drawn}");
    // What lies far apart is shown with all between.
    let sheet = Sheet { around: &[hex("0101"), hex("4030")], ..Sheet::whole(100, Colours::Without) };
    let whole = text::map(&ground, &stack, sheet, &words);
    assert_eq!(whole, text::map(&ground, &stack, Sheet::whole(100, Colours::Without), &words));
}

#[test]
fn what_units_stand_on_is_shown() {
    let ground = read(
        "format = 1\ncolumns = 3\nrows = 2\nterrain = \"\"\"\nw . v\n. l .\n\"\"\"\n[levels]\n2 = [\"0301\"]\n\
         [paths]\nroad = [[\"0301\", \"0302\"]]\n",
    );
    let units = ["0101", "0301", "0102"].map(|hex| Counter {
        at: At::hex(ground.hex(hex).unwrap(), Some(Aim(0))),
        strength: "4".to_owned(),
        tags: vec![dazed()],
        ..Counter::default()
    });
    let drawn = text::map(&ground, &units, Sheet::whole(15, Colours::Without), &words);
    let lower = drawn.lines().nth(2).unwrap();
    assert!(lower.starts_with("   d♣♣♣") && lower.ends_with("d⌂⌂⌂"), "{drawn}");
    for meaning in ["1-9 <legend.height>", "<legend.units> I <symbol.infantry>", "d dazed"] {
        assert!(drawn.contains(meaning), "{meaning}: {drawn}");
    }
}

#[test]
fn the_middle_map_fits_eighty_columns() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles/maida/ground.toml");
    let ground = Ground::read(&Source::read(&path).unwrap()).unwrap();
    let drawn = text::map(&ground, &[], Sheet::whole(80, Colours::Ansi), &words);
    assert!(drawn.contains("\x1b[48;2;"));
    for line in plain(&drawn).lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}
