//! Making games, and taking seats in them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Wish for a seat: who is to sit at a side.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "who", rename_all = "snake_case")]
pub enum SeatWish {
    /// The one who makes the game.
    Me,
    /// Whoever comes by the link (or, in an open game, from the lobby).
    Invited,
    /// A computer player.
    Computer {
        /// Its name, one of [`BattleCard::players`](super::BattleCard::players).
        player: String,
    },
}

/// Taking back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UndoRule {
    /// Alone as far as nothing was learnt since, beyond it by asking.
    #[default]
    Free,
    /// Always by asking.
    Ask,
    /// As `free`, and computer players agree to anything: a practice game.
    Practice,
    /// Never.
    Never,
}

impl UndoRule {
    /// Whether one may take back alone.
    pub fn allows_alone(self) -> bool {
        matches!(self, UndoRule::Free | UndoRule::Practice)
    }
}

/// Cause of an early end: why a game ended before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EarlyEnd {
    /// The loser gave it up.
    Resigned,
    /// The loser ran out of time.
    Time,
}

impl From<shelf::Timing> for ClockRule {
    fn from(timing: shelf::Timing) -> ClockRule {
        let shelf::Timing { budget_s, increment_s } = timing;
        ClockRule { budget_s, increment_s, at_zero: FlagRule::default() }
    }
}

/// Dice rule: where dice fall.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DiceRule {
    /// The server's committed dice.
    #[default]
    Screen,
    /// On a real table: the players type what they threw. Not verifiable.
    Typed,
}

/// Watching rule: who may watch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WatchRule {
    /// Nobody.
    Nobody,
    /// Everybody: what neither side hides.
    #[default]
    Public,
}

/// Rule of the flag: what happens when a side's clock is at zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FlagRule {
    /// Nothing; it is shown.
    #[default]
    Nothing,
    /// A computer player takes the seat over.
    Computer,
    /// The game is lost.
    Lose,
}

wire! {
    /// A budget of time for each side.
    struct ClockRule {
        /// Seconds at the start.
        pub budget_s: u32,
        /// Seconds added for each section of a turn that is the side's.
        pub increment_s: u32,
        /// Rule for the clock at zero.
        #[serde(default)]
        pub at_zero: FlagRule,
    }

    /// Options of a game: how it is played.
    #[derive(Default)]
    struct Options {
        /// Taking back.
        #[serde(default)]
        pub undo: UndoRule,
        /// Dice.
        #[serde(default)]
        pub dice: DiceRule,
        /// Rule for those who watch.
        #[serde(default)]
        pub watch: WatchRule,
        /// Whether free seats can be taken from the lobby, without the link.
        #[serde(default)]
        pub open: bool,
        /// Delay where both sides show their views ([`SeatCard::shows`](super::SeatCard::shows)): after how many seconds, at least 60; 600 if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub delay_s: Option<u32>,
        /// Clocks, if there are any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub clock: Option<ClockRule>,
        /// Options of the rulebook ([`BattleCard::options`](super::BattleCard::options)), by name; what is not named has its default.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        #[ts(optional, as = "Option<BTreeMap<String, String>>")]
        pub rules: BTreeMap<String, String>,
    }

    /// A new game.
    struct NewGame {
        /// The rulebook.
        pub rulebook: String,
        /// The battle.
        pub battle: String,
        /// Wishes for the seats, by side.
        pub seats: Vec<SeatWish>,
        /// Name that one bears in it.
        #[serde(default)]
        pub name: String,
        /// Options under which it is played.
        #[serde(default)]
        pub options: Options,
        /// Contribution that one mixes into the dice before anything is promised: up to 64 hexadecimal digits, or nothing.
        #[serde(default)]
        pub contribution: String,
        /// Whether one will contribute to the dice once the server has promised a seed (`POST .../contribute`). Nothing is decided before.
        #[serde(default)]
        pub contributes: bool,
    }

    /// A game that was made.
    struct CreatedGame {
        /// Its id.
        pub id: String,
        /// By side: the code with which a free seat is taken, if it is free. The link to send is `/#/join/{id}/{side}/{code}`.
        pub codes: Vec<Option<String>>,
        /// The published hash of the seed to which one is to contribute now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub promise: Option<String>,
    }

    /// Taking a seat.
    struct Join {
        /// The side's number.
        pub side: u8,
        /// The code of the link; none for open games.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub code: Option<String>,
        /// Name that one bears.
        #[serde(default)]
        pub name: String,
        /// Whether one will contribute to the dice: see `NewGame`.
        #[serde(default)]
        pub contributes: bool,
    }

    /// Handing a seat to a computer player.
    struct ComputerWish {
        /// The side's number.
        pub side: u8,
        /// The computer player's name.
        pub player: String,
    }

    /// A code that takes a seat: for a friend, or for one's own other device.
    struct SeatCode {
        /// The side's number.
        pub side: u8,
        /// The code. It works once.
        pub code: String,
    }

    /// A saved game to be gone on with.
    struct Upload {
        /// The journal's text.
        pub journal: String,
        /// The seed of the dice, 64 hexadecimal digits, if the game is to be played on and the journal does not reveal it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub seed: Option<String>,
        /// Wishes for the seats, by side.
        pub seats: Vec<SeatWish>,
        /// Name that one bears in it.
        #[serde(default)]
        pub name: String,
        /// Options under which it is played on.
        #[serde(default)]
        pub options: Options,
        /// Whether one will contribute to the dice: see `NewGame`.
        #[serde(default)]
        pub contributes: bool,
    }
}
