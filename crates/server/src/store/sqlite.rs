//! Everything in one SQLite file. The queries are written so that PostgreSQL understands them too.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use async_trait::async_trait;
use sqlx::query::Query;
use sqlx::sqlite::{
    SqliteArguments, SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection, QueryBuilder, Row, Sqlite as Db};

use super::pen::{Page, Pen};
use super::place::make_private;
use super::sql;
use super::{
    AccountRow, GameRow, List, ListedGame, SeatKind, SeatRow, SessionRow, SignIn, StateRow, Store,
    StoreError, Summary, Write,
};
use crate::auth::{account, browser};
use crate::now_s;
use crate::room::record::OrderedAnswer;
use crate::wire::{ChatMessage, Notes, WatchRule};

/// The file's name in the data folder.
pub const FILE: &str = "berthier.sqlite";
/// Number of the connections that read at once.
const READERS: u32 = 4;

/// Seconds for which a request may still write for a holder who has moved.
const MOVED_S: i64 = 3600;

/// Opening of a store: how a store is opened.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The name of the SQLite file system through which the file is reached; none for the usual one. Tests name one that fails.
    pub files: Option<&'static str>,
    /// For how long it is not tried again to write, after it has failed.
    pub pause: Duration,
}

impl Default for Opening {
    fn default() -> Self {
        Opening { files: None, pause: Duration::from_millis(500) }
    }
}

/// The store in a file.
pub struct Sqlite {
    pub(super) readers: SqlitePool,
    pub(super) pen: Pen,
}

impl Sqlite {
    /// Opens the file in a folder, makes both if they are not there, and brings the tables up to date.
    ///
    /// # Errors
    /// The file cannot be opened or is not ours.
    pub async fn open(folder: &Path) -> Result<Sqlite, StoreError> {
        Sqlite::open_as(folder, Opening::default()).await
    }

    /// Opens the file in a certain way.
    ///
    /// # Errors
    /// As [`Sqlite::open`].
    pub async fn open_as(folder: &Path, opening: Opening) -> Result<Sqlite, StoreError> {
        std::fs::create_dir_all(folder)?;
        // Every commit is on disk before it is acknowledged: FULL syncs the write-ahead log at each.
        let mut options = SqliteConnectOptions::new()
            .filename(folder.join(FILE))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(10))
            .disable_statement_logging();
        match opening.files {
            Some(files) => options = options.vfs(files),
            None => make_private(&folder.join(FILE))?,
        }
        let mut first = options.connect().await?;
        // What a server that was killed has left in the log goes to its place, and the log begins anew.
        sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut first).await?;
        sqlx::migrate!().run(&mut first).await?;
        let pen = Pen::new(options.clone(), opening.pause);
        pen.start().await?;
        first.close().await?;
        let readers = all_readers(options.read_only(true)).await?;
        Ok(Sqlite { readers, pen })
    }

    /// Opens a file that is there already, only to read it.
    ///
    /// # Errors
    /// There is none, or it is not ours.
    pub async fn existing(folder: &Path) -> Result<Sqlite, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(folder.join(FILE))
            .busy_timeout(Duration::from_secs(10))
            .read_only(true)
            .disable_statement_logging();
        let pen = Pen::new(options.clone(), Duration::ZERO);
        let readers = SqlitePoolOptions::new().max_connections(1).connect_with(options).await?;
        Ok(Sqlite { pen, readers })
    }

    async fn seats(&self, ids: &[&str]) -> Result<Vec<SeatRow>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let mut query = QueryBuilder::<Db>::new(sql::SEATS);
        let mut list = query.separated(", ");
        for id in ids {
            list.push_bind(*id);
        }
        query.push(sql::SEATS_IN_ORDER);
        query.build().fetch_all(&self.readers).await?.iter().map(seat_of).collect()
    }

    /// Writes one thing.
    async fn write<'a>(&self, query: Query<'a, Db, SqliteArguments>) -> Result<(), StoreError> {
        let mut page = self.pen.page().await?;
        page.run(query).await?;
        page.commit().await
    }

    async fn with_seats(&self, rows: Vec<SqliteRow>) -> Result<Vec<ListedGame>, StoreError> {
        let mut listed: Vec<ListedGame> = rows.iter().map(listed_of).collect::<Result<_, _>>()?;
        let ids: Vec<&str> = listed.iter().map(|l| l.game.id.as_str()).collect();
        for seat in self.seats(&ids).await? {
            if let Some(entry) = listed.iter_mut().find(|l| l.game.id == seat.game) {
                entry.seats.push(seat);
            }
        }
        Ok(listed)
    }
}

