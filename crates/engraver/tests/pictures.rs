//! The pictures: everything is drawn, what is drawn is sound, and names from files cannot break it.

#[path = "../examples/showcase/scene.rs"]
mod scene;

use engraver::text::{Colours, Sheet};
use std::collections::BTreeSet;
use std::path::Path;

use engraver::plot::{Bars, Histogram, Lines, Shares};
use engraver::{At, Counter, Look, Map, Mark, MarkKind, Overlay, Plan, Sign, Symbol};
use ground::{Dir, Feature, Features, Ground, HexId, Road, Terrain};
use muster::Source;
use resvg::usvg;

fn parse(svg: &str) -> usvg::Tree {
    for word in ["NaN", "inf\"", "-0 ", "\"-0\""] {
        assert!(!svg.contains(word), "{word:?} in the picture");
    }
    usvg::Tree::from_str(svg, &usvg::Options::default()).expect("the picture is SVG")
}

fn png_size(png: &[u8]) -> (u32, u32) {
    assert_eq!(png[..8], [0x89, b'P', b'N', b'G', 13, 10, 26, 10]);
    let word = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes are four bytes"));
    (word(16), word(20))
}

fn read(text: &str) -> Ground {
    Ground::read(&Source::new("test.toml", text)).expect("the test has no faults")
}

#[test]
fn the_showcase_has_everything() {
    let ground = scene::ground();
    let terrains: BTreeSet<Terrain> = ground.hexes().map(|hex| ground.terrain(hex)).collect();
    assert_eq!(terrains.len(), Terrain::ALL.len());
    let sides = || ground.hexes().flat_map(|hex| Dir::ALL.map(|dir| (hex, dir)));
    for feature in Feature::ALL {
        assert!(sides().any(|(hex, dir)| ground.hexside(hex, dir).contains(feature)), "no {feature}");
    }
    for road in Road::ALL {
        assert!(sides().any(|(hex, dir)| ground.roads(hex, dir).contains(road)), "no {road}");
    }
    let counters = scene::counters(&ground);
    for symbol in Symbol::ALL {
        assert!(counters.iter().any(|counter| counter.symbol == symbol), "no {symbol:?}");
    }
    for look in [Look::Plain, Look::Striped, Look::Pale] {
        assert!(counters.iter().any(|counter| counter.look == look), "no {look:?}");
    }
    for sign in Sign::ALL {
        assert!(counters.iter().any(|counter| counter.signs.contains(&sign)), "no {sign:?}");
    }
    assert!(counters.iter().any(|counter| counter.all_round));
    assert!(counters.iter().any(|counter| counter.at.hexes().len() > 1), "none on several hexes");
    let kinds: BTreeSet<String> = scene::overlays(&ground)
        .iter()
        .map(|o| format!("{o:?}").split([' ', '(']).next().unwrap().to_owned())
        .collect();
    assert_eq!(kinds.len(), 6, "{kinds:?}");
}

#[test]
fn the_showcase_is_drawn() {
    let ground = scene::ground();
    let map = scene::map(&ground);
    let svg = map.svg();
    let size = parse(&svg).size().to_int_size();
    assert_eq!((size.width(), size.height()), map.size());
    for id in [
        "tree0",
        "fruit",
        "palm",
        "reed",
        "rock",
        "mark-flag",
        "mark-smoke",
        "lake",
        "hatch",
        "bush",
        "stone",
    ] {
        assert!(svg.contains(&format!("#{id}")), "nothing uses {id}");
    }
    let png = map.png().unwrap();
    assert_eq!(png_size(&png), map.size());
    assert!(png.len() > 100_000);
}

/// Leaving one thing out of a picture changes it: so it was drawn.
#[test]
fn every_counter_and_mark_makes_a_difference() {
    let ground = scene::ground();
    let whole = scene::map(&ground).svg();
    let (counters, overlays) = (scene::counters(&ground), scene::overlays(&ground));
    for i in 0..counters.len() {
        let mut fewer = counters.clone();
        fewer.remove(i);
        assert!(Map::new(&ground).counters(fewer).overlays(overlays.clone()).svg().len() < whole.len());
    }
    for i in 0..overlays.len() {
        let mut fewer = overlays.clone();
        fewer.remove(i);
        assert!(Map::new(&ground).counters(counters.clone()).overlays(fewer).svg().len() < whole.len());
    }
}

