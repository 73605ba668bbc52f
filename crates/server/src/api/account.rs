//! Accounts: optional, to keep one's games together on several devices.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::{Extension, Json};

use super::manners::FromAddress;
use super::{Body, Visitor, mail};
use crate::api_error::{ApiError, Result};
use crate::auth::{self, KnownBrowser, fits, hash_password};
use crate::hub::Hub;
use crate::now_s;
use crate::store::{SessionRow, SignIn, StoreError};
use crate::wire::{Credentials, MailState, Me, Notify, SessionCard};

/// The most browsers of a list.
const LISTED: u32 = 100;

pub(super) type Answer = Result<(HeaderMap, Json<Me>)>;

/// Contact of a player: where they are told of their turns, and what is known of their mail address.
#[derive(Clone)]
pub(super) struct Contact {
    pub notify: Notify,
    pub mail: MailState,
}

impl Default for Contact {
    fn default() -> Contact {
        Contact { notify: Notify::default(), mail: MailState::None }
    }
}

/// Places where holders are told of their turns, with the web address that is kept for them.
async fn told(hub: &Hub, holder: &str, webhook: String) -> Result<Contact> {
    let row = hub.store.mail(holder).await?;
    let mail = mail::state(row.as_ref(), now_s());
    let notify = Notify { email: row.map(|row| row.email).unwrap_or_default(), webhook };
    Ok(Contact { notify, mail })
}

/// Places where a browser, or the account that is signed in there, is told of its turns.
pub(super) async fn told_to(hub: &Hub, who: Option<&KnownBrowser>) -> Result<Contact> {
    let Some(who) = who else { return Ok(Contact::default()) };
    let webhook = match &who.session.account {
        Some(name) => hub.store.account(name).await?.map(|account| account.webhook).unwrap_or_default(),
        None => who.session.webhook.clone(),
    };
    told(hub, &who.holder(), webhook).await
}

/// People's own page: what they are told of themselves. Nothing is read for it: what was done is told though the disk may fail meanwhile.
pub(super) fn me_of(hub: &Hub, account: Option<String>, told: Contact) -> Me {
    let Contact { notify, mail } = told;
    Me { account, notify, mail, can_mail: hub.config.smtp.is_some(), can_webhook: hub.config.webhooks }
}

/// Person at the browser.
#[utoipa::path(get, path = "/me", responses((status = 200, description = "done", body = Me)))]
pub(crate) async fn me(State(hub): State<Arc<Hub>>, visitor: Visitor) -> Result<Json<Me>> {
    let told = told_to(&hub, visitor.who.as_ref()).await?;
    Ok(Json(me_of(&hub, visitor.who.and_then(|who| who.session.account), told)))
}

fn check(credentials: &Credentials) -> Result<()> {
    let Credentials { name, password, .. } = credentials;
    let is_name = |c: char| (c.is_alphanumeric() && !auth::is_unseen(c)) || c == '-' || c == '_';
    if !(3..=32).contains(&name.chars().count()) || !name.chars().all(is_name) {
        return Err(ApiError::bad_request("a name has 3 to 32 letters, digits, - or _"));
    }
    if !(8..=200).contains(&password.chars().count()) {
        return Err(ApiError::bad_request("a password has 8 to 200 characters"));
    }
    Ok(())
}

/// Makes an account and signs in.
#[utoipa::path(
    post, path = "/accounts", request_body = Credentials,
    responses((status = 200, description = "done", body = Me))
)]
pub(crate) async fn register(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Body(credentials): Body<Credentials>,
) -> Answer {
    check(&credentials)?;
    let (name, password) = (credentials.name.to_lowercase(), credentials.password);
    let turn = hub.hashing.acquire().await.map_err(ApiError::internal)?;
    let hash =
        tokio::task::spawn_blocking(move || hash_password(&password)).await.map_err(ApiError::internal)??;
    drop(turn);
    // Where the browser is told of its turns, so is the account from now on.
    let told = told_to(&hub, visitor.who.as_ref().filter(|who| who.session.account.is_none())).await?;
    sign_in(&hub, visitor, SignUp { name, password: Some(hash), alone: false, told }).await
}

/// Signs in.
#[utoipa::path(
    post, path = "/login", request_body = Credentials,
    responses((status = 200, description = "done", body = Me))
)]
pub(crate) async fn login(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Extension(FromAddress(from)): Extension<FromAddress>,
    Body(credentials): Body<Credentials>,
) -> Answer {
    check(&credentials)?;
    let (name, password) = (credentials.name.to_lowercase(), credentials.password);
    hub.patience.wait(from, &name).await?;
    let (hash, webhook) =
        hub.store.account(&name).await?.map(|account| (account.password, account.webhook)).unzip();
    let turn = hub.hashing.acquire().await.map_err(ApiError::internal)?;
    let fits = tokio::task::spawn_blocking(move || fits(&password, hash.as_deref()))
        .await
        .map_err(ApiError::internal)?;
    drop(turn);
    if !fits {
        return Err(ApiError::unauthorized("name or password are wrong"));
    }
    hub.patience.forget(from, &name);
    let told = told(&hub, &auth::account(&name), webhook.unwrap_or_default()).await?;
    sign_in(&hub, visitor, SignUp { name, password: None, alone: credentials.alone, told }).await
}