/// Readers that are all open from the start and stay so: while the disk fails, no file can be opened, but what is open can be read.
async fn all_readers(options: SqliteConnectOptions) -> Result<SqlitePool, sqlx::Error> {
    let pool = SqlitePoolOptions::new()
        .min_connections(READERS)
        .max_connections(READERS)
        .idle_timeout(None)
        .max_lifetime(None)
        .after_connect(|line, _| {
            // The first read opens the log.
            Box::pin(async move { sqlx::query(sql::RECEIPT).fetch_one(line).await.map(drop) })
        })
        .connect_with(options)
        .await?;
    // The pool may count one that is still being opened: who holds all of them at once knows that they are open.
    let mut all = Vec::new();
    for _ in 0..READERS {
        all.push(pool.acquire().await?);
    }
    drop(all);
    Ok(pool)
}

fn seat_of(row: &SqliteRow) -> Result<SeatRow, StoreError> {
    Ok(SeatRow {
        game: row.try_get("game")?,
        side: row.try_get::<i64, _>("side")? as u8,
        kind: SeatKind::of(row.try_get("kind")?),
        name: row.try_get("name")?,
        holder: row.try_get("holder")?,
        code: row.try_get("code")?,
        orders: serde_json::from_str(row.try_get("orders")?)?,
        shows: row.try_get::<i64, _>("shows")? != 0,
    })
}

fn listed_of(row: &SqliteRow) -> Result<ListedGame, StoreError> {
    let id: String = row.try_get("id")?;
    let state = StateRow {
        game: id.clone(),
        changed: row.try_get("changed")?,
        touched: row.try_get("touched")?,
        status: row.try_get("status")?,
        due: row.try_get("due")?,
        goes_on: row.try_get::<i64, _>("goes_on")? != 0,
        summary: serde_json::from_str::<Summary>(row.try_get("summary")?)?,
    };
    let game = GameRow {
        id,
        rulebook: row.try_get("rulebook")?,
        battle: row.try_get("battle")?,
        title: row.try_get("title")?,
        options: serde_json::from_str(row.try_get("options")?)?,
        seed: row.try_get("seed")?,
        maker: row.try_get("maker")?,
        created: row.try_get("created")?,
    };
    Ok(ListedGame { game, state, seats: Vec::new() })
}

fn session_of(row: &SqliteRow) -> Result<SessionRow, StoreError> {
    Ok(SessionRow {
        account: row.try_get("account")?,
        webhook: row.try_get("webhook")?,
        device: row.try_get("device")?,
        seen: row.try_get("seen")?,
    })
}

