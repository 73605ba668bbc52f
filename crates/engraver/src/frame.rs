//! Frame: what is around the ground: veil, grid, frame, title, scale, compass.

use ground::{Dir, Terrain};

use crate::fonts::Face;
use crate::geometry::{Pt, RADIUS, Sheet};
use crate::palette::{INK, PAPER, SEPIA};
use crate::svg::{N, Path, Rect, Svg};

/// The grid of hexes, around those of the `wanted` terrain.
pub(crate) fn grid(svg: &mut Svg, sheet: &Sheet<'_>, wanted: impl Fn(Terrain) -> bool) {
    let mut lines = Path::new();
    for (hex, dir) in sheet.hexsides() {
        let other = sheet.ground.neighbour(hex, dir);
        if ![Some(hex), other].into_iter().flatten().any(|hex| wanted(sheet.ground.terrain(hex))) {
            continue;
        }
        let (a, b) = sheet.cell(hex).hexside(dir);
        lines.line(a.regular(), b.regular());
    }
    svg.path(&lines, "stroke=\"#5b4626\" stroke-width=\"0.8\" stroke-opacity=\"0.42\"");
}

/// Pales what is beyond the edge of the map, and draws that edge.
pub(crate) fn veil(svg: &mut Svg, sheet: &Sheet<'_>) {
    let Rect { x, y, w, h } = sheet.panel().grow(2.0);
    let mut edge = Path::new();
    let outline = outline(sheet);
    edge.polygon(&outline);
    let veil = format!("M{} {}h{}v{}h-{}Z{edge}", N(x), N(y), N(w), N(h), N(w));
    svg.put(format_args!(
        "<path d=\"{veil}\" fill=\"{PAPER}\" fill-opacity=\"0.62\" fill-rule=\"evenodd\"/>"
    ));
    svg.path(&edge, &format!("fill=\"none\" stroke=\"{SEPIA}\" stroke-width=\"1.6\""));
}

/// The edge of the map, clockwise.
fn outline(sheet: &Sheet<'_>) -> Vec<Pt> {
    let mut next = std::collections::BTreeMap::new();
    for hex in sheet.ground.hexes() {
        for dir in Dir::ALL {
            if sheet.ground.neighbour(hex, dir).is_none() {
                let (a, b) = sheet.cell(hex).hexside(dir);
                next.insert(a, b);
            }
        }
    }
    let start = sheet.cell(ground::HexId(0)).vertex_after(Dir(5));
    let mut points = vec![start.regular()];
    let mut at = next[&start];
    while at != start && points.len() <= next.len() {
        points.push(at.regular());
        at = next[&at];
    }
    points
}

/// The room of a whole sheet and its parts.
pub(crate) struct Layout {
    pub sheet: Rect,
    pub panel: Rect,
}

const MARGIN: f64 = 40.0;
const HEAD: f64 = 84.0;
const FOOT: f64 = 58.0;

impl Layout {
    pub fn new(panel: Rect, title: &str) -> Layout {
        let head = if title.is_empty() { 0.0 } else { HEAD };
        let sheet = Rect {
            x: panel.x - MARGIN,
            y: panel.y - MARGIN - head,
            w: panel.w + 2.0 * MARGIN,
            h: panel.h + 2.0 * MARGIN + head + FOOT,
        };
        Layout { sheet, panel }
    }
}

/// The frame of the sheet, the border of the ground with its ticks.
pub(crate) fn frame(svg: &mut Svg, layout: &Layout) {
    let line = |width: f64| format!("fill=\"none\" stroke=\"{INK}\" stroke-width=\"{width}\"");
    svg.rect(layout.sheet.grow(-12.0), &line(3.2));
    svg.rect(layout.sheet.grow(-17.5), &line(1.0));
    let outer = layout.panel.grow(8.0);
    svg.rect(layout.panel, &line(1.2));
    svg.rect(outer, &line(1.6));
    let mut ticks = Path::new();
    let bar = |path: &mut Path, a: Pt, b: Pt| {
        path.line(a, b);
    };
    let step = RADIUS * 1.5;
    let mut i = 0.0;
    while i * step < layout.panel.w {
        let (from, to) = (
            layout.panel.x + i * step,
            (layout.panel.x + (i + 1.0) * step).min(layout.panel.x + layout.panel.w),
        );
        for y in [layout.panel.y - 4.0, layout.panel.y + layout.panel.h + 4.0] {
            bar(&mut ticks, Pt::new(from, y), Pt::new(to, y));
        }
        i += 2.0;
    }
    let mut i = 0.0;
    while i * step < layout.panel.h {
        let (from, to) = (
            layout.panel.y + i * step,
            (layout.panel.y + (i + 1.0) * step).min(layout.panel.y + layout.panel.h),
        );
        for x in [layout.panel.x - 4.0, layout.panel.x + layout.panel.w + 4.0] {
            bar(&mut ticks, Pt::new(x, from), Pt::new(x, to));
        }
        i += 2.0;
    }
    svg.path(&ticks, &format!("stroke=\"{INK}\" stroke-width=\"5\""));
}

/// Between the letters of the title, in its sizes.
const TITLE_SPACING: f64 = 5.0 / 44.0;

