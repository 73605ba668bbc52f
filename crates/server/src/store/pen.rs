//! The pen: the one connection that writes, and the only way to write.
//!
//! A disk may fail at any moment: it is full, a sync or a write goes wrong. SQLite then has rolled back by itself or has not, and nobody can
//! tell from the error whether a commit has happened. So nothing that follows relies on a connection that has failed: it is thrown away. A
//! new one reads the receipt, a row that every transaction changes, and so finds out which transaction is the last on disk; and before
//! anything is said about one in doubt, it *fences* it: it commits another change, synced. If that succeeds, what stands in the log before it is
//! on disk too, and what does not can never come true later: the place in the log where it would have stood is taken. Until then the
//! doubt stays, and nothing else is written.
//!
//! What failed before its commit was asked for, or because the log could not be written in full, has certainly not happened.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering::Relaxed};
use std::time::Duration;

use sqlx::query::Query;
use sqlx::sqlite::{SqliteArguments, SqliteConnectOptions, SqliteConnection, SqliteQueryResult, SqliteRow};
use sqlx::{ConnectOptions, Connection, Row, Sqlite as Db};
use tokio::sync::{Mutex, MutexGuard};

use super::{StoreError, sql};
use crate::now_ms;

/// SQLite's code for a disk without space.
const FULL: i32 = 13;
/// SQLite's codes for what is wrong with a statement or its values, not with the disk.
const STATEMENTS: [i32; 4] = [18, 19, 20, 25];

/// The only way to write.
pub(super) struct Pen {
    options: SqliteConnectOptions,
    state: Mutex<State>,
    /// A connection that reads, and stays open as long as the pen does. While one is open, SQLite keeps its index of the log, and does not
    /// take up again by itself what a failed commit has left in it.
    anchor: Mutex<Option<SqliteConnection>>,
    /// Whether the last attempt to write failed, and when that was.
    fails: AtomicBool,
    failed_ms: AtomicI64,
    pause: Duration,
}

#[derive(Default)]
struct State {
    /// The connection, unless it was thrown away.
    line: Option<SqliteConnection>,
    /// The number of the last transaction that was begun.
    last: i64,
    /// The transaction of which it is not known whether it is stored.
    doubt: Option<i64>,
}

/// A transaction. If it is dropped before it is committed, it has not happened.
pub(super) struct Page<'a> {
    pen: &'a Pen,
    state: MutexGuard<'a, State>,
    line: Option<SqliteConnection>,
    number: i64,
}

impl Pen {
    /// A pen that opens its connection when it is first needed. After a failure it is not worth trying again for a `pause`.
    pub fn new(options: SqliteConnectOptions, pause: Duration) -> Pen {
        Pen {
            options,
            state: Mutex::default(),
            anchor: Mutex::default(),
            fails: AtomicBool::new(false),
            failed_ms: AtomicI64::new(0),
            pause,
        }
    }

    /// Opens the anchor and the connection that writes, and writes.
    ///
    /// # Errors
    /// The file cannot be opened or written.
    pub async fn start(&self) -> Result<(), StoreError> {
        let mut anchor = self.options.clone().read_only(true).create_if_missing(false).connect().await?;
        sqlx::query(sql::RECEIPT).fetch_one(&mut anchor).await?;
        *self.anchor.lock().await = Some(anchor);
        let mut state = self.state.lock().await;
        let (line, _) = self.open(&mut state).await?;
        state.line = Some(line);
        Ok(())
    }

    /// Finds out what is not known yet.
    ///
    /// # Errors
    /// [`StoreError::Unknown`]: it cannot be found out now.
    pub async fn settle(&self) -> Result<(), StoreError> {
        let mut state = self.state.lock().await;
        if state.doubt.is_none() {
            return Ok(());
        }
        if self.pauses() {
            return Err(StoreError::Unknown);
        }
        let (line, _) = self.open(&mut state).await.map_err(|_| StoreError::Unknown)?;
        state.line = Some(line);
        Ok(())
    }

    /// Begins a transaction.
    ///
    /// # Errors
    /// Nothing can be written: nothing has been.
    pub async fn page(&self) -> Result<Page<'_>, StoreError> {
        let mut state = self.state.lock().await;
        let line = match state.line.take() {
            Some(line) => line,
            None => self.open(&mut state).await?.0,
        };
        state.last += 1;
        let number = state.last;
        let mut page = Page { pen: self, state, line: Some(line), number };
        page.run(sqlx::query("BEGIN IMMEDIATE")).await?;
        let signed = page.run(sqlx::query(sql::SIGN).bind(number)).await?;
        if signed.rows_affected() != 1 {
            return Err(StoreError::NotStored("the receipt is missing".to_owned()));
        }
        Ok(page)
    }

    /// Changes something that means nothing, and returns when it is on disk: writing works.
    ///
    /// # Errors
    /// It does not.
    pub async fn try_out(&self) -> Result<i64, StoreError> {
        let mut page = self.page().await?;
        let number = page.number;
        page.run(sqlx::query(sql::FENCE)).await?;
        page.commit().await?;
        Ok(number)
    }

    /// Whether the last attempt to write failed.
    pub fn fails(&self) -> bool {
        self.fails.load(Relaxed)
    }

    /// Whether it failed so short a time ago that it is not worth trying again.
    pub fn pauses(&self) -> bool {
        let pause = i64::try_from(self.pause.as_millis()).unwrap_or(i64::MAX);
        self.fails() && (0..pause).contains(&(now_ms() - self.failed_ms.load(Relaxed)))
    }

    /// A new connection that has shown that it writes, and the number of the last transaction that is stored. No doubt is left then.
    async fn open(&self, state: &mut State) -> Result<(SqliteConnection, i64), StoreError> {
        let opened = match self.options.connect().await {
            Ok(mut line) => match fence(&mut line).await {
                Ok(stored) => Ok((line, stored)),
                Err(error) => {
                    throw_away(line).await;
                    Err(error)
                }
            },
            Err(error) => Err(error),
        };
        let (line, stored) = opened.map_err(|error| self.failed(&error))?;
        if let Some(number) = state.doubt.take() {
            tracing::warn!(number, is_stored = stored == number, "it is known again what is stored");
        }
        state.last = state.last.max(stored);
        self.fails.store(false, Relaxed);
        Ok((line, stored))
    }

    /// Notes that something was not stored.
    fn failed(&self, error: &sqlx::Error) -> StoreError {
        self.failed_ms.store(now_ms(), Relaxed);
        if !self.fails.swap(true, Relaxed) {
            tracing::error!(%error, "nothing can be stored");
        }
        StoreError::NotStored(error.to_string())
    }
}

