//! Live messages: what goes over a game's WebSocket.

use serde::{Deserialize, Serialize};
use shelf::board::Patch;
use ts_rs::TS;
use utoipa::ToSchema;

use super::consent::{Clocks, UndoProposal};
use super::dice::DiceCard;
use super::errors::Problem;
use super::games::{GameView, OutcomeCard, SeatCard};
use super::questions::{Answer, Question};
use super::record::{ChatMessage, LogEntry};

/// Message of the browser: what the browser sends over the game's WebSocket.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ClientMessage {
    /// An answer. The server replies with `ack` or `error` with the same `ref`, when it is stored.
    Answer {
        /// Any number, given back with the reply.
        r#ref: u32,
        /// The answer.
        answer: Answer,
    },
    /// A chat message.
    Say {
        /// The text.
        text: String,
    },
    /// Are you there? The server replies with `pong`.
    Ping,
}

/// Message of the server: what the server sends over the game's WebSocket.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The whole view: first message, unless the browser has named a revision from which changes can be given.
    Full {
        /// The view.
        view: Box<GameView>,
    },
    /// The browser's revision is the present one.
    Synced {
        /// The revision.
        revision: u64,
    },
    /// Change of the view. It applies to revision `from` and leads to revision `revision`; if `from` is not what the browser has, it asks for
    /// the whole view by connecting again without `since`.
    Change {
        /// The change.
        change: Box<Change>,
    },
    /// An answer was stored.
    Ack {
        /// The number that came with it.
        r#ref: u32,
        /// The game's revision after it.
        revision: u64,
    },
    /// Something was not done.
    Error {
        /// The number that came with it; 0 if none did.
        r#ref: u32,
        /// The cause.
        error: Problem,
    },
    /// A chat message.
    Chat {
        /// The message.
        message: ChatMessage,
    },
    /// Seats have changed: who sits there, who is connected.
    Seats {
        /// All seats.
        seats: Vec<SeatCard>,
    },
    /// Clocks have changed otherwise than by an answer.
    Clocks {
        /// The clocks.
        clocks: Clocks,
    },
    /// I am here.
    Pong,
    /// The server stops; connect again in a while.
    Goodbye,
}

wire! {
    /// Change of a game: what an answer (or something taken back) has changed for one viewer. Whatever is absent has not changed.
    #[derive(Default)]
    struct Change {
        /// The revision to which this applies.
        pub from: u64,
        /// The revision after it.
        pub revision: u64,
        /// The changed part of the position.
        #[serde(default, skip_serializing_if = "Patch::is_empty")]
        #[ts(optional, as = "Option<Patch>")]
        pub patch: Patch,
        /// The log is cut to this length first, where something was taken back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub log_cut: Option<u32>,
        /// New entries of the log.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<Vec<LogEntry>>")]
        pub log: Vec<LogEntry>,
        /// The log's length.
        pub log_length: u32,
        /// Sides' numbers that are asked something now.
        pub waiting: Vec<u8>,
        /// The viewer's question is another one now (or gone, if `question` is absent).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(optional, as = "Option<bool>")]
        pub asked: bool,
        /// The viewer's new question.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub question: Option<Question>,
        /// Clocks, if there are any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub clocks: Option<Clocks>,
        /// A proposal to take back lies on the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub undo: Option<UndoProposal>,
        /// Card of the dice, if that has changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub dice: Option<DiceCard>,
        /// Whether the viewer could take their last answer back alone.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(optional, as = "Option<bool>")]
        pub can_undo: bool,
        /// The game is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub outcome: Option<OutcomeCard>,
    }
}
