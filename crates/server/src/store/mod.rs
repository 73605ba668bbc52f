//! Store: what is kept on disk. [`Store`] is what the rest of the server knows of it; [`sqlite::Sqlite`] keeps it in one file.

pub mod mail;
mod pen;
pub mod place;
mod sql;
pub mod sqlite;
pub mod writer;

use std::path::Path;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

use crate::room::record::OrderedAnswer;
pub use crate::wire::SeatKind;
use crate::wire::{ChatMessage, Notes, Options, OutcomeCard, StandingOrder};

/// The statements of the lists of one holder: their games, and those that wait for them. For tests of how they are found.
pub fn lists() -> [&'static str; 2] {
    [sql::GAMES_OF, sql::GAMES_WAITING]
}

/// Error of the store: why something was not stored or found.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The data base does not do what it is asked.
    #[error("the data base failed: {0}")]
    Database(#[from] sqlx::Error),
    /// The data base cannot be brought to this program's shape.
    #[error("the data base cannot be migrated: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// Stored content that this program does not write.
    #[error("the data base holds something else than expected: {0}")]
    Shape(#[from] serde_json::Error),
    /// The file system.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// The disk is full or broken. Nothing has been written, and what was to be written will not come true later.
    #[error("it was not stored: {0}")]
    NotStored(String),
    /// Refusal of a write that does not fit to what is there. Nothing has been written; the disk is well.
    #[error("it was refused: {0}")]
    Refused(String),
    /// A commit failed, and it cannot be found out now whether it has happened.
    #[error("it is not known whether it was stored")]
    Unknown,
    /// There is such a thing already.
    #[error("there is one already")]
    Exists,
    /// Another server uses the folder.
    #[error("another server uses this folder; stop it, or name another folder with --data")]
    Taken,
    /// The writer has stopped.
    #[error("the server stops")]
    Stopped,
}

/// A game's fixed part.
#[derive(Clone, Debug)]
pub struct GameRow {
    /// Its id.
    pub id: String,
    /// The rulebook's id.
    pub rulebook: String,
    /// The battle's id.
    pub battle: String,
    /// The battle's title.
    pub title: String,
    /// Options under which it is played.
    pub options: Options,
    /// The secret from which the dice follow, hexadecimal.
    pub seed: String,
    /// Maker of the game.
    pub maker: String,
    /// Time at which it was made.
    pub created: i64,
}

/// Summary of a game: where a game stands, for lists.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Summary {
    /// Game turn, from 1.
    pub turn: u16,
    /// Number of the turns.
    pub turns: u16,
    /// Sides that are asked something.
    pub waiting: Vec<u8>,
    /// Outcome, once it has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeCard>,
    /// Clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<crate::room::clock::ClockState>,
    /// Sitters so far, in the order in which they sat down last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sat: Vec<crate::room::sitters::Sitter>,
    /// Sides whose free seats cannot be taken, for the secrets that stand there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closed: Vec<u8>,
    /// The seeds promised under play, hexadecimal: a secret until the end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seeds: Vec<String>,
    /// Whether the last of them is to be mixed in as soon as all have contributed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mixing: bool,
    /// Sides whose people have said that they contribute.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contributes: Vec<u8>,
    /// Whether the game goes on from a saved one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub continued: bool,
}

/// The status of a game that is played.
pub const PLAYING: i64 = 0;
/// The status of a game that has ended.
pub const OVER: i64 = 1;

/// A game's changing part.
#[derive(Clone, Debug)]
pub struct StateRow {
    /// The game.
    pub game: String,
    /// Time of its last change that everybody may see.
    pub changed: i64,
    /// Time at which anything of it was last written.
    pub touched: i64,
    /// [`PLAYING`] or [`OVER`].
    pub status: i64,
    /// Time at which its clock falls, if that has to be looked at then, in seconds since 1970.
    pub due: Option<i64>,
    /// Whether it goes on though nobody comes.
    pub goes_on: bool,
    /// The rest.
    pub summary: Summary,
}

/// A seat.
#[derive(Clone, Debug)]
pub struct SeatRow {
    /// The game.
    pub game: String,
    /// The side's number.
    pub side: u8,
    /// Kind of the sitter.
    pub kind: SeatKind,
    /// The name of who sits there.
    pub name: String,
    /// Its holder: see [`crate::auth::KnownBrowser::holder`].
    pub holder: Option<String>,
    /// The hash of the code that takes it.
    pub code: Option<String>,
    /// Standing orders.
    pub orders: Vec<StandingOrder>,
    /// Whether onlookers may see the side's view after a delay.
    pub shows: bool,
}

/// New lines of a journal.
#[derive(Clone, Debug)]
pub struct Append {
    /// The game.
    pub game: String,
    /// The number of the first line, from 1.
    pub line: u64,
    /// The lines, each with its line feed.
    pub text: String,
    /// Time at which they were written.
    pub written: i64,
}

/// Write: what is written together or not at all.
#[derive(Clone, Debug, Default)]
pub struct Write {
    /// A new game.
    pub game: Option<GameRow>,
    /// New lines of a journal.
    pub append: Option<Append>,
    /// A game's changing part.
    pub state: Option<StateRow>,
    /// Seats that are new or changed.
    pub seats: Vec<SeatRow>,
    /// Chat messages, with their games.
    pub chat: Vec<(String, ChatMessage)>,
    /// Answers that standing orders gave, with their games.
    pub ordered: Vec<(String, OrderedAnswer)>,
}

/// A game in a list.
#[derive(Clone, Debug)]
pub struct ListedGame {
    /// The game.
    pub game: GameRow,
    /// State of the game.
    pub state: StateRow,
    /// Its seats, by side.
    pub seats: Vec<SeatRow>,
}

