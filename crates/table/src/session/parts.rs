//! Parts of a session, and what it gives: seats, questions, throws, progress, refusals.

use crate::journal::one_line;
use crate::{Answer, Event, Point, Refusal, Rule, Side, Span, Stop, Throw, ThrowKind};

/// Seat: who sits at a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    /// Whether a computer player sits there.
    pub computer: bool,
    /// A name, for people.
    pub name: String,
}

impl Seat {
    /// A seat for a person.
    pub fn person(name: impl Into<String>) -> Self {
        Seat { computer: false, name: name.into() }
    }

    /// A seat for a computer player.
    pub fn computer(name: impl Into<String>) -> Self {
        Seat { computer: true, name: name.into() }
    }

    /// With the name as the journal writes it: else a game and the one loaded from its journal would not tell the same names apart.
    pub(super) fn cleaned(self) -> Self {
        Seat { name: one_line(&self.name), ..self }
    }
}

/// Set-up: what a new game needs besides its battle.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The battle's name, for the journal.
    pub battle: String,
    /// The charts played with, and the hashes of their files.
    pub charts: Vec<(String, String)>,
    /// Seats, by side.
    pub seats: Vec<Seat>,
    /// Contribution of each side to the dice, in the order of the sides; missing ones are empty.
    pub contributions: Vec<Vec<u8>>,
}

/// A decision that a live game waits for.
#[derive(Clone, PartialEq, Debug)]
pub struct AwaitedDecision {
    /// The side that decides.
    pub side: Side,
    /// The rule that asks.
    pub rule: Rule,
    /// Key of the question.
    pub key: &'static str,
    /// Subjects of the question.
    pub about: [Point; 3],
    /// The legal answers as they are listed: at least two, or one if there are spans.
    pub legal: Vec<Answer>,
    /// All else that may be answered; empty where the list is all.
    pub spans: Vec<Span>,
}

/// A throw that a game with dice on a real table waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AwaitedThrow {
    /// The rule that calls for it.
    pub rule: Rule,
    /// Key of its label.
    pub key: &'static str,
    /// The side that throws, where one does.
    pub side: Option<Side>,
    /// Die or draw.
    pub kind: ThrowKind,
    /// Subjects of the throw.
    pub about: [Point; 3],
    /// Show of each outcome, by outcome.
    pub shows: Vec<Point>,
}

impl AwaitedThrow {
    pub(super) fn of(throw: &Throw<'_>) -> AwaitedThrow {
        let shows = (0..throw.faces).map(throw.shows).collect();
        let Throw { rule, key, side, kind, about, .. } = *throw;
        AwaitedThrow { rule, key, side, kind, about, shows }
    }
}

/// Progress: what an action has brought about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Events, for all audiences: filter before showing.
    pub events: Vec<Event>,
    /// Whether the game is over.
    pub over: bool,
}

/// Error of a session: why it does not do something.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SessionError {
    /// The side was not asked anything.
    #[error("side {} is not asked anything now", .0.0)]
    NotAsked(Side),
    /// The answer is illegal; nothing has changed.
    #[error("not allowed: {} [{}]", .0.why, .0.rule)]
    Refused(Refusal),
    /// The journal has ended.
    #[error("the game is finished")]
    Finished,
    /// There is nothing to undo.
    #[error("there is no such decision to take back")]
    NothingToUndo,
    /// Taking it back needs the other side's consent: dice were thrown, or something was revealed since.
    #[error("taking that back needs the consent of the other side")]
    NeedsAgreement,
    /// The same, where the other side is a computer player in a game that is no practice.
    #[error("dice or other decisions came since: the computer agrees to take that back only in practice")]
    NoPractice,
    /// Nobody has proposed to take anything back.
    #[error("nobody has proposed to take anything back")]
    NoProposal,
    /// There is no seed to contribute to, or to mix in; or the contribution is too long.
    #[error("no seed is promised to which that could be contributed")]
    NoPromise,
    /// No such throw is waited for.
    #[error("the game does not wait for such a throw")]
    NoThrow,
    /// The dice are needed, but the seed is not known.
    #[error("the seed of the dice is not known")]
    NoSeed,
    /// The rulebook or a player broke the rules of the house.
    #[error("the game cannot go on: {0}")]
    Broken(String),
}

impl From<Stop> for SessionError {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Refused(_, _, refusal) => SessionError::Refused(*refusal),
            Stop::Broken(why) => SessionError::Broken(why),
            Stop::Waiting => SessionError::Broken("the procedure waits for nobody".into()),
        }
    }
}

/// Something that happened to the game, not in it. It stands in the log, and is not taken back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// Number of the events, for all audiences, that stand before it in the log.
    pub after: usize,
    /// The happening.
    pub what: Happening,
    /// The viewers who are told, onlookers as `None`.
    pub to: Vec<Option<Side>>,
}

/// Happening: what can happen to a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Happening {
    /// Something was taken back.
    TakenBack {
        /// By whom.
        by: Side,
        /// With everybody's consent.
        agreed: bool,
    },
    /// A seat changed hands.
    Seated {
        /// The side.
        side: Side,
        /// Seat as it is now.
        now: Seat,
        /// Seat as it was before.
        before: Seat,
    },
}

/// An input of the game so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PastInput {
    pub(super) given: Input,
    /// Its line in the journal, from 1.
    pub(super) line: usize,
    /// Events that had been delivered before it.
    pub(super) log: usize,
}

/// Input: what was decided or thrown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Input {
    Answer {
        side: Side,
        answer: Answer,
        /// Given while others decided at the same time.
        grouped: bool,
        /// Revealed something to the one who gave it.
        barrier: bool,
    },
    Throw {
        /// The side that threw, where one did.
        side: Option<Side>,
        outcome: u32,
    },
}
