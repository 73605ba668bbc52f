//! What players learn: events, each with its rule and every modifier that made its result.

use crate::{Point, Rule, Side};

/// Who may see an event.
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

/// What an event opens in a game's record. Headings, pauses and clocks go by it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Rank {
    /// A game turn: a heading over all that follows.
    Turn,
    /// A section of a turn that belongs to one side (an activation, a side's movement): a lower heading. Its fact `side` says whose
    /// it is, and clocks count it.
    Section,
    /// Nothing: a line below the headings.
    #[default]
    Line,
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

/// One named part of a sum: its value, its label in the catalogue's `[modifier]` table, and its rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Modifier {
    /// What it adds.
    pub value: i16,
    /// Key of its label.
    pub label: &'static str,
    /// The rule that grants it.
    pub rule: Rule,
}

/// A sum of named parts. The total and what is shown of it come from the same list, so they cannot disagree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Modifiers {
    parts: [Modifier; Modifiers::MOST],
    count: u8,
}

impl Default for Modifiers {
    fn default() -> Self {
        Modifiers { parts: [Modifier { value: 0, label: "", rule: Rule("") }; Modifiers::MOST], count: 0 }
    }
}

impl Modifiers {
    /// The most parts that a sum may have.
    pub const MOST: usize = 14;

    /// No parts; the total is 0.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a part, also one of value 0 (it says that a thing was looked at).
    #[must_use]
    pub fn and(mut self, value: i16, label: &'static str, rule: Rule) -> Self {
        self.add(value, label, rule);
        self
    }

    /// Adds a part if the condition holds.
    #[must_use]
    pub fn and_if(self, condition: bool, value: i16, label: &'static str, rule: Rule) -> Self {
        if condition { self.and(value, label, rule) } else { self }
    }

    /// Adds a part in place.
    ///
    /// # Panics
    /// If there are more than [`Modifiers::MOST`] parts: no procedure has so many.
    pub fn add(&mut self, value: i16, label: &'static str, rule: Rule) {
        self.parts[self.count as usize] = Modifier { value, label, rule };
        self.count += 1;
    }

    /// The parts, in the order in which they were added.
    pub fn parts(&self) -> &[Modifier] {
        &self.parts[..self.count as usize]
    }

    /// The sum of the parts.
    pub fn total(&self) -> i16 {
        self.parts().iter().map(|m| m.value).sum()
    }
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// The rule by which it happened.
    pub rule: Rule,
    /// Key of its sentence in the catalogue's `[event]` table.
    pub key: &'static str,
    /// Who may see it.
    pub to: Audience,
    /// What it opens.
    pub opens: Rank,
    /// Values for the sentence's blanks, by name.
    pub facts: Vec<Fact>,
    /// The modifiers that made the result, if there is a sum in it.
    pub parts: Vec<Modifier>,
}

impl Event {
    /// An event for everybody.
    pub fn new(rule: Rule, key: &'static str) -> Self {
        Event { rule, key, to: Audience::All, opens: Rank::Line, facts: Vec::new(), parts: Vec::new() }
    }

    /// Makes it a heading.
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

    /// Adds a word.
    #[must_use]
    pub fn word(mut self, name: &'static str, word: &'static str) -> Self {
        self.facts.push((name, Value::Word(word)));
        self
    }

    /// Adds the modifiers of the sum.
    #[must_use]
    pub fn parts(mut self, modifiers: &Modifiers) -> Self {
        self.parts.extend_from_slice(modifiers.parts());
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
