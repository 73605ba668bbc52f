//! Error responses: what a request is told when it is not done. Nothing in here comes from another side's knowledge or from inside of the server.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use shelf::{GameError, Table};

use crate::store::StoreError;
use crate::wire::{ErrorBody, Problem, ProblemCode};

/// Error of a request: why something is not done.
#[derive(Clone, Debug)]
pub struct ApiError {
    /// The HTTP status.
    pub status: StatusCode,
    /// The problem.
    pub problem: Problem,
    /// In how many seconds it is worth trying again, if it is a matter of waiting.
    pub retry_s: u64,
}

/// As long as one waits where nothing else is known.
const SOON_S: u64 = 2;

/// A result for a request.
pub type Result<T> = std::result::Result<T, ApiError>;

macro_rules! faults {
    ($($(#[$doc:meta])* $name:ident, $status:ident, $code:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name(message: impl Into<String>) -> ApiError {
            ApiError::new(StatusCode::$status, ProblemCode::$code, message)
        }
    )*};
}

impl ApiError {
    fn new(status: StatusCode, code: ProblemCode, message: impl Into<String>) -> ApiError {
        let problem = Problem { code, message: message.into(), rule: None };
        ApiError { status, problem, retry_s: SOON_S }
    }

    /// The same, to be tried again after so many seconds.
    pub fn after(self, retry_s: u64) -> ApiError {
        ApiError { retry_s: retry_s.max(SOON_S), ..self }
    }

    faults! {
        /// The request says nothing that can be done.
        bad_request, BAD_REQUEST, BadRequest;
        /// Name or password are wrong, or one must sign in.
        unauthorized, UNAUTHORIZED, Unauthorized;
        /// The seat or game is somebody else's.
        not_yours, FORBIDDEN, NotYours;
        /// The request comes from another site's page.
        foreign_origin, FORBIDDEN, ForbiddenOrigin;
        /// There is no such thing.
        not_found, NOT_FOUND, NotFound;
        /// The answer is for another question than the present one.
        stale, CONFLICT, Stale;
        /// The side is not asked anything.
        not_asked, CONFLICT, NotAsked;
        /// It is not as the request thinks.
        conflict, CONFLICT, Conflict;
        /// The rules, of the rulebook or of the game, say no.
        refused, UNPROCESSABLE_ENTITY, Refused;
        /// Too much at once.
        too_many, TOO_MANY_REQUESTS, TooMany;
        /// It takes too long.
        too_slow, REQUEST_TIMEOUT, TooSlow;
        /// Too large.
        too_large, PAYLOAD_TOO_LARGE, TooLarge;
    }

    /// The disk is almost full.
    pub fn no_room() -> ApiError {
        ApiError::new(
            StatusCode::INSUFFICIENT_STORAGE,
            ProblemCode::NoRoom,
            "the server's disk is almost full: it takes answers of games that are played, and nothing new for now",
        )
    }

    /// Nothing can be stored now, and nothing was.
    pub fn not_stored() -> ApiError {
        ApiError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            ProblemCode::NotStored,
            "the server cannot store anything at the moment, so nothing was changed; please try again in a while",
        )
    }

    /// Doubt: whether it was stored will be known later.
    pub fn unsure() -> ApiError {
        ApiError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            ProblemCode::Unsure,
            "the server's disk fails, and it is not known yet whether this was stored; please look again in a while",
        )
    }

    /// The stored game is one of an older version of its rulebook, and does not come to the same states by this one.
    pub fn other_version() -> ApiError {
        ApiError::new(
            StatusCode::CONFLICT,
            ProblemCode::OtherVersion,
            "this game was played by an older version of its rules, by which it went otherwise than it would now; it is kept as it is, and opens in the version of the server that played it",
        )
    }

    /// Something broke inside. What it was stands in the server's log only.
    pub fn internal(why: impl std::fmt::Display) -> ApiError {
        tracing::error!(%why, "internal error");
        ApiError::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            ProblemCode::Internal,
            "something went wrong in the server",
        )
    }
}

/// Error where a stored game could not be loaded, said without what its journal holds.
pub fn not_loaded(table: &dyn Table, journal: &[u8], why: String) -> ApiError {
    if !table.is_of_other_version(journal) {
        return ApiError::internal(why);
    }
    tracing::warn!(why, "a stored game is of an older version");
    ApiError::other_version()
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        match error {
            StoreError::NotStored(_) => ApiError::not_stored(),
            StoreError::Refused(why) => {
                tracing::error!(why, "something does not fit to what is stored");
                ApiError::not_stored()
            }
            StoreError::Unknown => ApiError::unsure(),
            other => ApiError::internal(other),
        }
    }
}

impl From<GameError> for ApiError {
    fn from(error: GameError) -> ApiError {
        let mut fault = ApiError::refused(error.sentence);
        fault.problem.rule = error.rule.map(|rule| rule.0.to_owned());
        fault
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (limited, retry_s) = (
            matches!(self.status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE),
            self.retry_s,
        );
        let mut response = (self.status, Json(ErrorBody { error: self.problem })).into_response();
        if limited {
            response.headers_mut().insert(header::RETRY_AFTER, retry_s.into());
        }
        response
    }
}
