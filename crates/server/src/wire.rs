//! What goes over the wire. These types are the API: the TypeScript types in `web/src/lib/wire/index.ts` and the OpenAPI document are
//! made from them, and `docs/api.md` says how they are used.
//!
//! Positions, boards and patches are those of [`shelf::board`]. Things on the table are pointed at by the short texts explained there (`u3`, `h45`).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shelf::board::{Board, OverlayData, Patch, Position};
use ts_rs::TS;
use utoipa::ToSchema;

/// Derives what every type of the wire needs.
macro_rules! wire {
    ($($(#[$meta:meta])* $kind:ident $name:ident $body:tt)*) => {$(
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
        $(#[$meta])*
        pub $kind $name $body
    )*};
}

// ---------------------------------------------------------------------------------------------------------------- errors

wire! {
    /// Every answer of the server that is no success: `{"error": {...}}` with a fitting HTTP status.
    struct ErrorBody {
        /// What went wrong.
        pub error: Problem,
    }

    /// What went wrong, for readers and programs.
    struct Problem {
        /// `bad_request`, `refused`, `stale`, `not_asked`, `not_yours`, `not_found`, `conflict`, `too_large`, `too_many`, `unauthorized`,
        /// `forbidden_origin`, `not_stored`, `unsure`, `internal`.
        pub code: String,
        /// A sentence.
        pub message: String,
        /// The rule that stands in the way, if one does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub rule: Option<String>,
    }
}

// ---------------------------------------------------------------------------------------------------------------- lobby

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
        /// `tutorial`, `small`, `medium`, `large`.
        pub size: String,
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
        /// Where its picture is.
        pub picture: String,
        /// Whether it has lessons.
        pub lessons: bool,
        /// The clocks that the rulebook sets where a game's maker chooses none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub clock: Option<ClockRule>,
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
        /// What stands still.
        pub board: Board,
        /// The position at the start.
        pub position: Position,
        /// Lessons, in order.
        pub lessons: Vec<Lesson>,
    }

    /// A lesson, shown once, when a question with its key is asked in its turn or later.
    struct Lesson {
        /// The game turn from which it may come up.
        pub turn: u16,
        /// The question's key.
        pub key: String,
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
        /// `done`, `partly`, `not yet`, `optional`, `definition`.
        pub status: String,
        /// Numbers of the rules directly below.
        pub below: Vec<String>,
    }
}

// ---------------------------------------------------------------------------------------------------------------- accounts

wire! {
    /// Who the browser is to the server.
    struct Me {
        /// The account's name, if signed in.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub account: Option<String>,
        /// Where to be told of one's turn, if anywhere.
        pub notify: Notify,
        /// What is known of the mail address.
        pub mail: MailState,
        /// Whether the server can send e-mail.
        pub can_mail: bool,
        /// Whether the server may call webhooks.
        pub can_webhook: bool,
    }

    /// Where a player is told that it is his turn. Empty: nowhere.
    #[derive(Default)]
    struct Notify {
        /// An e-mail address. Its owner is asked by one mail whether it is right; nothing else is sent there before he has said so.
        #[serde(default)]
        pub email: String,
        /// A web address to which a JSON message is posted.
        #[serde(default)]
        pub webhook: String,
    }

    /// The secret of the link in a mail that asks whether an address is right.
    struct MailProof {
        /// 64 hexadecimal digits.
        pub secret: String,
    }

    /// A mail address that was confirmed.
    struct MailCard {
        /// The address.
        pub email: String,
    }

    /// What the owner of a mail address wishes, with the secret of the link that stands in every mail.
    struct MailStop {
        /// 64 hexadecimal digits.
        pub secret: String,
        /// Whether no more mails are to be sent there; if not, they may be sent again.
        pub stop: bool,
    }

    /// Name and password, to make an account or to sign in.
    struct Credentials {
        /// 3 to 32 letters, digits, `-` or `_`.
        pub name: String,
        /// 8 to 200 characters.
        pub password: String,
        /// Whether all other browsers that are signed in to the account are signed out.
        #[serde(default)]
        pub alone: bool,
    }

    /// A browser that is signed in to one's account.
    struct SessionCard {
        /// What it is named by when it is to be signed out.
        pub id: String,
        /// What it is, as far as it says so.
        pub device: String,
        /// When it was last seen, to the hour, in seconds since 1970.
        pub seen: i64,
        /// Whether it is this one.
        pub here: bool,
    }
}

