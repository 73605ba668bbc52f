//! The API: who asks, whether they may, and what is done.

mod account;
mod docs;
mod games;
mod live;
mod lobby;
mod mail;
mod making;
mod manners;
mod play;
mod record;
mod report;

pub(crate) use lobby::figures;
pub(crate) use manners::network;
use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{
    DefaultBodyLimit, FromRef, FromRequest, FromRequestParts, Query, Request, rejection::JsonRejection,
};
use axum::http::{HeaderMap, StatusCode, header, request::Parts};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use axum::{Json, Router, middleware};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use shelf::{Language, Viewpoint};
use table::Side;
use tokio::sync::watch;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use utoipa::openapi::OpenApi;
use utoipa::{IntoParams, OpenApi as _};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter, UtoipaMethodRouterExt as _};
use utoipa_axum::routes;

use crate::api_error::{ApiError, Result};
use crate::auth::{self, KnownBrowser};
use crate::files;
use crate::hub::{Asker, Hub};
use crate::limits::Cost;
use crate::now_s;
use crate::room::{Room, RoomState, Viewer};
use crate::space::DiskClaim;
use crate::store::SessionRow;
use crate::wire::WatchRule;
use manners::FromAddress;

/// It is noted so often that a browser was seen, in seconds.
const SEEN_S: i64 = 3600;

/// Pictures of maps and positions.
pub(crate) const PICTURE: shelf::Drawing =
    shelf::Drawing { format: shelf::PictureFormat::Svg, px_per_hex: 72, numbers: true };

/// State of the API: what handlers share.
#[derive(Clone)]
pub(crate) struct ApiState {
    pub hub: Arc<Hub>,
    pub stop: watch::Receiver<bool>,
    document: Arc<OpenApi>,
}

impl FromRef<ApiState> for Arc<Hub> {
    fn from_ref(shared: &ApiState) -> Arc<Hub> {
        Arc::clone(&shared.hub)
    }
}

impl FromRef<ApiState> for Arc<OpenApi> {
    fn from_ref(shared: &ApiState) -> Arc<OpenApi> {
        Arc::clone(&shared.document)
    }
}

/// Everything that can be asked for.
pub(crate) fn router(hub: Arc<Hub>, stop: watch::Receiver<bool>) -> Router {
    let (router, document) = routes(&hub).split_for_parts();
    let pay = middleware::from_fn_with_state((Arc::clone(&hub), Cost::Plain), manners::pay);
    let at = |methods: MethodRouter<ApiState>| methods.layer(pay.clone());
    let shared = ApiState { hub: Arc::clone(&hub), stop, document: Arc::new(docs::whole(document)) };
    router
        .route("/", at(get(files::index)))
        .route("/{*path}", at(get(files::any)))
        // Maps, boards and the client's scripts shrink to a fifth. A proxy in front has nothing left to do.
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        // Bodies are bounded by what is paid for them (`manners::pay`).
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::from_fn_with_state(Arc::clone(&hub), manners::manners))
        .with_state(shared)
}