/// List of games: which ones it holds.
#[derive(Clone, Debug)]
pub enum List {
    /// Those with a seat of this holder.
    Of(String),
    /// Those that wait for this holder.
    Waiting(String),
    /// Those with free seats that anybody may take.
    Open,
    /// Those that anybody may watch.
    Watch,
}

/// A browser.
#[derive(Clone, Debug, Default)]
pub struct SessionRow {
    /// The account it is signed in to.
    pub account: Option<String>,
    /// The web address that is called when it is its turn, if it is not signed in; empty: none.
    pub webhook: String,
    /// Device of the browser.
    pub device: String,
    /// Time at which it was last seen, to the hour.
    pub seen: i64,
}

/// An account.
#[derive(Clone, Debug)]
pub struct AccountRow {
    /// The hash of its password.
    pub password: String,
    /// The web address that is called when it is its turn; empty: none.
    pub webhook: String,
}

/// Somebody signs in, or up.
#[derive(Clone, Debug)]
pub struct SignIn {
    /// The account.
    pub name: String,
    /// The hash of its password, if it is to be made.
    pub password: Option<String>,
    /// The hash of the browser's new token.
    pub token: String,
    /// Device of the browser.
    pub device: String,
    /// The token that it had, which ends, and whether that was not signed in: then what it held becomes the account's.
    pub before: Option<(String, bool)>,
    /// Whether all other tokens of the account end.
    pub alone: bool,
}

/// Store: what is kept on disk. Whatever writes returns when it is stored, durably; with [`StoreError::Unknown`] if nobody can say; with any other
/// error, it has not happened and will not. Several servers may share a store of another kind; a game is played by one of them at a time.
#[async_trait]
pub trait Store: mail::MailStore {
    /// Writes all of it in one transaction, durably.
    async fn commit(&self, writes: &[Write]) -> Result<(), StoreError>;

    /// A game with its state and seats.
    async fn game(&self, id: &str) -> Result<Option<ListedGame>, StoreError>;

    /// A game's journal, as far as it was written at a time.
    async fn journal(&self, id: &str, until: i64) -> Result<String, StoreError>;

    /// Answers of a game that standing orders gave, in the order of the journal, those that were taken back too.
    async fn ordered(&self, id: &str) -> Result<Vec<OrderedAnswer>, StoreError>;

    /// Games whose clocks have fallen, at most so many.
    async fn due(&self, now: i64, most: u32) -> Result<Vec<String>, StoreError>;

    /// Games that go on though nobody comes, in the order of their ids: at most so many after one.
    async fn going_on(&self, after: &str, most: u32) -> Result<Vec<String>, StoreError>;

    /// Games, those that are played before the others, the latest change first: so many after so many.
    async fn list(&self, list: &List, after: u32, most: u32) -> Result<Vec<ListedGame>, StoreError>;

    /// Number of the games.
    async fn count(&self) -> Result<i64, StoreError>;

    /// Games that have not changed since a time, at most so many.
    async fn stale_games(&self, before: i64, most: u32) -> Result<Vec<String>, StoreError>;

    /// Deletes a game and all that belongs to it, if it has not changed since a time; whether it was.
    async fn delete_stale(&self, id: &str, before: i64) -> Result<bool, StoreError>;

    /// Ends the tokens of browsers that were not seen since a time.
    async fn end_stale_sessions(&self, before: i64) -> Result<u64, StoreError>;

    /// Chat messages before a number, in order.
    async fn chat(&self, game: &str, before: u64, most: u32) -> Result<Vec<ChatMessage>, StoreError>;

    /// A holder's notes in a game.
    async fn notes(&self, game: &str, holder: &str) -> Result<Notes, StoreError>;

    /// Keeps a holder's notes.
    async fn set_notes(&self, game: &str, holder: &str, notes: &Notes) -> Result<(), StoreError>;

    /// A browser by the hash of its token.
    async fn session(&self, token: &str) -> Result<Option<SessionRow>, StoreError>;

    /// A browser that is new.
    async fn new_session(&self, token: &str, session: &SessionRow) -> Result<(), StoreError>;

    /// Notes when a browser was last seen.
    async fn touch_session(&self, token: &str, seen: i64) -> Result<(), StoreError>;

    /// An account's browsers with the hashes of their tokens, the last seen first, at most so many.
    async fn sessions(&self, account: &str, most: u32) -> Result<Vec<(String, SessionRow)>, StoreError>;

    /// Ends tokens.
    async fn end_sessions(&self, tokens: &[String]) -> Result<(), StoreError>;

    /// Signs somebody in or up, and gives all seats, games and notes that their browser held to the account: all of it or nothing. What is
    /// still written for their browser later is the account's too. Returns the tokens that have ended.
    ///
    /// # Errors
    /// [`StoreError::Exists`], if the name of a new account is taken.
    async fn sign_in(&self, sign_in: &SignIn) -> Result<Vec<String>, StoreError>;

    /// An account.
    async fn account(&self, name: &str) -> Result<Option<AccountRow>, StoreError>;

    /// Finds out whether the last commit that failed has happened.
    ///
    /// # Errors
    /// [`StoreError::Unknown`]: it cannot be found out now.
    async fn settle(&self) -> Result<(), StoreError>;

    /// Writes something that means nothing, durably, and reads it back.
    ///
    /// # Errors
    /// Nothing can be stored.
    async fn try_out(&self) -> Result<(), StoreError>;

    /// Whether the last attempt to write failed.
    fn fails(&self) -> bool;

    /// Whether it failed so short a time ago that it is not worth trying again.
    fn pauses(&self) -> bool;

    /// A copy of everything, as it stands, in a new file.
    async fn backup(&self, to: &Path) -> Result<(), StoreError>;
}
