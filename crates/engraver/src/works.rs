//! Walls, redoubts and fortifications, drawn inside the hex that they protect.

use ground::{Dir, Feature, Features, HexId};

use crate::geometry::{Curve, Pt, Sheet};
use crate::svg::{Path, Svg};

/// All the works of a map.
pub(crate) fn works(svg: &mut Svg, sheet: &Sheet<'_>) {
    let ground = sheet.ground;
    for (hex, dir) in sheet.hexsides() {
        let features = ground.hexside(hex, dir);
        let draw = match features.iter().filter(|&feature| Features::WORKS.contains(feature)).last() {
            Some(Feature::Hedge) => hedge,
            Some(Feature::Wall) => wall,
            Some(Feature::HighWall) => high_wall,
            Some(Feature::Abatis) => abatis,
            Some(Feature::Entrenchment) => entrenchment,
            Some(Feature::Redoubt) => redoubt,
            Some(Feature::Fortification) => fortification,
            _ => continue,
        };
        let other = ground.neighbour(hex, dir).expect("only hexsides between two hexes are listed");
        match (ground.protected(hex, dir), ground.protected(other, dir.opposite())) {
            (true, false) => draw(svg, &Line::of(sheet, hex, dir, 5.5)),
            (false, true) => draw(svg, &Line::of(sheet, other, dir.opposite(), 5.5)),
            _ => draw(svg, &Line::of(sheet, hex, dir, 0.0)),
        }
    }
}

/// The line of a work along a hexside.
struct Line {
    a: Pt,
    b: Pt,
    /// Away from the protected hex.
    outward: Pt,
}

impl Line {
    /// The line `inset` inside of the hexside of `hex`.
    fn of(sheet: &Sheet<'_>, hex: HexId, dir: Dir, inset: f64) -> Line {
        let (a, b) = sheet.cell(hex).hexside(dir);
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

fn hedge(svg: &mut Svg, line: &Line) {
    for i in 0..9 {
        let t = (f64::from(i) + 0.5) / 9.0;
        let out = if i % 2 == 0 { 0.9 } else { -0.9 };
        let tuft = "fill=\"#7f9a58\" stroke=\"#3f4f2a\" stroke-width=\"1\"";
        svg.circle(line.at(t, out), if i % 3 == 0 { 3.9 } else { 3.3 }, tuft);
    }
}

fn high_wall(svg: &mut Svg, line: &Line) {
    let mut run = Path::new();
    run.line(line.a, line.b);
    svg.path(&run, "stroke=\"#2f2920\" stroke-width=\"8.4\" stroke-linecap=\"round\"");
    svg.path(&run, "stroke=\"#b3a58a\" stroke-width=\"5.6\" stroke-linecap=\"round\"");
    let mut merlons = Path::new();
    for i in 0..6 {
        let t = (f64::from(i) + 0.5) / 6.0;
        merlons.line(line.at(t - 0.035, 2.6), line.at(t + 0.035, 2.6));
    }
    svg.path(&merlons, "stroke=\"#2f2920\" stroke-width=\"4\"");
}

fn abatis(svg: &mut Svg, line: &Line) {
    let mut trunks = Path::new();
    let mut twigs = Path::new();
    for i in 0..8 {
        let t = (f64::from(i) + 0.5) / 8.0;
        let lean = if i % 2 == 0 { 0.05 } else { -0.05 };
        trunks.line(line.at(t, -3.5), line.at(t + lean, 6.5));
        twigs.line(line.at(t + lean * 0.4, 1.5), line.at(t + lean + 0.05, 5.5));
        twigs.line(line.at(t + lean * 0.4, 1.5), line.at(t + lean - 0.05, 5.5));
    }
    svg.path(&trunks, "stroke=\"#4b3418\" stroke-width=\"1.9\" stroke-linecap=\"round\"");
    svg.path(&twigs, "stroke=\"#5d4a2c\" stroke-width=\"1\" stroke-linecap=\"round\"");
}

fn entrenchment(svg: &mut Svg, line: &Line) {
    let mut bank = Path::new();
    bank.polygon(&[line.at(0.0, -2.4), line.at(1.0, -2.4), line.at(1.0, 2.4), line.at(0.0, 2.4)]);
    svg.path(&bank, "fill=\"#c5a066\" stroke=\"#4b3418\" stroke-width=\"1.3\" stroke-linejoin=\"round\"");
    let mut glacis = Path::new();
    for i in 0..13 {
        let t = (f64::from(i) + 0.5) / 13.0;
        glacis.line(line.at(t, 2.4), line.at(t, 6.4));
    }
    svg.path(&glacis, "stroke=\"#5d3f1d\" stroke-width=\"1\"");
}

/// Fences and lines of trees, which protect neither side.
pub(crate) fn rows(svg: &mut Svg, sheet: &Sheet<'_>) {
    let along =
        |feature: Feature| sheet.along(move |hex, dir| sheet.ground.hexside(hex, dir).contains(feature));
    let fences = along(Feature::Fence);
    svg.path(&Curve::path(&fences), "fill=\"none\" stroke=\"#5d4524\" stroke-width=\"1.5\"");
    let mut posts = Path::new();
    for (at, direction) in fences.iter().flat_map(|fence| fence.walk(7.0)) {
        posts.line(at + direction.right() * 2.8, at - direction.right() * 2.8);
    }
    svg.path(&posts, "stroke=\"#5d4524\" stroke-width=\"1.7\"");
    let trees = along(Feature::TreeLine);
    for (i, (at, _)) in trees.iter().flat_map(|row| row.walk(13.5)).enumerate() {
        svg.place(["tree2", "tree0", "tree3"][i % 3], at);
    }
}
