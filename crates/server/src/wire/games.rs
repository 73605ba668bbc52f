//! Games in lists, and a game as one of its viewers sees it.

use serde::{Deserialize, Serialize};
use shelf::board::Position;
use ts_rs::TS;
use utoipa::ToSchema;

use super::consent::{Clocks, UndoProposal};
use super::dice::DiceCard;
use super::lobby::SideCard;
use super::making::{EarlyEnd, Options};
use super::orders::StandingOrder;
use super::questions::Question;
use super::record::{ChatMessage, LogEntry, Notes};

/// Status of a game: where a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GameStatus {
    /// A seat is free; it can be played as far as the others go.
    Gathering,
    /// It is played.
    Playing,
    /// It has ended.
    Over,
}

/// Kind of seat: what sits at a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// Nobody yet.
    Free,
    /// A person.
    Person,
    /// A computer player.
    Computer,
}

impl SeatKind {
    /// As a word.
    pub fn word(self) -> &'static str {
        match self {
            SeatKind::Free => "free",
            SeatKind::Person => "person",
            SeatKind::Computer => "computer",
        }
    }

    /// From its word.
    pub fn of(word: &str) -> SeatKind {
        match word {
            "person" => SeatKind::Person,
            "computer" => SeatKind::Computer,
            _ => SeatKind::Free,
        }
    }
}

wire! {
    /// A game in a list.
    struct GameCard {
        /// Its id.
        pub id: String,
        /// The rulebook.
        pub rulebook: String,
        /// The battle's id.
        pub battle: String,
        /// The battle's title.
        pub title: String,
        /// Status of the game.
        pub status: GameStatus,
        /// Game turn, from 1.
        pub turn: u16,
        /// Number of the turns.
        pub turns: u16,
        /// Seats, by side.
        pub seats: Vec<SeatCard>,
        /// Sides' numbers that are asked something now.
        pub waiting: Vec<u8>,
        /// Sides' numbers that are mine.
        pub mine: Vec<u8>,
        /// Whether I am waited for.
        pub my_turn: bool,
        /// Time of the last change, in seconds since 1970.
        pub changed: i64,
        /// Outcome of the game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub outcome: Option<OutcomeCard>,
        /// Whether it goes on from a saved game: who saved it may have known the dice.
        pub continued: bool,
        /// Options under which it is played.
        pub options: Options,
    }

    /// A seat as everybody sees it.
    struct SeatCard {
        /// The side.
        pub side: SideCard,
        /// Kind of the sitter.
        pub kind: SeatKind,
        /// The name of who sits there.
        pub name: String,
        /// Whether somebody there is connected now.
        pub here: bool,
        /// Whether they let onlookers see their view after a delay. Onlookers see it if both sides do.
        pub shows: bool,
        /// Former sitters, the last at the end, at most four: they know what that side knew then.
        pub before: Vec<String>,
        /// A free seat that holds the secrets of who left it: only they can take it again, or whom they have sent a link, or a computer player.
        pub closed: bool,
    }

    /// Outcome of a game: how it ended.
    struct OutcomeCard {
        /// The number of the side that won; none for a draw.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub winner: Option<u8>,
        /// In words.
        pub text: String,
        /// Reason why it ended before its end, if it did: the loser gave it up, or ran out of time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub broken_off: Option<EarlyEnd>,
        /// Points by side, in halves.
        pub half_points: Vec<i32>,
        /// The game turn, from 1.
        pub turn: u16,
    }

    /// A game as one of its viewers sees it: everything but the board, which stands still (`GET /api/games/{id}/board`).
    struct GameView {
        /// The card.
        pub card: GameCard,
        /// A number that grows with every change.
        pub revision: u64,
        /// The side as which this is seen; none for an onlooker.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub side: Option<u8>,
        /// An onlooker sees the side's view as it was at this time, in seconds since 1970. Nothing can be done in it, and no changes are sent:
        /// ask again after a while.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub delayed: Option<i64>,
        /// Position as the viewer knows it.
        pub position: Position,
        /// Question to the viewer, if anything.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub question: Option<Question>,
        /// The number of entries in the log, and the last of them (at most 50) as the viewer may see them. Earlier ones: `GET .../log`.
        pub log_length: u32,
        /// The last entries.
        pub log: Vec<LogEntry>,
        /// The last chat messages, at most 50.
        pub chat: Vec<ChatMessage>,
        /// One's own notes.
        pub notes: Notes,
        /// One's standing orders.
        pub orders: Vec<StandingOrder>,
        /// Clocks, if there are any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub clocks: Option<Clocks>,
        /// A proposal to take back, if one lies on the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub undo: Option<UndoProposal>,
        /// Whether the viewer could take their last answer back alone.
        pub can_undo: bool,
        /// The published hash of the dice's seed.
        pub commitment: String,
        /// The seeds promised since.
        pub dice: DiceCard,
    }
}
