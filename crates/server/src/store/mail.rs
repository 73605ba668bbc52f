//! Store of mails: where players are told of their turns, as it is kept on disk: mail addresses with what is known of them, and web addresses to call.

use async_trait::async_trait;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::pen::Page;
use super::sqlite::Sqlite;
use super::{StoreError, sql};
use crate::auth::{account_of, browser_of};

/// A day in seconds.
const DAY_S: i64 = 24 * 3600;
/// Number of times a day that a mail may be asked for to prove an address: by an account or a browser,
pub const ASKS_OF_HOLDER: i64 = 6;
/// to a mailbox,
pub const ASKS_OF_MAILBOX: i64 = 3;
/// from an address of the network.
pub const ASKS_OF_NETWORK: i64 = 50;

/// A holder's mail address. Who holds: see [`crate::auth::KnownBrowser::holder`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MailRow {
    /// The address.
    pub email: String,
    /// The code of the language in which its holder reads.
    pub language: String,
    /// Whether its owner has said that it is the holder's.
    pub is_confirmed: bool,
    /// Whether its owner wants no mails from here.
    pub is_stopped: bool,
    /// Whether a mail that asks them is still to be sent.
    pub is_due: bool,
    /// Until when the link in the last such mail is good, in seconds since 1970; none if there is none.
    pub valid_until: Option<i64>,
    /// The secret of the link that stops mails.
    pub stop: String,
}

/// Change of a mail address: what becomes of a holder's mail address.
#[derive(Clone, Debug)]
pub enum MailWish {
    /// It stays as it is.
    Keep,
    /// They have none any more.
    Remove,
    /// It is this one, and its owner is asked.
    Ask(MailAsk),
}

/// The owner of an address is to be asked whether it is the holder's.
#[derive(Clone, Debug)]
pub struct MailAsk {
    /// The address.
    pub email: String,
    /// Its mailbox: see [`crate::mail::mailbox`].
    pub mailbox: String,
    /// The code of the language in which the holder reads.
    pub language: String,
    /// From where they ask.
    pub network: String,
    /// A new secret, in case that nothing is known of the mailbox yet.
    pub stop: String,
}

/// Wish to be told: where a holder wishes to be told of their turns.
#[derive(Clone, Debug)]
pub struct NotifyWish {
    /// The holder.
    pub holder: String,
    /// The web address to call; empty: none. None: as it is.
    pub webhook: Option<String>,
    /// By mail.
    pub mail: MailWish,
    /// Now, in seconds since 1970.
    pub now: i64,
}

/// Outcome of a wish: what has become of such a wish. Nothing was changed but by the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WishOutcome {
    /// It is done.
    Done,
    /// There is no such holder.
    Gone,
    /// The owner of the mailbox wants no mails from here.
    Stopped,
    /// So many mails were asked for today that there are no more.
    TooMany,
}

/// A mail that asks and is to be sent.
#[derive(Clone, Debug)]
pub struct DueMail {
    /// Holder of the address.
    pub holder: String,
    /// The address.
    pub email: String,
    /// The code of the language.
    pub language: String,
    /// Time at which it was to be sent, in seconds since 1970.
    pub due: i64,
    /// Number of the tries.
    pub tries: i64,
    /// The secret of the link that stops mails.
    pub stop: String,
}

/// The secret of a mail that asks.
#[derive(Clone, Debug)]
pub struct Seal {
    /// Its hash.
    pub proof: String,
    /// Time until which it is good, in seconds since 1970.
    pub valid_until: i64,
    /// Time at which the mail is tried again should this fail, in seconds since 1970; 0 for never.
    pub again: i64,
}

/// Fate of a mail that was to go out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MailFate {
    /// It was sent.
    Sent,
    /// It was not.
    Unsent,
}

/// Flow of mails to a mailbox, as its owner wishes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MailFlow {
    /// They go there.
    Open,
    /// None does.
    Stopped,
}

/// Store of mails: what is kept on disk of mails. Errors are those of [`super::Store`].
#[async_trait]
pub trait MailStore: Send + Sync {
    /// A holder's mail address.
    async fn mail(&self, holder: &str) -> Result<Option<MailRow>, StoreError>;

    /// Keeps where a holder wishes to be told, all of it or nothing.
    async fn set_notify(&self, wish: &NotifyWish) -> Result<WishOutcome, StoreError>;

    /// Mails that ask and are to be sent, at most so many.
    async fn due_mails(&self, now: i64, most: u32) -> Result<Vec<DueMail>, StoreError>;

    /// Gives such a mail its secret; whether it is still to be sent.
    async fn seal_mail(&self, mail: &DueMail, seal: &Seal) -> Result<bool, StoreError>;

    /// Notes of the mail with a secret, by its hash, whether it was sent.
    async fn mail_sent(&self, proof: &str, fate: MailFate) -> Result<(), StoreError>;

    /// Confirms the address to which a secret was sent, by its hash; the address, if the secret is good.
    async fn confirm_mail(&self, proof: &str, now: i64) -> Result<Option<String>, StoreError>;

    /// Stops all mails to the mailbox whose owner has this secret, or lets them go there again; whether there is such a mailbox.
    async fn stop_mail(&self, stop: &str, flow: MailFlow) -> Result<bool, StoreError>;
}

fn mail_of(row: &SqliteRow) -> Result<MailRow, StoreError> {
    let proof: String = row.try_get("proof")?;
    let valid_until: i64 = row.try_get("valid_until")?;
    Ok(MailRow {
        email: row.try_get("email")?,
        language: row.try_get("language")?,
        is_confirmed: row.try_get::<i64, _>("confirmed")? != 0,
        is_stopped: row.try_get::<i64, _>("stopped")? != 0,
        is_due: row.try_get::<i64, _>("due")? != 0,
        valid_until: (!proof.is_empty()).then_some(valid_until),
        stop: row.try_get("stop")?,
    })
}

