//! The picture of a battlefield as it was surveyed: areas, lines and points in metres, without hexes.

use std::fmt::Write;

use ground::{Feature, Road, Terrain};

use crate::fonts::Face;
use crate::frame::{self, Layout};
use crate::geometry::{HALF, Pt};
use crate::palette::{BANK, BLUE_INK, INK, PAPER, RED, SEPIA, WATER};
use crate::raster::{self, RasterError};
use crate::svg::{N, Path, Rect, Svg};

/// Kind of mark: what a mark of a plan is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarkKind {
    /// The sea: an area.
    Sea,
    /// An area of some terrain, or a point of buildings.
    Area(Terrain),
    /// A line of one height, with the height as its label.
    Contour,
    /// Features along hexsides on maps: a line; of a bridge or ford a point.
    Line(Feature),
    /// A road or the like.
    Road(Road),
    /// A measured height, with it as its label.
    Height,
    /// A name.
    Name,
}

/// One mark of a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Its kind.
    pub drawn: MarkKind,
    /// Its rings, lines or points: metres to the right and down from the upper left corner of the plan.
    pub parts: Vec<Vec<[f64; 2]>>,
    /// Its label; may be empty.
    pub label: String,
    /// Its width, in metres, where it shows.
    pub width: f64,
    /// Whether it is only estimated: an area has then a broken outline, a line is paler.
    pub estimated: bool,
}

/// The picture of a surveyed battlefield. The same input gives the same bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Over the picture.
    pub title: String,
    /// Under the title.
    pub subtitle: String,
    /// At the foot.
    pub caption: String,
    /// Metres from west to east.
    pub width: f64,
    /// Metres from north to south.
    pub height: f64,
    /// Its marks.
    pub marks: Vec<Mark>,
}

/// A plan is drawn as wide as this many hexes of a map.
const HEXES: f64 = 26.0;

impl Plan {
    /// The picture as SVG, `pixels` wide and high at most on its longer side.
    pub fn svg(&self, pixels: u32) -> String {
        let longest = self.width.max(self.height).max(1.0);
        let hex_meters = (longest / HEXES).ceil().max(1.0) as u32;
        let unit = 2.0 * HALF / f64::from(hex_meters);
        let panel = Rect { x: 0.0, y: 0.0, w: self.width * unit, h: self.height * unit };
        let layout = Layout::new(panel, &self.title);
        let mut svg = Svg::default();
        svg.rect(layout.sheet, &format!("fill=\"{PAPER}\""));
        svg.put(format_args!("<defs><clipPath id=\"panel\">"));
        svg.rect(panel, "");
        svg.put(format_args!("</clipPath></defs>"));
        svg.group("clip-path=\"url(#panel)\"");
        svg.rect(panel, "fill=\"#efe8cd\"");
        let mut marks: Vec<&Mark> = self.marks.iter().collect();
        marks.sort_by_key(|mark| order(mark.drawn));
        for mark in &marks {
            mark.draw(&mut svg, unit);
        }
        let mut taken = Vec::new();
        for mark in marks.iter().rev() {
            mark.write(&mut svg, unit, panel, &mut taken);
        }
        svg.end();
        frame::frame(&mut svg, &layout);
        if !self.title.is_empty() {
            frame::title(&mut svg, &layout, &self.title, &self.subtitle);
        }
        frame::scale_bar(&mut svg, &layout, hex_meters);
        frame::foot(&mut svg, &layout, &self.caption);
        document(layout.sheet, pixels, &svg.finish())
    }

    /// The picture as PNG.
    ///
    /// # Errors
    /// When the picture is too large to be drawn.
    pub fn png(&self, pixels: u32) -> Result<Vec<u8>, RasterError> {
        raster::png(&self.svg(pixels))
    }
}

fn document(sheet: Rect, pixels: u32, content: &str) -> String {
    let scale = f64::from(pixels.clamp(100, 8000)) / sheet.w.max(sheet.h);
    let (width, height) = ((sheet.w * scale).round(), (sheet.h * scale).round());
    let mut out = String::with_capacity(content.len() + 300);
    write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"{} {} {} {}\">\n\
         {content}</svg>\n",
        N(sheet.x),
        N(sheet.y),
        N(sheet.w),
        N(sheet.h)
    )
    .expect("writing to a string does not fail");
    out
}

