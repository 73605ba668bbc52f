//! Marks laid over the map: where a unit can go, what it controls, what it sees.

use ground::HexId;

use crate::fonts::Face;
use crate::geometry::{Curve, Pt, RADIUS, Sheet};
use crate::palette::{GREEN, INK, PAPER, RED, checked};
use crate::svg::{N, Path, Svg};

/// A mark on the map. Hexes that are not on the map are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// A hex that can be reached, with what it costs or another short word.
    Reach {
        /// The hex.
        hex: HexId,
        /// May be empty.
        label: String,
    },
    /// A route from hex to hex, with an arrow at its end.
    Path(Vec<HexId>),
    /// A zone of control, or another set of hexes of one side.
    Zone {
        /// The hexes.
        hexes: Vec<HexId>,
        /// `#rrggbb`.
        colour: String,
    },
    /// A line of sight or fire.
    Line {
        /// Its beginning.
        from: HexId,
        /// Its end.
        to: HexId,
        /// The hex where the view ends, if it is blocked.
        blocked: Option<HexId>,
    },
    /// An objective, with a flag in the colour of the side that holds it.
    Objective {
        /// The hex.
        hex: HexId,
        /// The colour of its holder, `#rrggbb`; none is white.
        side: Option<String>,
        /// The points it is worth or another short word; may be empty.
        label: String,
    },
    /// A ring around a hex, to look at.
    Highlight {
        /// The hex.
        hex: HexId,
        /// `#rrggbb`.
        colour: String,
    },
}

pub(crate) fn definitions(svg: &mut Svg) {
    svg.put(format_args!(
        "<pattern id=\"hatch\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
         <path d=\"M0 3.5H7\" stroke=\"{GREEN}\" stroke-width=\"1.6\" stroke-opacity=\"0.5\"/></pattern>"
    ));
}

/// The outline of a hex, `inset` inside of it.
fn outline(sheet: &Sheet<'_>, hex: HexId, inset: f64) -> Path {
    let centre = sheet.centre(hex);
    let corners = crate::geometry::corners().map(|corner| centre + corner * ((RADIUS - inset) / RADIUS));
    let mut path = Path::new();
    path.polygon(&corners);
    path
}

/// Overlays under the counters: hexes and zones.
pub(crate) fn under(svg: &mut Svg, sheet: &Sheet<'_>, overlays: &[Overlay]) {
    let known = |hex: &HexId| hex.index() < sheet.ground.len();
    for overlay in overlays {
        match overlay {
            Overlay::Reach { hex, .. } if known(hex) => {
                let path = outline(sheet, *hex, 2.0);
                svg.path(&path, "fill=\"#6fb35f\" fill-opacity=\"0.34\"");
                svg.path(&path, &format!("fill=\"url(#hatch)\" stroke=\"{GREEN}\" stroke-width=\"1.8\""));
            }
            Overlay::Zone { hexes, colour } => {
                let colour = checked(colour);
                for hex in hexes.iter().filter(|hex| known(hex)) {
                    let path = outline(sheet, *hex, 0.0);
                    svg.path(&path, &format!("fill=\"{colour}\" fill-opacity=\"0.2\""));
                    let ring = outline(sheet, *hex, 3.0);
                    svg.path(&ring, &format!("fill=\"none\" stroke=\"{colour}\" stroke-opacity=\"0.6\" stroke-width=\"2\" stroke-dasharray=\"5 5\""));
                }
            }
            _ => {}
        }
    }
}

/// Overlays over the counters: labels, routes, lines, flags, rings.
pub(crate) fn over(svg: &mut Svg, sheet: &Sheet<'_>, overlays: &[Overlay]) {
    let known = |hex: &HexId| hex.index() < sheet.ground.len();
    for overlay in overlays {
        match overlay {
            Overlay::Reach { hex, label } if known(hex) && !label.is_empty() => {
                pill(svg, sheet.centre(*hex) + Pt::new(0.0, 30.0), label, "#2f6b2b", "#ffffff");
            }
            Overlay::Path(hexes) => {
                let points: Vec<Pt> = hexes.iter().filter(|h| known(h)).map(|&h| sheet.centre(h)).collect();
                arrow(svg, &points);
            }
            Overlay::Line { from, to, blocked } if known(from) && known(to) => {
                let (a, b) = (sheet.centre(*from), sheet.centre(*to));
                sight(svg, a, b, blocked.filter(known).map(|hex| sheet.centre(hex)));
            }
            Overlay::Objective { hex, side, label } if known(hex) => {
                flag(
                    svg,
                    sheet.centre(*hex) + Pt::new(26.0, -12.0),
                    side.as_deref().map_or("#ffffff", checked),
                    label,
                );
            }
            Overlay::Highlight { hex, colour } if known(hex) => {
                let ring = outline(sheet, *hex, 3.0);
                let colour = checked(colour);
                svg.path(
                    &ring,
                    "fill=\"none\" stroke=\"#ffffff\" stroke-opacity=\"0.75\" stroke-width=\"8\"",
                );
                svg.path(
                    &ring,
                    &format!(
                        "fill=\"none\" stroke=\"{colour}\" stroke-width=\"4.6\" stroke-linejoin=\"round\""
                    ),
                );
            }
            _ => {}
        }
    }
}