fn due_of(row: &SqliteRow) -> Result<DueMail, StoreError> {
    Ok(DueMail {
        holder: row.try_get("holder")?,
        email: row.try_get("email")?,
        language: row.try_get("language")?,
        due: row.try_get("due")?,
        tries: row.try_get("tries")?,
        stop: row.try_get("stop")?,
    })
}

async fn set_notify_on(page: &mut Page<'_>, wish: &NotifyWish) -> Result<WishOutcome, StoreError> {
    let holder = &wish.holder;
    let known = match (account_of(holder), browser_of(holder)) {
        (Some(name), _) => sqlx::query(sql::ACCOUNT_WEBHOOK).bind(&wish.webhook).bind(name),
        (_, Some(token)) => sqlx::query(sql::SESSION_WEBHOOK).bind(&wish.webhook).bind(token),
        _ => return Ok(WishOutcome::Gone),
    };
    if page.run(known).await?.rows_affected() == 0 {
        return Ok(WishOutcome::Gone);
    }
    match &wish.mail {
        MailWish::Keep => Ok(WishOutcome::Done),
        MailWish::Remove => {
            page.run(sqlx::query(sql::FORGET_ADDRESS).bind(holder)).await?;
            Ok(WishOutcome::Done)
        }
        MailWish::Ask(ask) => ask_on(page, holder, ask, wish.now).await,
    }
}

async fn ask_on(
    page: &mut Page<'_>,
    holder: &str,
    ask: &MailAsk,
    now: i64,
) -> Result<WishOutcome, StoreError> {
    page.run(sqlx::query(sql::MAILBOX).bind(&ask.mailbox).bind(&ask.stop)).await?;
    for row in page.rows(sqlx::query(sql::IS_STOPPED).bind(&ask.mailbox)).await? {
        if row.try_get::<i64, _>("stopped")? != 0 {
            return Ok(WishOutcome::Stopped);
        }
    }
    let today = now.div_euclid(DAY_S);
    page.run(sqlx::query(sql::FORGET_ASKED).bind(today)).await?;
    let payers = [
        (holder.to_owned(), ASKS_OF_HOLDER),
        (format!("m:{}", ask.mailbox), ASKS_OF_MAILBOX),
        (format!("n:{}", ask.network), ASKS_OF_NETWORK),
    ];
    for (payer, most) in &payers {
        for row in page.rows(sqlx::query(sql::COUNT_ASKED).bind(payer).bind(today)).await? {
            if row.try_get::<i64, _>("number")? > *most {
                return Ok(WishOutcome::TooMany);
            }
        }
    }
    let query = sqlx::query(sql::ASK).bind(holder).bind(&ask.email).bind(&ask.mailbox).bind(&ask.language);
    page.run(query.bind(now)).await?;
    Ok(WishOutcome::Done)
}

#[async_trait]
impl MailStore for Sqlite {
    async fn mail(&self, holder: &str) -> Result<Option<MailRow>, StoreError> {
        let row = sqlx::query(sql::ADDRESS).bind(holder).fetch_optional(&self.readers).await?;
        row.as_ref().map(mail_of).transpose()
    }

    async fn set_notify(&self, wish: &NotifyWish) -> Result<WishOutcome, StoreError> {
        let mut page = self.pen.page().await?;
        match set_notify_on(&mut page, wish).await {
            Ok(WishOutcome::Done) => page.commit().await.map(|()| WishOutcome::Done),
            other => {
                page.abandon().await;
                other
            }
        }
    }

    async fn due_mails(&self, now: i64, most: u32) -> Result<Vec<DueMail>, StoreError> {
        let query = sqlx::query(sql::DUE_MAILS).bind(now).bind(i64::from(most));
        query.fetch_all(&self.readers).await?.iter().map(due_of).collect()
    }

    async fn seal_mail(&self, mail: &DueMail, seal: &Seal) -> Result<bool, StoreError> {
        let query = sqlx::query(sql::SEAL).bind(&seal.proof).bind(seal.valid_until).bind(seal.again);
        let mut page = self.pen.page().await?;
        let sealed = page.run(query.bind(&mail.holder).bind(&mail.email).bind(mail.due)).await?;
        page.commit().await?;
        Ok(sealed.rows_affected() > 0)
    }

    async fn mail_sent(&self, proof: &str, fate: MailFate) -> Result<(), StoreError> {
        let mut page = self.pen.page().await?;
        page.run(sqlx::query(if fate == MailFate::Sent { sql::SENT } else { sql::UNSENT }).bind(proof))
            .await?;
        page.commit().await
    }

    async fn confirm_mail(&self, proof: &str, now: i64) -> Result<Option<String>, StoreError> {
        let mut page = self.pen.page().await?;
        let rows = page.rows(sqlx::query(sql::CONFIRM).bind(proof).bind(now)).await?;
        let email = rows.first().map(|row| row.try_get("email")).transpose()?;
        page.commit().await?;
        Ok(email)
    }

    async fn stop_mail(&self, stop: &str, flow: MailFlow) -> Result<bool, StoreError> {
        let mut page = self.pen.page().await?;
        let rows =
            page.rows(sqlx::query(sql::STOP).bind(i64::from(flow == MailFlow::Stopped)).bind(stop)).await?;
        page.commit().await?;
        Ok(!rows.is_empty())
    }
}
