use super::{Axis, Canvas, plot};
use crate::fonts::Face;
use crate::geometry::Pt;
use crate::palette::INK;
use crate::svg::{Path, Rect};

/// Counts by value: how often each value came up, for one or several groups beside each other: lengths of games, losses.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Histogram {
    title: String,
    caption: String,
    axis: String,
    first: i64,
    width: u32,
    groups: Vec<Group>,
}

#[derive(Clone, Debug, PartialEq)]
struct Group {
    name: String,
    colour: String,
    counts: Vec<u64>,
}

plot!(Histogram);

impl Histogram {
    /// Nothing counted yet; the first class holds the values from `first`, and each is `width` wide (at least 1).
    pub fn new(title: impl Into<String>, first: i64, width: u32) -> Histogram {
        Histogram { title: title.into(), first, width: width.max(1), ..Histogram::default() }
    }

    /// Name of the values, written under their axis.
    pub fn axis(mut self, axis: impl Into<String>) -> Histogram {
        self.axis = axis.into();
        self
    }

    /// Adds a group by the counts of its classes; `colour` is `#rrggbb`.
    pub fn counts(
        mut self,
        name: impl Into<String>,
        counts: impl Into<Vec<u64>>,
        colour: impl Into<String>,
    ) -> Histogram {
        self.groups.push(Group { name: name.into(), colour: colour.into(), counts: counts.into() });
        self
    }

    /// Adds a group by its values; those under the first class are not counted.
    pub fn values(
        self,
        name: impl Into<String>,
        values: impl IntoIterator<Item = i64>,
        colour: impl Into<String>,
    ) -> Histogram {
        const MOST: i64 = 400;
        let mut counts = Vec::new();
        for value in values {
            let class = value.saturating_sub(self.first).div_euclid(i64::from(self.width));
            if (0..MOST).contains(&class) {
                let class = class as usize;
                if counts.len() <= class {
                    counts.resize(class + 1, 0);
                }
                counts[class] += 1;
            }
        }
        self.counts(name, counts, colour)
    }

    /// The plot as SVG.
    pub fn svg(&self) -> String {
        let mut canvas = Canvas::new(&self.title, &self.caption, 356.0);
        let room = canvas.room;
        let area = Rect { x: room.x + 52.0, y: room.y + 26.0, w: room.w - 62.0, h: 288.0 };
        if self.groups.len() > 1 || self.groups.iter().any(|group| !group.name.is_empty()) {
            let names: Vec<_> = self.groups.iter().map(|g| (g.name.clone(), g.colour.clone())).collect();
            canvas.key(Pt::new(area.x, room.y + 8.0), &names);
        }
        let classes = self.groups.iter().map(|group| group.counts.len()).max().unwrap_or(0).max(1);
        let all = self.groups.iter().flat_map(|group| group.counts.iter().map(|&count| count as f64));
        let axis = Axis::over(all, 5.0, "");
        canvas.ticks(&axis, area, true);
        let step = area.w / classes as f64;
        let bar = step * 0.84 / self.groups.len().max(1) as f64;
        for (g, group) in self.groups.iter().enumerate() {
            for (class, &count) in group.counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                let x = area.x + step * (class as f64 + 0.08) + bar * g as f64;
                let h = area.h * axis.part(count as f64);
                canvas.block(Rect { x, y: area.y + area.h - h, w: bar, h }, &group.colour);
            }
        }
        self.classes(&mut canvas, area, step, classes);
        let mut base = Path::new();
        base.line(Pt::new(area.x, area.y + area.h), Pt::new(area.x + area.w, area.y + area.h));
        canvas.svg.path(&base, &format!("stroke=\"{INK}\" stroke-width=\"1.6\""));
        canvas.finish()
    }

    /// The values under the classes, as many as there is room for.
    fn classes(&self, canvas: &mut Canvas, area: Rect, step: f64, classes: usize) {
        let caption = |class: usize| {
            let low = self.first.saturating_add(class as i64 * i64::from(self.width));
            let high = low.saturating_add(i64::from(self.width) - 1);
            if self.width == 1 { low.to_string() } else { format!("{low}–{high}") }
        };
        let widest = (0..classes).map(|class| Face::Roman.width(&caption(class), 14.0)).fold(1.0, f64::max);
        let every = ((widest + 8.0) / step).ceil().max(1.0) as usize;
        for class in (0..classes).step_by(every) {
            let at = Pt::new(area.x + step * (class as f64 + 0.5), area.y + area.h + 18.0);
            canvas.label(at, 14.0, &caption(class), "middle", Face::Roman);
        }
        let at = Pt::new(area.x + area.w / 2.0, area.y + area.h + 44.0);
        canvas.label(at, 17.0, &self.axis, "middle", Face::Italic);
    }
}
