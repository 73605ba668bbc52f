//! The picture of a table without hexes, seen from above: cloth, terrain, units as ranks of bases.

mod ranks;
mod terrain;

use std::fmt::Write;

use baize::{MU, Place, Table};

pub use ranks::{Mark, Ranks, Stance};

use crate::fonts::Face;
use crate::geometry::Pt;
use crate::palette::{INK, PAPER};
use crate::raster::{self, RasterError};
use crate::svg::{N, Path, Rect, Svg};

/// Units of the picture for one MU: a tree of the maps is then some 4 MU of ground high, as models are.
const PER_MU: f64 = 24.0;

/// The wooden edge about the cloth.
const EDGE: f64 = 26.0;

/// The picture of a table: what shall be on it, then [`Tabletop::svg`] or [`Tabletop::png`]. Edges of terrain are drawn where they are
/// measured, corner by corner.
///
/// The same input gives the same bytes.
#[derive(Clone, Debug)]
pub struct Tabletop<'a> {
    table: &'a Table,
    units: Vec<Ranks>,
    overlays: Vec<TableOverlay>,
    scale: u32,
}

/// Something drawn over a table.
#[derive(Clone, Debug, PartialEq)]
pub enum TableOverlay {
    /// A region: a reach, an arc of fire.
    Region {
        /// The region.
        figure: baize::Figure,
        /// Its colour.
        colour: String,
    },
    /// A distance that is measured, with its length in words.
    Tape {
        /// One end.
        from: Place,
        /// The other.
        to: Place,
        /// The length, as it shall be read.
        told: String,
    },
    /// A circle about a place: a command radius.
    Circle {
        /// Its middle.
        at: Place,
        /// Its radius.
        radius: baize::Length,
        /// Its colour.
        colour: String,
    },
}

/// A length or a coordinate on the sheet.
pub(crate) fn on_sheet(units: i32) -> f64 {
    f64::from(units) / f64::from(MU.0) * PER_MU
}

pub(crate) fn at(place: Place) -> Pt {
    Pt::new(on_sheet(place.x), on_sheet(place.y))
}

impl<'a> Tabletop<'a> {
    /// The bare table.
    pub fn new(table: &'a Table) -> Tabletop<'a> {
        Tabletop { table, units: Vec::new(), overlays: Vec::new(), scale: 24 }
    }

    /// Puts units on the table, with those that are there.
    #[must_use]
    pub fn units(mut self, units: impl IntoIterator<Item = Ranks>) -> Tabletop<'a> {
        self.units.extend(units);
        self
    }

    /// Draws over the table, with what is drawn already.
    #[must_use]
    pub fn overlays(mut self, overlays: impl IntoIterator<Item = TableOverlay>) -> Tabletop<'a> {
        self.overlays.extend(overlays);
        self
    }

    /// Pixels for one MU, from 4 to 120 (a value outside is moved to the nearer end).
    #[must_use]
    pub fn scale(mut self, px_per_mu: u32) -> Tabletop<'a> {
        self.scale = px_per_mu.clamp(4, 120);
        self
    }

    fn cloth(&self) -> Rect {
        let side = |length: baize::Length| on_sheet(length.0.into());
        Rect { x: 0.0, y: 0.0, w: side(self.table.width), h: side(self.table.depth) }
    }

    /// The size of the picture in pixels: width and height.
    pub fn size(&self) -> (u32, u32) {
        let sheet = self.cloth().grow(EDGE);
        let pixels = |units: f64| (units * f64::from(self.scale) / PER_MU).round().max(1.0) as u32;
        (pixels(sheet.w), pixels(sheet.h))
    }

    /// The picture as SVG.
    pub fn svg(&self) -> String {
        let (cloth, mut svg) = (self.cloth(), Svg::default());
        svg.put(format_args!("<defs>"));
        crate::terrain::definitions(&mut svg);
        terrain::definitions(&mut svg);
        svg.put(format_args!("<clipPath id=\"cloth\">"));
        svg.rect(cloth, "");
        svg.put(format_args!("</clipPath></defs>"));
        wood(&mut svg, cloth);
        svg.group("clip-path=\"url(#cloth)\"");
        terrain::draw(&mut svg, cloth, self.table);
        for overlay in &self.overlays {
            under(&mut svg, overlay);
        }
        svg.end();
        terrain::names(&mut svg, self.table);
        for unit in &self.units {
            ranks::draw(&mut svg, unit);
        }
        for overlay in &self.overlays {
            over(&mut svg, overlay);
        }
        let (sheet, (width, height)) = (cloth.grow(EDGE), self.size());
        let mut out = String::new();
        write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"{} {} {} {}\">\n{}</svg>\n",
            N(sheet.x),
            N(sheet.y),
            N(sheet.w),
            N(sheet.h),
            svg.finish()
        )
        .expect("writing to a string does not fail");
        out
    }

    /// The picture as PNG, of [`Tabletop::size`].
    ///
    /// # Errors
    /// When the picture is too large to be drawn.
    pub fn png(&self) -> Result<Vec<u8>, RasterError> {
        raster::png(&self.svg())
    }
}

