//! Battles, lessons, rules: what can be looked at before a game.

use serde::{Deserialize, Serialize};
use shelf::board::{Board, Position};
use shelf::{RuleStatus, Size};
use ts_rs::TS;
use utoipa::ToSchema;

use super::making::ClockRule;

wire! {
    /// A battle in the chooser.
    struct BattleCard {
        /// The rulebook's id.
        pub rulebook: String,
        /// The rulebook's title.
        pub rulebook_title: String,
        /// The battle's id.
        pub id: String,
        /// Title.
        pub title: String,
        /// Date.
        pub date: String,
        /// Place.
        pub place: String,
        /// Size.
        pub size: Size,
        /// Typical playing time in minutes.
        pub minutes: u32,
        /// 1 to 5.
        pub difficulty: u8,
        /// A sentence or two.
        pub blurb: String,
        /// Game turns.
        pub turns: u32,
        /// Units by side.
        pub units: Vec<u32>,
        /// The sides.
        pub sides: Vec<SideCard>,
        /// Computer players that know the rulebook, the weakest first.
        pub players: Vec<String>,
        /// The one of them for those who learn: weak, but never absurd.
        pub beginner: String,
        /// Address of its picture.
        pub picture: String,
        /// Whether it has lessons.
        pub lessons: bool,
        /// The clocks that the rulebook sets where a game's maker chooses none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub clock: Option<ClockRule>,
        /// Options that the rulebook leaves to the players to settle.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<Vec<OptionCard>>")]
        pub options: Vec<OptionCard>,
    }

    /// An option of a rulebook.
    struct OptionCard {
        /// Its name, for [`Options::rules`](super::Options::rules).
        pub name: String,
        /// Its label.
        pub label: String,
        /// The rule that leaves it open.
        pub rule: String,
        /// Its values: the first is the default.
        pub values: Vec<OptionValue>,
    }

    /// Value of an option: what it can be.
    struct OptionValue {
        /// Its name.
        pub name: String,
        /// Its label.
        pub label: String,
    }

    /// A side of a battle.
    struct SideCard {
        /// Id.
        pub id: String,
        /// Name.
        pub name: String,
        /// Counter colour, `#rrggbb`.
        pub colour: String,
    }

    /// A battle in full: its card, its board, and the position at the start as an onlooker sees it.
    struct BattleDetail {
        /// The card.
        pub card: BattleCard,
        /// Board: all that stands still.
        pub board: Board,
        /// The position at the start.
        pub position: Position,
        /// Lessons, in order.
        pub lessons: Vec<Lesson>,
    }

    /// A lesson, shown once, when a question with its key and an answer of its verb is asked in its turn or later.
    struct Lesson {
        /// The game turn from which it may come up.
        pub turn: u16,
        /// The question's key.
        pub key: String,
        /// The verb that must be among the answers, if it waits until something can be done.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub verb: Option<String>,
        /// Title.
        pub title: String,
        /// Text; blank lines part paragraphs.
        pub text: String,
    }

    /// A rule, in our own words.
    struct RuleCard {
        /// Its number.
        pub id: String,
        /// Title.
        pub title: String,
        /// Summary.
        pub summary: String,
        /// Its status: how far it is enforced.
        pub status: RuleStatus,
        /// Numbers of the rules directly below.
        pub below: Vec<String>,
    }
}
