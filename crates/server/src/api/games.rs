//! Making, finding and joining games.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use subtle::ConstantTimeEq as _;
use table::Side;
use utoipa::IntoParams;

use super::lobby::lessons_of;
use super::{Body, Eyes, Visitor, actor, enter, no_game, viewer, viewpoint};
use crate::api_error::{ApiError, Result};
use crate::auth::{self, clean_name, print};
use crate::hub::Hub;
use crate::room::{ArrivalTime, DiceShare, Room, RoomState, Viewer, card};
use crate::store::{List, SeatKind, SeatRow, Write};
use crate::wire::{AsSide, ComputerWish, Consent, GameCard, GameView, Join, Lesson, SeatCode, WatchRule};

/// The most games of a page of a list.
const LISTED: u32 = 100;
/// The last page.
const PAGES: u32 = 99;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct GamesQuery {
    #[serde(default)]
    list: String,
    /// From 0.
    #[serde(default)]
    page: u32,
}

/// Games, 100 a page; `list` is mine, waiting, open or watch; a `Link` header names the next page.
#[utoipa::path(
    get, path = "/games", params(GamesQuery),
    responses((status = 200, description = "done", body = Vec<GameCard>))
)]
pub(crate) async fn list(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Query(which): Query<GamesQuery>,
) -> Result<(HeaderMap, Json<Vec<GameCard>>)> {
    let holder = visitor.holder();
    let list = match (which.list.as_str(), &holder) {
        ("mine" | "", Some(holder)) => List::Of(holder.clone()),
        ("waiting", Some(holder)) => List::Waiting(holder.clone()),
        ("mine" | "waiting" | "", None) => return Ok((HeaderMap::new(), Json(Vec::new()))),
        ("open", _) => List::Open,
        ("watch", _) => List::Watch,
        _ => return Err(ApiError::bad_request("`list` is mine, waiting, open or watch")),
    };
    let page = which.page.min(PAGES);
    // One more than a page has: then another page follows.
    let mut found = hub.store.list(&list, page * LISTED, LISTED + 1).await?;
    let mut headers = HeaderMap::new();
    if found.len() > LISTED as usize && page < PAGES {
        let name = if which.list.is_empty() { "mine" } else { &which.list };
        let next = format!("</api/games?list={name}&page={}>; rel=\"next\"", page + 1);
        headers.insert(header::LINK, HeaderValue::from_str(&next).map_err(ApiError::internal)?);
    }
    found.truncate(LISTED as usize);
    let mut cards = Vec::with_capacity(found.len());
    for listed in &found {
        // A battle that this program no longer has is left out.
        let Ok(table) = hub.table(&listed.game.rulebook, &listed.game.battle) else { continue };
        let room = hub.loaded(&listed.game.id);
        let here = |side: Side| room.as_ref().is_some_and(|room| room.is_here(side));
        cards.push(card(listed, &*table, (visitor.language, holder.as_deref()), here));
    }
    if which.list == "open" {
        // What nobody has known yet comes first.
        cards.sort_by_key(|card| card.continued);
        let can_sit = |seat: &crate::wire::SeatCard| seat.kind == SeatKind::Free && !seat.closed;
        cards.retain(|card| card.seats.iter().any(can_sit));
    }
    if which.list == "waiting" {
        cards.retain(|card| card.my_turn);
    }
    Ok((headers, Json(cards)))
}

/// The game as the viewer sees it.
#[utoipa::path(get, path = "/", params(Eyes), responses((status = 200, description = "done", body = GameView)))]
pub(crate) async fn view(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Path(game): Path<String>,
    Query(eyes): Query<Eyes>,
) -> Result<Json<GameView>> {
    let room = enter(&hub, &visitor, &game).await?;
    let holder = visitor.holder();
    let (side, delayed) = {
        let inner = room.lock().await?;
        match viewer(&room, &inner, holder.as_deref(), &eyes) {
            Ok(side) => (side, false),
            // Where both sides show their views, an onlooker sees them after a delay.
            Err(fault) => {
                match eyes.as_.as_deref().and_then(|text| text.parse().ok()).filter(|side| *side < 2) {
                    Some(side) if room.shows(&inner) => (Some(Side(side)), true),
                    _ => return Err(fault),
                }
            }
        }
    };
    match side.filter(|_| delayed) {
        Some(side) => Ok(Json(room.delayed_view(&hub, visitor.asks(), (side, visitor.language)).await?)),
        None => Ok(Json(room.view(&hub, visitor.from, visitor.reads(side), holder.as_deref()).await?)),
    }
}

