//! Dice that can be verified.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

wire! {
    /// Evidence of the dice: what the page of dice needs to verify a game by itself: see `docs/api.md` for the bytes.
    struct VerifyData {
        /// The published hash of the seed, 64 hexadecimal digits.
        pub commitment: String,
        /// Contribution of each side, hexadecimal, by side.
        pub contributions: Vec<String>,
        /// Promises made under play, in their order.
        pub promises: Vec<PromiseCard>,
        /// The seed, once the game is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub seed: Option<String>,
        /// All throws, also those that were taken back.
        pub throws: Vec<ThrowData>,
        /// The journal's text, line by line chained, once the game is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub journal: Option<String>,
    }

    /// A seed that was promised under play.
    struct PromiseCard {
        /// Its published hash, 64 hexadecimal digits.
        pub commitment: String,
        /// Contribution of each side to it, hexadecimal, by side.
        pub contributions: Vec<Option<String>>,
        /// Whether the dice follow from it already.
        pub mixed: bool,
    }

    /// State of the dice: what is known of them while they are played with.
    #[derive(Default)]
    struct DiceCard {
        /// The seeds promised under play, in their order. The last may wait for contributions.
        pub promises: Vec<PromiseCard>,
        /// Sides that are waited for: nothing is decided until they have contributed.
        pub waits: Vec<u8>,
    }

    /// A contribution to the dice.
    struct Contribution {
        /// The published hash of the seed to which it is made.
        pub promise: String,
        /// Random bytes: 32 to 128 hexadecimal digits.
        pub bytes: String,
        /// The side, for those who sit at both.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub side: Option<u8>,
    }

    /// A throw.
    struct ThrowData {
        /// Its number.
        pub n: u64,
        /// Faces.
        pub faces: u32,
        /// Outcome that fell, from 0.
        pub outcome: u32,
    }
}
