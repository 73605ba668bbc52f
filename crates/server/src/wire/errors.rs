//! Errors: what went wrong.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Code of a problem: the kind of thing that went wrong, for programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProblemCode {
    /// The request says nothing that can be done.
    BadRequest,
    /// The rules, of the rulebook or of the game, say no.
    Refused,
    /// The answer is for another question than the present one.
    Stale,
    /// The side is not asked anything.
    NotAsked,
    /// The seat or game is somebody else's.
    NotYours,
    /// There is no such thing.
    NotFound,
    /// It is not as the request thinks.
    Conflict,
    /// Too large.
    TooLarge,
    /// Too much at once.
    TooMany,
    /// It takes too long.
    TooSlow,
    /// Name or password are wrong, or one must sign in.
    Unauthorized,
    /// The request comes from another site's page.
    ForbiddenOrigin,
    /// The stored game is one of an older version of its rulebook.
    OtherVersion,
    /// Nothing can be stored now, and nothing was.
    NotStored,
    /// The disk is almost full.
    NoRoom,
    /// Doubt: whether it was stored will be known later.
    Unsure,
    /// Something broke inside.
    Internal,
}

wire! {
    /// Every answer of the server that is no success: `{"error": {...}}` with a fitting HTTP status.
    struct ErrorBody {
        /// The problem.
        pub error: Problem,
    }

    /// Problem: what went wrong, for readers and programs.
    struct Problem {
        /// Code of the kind of problem.
        pub code: ProblemCode,
        /// A sentence.
        pub message: String,
        /// The rule that stands in the way, if one does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub rule: Option<String>,
    }
}
