//! Battles, rules, and what operators ask.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Json, Router};
use serde::Deserialize;
use shelf::{BattleEntry, Language, RuleEntry};
use utoipa::IntoParams;

use super::manners::FromAddress;
use super::{ReaderLanguage, typed};
use crate::api_error::{ApiError, Result};
use crate::hub::Hub;
use crate::room::side_cards;
use crate::wire::{BattleCard, BattleDetail, ClockRule, Lesson, OptionCard, OptionValue, RuleCard};
use crate::work::Turn;

/// The process answers.
#[utoipa::path(get, path = "/healthz", responses((status = 200, description = "done", body = String, content_type = "text/plain")))]
pub(crate) async fn healthy() -> &'static str {
    "ok\n"
}

/// The data base answers.
#[utoipa::path(
    get, path = "/readyz",
    responses((status = 200, description = "done", body = String, content_type = "text/plain"))
)]
pub(crate) async fn ready(State(hub): State<Arc<Hub>>) -> Result<&'static str> {
    hub.ready().await?;
    Ok("ready\n")
}

/// Figures for operators, at an address of their own: what one decides in secret is counted in them too.
pub(crate) fn figures(hub: Arc<Hub>) -> Router {
    let text = async |State(hub): State<Arc<Hub>>| typed(crate::metrics::KIND, hub.metrics.text());
    Router::new().route("/metrics", get(text)).with_state(hub)
}

fn card(hub: &Hub, rulebook: &str, id: &str, language: Language) -> Result<BattleCard> {
    let table = hub.table(rulebook, id)?;
    let (book, BattleEntry { title, about, .. }) = (table.book(), table.entry(language));
    Ok(BattleCard {
        rulebook: book.id().to_owned(),
        rulebook_title: book.title().to_owned(),
        id: id.to_owned(),
        title,
        date: about.date,
        place: about.place,
        size: about.size,
        minutes: about.minutes,
        difficulty: about.difficulty,
        blurb: about.blurb,
        turns: about.turns as u32,
        units: about.units.map(|n| n as u32).into(),
        sides: side_cards(&*table, language),
        players: book.players().iter().map(|name| (*name).to_owned()).collect(),
        beginner: book.beginner().to_owned(),
        picture: format!("/api/battles/{rulebook}/{id}/picture.svg?lang={}", language.code()),
        lessons: !lessons_of(&*table, Language::ENGLISH).is_empty(),
        clock: book.timing().map(ClockRule::from),
        options: options_of(book, language),
    })
}

/// A rulebook's options, with their labels.
fn options_of(book: &dyn shelf::Book, language: Language) -> Vec<OptionCard> {
    let words = book.catalogue(language);
    let card = |option: &table::GameOption| {
        let value =
            |name: &&str| OptionValue { name: (*name).to_owned(), label: words.option_value(option, name) };
        OptionCard {
            name: option.name.to_owned(),
            label: words.option(option),
            rule: option.rule.0.to_owned(),
            values: option.values.iter().map(value).collect(),
        }
    };
    book.options().iter().map(card).collect()
}

/// A battle's lessons, in order.
pub(crate) fn lessons_of(table: &dyn shelf::Table, language: Language) -> Vec<Lesson> {
    let lesson = |lesson: &shelf::Lesson| Lesson {
        turn: lesson.turn,
        key: lesson.phase.clone(),
        verb: lesson.verb.clone(),
        title: lesson.title.clone(),
        text: lesson.text.clone(),
    };
    table.lessons(language).all().iter().map(lesson).collect()
}

/// The battles, the easiest first.
#[utoipa::path(get, path = "/battles", responses((status = 200, description = "done", body = Vec<BattleCard>)))]
pub(crate) async fn battles(
    State(hub): State<Arc<Hub>>,
    ReaderLanguage(language): ReaderLanguage,
) -> Result<Json<Vec<BattleCard>>> {
    let all = shelf::books()
        .iter()
        .flat_map(|book| book.battles().into_iter().map(|battle| (book.id(), battle.id)));
    Ok(Json(all.map(|(book, id)| card(&hub, book, &id, language)).collect::<Result<_>>()?))
}