/// A short word in a rounded box.
fn pill(svg: &mut Svg, at: Pt, label: &str, fill: &str, ink: &str) {
    let (label, size) = Face::Counter.fit(label, 12.5, 7.0, 60.0);
    let width = Face::Counter.width(&label, size) + 9.0;
    let area = crate::svg::Rect { x: at.x - width / 2.0, y: at.y - 8.0, w: width, h: 16.0 };
    svg.rect(area, &format!("rx=\"7\" fill=\"{fill}\" stroke=\"{PAPER}\" stroke-width=\"1\""));
    let attributes = format!("{} fill=\"{ink}\" text-anchor=\"middle\"", Face::Counter.attributes());
    svg.text(at + Pt::new(0.0, size * 0.36), size, &label, &attributes);
}

fn arrow(svg: &mut Svg, points: &[Pt]) {
    let [.., before, last] = points else { return };
    let direction = (*last - *before).unit();
    let tip = *last + direction * 12.0;
    let neck = *last - direction * 12.0;
    let mut shaft = points.to_vec();
    *shaft.last_mut().expect("there are two points") = neck;
    let path = Curve::path(&[Curve::open(&shaft)]);
    let mut head = Path::new();
    let side = direction.right() * 13.0;
    head.polygon(&[tip, neck + side - direction * 3.0, neck - side - direction * 3.0]);
    let line = "fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"";
    svg.path(&path, &format!("{line} stroke=\"{PAPER}\" stroke-width=\"12\" stroke-opacity=\"0.85\""));
    svg.path(&head, &format!("fill=\"{RED}\" stroke=\"{PAPER}\" stroke-width=\"5\" stroke-linejoin=\"round\" stroke-opacity=\"0.85\" paint-order=\"stroke\""));
    svg.path(&path, &format!("{line} stroke=\"{RED}\" stroke-width=\"7\""));
    svg.circle(points[0], 6.5, &format!("fill=\"{RED}\" stroke=\"{PAPER}\" stroke-width=\"2\""));
}

/// A line of sight; beyond the block it is red and broken.
fn sight(svg: &mut Svg, a: Pt, b: Pt, blocked: Option<Pt>) {
    let line = |svg: &mut Svg, a: Pt, b: Pt, ink: &str, dash: &str| {
        let mut path = Path::new();
        path.line(a, b);
        svg.path(
            &path,
            &format!("stroke=\"{PAPER}\" stroke-width=\"7\" stroke-opacity=\"0.8\" stroke-linecap=\"round\""),
        );
        svg.path(&path, &format!("stroke=\"{ink}\" stroke-width=\"3.6\" stroke-linecap=\"round\"{dash}"));
    };
    match blocked {
        None => line(svg, a, b, GREEN, ""),
        Some(at) => {
            // The nearest point of the line to the blocking hex.
            let whole = b - a;
            let square = (whole.x * whole.x + whole.y * whole.y).max(1e-9);
            let t = ((at.x - a.x) * whole.x + (at.y - a.y) * whole.y) / square;
            let stop = a + whole * t.clamp(0.0, 1.0);
            line(svg, stop, b, RED, " stroke-dasharray=\"3 9\"");
            line(svg, a, stop, GREEN, "");
            let (x, y) = (N(stop.x), N(stop.y));
            let cross = format!(
                "<path transform=\"translate({x} {y})\" d=\"M-9 -9L9 9M-9 9L9 -9\" stroke-linecap=\"round\""
            );
            svg.put(format_args!("{cross} stroke=\"{PAPER}\" stroke-width=\"9\"/>"));
            svg.put(format_args!("{cross} stroke=\"{RED}\" stroke-width=\"5\"/>"));
        }
    }
    for end in [a, b] {
        svg.circle(end, 5.5, &format!("fill=\"{INK}\" stroke=\"{PAPER}\" stroke-width=\"2\""));
    }
}

fn flag(svg: &mut Svg, at: Pt, colour: &str, label: &str) {
    let (x, y) = (N(at.x), N(at.y));
    svg.put(format_args!(
        "<g transform=\"translate({x} {y})\" stroke=\"#17120a\" stroke-linejoin=\"round\"><path d=\"M0 18V-20\" \
         stroke-width=\"2.6\" stroke-linecap=\"round\"/><path d=\"M0 -19Q6 -23 12 -19T24 -19V-4Q18 0 12 -4T0 -4Z\" \
         fill=\"{colour}\" stroke-width=\"1.4\"/></g>"
    ));
    if !label.is_empty() {
        let (label, size) = Face::Counter.fit(label, 13.0, 6.0, 21.0);
        let ink = crate::palette::ink_on(colour);
        let attributes = format!("{} fill=\"{ink}\" text-anchor=\"middle\"", Face::Counter.attributes());
        svg.text(at + Pt::new(12.0, -7.0), size, &label, &attributes);
    }
}
