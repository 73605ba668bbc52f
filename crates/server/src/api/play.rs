//! Deciding: answers and all that helps to find them.

use std::sync::Arc;
use table::session::Accord;

use axum::Json;
use axum::extract::{Path, State};
use shelf::{Game, GameError, pointing_at};
use table::Side;

use super::{Body, Eyes, Visitor, actor, enter, viewer};
use crate::api_error::{ApiError, Result};
use crate::hub::Hub;
use crate::room::{ArrivalTime, Back, RoomState, mix, orders, words};
use crate::store::SeatKind;
use crate::wire::{
    AcceptedAnswer, Answer, AsSide, Candidate, Chance, Clocks, Consent, Contribution, DiceCard, GameView,
    Hint, Overlay, OverlayWish, Preview, ServerMessage, StandingOrders, ThingChances, UndoConsent,
    UndoResult, UndoRule, UndoWish, WhyNot,
};

/// So many reasons are enough.
const MOST_REASONS: usize = 6;

/// Answers; returns when it is on disk.
#[utoipa::path(
    post, path = "/answer", request_body = Answer,
    responses((status = 200, description = "done", body = AcceptedAnswer))
)]
pub(crate) async fn answer(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Path(game): Path<String>,
    Body(answer): Body<Answer>,
) -> Result<Json<AcceptedAnswer>> {
    let arrived = ArrivalTime::now();
    let room = enter(&hub, &visitor, &game).await?;
    let holder = visitor.holder();
    let by = |inner: &RoomState| actor(inner, holder.as_deref(), answer.side.map(Side));
    Ok(Json(AcceptedAnswer { revision: room.answer(&hub, (visitor.language, arrived), by, &answer).await? }))
}

/// Meaning of a candidate: what a candidate means: an answer that is listed, or words that are to be read outside of the game's lock.
enum Meaning {
    Listed(table::Answer),
    Typed(String),
}

impl Meaning {
    fn read(&self, live: &dyn Game, side: Side) -> std::result::Result<table::Answer, GameError> {
        match self {
            Meaning::Listed(answer) => Ok(*answer),
            Meaning::Typed(text) => live.read(side, text),
        }
    }
}

/// Answer meant by a candidate.
fn meant(inner: &RoomState, side: Side, candidate: &Candidate) -> Result<Meaning> {
    if candidate.question.is_some()
        && candidate.question != inner.asks(side).map(|asks| asks.id(&inner.counts))
    {
        return Err(ApiError::stale("that question is no longer the one that is asked"));
    }
    match (candidate.choice, &candidate.text) {
        (Some(choice), None) => {
            let asking = inner.live.pending().iter().find(|pending| pending.side == side);
            let pending = asking.ok_or_else(|| ApiError::not_asked("nothing is asked of that side now"))?;
            let answer = pending.legal.get(choice as usize).copied();
            answer.map(Meaning::Listed).ok_or_else(|| ApiError::bad_request("there is no such choice"))
        }
        (None, Some(text)) => words::typed(inner.live.names(), text).map(Meaning::Typed),
        _ => Err(ApiError::bad_request("a candidate has a choice or a text")),
    }
}

/// Reason why something is not allowed.
#[utoipa::path(
    post, path = "/why", request_body = Candidate,
    responses((status = 200, description = "done", body = WhyNot))
)]
pub(crate) async fn why(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Path(game): Path<String>,
    Body(candidate): Body<Candidate>,
) -> Result<Json<WhyNot>> {
    let room = enter(&hub, &visitor, &game).await?;
    let (mut live, side, meant) = {
        let inner = room.lock_in(visitor.language).await?;
        let side = actor(&inner, visitor.holder().as_deref(), candidate.side.map(Side))?;
        (inner.live.copy(), side, meant(&inner, side, &candidate)?)
    };
    let look = move || match (meant.read(&*live, side), &meant) {
        (Ok(answer), _) => live.why_not(side, answer).map(Vec::from_iter),
        (Err(error), Meaning::Typed(text)) => why_there(&mut *live, side, text).ok_or(error),
        (Err(error), Meaning::Listed(_)) => Err(error),
    };
    let reasons = hub.work.run(&room.turns(visitor.from, Some(side)), look).await??;
    let rule = reasons.iter().find_map(|refusal| refusal.rule).map(|rule| rule.0.to_owned());
    let sentences: Vec<String> = reasons.into_iter().map(|refusal| refusal.sentence).collect();
    Ok(Json(WhyNot { allowed: sentences.is_empty(), text: sentences.join("\n"), rule }))
}