/// What is known of a player's mail address.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MailState {
    /// There is none.
    None,
    /// Its owner is asked: a mail is on its way or there, and its link is good. Nothing else is sent.
    Asked,
    /// Nobody has confirmed it, and there is no mail whose link is good. Nothing is sent.
    Unconfirmed,
    /// Its owner has confirmed it: turns are told there.
    Confirmed,
    /// Its owner wants no mails from this server.
    Stopped,
}

// ---------------------------------------------------------------------------------------------------------------- making games

/// Who is to sit at a side.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "who", rename_all = "snake_case")]
pub enum SeatWish {
    /// The one who makes the game.
    Me,
    /// Whoever comes by the link (or, in an open game, from the lobby).
    Invited,
    /// A computer player.
    Computer {
        /// Its name, one of [`BattleCard::players`].
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

/// Why a game ended before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BrokenOff {
    /// The loser gave it up.
    Resigned,
    /// The loser ran out of time.
    Time,
}

impl From<shelf::Timing> for ClockRule {
    fn from(timing: shelf::Timing) -> ClockRule {
        let shelf::Timing { budget_s, increment_s } = timing;
        ClockRule { budget_s, increment_s, at_zero: AtZero::default() }
    }
}

/// Where dice fall.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DiceRule {
    /// The server's committed dice.
    #[default]
    Screen,
    /// On a real table: the players type what they threw. Not verifiable.
    Typed,
}

/// Who may watch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WatchRule {
    /// Nobody.
    Nobody,
    /// Everybody: what neither side hides.
    #[default]
    Public,
}

/// What happens when a side's clock is at zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AtZero {
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
        /// Seconds added each time that a formation of the side is activated.
        pub increment_s: u32,
        /// What happens at zero.
        #[serde(default)]
        pub at_zero: AtZero,
    }

    /// How a game is played.
    #[derive(Default)]
    struct Options {
        /// Taking back.
        #[serde(default)]
        pub undo: UndoRule,
        /// Dice.
        #[serde(default)]
        pub dice: DiceRule,
        /// Who may watch.
        #[serde(default)]
        pub watch: WatchRule,
        /// Whether free seats can be taken from the lobby, without the link.
        #[serde(default)]
        pub open: bool,
        /// Where both sides show their views ([`SeatCard::shows`]): after how many seconds, at least 60; 600 if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub delay_s: Option<u32>,
        /// Clocks, if there are any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub clock: Option<ClockRule>,
    }

    /// A new game.
    struct NewGame {
        /// The rulebook.
        pub rulebook: String,
        /// The battle.
        pub battle: String,
        /// Who sits where, by side.
        pub seats: Vec<SeatWish>,
        /// How one is called in it.
        #[serde(default)]
        pub name: String,
        /// How it is played.
        #[serde(default)]
        pub options: Options,
        /// What one mixes into the dice before anything is promised: up to 64 hexadecimal digits, or nothing.
        #[serde(default)]
        pub contribution: String,
        /// Whether one will contribute to the dice once the server has promised a seed (`POST .../contribute`). Nothing is decided before.
        #[serde(default)]
        pub contributes: bool,
    }

    /// A game that was made.
    struct Created {
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
        /// How one is called.
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
        /// Who sits where, by side.
        pub seats: Vec<SeatWish>,
        /// How one is called in it.
        #[serde(default)]
        pub name: String,
        /// How it is played on.
        #[serde(default)]
        pub options: Options,
        /// Whether one will contribute to the dice: see `NewGame`.
        #[serde(default)]
        pub contributes: bool,
    }
}

