//! Walls, redoubts and fortifications, drawn inside the hex that they protect.

use ground::{Dir, Feature, HexId};

use crate::geometry::{Pt, Sheet};
use crate::svg::{Path, Svg};

/// All the works of a map.
pub(crate) fn works(svg: &mut Svg, sheet: &Sheet<'_>) {
    let ground = sheet.ground;
    for (hex, dir) in sheet.sides() {
        let features = ground.side(hex, dir);
        let draw = match Feature::ALL.into_iter().rfind(|&f| features.contains(f) && WORKS.contains(&f)) {
            Some(Feature::Wall) => wall,
            Some(Feature::Redoubt) => redoubt,
            Some(Feature::Fortification) => fortification,
            _ => continue,
        };
        let other = ground.neighbour(hex, dir).expect("only sides between two hexes are listed");
        match (ground.protected(hex, dir), ground.protected(other, dir.opposite())) {
            (true, false) => draw(svg, &Line::of(sheet, hex, dir, 5.5)),
            (false, true) => draw(svg, &Line::of(sheet, other, dir.opposite(), 5.5)),
            _ => draw(svg, &Line::of(sheet, hex, dir, 0.0)),
        }
    }
}

const WORKS: [Feature; 3] = [Feature::Wall, Feature::Redoubt, Feature::Fortification];

/// The line of a work along a hexside.
struct Line {
    a: Pt,
    b: Pt,
    /// Away from the protected hex.
    outward: Pt,
}

impl Line {
    /// The line `inset` inside of the side of `hex`.
    fn of(sheet: &Sheet<'_>, hex: HexId, dir: Dir, inset: f64) -> Line {
        let (a, b) = sheet.cell(hex).side(dir);
        let (a, b) = (a.natural(), b.natural());
        let outward = (a.mid(b) - sheet.centre(hex)).unit();
        let along = (b - a).unit() * (inset * 0.6);
        Line { a: a - outward * inset + along, b: b - outward * inset - along, outward }
    }

    /// The point at `t` of the way, `out` units outward.
    fn at(&self, t: f64, out: f64) -> Pt {
        self.a + (self.b - self.a) * t + self.outward * out
    }
}

fn wall(svg: &mut Svg, line: &Line) {
    let mut run = Path::new();
    run.line(line.a, line.b);
    svg.path(&run, "stroke=\"#3f372b\" stroke-width=\"5.6\" stroke-linecap=\"round\"");
    svg.path(&run, "stroke=\"#c4b9a2\" stroke-width=\"3.4\" stroke-linecap=\"round\"");
    let mut joints = Path::new();
    for i in 1..8 {
        let t = f64::from(i) / 8.0;
        joints.line(line.at(t, -1.8), line.at(t, 1.8));
    }
    svg.path(&joints, "stroke=\"#3f372b\" stroke-width=\"0.9\"");
}

fn redoubt(svg: &mut Svg, line: &Line) {
    let mut bank = Path::new();
    bank.polygon(&[
        line.at(0.0, -3.0),
        line.at(1.0, -3.0),
        line.at(1.0, 2.0),
        line.at(0.5, 8.0),
        line.at(0.0, 2.0),
    ]);
    svg.path(&bank, "fill=\"#b98f53\" stroke=\"#4b3418\" stroke-width=\"1.6\" stroke-linejoin=\"round\"");
    let mut glacis = Path::new();
    for i in 0..13 {
        let t = (f64::from(i) + 0.5) / 13.0;
        let rim = 2.0 + 6.0 * (1.0 - (t - 0.5).abs() * 2.0);
        glacis.line(line.at(t, rim), line.at(t, rim + 5.5));
    }
    svg.path(&glacis, "stroke=\"#5d3f1d\" stroke-width=\"1.1\"");
}

fn fortification(svg: &mut Svg, line: &Line) {
    let mut run = Path::new();
    run.m(line.at(0.0, 0.0)).l(line.at(0.3, 0.0)).l(line.at(0.38, 8.0)).l(line.at(0.5, 12.0));
    run.l(line.at(0.62, 8.0)).l(line.at(0.7, 0.0)).l(line.at(1.0, 0.0));
    let shape = "fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\"";
    svg.path(&run, &format!("{shape} stroke=\"#26211a\" stroke-width=\"7\""));
    svg.path(&run, &format!("{shape} stroke=\"#a8432f\" stroke-width=\"3.4\""));
}
