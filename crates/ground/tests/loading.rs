//! Ground files: what they mean, and the exact faults of bad ones.

use ground::{Dir, Feature, Features, Ground, GroundFile, HexId, Kinds, Road, Roads, Terrain};
use muster::{Source, one_of, read_toml};
use proptest::prelude::*;

const GOOD: &str = r#"format = 1
name = "Test"
columns = 4
rows = 3
hex_meters = 150
terrain = """
. w . q
. v l .
o.mx
"""
elevation = """
0 1 1 0
0 0 1 0
0 0 0 0
"""
[legend]
"q" = "palm_grove"
[sides]
slope = ["0101-0201", "0402>0403"]
steep_slope = ["0302-0303"]
river = ["0101-0102", "0102-0103"]
stream = ["0301-0302"]
bridge = ["0102-0101", "0301-0302"]
ford = ["0102-0103"]
wall = ["0102-0202"]
redoubt = ["0202<0203"]
[paths]
road = [["0101", "0201", "0301"], ["0201", "0202"]]
trail = [["0201", "0202"]]
[places]
"Die Höhe" = "0201"
[entries]
B = "0401"
A = "0101"
"#;

/// All the faults of `text`, one a line.
fn faults(text: &str) -> String {
    match Ground::read(&Source::new("g.toml", text)) {
        Ok(_) => String::new(),
        Err(faults) => faults.to_string(),
    }
}

/// The faults of the good file after one change.
fn check(old: &str, new: &str, expected: &str) {
    assert_eq!(GOOD.matches(old).count(), 1, "{old:?} stands once in the good file");
    assert_eq!(faults(&GOOD.replace(old, new)), expected);
}

#[test]
fn a_good_file_means_what_it_says() {
    let ground = Ground::read(&Source::new("g.toml", GOOD)).unwrap();
    let hex = |name| ground.hex(name).unwrap();
    let hexside = |a, b| {
        let dir = ground.dir_to(hex(a), hex(b)).unwrap();
        let back = dir.opposite();
        assert_eq!(ground.hexside(hex(a), dir), ground.hexside(hex(b), back));
        assert_eq!(ground.roads(hex(a), dir), ground.roads(hex(b), back));
        (hex(a), dir)
    };
    let features = |(hex, dir)| Features::to_string(&ground.hexside(hex, dir));
    let road = |(hex, dir)| Roads::to_string(&ground.roads(hex, dir));
    let up = |(hex, dir): (HexId, Dir)| ground.uphill(hex, dir);
    let protected = |(hex, dir): (HexId, Dir)| ground.protected(hex, dir);
    assert_eq!((ground.name(), ground.hex_meters(), ground.len()), ("Test", Some(150), 12));
    let letters: String = ground.hexes().map(|hex| ground.terrain(hex).letter()).collect();
    assert_eq!(letters, ".w.p.vl.o.mx");
    assert_eq!(ground.terrain(hex("0401")), Terrain::PalmGrove);
    assert_eq!(ground.hexes().filter(|&hex| ground.level(hex) == 1).count(), 3);
    assert_eq!(features(hexside("0101", "0201")), "slope");
    assert!(up(hexside("0101", "0201")) && !up(hexside("0201", "0101")));
    assert!(up(hexside("0403", "0402")) && !up(hexside("0402", "0403")));
    assert!(up(hexside("0303", "0302")) && !up(hexside("0302", "0303")));
    assert_eq!(features(hexside("0101", "0102")), "river, bridge");
    assert_eq!(features(hexside("0302", "0301")), "stream, bridge");
    assert_eq!(features(hexside("0103", "0102")), "river, ford");
    assert!(protected(hexside("0102", "0202")) && protected(hexside("0202", "0102")));
    assert!(protected(hexside("0202", "0203")) && !protected(hexside("0203", "0202")));
    assert_eq!(road(hexside("0201", "0101")), "road");
    assert_eq!(road(hexside("0201", "0202")), "road, trail");
    assert_eq!(road(hexside("0301", "0302")), "none");
    assert_eq!(ground.places(), [("Die Höhe".to_owned(), hex("0201"))]);
    assert_eq!((ground.entry("A"), ground.entry("C")), (Some(hex("0101")), None));
    assert_eq!(ground.entries().len(), 2);
}

