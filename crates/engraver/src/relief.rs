//! Heights: layered tints, hachures, crests.

use ground::{Dir, Feature, HexId};

use crate::chance::chance;
use crate::geometry::{Curve, Obstacles, Pt, Sheet};
use crate::palette::LEVELS;
use crate::svg::{Path, Svg};

/// The tints of all levels, each with its lower edge.
pub(crate) fn tints(svg: &mut Svg, sheet: &Sheet<'_>) {
    let ground = sheet.ground;
    svg.rect(sheet.panel().grow(4.0), &format!("fill=\"{}\"", LEVELS[0]));
    let top = ground.hexes().map(|hex| ground.level(hex)).max().unwrap_or(0);
    for level in 1..=top {
        let region = Curve::path(&sheet.region(|hex| ground.level(hex) >= level));
        let tint = LEVELS[usize::try_from(level).unwrap_or(0).min(LEVELS.len() - 1)];
        svg.path(&region, "fill=\"#5d431f\" fill-opacity=\"0.12\" transform=\"translate(3 4)\"");
        svg.path(
            &region,
            &format!("fill=\"{tint}\" stroke=\"#8a6a3c\" stroke-width=\"1\" stroke-opacity=\"0.55\""),
        );
    }
}

/// Style of hachures: how the hachures of one kind of slope are cut.
struct HachureStyle {
    feature: Feature,
    gap: f64,
    length: f64,
    width: f64,
}

const CUTS: [HachureStyle; 3] = [
    HachureStyle { feature: Feature::Slope, gap: 3.6, length: 16.0, width: 1.4 },
    HachureStyle { feature: Feature::SteepSlope, gap: 3.0, length: 26.0, width: 2.3 },
    HachureStyle { feature: Feature::Cliff, gap: 4.4, length: 17.0, width: 4.2 },
];

/// Keeps trees off the slopes, so that the hachures show in woods.
pub(crate) fn clear(sheet: &Sheet<'_>, obstacles: &mut Obstacles) {
    for cut in CUTS {
        for (at, along) in
            sheet.around(|hex, dir| descends(sheet, hex, dir, cut.feature)).iter().flat_map(|c| c.walk(5.0))
        {
            obstacles.add(at - along.right() * (cut.length * 0.45), cut.length * 0.3);
        }
    }
}

/// Whether a slope of that kind leads down from `hex` in that direction.
fn descends(sheet: &Sheet<'_>, hex: HexId, dir: Dir, feature: Feature) -> bool {
    let ground = sheet.ground;
    let other = ground.neighbour(hex, dir);
    ground.hexside(hex, dir).contains(feature)
        && other.is_some_and(|other| ground.uphill(other, dir.opposite()))
}

/// Strokes down the slopes, thick above and thin below.
pub(crate) fn hachures(svg: &mut Svg, sheet: &Sheet<'_>) {
    for cut in CUTS {
        let mut strokes = Path::new();
        for (i, (at, along)) in sheet
            .around(|hex, dir| descends(sheet, hex, dir, cut.feature))
            .iter()
            .flat_map(|c| c.walk(cut.gap))
            .enumerate()
        {
            let draw = |purpose| chance(at.x as i32, at.y as i32 + i as i32, purpose);
            let lean = along * ((draw(3) - 0.5) * 0.35);
            let downhill = along.right() * -1.0 + lean;
            let from = at + downhill * (draw(4) * 2.0 - 1.0);
            let to = from + downhill * (cut.length * (0.7 + 0.5 * draw(5)));
            let side = along * (cut.width / 2.0);
            strokes.polygon(&[from - side, from + side, to]);
        }
        let ink = if cut.feature == Feature::Slope { "#7d5c31" } else { "#5d3f1d" };
        svg.path(&strokes, &format!("fill=\"{ink}\" fill-opacity=\"0.85\""));
    }
}

/// Crest lines, banks and dikes: a ridge with short strokes to both sides.
pub(crate) fn crests(svg: &mut Svg, sheet: &Sheet<'_>) {
    let curves = sheet.along(|hex, dir| sheet.ground.hexside(hex, dir).contains(Feature::Crest));
    let mut strokes = Path::new();
    for (at, along) in curves.iter().flat_map(|c| c.walk(4.0)) {
        let across = along.right();
        let reach = 6.0 + 2.0 * chance(at.x as i32, at.y as i32, 6);
        for side in [across, across * -1.0] {
            let foot: Pt = at + side * reach;
            strokes.polygon(&[at + side * 1.5 - along * 0.7, at + side * 1.5 + along * 0.7, foot]);
        }
    }
    svg.path(&strokes, "fill=\"#6b4a22\"");
    let ridge = Curve::path(&curves);
    svg.path(&ridge, "fill=\"none\" stroke=\"#5d3f1d\" stroke-width=\"3.4\" stroke-linecap=\"round\"");
    svg.path(&ridge, "fill=\"none\" stroke=\"#e8d3a0\" stroke-width=\"1.6\" stroke-linecap=\"round\"");
}

/// Ravines, ditches and dikes: what is dug or heaped along a hexside.
pub(crate) fn cuttings(svg: &mut Svg, sheet: &Sheet<'_>) {
    let band = "fill=\"none\" stroke-linejoin=\"round\"";
    for (feature, layers) in [
        (
            Feature::Ravine,
            &[(17.0, "#6b4a22", " stroke-dasharray=\"1.4 2.8\""), (7.0, "#a8854f", ""), (2.2, "#6d5433", "")]
                [..],
        ),
        (
            Feature::Ditch,
            &[(5.4, "#5d4a2c", ""), (3.0, "#cdb98a", ""), (1.0, "#5f93a3", " stroke-dasharray=\"6 4\"")],
        ),
        (
            Feature::Dike,
            &[(14.0, "#5d4a2c", " stroke-dasharray=\"1.2 3\""), (6.4, "#5d4a2c", ""), (4.6, "#c9ac70", "")],
        ),
    ] {
        let path = Curve::path(&sheet.along(|hex, dir| sheet.ground.hexside(hex, dir).contains(feature)));
        for (width, ink, dashes) in layers {
            svg.path(&path, &format!("{band} stroke=\"{ink}\" stroke-width=\"{width}\"{dashes}"));
        }
    }
}
