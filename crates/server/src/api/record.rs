//! The record: log, chat, notes, replay, journal, report, dice.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use shelf::Viewpoint;
use shelf::board::{Board, Fitness, Position};
use table::Side;
use table::journal::{Entry, read};
use utoipa::IntoParams;

use super::{Body, Eyes, Visitor, actor, enter, report, typed, viewer, viewpoint};
use crate::api_error::{ApiError, Result};
use crate::auth::clean_line;
use crate::hub::Hub;
use crate::room::record::{Item, LogSources, Place, is_for, items};
use crate::room::{Likeness, Room, RoomState, commitment, mix, sitters, words};
use crate::store::{SeatKind, Write};
use crate::wire::{
    self, ChatMessage, LogPage, Notes, ReplayAnswer, ReplayIndex, ReplayPosition, ReplayRun, ReplayStep, Say,
    ServerMessage, ThrowData, VerifyData,
};
use crate::work::Turn;

/// The most entries of a page of the log.
const PAGE: usize = 500;
/// The most steps of a run of positions.
const RUN: usize = 200;
/// The most characters of a chat message.
const SAID: usize = 500;

/// A game as it stands, and with which eyes somebody may look back at it.
async fn looked_at(room: &Room, visitor: &Visitor, eyes: &Eyes) -> Result<(Likeness, Viewpoint)> {
    let inner = room.lock_in(visitor.language).await?;
    let viewpoint = viewpoint(room, &inner, visitor.holder().as_deref(), eyes)?;
    Ok((inner.likeness(), viewpoint))
}

/// Turns that work takes that looks so at a game.
fn turns(room: &Room, visitor: &Visitor, viewpoint: Viewpoint) -> [Turn; 2] {
    let viewer = match viewpoint {
        Viewpoint::Of(viewer) => viewer,
        Viewpoint::All => None,
    };
    room.turns(visitor.from, viewer)
}

/// Under what something is kept that was made of a game: of this state, for these eyes, in this language.
fn key(room: &Room, game: &Likeness, what: &str, viewpoint: Viewpoint) -> String {
    format!(
        "{what} {} {:x} {viewpoint:?} {}",
        room.row.id,
        game.live.stamp().journal,
        game.live.catalogue().language()
    )
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Range {
    #[serde(default)]
    from: usize,
    to: Option<usize>,
    #[serde(rename = "as")]
    as_: Option<String>,
}

/// The log, `from` and `to` places.
#[utoipa::path(get, path = "/log", params(Range), responses((status = 200, description = "done", body = LogPage)))]
pub(crate) async fn log(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Path(game): Path<String>,
    Query(range): Query<Range>,
) -> Result<Json<LogPage>> {
    let room = enter(&hub, &visitor, &game).await?;
    let (game, viewpoint) = looked_at(&room, &visitor, &Eyes { as_: range.as_.clone() }).await?;
    let turns = turns(&room, &visitor, viewpoint);
    Ok(Json(hub.work.run(&turns, move || page(&game, viewpoint, &range)).await?))
}

fn page(game: &Likeness, viewpoint: Viewpoint, range: &Range) -> LogPage {
    let seen: Vec<Item<'_>> = items_of(game, viewpoint).collect();
    let from = range.from.min(seen.len());
    let to = range.to.unwrap_or(usize::MAX).clamp(from, from + PAGE).min(seen.len());
    let entries = seen[from..to].iter().zip(from..).map(|(item, at)| item.entry(&*game.live, at as u32));
    LogPage { length: seen.len() as u32, entries: entries.collect() }
}

/// The log as somebody sees it.
fn items_of(game: &Likeness, viewpoint: Viewpoint) -> impl Iterator<Item = Item<'_>> {
    let (log, notices) = (game.live.log(), game.live.notices());
    items(LogSources { log, ordered: &game.ordered, notices }, Place::default(), viewpoint)
}

/// Number of the entries of the log somebody has seen when so many events had been told.
fn seen_by(game: &Likeness, viewpoint: Viewpoint) -> impl Fn(usize) -> u32 + use<> {
    let events: Vec<usize> =
        (0..game.live.log().len()).filter(|at| viewpoint.sees(&game.live.log()[*at])).collect();
    let ordered = game.ordered.iter().filter(|ordered| viewpoint.knows(Side(ordered.side)));
    let ordered: Vec<usize> = ordered.map(|ordered| ordered.after).collect();
    let notices = game.live.notices().iter().filter(|notice| is_for(notice, viewpoint));
    let notices: Vec<usize> = notices.map(|notice| notice.after).collect();
    move |told| {
        let noticed = notices.partition_point(|after| *after < told);
        let events = events.partition_point(|at| *at < told);
        (events + noticed + ordered.partition_point(|after| *after < told)) as u32
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ChatQuery {
    before: Option<u64>,
}

/// Chat messages; `before` a number.
#[utoipa::path(
    get, path = "/chat", params(ChatQuery),
    responses((status = 200, description = "done", body = Vec<ChatMessage>))
)]
pub(crate) async fn chat(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Path(game): Path<String>,
    Query(before): Query<ChatQuery>,
) -> Result<Json<Vec<ChatMessage>>> {
    let room = enter(&hub, &visitor, &game).await?;
    viewer(&room, &*room.lock().await?, visitor.holder().as_deref(), &Eyes::default())?;
    Ok(Json(hub.store.chat(&game, before.before.unwrap_or(u64::MAX), 50).await?))
}