/// The operations of the API, each with what it costs, and what it brings to the disk. Their addresses, and what goes in and comes out, stand at the functions; the API's
/// document is made of them.
fn routes(hub: &Arc<Hub>) -> OpenApiRouter<ApiState> {
    let at = |cost: Cost, operation: UtoipaMethodRouter<ApiState>| {
        let pay = middleware::from_fn_with_state((Arc::clone(hub), cost), manners::pay);
        operation.layer(pay)
    };
    let keeps = |keep: DiskClaim, cost: Cost, operation: UtoipaMethodRouter<ApiState>| {
        at(cost, operation.layer(middleware::from_fn_with_state((Arc::clone(hub), keep), manners::keep)))
    };
    let game = OpenApiRouter::new()
        .routes(at(Cost::Plain, routes!(games::view)))
        .routes(at(Cost::Plain, routes!(games::board)))
        .routes(at(Cost::Plain, routes!(games::lessons)))
        .routes(keeps(DiskClaim::Line, Cost::Plain, routes!(games::join)))
        .routes(keeps(DiskClaim::Line, Cost::Plain, routes!(games::code)))
        .routes(keeps(DiskClaim::Line, Cost::Plain, routes!(games::leave)))
        .routes(keeps(DiskClaim::Game, Cost::Plain, routes!(games::computer)))
        .routes(keeps(DiskClaim::Line, Cost::Plain, routes!(games::show)))
        .routes(keeps(DiskClaim::Line, Cost::Plain, routes!(play::answer)))
        .routes(at(Cost::Plain, routes!(play::why)))
        .routes(at(Cost::Plain, routes!(play::preview)))
        .routes(at(Cost::Work, routes!(play::hint)))
        .routes(at(Cost::Plain, routes!(play::overlay)))
        .routes(keeps(DiskClaim::Line, Cost::Plain, routes!(play::contribute)))
        .routes(keeps(DiskClaim::Line, Cost::Work, routes!(play::undo)))
        .routes(keeps(DiskClaim::Line, Cost::Work, routes!(play::consent)))
        .routes(keeps(DiskClaim::Text, Cost::Plain, routes!(play::keep_orders)))
        .routes(keeps(DiskClaim::Line, Cost::Plain, routes!(play::pause)))
        .routes(keeps(DiskClaim::Line, Cost::Plain, routes!(play::resign)))
        .routes(keeps(DiskClaim::Text, Cost::Plain, routes!(record::chat, record::say)))
        .routes(keeps(DiskClaim::Text, Cost::Plain, routes!(record::notes)))
        .routes(at(Cost::Plain, routes!(record::log)))
        .routes(at(Cost::Work, routes!(record::replay)))
        .routes(at(Cost::Work, routes!(record::replay_run)))
        .routes(at(Cost::Work, routes!(record::replay_step)))
        .routes(at(Cost::Work, routes!(record::fortune)))
        .routes(at(Cost::Work, routes!(record::journal)))
        .routes(at(Cost::Work, routes!(record::after_action)))
        .routes(at(Cost::Work, routes!(record::picture)))
        .routes(at(Cost::Work, routes!(record::verify)))
        .routes(at(Cost::Plain, routes!(live::socket)));
    let api = OpenApiRouter::new()
        .routes(at(Cost::Plain, routes!(lobby::battles)))
        .routes(at(Cost::Plain, routes!(lobby::battle)))
        .routes(at(Cost::Work, routes!(lobby::picture)))
        .routes(at(Cost::Work, routes!(lobby::ground)))
        .routes(at(Cost::Plain, routes!(lobby::rules)))
        .routes(at(Cost::Plain, routes!(lobby::rule)))
        .routes(at(Cost::Plain, routes!(account::me)))
        .routes(keeps(DiskClaim::Line, Cost::Rare, routes!(mail::notify)))
        .routes(keeps(DiskClaim::Line, Cost::Rare, routes!(mail::again)))
        .routes(at(Cost::Rare, routes!(mail::confirm)))
        .routes(at(Cost::Rare, routes!(mail::stop)))
        .routes(keeps(DiskClaim::Text, Cost::Rare, routes!(account::register)))
        .routes(keeps(DiskClaim::Line, Cost::Rare, routes!(account::login)))
        .routes(at(Cost::Plain, routes!(account::logout)))
        .routes(at(Cost::Plain, routes!(account::sessions, account::end_others)))
        .routes(at(Cost::Plain, routes!(account::end_session)))
        .routes(at(Cost::Plain, routes!(games::list)))
        .routes(keeps(DiskClaim::Game, Cost::Rare, routes!(making::create)))
        .routes(keeps(DiskClaim::Game, Cost::Upload, routes!(making::upload)))
        .routes(at(Cost::Plain, routes!(docs::json)))
        .routes(at(Cost::Plain, routes!(docs::page)))
        .nest("/games/{game}", game);
    OpenApiRouter::with_openapi(docs::Frame::openapi())
        .nest("/api", api)
        .routes(at(Cost::Plain, routes!(lobby::healthy)))
        .routes(at(Cost::Plain, routes!(lobby::ready)))
}

