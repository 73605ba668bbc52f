//! Names of places, numbers of hexes, letters of entries.

use ground::{Feature, Features, HexId, Terrain};

use crate::fonts::Face;
use crate::geometry::{HALF, Obstacles, Pt, Sheet};
use crate::palette::{BLUE_INK, INK, PAPER, SEPIA};
use crate::svg::{Rect, Svg};

/// The numbers of the hexes, small at their tops.
pub(crate) fn numbers(svg: &mut Svg, sheet: &Sheet<'_>) {
    svg.group(&format!(
        "{} fill=\"#5b4626\" fill-opacity=\"0.9\" text-anchor=\"middle\" \
         stroke=\"{PAPER}\" stroke-opacity=\"0.5\" stroke-width=\"2\" paint-order=\"stroke\"",
        Face::Roman.attributes()
    ));
    for hex in sheet.ground.hexes() {
        let at = sheet.centre(hex) + Pt::new(0.0, -HALF + 9.4);
        svg.text(at, 9.6, &sheet.ground.label(hex).to_string(), "");
    }
    svg.end();
}

/// Setting of a name: how a name is set.
struct Setting {
    face: Face,
    size: f64,
    spacing: f64,
    ink: &'static str,
    /// It names what is in the hex rather than the ground around.
    point: bool,
}

fn setting(sheet: &Sheet<'_>, hex: HexId, name: &str) -> Setting {
    let ground = sheet.ground;
    let wet = ground::Dir::ALL.into_iter().any(|dir| {
        let features = ground.hexside(hex, dir);
        features.intersects(Features::of(&[Feature::River, Feature::Canal, Feature::Stream]))
    });
    let has_road = ground::Dir::ALL.into_iter().any(|dir| !ground.roads(hex, dir).is_empty());
    let (face, size, spacing, ink, point) = match ground.terrain(hex) {
        Terrain::Town | Terrain::City => (Face::Bold, 23.0, 1.0, INK, true),
        Terrain::Village | Terrain::Hamlet | Terrain::Castle | Terrain::SpecialStructure => {
            (Face::Italic, 19.0, 0.2, INK, true)
        }
        Terrain::Farm => (Face::Italic, 17.0, 0.2, INK, true),
        Terrain::Lake | Terrain::FrozenLake => (Face::Italic, 21.0, 2.0, BLUE_INK, false),
        Terrain::Marsh | Terrain::Swamp => (Face::Italic, 17.0, 1.0, BLUE_INK, false),
        Terrain::Woods | Terrain::Forest => (Face::Italic, 20.0, 2.0, "#2f421c", false),
        _ if wet && !has_road => (Face::Italic, 17.0, 1.0, BLUE_INK, false),
        _ if name.len() > 14 && !has_road => (Face::Italic, 19.0, 2.0, "#5d3f1d", false),
        _ => (Face::Italic, 16.0, 0.3, INK, has_road),
    };
    Setting { face, size, spacing, ink, point }
}

/// The names of the places, each where it covers least.
pub(crate) fn places(svg: &mut Svg, sheet: &Sheet<'_>, obstacles: &Obstacles) {
    let panel = sheet.panel().grow(-5.0);
    let mut taken: Vec<Rect> = Vec::new();
    for (name, hex) in sheet.ground.places() {
        let set = setting(sheet, *hex, name);
        let width = set.face.width(name, set.size) + set.spacing * name.chars().count() as f64;
        let centre = sheet.centre(*hex);
        let offsets: &[(f64, f64)] = if set.point {
            &[
                (0.0, 42.0),
                (0.0, -44.0),
                (0.0, 54.0),
                (0.0, -58.0),
                (0.6, 36.0),
                (-0.6, 36.0),
                (0.6, -36.0),
                (-0.6, -36.0),
            ]
        } else {
            &[(0.0, 0.0), (0.0, 22.0), (0.0, -22.0), (0.25, 0.0), (-0.25, 0.0), (0.4, 25.0), (-0.4, 25.0)]
        };
        let place = |&(dx, dy): &(f64, f64)| {
            let h = set.size * 0.8;
            let x = (centre.x + dx * width - width / 2.0)
                .clamp(panel.x, (panel.x + panel.w - width).max(panel.x));
            let y = (centre.y + dy - h / 2.0).clamp(panel.y, panel.y + panel.h - h);
            Rect { x, y, w: width, h }
        };
        let cost = |area: &Rect| {
            let steps = (area.w / 10.0) as i32 + 1;
            let along = (0..=steps)
                .map(|i| Pt::new(area.x + area.w * f64::from(i) / f64::from(steps), area.centre().y));
            let covered: usize = along.map(|p| obstacles.touching(p, 5.0)).sum();
            covered as f64 + 300.0 * taken.iter().filter(|t| t.grow(3.0).overlaps(*area)).count() as f64
        };
        let ranked = offsets.iter().map(place).enumerate();
        let best = ranked
            .min_by(|(i, a), (j, b)| (cost(a) + *i as f64 * 1.5).total_cmp(&(cost(b) + *j as f64 * 1.5)));
        let area = best.expect("there are offsets to choose from").1;
        taken.push(area);
        let at = Pt::new(area.x + set.spacing / 2.0, area.y + set.size * 0.62);
        let attributes = format!(
            "{} letter-spacing=\"{}\" fill=\"{}\" stroke=\"{PAPER}\" stroke-opacity=\"0.85\" stroke-width=\"4.2\" \
             stroke-linejoin=\"round\" paint-order=\"stroke\"",
            set.face.attributes(),
            set.spacing,
            set.ink
        );
        svg.text(at, set.size, name, &attributes);
    }
}

/// The letters of the entry hexes, in discs.
pub(crate) fn entries(svg: &mut Svg, sheet: &Sheet<'_>) {
    for (letter, hex) in sheet.ground.entries() {
        let at = sheet.centre(*hex) + Pt::new(-30.0, -8.0);
        svg.circle(at, 11.5, &format!("fill=\"{PAPER}\" stroke=\"{SEPIA}\" stroke-width=\"2\""));
        let attributes = format!("{} fill=\"{INK}\" text-anchor=\"middle\"", Face::Bold.attributes());
        let (letter, size) = Face::Bold.fit(letter, 17.0, 7.0, 18.0);
        svg.text(at + Pt::new(0.0, size * 0.33), size, &letter, &attributes);
    }
}