// ---------------------------------------------------------------------------------------------------------------- games

/// Where a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GameStatus {
    /// A seat is free; it can be played as far as the others go.
    Gathering,
    /// It is played.
    Playing,
    /// It has ended.
    Over,
}

wire! {
    /// A game in a list.
    struct GameCard {
        /// Its id.
        pub id: String,
        /// The rulebook.
        pub rulebook: String,
        /// The battle's id.
        pub battle: String,
        /// The battle's title.
        pub title: String,
        /// Where it stands.
        pub status: GameStatus,
        /// Game turn, from 1.
        pub turn: u16,
        /// How many there are.
        pub turns: u16,
        /// Who sits where, by side.
        pub seats: Vec<SeatCard>,
        /// Sides' numbers that are asked something now.
        pub waiting: Vec<u8>,
        /// Sides' numbers that are mine.
        pub mine: Vec<u8>,
        /// Whether I am waited for.
        pub my_turn: bool,
        /// Time of the last change, in seconds since 1970.
        pub changed: i64,
        /// How it ended.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub outcome: Option<OutcomeCard>,
        /// Whether it goes on from a saved game: who saved it may have known the dice.
        pub continued: bool,
        /// How it is played.
        pub options: Options,
    }

    /// A seat as everybody sees it.
    struct SeatCard {
        /// The side.
        pub side: SideCard,
        /// `free`, `person` or `computer`.
        pub kind: String,
        /// The name of who sits there.
        pub name: String,
        /// Whether somebody there is connected now.
        pub here: bool,
        /// Whether he lets onlookers see his view after a delay. They see it if both sides do.
        pub shows: bool,
        /// Who sat there before, the last at the end, at most four: they know what that side knew then.
        pub before: Vec<String>,
        /// A free seat that holds the secrets of who left it: only he can take it again, or whom he has sent a link, or a computer player.
        pub closed: bool,
    }

    /// How a game ended.
    struct OutcomeCard {
        /// The number of the side that won; none for a draw.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub winner: Option<u8>,
        /// In words.
        pub text: String,
        /// Why it ended before its end, if it did: the loser gave it up, or ran out of time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub broken_off: Option<BrokenOff>,
        /// Points by side, in halves.
        pub half_points: Vec<i32>,
        /// The game turn, from 1.
        pub turn: u16,
    }

    /// A game as one of its viewers sees it: everything but the board, which stands still (`GET /api/games/{id}/board`).
    struct GameView {
        /// The card.
        pub card: GameCard,
        /// A number that grows with every change.
        pub revision: u64,
        /// The side as which this is seen; none for an onlooker.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub side: Option<u8>,
        /// An onlooker sees the side's view as it was at this time, in seconds since 1970. Nothing can be done in it, and no changes are sent:
        /// ask again after a while.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub delayed: Option<i64>,
        /// What the viewer knows of the position.
        pub position: Position,
        /// What the viewer is asked, if anything.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub question: Option<Question>,
        /// The number of entries in the log, and the last of them (at most 50) as the viewer may see them. Earlier ones: `GET .../log`.
        pub log_length: u32,
        /// The last entries.
        pub log: Vec<LogEntry>,
        /// The last chat messages, at most 50.
        pub chat: Vec<ChatMessage>,
        /// One's own notes.
        pub notes: Notes,
        /// One's standing orders.
        pub orders: Vec<StandingOrder>,
        /// Clocks, if there are any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub clocks: Option<Clocks>,
        /// A proposal to take back, if one lies on the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub undo: Option<UndoProposal>,
        /// Whether the viewer could take his last answer back alone.
        pub can_undo: bool,
        /// The published hash of the dice's seed.
        pub commitment: String,
        /// The seeds promised since.
        pub dice: DiceCard,
    }
}

