//! Small plots of figures, in the manner of the maps: bars with their confidence, histograms, lines, shares.
//!
//! Each is built step by step and then drawn as SVG or PNG. A value that is not finite counts as 0.

mod bars;
mod histogram;
mod lines;
mod shares;

pub use bars::Bars;
pub use histogram::Histogram;
pub use lines::Lines;
pub use shares::Shares;

use crate::fonts::Face;
use crate::geometry::Pt;
use crate::palette::{INK, PAPER, SEPIA, checked};
use crate::svg::{N, Path, Rect, Svg};

/// The width of a plot, in units and pixels.
const WIDTH: f64 = 860.0;
const MARGIN: f64 = 30.0;

/// A sheet for a plot: its frame, title and the room that is left.
struct Canvas {
    svg: Svg,
    height: f64,
    room: Rect,
}

impl Canvas {
    /// A sheet with `room` units of height for the plot itself.
    fn new(title: &str, caption: &str, room: f64) -> Canvas {
        let head = 74.0;
        let foot = if caption.is_empty() { 12.0 } else { 38.0 };
        let height = head + room + foot + MARGIN;
        let mut svg = Svg::default();
        let sheet = Rect { x: 0.0, y: 0.0, w: WIDTH, h: height };
        svg.rect(sheet, &format!("fill=\"{PAPER}\""));
        svg.rect(sheet.grow(-9.0), &format!("fill=\"none\" stroke=\"{INK}\" stroke-width=\"2.4\""));
        svg.rect(sheet.grow(-13.5), &format!("fill=\"none\" stroke=\"{INK}\" stroke-width=\"0.8\""));
        let (text, size) = Face::Bold.fit(title, 27.0, 12.0, WIDTH - 4.0 * MARGIN);
        let centred = "text-anchor=\"middle\"";
        let attributes = format!("{} {centred} fill=\"{INK}\"", Face::Bold.attributes());
        svg.text(Pt::new(WIDTH / 2.0, 48.0), size, &text, &attributes);
        if !caption.is_empty() {
            let (text, size) = Face::Italic.fit(caption, 16.0, 9.0, WIDTH - 3.0 * MARGIN);
            let attributes = format!("{} {centred} fill=\"{SEPIA}\"", Face::Italic.attributes());
            svg.text(Pt::new(WIDTH / 2.0, height - 28.0), size, &text, &attributes);
        }
        let room = Rect { x: MARGIN + 6.0, y: head, w: WIDTH - 2.0 * (MARGIN + 6.0), h: room };
        Canvas { svg, height, room }
    }

    fn label(&mut self, at: Pt, size: f64, text: &str, anchor: &str, face: Face) {
        let attributes = format!("{} fill=\"{INK}\" text-anchor=\"{anchor}\"", face.attributes());
        self.svg.text(at, size, text, &attributes);
    }

    /// A rectangle filled with a colour, shaded as by an engraver.
    fn block(&mut self, area: Rect, colour: &str) {
        let area = Rect { w: area.w.max(0.0), h: area.h.max(0.0), ..area };
        let colour = checked(colour);
        self.svg.rect(
            area,
            &format!("fill=\"{colour}\" fill-opacity=\"0.8\" stroke=\"{INK}\" stroke-width=\"1\""),
        );
    }

    /// A short line with the names of colours, from `at` to the right.
    fn key(&mut self, at: Pt, names: &[(String, String)]) {
        let mut x = at.x;
        for (name, colour) in names {
            self.block(Rect { x, y: at.y - 11.0, w: 14.0, h: 12.0 }, colour);
            let (text, size) = Face::Roman.fit(name, 15.0, 9.0, 220.0);
            self.label(Pt::new(x + 20.0, at.y), size, &text, "start", Face::Roman);
            x += 44.0 + Face::Roman.width(&text, size);
        }
    }

    /// The numbers and the light rules of an axis; `place` says where a value lies.
    fn ticks(&mut self, axis: &Axis, area: Rect, is_upright: bool) {
        let mut rules = Path::new();
        for value in axis.steps() {
            let part = axis.part(value);
            let text = axis.caption(value);
            if is_upright {
                let y = area.y + area.h * (1.0 - part);
                rules.line(Pt::new(area.x, y), Pt::new(area.x + area.w, y));
                self.label(Pt::new(area.x - 8.0, y + 5.0), 14.0, &text, "end", Face::Roman);
            } else {
                let x = area.x + area.w * part;
                rules.line(Pt::new(x, area.y), Pt::new(x, area.y + area.h));
                self.label(Pt::new(x, area.y + area.h + 18.0), 14.0, &text, "middle", Face::Roman);
            }
        }
        self.svg.path(&rules, &format!("stroke=\"{SEPIA}\" stroke-opacity=\"0.35\" stroke-width=\"0.8\""));
    }

    fn finish(self) -> String {
        let (width, height) = (N(WIDTH), N(self.height.round()));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} \
             {height}\">\n{}</svg>\n",
            self.svg.finish()
        )
    }
}

/// A range of values with round steps.
struct Axis {
    low: f64,
    high: f64,
    step: f64,
    suffix: String,
}

impl Axis {
    /// An axis that holds all of `values`, and zero, with about `wanted` steps.
    fn over(values: impl Iterator<Item = f64>, wanted: f64, suffix: &str) -> Axis {
        let (mut low, mut high) = (0.0_f64, 0.0_f64);
        for value in values.map(finite) {
            low = low.min(value);
            high = high.max(value);
        }
        if high - low < 1e-9 {
            high = low + 1.0;
        }
        let rough = (high - low) / wanted;
        let power = 10.0_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|n| n * power).into_iter().find(|&step| step >= rough * 0.999);
        let step = step.unwrap_or(10.0 * power);
        Axis {
            low: (low / step).floor() * step,
            high: (high / step).ceil() * step,
            step,
            suffix: suffix.to_owned(),
        }
    }

    fn steps(&self) -> impl Iterator<Item = f64> + use<> {
        let (low, step) = (self.low, self.step);
        let count = ((self.high - self.low) / step).round() as i32;
        (0..=count).map(move |i| low + f64::from(i) * step)
    }

    /// Place of a value on the axis, from 0 to 1.
    fn part(&self, value: f64) -> f64 {
        ((finite(value) - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    fn caption(&self, value: f64) -> String {
        let decimals = (-(self.step.log10() + 1e-9).floor()).clamp(0.0, 6.0) as usize;
        format!("{value:.decimals$}{}", self.suffix)
    }
}

fn finite(value: f64) -> f64 {
    if value.is_finite() { value.clamp(-1e12, 1e12) } else { 0.0 }
}

/// Parts shared by all the plots: their texts, and the two ways to draw them.
macro_rules! plot {
    ($plot:ident) => {
        impl $plot {
            /// A note under the plot.
            pub fn caption(mut self, caption: impl Into<String>) -> $plot {
                self.caption = caption.into();
                self
            }

            /// The plot as PNG.
            ///
            /// # Errors
            /// When the picture is too large to be drawn.
            pub fn png(&self) -> Result<Vec<u8>, crate::RasterError> {
                crate::raster::png(&self.svg())
            }
        }
    };
}

use plot;
