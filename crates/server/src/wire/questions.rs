//! Questions, answers, and what is asked about them.

use serde::{Deserialize, Serialize};
use shelf::board::OverlayData;
use table::PointKind;
use ts_rs::TS;
use utoipa::ToSchema;

wire! {
    /// A decision that the viewer is asked for.
    struct Question {
        /// Its id. An answer names it, so that a late answer is not taken for the answer to another question.
        pub id: u64,
        /// The side that decides.
        pub side: u8,
        /// The rule that asks.
        pub rule: String,
        /// Its key: for lessons and standing orders.
        pub key: String,
        /// Points it is about.
        pub about: Vec<String>,
        /// In words.
        pub text: String,
        /// Whether it asks what fell on a real table, instead of for a decision.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(optional, as = "Option<bool>")]
        pub fallen: bool,
        /// The number of legal answers; they are numbered from 0.
        pub count: u32,
        /// The legal answers, in groups, in the order of their numbers.
        pub groups: Vec<ChoiceGroup>,
        /// The answer that ends what is asked for, if there is one: it has a name of its own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub ending: Option<Ending>,
    }

    /// The answer that ends something: movement, attacks.
    struct Ending {
        /// Its number.
        pub choice: u32,
        /// Its name in this question.
        pub label: String,
    }

    /// Legal answers with the same verb that point at things of the same kinds. With `kinds` = `["u", "h"]` and `at` = `[3, 45, 3, 46]`
    /// there are two: `u3 h45` and `u3 h46`. With no kinds there is one, a button.
    struct ChoiceGroup {
        /// The number of the first answer; the others follow.
        pub first: u32,
        /// The verb's number in the board's `verbs`.
        pub verb: u8,
        /// The kind of each thing that an answer points at.
        pub kinds: Vec<PointKind>,
        /// Their numbers, answer by answer.
        pub at: Vec<i32>,
    }

    /// An answer: by number, or as text (`move leger-1-1`).
    struct Answer {
        /// The question.
        pub question: u64,
        /// The answer's number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub choice: Option<u32>,
        /// The answer's text, where there is no number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub text: Option<String>,
        /// The side that answers; needed only by those who sit at both.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub side: Option<u8>,
    }

    /// An answer was taken, and is stored.
    struct AcceptedAnswer {
        /// The game's revision after it.
        pub revision: u64,
    }

    /// A candidate: a legal answer by number, or any answer as text: a verb and points, by ids (`go 0304`) or short texts (`go h45`).
    struct Candidate {
        /// The question that it would answer; if another one is asked by now, that is `stale`. None: whichever is asked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub question: Option<u64>,
        /// The answer's number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub choice: Option<u32>,
        /// Or its text.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub text: Option<String>,
        /// The side, for those who sit at both.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub side: Option<u8>,
    }

    /// Verdict on a candidate: whether it is allowed, and if not, why.
    struct WhyNot {
        /// Whether it is allowed.
        pub allowed: bool,
        /// Reasons why not, in words: a reason a line.
        pub text: String,
        /// The rule of the first reason.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub rule: Option<String>,
    }

    /// Preview of an answer: what can come of it at once, as far as the side can know.
    struct Preview {
        /// The answer in words.
        pub label: String,
        /// Every end: those that change something, the likeliest first, then the one that changes nothing.
        pub ends: Vec<Chance>,
        /// By thing concerned: the chance of each of its states.
        pub things: Vec<ThingChances>,
        /// Whether all cases were looked at; if not, the chances are lower bounds.
        pub complete: bool,
        /// The share of all cases that was looked at, in tenths of a percent, rounded down: 1000 only if that is all of them.
        pub covered: u32,
        /// The sums that make the result, where they are known before the throw.
        pub sums: Vec<Sum>,
        /// The two who contend, and their odds, where they are known before the throw.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub contest: Option<String>,
        /// Changes by the time that somebody decides again, in the same order. The ends go on from there: they take each further
        /// decision for the least, until what was begun is finished.
        pub near: Vec<Chance>,
        /// Decisions then, and their sides.
        pub decides: Vec<Chance>,
        /// Draws meanwhile that come next.
        pub drawn: Vec<Chance>,
        /// Throws that may come before anybody decides. Where it is empty, the answer throws nothing.
        pub throws: Vec<String>,
        /// Throws that may come after further decisions.
        pub later: Vec<String>,
        /// Whether the look ahead ends where something comes to light that the side does not know.
        pub veiled: bool,
        /// Whether the ends take a further decision for the least.
        pub assumed: bool,
        /// Whether the ends are those of what is announced, fought at once as everything stands.
        pub rehearsed: bool,
    }

    /// An end and its chance.
    struct Chance {
        /// In words.
        pub text: String,
        /// In tenths of a percent, rounded.
        pub permille: u32,
        /// The exact chance, as `5/18`.
        pub exact: String,
    }

    /// The chances of one thing.
    struct ThingChances {
        /// Its name.
        pub name: String,
        /// The chances of its states.
        pub chances: Vec<Chance>,
    }

    /// Sum behind a result: what has made it, or will.
    struct Sum {
        /// Its name, where an event has several.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub name: Option<String>,
        /// Its parts, in their order: what multiplies, multiplies what stands before it.
        pub parts: Vec<Part>,
        /// Total of it, for readers: `+3`, `7/2`, and `→` or `←` with the columns that are shifted.
        pub total: String,
    }

    /// A named part of a sum.
    struct Part {
        /// Its effect.
        pub effect: Effect,
        /// Its name.
        pub label: String,
        /// The rule.
        pub rule: String,
    }

    /// Effect of a part: what a part of a sum does.
    #[derive(Copy)]
    #[serde(rename_all = "lowercase")]
    enum Effect {
        /// Base on which the sum stands: adds.
        Base(i16),
        /// Adds.
        Add(i16),
        /// Multiplies by the first number over the second.
        Times(i16, i16),
        /// Shifts a table's column by so many to the right.
        Shift(i16),
    }

    /// Hint: what the best computer player would answer.
    struct Hint {
        /// The answer's number.
        pub choice: u32,
        /// The answer in words.
        pub label: String,
        /// The reason.
        pub why: String,
    }

    /// Asking for an overlay of the map.
    struct OverlayWish {
        /// Of what: `u3`, `l0`, `h45`.
        pub of: String,
        /// The id of one of the board's overlays.
        pub kind: String,
        /// End of it, for one that is aimed: `h45`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub to: Option<String>,
    }

    /// An overlay of the map.
    struct Overlay {
        /// The overlay.
        pub overlay: OverlayData,
    }
}
