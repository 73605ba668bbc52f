//! The picture of a map with its counters and marks.

use std::fmt::Write;

use ground::{Ground, Terrain};

use crate::counter::{self, Counter};
use crate::frame::{self, Layout};
use crate::geometry::{Obstacles, Sheet};
use crate::overlay::{self, Overlay};
use crate::palette::PAPER;
use crate::raster::{self, RasterError};
use crate::roads::Network;
use crate::svg::{N, Svg};
use crate::{fields, labels, relief, terrain, water, works};

/// The picture of a map: what shall be on it, then [`Map::svg`] or [`Map::png`].
///
/// The same input gives the same bytes.
#[derive(Clone, Debug)]
pub struct Map<'a> {
    ground: &'a Ground,
    title: String,
    subtitle: String,
    caption: String,
    counters: Vec<Counter>,
    overlays: Vec<Overlay>,
    scale: u32,
    numbers: bool,
}

/// The scale of a map that asks for no other, in pixels for the width of a hex.
pub const SCALE: u32 = 90;

impl<'a> Map<'a> {
    /// The bare map, under its own name.
    pub fn new(ground: &'a Ground) -> Map<'a> {
        Map {
            ground,
            title: ground.name().to_owned(),
            subtitle: String::new(),
            caption: String::new(),
            counters: Vec::new(),
            overlays: Vec::new(),
            scale: SCALE,
            numbers: true,
        }
    }

    /// The title over the map; an empty one takes no room.
    pub fn title(mut self, title: impl Into<String>) -> Map<'a> {
        self.title = title.into();
        self
    }

    /// The line under the title, as a date or a turn.
    pub fn subtitle(mut self, subtitle: impl Into<String>) -> Map<'a> {
        self.subtitle = subtitle.into();
        self
    }

    /// A note at the foot.
    pub fn caption(mut self, caption: impl Into<String>) -> Map<'a> {
        self.caption = caption.into();
        self
    }

    /// Puts counters on the map, with those that are there.
    pub fn counters(mut self, counters: impl IntoIterator<Item = Counter>) -> Map<'a> {
        self.counters.extend(counters);
        self
    }

    /// Puts marks on the map, with those that are there.
    pub fn overlays(mut self, overlays: impl IntoIterator<Item = Overlay>) -> Map<'a> {
        self.overlays.extend(overlays);
        self
    }

    /// Pixels for the width of a hex from vertex to vertex, from 16 to 400 (a value outside is moved to the nearer end).
    pub fn scale(mut self, px_per_hex: u32) -> Map<'a> {
        self.scale = px_per_hex.clamp(16, 400);
        self
    }

    /// Leaves the numbers of the hexes out.
    pub fn without_numbers(mut self) -> Map<'a> {
        self.numbers = false;
        self
    }

    /// The size of the picture in pixels: width and height.
    pub fn size(&self) -> (u32, u32) {
        let sheet = self.layout(&Sheet::new(self.ground)).sheet;
        let pixels = |units: f64| (units * f64::from(self.scale) / 100.0).round() as u32;
        (pixels(sheet.w), pixels(sheet.h))
    }

    fn layout(&self, sheet: &Sheet<'_>) -> Layout {
        Layout::new(sheet.panel(), &self.title)
    }

    /// The picture as SVG.
    pub fn svg(&self) -> String {
        let sheet = Sheet::new(self.ground);
        let layout = self.layout(&sheet);
        let mut svg = Svg::default();
        svg.rect(layout.sheet, &format!("fill=\"{PAPER}\""));
        let panel = layout.panel;
        svg.put(format_args!("<defs>"));
        terrain::definitions(&mut svg);
        counter::definitions(&mut svg);
        overlay::definitions(&mut svg);
        svg.put(format_args!("<clipPath id=\"panel\">"));
        svg.rect(panel, "");
        svg.put(format_args!("</clipPath></defs>"));
        svg.group("clip-path=\"url(#panel)\"");
        self.landscape(&mut svg, &sheet);
        svg.end();
        frame::frame(&mut svg, &layout);
        overlay::under(&mut svg, &sheet, &self.overlays);
        counter::draw(&mut svg, &sheet, &self.counters);
        overlay::over(&mut svg, &sheet, &self.overlays);
        if !self.title.is_empty() {
            frame::title(&mut svg, &layout, &self.title, &self.subtitle);
        }
        if let Some(meters) = self.ground.hex_meters() {
            frame::scale_bar(&mut svg, &layout, meters);
        }
        frame::foot(&mut svg, &layout, &self.caption);
        self.document(&layout, &svg.finish())
    }

    /// The ground with all that belongs to it.
    fn landscape(&self, svg: &mut Svg, sheet: &Sheet<'_>) {
        let mut obstacles = Obstacles::default();
        let network = Network::new(sheet);
        network.clear(&mut obstacles);
        relief::clear(sheet, &mut obstacles);
        relief::tints(svg, sheet);
        terrain::floors(svg, sheet);
        fields::fields(svg, sheet);
        water::lakes(svg, sheet);
        relief::hachures(svg, sheet);
        frame::grid(svg, sheet, |_| true);
        water::currents(svg, sheet, &mut obstacles);
        network.draw(svg);
        water::crossings(svg, sheet);
        relief::crests(svg, sheet);
        relief::cuttings(svg, sheet);
        terrain::features(svg, sheet, &mut obstacles);
        frame::grid(svg, sheet, |terrain| {
            matches!(terrain, Terrain::Woods | Terrain::Forest | Terrain::Impassable)
        });
        works::rows(svg, sheet);
        works::works(svg, sheet);
        frame::veil(svg, sheet);
        if self.numbers {
            labels::numbers(svg, sheet);
        }
        labels::places(svg, sheet, &obstacles);
        labels::entries(svg, sheet);
    }

    fn document(&self, layout: &Layout, content: &str) -> String {
        let (width, height) = self.size();
        let sheet = layout.sheet;
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

    /// The picture as PNG, of [`Map::size`].
    ///
    /// # Errors
    /// When the picture is too large to be drawn.
    pub fn png(&self) -> Result<Vec<u8>, RasterError> {
        raster::png(&self.svg())
    }
}