async fn sign_in_on(page: &mut Page<'_>, sign_in: &SignIn) -> Result<Vec<String>, StoreError> {
    let SignIn { name, token, .. } = sign_in;
    let now = now_s();
    if let Some(password) = &sign_in.password {
        let query = sqlx::query(sql::NEW_ACCOUNT).bind(name).bind(password).bind(now);
        if page.run(query).await?.rows_affected() == 0 {
            return Err(StoreError::Exists);
        }
    }
    page.run(sqlx::query(sql::NEW_SESSION).bind(token).bind(name).bind(&sign_in.device).bind(now)).await?;
    let mut ended = Vec::new();
    if let Some((before, is_nobodys)) = &sign_in.before {
        if *is_nobodys {
            let (from, to) = (browser(before), account(name));
            for query in sql::HAND_OVER {
                page.run(sqlx::query(query).bind(&from).bind(&to)).await?;
            }
            page.run(sqlx::query(sql::FORGET_MOVED).bind(now - MOVED_S)).await?;
            page.run(sqlx::query(sql::MOVED).bind(&from).bind(&to).bind(now)).await?;
            if sign_in.password.is_some() {
                page.run(sqlx::query(sql::WEBHOOK_AS).bind(before).bind(name)).await?;
                page.run(sqlx::query(sql::MOVE_ADDRESS).bind(&from).bind(&to)).await?;
            }
        }
        end_session_on(page, before).await?;
        ended.push(before.clone());
    }
    if sign_in.alone {
        let rows = page.rows(sqlx::query(sql::END_OTHERS).bind(name).bind(token)).await?;
        for row in rows {
            ended.push(row.try_get("token")?);
        }
    }
    Ok(ended)
}

/// Ends a token, with the mail address that the browser had given.
async fn end_session_on(page: &mut Page<'_>, token: &str) -> Result<(), StoreError> {
    page.run(sqlx::query(sql::END_SESSION).bind(token)).await?;
    page.run(sqlx::query(sql::FORGET_ADDRESS).bind(browser(token))).await?;
    Ok(())
}

fn chat_of(row: &SqliteRow) -> Result<ChatMessage, StoreError> {
    Ok(ChatMessage {
        id: row.try_get::<i64, _>("id")? as u64,
        side: row.try_get::<Option<i64>, _>("side")?.map(|side| side as u8),
        name: row.try_get("name")?,
        text: row.try_get("text")?,
        when: row.try_get("said")?,
    })
}

async fn write_games(page: &mut Page<'_>, writes: &[Write]) -> Result<(), StoreError> {
    for game in writes.iter().filter_map(|write| write.game.as_ref()) {
        let query = sqlx::query(sql::NEW_GAME)
            .bind(&game.id)
            .bind(&game.rulebook)
            .bind(&game.battle)
            .bind(&game.title)
            .bind(serde_json::to_string(&game.options)?)
            .bind(&game.seed)
            .bind(&game.maker)
            .bind(game.created);
        page.run(query).await?;
    }
    Ok(())
}

/// All new lines in one statement, and all states in another: the cost of a statement is shared by the batch.
async fn write_answers(page: &mut Page<'_>, writes: &[Write]) -> Result<(), StoreError> {
    let appends: Vec<_> = writes.iter().filter_map(|write| write.append.as_ref()).collect();
    if !appends.is_empty() {
        let mut query = QueryBuilder::<Db>::new(sql::LINES);
        query.push_values(appends, |mut row, append| {
            row.push_bind(&append.game).push_bind(append.line as i64).push_bind(&append.text);
            row.push_bind(append.written);
        });
        page.run(query.build()).await?;
    }
    let mut states: Vec<(&StateRow, String)> = Vec::new();
    for state in writes.iter().filter_map(|write| write.state.as_ref()) {
        // A statement may write a row once: the latest counts.
        states.retain(|(known, _)| known.game != state.game);
        states.push((state, serde_json::to_string(&state.summary)?));
    }
    if !states.is_empty() {
        let mut query = QueryBuilder::<Db>::new(sql::STATES);
        query.push_values(states, |mut row, (state, summary)| {
            row.push_bind(&state.game).push_bind(state.changed).push_bind(state.touched);
            row.push_bind(state.status).push_bind(state.due).push_bind(i64::from(state.goes_on));
            row.push_bind(summary);
        });
        query.push(sql::STATES_AGAIN);
        page.run(query.build()).await?;
    }
    Ok(())
}