/// Says something.
#[utoipa::path(
    post, path = "/chat", request_body = Say,
    responses((status = 200, description = "done", body = ChatMessage))
)]
pub(crate) async fn say(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Path(game): Path<String>,
    Body(say): Body<Say>,
) -> Result<Json<ChatMessage>> {
    let room = enter(&hub, &visitor, &game).await?;
    let side = actor(&*room.lock().await?, visitor.holder().as_deref(), say.side.map(Side))?;
    Ok(Json(room.say(&hub, side, &say.text).await?))
}

impl crate::room::Room {
    /// Says something for a side.
    ///
    /// # Errors
    /// It says nothing, or is not stored.
    pub(crate) async fn say(&self, hub: &Hub, side: table::Side, text: &str) -> Result<ChatMessage> {
        let text = clean_line(text, SAID);
        if text.is_empty() {
            return Err(ApiError::bad_request("the message is empty"));
        }
        let mut inner = self.lock().await?;
        let name = inner.seats[side.index()].name.clone();
        let message = inner.remark(Some(side), &name, text);
        let chat = vec![(self.row.id.clone(), message.clone())];
        self.put(hub, &mut inner, Write { chat, ..Write::default() }).await?;
        self.send_all(&ServerMessage::Chat { message: message.clone() });
        Ok(message)
    }
}

/// Keeps one's notes.
#[utoipa::path(
    put, path = "/notes", request_body = Notes,
    responses((status = 200, description = "done", body = Notes))
)]
pub(crate) async fn notes(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Path(game): Path<String>,
    Body(notes): Body<Notes>,
) -> Result<Json<Notes>> {
    let is_long = |text: &String, most: usize| text.chars().count() > most;
    if is_long(&notes.text, 10_000)
        || notes.hexes.len() > 200
        || notes.hexes.values().any(|text| is_long(text, 200))
    {
        return Err(ApiError::bad_request("the notes are too long"));
    }
    let room = enter(&hub, &visitor, &game).await?;
    let holder = visitor.holder().ok_or_else(|| ApiError::not_yours("only players keep notes"))?;
    actor(&*room.lock().await?, Some(&holder), None)?;
    hub.store.set_notes(&game, &holder, &notes).await?;
    Ok(Json(notes))
}

/// The steps of the game.
#[utoipa::path(
    get, path = "/replay", params(Eyes),
    responses((status = 200, description = "done", body = ReplayIndex))
)]
pub(crate) async fn replay(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Path(game): Path<String>,
    Query(eyes): Query<Eyes>,
) -> Result<Response> {
    let room = enter(&hub, &visitor, &game).await?;
    let (game, viewpoint) = looked_at(&room, &visitor, &eyes).await?;
    let (key, turns) = (key(&room, &game, "replay", viewpoint), turns(&room, &visitor, viewpoint));
    let board = Arc::clone(&room.board);
    let play = move || {
        index(&game, viewpoint, &board)
            .and_then(|index| serde_json::to_vec(&index).map_err(ApiError::internal))
    };
    let made = hub.made.get(&key, async { Ok(hub.work.run(&turns, play).await??.into()) }).await?;
    Ok(typed("application/json", made))
}

fn index(game: &Likeness, viewpoint: Viewpoint, board: &Board) -> Result<ReplayIndex> {
    let mut index = ReplayIndex::default();
    // Only what the viewer may see is counted: how much they may not see is a secret too.
    let seen = seen_by(game, viewpoint);
    let done = game.live.replay(0, viewpoint, &mut |step, position| {
        let position = position();
        let answer = |(side, label): &(Side, String)| ReplayAnswer { side: side.0, label: label.clone() };
        let answers = step.answers.iter().map(answer).collect();
        index.steps.push(ReplayStep { turn: step.turn, answers, log: seen(step.log) });
        index.steady.push(count(&position, board, Fitness::Steady));
        index.shaken.push(count(&position, board, Fitness::Shaken));
        index.half_points.push(position.half_points);
        index.losses.push(position.losses);
        true
    });
    done.map_err(ApiError::internal)?;
    Ok(index)
}

