//! Lakes, streams and rivers, and what leads across them.

use ground::{Dir, Feature, Features, HexId, Terrain};

use crate::geometry::{Curve, Obstacles, Pt, Sheet};
use crate::palette::{BANK, WATER};
use crate::svg::{Path, Svg};

const ROUND: &str = "fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"";
const RIVER: f64 = 15.0;

/// Lakes, with lines along the shore as an engraver cuts them.
pub(crate) fn lakes(svg: &mut Svg, sheet: &Sheet<'_>) {
    let shore = Curve::path(&sheet.region(|hex| sheet.ground.terrain(hex) == Terrain::Lake));
    if shore.is_empty() {
        return;
    }
    svg.put(format_args!("<clipPath id=\"lake\"><path d=\"{shore}\"/></clipPath>"));
    svg.path(&shore, &format!("fill=\"{WATER}\""));
    svg.group("clip-path=\"url(#lake)\" fill=\"none\" stroke-linejoin=\"round\"");
    for (width, ink) in [
        (50.0, "#94bac3"),
        (48.4, WATER),
        (34.0, "#86afba"),
        (32.2, WATER),
        (20.0, "#769fad"),
        (18.0, WATER),
        (9.0, "#6391a2"),
        (6.8, WATER),
    ] {
        svg.path(&shore, &format!("stroke=\"{ink}\" stroke-width=\"{width}\""));
    }
    svg.end();
    svg.path(&shore, &format!("fill=\"none\" stroke=\"{BANK}\" stroke-width=\"1.8\""));
}

/// Streams and rivers.
pub(crate) fn currents(svg: &mut Svg, sheet: &Sheet<'_>, obstacles: &mut Obstacles) {
    let curves =
        |feature: Feature| sheet.along(move |hex, dir| sheet.ground.hexside(hex, dir).contains(feature));
    let (streams, rivers) = (curves(Feature::Stream), curves(Feature::River));
    canals(svg, &curves(Feature::Canal), obstacles);
    obstacles.add_curves(&streams, 4.0);
    obstacles.add_curves(&rivers, RIVER / 2.0 + 2.0);
    let stream = Curve::path(&streams);
    svg.path(&stream, &format!("{ROUND} stroke=\"#f3ecd2\" stroke-width=\"6\" stroke-opacity=\"0.6\""));
    svg.path(&stream, &format!("{ROUND} stroke=\"{BANK}\" stroke-width=\"3.2\""));
    svg.path(&stream, &format!("{ROUND} stroke=\"#8fbccb\" stroke-width=\"1.2\""));
    let river = Curve::path(&rivers);
    svg.path(
        &river,
        &format!("{ROUND} stroke=\"#f3ecd2\" stroke-width=\"{}\" stroke-opacity=\"0.55\"", RIVER + 6.0),
    );
    svg.path(&river, &format!("{ROUND} stroke=\"{BANK}\" stroke-width=\"{}\"", RIVER + 2.4));
    svg.path(&river, &format!("{ROUND} stroke=\"{WATER}\" stroke-width=\"{RIVER}\""));
    for (width, ink) in [(9.0, "#7ba7b4"), (7.4, WATER)] {
        svg.path(&river, &format!("{ROUND} stroke=\"{ink}\" stroke-width=\"{width}\""));
    }
    svg.path(
        &river,
        &format!("{ROUND} stroke=\"#7ba7b4\" stroke-width=\"0.9\" stroke-dasharray=\"14 7 4 9\""),
    );
}

/// Canals: water between two banks of stone.
fn canals(svg: &mut Svg, curves: &[Curve], obstacles: &mut Obstacles) {
    obstacles.add_curves(curves, 7.0);
    let canal = Curve::path(curves);
    for (width, ink) in [(13.0, "#3a332a"), (11.0, "#d9cfb4"), (8.0, BANK), (6.4, WATER)] {
        svg.path(&canal, &format!("fill=\"none\" stroke=\"{ink}\" stroke-width=\"{width}\""));
    }
}

/// Bridges and fords; drawn over the roads.
pub(crate) fn crossings(svg: &mut Svg, sheet: &Sheet<'_>) {
    for (hex, dir) in sheet.hexsides() {
        let features = sheet.ground.hexside(hex, dir);
        let half = if features.intersects(Features::DEEP) { RIVER / 2.0 + 5.0 } else { 7.0 };
        let (at, across, along) = frame_of(sheet, hex, dir);
        if features.contains(Feature::Bridge) {
            bridge(svg, at, across, along, half);
        } else if features.contains(Feature::Ford) {
            ford(svg, at, across, along, half);
        }
    }
}

/// The middle of a hexside, the direction across it and the direction along it.
fn frame_of(sheet: &Sheet<'_>, hex: HexId, dir: Dir) -> (Pt, Pt, Pt) {
    let (a, b) = sheet.cell(hex).hexside(dir);
    let along = (b.natural() - a.natural()).unit();
    (sheet.middle(hex, dir), along.right(), along)
}

fn bridge(svg: &mut Svg, at: Pt, across: Pt, along: Pt, half: f64) {
    let corner = |u: f64, v: f64| at + across * u + along * v;
    let mut deck = Path::new();
    deck.polygon(&[corner(-half, -4.6), corner(half, -4.6), corner(half, 4.6), corner(-half, 4.6)]);
    svg.path(&deck, "fill=\"#eadbb4\"");
    let mut planks = Path::new();
    let mut u = -half + 3.0;
    while u < half {
        planks.line(corner(u, -4.2), corner(u, 4.2));
        u += 3.0;
    }
    svg.path(&planks, "stroke=\"#8a6d45\" stroke-width=\"0.8\"");
    let mut parapets = Path::new();
    for side in [-1.0, 1.0] {
        let v = 5.2 * side;
        let flare = 9.0 * side;
        parapets
            .m(corner(-half - 3.0, flare))
            .l(corner(-half, v))
            .l(corner(half, v))
            .l(corner(half + 3.0, flare));
    }
    svg.path(&parapets, &format!("{ROUND} stroke=\"#33281a\" stroke-width=\"2.2\""));
}

fn ford(svg: &mut Svg, at: Pt, across: Pt, along: Pt, half: f64) {
    let mut shallows = Path::new();
    for v in [-6.0, -2.0, 2.0, 6.0] {
        shallows.line(at + across * -half + along * v, at + across * half + along * v);
    }
    svg.path(&shallows, &format!("{ROUND} stroke=\"#f3ecd2\" stroke-width=\"3\""));
    svg.path(&shallows, &format!("{ROUND} stroke=\"#7a5a2c\" stroke-width=\"1.5\" stroke-dasharray=\"3 3\""));
}
