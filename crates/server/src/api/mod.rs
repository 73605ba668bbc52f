//! The API: who asks, whether he may, and what is done.

mod account;
mod docs;
mod games;
mod live;
mod lobby;
mod mail;
mod manners;
mod play;
mod record;
mod report;

pub(crate) use lobby::figures;
use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{
    DefaultBodyLimit, FromRef, FromRequest, FromRequestParts, Request, rejection::JsonRejection,
};
use axum::http::{HeaderMap, StatusCode, header, request::Parts};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post, put};
use axum::{Json, Router, middleware};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use shelf::{Gaze, Language};
use table::Side;
use tokio::sync::watch;

use crate::auth::{self, Who};
use crate::fault::{Fault, Result};
use crate::files;
use crate::hub::Hub;
use crate::limits::Cost;
use crate::now_s;
use crate::room::{Inner, Reader, Room};
use crate::store::SessionRow;
use crate::wire::WatchRule;
use manners::From;

/// It is noted so often that a browser was seen, in seconds.
const SEEN_S: i64 = 3600;

/// Pictures of maps and positions.
pub(crate) const PICTURE: shelf::Drawing =
    shelf::Drawing { format: shelf::PictureFormat::Svg, px_per_hex: 72, numbers: true };

/// What handlers share.
#[derive(Clone)]
pub(crate) struct Shared {
    pub hub: Arc<Hub>,
    pub stop: watch::Receiver<bool>,
}

impl FromRef<Shared> for Arc<Hub> {
    fn from_ref(shared: &Shared) -> Arc<Hub> {
        Arc::clone(&shared.hub)
    }
}

/// All routes, each with what it costs.
pub(crate) fn router(hub: Arc<Hub>, stop: watch::Receiver<bool>) -> Router {
    let shared = Shared { hub, stop };
    let at = |cost: Cost, methods: MethodRouter<Shared>| {
        methods.layer(middleware::from_fn_with_state((Arc::clone(&shared.hub), cost), manners::pay))
    };
    let game = Router::new()
        .route("/", at(Cost::Plain, get(games::view)))
        .route("/board", at(Cost::Plain, get(games::board)))
        .route("/lessons", at(Cost::Plain, get(games::lessons)))
        .route("/join", at(Cost::Plain, post(games::join)))
        .route("/code", at(Cost::Plain, post(games::code)))
        .route("/leave", at(Cost::Plain, post(games::leave)))
        .route("/computer", at(Cost::Plain, post(games::computer)))
        .route("/show", at(Cost::Plain, post(games::show)))
        .route("/answer", at(Cost::Plain, post(play::answer)))
        .route("/why", at(Cost::Plain, post(play::why)))
        .route("/preview", at(Cost::Plain, post(play::preview)))
        .route("/hint", at(Cost::Work, post(play::hint)))
        .route("/overlay", at(Cost::Plain, post(play::overlay)))
        .route("/contribute", at(Cost::Plain, post(play::contribute)))
        .route("/undo", at(Cost::Work, post(play::undo)))
        .route("/undo/consent", at(Cost::Work, post(play::consent)))
        .route("/orders", at(Cost::Plain, put(play::keep_orders)))
        .route("/pause", at(Cost::Plain, post(play::pause)))
        .route("/resign", at(Cost::Plain, post(play::resign)))
        .route("/chat", at(Cost::Plain, get(record::chat).post(record::say)))
        .route("/notes", at(Cost::Plain, put(record::notes)))
        .route("/log", at(Cost::Plain, get(record::log)))
        .route("/replay", at(Cost::Work, get(record::replay)))
        .route("/replay/run", at(Cost::Work, get(record::replay_run)))
        .route("/replay/{step}", at(Cost::Work, get(record::replay_step)))
        .route("/fortune", at(Cost::Work, get(record::fortune)))
        .route("/journal", at(Cost::Work, get(record::journal)))
        .route("/report.html", at(Cost::Work, get(record::after_action)))
        .route("/picture.svg", at(Cost::Work, get(record::picture)))
        .route("/verify", at(Cost::Work, get(record::verify)))
        .route("/live", at(Cost::Plain, get(live::socket)));
    let api = Router::new()
        .route("/battles", at(Cost::Plain, get(lobby::battles)))
        .route("/battles/{rulebook}/{id}", at(Cost::Plain, get(lobby::battle)))
        .route("/battles/{rulebook}/{id}/picture.svg", at(Cost::Work, get(lobby::picture)))
        .route("/battles/{rulebook}/{id}/map.svg", at(Cost::Work, get(lobby::ground)))
        .route("/rules/{rulebook}", at(Cost::Plain, get(lobby::rules)))
        .route("/rules/{rulebook}/{rule}", at(Cost::Plain, get(lobby::rule)))
        .route("/me", at(Cost::Plain, get(account::me)))
        .route("/me/notify", at(Cost::Rare, put(mail::notify)))
        .route("/me/mail/again", at(Cost::Rare, post(mail::again)))
        .route("/mail/confirm", at(Cost::Rare, post(mail::confirm)))
        .route("/mail/stop", at(Cost::Rare, post(mail::stop)))
        .route("/accounts", at(Cost::Rare, post(account::register)))
        .route("/login", at(Cost::Rare, post(account::login)))
        .route("/logout", at(Cost::Plain, post(account::logout)))
        .route("/me/sessions", at(Cost::Plain, get(account::sessions).delete(account::end_others)))
        .route("/me/sessions/{id}", at(Cost::Plain, axum::routing::delete(account::end_session)))
        .route("/games", at(Cost::Plain, get(games::list)).merge(at(Cost::Rare, post(games::create))))
        .route("/games/upload", at(Cost::Upload, post(games::upload)))
        .route("/openapi.json", at(Cost::Plain, get(docs::json)))
        .route("/docs", at(Cost::Plain, get(docs::page)))
        .nest("/games/{game}", game);
    Router::new()
        .nest("/api", api)
        .route("/healthz", at(Cost::Plain, get(|| async { "ok\n" })))
        .route("/readyz", at(Cost::Plain, get(lobby::ready)))
        .route("/", at(Cost::Plain, get(files::index)))
        .route("/{*path}", at(Cost::Plain, get(files::any)))
        // Bodies are bounded by what is paid for them (`manners::pay`).
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::from_fn_with_state(Arc::clone(&shared.hub), manners::manners))
        .with_state(shared)
}