/// The language in which one who asks reads.
pub(crate) struct ReaderLanguage(pub Language);

impl<S: Send + Sync> FromRequestParts<S> for ReaderLanguage {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<ReaderLanguage> {
        Ok(ReaderLanguage(language(parts)))
    }
}

/// Query of an address: what any address may have behind its question mark.
#[derive(Deserialize)]
struct Wish {
    lang: Option<String>,
}

/// The language that a request asks for with `lang`, else the one that its browser likes best of those that are spoken here.
fn language(parts: &Parts) -> Language {
    let wish = Query::<Wish>::try_from_uri(&parts.uri);
    let wished = wish.ok().and_then(|Query(wish)| Language::of(&wish.lang?));
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

/// The one who asks, if the browser is known, and the language in which they read.
pub(crate) struct Visitor {
    pub who: Option<KnownBrowser>,
    pub language: Language,
    /// From where they ask.
    pub from: IpAddr,
    /// Device of their browser.
    pub device: String,
    /// They have been signed out, or have signed in, since their browser sent this.
    has_ended: bool,
}

impl Visitor {
    /// Holder of their seats.
    pub fn holder(&self) -> Option<String> {
        self.who.as_ref().map(KnownBrowser::holder)
    }

    /// Their account, if they have one.
    pub fn account(&self) -> Option<&str> {
        self.who.as_ref()?.session.account.as_deref()
    }

    /// The visitor as the one for whom a game is loaded.
    pub fn asks(&self) -> Asker<'_> {
        Asker { from: self.from, account: self.account() }
    }

    /// The visitor as the viewer of a side's view, or an onlooker's.
    pub fn reads(&self, side: Option<Side>) -> Viewer {
        Viewer::new(side, self.language)
    }

    /// The visitor, made known if they were not; and the cookie to be set then.
    pub async fn known(&self, hub: &Hub) -> Result<(KnownBrowser, HeaderMap)> {
        let mut headers = HeaderMap::new();
        if let Some(who) = &self.who {
            return Ok((who.clone(), headers));
        }
        if self.has_ended {
            // A new cookie would take the place of the one that the browser may have been given meanwhile.
            return Err(ApiError::unauthorized(
                "this browser has just signed in or out elsewhere on the page; please try again in a while",
            ));
        }
        let secret = auth::secret()?;
        let session = SessionRow { device: self.device.clone(), seen: now_s(), ..SessionRow::default() };
        let who = KnownBrowser { token: auth::print(&secret), session };
        hub.store.new_session(&who.token, &who.session).await?;
        hub.known.put(&who.token, who.session.clone());
        headers.insert(header::SET_COOKIE, auth::cookie(&secret, hub.transport()));
        Ok((who, headers))
    }
}

impl FromRequestParts<ApiState> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, shared: &ApiState) -> Result<Visitor> {
        let token = auth::token_of(&parts.headers).map(|token| auth::print(&token));
        let who = match &token {
            Some(token) => who(&shared.hub, token).await?,
            None => None,
        };
        let has_ended = who.is_none() && token.is_some_and(|token| shared.hub.known.has_ended(&token));
        let (language, device) = (language(parts), auth::device_of(&parts.headers));
        let FromAddress(from) = parts.extensions.get().copied().unwrap_or_default();
        Ok(Visitor { who, language, from, device, has_ended })
    }
}

async fn who(hub: &Arc<Hub>, token: &str) -> Result<Option<KnownBrowser>> {
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
    Ok(Some(KnownBrowser { token: token.to_owned(), session }))
}