#[test]
fn a_short_table_in_another_file_is_enough() {
    #[derive(serde::Deserialize)]
    struct Vignette {
        ground: GroundFile,
    }
    let text = "[ground]\ncolumns = 3\nrows = 3\nsides.crest = ['0101-0201', '0101-0301']\n";
    let source = Source::new("v.toml", text);
    let vignette: Vignette = read_toml(&source).unwrap();
    let faults = Ground::build(&vignette.ground, &source).unwrap_err().to_string();
    assert_eq!(faults, "v.toml:4:29: 0101 and 0301 are not adjacent; expected two adjacent hexes");
    let source = Source::new("v.toml", text.replace(", '0101-0301'", ""));
    let vignette: Vignette = read_toml(&source).unwrap();
    let ground = Ground::build(&vignette.ground, &source).unwrap();
    assert!(ground.hexes().all(|hex| ground.terrain(hex) == Terrain::Clear && ground.level(hex) == 0));
}

#[test]
fn a_wrong_letter_is_pointed_at() {
    let mut letters: Vec<String> = Terrain::ALL.iter().map(|terrain| terrain.letter().to_string()).collect();
    letters.push("q".to_owned());
    letters.sort();
    let letters = one_of(&letters.iter().map(String::as_str).collect::<Vec<_>>());
    check(". v l .", ". v é .", &format!("g.toml:8:5: unknown terrain letter 'é'; expected {letters}"));
    check("0 1 1 0\n", "0 1 1 -\n", "g.toml:12:7: '-' is no elevation; expected a digit");
    let escaped = "format = 1\ncolumns = 2\nrows = 1\nterrain = \".\\u0078\"\nelevation = '1a'";
    assert_eq!(faults(escaped), "g.toml:5:15: 'a' is no elevation; expected a digit");
    let escaped = escaped.replace("0078", "0061");
    let found = faults(&escaped);
    assert!(found.starts_with("g.toml:4:11: unknown terrain letter 'a'"), "at the string: {found}");
}

#[test]
fn a_grid_of_the_wrong_size() {
    check(
        ". v l .",
        ". v l",
        "g.toml:8:5: row 2 of the terrain grid has 3 columns; expected 4, as in `columns`",
    );
    check(
        ". v l .",
        ". v l . . .",
        "g.toml:8:9: row 2 of the terrain grid has 6 columns; expected 4, as in `columns`",
    );
    check(". v l .\n", "\n", "g.toml:6:11: the terrain grid has 2 rows; expected 3, as in `rows`");
    check("o.mx\n", "o.mx\n....\n", "g.toml:6:11: the terrain grid has 4 rows; expected 3, as in `rows`");
}

#[test]
fn a_map_of_the_wrong_size() {
    assert_eq!(
        faults("format = 1\ncolumns = 100\nrows = -1"),
        "g.toml:2:11: 100 columns; expected 1 to 99\ng.toml:3:8: -1 rows; expected 1 to 99"
    );
    assert_eq!(faults("format = 1\nrows = 1"), "g.toml:1:1: missing field `columns`");
    assert_eq!(faults("columns = 1\nrows = 1"), "g.toml:1:1: missing field `format`; expected format = 1");
}

#[test]
fn the_legend() {
    check(
        "\"palm_grove\"",
        "\"palmgrove\"",
        &format!(
            "g.toml:17:7: unknown terrain \"palmgrove\"; expected {}; did you mean \"palm_grove\"?",
            one_of(&Terrain::NAMES)
        ),
    );
    check(
        "\"q\" =",
        "q = \"palm_grove\"\nw =",
        "g.toml:18:1: letter 'w' already stands for woods; expected a letter not in use",
    );
    check("\"q\" =", "q = \"palm_grove\"\nqq =", "g.toml:18:1: \"qq\" in the legend; expected one letter");
}

