//! Standing orders.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Choice of a standing order: which of the legal answers it gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OrderChoice {
    /// The first.
    First,
    /// The one with the smallest number.
    Least,
    /// The one with the largest number.
    Most,
    /// The one whose hex is nearest to the enemy.
    Nearest,
    /// The one whose hex is farthest from the enemy.
    Farthest,
}

fn is_false(not: &bool) -> bool {
    !not
}

wire! {
    /// A standing order: when a question with this key is asked of this side and all conditions hold, an answer is given at once. The side's
    /// log says which order answered (an entry with the key `order.answered`); nobody else is told.
    struct StandingOrder {
        /// The question's key.
        pub key: String,
        /// The verb of the answer, as it is typed.
        pub verb: String,
        /// Choice among the legal answers with this verb.
        pub choice: OrderChoice,
        /// Only answers that point at this (`u3`, `h45`).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub at: Option<String>,
        /// Only if all of these hold.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<Vec<OrderCondition>>")]
        pub only_if: Vec<OrderCondition>,
    }

    /// A condition: what must hold of a question, looked up in what the side sees. A number must lie between two bounds, both included; distances
    /// are in hexes, from the thing that the question is about (the first on the map); a number that there is none of fulfils no condition.
    #[serde(tag = "what", rename_all = "snake_case")]
    enum OrderCondition {
        /// The distance to the nearest enemy unit.
        Enemy {
            /// The id of one of the board's arms: only its units count; absent: all.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[ts(optional)]
            arm: Option<String>,
            /// At least.
            least: i32,
            /// At most.
            most: i32,
        },
        /// The distance to the nearest other unit of one's own.
        Friend {
            /// The id of one of the board's arms: only its units count; absent: all.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[ts(optional)]
            arm: Option<String>,
            /// At least.
            least: i32,
            /// At most.
            most: i32,
        },
        /// The distance between the first two places that the question is about.
        Between {
            /// At least.
            least: i32,
            /// At most.
            most: i32,
        },
        /// The first number that the question is about.
        Number {
            /// At least.
            least: i32,
            /// At most.
            most: i32,
        },
        /// Number of the legal answers.
        Answers {
            /// At least.
            least: i32,
            /// At most.
            most: i32,
        },
        /// The game turn.
        Turn {
            /// At least.
            least: i32,
            /// At most.
            most: i32,
        },
        /// The strength of the unit that the question is about.
        Strength {
            /// At least.
            least: i32,
            /// At most.
            most: i32,
        },
        /// The question is about a thing, or about a unit of a formation.
        Is {
            /// The thing: `u3`, `h45`, `f1`.
            thing: String,
            /// It is about anything else.
            #[serde(default, skip_serializing_if = "is_false")]
            #[ts(optional, as = "Option<bool>")]
            not: bool,
        },
        /// The unit that the question is about is in a state.
        State {
            /// The id of one of the board's states.
            state: String,
            /// It is in any other.
            #[serde(default, skip_serializing_if = "is_false")]
            #[ts(optional, as = "Option<bool>")]
            not: bool,
        },
    }

    /// Standing orders, all of one's own.
    struct StandingOrders {
        /// The orders; the first that fits answers. At most 50.
        pub orders: Vec<StandingOrder>,
        /// The side, for those who sit at both.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub side: Option<u8>,
    }
}
