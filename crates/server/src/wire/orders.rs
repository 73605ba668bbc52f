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

/// Subject of a condition: the number that it looks up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ConditionSubject {
    /// The distance to the nearest enemy unit.
    Enemy,
    /// The distance to the nearest other unit of one's own.
    Friend,
    /// The distance between the first two places that the question is about.
    Between,
    /// The first number that the question is about.
    Number,
    /// Number of the legal answers.
    Answers,
    /// The game turn.
    Turn,
    /// The strength of the unit that the question is about.
    Strength,
    /// 1 if the question is about a thing (a unit, a hex, or a unit of a formation), else 0.
    Is,
    /// 1 if the unit that the question is about is in a state, else 0.
    State,
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

    /// A condition: a number lies between two bounds (both included). It is looked up in what the side sees. Distances are in hexes, from
    /// the thing that the question is about (the first on the map); a number that there is none of fulfils no condition.
    struct OrderCondition {
        /// Subject that it looks up.
        pub what: ConditionSubject,
        /// For `enemy` and `friend`: units count whose symbol contains this (`cavalry`; absent: all). For `is` a pointer, for `state` the id of
        /// one of the board's states.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub of: Option<String>,
        /// At least.
        pub least: i32,
        /// At most.
        pub most: i32,
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
