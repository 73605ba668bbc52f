//! Sums of named parts: what adds, multiplies and shifts columns, with its label and its rule in one.

use std::fmt;

use crate::Rule;

/// Effect of a part: what a part of a sum does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// Base on which a sum stands (a strength): adds, and is written without a sign.
    Base(i16),
    /// Adds.
    Add(i16),
    /// Multiplies all that stands before it by the first number over the second, which is at least 1.
    Times(i16, i16),
    /// Shifts a table's column by so many to the right, or to the left if negative. The value of the sum stays.
    Shift(i16),
}

impl Effect {
    /// Whether it changes nothing.
    pub fn is_idle(self) -> bool {
        match self {
            Effect::Base(n) | Effect::Add(n) | Effect::Shift(n) => n == 0,
            Effect::Times(n, of) => n == of,
        }
    }
}

/// For readers and scripts: `3`, `+1`, `×1/2`, `→2`.
impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Effect::Add(n) if n != 0 => write!(f, "{n:+}"),
            Effect::Base(n) | Effect::Add(n) => write!(f, "{n}"),
            Effect::Times(n, 1) => write!(f, "×{n}"),
            Effect::Times(n, of) => write!(f, "×{n}/{of}"),
            Effect::Shift(n) => f.write_str(&arrow(n)),
        }
    }
}

fn arrow(columns: i16) -> String {
    let way = if columns < 0 { '←' } else { '→' };
    format!("{way}{}", columns.unsigned_abs())
}

/// One named part of a sum: what it does, its label in the catalogue's `[modifier]` table, and its rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Part {
    /// Its effect.
    pub effect: Effect,
    /// Key of its label.
    pub label: &'static str,
    /// The rule that grants it.
    pub rule: Rule,
}

/// A ratio of whole numbers in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ratio {
    /// Numerator.
    pub of: i32,
    /// Denominator, at least 1.
    pub per: i32,
}

impl Ratio {
    /// A whole number.
    pub const fn whole(n: i32) -> Self {
        Ratio { of: n, per: 1 }
    }

    fn reduced(of: i64, per: i64) -> Self {
        assert!(per > 0, "a part of a sum multiplies by a ratio over {per}");
        let (mut a, mut b) = (of.unsigned_abs(), per.unsigned_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let common = a.max(1) as i64;
        let small = |n: i64| i32::try_from(n / common).expect("a sum has numbers of a rulebook's size");
        Ratio { of: small(of), per: small(per) }
    }

    fn plus(self, n: i16) -> Self {
        if self.per == 1 {
            return Ratio::whole(self.of + i32::from(n));
        }
        Ratio::reduced(i64::from(self.of) + i64::from(n) * i64::from(self.per), self.per.into())
    }

    fn times(self, of: i16, per: i16) -> Self {
        Ratio::reduced(i64::from(self.of) * i64::from(of), i64::from(self.per) * i64::from(per))
    }

    /// Rounded down, towards the smaller number.
    pub fn floor(self) -> i32 {
        self.of.div_euclid(self.per)
    }

    /// Rounded up, towards the greater number.
    pub fn ceil(self) -> i32 {
        -((-self.of).div_euclid(self.per))
    }
}

/// `7` or `7/2`.
impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.per {
            1 => write!(f, "{}", self.of),
            per => write!(f, "{}/{per}", self.of),
        }
    }
}

/// Total: what the parts of a sum come to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Total {
    /// The exact value: what has not multiplied is whole.
    pub value: Ratio,
    /// The columns shifted, to the right if positive.
    pub columns: i16,
}

impl Total {
    /// The total of some parts, in their order.
    ///
    /// # Panics
    /// If a part multiplies by a ratio over less than 1, or the value cannot be written in 32 bits: no rulebook has such numbers.
    pub fn of(parts: &[Part]) -> Self {
        let nothing = Total { value: Ratio::whole(0), columns: 0 };
        parts.iter().fold(nothing, |Total { value, columns }, part| match part.effect {
            Effect::Base(n) | Effect::Add(n) => Total { value: value.plus(n), columns },
            Effect::Times(of, per) => Total { value: value.times(of, per), columns },
            Effect::Shift(n) => Total { value, columns: columns + n },
        })
    }
}