async fn write_seats(page: &mut Page<'_>, writes: &[Write]) -> Result<(), StoreError> {
    for seat in writes.iter().flat_map(|write| &write.seats) {
        let query = sqlx::query(sql::SEAT)
            .bind(&seat.game)
            .bind(i64::from(seat.side))
            .bind(seat.kind.word())
            .bind(&seat.name)
            .bind(&seat.holder)
            .bind(&seat.code)
            .bind(serde_json::to_string(&seat.orders)?)
            .bind(i64::from(seat.shows));
        page.run(query).await?;
    }
    for (game, message) in writes.iter().flat_map(|write| &write.chat) {
        let query = sqlx::query(sql::CHAT)
            .bind(game)
            .bind(message.id as i64)
            .bind(message.side.map(i64::from))
            .bind(&message.name)
            .bind(&message.text)
            .bind(message.when);
        page.run(query).await?;
    }
    for (game, ordered) in writes.iter().flat_map(|write| &write.ordered) {
        let query = sqlx::query(sql::ORDERED)
            .bind(game)
            .bind(ordered.line as i64)
            .bind(serde_json::to_string(ordered)?);
        page.run(query).await?;
    }
    Ok(())
}

/// Columns that lists look for.
async fn write_listing(page: &mut Page<'_>, writes: &[Write]) -> Result<(), StoreError> {
    for game in writes.iter().filter_map(|write| write.game.as_ref()) {
        let is_watched = game.options.watch == WatchRule::Public;
        let query = sqlx::query(sql::LISTING)
            .bind(i64::from(game.options.open))
            .bind(i64::from(is_watched))
            .bind(&game.id);
        page.run(query).await?;
    }
    let seated: BTreeSet<&str> =
        writes.iter().flat_map(|write| &write.seats).map(|seat| seat.game.as_str()).collect();
    for game in &seated {
        page.run(sqlx::query(sql::FREE).bind(*game)).await?;
    }
    let states = writes.iter().filter_map(|write| write.state.as_ref()).map(|state| state.game.as_str());
    let games: BTreeSet<&str> = seated.into_iter().chain(states).collect();
    if !games.is_empty() {
        let mut query = QueryBuilder::<Db>::new(sql::SEATED);
        let mut list = query.separated(", ");
        for game in games {
            list.push_bind(game);
        }
        query.push(sql::SEATED_IF_CHANGED);
        page.run(query.build()).await?;
    }
    Ok(())
}

#[async_trait]
impl Store for Sqlite {
    async fn commit(&self, writes: &[Write]) -> Result<(), StoreError> {
        let mut page = self.pen.page().await?;
        write_games(&mut page, writes).await?;
        write_answers(&mut page, writes).await?;
        write_seats(&mut page, writes).await?;
        write_listing(&mut page, writes).await?;
        page.commit().await
    }

    async fn game(&self, id: &str) -> Result<Option<ListedGame>, StoreError> {
        let rows = sqlx::query(sql::GAME).bind(id).fetch_all(&self.readers).await?;
        Ok(self.with_seats(rows).await?.pop())
    }

    async fn journal(&self, id: &str, until: i64) -> Result<String, StoreError> {
        let rows = sqlx::query(sql::JOURNAL).bind(id).bind(until).fetch_all(&self.readers).await?;
        let mut text = String::new();
        for row in &rows {
            text.push_str(row.try_get("text")?);
        }
        Ok(text)
    }

    async fn ordered(&self, id: &str) -> Result<Vec<OrderedAnswer>, StoreError> {
        let rows = sqlx::query(sql::ALL_ORDERED).bind(id).fetch_all(&self.readers).await?;
        rows.iter().map(|row| Ok(serde_json::from_str(row.try_get("entry")?)?)).collect()
    }