#[test]
fn hexsides() {
    check(
        "\"0101-0102\", ",
        "\"0101-0302\", ",
        "g.toml:21:10: 0101 and 0302 are not adjacent; \
        expected two adjacent hexes\n\
        g.toml:23:11: bridge on a hexside without ravine or stream or canal or river; \
        expected the same hexside in the list of what it crosses",
    );
    check(
        "ford = [\"0102-0103\"]",
        "ford = [\"0301-0302\"]",
        "g.toml:24:9: ford on a hexside without canal or river; \
        expected the same hexside in the list of what it crosses",
    );
    check(
        "\"0102-0202\"",
        "\"0102 0202\"",
        "g.toml:25:9: \"0102 0202\" is not a hexside; \
        expected two hexes, like \"0101-0102\"",
    );
    check(
        "\"0102-0202\"",
        "\"0102-0904\"",
        "g.toml:25:9: \"0904\" is not a hex of this map; expected 0101 to 0403",
    );
    check("\"0102-0202\"", "\"0102-0202\", \"0202-0102\"", "g.toml:25:22: wall 0202-0102 is listed twice");
    check("\"0102-0202\"", "\"0102>0202\"", "g.toml:25:9: wall has no '>'; expected \"0102-0202\"");
    check(
        "wall = ",
        "walls = ",
        &format!(
            "g.toml:25:1: unknown hexside feature \"walls\"; expected {}; did you mean \"wall\"?",
            one_of(&Feature::NAMES)
        ),
    );
}

#[test]
fn slopes_have_a_higher_hex() {
    check(
        "\"0402>0403\"",
        "\"0402-0403\"",
        "g.toml:19:23: slope between hexes of the same elevation; \
        expected different elevations, or the higher hex first: \"0402>0403\"",
    );
    check(
        "\"0101-0201\"",
        "\"0101>0201\"",
        "g.toml:19:10: 0101 is written as higher than 0201 \
        but its elevation is lower; expected \"0201>0101\"",
    );
    check(
        "\"0302-0303\"",
        "\"0302-0303\", \"0201-0101\"",
        "g.toml:20:29: 0201-0101 is both slope and steep_slope",
    );
}

#[test]
fn cliffs_are_slopes_and_canals_are_water() {
    let text = "format = 1\ncolumns = 2\nrows = 2\n[sides]\n";
    let both = format!("{text}cliff = ['0101>0102']\nsteep_slope = ['0101>0102']");
    assert_eq!(faults(&both), "g.toml:6:16: 0101-0102 is both steep_slope and cliff");
    assert_eq!(faults(&format!("{text}canal = ['0101-0102']\nford = ['0102-0101']")), "");
    let canal = format!("{text}canal = ['0101-0102']\n[paths]\ncauseway = [['0101', '0102']]");
    let ground = Ground::read(&Source::new("g.toml", canal)).unwrap();
    let hex = ground.hex("0101").unwrap();
    assert_eq!(
        ground.hexside(hex, Dir(3)).to_string(),
        "canal, bridge",
        "a road over a canal has a bridge of its own"
    );
}

/// The faults of a ground for a book that knows little.
fn unknown(text: &str) -> String {
    let known = Kinds {
        terrain: vec![Terrain::Clear, Terrain::Woods, Terrain::Orchard],
        hexsides: Features::of(&[Feature::River, Feature::Wall]),
        roads: Road::Road.into(),
    };
    let text = format!("format = 1\ncolumns = 3\nrows = 2\n{text}");
    match Ground::read_for(&Source::new("g.toml", text), &known) {
        Ok(_) => String::new(),
        Err(faults) => faults.to_string(),
    }
}