/// The reasons against things that are only pointed at, units or hexes; none if the question has no such answers.
fn why_there(game: &mut dyn Game, side: Side, words: &str) -> Option<Vec<GameError>> {
    let asked = game.pending().iter().find(|pending| pending.side == side)?;
    let answers = pointing_at(&asked.legal, game.names(), words);
    let mut reasons: Vec<GameError> = Vec::new();
    for answer in answers {
        match game.why_not(side, answer) {
            Ok(Some(refusal)) if !reasons.contains(&refusal) => reasons.push(refusal),
            Ok(None) => return Some(Vec::new()),
            _ => {}
        }
        if reasons.len() == MOST_REASONS {
            break;
        }
    }
    Some(reasons).filter(|reasons| !reasons.is_empty())
}

fn chance((text, share): &(String, table::umpires::Share)) -> Chance {
    Chance { text: text.clone(), permille: share.permille(), exact: format!("{}/{}", share.of, share.all) }
}

/// The exact odds of an answer.
#[utoipa::path(
    post, path = "/preview", request_body = Candidate,
    responses((status = 200, description = "done", body = Preview))
)]
pub(crate) async fn preview(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Path(game): Path<String>,
    Body(candidate): Body<Candidate>,
) -> Result<Json<Preview>> {
    let room = enter(&hub, &visitor, &game).await?;
    let (live, side, meant) = {
        let inner = room.lock_in(visitor.language).await?;
        let side = actor(&inner, visitor.holder().as_deref(), candidate.side.map(Side))?;
        (inner.live.copy(), side, meant(&inner, side, &candidate)?)
    };
    let reckon = move || previewed(&*live, side, &meant);
    Ok(Json(hub.work.run(&room.turns(visitor.from, Some(side)), reckon).await??))
}

/// An answer of a side in the words of what it is asked.
fn label(live: &dyn Game, side: Side, answer: &table::Answer) -> String {
    let asked = live.pending().iter().find(|pending| pending.side == side);
    live.label_to(asked.map_or("", |pending| pending.key), answer)
}

fn previewed(live: &dyn Game, side: Side, meant: &Meaning) -> Result<Preview> {
    let answer = meant.read(live, side)?;
    let odds = live.odds(side, answer).map_err(ApiError::refused)?;
    let thing = |(name, chances): &(String, Vec<(String, table::umpires::Share)>)| ThingChances {
        name: name.clone(),
        chances: chances.iter().map(chance).collect(),
    };
    let ahead = odds.ahead.as_ref().ok_or_else(|| ApiError::internal("odds without a look ahead"))?;
    let chances = |rows: &[(String, table::umpires::Share)]| rows.iter().map(chance).collect();
    Ok(Preview {
        label: label(live, side, &answer),
        near: chances(&ahead.near),
        decides: chances(&ahead.decides),
        drawn: chances(&ahead.drawn),
        throws: ahead.throws.clone(),
        later: ahead.later.clone(),
        veiled: ahead.is_veiled,
        assumed: ahead.is_assumed,
        rehearsed: ahead.is_rehearsed,
        ends: chances(&odds.ends),
        things: odds.units.iter().map(thing).collect(),
        complete: odds.is_complete,
        covered: odds.covered_permille(),
        sums: words::sums(live, &odds.sums),
        contest: odds.contest,
    })
}

/// Hint: what the best computer player would do.
#[utoipa::path(
    post, path = "/hint", request_body = AsSide,
    responses((status = 200, description = "done", body = Hint))
)]
pub(crate) async fn hint(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Path(game): Path<String>,
    Body(wish): Body<AsSide>,
) -> Result<Json<Hint>> {
    let room = enter(&hub, &visitor, &game).await?;
    let asked = |inner: &RoomState, side| inner.asks(side).map(|asks| asks.id(&inner.counts));
    let (live, side, question) = {
        let inner = room.lock_in(visitor.language).await?;
        let side = actor(&inner, visitor.holder().as_deref(), wish.side.map(Side))?;
        (inner.live.copy(), side, asked(&inner, side))
    };
    let hint = hub.work.run(&room.turns(visitor.from, Some(side)), move || hinted(live, side)).await??;
    // What was thought for another question is no advice.
    if asked(&*room.lock().await?, side) != question {
        return Err(ApiError::stale("the game has gone on meanwhile; please ask again"));
    }
    Ok(Json(hint))
}