// ---------------------------------------------------------------------------------------------------------------- questions

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
        /// What it is about.
        pub about: Vec<String>,
        /// In words.
        pub text: String,
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

    /// Legal answers with the same verb that point at things of the same kinds. With `kinds` = `"uh"` and `at` = `[3, 45, 3, 46]` there are two:
    /// `u3 h45` and `u3 h46`. With `kinds` = `""` there is one, a button.
    struct ChoiceGroup {
        /// The number of the first answer; the others follow.
        pub first: u32,
        /// The verb's number in the board's `verbs`.
        pub verb: u8,
        /// A letter for each thing that an answer points at: `u`, `l`, `h`, `d`, `f`, `m`, `s`, `n`.
        pub kinds: String,
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
    struct Accepted {
        /// The game's revision after it.
        pub revision: u64,
    }

    /// A candidate: a legal answer by number, or any answer as text: a verb and points, by ids (`go 0304`) or short texts (`go h45`).
    struct Candidate {
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

    /// Whether a candidate is allowed, and if not, why.
    struct WhyNot {
        /// Whether it is allowed.
        pub allowed: bool,
        /// Why not, in words: a reason a line.
        pub text: String,
        /// The rule of the first reason.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub rule: Option<String>,
    }

    /// What can come of an answer at once, as far as the side can know.
    struct Preview {
        /// The answer in words.
        pub label: String,
        /// Every end: those that change something, the likeliest first, then the one that changes nothing.
        pub ends: Vec<Chance>,
        /// By thing concerned: the chance of each of its states.
        pub things: Vec<ThingChances>,
        /// Whether all cases were looked at; if not, the chances are lower bounds.
        pub complete: bool,
        /// Modifiers of the result, by name, where they are known before the throw.
        pub parts: Vec<Part>,
        /// What will have changed when somebody decides again, in the same order. The ends go on from there: they take each further
        /// decision for the least, until what was begun is finished.
        pub near: Vec<Chance>,
        /// Who decides then, and what.
        pub decides: Vec<Chance>,
        /// What is drawn meanwhile to come next.
        pub drawn: Vec<Chance>,
        /// What may be thrown before anybody decides. Where it is empty, the answer throws nothing.
        pub throws: Vec<String>,
        /// What may be thrown after further decisions.
        pub later: Vec<String>,
        /// Whether the look ahead ends where something comes to light that the side does not know.
        pub veiled: bool,
        /// Whether the ends take a further decision for the least.
        pub assumed: bool,
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

    /// A named part of a sum.
    struct Part {
        /// What it adds.
        pub value: i32,
        /// Its name.
        pub label: String,
        /// The rule.
        pub rule: String,
    }

    /// What the best computer player would answer.
    struct Hint {
        /// The answer's number.
        pub choice: u32,
        /// The answer in words.
        pub label: String,
        /// Why.
        pub why: String,
    }

    /// Asking for an overlay of the map.
    struct OverlayWish {
        /// Of what: `u3`, `l0`, `h45`.
        pub of: String,
        /// `reach` (where it can go, with costs), `zone` (what it bars), `fire` (what it can fire at), `sight` (what it sees),
        /// `charge` (where its charge can lead, and whom it can strike), `command` (whom it commands), `line` (the line of sight to `to`: what bars it).
        pub kind: String,
        /// A hex, for `line`.
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

// ---------------------------------------------------------------------------------------------------------------- the record

/// A value in a log entry: a number, a pointer (`u3`), or a word for readers with a leading `=`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(untagged)]
pub enum Fact {
    /// A number.
    Number(i32),
    /// A pointer, or `=` and a word.
    Text(String),
}

/// What a heading in the log stands over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Heading {
    /// A game turn.
    Turn,
    /// A side's section of a turn: an activation, a movement.
    Section,
}

wire! {
    /// Something that happened.
    struct LogEntry {
        /// Its place in the log. After something is taken back the log is shorter, and places are used again.
        pub at: u32,
        /// The rule.
        pub rule: String,
        /// Its key, for filters (`fire.result`).
        pub key: String,
        /// The heading that it is, if it is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub opens: Option<Heading>,
        /// A sentence, without the modifiers.
        pub text: String,
        /// Named values: what it concerns, dice, sums.
        pub facts: BTreeMap<String, Fact>,
        /// The modifiers that made the result.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<Vec<Part>>")]
        pub parts: Vec<Part>,
    }

    /// A piece of the log.
    struct LogPage {
        /// The log's length, entries that the viewer may not see included.
        pub length: u32,
        /// The entries that he may see.
        pub entries: Vec<LogEntry>,
    }

    /// The steps of a game for replay.
    #[derive(Default)]
    struct ReplayIndex {
        /// The steps, in order. Step 0 is the position before the first answer.
        pub steps: Vec<ReplayStep>,
        /// Points by side after each step, in halves.
        pub half_points: Vec<Vec<i32>>,
        /// Strength eliminated by side after each step.
        pub losses: Vec<Vec<i32>>,
        /// Units on the map in good order, by side after each step, as far as the viewer sees them.
        pub good: Vec<Vec<u16>>,
        /// Units on the map in disorder.
        pub disordered: Vec<Vec<u16>>,
        /// Units on the map in rout.
        pub routed: Vec<Vec<u16>>,
    }

    /// A step of a replay.
    struct ReplayStep {
        /// The game turn, from 1.
        pub turn: u16,
        /// The decisions taken in it, in their order, as far as the viewer may know them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<Vec<ReplayAnswer>>")]
        pub answers: Vec<ReplayAnswer>,
        /// The log's length after it.
        pub log: u32,
    }

    /// A decision in a step of a replay.
    struct ReplayAnswer {
        /// Who took it.
        pub side: u8,
        /// The answer in words.
        pub label: String,
    }

    /// The position after a step.
    struct ReplayPosition {
        /// The step's number.
        pub step: u32,
        /// The position.
        pub position: Position,
    }

    /// The positions after several steps.
    struct ReplayRun {
        /// The number of the first step.
        pub first: u32,
        /// The position after it.
        pub position: Position,
        /// For each of the steps that follow, what changes.
        pub patches: Vec<Patch>,
    }

    /// Where the dice of a finished game were kind and unkind, weighed by what they decided at once.
    struct Fortune {
        /// The throws, in their order.
        pub throws: Vec<FortuneThrow>,
        /// Whether all throws were weighed; if not, the later ones are missing.
        pub whole: bool,
    }

    /// A throw, weighed. Worths are in hundredths of a strength point, those of the first side over the second, compared with the moment
    /// before the step: a unit counts whole in good order, less in disorder, little in rout, and nothing when it is eliminated.
    struct FortuneThrow {
        /// The step in which it fell, as in [`ReplayIndex::steps`].
        pub step: u32,
        /// The place in the log of what was told next, as the viewer may see the log.
        pub log: u32,
        /// The rule that called for it.
        pub rule: String,
        /// What it was for, in words.
        pub what: String,
        /// What it was about.
        pub about: Vec<String>,
        /// The side that threw, where one did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub side: Option<u8>,
        /// How many outcomes it had.
        pub faces: u32,
        /// What fell, as it reads.
        pub shows: String,
        /// The mean worth over all outcomes: what could be expected.
        pub expected: i32,
        /// The mean worth after what fell. Chance was kind to the first side by `came` - `expected`.
        pub came: i32,
        /// The worth after the outcome that is worst for the first side.
        pub least: i32,
        /// The worth after the outcome that is best for it.
        pub most: i32,
        /// How many outcomes are better for the first side than what fell.
        pub better: u32,
        /// How many are worse for it.
        pub worse: u32,
    }

    /// A chat message.
    struct ChatMessage {
        /// Its number, from 1.
        pub id: u64,
        /// The writer's side; none for onlookers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub side: Option<u8>,
        /// The writer's name.
        pub name: String,
        /// The text: one paragraph, at most 500 characters.
        pub text: String,
        /// When, in seconds since 1970.
        pub when: i64,
    }

    /// A message to be sent.
    struct Say {
        /// The text.
        pub text: String,
        /// The side, for those who sit at both.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub side: Option<u8>,
    }

    /// One's own notes in a game; nobody else sees them.
    #[derive(Default)]
    struct Notes {
        /// Free text, at most 10,000 characters.
        #[serde(default)]
        pub text: String,
        /// Notes on hexes: at most 200, each of at most 200 characters.
        #[serde(default)]
        pub hexes: BTreeMap<u16, String>,
    }
}

// ---------------------------------------------------------------------------------------------------------------- standing orders

/// Which of the legal answers a standing order gives.
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

wire! {
    /// A standing order: when a question with this key is asked of this side and all conditions hold, an answer is given at once. The side's
    /// log says which order answered (an entry with the key `order.answered`); nobody else is told.
    struct StandingOrder {
        /// The question's key.
        pub key: String,
        /// The verb of the answer, as it is typed.
        pub verb: String,
        /// Which of the legal answers with this verb.
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
        /// `enemy`: the distance to the nearest enemy unit, `friend`: to the nearest other unit of one's own; `between`: between the first two
        /// places that the question is about; `number`: the first number that it is about; `answers`: how many legal answers there are; `turn`:
        /// the game turn; `strength`: of the unit that it is about; `is`: 1 if the question is about the thing `of` (a unit, a hex, or a unit of a
        /// formation), else 0; `state`: 1 if the unit that it is about is in the state `of` (`good`, `disordered`, ...), else 0.
        pub what: String,
        /// For `enemy` and `friend`: units count whose symbol contains this (`cavalry`; absent: all). For `is` a pointer, for `state` a state.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub of: Option<String>,
        /// At least.
        pub least: i32,
        /// At most.
        pub most: i32,
    }

    /// All of one's standing orders.
    struct StandingOrders {
        /// The orders; the first that fits answers. At most 50.
        pub orders: Vec<StandingOrder>,
        /// The side, for those who sit at both.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub side: Option<u8>,
    }
}

// ---------------------------------------------------------------------------------------------------------------- clocks, undo

wire! {
    /// Clocks.
    struct Clocks {
        /// Milliseconds left, by side, at `at`.
        pub left_ms: Vec<i64>,
        /// Sides' numbers whose clocks run.
        pub running: Vec<u8>,
        /// When this was true, in milliseconds since 1970.
        pub at_ms: i64,
        /// Whether the clocks are stopped by consent.
        pub paused: bool,
        /// The side that proposes to stop the clocks (or to go on).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub pause_proposed_by: Option<u8>,
    }

    /// A proposal to take back.
    struct UndoProposal {
        /// Its number. Consent names it; another proposal has another.
        pub id: u64,
        /// Who proposes it.
        pub by: u8,
        /// How many entries of the viewer's log would be left: those from this number on would be undone.
        pub log: u32,
        /// The viewer's own decisions that would be undone, in words, the earliest first.
        pub own: Vec<String>,
        /// How many throws would be undone of those he was told of.
        pub throws: u32,
    }

    /// Yes or no to a proposal to take back.
    struct UndoConsent {
        /// Yes.
        pub agree: bool,
        /// The proposal's number.
        pub id: u64,
        /// The side, for those who sit at both.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub side: Option<u8>,
    }

    /// Taking back one's last answers.
    struct UndoWish {
        /// How many of one's own answers, at least 1.
        #[serde(default = "one")]
        pub back: u32,
        /// Whether to ask the other side, where it cannot be done alone.
        #[serde(default)]
        pub ask: bool,
        /// The side, for those who sit at both.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub side: Option<u8>,
    }

    /// What became of it.
    struct UndoDone {
        /// Whether it is done; else the other side is asked.
        pub done: bool,
        /// The game's revision.
        pub revision: u64,
    }

    /// Yes or no, to a proposal.
    struct Consent {
        /// Yes.
        pub agree: bool,
        /// The side, for those who sit at both.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub side: Option<u8>,
    }

    /// The side as which something is done, for those who sit at both.
    #[derive(Default)]
    struct AsSide {
        /// The side.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub side: Option<u8>,
    }
}

fn one() -> u32 {
    1
}

// ---------------------------------------------------------------------------------------------------------------- dice

wire! {
    /// What the dice page needs to verify a game by itself: see `docs/api.md` for the bytes.
    struct VerifyData {
        /// The published hash of the seed, 64 hexadecimal digits.
        pub commitment: String,
        /// What each side mixed in, hexadecimal, by side.
        pub contributions: Vec<String>,
        /// What was promised under play, in its order.
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
        /// What each side contributed to it, hexadecimal, by side.
        pub contributions: Vec<Option<String>>,
        /// Whether the dice follow from it already.
        pub mixed: bool,
    }

    /// What is known of the dice while they are played with.
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
        /// What fell, from 0.
        pub outcome: u32,
    }
}

// ---------------------------------------------------------------------------------------------------------------- live

/// What the browser sends over the game's WebSocket.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ClientMessage {
    /// An answer. The server replies with `ack` or `error` with the same `ref`, when it is stored.
    Answer {
        /// Any number, given back with the reply.
        r#ref: u32,
        /// The answer.
        answer: Answer,
    },
    /// A chat message.
    Say {
        /// The text.
        text: String,
    },
    /// Are you there? The server replies with `pong`.
    Ping,
}

/// What the server sends over the game's WebSocket.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The whole view: first message, unless the browser has named a revision from which changes can be given.
    Full {
        /// The view.
        view: Box<GameView>,
    },
    /// The browser's revision is the present one.
    Synced {
        /// The revision.
        revision: u64,
    },
    /// What has changed. It applies to revision `from` and leads to revision `revision`; if `from` is not what the browser has, it asks for
    /// the whole view by connecting again without `since`.
    Change {
        /// The change.
        change: Box<Change>,
    },
    /// An answer was stored.
    Ack {
        /// The number that came with it.
        r#ref: u32,
        /// The game's revision after it.
        revision: u64,
    },
    /// Something was not done.
    Error {
        /// The number that came with it; 0 if none did.
        r#ref: u32,
        /// Why.
        error: Problem,
    },
    /// A chat message.
    Chat {
        /// The message.
        message: ChatMessage,
    },
    /// Seats have changed: who sits there, who is connected.
    Seats {
        /// All seats.
        seats: Vec<SeatCard>,
    },
    /// Clocks have changed otherwise than by an answer.
    Clocks {
        /// The clocks.
        clocks: Clocks,
    },
    /// I am here.
    Pong,
    /// The server stops; connect again in a while.
    Goodbye,
}