/// Lets onlookers see one's view after a delay.
#[utoipa::path(
    post, path = "/show", request_body = Consent,
    responses((status = 200, description = "done", body = GameView))
)]
pub(crate) async fn show(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Path(game): Path<String>,
    Body(consent): Body<Consent>,
) -> Result<Json<GameView>> {
    let room = enter(&hub, &visitor, &game).await?;
    let holder = visitor.holder();
    let side = {
        let mut inner = room.lock().await?;
        let side = actor(&inner, holder.as_deref(), consent.side.map(Side))?;
        let seat = SeatRow { shows: consent.agree, ..inner.seats[side.index()].clone() };
        let write = Write { seats: vec![seat.clone()], ..Write::default() };
        room.put(&hub, &mut inner, write).await?;
        inner.seats[side.index()] = seat;
        room.send_seats(&inner);
        side
    };
    Ok(Json(room.view(&hub, visitor.from, visitor.reads(Some(side)), holder.as_deref()).await?))
}

/// Board: all that stands still.
#[utoipa::path(get, path = "/board", params(Eyes), responses((status = 200, description = "done", body = shelf::board::Board)))]
pub(crate) async fn board(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Path(game): Path<String>,
    Query(eyes): Query<Eyes>,
) -> Result<Response> {
    let room = enter(&hub, &visitor, &game).await?;
    let viewpoint = viewpoint(&room, &*room.lock().await?, visitor.holder().as_deref(), &eyes)?;
    let board = hub.board(&room.row.rulebook, &room.row.battle, viewpoint, visitor.language)?;
    let cache =
        [(header::CACHE_CONTROL, "private, max-age=86400"), (header::VARY, "accept-language, cookie")];
    Ok((cache, Json(&*board)).into_response())
}

/// The lessons of a tutorial.
#[utoipa::path(get, path = "/lessons", responses((status = 200, description = "done", body = Vec<Lesson>)))]
pub(crate) async fn lessons(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Path(game): Path<String>,
) -> Result<Json<Vec<Lesson>>> {
    let room = enter(&hub, &visitor, &game).await?;
    Ok(Json(lessons_of(&*room.table, visitor.language)))
}

/// Whether somebody made a game or sits in it.
fn is_known(room: &Room, inner: &RoomState, holder: Option<&str>) -> bool {
    let sits = |seat: &SeatRow| seat.holder.as_deref() == holder;
    holder.is_some() && (room.is_made_by(holder) || inner.seats.iter().any(sits))
}

/// Takes a seat.
#[utoipa::path(
    post, path = "/join", request_body = Join,
    responses((status = 200, description = "done", body = GameView))
)]
pub(crate) async fn join(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Path(game): Path<String>,
    Body(join): Body<Join>,
) -> Result<(HeaderMap, Json<GameView>)> {
    let room = hub.room_for(&game, visitor.asks()).await?;
    let (language, from) = (visitor.language, visitor.from);
    let holder = visitor.holder();
    let (headers, holder) = {
        let mut inner = room.lock().await?;
        let seat = inner.seats.get(usize::from(join.side)).cloned().ok_or_else(no_game)?;
        let mine = holder.is_some() && seat.holder == holder;
        let has_code = match (&seat.code, &join.code) {
            // In a time that does not tell where they differ.
            (Some(hash), Some(code)) => hash.as_bytes().ct_eq(print(code).as_bytes()).into(),
            _ => false,
        };
        let closed = inner.is_closed(Side(join.side));
        let comes_back = closed && inner.was_last(Side(join.side), holder.as_deref());
        let is_open = room.row.options.open && seat.kind == SeatKind::Free && join.code.is_none();
        if closed && is_open && !mine && !has_code && !comes_back {
            return Err(ApiError::not_yours(CLOSED));
        }
        if !mine && !has_code && !is_open && !comes_back {
            // A game that nobody is to watch is not there for one without the right code.
            if room.row.options.watch == WatchRule::Nobody && !is_known(&room, &inner, holder.as_deref()) {
                return Err(no_game());
            }
            return Err(ApiError::not_yours("that seat is not free, or the link has been used"));
        }
        // Only who gets a seat is made known: whoever tries leaves nothing behind.
        let (who, headers) = visitor.known(&hub).await?;
        let holder = who.holder();
        if !mine {
            let name = if join.name.trim().is_empty() && seat.kind == SeatKind::Person {
                seat.name.clone()
            } else {
                clean_name(&join.name, "player")
            };
            let taken =
                SeatRow { kind: SeatKind::Person, name, holder: Some(holder.clone()), code: None, ..seat };
            let share = if join.contributes { DiceShare::Contributes } else { DiceShare::None };
            room.seat_with(&hub, &mut inner, taken, share).await?;
        }
        (headers, holder)
    };
    let view = room.view(&hub, from, Viewer::new(Some(Side(join.side)), language), Some(&holder)).await?;
    Ok((headers, Json(view)))
}

