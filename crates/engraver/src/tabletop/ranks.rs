//! Units on a table: bases in ranks and files, with their men, horses or guns, their losses and their marks.

use baize::{Length, Place, Pose, Size};

use super::{at, on_sheet};
use crate::counter::Symbol;
use crate::fonts::Face;
use crate::geometry::Pt;
use crate::palette::{INK, PAPER, RED, checked, cloth_of, ink_on};
use crate::svg::{N, Path, Rect, Svg};

/// Unit of bases on a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranks {
    /// Its pose: the centre of its front edge and the way it faces.
    pub pose: Pose,
    /// One base.
    pub base: Size,
    /// Bases side by side, at least one.
    pub files: u16,
    /// Bases one behind the other, at least one.
    pub ranks: u16,
    /// Men, horses or guns on them.
    pub symbol: Symbol,
    /// Nation, which gives the cloth.
    pub nation: String,
    /// Its name; none is written if it is empty.
    pub name: String,
    /// Its stance.
    pub stance: Stance,
    /// Bases whose men are others, by file and rank from the left front one: attachments.
    pub attached: Vec<(u16, u16, Symbol)>,
    /// Losses, each a pip.
    pub losses: u16,
    /// Markers behind it.
    pub marks: Vec<Mark>,
    /// Whether it is pointed at.
    pub is_lit: bool,
}

/// Stance: how the men of a unit stand on their bases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stance {
    /// In close order.
    #[default]
    Close,
    /// Dispersed: skirmishers.
    Open,
    /// Facing all ways: a square.
    Square,
    /// Guns behind their teams.
    Limbered,
}

/// Marker: a letter on a colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// One letter or two.
    pub letter: String,
    /// `#rrggbb`.
    pub colour: String,
}

impl Ranks {
    /// The rectangle of all its bases.
    pub fn size(&self) -> Size {
        let times = |length: Length, number: u16| {
            let product = i32::from(length.0) * i32::from(number.max(1));
            Length(i16::try_from(product).unwrap_or(i16::MAX))
        };
        Size { width: times(self.base.width, self.files), depth: times(self.base.depth, self.ranks) }
    }
}

/// The most bases each way that are drawn: no unit of a table has more.
const MOST: u16 = 24;

pub(super) fn draw(svg: &mut Svg, unit: &Ranks) {
    let figure = unit.pose.place(unit.size().shape());
    let outline: Vec<Pt> = figure.corners().iter().map(|&corner| at(corner)).collect();
    shadow(svg, &outline);
    let (files, ranks) = (unit.files.clamp(1, MOST), unit.ranks.clamp(1, MOST));
    let (wide, deep) = (on_sheet(unit.base.width.0.into()), on_sheet(unit.base.depth.0.into()));
    let middle = at(Place::from(unit.pose.at));
    let degrees = f64::from(unit.pose.turn.0) * 360.0 / 65_536.0;
    svg.group(&format!("transform=\"translate({} {}) rotate({})\"", N(middle.x), N(middle.y), Fine(degrees)));
    for rank in 0..ranks {
        for file in 0..files {
            let x = (f64::from(file) - f64::from(files) / 2.0) * wide;
            let area = Rect { x, y: f64::from(rank) * deep, w: wide, h: deep };
            let other = unit.attached.iter().find(|(f, r, _)| (*f, *r) == (file, rank));
            let symbol = other.map_or(unit.symbol, |(_, _, symbol)| *symbol);
            let is_rear = unit.stance == Stance::Square && rank + 1 == ranks && ranks > 1;
            base(svg, unit, area, symbol, is_rear);
        }
    }
    svg.end();
    front(svg, unit, &outline);
    let mut edge = Path::new();
    edge.polygon(&outline);
    if unit.is_lit {
        svg.path(&edge, "fill=\"none\" stroke=\"#ffd84a\" stroke-width=\"3.4\" stroke-linejoin=\"round\"");
    }
    svg.path(&edge, "fill=\"none\" stroke=\"#2a2413\" stroke-width=\"1.1\" stroke-linejoin=\"round\"");
    behind(svg, unit, &outline);
}

/// A number to thousandths, for turns: a tenth of a degree would show at the ends of a long line.
struct Fine(f64);

impl std::fmt::Display for Fine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.3}", self.0)
    }
}

fn shadow(svg: &mut Svg, outline: &[Pt]) {
    let mut path = Path::new();
    path.polygon(&outline.iter().map(|&p| p + Pt::new(2.4, 3.2)).collect::<Vec<_>>());
    svg.path(&path, "fill=\"#1d1a08\" fill-opacity=\"0.38\"");
}

