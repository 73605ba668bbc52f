//! Questions and answers: small values that point at things on the table.

use crate::{Point, Refusal, Rule};

/// A side of the battle, numbered from 0 in the order in which the battle lists them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Side(pub u8);

impl Side {
    /// The other side of a battle of two sides.
    pub const fn enemy(self) -> Side {
        Side(1 - self.0)
    }

    /// As an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Verb: what an answer does, as an index into [`Rulebook::VERBS`](crate::Rulebook::VERBS).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Verb(pub u8);

/// One possible answer to a question: a verb and up to three things it points at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Answer {
    /// The verb.
    pub verb: Verb,
    /// With what, where, which way; unused points are [`Point::Nothing`] and stand last.
    pub points: [Point; 3],
}

impl Answer {
    /// An answer that points at nothing, a button.
    pub const fn button(verb: Verb) -> Self {
        Answer { verb, points: [Point::Nothing; 3] }
    }

    /// An answer that points at one thing.
    pub const fn one(verb: Verb, a: Point) -> Self {
        Answer { verb, points: [a, Point::Nothing, Point::Nothing] }
    }

    /// An answer that points at two things.
    pub const fn two(verb: Verb, a: Point, b: Point) -> Self {
        Answer { verb, points: [a, b, Point::Nothing] }
    }

    /// An answer that points at three things.
    pub const fn three(verb: Verb, a: Point, b: Point, c: Point) -> Self {
        Answer { verb, points: [a, b, c] }
    }

    /// The first unit pointed at.
    pub fn unit(&self) -> Option<u16> {
        self.points.iter().find_map(|p| if let Point::Unit(u) = p { Some(*u) } else { None })
    }

    /// The first place pointed at.
    pub fn place(&self) -> Option<u16> {
        self.points.iter().find_map(|p| if let Point::Place(h) = p { Some(*h) } else { None })
    }

    /// The first facing pointed at.
    pub fn facing(&self) -> Option<u8> {
        self.points.iter().find_map(|p| if let Point::Facing(f) = p { Some(*f) } else { None })
    }

    /// Of legal answers the first with the first of some verbs that there is; else the first of all.
    pub fn preferred(legal: &[Answer], verbs: &[Verb]) -> Answer {
        let with = |verb: &Verb| legal.iter().find(|answer| answer.verb == *verb);
        *verbs.iter().find_map(with).unwrap_or(&legal[0])
    }
}

/// The legal answers of a question, listed when somebody needs them and judged when somebody gives one.
///
/// Both methods stand on the same predicates of the rulebook. Where the list is all that is legal, [`Choices`](crate::ask::Choices)
/// judges by it; only a question whose legal answers cannot be counted needs a judgement of its own.
pub trait Options {
    /// Appends legal answers, in a fixed order, each once: all of them, or a useful choice where they cannot be counted. Never none.
    fn list(&self, out: &mut Vec<Answer>);

    /// Judges an answer. `listed` is what [`Options::list`] gives; whatever stands there is legal.
    ///
    /// # Errors
    /// Why the answer is illegal.
    fn judge(&self, listed: &[Answer], answer: &Answer) -> Result<(), Refusal>;

    /// Appends what else may be answered, where the list is a choice; nothing where it is all. An answer outside of all spans that is not
    /// listed is never legal; one inside may be.
    fn spans(&self, _out: &mut Vec<Span>) {}

    /// The legal answer nearest to one that is not, where the rulebook can tell; itself if it is legal.
    fn nearest(&self, _answer: &Answer) -> Option<Answer> {
        None
    }
}

/// Span: all answers from one to another: of the same verb, each point of the same kind, its number from the first's to the last's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Span {
    /// The first.
    pub from: Answer,
    /// The last.
    pub to: Answer,
}

impl Span {
    /// Whether an answer lies in it.
    pub fn contains(&self, answer: &Answer) -> bool {
        let within = |from: Point, to: Point, at: Point| match (from, to, at) {
            (Point::Spot(a, b), Point::Spot(c, d), Point::Spot(x, y)) => {
                (a..=c).contains(&x) && (b..=d).contains(&y)
            }
            _ if from.kind() != at.kind() || to.kind() != at.kind() => false,
            // A span of turns may go on beyond the full circle.
            (Point::Turn(a), Point::Turn(b), Point::Turn(t)) => t.wrapping_sub(a) <= b.wrapping_sub(a),
            _ => (from.number()..=to.number()).contains(&at.number()),
        };
        let points = self.from.points.iter().zip(&self.to.points).zip(&answer.points);
        self.from.verb == answer.verb && points.into_iter().all(|((from, to), at)| within(*from, *to, *at))
    }
}

/// A decision that a side has to take.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// The side that decides.
    pub side: Side,
    /// The rule that asks.
    pub rule: Rule,
    /// Key of the question, for the catalogue's `[question]` table, the computer players and the tutorial.
    pub key: &'static str,
    /// Subjects of the question, for its sentence.
    pub about: [Point; 3],
    /// The legal answers.
    pub options: &'a dyn Options,
}

impl Question<'_> {
    /// The first unit that it is about.
    pub fn unit(&self) -> Option<u16> {
        self.about.iter().find_map(|p| if let Point::Unit(u) = p { Some(*u) } else { None })
    }

    /// The first commander that it is about.
    pub fn leader(&self) -> Option<u16> {
        self.about.iter().find_map(|p| if let Point::Leader(l) = p { Some(*l) } else { None })
    }

    /// The first place that it is about.
    pub fn place(&self) -> Option<u16> {
        self.about.iter().find_map(|p| if let Point::Place(h) = p { Some(*h) } else { None })
    }
}