/// The title with rules to both sides, and a line under it.
pub(crate) fn title(svg: &mut Svg, layout: &Layout, title: &str, subtitle: &str) {
    let middle = layout.sheet.x + layout.sheet.w / 2.0;
    let y = layout.panel.y - 8.0;
    let room = layout.sheet.w - 120.0;
    let (text, size) = Face::Bold.fit_spaced(title, 44.0, 14.0, room, TITLE_SPACING);
    let centred = "text-anchor=\"middle\"";
    let spacing = N(TITLE_SPACING * size);
    let attributes =
        format!("{} {centred} fill=\"{INK}\" letter-spacing=\"{spacing}\"", Face::Bold.attributes());
    let base = if subtitle.is_empty() { y - 34.0 } else { y - 46.0 };
    svg.text(Pt::new(middle, base), size, &text, &attributes);
    let half = Face::Bold.spaced(&text, size, TITLE_SPACING) / 2.0 + 22.0;
    let mut rules = Path::new();
    for (side, end) in [(-1.0, layout.panel.x + 10.0), (1.0, layout.panel.x + layout.panel.w - 10.0)] {
        let start = middle + side * half;
        if (end - start) * side > 30.0 {
            rules.line(Pt::new(start, base - 16.0), Pt::new(end, base - 16.0));
            rules.line(Pt::new(start + side * 14.0, base - 11.0), Pt::new(end, base - 11.0));
            let gem = Pt::new(start, base - 14.0);
            let corners = [(0.0, -5.0), (8.0, 0.0), (0.0, 5.0), (-8.0, 0.0)];
            let mut diamond = Path::new();
            diamond.polygon(&corners.map(|(x, y)| gem + Pt::new(x, y)));
            svg.path(&diamond, &format!("fill=\"{INK}\""));
        }
    }
    svg.path(&rules, &format!("stroke=\"{INK}\" stroke-width=\"1.4\""));
    if !subtitle.is_empty() {
        let (text, size) = Face::Italic.fit(subtitle, 21.0, 9.0, room);
        let attributes = format!("{} {centred} fill=\"{SEPIA}\"", Face::Italic.attributes());
        svg.text(Pt::new(middle, y - 18.0), size, &text, &attributes);
    }
}

/// The scale bar, at the foot on the left.
pub(crate) fn scale_bar(svg: &mut Svg, layout: &Layout, hex_meters: u32) {
    // A hex is as wide from side to side as two of its half heights.
    let unit = 2.0 * crate::geometry::HALF / f64::from(hex_meters.max(1));
    let longest = (layout.panel.w * 0.45).min(520.0) / unit;
    let lengths = [100_000, 50_000, 20_000, 10_000, 5000, 4000, 2000, 1000, 800, 400, 200, 100, 40, 20, 10];
    let Some(meters) = lengths.into_iter().find(|&m| f64::from(m) <= longest) else { return };
    let (x, y) = (layout.panel.x + 8.0, layout.panel.y + layout.panel.h + 30.0);
    let quarter = f64::from(meters) * unit / 4.0;
    for i in 0..4 {
        let fill = if i % 2 == 0 { INK } else { PAPER };
        let part = Rect { x: x + f64::from(i) * quarter, y, w: quarter, h: 7.0 };
        svg.rect(part, &format!("fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"1.2\""));
    }
    let attributes = format!("{} fill=\"{INK}\" text-anchor=\"middle\"", Face::Roman.attributes());
    for (i, part) in [(0.0, 0), (2.0, 2), (4.0, 4)] {
        let caption = if part == 4 { format!("{meters} m") } else { (meters * part / 4).to_string() };
        svg.text(Pt::new(x + i * quarter, y + 23.0), 15.0, &caption, &attributes);
    }
}

/// A compass rose with the north at the top, at the foot on the right, and a caption beside it.
pub(crate) fn foot(svg: &mut Svg, layout: &Layout, caption: &str) {
    let right = layout.panel.x + layout.panel.w;
    let at = Pt::new(right - 26.0, layout.panel.y + layout.panel.h + 41.0);
    let mut dark = Path::new();
    let mut light = Path::new();
    for i in 0..8 {
        let angle = f64::from(i) * std::f64::consts::FRAC_PI_4;
        let ray = |turn: f64, length: f64| at + Pt::new((angle + turn).sin(), -(angle + turn).cos()) * length;
        let length = if i % 2 == 0 { 21.0 } else { 12.0 };
        let waist = if i % 2 == 0 { 6.0 } else { 4.5 };
        dark.polygon(&[at, ray(0.0, length), ray(std::f64::consts::FRAC_PI_8, waist)]);
        light.polygon(&[at, ray(0.0, length), ray(-std::f64::consts::FRAC_PI_8, waist)]);
    }
    let line = format!("stroke=\"{INK}\" stroke-width=\"0.8\" stroke-linejoin=\"round\"");
    svg.circle(at, 14.5, &format!("fill=\"none\" {line}"));
    svg.path(&light, &format!("fill=\"{PAPER}\" {line}"));
    svg.path(&dark, &format!("fill=\"{INK}\" {line}"));
    let north = format!("{} fill=\"{INK}\" text-anchor=\"middle\"", Face::Bold.attributes());
    svg.text(at + Pt::new(-28.0, -8.0), 15.0, "N", &north);
    if !caption.is_empty() {
        let (text, size) = Face::Italic.fit(caption, 17.0, 8.0, layout.panel.w * 0.45);
        let attributes = format!("{} fill=\"{SEPIA}\" text-anchor=\"end\"", Face::Italic.attributes());
        svg.text(Pt::new(right - 62.0, at.y + 8.0), size, &text, &attributes);
    }
}