/// The language in which one who asks reads.
pub(crate) struct Speaking(pub Language);

impl<S: Send + Sync> FromRequestParts<S> for Speaking {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Speaking> {
        Ok(Speaking(language(parts)))
    }
}

/// The language that a request asks for with `lang`, else the one that its browser likes best of those that are spoken here.
fn language(parts: &Parts) -> Language {
    let pairs = parts.uri.query().unwrap_or_default().split('&');
    let wished = pairs.filter_map(|pair| pair.strip_prefix("lang=")).find_map(Language::of);
    let liked = parts.headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    wished.or_else(|| best_liked(liked?)).unwrap_or_default()
}

/// The language of `Accept-Language` with the greatest weight, the first of them if there are several.
fn best_liked(liked: &str) -> Option<Language> {
    let weighed = liked.split(',').take(32).filter_map(|part| {
        let mut pieces = part.split(';');
        let language = Language::of(pieces.next()?.trim())?;
        let weight = pieces.find_map(|piece| piece.trim().strip_prefix("q=")?.parse::<f32>().ok());
        Some((language, weight.unwrap_or(1.0)))
    });
    let best = weighed
        .filter(|(_, weight)| *weight > 0.0)
        .reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.map(|(language, _)| language)
}

/// The one who asks, if the browser is known, and the language in which he reads.
pub(crate) struct Visitor {
    pub who: Option<Who>,
    pub language: Language,
    /// From where he asks.
    pub from: IpAddr,
    /// What his browser is.
    pub device: String,
    /// He has been signed out, or has signed in, since his browser sent this.
    has_ended: bool,
}

impl Visitor {
    /// Who holds his seats.
    pub fn holder(&self) -> Option<String> {
        self.who.as_ref().map(Who::holder)
    }

    /// His account, if he has one.
    pub fn account(&self) -> Option<&str> {
        self.who.as_ref()?.session.account.as_deref()
    }

    /// He as the reader of a side's view, or an onlooker's.
    pub fn reads(&self, side: Option<Side>) -> Reader {
        Reader::new(side, self.language)
    }

    /// He, made known if he was not; and the cookie to be set then.
    pub async fn known(&self, hub: &Hub) -> Result<(Who, HeaderMap)> {
        let mut headers = HeaderMap::new();
        if let Some(who) = &self.who {
            return Ok((who.clone(), headers));
        }
        if self.has_ended {
            // A new cookie would take the place of the one that the browser may have been given meanwhile.
            return Err(Fault::unauthorized(
                "this browser has just signed in or out elsewhere on the page; please try again in a while",
            ));
        }
        let secret = auth::secret()?;
        let session = SessionRow { device: self.device.clone(), seen: now_s(), ..SessionRow::default() };
        let who = Who { token: auth::print(&secret), session };
        hub.store.new_session(&who.token, &who.session).await?;
        hub.known.put(&who.token, who.session.clone());
        headers.insert(header::SET_COOKIE, auth::cookie(&secret, hub.is_secure()));
        Ok((who, headers))
    }
}

impl FromRequestParts<Shared> for Visitor {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, shared: &Shared) -> Result<Visitor> {
        let token = auth::token_of(&parts.headers).map(|token| auth::print(&token));
        let who = match &token {
            Some(token) => who(&shared.hub, token).await?,
            None => None,
        };
        let has_ended = who.is_none() && token.is_some_and(|token| shared.hub.known.has_ended(&token));
        let (language, device) = (language(parts), auth::device_of(&parts.headers));
        let From(from) = parts.extensions.get().copied().unwrap_or_default();
        Ok(Visitor { who, language, from, device, has_ended })
    }
}