/// Reason why nobody takes a seat.
const CLOSED: &str = "those who left that seat have decided in secret there: only they can take it again, or whom they have sent a link, or a \
     computer player";

/// A seat of one's own, or a free one of a game one made.
fn seat_to_give(room: &Room, inner: &RoomState, holder: Option<&str>, side: Option<u8>) -> Result<SeatRow> {
    let free = |seat: &&SeatRow| {
        seat.kind == SeatKind::Free && room.is_made_by(holder) && side.is_none_or(|side| side == seat.side)
    };
    match (actor(inner, holder, side.map(Side)), inner.seats.iter().find(free)) {
        (Ok(side), _) => Ok(inner.seats[side.index()].clone()),
        (Err(_), Some(seat)) => Ok(seat.clone()),
        (Err(fault), None) => Err(fault),
    }
}

/// A new code for a seat.
#[utoipa::path(
    post, path = "/code", request_body = AsSide,
    responses((status = 200, description = "done", body = SeatCode))
)]
pub(crate) async fn code(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Path(game): Path<String>,
    Body(wish): Body<AsSide>,
) -> Result<Json<SeatCode>> {
    let room = enter(&hub, &visitor, &game).await?;
    let mut inner = room.lock().await?;
    let holder = visitor.holder();
    let mut seat = seat_to_give(&room, &inner, holder.as_deref(), wish.side)?;
    let side = Side(seat.side);
    if inner.is_closed(side) && !inner.was_last(side, holder.as_deref()) {
        return Err(ApiError::not_yours(CLOSED));
    }
    let code = auth::secret()?;
    seat.code = Some(print(&code));
    let write = Write { seats: vec![seat.clone()], ..Write::default() };
    room.put(&hub, &mut inner, write).await?;
    inner.seats[side.index()] = seat;
    Ok(Json(SeatCode { side: side.0, code }))
}

/// As whom one who gave up a seat is shown the game: an onlooker at last, also where there are to be none.
fn last_look(room: &Room, inner: &RoomState, holder: Option<&str>) -> Option<Side> {
    viewer(room, inner, holder, &Eyes::default()).unwrap_or(None)
}

/// Gives a seat free.
#[utoipa::path(
    post, path = "/leave", request_body = AsSide,
    responses((status = 200, description = "done", body = GameView))
)]
pub(crate) async fn leave(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Path(game): Path<String>,
    Body(wish): Body<AsSide>,
) -> Result<Json<GameView>> {
    let arrived = ArrivalTime::now();
    let room = enter(&hub, &visitor, &game).await?;
    let holder = visitor.holder();
    {
        let mut inner = room.act(&hub, visitor.language, arrived).await?;
        let side = actor(&inner, holder.as_deref(), wish.side.map(Side))?;
        let seat = inner.seats[side.index()].clone();
        let free = SeatRow {
            kind: SeatKind::Free,
            name: String::new(),
            holder: None,
            // Whom they have sent a link may still come.
            code: seat.code.clone(),
            orders: Vec::new(),
            shows: false,
            ..seat
        };
        room.seat(&hub, &mut inner, free).await?;
    }
    let side = last_look(&room, &*room.lock().await?, holder.as_deref());
    Ok(Json(room.view(&hub, visitor.from, visitor.reads(side), holder.as_deref()).await?))
}

/// Hands a seat to a computer player.
#[utoipa::path(
    post, path = "/computer", request_body = ComputerWish,
    responses((status = 200, description = "done", body = GameView))
)]
pub(crate) async fn computer(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Path(game): Path<String>,
    Body(wish): Body<ComputerWish>,
) -> Result<Json<GameView>> {
    let arrived = ArrivalTime::now();
    let room = enter(&hub, &visitor, &game).await?;
    let holder = visitor.holder();
    {
        let mut inner = room.act(&hub, visitor.language, arrived).await?;
        inner.must_run()?;
        let seat = seat_to_give(&room, &inner, holder.as_deref(), Some(wish.side))?;
        let taken = SeatRow {
            kind: SeatKind::Computer,
            name: wish.player,
            holder: None,
            code: None,
            orders: Vec::new(),
            shows: false,
            ..seat
        };
        room.seat(&hub, &mut inner, taken).await?;
    }
    room.drive(&hub);
    let side = last_look(&room, &*room.lock().await?, holder.as_deref());
    Ok(Json(room.view(&hub, visitor.from, visitor.reads(side), holder.as_deref()).await?))
}