wire! {
    /// What an answer (or something taken back) has changed for one viewer. Whatever is absent has not changed.
    #[derive(Default)]
    struct Change {
        /// The revision to which this applies.
        pub from: u64,
        /// The revision after it.
        pub revision: u64,
        /// The changed part of the position.
        #[serde(default, skip_serializing_if = "Patch::is_empty")]
        #[ts(optional, as = "Option<Patch>")]
        pub patch: Patch,
        /// The log is cut to this length first, where something was taken back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub log_cut: Option<u32>,
        /// New entries of the log.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<Vec<LogEntry>>")]
        pub log: Vec<LogEntry>,
        /// The log's length.
        pub log_length: u32,
        /// Sides' numbers that are asked something now.
        pub waiting: Vec<u8>,
        /// The viewer's question is another one now (or gone, if `question` is absent).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(optional, as = "Option<bool>")]
        pub asked: bool,
        /// The viewer's new question.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub question: Option<Question>,
        /// Clocks, if there are any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub clocks: Option<Clocks>,
        /// A proposal to take back lies on the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub undo: Option<UndoProposal>,
        /// What is known of the dice, if that has changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub dice: Option<DiceCard>,
        /// Whether the viewer could take his last answer back alone.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(optional, as = "Option<bool>")]
        pub can_undo: bool,
        /// The game is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub outcome: Option<OutcomeCard>,
    }
}

