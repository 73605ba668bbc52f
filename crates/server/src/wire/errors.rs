//! Errors: what went wrong.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

wire! {
    /// Every answer of the server that is no success: `{"error": {...}}` with a fitting HTTP status.
    struct ErrorBody {
        /// What went wrong.
        pub error: Problem,
    }

    /// Problem: what went wrong, for readers and programs.
    struct Problem {
        /// `bad_request`, `refused`, `stale`, `not_asked`, `not_yours`, `not_found`, `conflict`, `too_large`, `too_many`, `unauthorized`,
        /// `forbidden_origin`, `other_version`, `not_stored`, `no_room`, `unsure`, `internal`.
        pub code: String,
        /// A sentence.
        pub message: String,
        /// The rule that stands in the way, if one does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub rule: Option<String>,
    }
}