#[test]
fn a_kind_that_the_charts_lack_is_pointed_at_where_it_first_stands() {
    assert_eq!(unknown("terrain = '''\n. w .\n. . o\n'''\n"), "");
    assert_eq!(
        unknown("terrain = '''\n. W .\n. g W\n'''\n"),
        "g.toml:5:3: the rulebook's charts have no terrain \"forest\", which stands at 0201 and 1 places more; expected one of \
         \"clear\", \"woods\", \"orchard\"\n\
         g.toml:6:3: the rulebook's charts have no terrain \"garden\", which stands at 0202; expected one of \"clear\", \
         \"woods\", \"orchard\""
    );
    assert_eq!(
        unknown("terrain = '''\n. W .\n. . .\n'''\n[hexes]\nwoods = ['0201']"),
        "",
        "what another line covers stands nowhere"
    );
    assert_eq!(
        unknown("[hexes]\nvineyard = ['0101']"),
        "g.toml:5:13: the rulebook's charts have no terrain \"vineyard\", which stands at 0101; expected one of \"clear\", \
         \"woods\", \"orchard\""
    );
    assert_eq!(
        unknown("[sides]\nhigh_wall = ['0101<0102']"),
        "g.toml:5:14: the rulebook's charts have no hexside feature \"high_wall\", which stands at 0101; expected one of \
         \"river\", \"wall\""
    );
    assert_eq!(
        unknown("[paths]\ncauseway = [['0101', '0102']]"),
        "g.toml:5:22: the rulebook's charts have no road \"causeway\", which stands at 0101; expected \"road\""
    );
    assert_eq!(
        unknown("[sides]\nriver = ['0101-0102']\n[paths]\nroad = [['0101', '0102']]"),
        "g.toml:7:18: the rulebook's charts have no hexside feature \"bridge\", which stands at 0101; expected one of \
         \"river\", \"wall\"",
        "the bridge of a road is pointed at where the road is"
    );
}

#[test]
fn paths_places_and_entries() {
    check(
        "\"0201\", \"0301\"]",
        "\"0301\", \"0201\"]",
        "g.toml:28:18: 0301 is not next to 0101; \
        expected a neighbour of 0101",
    );
    check(
        "[\"0201\", \"0202\"]]\ntrail",
        "[\"0201\"]]\ntrail",
        "g.toml:28:36: a road of 1 hexes; \
        expected two or more",
    );
    check(
        "trail = ",
        "track = ",
        "g.toml:29:1: unknown road \"track\"; expected one of \"highway\", \"road\", \"causeway\", \"trail\"; did you mean \
         \"trail\"?",
    );
    check(
        "= \"0401\"",
        "= \"0501\"",
        "g.toml:33:5: \"0501\" is not a hex of this map; expected 0101 to 0403",
    );
    check(
        "\"Die Höhe\" = \"0201\"",
        "\"Die Höhe\" = \"x\"",
        "g.toml:31:14: \"x\" is not a hex of this map; \
        expected 0101 to 0403",
    );
}

proptest! {
    #[test]
    fn no_bytes_make_loading_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        faults(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn no_change_to_a_good_file_makes_loading_panic(
        changes in prop::collection::vec((0..GOOD.len(), 0usize..4, "[ -~\n\té]{0,3}"), 1..6),
    ) {
        let mut text = GOOD.to_owned();
        for (at, removed, added) in changes {
            let at = at.min(text.len());
            if text.is_char_boundary(at) && text.is_char_boundary((at + removed).min(text.len())) {
                text.replace_range(at..(at + removed).min(text.len()), &added);
            }
        }
        faults(&text);
    }

    #[test]
    fn another_source_only_misplaces_the_faults(text in "\\PC{0,200}") {
        let file: GroundFile = read_toml(&Source::new("g.toml", GOOD.replace("0402>0403", "0402-0403"))).unwrap();
        prop_assert_eq!(Ground::build(&file, &Source::new("other", text)).unwrap_err().0.len(), 1);
    }
}