/// Units in states that mean the same for them, by side.
fn count(position: &Position, board: &Board, fitness: Fitness) -> Vec<u16> {
    let mut counts = vec![0; position.losses.len()];
    let is_so = |state: &str| board.states.iter().any(|known| known.id == state && known.fitness == fitness);
    for (card, _) in board.units.iter().zip(&position.counters).filter(|(_, now)| is_so(&now.state)) {
        if let Some(count) = counts.get_mut(usize::from(card.side)) {
            *count += 1;
        }
    }
    counts
}

/// The position after a step.
#[utoipa::path(
    get, path = "/replay/{step}", params(Eyes),
    responses((status = 200, description = "done", body = ReplayPosition))
)]
pub(crate) async fn replay_step(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Path((game, wanted)): Path<(String, u32)>,
    Query(eyes): Query<Eyes>,
) -> Result<Json<ReplayPosition>> {
    let room = enter(&hub, &visitor, &game).await?;
    let (game, viewpoint) = looked_at(&room, &visitor, &eyes).await?;
    let turns = turns(&room, &visitor, viewpoint);
    let position =
        hub.work.run(&turns, move || positions(&game, viewpoint, wanted as usize, 1)).await??.pop();
    let position = position.ok_or_else(|| ApiError::not_found("there is no such step"))?;
    Ok(Json(ReplayPosition { step: wanted, position }))
}

/// The positions after the steps from `from` up to `to`, at most 200.
#[utoipa::path(
    get, path = "/replay/run", params(Range),
    responses((status = 200, description = "done", body = ReplayRun))
)]
pub(crate) async fn replay_run(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Path(game): Path<String>,
    Query(range): Query<Range>,
) -> Result<Json<ReplayRun>> {
    let room = enter(&hub, &visitor, &game).await?;
    let (game, viewpoint) = looked_at(&room, &visitor, &Eyes { as_: range.as_ }).await?;
    let turns = turns(&room, &visitor, viewpoint);
    let most = range.to.unwrap_or(usize::MAX).saturating_sub(range.from).clamp(1, RUN);
    Ok(Json(hub.work.run(&turns, move || run(&game, viewpoint, range.from, most)).await??))
}

fn run(game: &Likeness, viewpoint: Viewpoint, from: usize, most: usize) -> Result<ReplayRun> {
    let all = positions(game, viewpoint, from, most)?;
    let patches = all.windows(2).map(|pair| pair[1].since(&pair[0])).collect();
    let first = all.into_iter().next().ok_or_else(|| ApiError::not_found("there is no such step"))?;
    Ok(ReplayRun { first: from as u32, position: first, patches })
}

/// The positions after so many steps, the first of which is `from`.
fn positions(game: &Likeness, viewpoint: Viewpoint, from: usize, most: usize) -> Result<Vec<Position>> {
    let mut found = Vec::new();
    let done = game.live.replay(from, viewpoint, &mut |_, position| {
        found.push(position());
        found.len() < most
    });
    done.map_err(ApiError::internal)?;
    Ok(found)
}

/// The throws of a finished game, weighed.
#[utoipa::path(get, path = "/fortune", params(Eyes), responses((status = 200, description = "done", body = wire::Fortune)))]
pub(crate) async fn fortune(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Path(game): Path<String>,
    Query(eyes): Query<Eyes>,
) -> Result<Json<wire::Fortune>> {
    let room = enter(&hub, &visitor, &game).await?;
    let (game, viewpoint) = looked_at(&room, &visitor, &eyes).await?;
    if !game.is_over() {
        return Err(ApiError::not_yours("the throws are weighed when the game is over"));
    }
    let seen = seen_by(&game, viewpoint);
    let fortune = room.fortune(&hub, game.live.fortune()).await?;
    let weighed = |throw: &shelf::WeighedThrow| words::weighed(&*game.live, throw, seen(throw.log));
    let throws = fortune.throws.iter().map(weighed);
    Ok(Json(wire::Fortune { throws: throws.collect(), whole: fortune.is_whole }))
}