/// Order of drawing, from the bottom: the ground first, names last.
fn order(drawn: MarkKind) -> (u8, usize) {
    match drawn {
        MarkKind::Sea => (0, 0),
        MarkKind::Area(terrain) if is_built(terrain) => (6, terrain.index()),
        MarkKind::Area(terrain) => (1, terrain.index()),
        MarkKind::Contour => (2, 0),
        MarkKind::Line(Feature::Bridge | Feature::Ford) => (7, 0),
        MarkKind::Line(feature) if is_water(feature) => (3, feature.index()),
        MarkKind::Line(feature) => (4, feature.index()),
        MarkKind::Road(road) => (5, Road::ALL.len() - road.index()),
        MarkKind::Height => (8, 0),
        MarkKind::Name => (9, 0),
    }
}

fn is_built(terrain: Terrain) -> bool {
    use Terrain::{Castle, City, Farm, Hamlet, SpecialStructure, Town, Village};
    matches!(terrain, Castle | City | Farm | Hamlet | SpecialStructure | Town | Village)
}

fn is_water(feature: Feature) -> bool {
    matches!(feature, Feature::Stream | Feature::River | Feature::Canal)
}

/// The tint of an area.
fn tint(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Clear => "#efe8cd",
        Terrain::Woods => "#a9b77f",
        Terrain::Forest => "#8b9e66",
        Terrain::Orchard | Terrain::Garden => "#c6cf96",
        Terrain::PalmGrove => "#d6cf8f",
        Terrain::Vineyard => "#c9c08a",
        Terrain::Brush => "#cfd0a0",
        Terrain::Cultivated => "#e8dcae",
        Terrain::HighCrops => "#e0cd86",
        Terrain::Marsh => "#b4cdbd",
        Terrain::Swamp => "#8fb5aa",
        Terrain::Lake | Terrain::FrozenLake => WATER,
        Terrain::Rough | Terrain::Quarry | Terrain::Gully => "#cfc09a",
        Terrain::SunkenRoad => "#d9c89b",
        Terrain::Impassable => "#a89c86",
        Terrain::Farm | Terrain::Hamlet | Terrain::Village => "#c2553d",
        Terrain::Town | Terrain::City => "#b8493a",
        Terrain::Castle | Terrain::SpecialStructure => "#6d2a20",
    }
}

