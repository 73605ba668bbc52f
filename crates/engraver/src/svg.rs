//! Writing SVG: rounded numbers, escaped texts, paths.

use std::fmt::{self, Write};

use crate::geometry::Pt;

/// A number as it is written: rounded to a tenth, without a useless zero, never `NaN` or `-0`.
#[derive(Clone, Copy)]
pub(crate) struct N(pub f64);

impl fmt::Display for N {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug_assert!(self.0.is_finite(), "a coordinate is {}", self.0);
        let tenths = (self.0 * 10.0).round() as i64;
        if tenths < 0 {
            f.write_char('-')?;
        }
        write!(f, "{}", tenths.abs() / 10)?;
        match tenths.abs() % 10 {
            0 => Ok(()),
            rest => write!(f, ".{rest}"),
        }
    }
}

/// `text` as it may stand in an element or a quoted attribute; characters that XML forbids are left out.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\r' | '\t' => out.push(' '),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

/// The data of a path.
#[derive(Clone, Default)]
pub(crate) struct Path(pub String);

impl Path {
    pub fn new() -> Path {
        Path::default()
    }

    pub fn m(&mut self, p: Pt) -> &mut Path {
        self.step('M', &[p])
    }

    pub fn l(&mut self, p: Pt) -> &mut Path {
        self.step('L', &[p])
    }

    pub fn q(&mut self, control: Pt, p: Pt) -> &mut Path {
        self.step('Q', &[control, p])
    }

    pub fn z(&mut self) -> &mut Path {
        self.0.push('Z');
        self
    }

    /// A closed polygon.
    pub fn polygon(&mut self, points: &[Pt]) -> &mut Path {
        for (i, &p) in points.iter().enumerate() {
            self.step(if i == 0 { 'M' } else { 'L' }, &[p]);
        }
        self.z()
    }

    /// A line between two points.
    pub fn line(&mut self, a: Pt, b: Pt) -> &mut Path {
        self.m(a).l(b)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn step(&mut self, letter: char, points: &[Pt]) -> &mut Path {
        self.0.push(letter);
        for (i, p) in points.iter().enumerate() {
            let gap = if i == 0 { "" } else { " " };
            write!(self.0, "{gap}{} {}", N(p.x), N(p.y)).expect("writing to a string does not fail");
        }
        self
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The elements of a picture, in the order they are drawn.
#[derive(Default)]
pub(crate) struct Svg {
    out: String,
}

impl Svg {
    /// Anything that is already SVG.
    pub fn put(&mut self, args: fmt::Arguments<'_>) {
        self.out.write_fmt(args).expect("writing to a string does not fail");
        self.out.push('\n');
    }

    /// A path; nothing when it is empty.
    pub fn path(&mut self, path: &Path, attributes: &str) {
        if !path.is_empty() {
            self.put(format_args!("<path d=\"{path}\" {attributes}/>"));
        }
    }

    pub fn rect(&mut self, area: Rect, attributes: &str) {
        let Rect { x, y, w, h } = area;
        self.put(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {attributes}/>",
            N(x),
            N(y),
            N(w),
            N(h)
        ));
    }

    pub fn circle(&mut self, centre: Pt, radius: f64, attributes: &str) {
        let (x, y, r) = (N(centre.x), N(centre.y), N(radius));
        self.put(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" {attributes}/>"));
    }

    /// A text whose base line begins (or is centred, by `attributes`) at `at`.
    pub fn text(&mut self, at: Pt, size: f64, text: &str, attributes: &str) {
        let (x, y, size) = (N(at.x), N(at.y), N(size));
        let text = escape(text);
        self.put(format_args!("<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" {attributes}>{text}</text>"));
    }

    /// A copy of the definition `id`.
    pub fn place(&mut self, id: &str, at: Pt) {
        self.put(format_args!("<use href=\"#{id}\" x=\"{}\" y=\"{}\"/>", N(at.x), N(at.y)));
    }

    /// Opens a group; [`Svg::end`] closes it.
    pub fn group(&mut self, attributes: &str) {
        self.put(format_args!("<g {attributes}>"));
    }

    pub fn end(&mut self) {
        self.put(format_args!("</g>"));
    }

    /// The elements so far.
    pub fn finish(self) -> String {
        self.out
    }
}

/// A rectangle by its top left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rect {
    pub x: f64,
    pub y: f64,
    pub w: f64,
    pub h: f64,
}

impl Rect {
    /// The rectangle larger by `by` on all sides.
    pub fn grow(self, by: f64) -> Rect {
        Rect { x: self.x - by, y: self.y - by, w: self.w + 2.0 * by, h: self.h + 2.0 * by }
    }

    pub fn overlaps(self, other: Rect) -> bool {
        self.x < other.x + other.w
            && other.x < self.x + self.w
            && self.y < other.y + other.h
            && other.y < self.y + self.h
    }

    pub fn contains(self, p: Pt) -> bool {
        (self.x..=self.x + self.w).contains(&p.x) && (self.y..=self.y + self.h).contains(&p.y)
    }

    pub fn centre(self) -> Pt {
        Pt::new(self.x + self.w / 2.0, self.y + self.h / 2.0)
    }
}
