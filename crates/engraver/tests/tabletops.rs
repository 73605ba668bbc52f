//! Tables: everything is drawn, what is drawn is sound, and names from files cannot break it.

#[path = "../examples/tabletop/scene.rs"]
mod scene;

use std::collections::BTreeSet;

use baize::{AreaKind, Length, LineKind, PointKind, Table};
use engraver::tabletop::{Mark, Ranks, Stance, TableOverlay, Tabletop};
use resvg::usvg;

fn parse(svg: &str) -> usvg::Tree {
    for word in ["NaN", "inf\"", "-0 ", "\"-0\""] {
        assert!(!svg.contains(word), "{word:?} in the picture");
    }
    usvg::Tree::from_str(svg, &usvg::Options::default()).expect("the picture is SVG")
}

#[test]
fn the_scene_has_everything() {
    let table = scene::table();
    let areas: BTreeSet<AreaKind> = table.areas.iter().map(|area| area.kind).collect();
    assert_eq!(areas.len(), AreaKind::ALL.len());
    let lines: BTreeSet<LineKind> = table.lines.iter().map(|line| line.kind).collect();
    // A hedge stands around a field.
    assert_eq!(lines.len() + 1, LineKind::ALL.len());
    assert_eq!(table.points.iter().map(|point| point.kind).collect::<Vec<_>>(), PointKind::ALL);
    let units = scene::units();
    let kinds: BTreeSet<&str> = units.iter().map(|unit| unit.symbol.word()).collect();
    assert_eq!(kinds.len(), engraver::Symbol::ALL.len());
    for stance in [Stance::Close, Stance::Open, Stance::Square, Stance::Limbered] {
        assert!(units.iter().any(|unit| unit.stance == stance), "no {stance:?}");
    }
    for unit in &units {
        assert!(
            table.has_all_of(&unit.pose.place(unit.size().shape())),
            "{} stands beside the table",
            unit.name
        );
    }
}

#[test]
fn a_table_is_drawn_the_same_each_time_and_to_its_size() {
    let table = scene::table();
    let picture = scene::picture(&table).scale(6);
    let svg = picture.svg();
    let size = parse(&svg).size().to_int_size();
    assert_eq!((size.width(), size.height()), picture.size());
    assert_eq!(svg, picture.svg());
    assert!(picture.png().expect("it is drawn").starts_with(b"\x89PNG"));
    for name in ["La Haye", "Vieille Garde", "13.8 MU"] {
        assert!(svg.contains(name), "no {name}");
    }
}

#[test]
fn names_and_colours_from_files_cannot_break_the_picture() {
    let mut table = scene::table();
    table.areas[0].name = "<script>\"&' \u{1}".into();
    let mut unit: Ranks = scene::units().remove(0);
    unit.name = "</svg><b>".into();
    unit.nation = "nowhere\"".into();
    unit.marks = vec![Mark { letter: "<".into(), colour: "red\" onload=\"x".into() }];
    (unit.files, unit.ranks, unit.losses) = (u16::MAX, 0, u16::MAX);
    unit.base.width = Length(600);
    let tape = TableOverlay::Tape { from: Default::default(), to: Default::default(), told: "<".into() };
    let svg = Tabletop::new(&table).units([unit]).overlays([tape]).svg();
    parse(&svg);
    assert!(!svg.contains("<script") && !svg.contains("onload"));
}

#[test]
fn an_open_table_is_drawn_at_any_scale() {
    let table = Table::open(Length(400), Length(800));
    for scale in [0, 4, 120, 5000] {
        let picture = Tabletop::new(&table).scale(scale);
        let size = parse(&picture.svg()).size().to_int_size();
        assert_eq!((size.width(), size.height()), picture.size());
    }
}