fn hinted(mut live: Box<dyn Game>, side: Side) -> Result<Hint> {
    let (hint, why) = live.hint(side).map_err(ApiError::refused)?;
    let legal = live.pending().iter().find(|pending| pending.side == side).map(|pending| &pending.legal);
    let choice = legal.and_then(|legal| legal.iter().position(|answer| *answer == hint));
    let choice = choice.ok_or_else(|| ApiError::internal("a hint that is not legal"))?;
    Ok(Hint { choice: choice as u32, label: label(&*live, side, &hint), why })
}

/// Something to lay over the map.
#[utoipa::path(
    post, path = "/overlay", params(Eyes), request_body = OverlayWish,
    responses((status = 200, description = "done", body = Overlay))
)]
pub(crate) async fn overlay(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Path(game): Path<String>,
    axum::extract::Query(eyes): axum::extract::Query<Eyes>,
    Body(wish): Body<OverlayWish>,
) -> Result<Json<Overlay>> {
    let room = enter(&hub, &visitor, &game).await?;
    let (live, side) = {
        let inner = room.lock_in(visitor.language).await?;
        let side = viewer(&room, &inner, visitor.holder().as_deref(), &eyes)?;
        (inner.live.copy(), side)
    };
    if !room.board.overlays.iter().any(|overlay| overlay.id == wish.kind) {
        let ids: Vec<&str> = room.board.overlays.iter().map(|overlay| overlay.id.as_str()).collect();
        return Err(ApiError::bad_request(format!("`kind` is one of {}", ids.join(", "))));
    }
    let point = |text: &String| {
        table::Point::from_short(text).ok_or_else(|| ApiError::bad_request("`to` is a pointer, like h45"))
    };
    let to = wish.to.as_ref().map(point).transpose()?;
    let of = table::Point::from_short(&wish.of)
        .ok_or_else(|| ApiError::bad_request("`of` is a pointer, like u3"))?;
    let lay = move || live.overlay(side, of, (&wish.kind, to));
    let overlay = hub.work.run(&room.turns(visitor.from, side), lay).await?.map_err(ApiError::refused)?;
    Ok(Json(Overlay { overlay }))
}

/// Takes back, or proposes it.
#[utoipa::path(
    post, path = "/undo", request_body = UndoWish,
    responses((status = 200, description = "done", body = UndoResult))
)]
pub(crate) async fn undo(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Path(game): Path<String>,
    Body(wish): Body<UndoWish>,
) -> Result<Json<UndoResult>> {
    let arrived = ArrivalTime::now();
    let room = enter(&hub, &visitor, &game).await?;
    let (holder, rule) = (visitor.holder(), room.row.options.undo);
    let back = wish.back.clamp(1, 500) as usize;
    let wished = |inner: &RoomState| {
        inner.must_run()?;
        let side = actor(inner, holder.as_deref(), wish.side.map(Side))?;
        if rule == UndoRule::Never {
            return Err(ApiError::refused("this game is played without taking back"));
        }
        // One who plays both sides needs nobody's consent but their own.
        let both = inner.seats[side.enemy().index()].holder == inner.seats[side.index()].holder;
        match (wish.ask, both) {
            _ if rule.allows_alone() && wish.back <= 1 && inner.may_take_back(side) => {
                Ok((side, Back::Alone))
            }
            (_, true) => Ok((side, Back::Both(back))),
            (true, false) => Ok((side, Back::Propose(back))),
            _ => Err(ApiError::refused("taking that back needs the consent of the other side")),
        }
    };
    let (side, accord) = room.take_back(&hub, visitor.from, (visitor.language, arrived), wished).await?;
    let revision = room.revision(&hub, visitor.reads(Some(side))).await;
    Ok(Json(UndoResult { done: accord == Accord::Reached, revision }))
}

/// Agrees or declines.
#[utoipa::path(
    post, path = "/undo/consent", request_body = UndoConsent,
    responses((status = 200, description = "done", body = UndoResult))
)]
pub(crate) async fn consent(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Path(game): Path<String>,
    Body(consent): Body<UndoConsent>,
) -> Result<Json<UndoResult>> {
    let arrived = ArrivalTime::now();
    let room = enter(&hub, &visitor, &game).await?;
    let holder = visitor.holder();
    let wished = |inner: &RoomState| {
        inner.must_run()?;
        let side = actor(inner, holder.as_deref(), consent.side.map(Side))?;
        match inner.live.undo_proposed() {
            None => Err(ApiError::conflict("nobody has proposed to take anything back")),
            Some(proposal) if proposal.id as u64 != consent.id => {
                Err(ApiError::conflict("that proposal is no longer on the table; look at the present one"))
            }
            Some(proposal) if proposal.by == side && consent.agree => {
                Err(ApiError::not_yours("the other side has to agree"))
            }
            Some(_) => Ok((side, if consent.agree { Back::Agree } else { Back::Decline })),
        }
    };
    let (side, accord) = room.take_back(&hub, visitor.from, (visitor.language, arrived), wished).await?;
    let revision = room.revision(&hub, visitor.reads(Some(side))).await;
    Ok(Json(UndoResult { done: accord == Accord::Reached, revision }))
}