/// The edge of the table, with a tick for each MU and a longer one for each six.
fn wood(svg: &mut Svg, cloth: Rect) {
    svg.rect(cloth.grow(EDGE), "fill=\"#5f3f22\"");
    svg.rect(cloth.grow(EDGE - 4.0), "fill=\"#8a6236\"");
    svg.rect(cloth.grow(5.0), "fill=\"#4a3019\"");
    let mut ticks = Path::new();
    let (across, down) = ((cloth.w / PER_MU).round() as i32, (cloth.h / PER_MU).round() as i32);
    let long = |i: i32| if i % 6 == 0 { 12.0 } else { 5.0 };
    for i in 0..=across {
        let x = f64::from(i) * PER_MU;
        ticks.line(Pt::new(x, -6.0), Pt::new(x, -6.0 - long(i)));
        ticks.line(Pt::new(x, cloth.h + 6.0), Pt::new(x, cloth.h + 6.0 + long(i)));
    }
    for i in 0..=down {
        let y = f64::from(i) * PER_MU;
        ticks.line(Pt::new(-6.0, y), Pt::new(-6.0 - long(i), y));
        ticks.line(Pt::new(cloth.w + 6.0, y), Pt::new(cloth.w + 6.0 + long(i), y));
    }
    svg.path(&ticks, "stroke=\"#f0dfbe\" stroke-width=\"1.2\" stroke-opacity=\"0.8\"");
}

fn under(svg: &mut Svg, overlay: &TableOverlay) {
    match overlay {
        TableOverlay::Region { figure, colour } => {
            let mut path = Path::new();
            path.polygon(&figure.corners().iter().map(|&corner| at(corner)).collect::<Vec<_>>());
            let colour = crate::palette::checked(colour);
            let dash = "stroke-width=\"1.6\" stroke-dasharray=\"6 4\"";
            svg.path(&path, &format!("fill=\"{colour}\" fill-opacity=\"0.18\" stroke=\"{colour}\" {dash}"));
        }
        TableOverlay::Circle { at: middle, radius, colour } => {
            let colour = crate::palette::checked(colour);
            let dash = "stroke-width=\"1.6\" stroke-dasharray=\"9 5\"";
            let attributes = format!("fill=\"{colour}\" fill-opacity=\"0.07\" stroke=\"{colour}\" {dash}");
            svg.circle(at(*middle), on_sheet(radius.0.into()), &attributes);
        }
        TableOverlay::Tape { .. } => {}
    }
}

fn over(svg: &mut Svg, overlay: &TableOverlay) {
    let TableOverlay::Tape { from, to, told } = overlay else { return };
    let (from, to) = (at(*from), at(*to));
    let mut line = Path::new();
    line.line(from, to);
    svg.path(&line, "stroke=\"#2b2013\" stroke-width=\"5\" stroke-opacity=\"0.6\" stroke-linecap=\"round\"");
    svg.path(&line, "stroke=\"#f6d650\" stroke-width=\"3\" stroke-linecap=\"round\"");
    let (text, size) = Face::Counter.fit(told, 15.0, 8.0, 240.0);
    let (half, middle) = (Face::Counter.width(&text, size) / 2.0 + 5.0, from.mid(to));
    let plate = Rect { x: middle.x - half, y: middle.y - 10.0, w: 2.0 * half, h: 20.0 };
    svg.rect(plate, &format!("rx=\"4\" fill=\"{PAPER}\" stroke=\"{INK}\" stroke-width=\"1\""));
    let attributes = format!("{} text-anchor=\"middle\" fill=\"{INK}\"", Face::Counter.attributes());
    svg.text(middle + Pt::new(0.0, 5.2), size, &text, &attributes);
}