/// Reads the receipt, and changes something so that it stays true. Returns the number of the last transaction that is stored.
async fn fence(line: &mut SqliteConnection) -> Result<i64, sqlx::Error> {
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *line).await?;
    let stored = sqlx::query(sql::RECEIPT).fetch_one(&mut *line).await?.try_get("stored")?;
    sqlx::query(sql::FENCE).execute(&mut *line).await?;
    sqlx::query("COMMIT").execute(&mut *line).await?;
    Ok(stored)
}

/// Ends a connection, and waits until it has let go of the file.
async fn throw_away(line: SqliteConnection) {
    if let Err(error) = line.close().await {
        tracing::debug!(%error, "a connection that failed does not close well");
    }
}

/// SQLite's primary code of an error; none if it comes from somewhere else.
fn code(error: &sqlx::Error) -> Option<i32> {
    let extended: i32 = error.as_database_error()?.code()?.parse().ok()?;
    Some(extended & 0xff)
}

impl Page<'_> {
    /// Runs a statement.
    ///
    /// # Errors
    /// It fails: nothing of the transaction has happened, and nothing will.
    pub async fn run<'a>(
        &mut self,
        query: Query<'a, Db, SqliteArguments>,
    ) -> Result<SqliteQueryResult, StoreError> {
        let mut line = self.take()?;
        let done = query.execute(&mut line).await;
        self.done(line, done).await
    }

    /// Runs a statement that returns rows.
    ///
    /// # Errors
    /// As [`Page::run`].
    pub async fn rows<'a>(
        &mut self,
        query: Query<'a, Db, SqliteArguments>,
    ) -> Result<Vec<SqliteRow>, StoreError> {
        let mut line = self.take()?;
        let done = query.fetch_all(&mut line).await;
        self.done(line, done).await
    }

    fn take(&mut self) -> Result<SqliteConnection, StoreError> {
        let gone = || StoreError::NotStored("a statement before it failed".to_owned());
        self.line.take().ok_or_else(gone)
    }

    /// Fate of the connection after a statement.
    async fn done<T>(
        &mut self,
        line: SqliteConnection,
        done: Result<T, sqlx::Error>,
    ) -> Result<T, StoreError> {
        match done {
            Ok(done) => {
                self.line = Some(line);
                Ok(done)
            }
            Err(error) if code(&error).is_some_and(|code| STATEMENTS.contains(&code)) => {
                self.line = Some(line);
                self.abandon().await;
                Err(StoreError::Refused(error.to_string()))
            }
            Err(error) => {
                throw_away(line).await;
                Err(self.pen.failed(&error))
            }
        }
    }

    /// Takes back what was done: nothing of it has happened.
    pub async fn abandon(&mut self) {
        let Some(mut line) = self.line.take() else { return };
        match sqlx::query("ROLLBACK").execute(&mut line).await {
            Ok(_) => self.state.line = Some(line),
            Err(_) => throw_away(line).await,
        }
    }

    /// Commits, and returns when it is on disk.
    ///
    /// # Errors
    /// It has certainly not happened; or, with [`StoreError::Unknown`], nobody can say now.
    pub async fn commit(mut self) -> Result<(), StoreError> {
        let gone = || StoreError::NotStored("a statement failed".to_owned());
        let mut line = self.line.take().ok_or_else(gone)?;
        // Should nobody wait for what follows any more, the doubt stays.
        self.state.doubt = Some(self.number);
        let error = match sqlx::query("COMMIT").execute(&mut line).await {
            Ok(_) => {
                self.state.doubt = None;
                self.state.line = Some(line);
                self.pen.fails.store(false, Relaxed);
                return Ok(());
            }
            Err(error) => error,
        };
        throw_away(line).await;
        let failed = self.pen.failed(&error);
        if code(&error) == Some(FULL) {
            self.state.doubt = None;
            return Err(failed);
        }
        match self.pen.open(&mut self.state).await {
            Ok((line, stored)) => {
                self.state.line = Some(line);
                if stored == self.number { Ok(()) } else { Err(failed) }
            }
            Err(_) => Err(StoreError::Unknown),
        }
    }
}
