use super::{Axis, Canvas, finite, plot};
use crate::fonts::Face;
use crate::geometry::Pt;
use crate::palette::INK;
use crate::svg::{Path, Rect};

/// Bars to the right, each with its confidence interval: win rates, say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bars {
    title: String,
    caption: String,
    suffix: String,
    bars: Vec<Bar>,
}

#[derive(Clone, Debug, PartialEq)]
struct Bar {
    label: String,
    value: f64,
    range: Option<(f64, f64)>,
    colour: String,
}

plot!(Bars);

impl Bars {
    /// No bars yet.
    pub fn new(title: impl Into<String>) -> Bars {
        Bars { title: title.into(), ..Bars::default() }
    }

    /// Suffix of each number, as ` %`.
    pub fn suffix(mut self, suffix: impl Into<String>) -> Bars {
        self.suffix = suffix.into();
        self
    }

    /// Adds a bar, with the low and the high end of its confidence interval if there is one; `colour` is `#rrggbb`.
    pub fn bar(
        mut self,
        label: impl Into<String>,
        value: f64,
        range: Option<(f64, f64)>,
        colour: impl Into<String>,
    ) -> Bars {
        self.bars.push(Bar { label: label.into(), value, range, colour: colour.into() });
        self
    }

    /// The plot as SVG.
    pub fn svg(&self) -> String {
        const STEP: f64 = 46.0;
        let mut canvas = Canvas::new(&self.title, &self.caption, STEP * self.bars.len() as f64 + 20.0);
        let widest = self.bars.iter().map(|bar| Face::Roman.width(&bar.label, 18.0)).fold(60.0, f64::max);
        let gutter = widest.min(240.0) + 14.0;
        let room = canvas.room;
        let area = Rect {
            x: room.x + gutter,
            y: room.y,
            w: room.w - gutter - 84.0,
            h: STEP * self.bars.len() as f64,
        };
        let ends =
            |bar: &Bar| [bar.value, bar.range.map_or(0.0, |(low, _)| low), bar.range.map_or(0.0, |r| r.1)];
        let axis = Axis::over(self.bars.iter().flat_map(ends), 6.0, &self.suffix);
        canvas.ticks(&axis, area, false);
        let zero = area.x + area.w * axis.part(0.0);
        for (i, bar) in self.bars.iter().enumerate() {
            let middle = area.y + STEP * (i as f64 + 0.5);
            let end = area.x + area.w * axis.part(bar.value);
            let (x, w) = (zero.min(end), (end - zero).abs());
            canvas.block(Rect { x, y: middle - 13.0, w, h: 26.0 }, &bar.colour);
            let (label, size) = Face::Roman.fit(&bar.label, 18.0, 10.0, gutter - 14.0);
            canvas.label(Pt::new(area.x - 12.0, middle + 6.0), size, &label, "end", Face::Roman);
            let value = format!("{:.1}{}", finite(bar.value), self.suffix);
            canvas.label(Pt::new(area.x + area.w + 12.0, middle + 6.0), 18.0, &value, "start", Face::Bold);
            if let Some((low, high)) = bar.range {
                let (low, high) = (area.x + area.w * axis.part(low), area.x + area.w * axis.part(high));
                let mut whisker = Path::new();
                whisker.line(Pt::new(low, middle), Pt::new(high, middle));
                for x in [low, high] {
                    whisker.line(Pt::new(x, middle - 7.0), Pt::new(x, middle + 7.0));
                }
                canvas.svg.path(&whisker, "stroke=\"#f3e9d0\" stroke-width=\"5\" stroke-opacity=\"0.8\"");
                canvas.svg.path(&whisker, &format!("stroke=\"{INK}\" stroke-width=\"2\""));
            }
        }
        let mut base = Path::new();
        base.line(Pt::new(zero, area.y), Pt::new(zero, area.y + area.h));
        canvas.svg.path(&base, &format!("stroke=\"{INK}\" stroke-width=\"1.6\""));
        canvas.finish()
    }
}