    async fn due(&self, now: i64, most: u32) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query(sql::DUE).bind(now).bind(i64::from(most)).fetch_all(&self.readers).await?;
        rows.iter().map(|row| Ok(row.try_get("game")?)).collect()
    }

    async fn going_on(&self, after: &str, most: u32) -> Result<Vec<String>, StoreError> {
        let rows =
            sqlx::query(sql::GOING_ON).bind(after).bind(i64::from(most)).fetch_all(&self.readers).await?;
        rows.iter().map(|row| Ok(row.try_get("game")?)).collect()
    }

    async fn list(&self, list: &List, after: u32, most: u32) -> Result<Vec<ListedGame>, StoreError> {
        let (query, holder) = match list {
            List::Of(holder) => (sql::GAMES_OF, holder.as_str()),
            List::Waiting(holder) => (sql::GAMES_WAITING, holder.as_str()),
            List::Open => (sql::GAMES_OPEN, ""),
            List::Watch => (sql::GAMES_WATCHED, ""),
        };
        let query = sqlx::query(query).bind(holder).bind(i64::from(most)).bind(i64::from(after));
        self.with_seats(query.fetch_all(&self.readers).await?).await
    }

    async fn count(&self) -> Result<i64, StoreError> {
        Ok(sqlx::query(sql::COUNT).fetch_one(&self.readers).await?.try_get("n")?)
    }

    async fn stale_games(&self, before: i64, most: u32) -> Result<Vec<String>, StoreError> {
        let query = sqlx::query(sql::STALE_GAMES).bind(before).bind(i64::from(most));
        query.fetch_all(&self.readers).await?.iter().map(|row| Ok(row.try_get("game")?)).collect()
    }

    async fn delete_stale(&self, id: &str, before: i64) -> Result<bool, StoreError> {
        let mut page = self.pen.page().await?;
        let gone = page.run(sqlx::query(sql::DELETE_STALE).bind(id).bind(before)).await?.rows_affected() > 0;
        if gone {
            for query in sql::DELETE_GAME {
                page.run(sqlx::query(query).bind(id)).await?;
            }
        }
        page.commit().await.map(|()| gone)
    }

    async fn end_stale_sessions(&self, before: i64) -> Result<u64, StoreError> {
        let mut page = self.pen.page().await?;
        let ended = page.run(sqlx::query(sql::END_STALE_SESSIONS).bind(before)).await?.rows_affected();
        if ended > 0 {
            page.run(sqlx::query(sql::FORGET_ADDRESSES)).await?;
        }
        page.commit().await.map(|()| ended)
    }

    async fn chat(&self, game: &str, before: u64, most: u32) -> Result<Vec<ChatMessage>, StoreError> {
        let rows = sqlx::query(sql::SAID)
            .bind(game)
            .bind(i64::try_from(before).unwrap_or(i64::MAX))
            .bind(i64::from(most))
            .fetch_all(&self.readers)
            .await?;
        rows.iter().rev().map(chat_of).collect()
    }

    async fn notes(&self, game: &str, holder: &str) -> Result<Notes, StoreError> {
        let row = sqlx::query(sql::NOTES).bind(game).bind(holder).fetch_optional(&self.readers).await?;
        row.map_or(Ok(Notes::default()), |row| Ok(serde_json::from_str(row.try_get("notes")?)?))
    }

    async fn set_notes(&self, game: &str, holder: &str, notes: &Notes) -> Result<(), StoreError> {
        let notes = serde_json::to_string(notes)?;
        self.write(sqlx::query(sql::KEEP_NOTES).bind(game).bind(holder).bind(notes)).await
    }

    async fn session(&self, token: &str) -> Result<Option<SessionRow>, StoreError> {
        let row = sqlx::query(sql::SESSION).bind(token).fetch_optional(&self.readers).await?;
        row.as_ref().map(session_of).transpose()
    }

    async fn new_session(&self, token: &str, session: &SessionRow) -> Result<(), StoreError> {
        let query = sqlx::query(sql::NEW_SESSION).bind(token).bind(&session.account).bind(&session.device);
        self.write(query.bind(session.seen)).await
    }

    async fn touch_session(&self, token: &str, seen: i64) -> Result<(), StoreError> {
        self.write(sqlx::query(sql::SESSION_SEEN).bind(seen).bind(token)).await
    }

    async fn sessions(&self, account: &str, most: u32) -> Result<Vec<(String, SessionRow)>, StoreError> {
        let query = sqlx::query(sql::SESSIONS).bind(account).bind(i64::from(most));
        let rows = query.fetch_all(&self.readers).await?;
        rows.iter().map(|row| Ok((row.try_get("token")?, session_of(row)?))).collect()
    }

    async fn end_sessions(&self, tokens: &[String]) -> Result<(), StoreError> {
        let mut page = self.pen.page().await?;
        for token in tokens {
            end_session_on(&mut page, token).await?;
        }
        page.commit().await
    }

    async fn sign_in(&self, sign_in: &SignIn) -> Result<Vec<String>, StoreError> {
        let mut page = self.pen.page().await?;
        match sign_in_on(&mut page, sign_in).await {
            Ok(ended) => page.commit().await.map(|()| ended),
            Err(error) => {
                page.abandon().await;
                Err(error)
            }
        }
    }

    async fn account(&self, name: &str) -> Result<Option<AccountRow>, StoreError> {
        let row = sqlx::query(sql::ACCOUNT).bind(name).fetch_optional(&self.readers).await?;
        let account = |row: SqliteRow| {
            Ok(AccountRow { password: row.try_get("password")?, webhook: row.try_get("webhook")? })
        };
        row.map(account).transpose()
    }

    async fn settle(&self) -> Result<(), StoreError> {
        self.pen.settle().await
    }

    async fn try_out(&self) -> Result<(), StoreError> {
        let number = self.pen.try_out().await?;
        let read: i64 = sqlx::query(sql::RECEIPT).fetch_one(&self.readers).await?.try_get("stored")?;
        // Another may have written since.
        if read >= number { Ok(()) } else { Err(StoreError::NotStored("it is not read back".to_owned())) }
    }

    fn fails(&self) -> bool {
        self.pen.fails()
    }

    fn pauses(&self) -> bool {
        self.pen.pauses()
    }

    async fn backup(&self, to: &Path) -> Result<(), StoreError> {
        // What is there already is not touched: SQLite refuses to write over it.
        if !to.exists() {
            make_private(to)?;
        }
        let file = to.to_string_lossy().into_owned();
        sqlx::query("VACUUM INTO $1").bind(file).execute(&self.readers).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use sqlx::SqliteConnection;

    use super::*;
    use crate::wire::OrderCondition;

    #[tokio::test]
    async fn conditions_that_were_stored_with_words_in_one_field_are_read() {
        let mut store = SqliteConnection::connect("sqlite::memory:").await.expect("memory is there");
        let old = r#"[{"what":"enemy","of":"cavalry","least":0,"most":4},{"what":"turn","least":0,"most":0},"#
            .to_owned()
            + r#"{"what":"state","of":"routed","least":0,"most":0},{"what":"is","of":"u3","least":1,"most":1}]"#;
        let table = "CREATE TABLE seat (orders TEXT)";
        sqlx::query(table).execute(&mut store).await.expect("a table");
        let insert = "INSERT INTO seat VALUES ($1)";
        sqlx::query(insert).bind(old).execute(&mut store).await.expect("a row");
        let migration = include_str!("../../migrations/0016_conditions.sql");
        sqlx::query(migration).execute(&mut store).await.expect("it is understood");
        let new: String =
            sqlx::query_scalar("SELECT orders FROM seat").fetch_one(&mut store).await.expect("the row");
        let conditions: Vec<OrderCondition> = serde_json::from_str(&new).expect("they are read");
        let expected = [
            OrderCondition::Enemy { arm: Some("cavalry".into()), least: 0, most: 4 },
            OrderCondition::Turn { least: 0, most: 0 },
            OrderCondition::State { state: "routed".into(), not: true },
            OrderCondition::Is { thing: "u3".into(), not: false },
        ];
        assert_eq!(conditions, expected);
    }
}