async fn who(hub: &Arc<Hub>, token: &str) -> Result<Option<Who>> {
    if hub.known.has_ended(token) {
        return Ok(None);
    }
    if hub.moves.is_unsure(&auth::browser(token)) {
        hub.settled().await?;
    }
    let mut session = match hub.known.get(token) {
        Some(session) => session,
        None => {
            let Some(session) = hub.store.session(token).await? else { return Ok(None) };
            hub.known.put(token, session.clone());
            session
        }
    };
    let now = now_s();
    if now - session.seen >= SEEN_S {
        session.seen = now;
        hub.known.put(token, session.clone());
        let (hub, token) = (Arc::clone(hub), token.to_owned());
        tokio::spawn(async move {
            // It is only a list's figure: it is written again in an hour.
            if let Err(error) = hub.store.touch_session(&token, now).await {
                tracing::debug!(%error, "it was not noted when a browser was seen");
            }
        });
    }
    Ok(Some(Who { token: token.to_owned(), session }))
}

/// A JSON body, with our own errors.
pub(crate) struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(body)) => Ok(Body(body)),
            Err(error) if error.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Err(Fault::too_large("the body is too large"))
            }
            Err(JsonRejection::MissingJsonContentType(_)) => {
                Err(Fault::bad_request("the body is to be application/json"))
            }
            Err(error) => Err(Fault::bad_request(error.body_text())),
        }
    }
}

/// With which eyes a game is looked at.
#[derive(Clone, Deserialize, Default)]
pub(crate) struct Eyes {
    /// `0`, `1` or `watch`.
    #[serde(rename = "as")]
    pub as_: Option<String>,
}

/// A game, for one who may know of it: to others a game that nobody is to watch is not there at all.
pub(crate) async fn enter(hub: &Arc<Hub>, visitor: &Visitor, id: &str) -> Result<Arc<Room>> {
    let room = hub.room(id).await?;
    if room.row.options.watch == WatchRule::Nobody {
        let holder = visitor.holder();
        let holds = |seat: &crate::store::SeatRow| holder.is_some() && seat.holder == holder;
        if !room.is_made_by(holder.as_deref()) && !room.lock().await?.seats.iter().any(holds) {
            return Err(no_game());
        }
    }
    Ok(room)
}

/// There is no such game, or none that the one who asks may know of.
pub(crate) fn no_game() -> Fault {
    Fault::not_found("there is no such game")
}

/// The side as which somebody looks at a game; none for an onlooker.
pub(crate) fn viewer(room: &Room, inner: &Inner, holder: Option<&str>, eyes: &Eyes) -> Result<Option<Side>> {
    let holds = |side: &crate::store::SeatRow| side.holder.is_some() && side.holder.as_deref() == holder;
    let mine = inner.seats.iter().find(|seat| holds(seat)).map(|seat| Side(seat.side));
    let may_watch = room.row.options.watch == WatchRule::Public || mine.is_some() || room.is_made_by(holder);
    let open = inner.is_over() && may_watch;
    let side = match eyes.as_.as_deref() {
        None => mine,
        Some("watch") => None,
        Some(text) => {
            let side = text.parse().ok().filter(|side| usize::from(*side) < inner.seats.len());
            let side: u8 = side.ok_or_else(|| Fault::bad_request("`as` is 0, 1 or watch"))?;
            if !holds(&inner.seats[usize::from(side)]) && !open {
                return Err(Fault::not_yours("that seat is not yours"));
            }
            Some(Side(side))
        }
    };
    if side.is_none() && !may_watch {
        return Err(no_game());
    }
    Ok(side)
}

/// The eyes with which somebody looks back at a game: `both` as well, once it is over and he may watch it.
pub(crate) fn gaze(room: &Room, inner: &Inner, holder: Option<&str>, eyes: &Eyes) -> Result<Gaze> {
    if eyes.as_.as_deref() != Some("both") {
        return viewer(room, inner, holder, eyes).map(Gaze::Of);
    }
    if !inner.is_over() {
        return Err(Fault::not_yours("both sides are seen together when the game is over"));
    }
    viewer(room, inner, holder, &Eyes { as_: Some("watch".to_owned()) }).map(|_| Gaze::All)
}

/// The side for which somebody acts.
pub(crate) fn actor(inner: &Inner, holder: Option<&str>, side: Option<u8>) -> Result<Side> {
    let holds = |seat: &&crate::store::SeatRow| seat.holder.is_some() && seat.holder.as_deref() == holder;
    let mut mine = inner.seats.iter().filter(holds).filter(|seat| side.is_none_or(|side| side == seat.side));
    let first = mine.next().ok_or_else(|| Fault::not_yours("that seat is not yours"))?;
    if mine.next().is_none() {
        return Ok(Side(first.side));
    }
    // One who sits at both sides acts for the one that is asked, if he does not say.
    let asked = inner.summary.waiting.first().map(|side| Side(*side));
    Ok(asked.unwrap_or(Side(first.side)))
}

/// A text with a kind.
pub(crate) fn typed(kind: &'static str, body: impl IntoResponse) -> Response {
    ([(axum::http::header::CONTENT_TYPE, kind)], body).into_response()
}