/// The journal.
#[utoipa::path(
    get, path = "/journal",
    responses((status = 200, description = "done", body = String, content_type = "text/plain"))
)]
pub(crate) async fn journal(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Path(game): Path<String>,
) -> Result<Response> {
    let room = enter(&hub, &visitor, &game).await?;
    let inner = room.lock_in(visitor.language).await?;
    let holder = visitor.holder();
    viewer(&room, &inner, holder.as_deref(), &Eyes::default())?;
    // Who has left a free seat may have left secrets there, for the next who takes it.
    let is_own = |seat: &crate::store::SeatRow| match seat.kind {
        SeatKind::Computer => true,
        SeatKind::Free => inner.counts.answers[usize::from(seat.side)] == 0,
        SeatKind::Person => holder.is_some() && seat.holder == holder,
    };
    // A computer player may have taken over from somebody with secrets, too.
    let sits = inner.seats.iter().any(|seat| holder.is_some() && seat.holder == holder);
    let owns = inner.seats.iter().all(is_own) && is_own_past(&inner, holder.as_deref());
    if !(inner.is_over() || sits && owns) {
        return Err(ApiError::not_yours(
            "the journal holds both sides' secrets; it is given out when the game is over",
        ));
    }
    let name = format!("attachment; filename=\"{}.journal\"", room.row.id);
    let headers =
        [(header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (header::CONTENT_DISPOSITION, name)];
    let live = inner.live.copy();
    drop(inner);
    Ok((headers, live.journal()).into_response())
}

/// Whether nobody else has left secrets in the game: nobody else sat where a computer player sits now.
fn is_own_past(inner: &RoomState, holder: Option<&str>) -> bool {
    let is_handed = |sat: &sitters::Sitter| {
        let seat = &inner.seats[usize::from(sat.side)];
        seat.kind == SeatKind::Computer && sat.holder.is_some() && sat.holder.as_deref() != holder
    };
    !inner.summary.sat.iter().any(is_handed)
}

/// The after-action report.
#[utoipa::path(
    get, path = "/report.html", params(Eyes),
    responses((status = 200, description = "done", body = String, content_type = "text/html"))
)]
pub(crate) async fn after_action(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Path(game): Path<String>,
    Query(eyes): Query<Eyes>,
) -> Result<Response> {
    let room = enter(&hub, &visitor, &game).await?;
    let (game, viewpoint) = looked_at(&room, &visitor, &eyes).await?;
    let (key, turns) = (key(&room, &game, "report", viewpoint), turns(&room, &visitor, viewpoint));
    let write = {
        let room = Arc::clone(&room);
        move || report::html(&room, &game, viewpoint).map_err(ApiError::internal)
    };
    let made = hub.made.get(&key, async { Ok(hub.work.run(&turns, write).await??.into()) }).await?;
    Ok(typed("text/html; charset=utf-8", made))
}

/// The position as a picture.
#[utoipa::path(
    get, path = "/picture.svg", params(Eyes),
    responses((status = 200, description = "done", body = String, content_type = "image/svg+xml"))
)]
pub(crate) async fn picture(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Path(game): Path<String>,
    Query(eyes): Query<Eyes>,
) -> Result<Response> {
    let room = enter(&hub, &visitor, &game).await?;
    let (game, side) = {
        let inner = room.lock_in(visitor.language).await?;
        let side = viewer(&room, &inner, visitor.holder().as_deref(), &eyes)?;
        (inner.likeness(), side)
    };
    let key = key(&room, &game, "picture", Viewpoint::Of(side));
    let turns = room.turns(visitor.from, side);
    let draw = move || game.live.draw(side, crate::api::PICTURE).map_err(ApiError::internal);
    let made = hub.made.get(&key, async { Ok(hub.work.run(&turns, draw).await??.into()) }).await?;
    Ok(typed("image/svg+xml", made))
}

/// Proof for the dice page.
#[utoipa::path(get, path = "/verify", responses((status = 200, description = "done", body = VerifyData)))]
pub(crate) async fn verify(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Path(game): Path<String>,
) -> Result<Json<VerifyData>> {
    let room = enter(&hub, &visitor, &game).await?;
    let (game, side) = {
        let inner = room.lock_in(visitor.language).await?;
        let side = viewer(&room, &inner, visitor.holder().as_deref(), &Eyes::default())?;
        (inner.likeness(), side)
    };
    Ok(Json(hub.work.run(&room.turns(visitor.from, side), move || verified(&game)).await??))
}

fn verified(game: &Likeness) -> Result<VerifyData> {
    let over = game.is_over();
    let journal = game.live.journal();
    let reading = read(journal.as_bytes()).map_err(ApiError::internal)?;
    let mut data = VerifyData {
        commitment: commitment(&journal),
        contributions: Vec::new(),
        promises: mix::card(&*game.live, Vec::new()).promises,
        seed: None,
        throws: Vec::new(),
        journal: over.then_some(journal),
    };
    let mut begun = false;
    for entry in reading.entries {
        match entry {
            Entry::Begin => begun = true,
            Entry::Contribution { bytes, .. } if !begun => data.contributions.push(table::hash::hex(&bytes)),
            Entry::Reveal(seed) if data.seed.is_none() => data.seed = Some(table::hash::hex(&seed)),
            // Throws of an unfinished step could tell what the other side has done in secret; afterwards all are told.
            Entry::Throw { n, faces, outcome } if over => data.throws.push(ThrowData { n, faces, outcome }),
            _ => {}
        }
    }
    Ok(data)
}
