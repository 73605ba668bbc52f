//! Events that players learn of, each with its rule and every modifier that made its result.

use crate::{Modifiers, Point, Rule, Side, Sum};

/// Audience: who may see an event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Audience {
    /// Everybody, also onlookers.
    #[default]
    All,
    /// One side only.
    Only(Side),
}

impl Audience {
    /// Whether a side may see it; `None` is an onlooker who belongs to no side.
    pub fn includes(self, viewer: Option<Side>) -> bool {
        match self {
            Audience::All => true,
            Audience::Only(side) => viewer == Some(side),
        }
    }
}

/// Rank of an event: what an event opens in a game's record. Headings, pauses and clocks go by it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Rank {
    /// A game turn: a heading over all that follows.
    Turn,
    /// A section of a turn that belongs to one side: a lower heading. Its fact `side` says whose
    /// it is, and clocks count it.
    Section,
    /// The end of the game: a line that says what was counted, or what it came to. Whoever shows a result shows these beside it.
    End,
    /// Nothing: a line below the headings.
    #[default]
    Line,
}

impl Rank {
    /// Whether it is a heading.
    pub fn is_heading(self) -> bool {
        matches!(self, Rank::Turn | Rank::Section)
    }
}

/// A value in an event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// Something on the table.
    Point(Point),
    /// A number.
    Number(i32),
    /// A word of the rulebook's vocabulary, translated by the catalogue's `[word]` table.
    Word(&'static str),
}

impl From<Point> for Value {
    fn from(point: Point) -> Self {
        match point {
            Point::Number(n) => Value::Number(n.into()),
            other => Value::Point(other),
        }
    }
}

/// A named value.
pub type Fact = (&'static str, Value);

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Event {
    /// The rule by which it happened.
    pub rule: Rule,
    /// Key of its sentence in the catalogue's `[event]` table.
    pub key: &'static str,
    /// Its audience.
    pub to: Audience,
    /// Rank of the part that it opens.
    pub opens: Rank,
    /// Values for the sentence's blanks, by name.
    pub facts: Vec<Fact>,
    /// The sums that made the result, if there are any in it: most have one without a name.
    pub sums: Vec<Sum>,
}

impl Event {
    /// An event for everybody.
    pub fn new(rule: Rule, key: &'static str) -> Self {
        Event { rule, key, to: Audience::All, opens: Rank::Line, facts: Vec::new(), sums: Vec::new() }
    }

    /// Says what it opens.
    #[must_use]
    pub fn opening(mut self, rank: Rank) -> Self {
        self.opens = rank;
        self
    }

    /// Shows it to one side only.
    #[must_use]
    pub fn only(mut self, side: Side) -> Self {
        self.to = Audience::Only(side);
        self
    }

    /// Adds something on the table.
    #[must_use]
    pub fn point(mut self, name: &'static str, point: Point) -> Self {
        self.facts.push((name, Value::from(point)));
        self
    }

    /// Adds a unit.
    #[must_use]
    pub fn unit(self, name: &'static str, unit: u16) -> Self {
        self.point(name, Point::Unit(unit))
    }

    /// Adds a place.
    #[must_use]
    pub fn place(self, name: &'static str, place: u16) -> Self {
        self.point(name, Point::Place(place))
    }

    /// Adds a number.
    #[must_use]
    pub fn number(mut self, name: &'static str, number: impl Into<i32>) -> Self {
        self.facts.push((name, Value::Number(number.into())));
        self
    }

    /// Adds an hour and a minute, digit by digit.
    #[must_use]
    pub fn time(self, hour: i32, minute: i32) -> Self {
        self.number("hour_tens", hour / 10)
            .number("hour_ones", hour % 10)
            .number("tens", minute / 10)
            .number("ones", minute % 10)
    }

    /// Adds a word.
    #[must_use]
    pub fn word(mut self, name: &'static str, word: &'static str) -> Self {
        self.facts.push((name, Value::Word(word)));
        self
    }

    /// Adds the modifiers of its only sum.
    #[must_use]
    pub fn parts(self, modifiers: &Modifiers) -> Self {
        self.sum("", modifiers)
    }

    /// Adds a sum by name, if it has any parts.
    #[must_use]
    pub fn sum(mut self, name: &'static str, modifiers: &Modifiers) -> Self {
        if !modifiers.parts().is_empty() {
            self.sums.push(Sum { name, parts: modifiers.parts().to_vec() });
        }
        self
    }

    /// The side whose section it opens.
    pub fn section_of(&self) -> Option<Side> {
        match self.fact("side").filter(|_| self.opens == Rank::Section)? {
            Value::Point(Point::Side(side)) => Some(side),
            _ => None,
        }
    }

    /// The value of a fact.
    pub fn fact(&self, name: &str) -> Option<Value> {
        self.facts.iter().find(|(n, _)| *n == name).map(|(_, v)| *v)
    }
}
