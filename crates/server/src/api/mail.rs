//! Mail addresses: where players are told of their turns, and what the owners of the addresses say of it.

use std::sync::Arc;

use axum::extract::State;
use axum::{Extension, Json};

use super::account::{Answer, Contact, me_of, told_to};
use super::manners::FromAddress;
use super::{Body, Visitor};
use crate::api_error::{ApiError, Result};
use crate::auth::{self, KnownBrowser};
use crate::hub::Hub;
use crate::mail::mailbox;
use crate::now_s;
use crate::store::mail::{MailAsk, MailFlow, MailRow, MailWish, NotifyWish, WishOutcome};
use crate::wire::{MailCard, MailProof, MailState, MailStop, Notify};

/// State of a mail address, as players are told.
pub(super) fn state(row: Option<&MailRow>, now: i64) -> MailState {
    match row {
        None => MailState::None,
        Some(row) if row.is_stopped => MailState::Stopped,
        Some(row) if row.is_confirmed => MailState::Confirmed,
        Some(row) if row.is_due || row.valid_until.is_some_and(|until| now <= until) => MailState::Asked,
        Some(_) => MailState::Unconfirmed,
    }
}

/// The owner of an address is to be asked.
fn ask(hub: &Hub, visitor: &Visitor, from: FromAddress, email: String) -> Result<MailWish> {
    if hub.config.smtp.is_none() {
        return Err(ApiError::bad_request("this server sends no mails"));
    }
    let (mailbox, language) = (mailbox(&email), visitor.language.code().to_owned());
    let (network, stop) = (from.0.to_string(), auth::secret()?);
    Ok(MailWish::Ask(MailAsk { email, mailbox, language, network, stop }))
}

/// Keeps a wish, and sees to it that the mail is sent.
async fn keep(hub: &Hub, who: &KnownBrowser, webhook: Option<String>, mail: MailWish) -> Result<()> {
    let wish = NotifyWish { holder: who.holder(), webhook, mail, now: now_s() };
    let kept = hub.store.set_notify(&wish).await;
    // What is on disk counts, whatever it is.
    hub.known.forget(&who.token);
    match kept? {
        WishOutcome::Done => {
            hub.post.wake();
            Ok(())
        }
        WishOutcome::Gone => {
            Err(ApiError::unauthorized("this browser has been signed out; please try again"))
        }
        WishOutcome::Stopped => Err(ApiError::conflict(
            "the owner of this mail address has stopped all mails from here; the link in each of them lets them be sent again",
        )),
        WishOutcome::TooMany => Err(ApiError::too_many(
            "so many confirmations were asked for today that no more are sent; please try again tomorrow",
        )),
    }
}

/// Place to be told of one's turn; a new mail address is asked first.
#[utoipa::path(
    put, path = "/me/notify", request_body = Notify,
    responses((status = 200, description = "done", body = crate::wire::Me))
)]
pub(crate) async fn notify(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Extension(from): Extension<FromAddress>,
    Body(notify): Body<Notify>,
) -> Answer {
    let Notify { email, webhook } = notify;
    let email = email.trim().to_owned();
    let is_mail = |text: &str| text.is_empty() || text.parse::<lettre::Address>().is_ok();
    let is_hook = |text: &str| text.is_empty() || text.starts_with("https://") || text.starts_with("http://");
    if email.len() > 254 || webhook.len() > 500 || !is_mail(&email) || !is_hook(&webhook) {
        return Err(ApiError::bad_request("that is no address"));
    }
    let (who, headers) = visitor.known(&hub).await?;
    let row = hub.store.mail(&who.holder()).await?;
    let known = row.as_ref().map(|row| row.email.as_str()).unwrap_or_default();
    let (wish, mail) = match email.as_str() {
        same if same == known => (MailWish::Keep, state(row.as_ref(), now_s())),
        "" => (MailWish::Remove, MailState::None),
        _ => (ask(&hub, &visitor, from, email.clone())?, MailState::Asked),
    };
    keep(&hub, &who, Some(webhook.clone()), wish).await?;
    let told = Contact { notify: Notify { email, webhook }, mail };
    Ok((headers, Json(me_of(&hub, who.session.account, told))))
}

/// The mail that asks is sent once more.
#[utoipa::path(post, path = "/me/mail/again", responses((status = 200, description = "done", body = crate::wire::Me)))]
pub(crate) async fn again(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Extension(from): Extension<FromAddress>,
) -> Answer {
    let (who, headers) = visitor.known(&hub).await?;
    let mut told = told_to(&hub, Some(&who)).await?;
    if told.mail == MailState::None {
        return Err(ApiError::not_found("no mail address is kept for you"));
    }
    if told.mail != MailState::Confirmed {
        let wish = ask(&hub, &visitor, from, told.notify.email.clone())?;
        keep(&hub, &who, None, wish).await?;
        told.mail = MailState::Asked;
    }
    Ok((headers, Json(me_of(&hub, who.session.account, told))))
}

/// Confirms the mail address to which this secret was sent.
///
/// Whoever has the secret of a mail has read it: no cookie is needed.
#[utoipa::path(
    post, path = "/mail/confirm", request_body = MailProof,
    responses((status = 200, description = "done", body = MailCard))
)]
pub(crate) async fn confirm(
    State(hub): State<Arc<Hub>>,
    Body(proof): Body<MailProof>,
) -> Result<Json<MailCard>> {
    let confirmed = hub.store.confirm_mail(&auth::print(&proof.secret), now_s()).await?;
    let gone = || ApiError::not_found("this link is not good any more; ask for another mail in the settings");
    Ok(Json(MailCard { email: confirmed.ok_or_else(gone)? }))
}

/// Stops all mails to one's address, or lets them be sent again.
#[utoipa::path(
    post, path = "/mail/stop", request_body = MailStop,
    responses((status = 200, description = "done", body = MailStop))
)]
pub(crate) async fn stop(State(hub): State<Arc<Hub>>, Body(wish): Body<MailStop>) -> Result<Json<MailStop>> {
    let flow = if wish.stop { MailFlow::Stopped } else { MailFlow::Open };
    if !hub.store.stop_mail(&wish.secret, flow).await? {
        return Err(ApiError::not_found("this link belongs to no mail of this server"));
    }
    Ok(Json(wish))
}
