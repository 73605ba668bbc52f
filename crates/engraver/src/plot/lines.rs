use super::{Axis, Canvas, plot};
use crate::fonts::Face;
use crate::geometry::Pt;
use crate::palette::{INK, PAPER, checked};
use crate::svg::{Path, Rect};

/// Values along an axis as lines: strength by turn, say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lines {
    title: String,
    caption: String,
    axes: (String, String),
    lines: Vec<Line>,
}

#[derive(Clone, Debug, PartialEq)]
struct Line {
    name: String,
    colour: String,
    points: Vec<(f64, f64)>,
}

plot!(Lines);

impl Lines {
    /// No lines yet.
    pub fn new(title: impl Into<String>) -> Lines {
        Lines { title: title.into(), ..Lines::default() }
    }

    /// Names of both axes: to the right, and upwards.
    pub fn axes(mut self, right: impl Into<String>, up: impl Into<String>) -> Lines {
        self.axes = (right.into(), up.into());
        self
    }

    /// Adds a line through its points, in order; `colour` is `#rrggbb`.
    pub fn line(
        mut self,
        name: impl Into<String>,
        points: impl Into<Vec<(f64, f64)>>,
        colour: impl Into<String>,
    ) -> Lines {
        self.lines.push(Line { name: name.into(), colour: colour.into(), points: points.into() });
        self
    }

    /// The plot as SVG.
    pub fn svg(&self) -> String {
        let mut canvas = Canvas::new(&self.title, &self.caption, 370.0);
        let room = canvas.room;
        let area = Rect { x: room.x + 56.0, y: room.y + 42.0, w: room.w - 72.0, h: 284.0 };
        let names: Vec<_> = self.lines.iter().map(|line| (line.name.clone(), line.colour.clone())).collect();
        canvas.key(Pt::new(area.x, room.y + 6.0), &names);
        let points = || self.lines.iter().flat_map(|line| line.points.iter());
        let right = Axis::over(points().map(|p| p.0), 8.0, "");
        let up = Axis::over(points().map(|p| p.1), 5.0, "");
        canvas.ticks(&right, area, false);
        canvas.ticks(&up, area, true);
        let place = |&(x, y): &(f64, f64)| {
            Pt::new(area.x + area.w * right.part(x), area.y + area.h * (1.0 - up.part(y)))
        };
        for line in &self.lines {
            let mut path = Path::new();
            for (i, p) in line.points.iter().map(place).enumerate() {
                if i == 0 {
                    path.m(p)
                } else {
                    path.l(p)
                };
            }
            let shape = "fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\"";
            let colour = checked(&line.colour);
            canvas.svg.path(&path, &format!("{shape} stroke=\"{PAPER}\" stroke-width=\"6\""));
            canvas.svg.path(&path, &format!("{shape} stroke=\"{colour}\" stroke-width=\"3\""));
            for p in line.points.iter().map(place) {
                canvas.svg.circle(
                    p,
                    3.6,
                    &format!("fill=\"{colour}\" stroke=\"{PAPER}\" stroke-width=\"1.2\""),
                );
            }
        }
        let mut base = Path::new();
        base.m(Pt::new(area.x, area.y)).l(Pt::new(area.x, area.y + area.h));
        base.l(Pt::new(area.x + area.w, area.y + area.h));
        canvas.svg.path(&base, &format!("fill=\"none\" stroke=\"{INK}\" stroke-width=\"1.6\""));
        let below = Pt::new(area.x + area.w / 2.0, area.y + area.h + 42.0);
        canvas.label(below, 17.0, &self.axes.0, "middle", Face::Italic);
        canvas.label(Pt::new(area.x - 40.0, area.y - 14.0), 17.0, &self.axes.1, "start", Face::Italic);
        canvas.finish()
    }
}