#[test]
fn every_terrain_and_feature_makes_a_difference() {
    let plain = "format = 1\ncolumns = 3\nrows = 3\n";
    let bare = Map::new(&read(plain)).svg();
    for terrain in Terrain::ALL.into_iter().filter(|&t| t != Terrain::Clear) {
        let grid = format!("{plain}terrain = \"\"\"\n. . .\n. {} .\n. . .\n\"\"\"\n", terrain.letter());
        assert_ne!(Map::new(&read(&grid)).svg(), bare, "{terrain}");
    }
    for feature in Feature::ALL {
        let mut sides = format!("{plain}[sides]\n");
        let pair = if Features::SLOPES.contains(feature) { "0202>0201" } else { "0202-0201" };
        if matches!(feature, Feature::Bridge | Feature::Ford) {
            sides += "river = [\"0202-0201\"]\n";
        }
        let without = Map::new(&read(&sides)).svg();
        sides += &format!("{feature} = [\"{pair}\"]\n");
        let svg = Map::new(&read(&sides)).svg();
        parse(&svg);
        assert_ne!(svg, without, "{feature}");
    }
    for road in Road::ALL {
        let text = format!("{plain}[paths]\n{road} = [[\"0201\", \"0202\"]]\n");
        let svg = Map::new(&read(&text)).svg();
        parse(&svg);
        assert_ne!(svg, bare, "{road}");
    }
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let ground = scene::ground();
    assert_eq!(scene::map(&ground).svg(), scene::map(&ground).svg());
    assert_eq!(scene::map(&ground).scale(30).png().unwrap(), scene::map(&ground).scale(30).png().unwrap());
}

#[test]
fn the_battles_are_drawn() {
    for battle in ["maida", "saalfeld", "tutorial"] {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles").join(battle).join("ground.toml");
        let ground = Ground::read(&Source::read(&path).unwrap()).unwrap();
        let map = Map::new(&ground).scale(24);
        parse(&map.svg());
        assert_eq!(png_size(&map.png().unwrap()), map.size());
    }
}

const HOSTILE: &str = "</text><script>alert(\"1\")</script> & 'quotes' \u{1b}[31m \u{0} ]]>";

#[test]
fn hostile_names_are_only_text() {
    let ground = read(
        "format = 1\nname = \"<b>&amp;\\\"'\"\ncolumns = 4\nrows = 3\nhex_meters = 150\n[places]\n\
         \"<script>&\\\"'\" = \"0202\"\n[entries]\n\"<\" = \"0101\"\n",
    );
    let hex = HexId(5);
    let counter = Counter {
        at: At::hex(hex, None),
        side_colour: "\"/><script>".to_owned(),
        nation: HOSTILE.to_owned(),
        stripe: Some("url(#x)\"".to_owned()),
        name: HOSTILE.to_owned(),
        strength: "<".to_owned(),
        ratings: "&".to_owned(),
        ..Counter::default()
    };
    let overlays = [
        Overlay::Reach { hex, label: "<&".to_owned() },
        Overlay::Zone { hexes: vec![hex], colour: "red\"".to_owned() },
        Overlay::Objective { hex, side: Some(HOSTILE.to_owned()), label: HOSTILE.to_owned() },
        Overlay::Highlight { hex, colour: HOSTILE.to_owned() },
    ];
    let commander = Counter { symbol: Symbol::Commander, ..counter.clone() };
    let map = Map::new(&ground)
        .subtitle(HOSTILE)
        .caption(HOSTILE)
        .counters([counter.clone(), commander])
        .overlays(overlays);
    let svg = map.svg();
    parse(&svg);
    assert!(
        !svg.contains("<script") && !svg.contains("<b>") && !svg.contains('\u{1b}') && !svg.contains('\u{0}')
    );
    let bars = Bars::new(HOSTILE).caption(HOSTILE).suffix("<").bar(HOSTILE, 1.0, None, HOSTILE);
    assert!(!bars.svg().contains("<script"));
    parse(&bars.svg());
    let words = |key: &str| key.to_owned();
    let text = engraver::text::map(&ground, &[counter], Sheet::whole(80, Colours::Without), &words);
    assert!(!text.contains('\u{1b}') && !text.contains('\u{0}'));
}

#[test]
fn what_is_not_on_the_map_is_left_out() {
    let ground = read("format = 1\ncolumns = 1\nrows = 1\n");
    let far = HexId(7);
    let overlays = [
        Overlay::Reach { hex: far, label: "1".to_owned() },
        Overlay::Path(vec![far, HexId::NONE]),
        Overlay::Path(vec![HexId(0)]),
        Overlay::Path(vec![HexId(0), HexId(0)]),
        Overlay::Zone { hexes: vec![far], colour: "#000".to_owned() },
        Overlay::Line { from: HexId(0), to: far, blocked: None },
        Overlay::Line { from: HexId(0), to: HexId(0), blocked: Some(HexId(0)) },
        Overlay::Objective { hex: far, side: None, label: String::new() },
        Overlay::Highlight { hex: far, colour: String::new() },
    ];
    let map = Map::new(&ground).counters([Counter::default()]).overlays(overlays);
    parse(&map.svg());
    assert_eq!(png_size(&map.png().unwrap()), map.size());
}

