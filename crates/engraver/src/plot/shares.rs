use super::{Canvas, plot};
use crate::fonts::Face;
use crate::geometry::Pt;
use crate::palette::{checked, ink_on};
use crate::svg::{Rect, Svg};

/// Shares: how a whole is shared out, line by line: the results of a table at each of its odds, say. Exact as long as the
/// weights are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shares {
    title: String,
    caption: String,
    outcomes: Vec<(String, String)>,
    rows: Vec<(String, Vec<u64>)>,
}

plot!(Shares);

impl Shares {
    /// No outcomes and no lines yet.
    pub fn new(title: impl Into<String>) -> Shares {
        Shares { title: title.into(), ..Shares::default() }
    }

    /// Adds a possible outcome; `colour` is `#rrggbb`.
    pub fn outcome(mut self, name: impl Into<String>, colour: impl Into<String>) -> Shares {
        self.outcomes.push((name.into(), colour.into()));
        self
    }

    /// Adds a line with the weight of each outcome, in their order; only the ratios count.
    pub fn row(mut self, label: impl Into<String>, weights: impl Into<Vec<u64>>) -> Shares {
        self.rows.push((label.into(), weights.into()));
        self
    }

    /// The plot as SVG.
    pub fn svg(&self) -> String {
        const STEP: f64 = 38.0;
        let mut canvas = Canvas::new(&self.title, &self.caption, STEP * self.rows.len() as f64 + 26.0);
        let widest = self.rows.iter().map(|(label, _)| Face::Roman.width(label, 17.0)).fold(40.0, f64::max);
        let gutter = widest.min(220.0) + 14.0;
        let room = canvas.room;
        let area = Rect { x: room.x + gutter, w: room.w - gutter, y: room.y + 28.0, ..room };
        canvas.key(Pt::new(area.x, room.y + 8.0), &self.outcomes);
        for (i, (label, weights)) in self.rows.iter().enumerate() {
            let y = area.y + STEP * i as f64;
            let (label, size) = Face::Roman.fit(label, 17.0, 9.0, gutter - 14.0);
            canvas.label(Pt::new(area.x - 12.0, y + 22.0), size, &label, "end", Face::Roman);
            let whole: u128 = weights.iter().map(|&w| u128::from(w)).sum();
            let mut x = area.x;
            for (&weight, (_, colour)) in
                weights.iter().zip(&self.outcomes).filter(|(weight, _)| **weight > 0)
            {
                let share = weight as f64 / whole as f64;
                let part = Rect { x, y: y + 2.0, w: area.w * share, h: STEP - 8.0 };
                canvas.block(part, colour);
                percent(&mut canvas.svg, part, share, colour);
                x += part.w;
            }
        }
        canvas.finish()
    }
}

/// The share in its part of the bar, if it is wide enough.
fn percent(svg: &mut Svg, part: Rect, share: f64, colour: &str) {
    let text = format!("{:.0} %", share * 100.0);
    if Face::Counter.width(&text, 14.0) + 6.0 <= part.w {
        let ink = ink_on(checked(colour));
        let attributes = format!("{} fill=\"{ink}\" text-anchor=\"middle\"", Face::Counter.attributes());
        svg.text(part.centre() + Pt::new(0.0, 5.0), 14.0, &text, &attributes);
    }
}