impl Mark {
    fn points(&self, unit: f64) -> impl Iterator<Item = Vec<Pt>> + '_ {
        self.parts.iter().map(move |part| part.iter().map(|[x, y]| Pt::new(x * unit, y * unit)).collect())
    }

    fn draw(&self, svg: &mut Svg, unit: f64) {
        let pale = if self.estimated { " stroke-opacity=\"0.6\"" } else { "" };
        let broken = if self.estimated { " stroke-dasharray=\"9 5\"" } else { "" };
        match self.drawn {
            MarkKind::Sea => {
                self.area(svg, unit, &format!("fill=\"{WATER}\" stroke=\"{BANK}\" stroke-width=\"2\""))
            }
            MarkKind::Area(terrain) => {
                let fill = tint(terrain);
                let ink = if is_built(terrain) { "#43160f" } else { "#5d6b3b" };
                self.area(svg, unit, &format!("fill=\"{fill}\" stroke=\"{ink}\" stroke-width=\"1\"{broken}"));
            }
            MarkKind::Contour => {
                self.line(svg, unit, &format!("stroke=\"#a9793f\" stroke-width=\"1.3\"{broken}"))
            }
            MarkKind::Line(feature @ (Feature::Bridge | Feature::Ford)) => self.crossing(svg, unit, feature),
            MarkKind::Line(feature) if is_water(feature) => {
                let width = (self.width * unit).clamp(2.0, 60.0);
                self.line(svg, unit, &format!("stroke=\"{BANK}\" stroke-width=\"{}\"{pale}", N(width + 1.6)));
                self.line(svg, unit, &format!("stroke=\"{WATER}\" stroke-width=\"{}\"", N(width)));
            }
            MarkKind::Line(feature) => {
                let (ink, width) = match feature {
                    Feature::Cliff | Feature::Ravine | Feature::Crest | Feature::Dike | Feature::Ditch => {
                        (SEPIA, 3.0)
                    }
                    Feature::Hedge | Feature::TreeLine => ("#4c5e33", 3.0),
                    _ => (INK, 2.4),
                };
                self.line(svg, unit, &format!("stroke=\"{ink}\" stroke-width=\"{width}\"{pale}"));
            }
            MarkKind::Road(Road::Trail) => {
                self.line(svg, unit, "stroke=\"#5f4526\" stroke-width=\"1.9\" stroke-dasharray=\"8 4.5\"");
            }
            MarkKind::Road(road) => {
                let width = if road == Road::Highway { 7.0 } else { 5.6 };
                self.line(svg, unit, &format!("stroke=\"#4b3820\" stroke-width=\"{width}\"{pale}"));
                self.line(svg, unit, &format!("stroke=\"#f5ecd3\" stroke-width=\"{}\"", width - 2.6));
            }
            MarkKind::Height => self.dots(svg, unit, 2.6, INK),
            MarkKind::Name => {}
        }
    }

    fn area(&self, svg: &mut Svg, unit: f64, attributes: &str) {
        let mut path = Path::new();
        for points in self.points(unit) {
            match points.as_slice() {
                [at] => svg.circle(*at, 6.0, attributes),
                points => drop(path.polygon(points)),
            }
        }
        svg.path(&path, &format!("{attributes} fill-rule=\"evenodd\" stroke-linejoin=\"round\""));
    }

    fn line(&self, svg: &mut Svg, unit: f64, attributes: &str) {
        let mut path = Path::new();
        for points in self.points(unit) {
            for (number, at) in points.into_iter().enumerate() {
                if number == 0 {
                    path.m(at)
                } else {
                    path.l(at)
                };
            }
        }
        svg.path(
            &path,
            &format!("fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\" {attributes}"),
        );
    }

    fn dots(&self, svg: &mut Svg, unit: f64, radius: f64, ink: &str) {
        for at in self.points(unit).flatten() {
            svg.circle(at, radius, &format!("fill=\"{ink}\""));
        }
    }

    fn crossing(&self, svg: &mut Svg, unit: f64, feature: Feature) {
        let ink = if feature == Feature::Bridge { INK } else { BLUE_INK };
        for at in self.points(unit).flatten() {
            let square = Rect { x: at.x, y: at.y, w: 0.0, h: 0.0 }.grow(5.0);
            svg.rect(square, &format!("fill=\"{PAPER}\" stroke=\"{ink}\" stroke-width=\"2.4\""));
        }
    }

    /// Writes the label where it has room; nothing where another one stands already.
    fn write(&self, svg: &mut Svg, unit: f64, panel: Rect, taken: &mut Vec<Rect>) {
        if self.label.is_empty() {
            return;
        }
        let parts: Vec<Vec<Pt>> = self.points(unit).collect();
        let Some(at) = anchor(self.drawn, &parts) else { return };
        let (face, size, ink) = match self.drawn {
            MarkKind::Contour => (Face::Roman, 13.0, SEPIA),
            MarkKind::Height => (Face::Roman, 15.0, INK),
            MarkKind::Sea | MarkKind::Line(Feature::Stream | Feature::River | Feature::Canal) => {
                (Face::Italic, 19.0, BLUE_INK)
            }
            MarkKind::Area(Terrain::Town | Terrain::City) => (Face::Bold, 24.0, INK),
            MarkKind::Line(Feature::Bridge | Feature::Ford) => (Face::Italic, 15.0, RED),
            _ => (Face::Italic, 20.0, INK),
        };
        let width = face.width(&self.label, size);
        for (right, down) in [(0.0, -0.4), (0.0, 1.1), (0.6, 0.3), (-0.6, 0.3)] {
            let middle = Pt::new(at.x + right * (width + 16.0), at.y + down * size);
            let room = Rect { x: middle.x - width / 2.0, y: middle.y - size * 0.8, w: width, h: size };
            let inside = panel.contains(Pt::new(room.x, room.y))
                && panel.contains(Pt::new(room.x + room.w, room.y + room.h));
            if inside && !taken.iter().any(|other| other.overlaps(room)) {
                taken.push(room);
                let attributes = format!(
                    "{} text-anchor=\"middle\" fill=\"{ink}\" stroke=\"{PAPER}\" stroke-width=\"3.4\" \
                     stroke-opacity=\"0.75\" paint-order=\"stroke\"",
                    face.attributes()
                );
                svg.text(middle, size, &self.label, &attributes);
                return;
            }
        }
    }
}

/// Place of a label: the middle of a line or of the first ring.
fn anchor(drawn: MarkKind, parts: &[Vec<Pt>]) -> Option<Pt> {
    let first = parts.first()?;
    if matches!(drawn, MarkKind::Area(_) | MarkKind::Sea) && first.len() > 2 {
        let count = first.len() as f64;
        let sum = first.iter().fold(Pt::new(0.0, 0.0), |sum, at| sum + *at);
        return Some(sum * (1.0 / count));
    }
    first.get(first.len() / 2).copied()
}