#[test]
fn too_large_a_picture_is_refused() {
    let ground = read("format = 1\ncolumns = 99\nrows = 99\n");
    let error = Map::new(&ground).without_numbers().scale(400).png().unwrap_err();
    assert!(error.to_string().contains("choose another scale"), "{error}");
}

#[test]
fn plots_are_drawn_whatever_the_figures() {
    let bars = Bars::new("Bars").bar("a", f64::NAN, Some((f64::NEG_INFINITY, f64::INFINITY)), "#123");
    let many = Bars::new("Bars").bar("a", 40.0, Some((35.0, 45.0)), "#123456").bar("b", -12.5, None, "");
    let histogram =
        Histogram::new("Histogram", -3, 2).values("a", [-4, -3, 0, 0, 1, i64::MAX, i64::MIN], "#123456");
    let wide = Histogram::new("", 0, 0).counts("", vec![u64::MAX; 300], "#123456").axis("turns");
    let lines = Lines::new("Lines").line("a", [(0.0, 1.0), (1.0, f64::NAN)], "#123456").axes("turn", "loss");
    let shares =
        Shares::new("Shares").outcome("a", "#123").outcome("b", "#321").row("1:1", [3, 1]).row("0", [0, 0]);
    let all = [
        bars.svg(),
        many.svg(),
        histogram.svg(),
        wide.svg(),
        lines.svg(),
        shares.svg(),
        Bars::new("").svg(),
        Histogram::new("", 0, 1).svg(),
        Lines::new("").svg(),
        Shares::new("").svg(),
    ];
    for svg in all {
        parse(&svg);
        assert!(engraver::png(&svg).unwrap().len() > 1000);
    }
    assert!(shares.svg().contains("75 %"));
}

#[test]
fn a_name_in_any_tongue_of_the_wars_has_its_letters() {
    for face in engraver::Face::ALL {
        let font = skrifa::FontRef::new(face.file()).unwrap();
        let map = skrifa::MetadataProvider::charmap(&font);
        for letter in "ÄÖÜäöüßÀÂÉÈÊËÎÏÔÙÛÇàâéèêëîïôùûçœŒæÆÑñÁÍÓÚáíóúÅåØøŁłŻżŚśČčŠšŽžŐőŰű½×–—’“”·".chars()
        {
            assert!(map.map(letter).is_some(), "{face:?} has no {letter}");
        }
        // Gentium Basic lacks these; they are then taken from the other typeface.
        if face == engraver::Face::Counter {
            assert!("ĄąĘęťď".chars().all(|letter| map.map(letter).is_some()));
        }
    }
}

/// A mark of a plan: a triangle, of which lines are drawn open and points singly.
fn mark(drawn: MarkKind) -> Mark {
    let parts = vec![vec![[100.0, 100.0], [400.0, 120.0], [250.0, 380.0]]];
    Mark { drawn, parts, label: "A <name> & more".to_owned(), width: 12.0, estimated: true }
}

#[test]
fn a_plan_has_everything_that_a_survey_can_have() {
    let mut drawn = vec![MarkKind::Sea, MarkKind::Contour, MarkKind::Height, MarkKind::Name];
    drawn.extend(Terrain::ALL.map(MarkKind::Area));
    drawn.extend(Feature::ALL.map(MarkKind::Line));
    drawn.extend(Road::ALL.map(MarkKind::Road));
    let plan = |marks: Vec<Mark>| Plan {
        title: "Heath".to_owned(),
        subtitle: "Survey".to_owned(),
        caption: String::new(),
        width: 600.0,
        height: 500.0,
        marks,
    };
    let empty = plan(Vec::new()).svg(800);
    for drawn in drawn {
        let svg = plan(vec![mark(drawn)]).svg(800);
        parse(&svg);
        assert!(svg.len() > empty.len() + 100, "{drawn:?} is not drawn");
        assert!(svg.contains("A &lt;name&gt; &amp; more"), "{drawn:?} has no label");
    }
    let (width, height) = png_size(&plan(Vec::new()).png(800).expect("it can be drawn"));
    assert_eq!(width.max(height), 800);
}