struct SignUp {
    name: String,
    password: Option<String>,
    alone: bool,
    /// Contact by which the account is told of its turns.
    told: Contact,
}

/// The browser gets a new token, so that one that somebody else has planted is worth nothing; the one that it had ends. What it held becomes
/// the account's.
async fn sign_in(hub: &Arc<Hub>, visitor: Visitor, wish: SignUp) -> Answer {
    let secret = auth::secret()?;
    let SignUp { name, password, alone, told } = wish;
    let before = visitor.who.map(|who| (who.token, who.session.account.is_none()));
    let (token, device) = (auth::print(&secret), visitor.device);
    let deed = SignIn { name, password, token, device, before, alone };
    match hub.sign_in(&deed).await {
        Err(StoreError::Exists) => return Err(ApiError::conflict("that name is taken")),
        other => other?,
    }
    let mut headers = HeaderMap::new();
    headers.insert(header::SET_COOKIE, auth::cookie(&secret, hub.transport()));
    Ok((headers, Json(me_of(hub, Some(deed.name), told))))
}

/// Signs out.
#[utoipa::path(post, path = "/logout", responses((status = 200, description = "done", body = Me)))]
pub(crate) async fn logout(State(hub): State<Arc<Hub>>, visitor: Visitor) -> Answer {
    if let Some(who) = visitor.who {
        end(&hub, &[who.token]).await?;
    }
    let mut headers = HeaderMap::new();
    // A token that is nobody's.
    headers.insert(header::SET_COOKIE, auth::cookie(&auth::secret()?, hub.transport()));
    Ok((headers, Json(me_of(&hub, None, Contact::default()))))
}

/// Ends tokens, and the connections that were made with them.
async fn end(hub: &Hub, tokens: &[String]) -> Result<()> {
    let ended = hub.store.end_sessions(tokens).await;
    match &ended {
        Ok(()) => hub.known.end(tokens),
        // What is on disk counts, whatever it is.
        Err(_) => tokens.iter().for_each(|token| hub.known.hang_up(token)),
    }
    Ok(ended?)
}

/// By what a browser is named in the list: nothing that helps to guess its token.
fn id_of(token: &str) -> String {
    auth::print(token)[..16].to_owned()
}

/// The browsers of the account, with their tokens' hashes, and which of them asks.
async fn own(hub: &Hub, visitor: &Visitor) -> Result<(KnownBrowser, Vec<(String, SessionRow)>)> {
    let Some(who) = visitor.who.clone() else {
        return Err(ApiError::unauthorized("nobody is signed in here"));
    };
    let all = match &who.session.account {
        Some(name) => hub.store.sessions(name, LISTED).await?,
        None => vec![(who.token.clone(), who.session.clone())],
    };
    Ok((who, all))
}

/// Browsers as those are told of them who ask.
fn cards(who: &KnownBrowser, all: Vec<(String, SessionRow)>) -> Json<Vec<SessionCard>> {
    let card = |(token, session): (String, SessionRow)| SessionCard {
        id: id_of(&token),
        device: session.device,
        seen: session.seen,
        here: token == who.token,
    };
    Json(all.into_iter().map(card).collect())
}

/// The browsers that are signed in to one's account.
#[utoipa::path(get, path = "/me/sessions", responses((status = 200, description = "done", body = Vec<SessionCard>)))]
pub(crate) async fn sessions(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
) -> Result<Json<Vec<SessionCard>>> {
    let (who, all) = own(&hub, &visitor).await?;
    Ok(cards(&who, all))
}

/// Signs a browser out.
#[utoipa::path(
    delete, path = "/me/sessions/{id}",
    responses((status = 200, description = "done", body = Vec<SessionCard>))
)]
pub(crate) async fn end_session(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<Vec<SessionCard>>> {
    let (who, mut all) = own(&hub, &visitor).await?;
    let at = all.iter().position(|(token, _)| id_of(token) == id);
    let at = at.ok_or_else(|| ApiError::not_found("there is no such browser signed in"))?;
    let (token, _) = all.remove(at);
    end(&hub, std::slice::from_ref(&token)).await?;
    if token == who.token {
        all.clear();
    }
    Ok(cards(&who, all))
}

/// Signs all other browsers out.
#[utoipa::path(
    delete, path = "/me/sessions",
    responses((status = 200, description = "done", body = Vec<SessionCard>))
)]
pub(crate) async fn end_others(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
) -> Result<Json<Vec<SessionCard>>> {
    loop {
        let (who, mut all) = own(&hub, &visitor).await?;
        let is_all = all.len() < LISTED as usize;
        let others = all.extract_if(.., |(token, _)| *token != who.token);
        let others: Vec<String> = others.map(|(token, _)| token).collect();
        if !others.is_empty() {
            end(&hub, &others).await?;
        }
        if is_all || others.is_empty() {
            return Ok(cards(&who, all));
        }
    }
}