/// For scripts: `7`, `7/2`, `7/2→1`.
impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.columns {
            0 => write!(f, "{}", self.value),
            columns => write!(f, "{}{}", self.value, arrow(columns)),
        }
    }
}

/// The parts of a sum while it is made: the total and what is shown of it come from the same list, so they cannot disagree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Modifiers {
    parts: [Part; Modifiers::MOST],
    count: u8,
}

impl Default for Modifiers {
    fn default() -> Self {
        let none = Part { effect: Effect::Add(0), label: "", rule: Rule("") };
        Modifiers { parts: [none; Modifiers::MOST], count: 0 }
    }
}

impl Modifiers {
    /// The most parts that a sum may have.
    pub const MOST: usize = 14;

    /// No parts; the total is 0.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a part that adds, also one of value 0 (it says that a thing was looked at).
    #[must_use]
    pub fn and(self, value: i16, label: &'static str, rule: Rule) -> Self {
        self.with(Effect::Add(value), label, rule)
    }

    /// Adds a part that adds, if the condition holds.
    #[must_use]
    pub fn and_if(self, condition: bool, value: i16, label: &'static str, rule: Rule) -> Self {
        if condition { self.and(value, label, rule) } else { self }
    }

    /// Adds a part.
    #[must_use]
    pub fn with(mut self, effect: Effect, label: &'static str, rule: Rule) -> Self {
        self.push(Part { effect, label, rule });
        self
    }

    /// Adds a part that adds, in place.
    pub fn add(&mut self, value: i16, label: &'static str, rule: Rule) {
        self.push(Part { effect: Effect::Add(value), label, rule });
    }

    /// Adds a part in place.
    ///
    /// # Panics
    /// If there are more than [`Modifiers::MOST`] parts: no procedure has so many.
    pub fn push(&mut self, part: Part) {
        self.parts[self.count as usize] = part;
        self.count += 1;
    }

    /// The parts, in the order in which they were added.
    pub fn parts(&self) -> &[Part] {
        &self.parts[..self.count as usize]
    }

    /// The exact total, for sums in which something multiplies or shifts.
    pub fn exact(&self) -> Total {
        Total::of(self.parts())
    }

    /// The total of a sum that only adds.
    ///
    /// # Panics
    /// If a part multiplies or shifts: then only [`Modifiers::exact`] says all.
    pub fn total(&self) -> i16 {
        let value = |part: &Part| match part.effect {
            Effect::Base(n) | Effect::Add(n) => n,
            other => panic!("{other} ({}) does not add", part.label),
        };
        self.parts().iter().map(value).sum()
    }
}

/// A sum as an event tells it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Sum {
    /// Key of its name in the catalogue's `[modifier]` table (`attack`, `defence`); empty where an event has one sum only.
    pub name: &'static str,
    /// Its parts, at least one.
    pub parts: Vec<Part>,
}

impl Sum {
    /// Total of it.
    pub fn total(&self) -> Total {
        Total::of(&self.parts)
    }

    /// Whether it stands on something, so that its total is no mere modifier of something else.
    pub fn has_base(&self) -> bool {
        self.parts.iter().any(|part| matches!(part.effect, Effect::Base(_)))
    }
}

/// For readers: as [`Total`], but with a sign where the sum modifies something else, and without a value of 0 where it only shifts.
impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = self.total();
        if self.parts.iter().all(|part| matches!(part.effect, Effect::Shift(_))) {
            return f.write_str(&arrow(total.columns));
        }
        if !self.has_base() && total.value.of > 0 {
            f.write_str("+")?;
        }
        write!(f, "{total}")
    }
}