/// Contributes to the dice.
#[utoipa::path(
    post, path = "/contribute", request_body = Contribution,
    responses((status = 200, description = "done", body = DiceCard))
)]
pub(crate) async fn contribute(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Path(game): Path<String>,
    Body(given): Body<Contribution>,
) -> Result<Json<DiceCard>> {
    let arrived = ArrivalTime::now();
    let room = enter(&hub, &visitor, &game).await?;
    let mut inner = room.act(&hub, visitor.language, arrived).await?;
    let side = actor(&inner, visitor.holder().as_deref(), given.side.map(Side))?;
    inner.contribute(side, &given.promise, &given.bytes)?;
    room.settle(&hub, &mut inner).await?;
    let card = mix::card(&*inner.live, inner.awaited());
    drop(inner);
    room.drive(&hub);
    Ok(Json(card))
}

/// Leaves standing orders.
#[utoipa::path(
    put, path = "/orders", request_body = StandingOrders,
    responses((status = 200, description = "done", body = StandingOrders))
)]
pub(crate) async fn keep_orders(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Path(game): Path<String>,
    Body(wish): Body<StandingOrders>,
) -> Result<Json<StandingOrders>> {
    orders::check(&wish.orders)?;
    let arrived = ArrivalTime::now();
    let room = enter(&hub, &visitor, &game).await?;
    let mut inner = room.act(&hub, visitor.language, arrived).await?;
    let side = actor(&inner, visitor.holder().as_deref(), wish.side.map(Side))?;
    let seat = inner.set_orders(side, wish.orders.clone());
    // The question that lies on the table may be answered by them, as soon as they are stored.
    room.settle_with(&hub, &mut inner, vec![seat]).await?;
    drop(inner);
    room.drive(&hub);
    Ok(Json(StandingOrders { orders: wish.orders, side: Some(side.0) }))
}

/// Stops the clocks by consent, or starts them.
#[utoipa::path(
    post, path = "/pause", request_body = Consent,
    responses((status = 200, description = "done", body = Clocks))
)]
pub(crate) async fn pause(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Path(game): Path<String>,
    Body(consent): Body<Consent>,
) -> Result<Json<Clocks>> {
    let arrived = ArrivalTime::now();
    let room = enter(&hub, &visitor, &game).await?;
    let mut inner = room.act(&hub, visitor.language, arrived).await?;
    inner.must_run()?;
    let side = actor(&inner, visitor.holder().as_deref(), consent.side.map(Side))?;
    let enemy = &inner.seats[side.enemy().index()];
    let alone = enemy.kind != SeatKind::Person || enemy.holder == inner.seats[side.index()].holder;
    let clocks =
        inner.summary.clocks.as_mut().ok_or_else(|| ApiError::conflict("this game has no clocks"))?;
    if consent.agree {
        match alone {
            true => clocks.turn_over(crate::now_ms()),
            false => clocks.agree(side, crate::now_ms()),
        }
    } else {
        clocks.proposed_by = None;
    }
    let shown = clocks.shown();
    room.settle(&hub, &mut inner).await?;
    room.send_all(&ServerMessage::Clocks { clocks: shown.clone() });
    Ok(Json(shown))
}

/// Gives the game up.
#[utoipa::path(
    post, path = "/resign", request_body = AsSide,
    responses((status = 200, description = "done", body = GameView))
)]
pub(crate) async fn resign(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Path(game): Path<String>,
    Body(wish): Body<AsSide>,
) -> Result<Json<GameView>> {
    let arrived = ArrivalTime::now();
    let room = enter(&hub, &visitor, &game).await?;
    let holder = visitor.holder();
    let side = {
        let mut inner = room.act(&hub, visitor.language, arrived).await?;
        let side = actor(&inner, holder.as_deref(), wish.side.map(Side))?;
        room.break_off(&hub, &mut inner, side, crate::wire::EarlyEnd::Resigned).await?;
        side
    };
    Ok(Json(room.view(&hub, visitor.from, visitor.reads(Some(side)), holder.as_deref()).await?))
}
