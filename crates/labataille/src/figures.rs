//! Figures as things: a value, what it is called, and its rule.

use table::{Effect, Modifiers, Part, Rule};

use crate::exact::Exact;

/// A figure of a chart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Figure<V = i16> {
    /// Its value.
    pub value: V,
    /// Key of its label in the catalogue's `[modifier]` table: chart and id.
    pub label: &'static str,
    /// Its rule.
    pub rule: Rule,
    /// Numbers that narrow it (`above`, `share`, `hexes`, `most`, ...), as the chart's head explains them.
    pub bounds: Bounds,
}

/// Numbers that narrow a figure.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Bounds {
    /// Only above so many.
    pub above: Option<i16>,
    /// From this share on.
    pub share: Option<Exact>,
    /// For so many hexes.
    pub hexes: Option<i16>,
    /// Up to so much, in half movement points.
    pub most_half_mp: Option<i16>,
    /// At least so much remains.
    pub least: Option<i16>,
    /// Up to so many.
    pub most: Option<i16>,
    /// From so many attackers on.
    pub attackers_least: Option<i16>,
    /// For every so-manieth.
    pub every: Option<i16>,
    /// So many units.
    pub units: Option<i16>,
}

/// A value that stands in another chart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CrossReference;

/// Readings from one to another, both included: natural dice, or one die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// The first, as the chart has it.
    pub first: i16,
    /// The last.
    pub last: i16,
}

impl Span {
    /// Whether a reading, as it is written, lies within.
    pub const fn holds(self, written: i16) -> bool {
        self.first <= written && written <= self.last
    }
}

impl Figure<i16> {
    /// As a part of a sum that adds, taken so many times.
    pub const fn part(&self, times: i16) -> Part {
        Part { effect: Effect::Add(self.value * times), label: self.label, rule: self.rule }
    }

    /// Adds it to a sum, if the condition holds.
    pub fn add_if(&self, condition: bool, to: &mut Modifiers) {
        if condition {
            to.push(self.part(1));
        }
    }

    /// As a number of which each counts for one: one at least.
    pub const fn each(&self) -> i16 {
        if self.value < 1 { 1 } else { self.value }
    }

    /// As a number of hexes or of things: what is below nothing is none.
    pub const fn count(&self) -> u16 {
        if self.value < 0 { 0 } else { self.value as u16 }
    }
}

impl Figure<Exact> {
    /// As a part of a sum that multiplies.
    pub fn factor(&self) -> Part {
        Part { effect: self.value.times(), label: self.label, rule: self.rule }
    }
}

/// A row of a list of figures, as whoever reads the file has it.
pub trait FigureRow {
    /// Its value, if that is a whole number; of a row that shifts, the columns.
    fn whole(&self) -> Option<i16>;

    /// Its value, if that is a figure or a fraction.
    fn exact(&self) -> Option<Exact>;

    /// Its value, if that is a word.
    fn word(&self) -> Option<&str>;

    /// The readings from which and up to which it holds, if it has them.
    fn span(&self) -> Option<Span>;

    /// The numbers that narrow it.
    fn bounds(&self) -> Bounds;
}

/// A list of figures that is read by name.
pub trait Figures: Sized {
    /// The ids of its rows, in order.
    const IDS: &'static [&'static str];

    /// The figures, from rows in the order of [`Figures::IDS`].
    ///
    /// # Errors
    /// The place of a row whose value is of another kind, and what is expected.
    fn of_rows(rows: &[impl FigureRow]) -> Result<Self, (usize, &'static str)>;
}

/// A kind of value that a row may have.
pub trait FigureValue: Sized {
    /// The value that is expected, for the fault.
    const WANTED: &'static str;

    /// The value, if the row has one of this kind.
    fn read(row: &impl FigureRow) -> Option<Self>;
}

impl FigureValue for i16 {
    const WANTED: &'static str = "a whole number";

    fn read(row: &impl FigureRow) -> Option<i16> {
        row.whole()
    }
}

impl FigureValue for Exact {
    const WANTED: &'static str = "a figure or a fraction as text: \"3/2\"";

    fn read(row: &impl FigureRow) -> Option<Exact> {
        row.exact()
    }
}

impl FigureValue for CrossReference {
    const WANTED: &'static str = "the word that the standard chart has";

    fn read(row: &impl FigureRow) -> Option<CrossReference> {
        row.word().map(|_| CrossReference)
    }
}

impl FigureValue for Span {
    const WANTED: &'static str = "`first` or `last`, or both, rising";

    fn read(row: &impl FigureRow) -> Option<Span> {
        row.span().filter(|span| span.first <= span.last)
    }
}

/// The figure of a row.
///
/// # Errors
/// The place of the row, and what is expected, if its value is of another kind.
pub fn figure<V: FigureValue>(
    rows: &[impl FigureRow],
    next: &mut usize,
    label: &'static str,
    rule: Rule,
) -> Result<Figure<V>, (usize, &'static str)> {
    let at = *next;
    *next += 1;
    let value = V::read(&rows[at]).ok_or((at, V::WANTED))?;
    Ok(Figure { value, label, rule, bounds: rows[at].bounds() })
}

/// A chart that is a list of named figures: a struct with a field a row.
#[macro_export]
macro_rules! figures {
    ($(#[$doc:meta])* $name:ident, $chart:literal { $($(#[$about:meta])* $field:ident: $type:ty = $rule:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $name {
            $($(#[$about])* pub $field: $crate::figures::Figure<$type>,)*
        }

        impl $crate::figures::Figures for $name {
            const IDS: &'static [&'static str] = &[$(stringify!($field)),*];

            fn of_rows(rows: &[impl $crate::figures::FigureRow]) -> Result<Self, (usize, &'static str)> {
                let mut next = 0;
                Ok($name {
                    $($field: $crate::figures::figure(
                        rows,
                        &mut next,
                        concat!($chart, ".", stringify!($field)),
                        table::rule!($rule),
                    )?,)*
                })
            }
        }
    };
}
