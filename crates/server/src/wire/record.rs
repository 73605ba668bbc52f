//! Record: what has happened: the log, replays, the fortune of the dice, chat, notes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shelf::board::{Patch, Position};
use ts_rs::TS;
use utoipa::ToSchema;

use super::questions::Sum;

/// A value in a log entry.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Fact {
    /// A number.
    Number(i32),
    /// A pointer to something on the table (`u3`).
    Point(String),
    /// A word for readers.
    Word(String),
}

/// Heading: what an entry of the log opens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Heading {
    /// A game turn: it is a heading.
    Turn,
    /// A side's section of a turn: it is a lower heading.
    Section,
    /// The end of the game: it is a line that says what was counted, or what it came to.
    End,
}

wire! {
    /// Something that happened.
    struct LogEntry {
        /// Its place in the log. After something is taken back the log is shorter, and places are used again.
        pub at: u32,
        /// The rule.
        pub rule: String,
        /// Its key, for filters (`fire.result`).
        pub key: String,
        /// Heading that it opens, if it is no mere line.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub opens: Option<Heading>,
        /// A sentence, without the modifiers.
        pub text: String,
        /// Named values: what it concerns, dice, sums.
        pub facts: BTreeMap<String, Fact>,
        /// The sums that made the result.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<Vec<Sum>>")]
        pub sums: Vec<Sum>,
    }

    /// A piece of the log.
    struct LogPage {
        /// The log's length, entries that the viewer may not see included.
        pub length: u32,
        /// The entries that they may see.
        pub entries: Vec<LogEntry>,
    }

    /// The steps of a game for replay.
    #[derive(Default)]
    struct ReplayIndex {
        /// The steps, in order. Step 0 is the position before the first answer.
        pub steps: Vec<ReplayStep>,
        /// Points by side after each step, in halves.
        pub half_points: Vec<Vec<i32>>,
        /// Strength lost for good by side after each step.
        pub losses: Vec<Vec<i32>>,
        /// Units on the map in their usual state, by side after each step, as far as the viewer sees them.
        pub steady: Vec<Vec<u16>>,
        /// Units on the map in a worse one.
        pub shaken: Vec<Vec<u16>>,
    }

    /// A step of a replay.
    struct ReplayStep {
        /// The game turn, from 1.
        pub turn: u16,
        /// The decisions taken in it, in their order, as far as the viewer may know them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<Vec<ReplayAnswer>>")]
        pub answers: Vec<ReplayAnswer>,
        /// The log's length after it.
        pub log: u32,
    }

    /// A decision in a step of a replay.
    struct ReplayAnswer {
        /// Side that took it.
        pub side: u8,
        /// The answer in words.
        pub label: String,
    }

    /// The position after a step.
    struct ReplayPosition {
        /// The step's number.
        pub step: u32,
        /// The position.
        pub position: Position,
    }

    /// The positions after several steps.
    struct ReplayRun {
        /// The number of the first step.
        pub first: u32,
        /// The position after it.
        pub position: Position,
        /// For each of the steps that follow, what changes.
        pub patches: Vec<Patch>,
    }

    /// Fortune of a game: where its dice were kind and unkind, weighed by what they decided at once.
    struct Fortune {
        /// The throws, in their order.
        pub throws: Vec<FortuneThrow>,
        /// Whether all throws were weighed; if not, the later ones are missing.
        pub whole: bool,
    }

    /// A throw, weighed. Worths are in hundredths of a strength point, those of the first side over the second, compared with the moment
    /// before the step: a unit counts whole in its usual state, less in a worse one, and nothing when it is lost.
    struct FortuneThrow {
        /// The step in which it fell, as in [`ReplayIndex::steps`].
        pub step: u32,
        /// The place in the log of what was told next, as the viewer may see the log.
        pub log: u32,
        /// The rule that called for it.
        pub rule: String,
        /// Purpose of the throw, in words.
        pub what: String,
        /// Subjects of the throw.
        pub about: Vec<String>,
        /// The side that threw, where one did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub side: Option<u8>,
        /// Number of its outcomes.
        pub faces: u32,
        /// Outcome that fell, as it reads.
        pub shows: String,
        /// The mean value over all outcomes: what could be expected.
        pub expected: i32,
        /// The mean value after what fell. The luck of the first side is `actual` - `expected`.
        pub actual: i32,
        /// The value after the outcome that is worst for the first side.
        pub least: i32,
        /// The value after the outcome that is best for it.
        pub most: i32,
        /// Number of the outcomes that are better for the first side than what fell.
        pub better: u32,
        /// Number of the outcomes that are worse for it.
        pub worse: u32,
    }

    /// A chat message.
    struct ChatMessage {
        /// Its number, from 1.
        pub id: u64,
        /// The writer's side; none for onlookers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub side: Option<u8>,
        /// The writer's name.
        pub name: String,
        /// The text: one paragraph, at most 500 characters.
        pub text: String,
        /// Its time, in seconds since 1970.
        pub when: i64,
    }

    /// A message to be sent.
    struct Say {
        /// The text.
        pub text: String,
        /// The side, for those who sit at both.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub side: Option<u8>,
    }

    /// One's own notes in a game; nobody else sees them.
    #[derive(Default)]
    struct Notes {
        /// Free text, at most 10,000 characters.
        #[serde(default)]
        pub text: String,
        /// Notes on hexes: at most 200, each of at most 200 characters.
        #[serde(default)]
        pub hexes: BTreeMap<u16, String>,
    }
}