/// The TypeScript of all types, as it stands in `web/src/lib/wire/index.ts`.
pub fn typescript() -> String {
    let mut out = String::from(
        "// Made from the Rust types by `BERTHIER_UPDATE=1 cargo test -p server wire`. Do not edit.\n\n",
    );
    macro_rules! all {
        ($($name:ty),* $(,)?) => {$({
            if let Some(docs) = <$name as TS>::docs() {
                out.push_str(&docs);
            }
            out.push_str("export ");
            out.push_str(&<$name as TS>::decl());
            out.push_str("\n\n");
        })*};
    }
    use shelf::board::*;
    all!(
        GroundData,
        HexsideData,
        WayData,
        PlaceData,
        SideData,
        CounterData,
        FigureData,
        FormationData,
        MarkerData,
        TurnData,
        ArrivalData,
        ObjectiveData,
        VerbData,
        AskData,
        Board,
        ClockData,
        Counter,
        MarkerState,
        FormationState,
        GroupState,
        Position,
        Patch,
        OverlayHex,
        OverlayData,
        Problem,
        ErrorBody,
        SideCard,
        BattleCard,
        Lesson,
        BattleDetail,
        RuleCard,
        Notify,
        MailState,
        MailProof,
        MailCard,
        MailStop,
        Me,
        Credentials,
        SessionCard,
        SeatWish,
        BrokenOff,
        UndoRule,
        DiceRule,
        WatchRule,
        AtZero,
        ClockRule,
        Options,
        NewGame,
        Created,
        Join,
        ComputerWish,
        SeatCode,
        Upload,
        GameStatus,
        SeatCard,
        OutcomeCard,
        GameCard,
        ChoiceGroup,
        Question,
        Ending,
        Answer,
        Accepted,
        Candidate,
        WhyNot,
        Chance,
        ThingChances,
        Part,
        Preview,
        Hint,
        OverlayWish,
        Overlay,
        Fact,
        Heading,
        LogEntry,
        LogPage,
        ReplayAnswer,
        ReplayStep,
        ReplayIndex,
        ReplayPosition,
        ReplayRun,
        FortuneThrow,
        Fortune,
        ChatMessage,
        Say,
        Notes,
        OrderChoice,
        OrderCondition,
        StandingOrder,
        StandingOrders,
        Clocks,
        UndoProposal,
        UndoConsent,
        UndoWish,
        UndoDone,
        Consent,
        AsSide,
        PromiseCard,
        DiceCard,
        Contribution,
        ThrowData,
        VerifyData,
        GameView,
        Change,
        ClientMessage,
        ServerMessage,
    );
    // All numbers stay below 2^53, and JSON has no big integers.
    out = out.replace("bigint", "number");
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    /// The TypeScript types are those of the Rust types.
    #[test]
    fn wire_types_for_the_client_are_current() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/wire/index.ts");
        let made = super::typescript();
        if std::env::var_os("BERTHIER_UPDATE").is_some() {
            std::fs::create_dir_all(path.parent().expect("it is in a folder"))
                .expect("the folder can be made");
            std::fs::write(&path, &made).expect("the file can be written");
        }
        let stands = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            stands == made,
            "web/src/lib/wire/index.ts is out of date: BERTHIER_UPDATE=1 cargo test -p server wire"
        );
    }
}