/// A line in the nation's colour along the front, with a small arrow ahead: which way it faces.
fn front(svg: &mut Svg, unit: &Ranks, outline: &[Pt]) {
    let [left, right, ..] = *outline else { return };
    let cloth = cloth_of(&unit.nation);
    let mut line = Path::new();
    line.line(left, right);
    svg.path(&line, &format!("stroke=\"{}\" stroke-width=\"3.2\"", cloth.body));
    let (middle, along) = (left.mid(right), (right - left).unit());
    let ahead = along.right() * -1.0;
    let mut arrow = Path::new();
    arrow.polygon(&[middle - along * 4.0, middle + ahead * 6.0, middle + along * 4.0]);
    let edge = "stroke=\"#2a2413\" stroke-width=\"0.8\" stroke-linejoin=\"round\"";
    svg.path(&arrow, &format!("fill=\"{}\" {edge}", cloth.body));
}

/// One base with what stands on it. The rear ones of a square face to the rear.
fn base(svg: &mut Svg, unit: &Ranks, area: Rect, symbol: Symbol, is_rear: bool) {
    svg.rect(area, "fill=\"#93a05c\" stroke=\"#4f5a2b\" stroke-width=\"0.7\"");
    let speck = Rect { x: area.x + 1.2, y: area.y + area.h - 2.6, w: area.w - 2.4, h: 1.4 };
    svg.rect(speck, "fill=\"#7c8748\" fill-opacity=\"0.7\"");
    let cloth = cloth_of(&unit.nation);
    let spots: &[(f64, f64)] = match (unit.stance, symbol) {
        (_, Symbol::FootArtillery | Symbol::HorseArtillery | Symbol::Commander) => &[],
        (Stance::Open, Symbol::Cavalry | Symbol::LightCavalry | Symbol::HeavyCavalry) => {
            &[(0.3, 0.55), (0.72, 0.42)]
        }
        (Stance::Open, _) => &[(0.2, 0.35), (0.52, 0.62), (0.82, 0.3)],
        (_, Symbol::Cavalry | Symbol::LightCavalry | Symbol::HeavyCavalry) => {
            &[(0.2, 0.5), (0.5, 0.5), (0.8, 0.5)]
        }
        _ => &INFANTRY,
    };
    let spot = |(x, y): (f64, f64)| {
        let y = if is_rear { 1.0 - y } else { y };
        Pt::new(area.x + x * area.w, area.y + y * area.h)
    };
    match symbol {
        Symbol::FootArtillery | Symbol::HorseArtillery => gun(svg, area, cloth.body, unit.stance),
        Symbol::Commander => horse(svg, spot((0.5, 0.5)), cloth.body, 1.15),
        Symbol::Cavalry | Symbol::LightCavalry => {
            spots.iter().for_each(|&s| horse(svg, spot(s), cloth.body, 0.92))
        }
        Symbol::HeavyCavalry => spots.iter().for_each(|&s| horse(svg, spot(s), cloth.body, 1.08)),
        _ => spots.iter().for_each(|&s| man(svg, spot(s), cloth.body, symbol)),
    }
}

/// Two ranks of four.
const INFANTRY: [(f64, f64); 8] = [
    (0.15, 0.3),
    (0.38, 0.3),
    (0.62, 0.3),
    (0.85, 0.3),
    (0.15, 0.68),
    (0.38, 0.68),
    (0.62, 0.68),
    (0.85, 0.68),
];

/// A man from above: shoulders in the nation's cloth, belts across, and a shako.
fn man(svg: &mut Svg, at: Pt, cloth: &str, symbol: Symbol) {
    let (x, y) = (N(at.x), N(at.y));
    let hat = match symbol {
        Symbol::Grenadier => "#1a1712",
        Symbol::LightInfantry => "#2f4a2a",
        _ => "#26221c",
    };
    let radius = if symbol == Symbol::Grenadier { 1.9 } else { 1.5 };
    svg.put(format_args!(
        "<ellipse cx=\"{x}\" cy=\"{y}\" rx=\"3.1\" ry=\"2\" fill=\"{cloth}\" stroke=\"#1d1a12\" stroke-width=\"0.5\"/>\
         <circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{hat}\"/><circle cx=\"{}\" cy=\"{}\" r=\"0.5\" fill=\"#e9d9a8\"/>",
        N(at.x),
        N(at.y - 1.1)
    ));
}