/// A JSON body, with our own errors.
pub(crate) struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(body)) => Ok(Body(body)),
            Err(error) if error.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Err(ApiError::too_large("the body is too large"))
            }
            Err(JsonRejection::MissingJsonContentType(_)) => {
                Err(ApiError::bad_request("the body is to be application/json"))
            }
            Err(error) => Err(ApiError::bad_request(error.body_text())),
        }
    }
}

/// With which eyes a game is looked at.
#[derive(Clone, Deserialize, Default, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Eyes {
    /// `0`, `1` or `watch`.
    #[serde(rename = "as")]
    pub as_: Option<String>,
}

/// A game, for one who may know of it: to others a game that nobody is to watch is not there at all.
pub(crate) async fn enter(hub: &Arc<Hub>, visitor: &Visitor, id: &str) -> Result<Arc<Room>> {
    let room = hub.room_for(id, visitor.asks()).await?;
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
pub(crate) fn no_game() -> ApiError {
    ApiError::not_found("there is no such game")
}

/// The side as which somebody looks at a game; none for an onlooker.
pub(crate) fn viewer(
    room: &Room,
    inner: &RoomState,
    holder: Option<&str>,
    eyes: &Eyes,
) -> Result<Option<Side>> {
    let holds = |side: &crate::store::SeatRow| side.holder.is_some() && side.holder.as_deref() == holder;
    let mine = inner.seats.iter().find(|seat| holds(seat)).map(|seat| Side(seat.side));
    let may_watch = room.row.options.watch == WatchRule::Public || mine.is_some() || room.is_made_by(holder);
    let open = inner.is_over() && may_watch;
    let side = match eyes.as_.as_deref() {
        None => mine,
        Some("watch") => None,
        Some(text) => {
            let side = text.parse().ok().filter(|side| usize::from(*side) < inner.seats.len());
            let side: u8 = side.ok_or_else(|| ApiError::bad_request("`as` is 0, 1 or watch"))?;
            if !holds(&inner.seats[usize::from(side)]) && !open {
                return Err(ApiError::not_yours("that seat is not yours"));
            }
            Some(Side(side))
        }
    };
    if side.is_none() && !may_watch {
        return Err(no_game());
    }
    Ok(side)
}

/// The eyes with which somebody looks back at a game: `both` as well, once it is over and they may watch it.
pub(crate) fn viewpoint(
    room: &Room,
    inner: &RoomState,
    holder: Option<&str>,
    eyes: &Eyes,
) -> Result<Viewpoint> {
    if eyes.as_.as_deref() != Some("both") {
        return viewer(room, inner, holder, eyes).map(Viewpoint::Of);
    }
    if !inner.is_over() {
        return Err(ApiError::not_yours("both sides are seen together when the game is over"));
    }
    viewer(room, inner, holder, &Eyes { as_: Some("watch".to_owned()) }).map(|_| Viewpoint::All)
}

/// The side for which somebody acts.
pub(crate) fn actor(inner: &RoomState, holder: Option<&str>, side: Option<Side>) -> Result<Side> {
    let holds = |seat: &&crate::store::SeatRow| seat.holder.is_some() && seat.holder.as_deref() == holder;
    let mut mine =
        inner.seats.iter().filter(holds).filter(|seat| side.is_none_or(|side| side.0 == seat.side));
    let first = mine.next().ok_or_else(|| ApiError::not_yours("that seat is not yours"))?;
    if mine.next().is_none() {
        return Ok(Side(first.side));
    }
    // One who sits at both sides acts for the one that is asked, if they do not say.
    let asked = inner.summary.waiting.first().map(|side| Side(*side));
    Ok(asked.unwrap_or(Side(first.side)))
}

/// A text with a kind.
pub(crate) fn typed(kind: &'static str, body: impl IntoResponse) -> Response {
    ([(axum::http::header::CONTENT_TYPE, kind)], body).into_response()
}
