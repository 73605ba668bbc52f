//! Accounts: optional, to keep one's games together on several devices.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;

use super::{Body, Visitor, keep, known};
use crate::auth::{self, Who, fits, hash_password};
use crate::fault::{Fault, Result};
use crate::hub::Hub;
use crate::store::StoreError;
use crate::wire::{Credentials, Me, Notify};

type Answer = Result<(HeaderMap, Json<Me>)>;

async fn me_of(hub: &Hub, who: Option<&Who>) -> Result<Me> {
    let session = who.map(|who| who.session.clone()).unwrap_or_default();
    let notify = match &session.account {
        Some(name) => hub.store.account(name).await?.map(|(_, notify)| notify).unwrap_or_default(),
        None => session.notify,
    };
    let (can_mail, can_webhook) = (hub.config.smtp.is_some(), hub.config.webhooks);
    Ok(Me { account: session.account, notify, can_mail, can_webhook })
}

pub(crate) async fn me(State(hub): State<Arc<Hub>>, visitor: Visitor) -> Result<Json<Me>> {
    Ok(Json(me_of(&hub, visitor.who.as_ref()).await?))
}

pub(crate) async fn notify(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Body(notify): Body<Notify>,
) -> Answer {
    let is_mail = |text: &str| text.is_empty() || text.parse::<lettre::Address>().is_ok();
    let is_hook = |text: &str| text.is_empty() || text.starts_with("https://") || text.starts_with("http://");
    if notify.email.len() > 254
        || notify.webhook.len() > 500
        || !is_mail(&notify.email)
        || !is_hook(&notify.webhook)
    {
        return Err(Fault::bad_request("that is no address"));
    }
    let (mut who, headers) = known(&hub, visitor.who).await?;
    match &who.session.account {
        Some(name) => hub.store.set_account_notify(name, &notify).await?,
        None => {
            who.session.notify = notify;
            keep(&hub, &who).await?;
        }
    }
    Ok((headers, Json(me_of(&hub, Some(&who)).await?)))
}

fn check(credentials: &Credentials) -> Result<()> {
    let Credentials { name, password } = credentials;
    let is_name = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    if !(3..=32).contains(&name.chars().count()) || !name.chars().all(is_name) {
        return Err(Fault::bad_request("a name has 3 to 32 letters, digits, - or _"));
    }
    if !(8..=200).contains(&password.chars().count()) {
        return Err(Fault::bad_request("a password has 8 to 200 characters"));
    }
    Ok(())
}

pub(crate) async fn register(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Body(credentials): Body<Credentials>,
) -> Answer {
    check(&credentials)?;
    let (name, password) = (credentials.name.to_lowercase(), credentials.password);
    let turn = hub.hashing.acquire().await.map_err(Fault::internal)?;
    let hash =
        tokio::task::spawn_blocking(move || hash_password(&password)).await.map_err(Fault::internal)??;
    drop(turn);
    match hub.store.new_account(&name, &hash).await {
        Err(StoreError::Exists) => return Err(Fault::conflict("that name is taken")),
        other => other?,
    }
    sign_in(&hub, visitor, name).await
}

pub(crate) async fn login(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Body(credentials): Body<Credentials>,
) -> Answer {
    check(&credentials)?;
    let (name, password) = (credentials.name.to_lowercase(), credentials.password);
    let hash = hub.store.account(&name).await?.map(|(hash, _)| hash);
    let turn = hub.hashing.acquire().await.map_err(Fault::internal)?;
    let fits = tokio::task::spawn_blocking(move || fits(&password, hash.as_deref()))
        .await
        .map_err(Fault::internal)?;
    drop(turn);
    if !fits {
        return Err(Fault::unauthorized("name or password are wrong"));
    }
    sign_in(&hub, visitor, name).await
}

/// The browser gets a new token, so that one that somebody else has planted is worth nothing; its seats become the account's.
async fn sign_in(hub: &Hub, visitor: Visitor, name: String) -> Answer {
    let before = visitor.who.filter(|who| who.session.account.is_none()).map(|who| who.holder());
    let (mut who, headers) = known(hub, None).await?;
    who.session.account = Some(name);
    keep(hub, &who).await?;
    if let Some(before) = before {
        hub.hand_over(&before, &who.holder()).await?;
    }
    Ok((headers, Json(me_of(hub, Some(&who)).await?)))
}

pub(crate) async fn logout(State(hub): State<Arc<Hub>>, visitor: Visitor) -> Answer {
    if let Some(mut who) = visitor.who {
        who.session = Default::default();
        keep(&hub, &who).await?;
    }
    let mut headers = HeaderMap::new();
    // A token that is nobody's.
    headers.insert(
        axum::http::header::SET_COOKIE,
        auth::cookie(&auth::secret()?, hub.config.public_url.starts_with("https:")),
    );
    Ok((headers, Json(me_of(&hub, None).await?)))
}