/// A horse with its rider, looking to the front.
fn horse(svg: &mut Svg, at: Pt, cloth: &str, size: f64) {
    svg.put(format_args!(
        "<g transform=\"translate({} {}) scale({})\"><path d=\"M0 -9.4C1.3 -9.4 1.7 -7.6 1.6 -6C3 -4.6 3 1.5 2.6 4.4C2.3 7.4 -2.3 \
         7.4 -2.6 4.4C-3 1.5 -3 -4.6 -1.6 -6C-1.7 -7.6 -1.3 -9.4 0 -9.4Z\" fill=\"#6b4425\" stroke=\"#2a1a0d\" stroke-width=\"0.6\"/>\
         <path d=\"M0 6.6V9.4\" stroke=\"#2a1a0d\" stroke-width=\"1.1\"/><ellipse cy=\"-0.4\" rx=\"3.5\" ry=\"2.1\" fill=\"{cloth}\" \
         stroke=\"#1d1a12\" stroke-width=\"0.5\"/><circle cy=\"-0.4\" r=\"1.6\" fill=\"#26221c\"/></g>",
        N(at.x),
        N(at.y),
        Fine(size)
    ));
}

/// A gun with its crew; behind its team if it is limbered.
fn gun(svg: &mut Svg, area: Rect, cloth: &str, stance: Stance) {
    let middle = area.centre();
    if stance == Stance::Limbered {
        for (x, y) in [(-4.0, -0.3), (4.0, -0.3)] {
            horse(svg, Pt::new(middle.x + x, area.y + area.h * (0.32 + y * 0.1)), cloth, 0.75);
        }
    }
    let y = if stance == Stance::Limbered { area.y + area.h * 0.76 } else { area.y + area.h * 0.46 };
    svg.put(format_args!(
        "<g transform=\"translate({} {})\" stroke=\"#1d1a12\" stroke-width=\"0.6\"><rect x=\"-6.2\" y=\"-3\" width=\"1.8\" height=\"6\" \
         rx=\"0.8\" fill=\"#5b6b3a\"/><rect x=\"4.4\" y=\"-3\" width=\"1.8\" height=\"6\" rx=\"0.8\" fill=\"#5b6b3a\"/><path \
         d=\"M-4.4 0H4.4\" stroke-width=\"1.4\"/><path d=\"M-1.1 -8H1.1L1.6 3H-1.6Z\" fill=\"#b08d3c\"/></g>",
        N(middle.x),
        N(y)
    ));
    if stance != Stance::Limbered {
        for (x, y) in [(0.16, 0.72), (0.84, 0.72), (0.5, 0.86)] {
            man(svg, Pt::new(area.x + x * area.w, area.y + y * area.h), cloth, Symbol::Infantry);
        }
    }
}

/// Behind the rear edge, upright on the sheet: losses, markers and the name.
fn behind(svg: &mut Svg, unit: &Ranks, outline: &[Pt]) {
    let [_, _, right, left] = *outline else { return };
    let (middle, along) = (right.mid(left), (right - left).unit());
    let back = along.right();
    let mut at = left + back * 6.0 + along * 5.0;
    for _ in 0..unit.losses.min(12) {
        svg.circle(at, 3.1, &format!("fill=\"{RED}\" stroke=\"{PAPER}\" stroke-width=\"0.9\""));
        at = at + along * 7.6;
    }
    let mut place = right + back * 9.0 - along * 8.0;
    for mark in &unit.marks {
        let colour = checked(&mark.colour);
        svg.circle(place, 7.6, &format!("fill=\"{colour}\" stroke=\"{INK}\" stroke-width=\"1\""));
        let ink =
            format!("{} text-anchor=\"middle\" fill=\"{}\"", Face::Counter.attributes(), ink_on(colour));
        let (letter, size) = Face::Counter.fit(&mark.letter, 10.5, 6.0, 13.0);
        svg.text(place + Pt::new(0.0, 3.7), size, &letter, &ink);
        place = place - along * 17.0;
    }
    if unit.name.is_empty() {
        return;
    }
    let (text, size) = Face::Italic.fit(&unit.name, 13.0, 8.0, 130.0);
    let below = middle + back * (if unit.losses > 0 || !unit.marks.is_empty() { 24.0 } else { 13.0 });
    let label = below + Pt::new(0.0, 4.0);
    let halo =
        format!("stroke=\"{PAPER}\" stroke-width=\"2.6\" stroke-opacity=\"0.75\" stroke-linejoin=\"round\"");
    let common = format!("{} text-anchor=\"middle\"", Face::Italic.attributes());
    svg.text(label, size, &text, &format!("{common} fill=\"none\" {halo}"));
    svg.text(label, size, &text, &format!("{common} fill=\"{INK}\""));
}