/// A battle in full.
#[utoipa::path(
    get, path = "/battles/{rulebook}/{id}",
    responses((status = 200, description = "done", body = BattleDetail))
)]
pub(crate) async fn battle(
    State(hub): State<Arc<Hub>>,
    ReaderLanguage(language): ReaderLanguage,
    Path((rulebook, id)): Path<(String, String)>,
) -> Result<Json<BattleDetail>> {
    let table = hub.table(&rulebook, &id)?;
    Ok(Json(BattleDetail {
        card: card(&hub, &rulebook, &id, language)?,
        board: (*hub.board(&rulebook, &id, shelf::Viewpoint::Of(None), language)?).clone(),
        position: table.start(),
        lessons: lessons_of(&*table, language),
    }))
}

/// Its picture.
#[utoipa::path(
    get, path = "/battles/{rulebook}/{id}/picture.svg",
    responses((status = 200, description = "done", body = String, content_type = "image/svg+xml"))
)]
pub(crate) async fn picture(
    State(hub): State<Arc<Hub>>,
    Extension(FromAddress(from)): Extension<FromAddress>,
    ReaderLanguage(language): ReaderLanguage,
    Path((rulebook, id)): Path<(String, String)>,
) -> Result<Response> {
    let table = hub.table(&rulebook, &id)?;
    let draw = move || table.draw(crate::api::PICTURE, language).map_err(ApiError::internal);
    drawn(&hub, from, &format!("picture {rulebook} {id} {}", language.code()), draw).await
}

/// A picture of a battle: drawn once, in a turn of the address that asks for it first.
async fn drawn(
    hub: &Hub,
    from: IpAddr,
    key: &str,
    draw: impl FnOnce() -> Result<Vec<u8>> + Send + 'static,
) -> Result<Response> {
    let made =
        hub.made.get(key, async { Ok(hub.work.run(&[Turn::From(from)], draw).await??.into()) }).await?;
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, "public, max-age=3600"),
        (header::VARY, "accept-language"),
    ];
    Ok((headers, made).into_response())
}

/// The bare ground, to draw counters upon.
#[utoipa::path(
    get, path = "/battles/{rulebook}/{id}/map.svg",
    responses((status = 200, description = "done", body = String, content_type = "image/svg+xml"))
)]
pub(crate) async fn ground(
    State(hub): State<Arc<Hub>>,
    Extension(FromAddress(from)): Extension<FromAddress>,
    ReaderLanguage(language): ReaderLanguage,
    Path((rulebook, id)): Path<(String, String)>,
) -> Result<Response> {
    let table = hub.table(&rulebook, &id)?;
    let draw = move || Ok(table.ground(language).into_bytes());
    drawn(&hub, from, &format!("ground {rulebook} {id} {}", language.code()), draw).await
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Search {
    search: Option<String>,
}

fn rule_card(index: &shelf::Index, rule: &RuleEntry) -> RuleCard {
    RuleCard {
        id: rule.id.clone(),
        title: rule.title.clone(),
        summary: rule.summary.clone(),
        status: rule.status,
        below: index.below(&rule.id).map(|rule| rule.id.clone()).collect(),
    }
}

fn book(id: &str) -> Result<&'static dyn shelf::Book> {
    shelf::book(id).map_err(|_| ApiError::not_found("there is no such rulebook"))
}

/// The rules; `search` looks for words.
#[utoipa::path(
    get, path = "/rules/{rulebook}", params(Search),
    responses((status = 200, description = "done", body = Vec<RuleCard>))
)]
pub(crate) async fn rules(
    ReaderLanguage(language): ReaderLanguage,
    Path(rulebook): Path<String>,
    Query(search): Query<Search>,
) -> Result<Json<Vec<RuleCard>>> {
    let index = book(&rulebook)?.index(language);
    let words = search.search.unwrap_or_default();
    if words.len() > 200 {
        return Err(ApiError::bad_request("the search is too long"));
    }
    Ok(Json(index.search(&words).map(|rule| rule_card(index, rule)).collect()))
}

/// A rule.
#[utoipa::path(
    get, path = "/rules/{rulebook}/{rule}",
    responses((status = 200, description = "done", body = RuleCard))
)]
pub(crate) async fn rule(
    ReaderLanguage(language): ReaderLanguage,
    Path((rulebook, rule)): Path<(String, String)>,
) -> Result<Json<RuleCard>> {
    let index = book(&rulebook)?.index(language);
    let found = index.rule(&rule).ok_or_else(|| ApiError::not_found("there is no such rule"))?;
    Ok(Json(rule_card(index, found)))
}
