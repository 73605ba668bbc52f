//! Wire types: what goes over the wire. These types are the API: the TypeScript types in `web/src/lib/wire/index.ts` and the OpenAPI document are
//! made from them, and `docs/api.md` says how they are used.
//!
//! Positions, boards and patches are those of [`shelf::board`]. Things on the table are pointed at by the short texts explained there (`u3`, `h45`).

/// Derives what every type of the wire needs.
macro_rules! wire {
    ($($(#[$meta:meta])* $kind:ident $name:ident $body:tt)*) => {$(
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
        $(#[$meta])*
        pub $kind $name $body
    )*};
}

mod accounts;
mod consent;
mod dice;
mod errors;
mod games;
mod live;
mod lobby;
mod making;
mod orders;
mod questions;
mod record;
mod typescript;

pub use accounts::*;
pub use consent::*;
pub use dice::*;
pub use errors::*;
pub use games::*;
pub use live::*;
pub use lobby::*;
pub use making::*;
pub use orders::*;
pub use questions::*;
pub use record::*;
pub use typescript::typescript;
