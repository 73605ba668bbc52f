//! Consent: what two sides agree on: clocks, and taking back.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

wire! {
    /// Clocks.
    struct Clocks {
        /// Milliseconds left, by side, at `at`.
        pub left_ms: Vec<i64>,
        /// Sides' numbers whose clocks run.
        pub running: Vec<u8>,
        /// Time at which this was true, in milliseconds since 1970.
        pub at_ms: i64,
        /// Whether the clocks are stopped by consent.
        pub paused: bool,
        /// The side that proposes to stop the clocks (or to go on).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub pause_proposed_by: Option<u8>,
    }

    /// A proposal to take back.
    struct UndoProposal {
        /// Its number. Consent names it; another proposal has another.
        pub id: u64,
        /// Side that proposes it.
        pub by: u8,
        /// Number of the entries of the viewer's log that would be left: those from this number on would be undone.
        pub log: u32,
        /// The viewer's own decisions that would be undone, in words, the earliest first.
        pub own: Vec<String>,
        /// Number of the throws that would be undone of those they were told of.
        pub throws: u32,
    }

    /// Yes or no to a proposal to take back.
    struct UndoConsent {
        /// Yes.
        pub agree: bool,
        /// The proposal's number.
        pub id: u64,
        /// The side, for those who sit at both.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub side: Option<u8>,
    }

    /// Taking back one's last answers.
    struct UndoWish {
        /// Number of one's own answers, at least 1.
        #[serde(default = "one")]
        pub back: u32,
        /// Whether to ask the other side, where it cannot be done alone.
        #[serde(default)]
        pub ask: bool,
        /// The side, for those who sit at both.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub side: Option<u8>,
    }

    /// Result of a wish to take back.
    struct UndoResult {
        /// Whether it is done; else the other side is asked.
        pub done: bool,
        /// The game's revision.
        pub revision: u64,
    }

    /// Yes or no, to a proposal.
    struct Consent {
        /// Yes.
        pub agree: bool,
        /// The side, for those who sit at both.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub side: Option<u8>,
    }

    /// The side as which something is done, for those who sit at both.
    #[derive(Default)]
    struct AsSide {
        /// The side.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub side: Option<u8>,
    }
}

fn one() -> u32 {
    1
}
