//! The OpenAPI document, made from the wire's types, and a page to browse it. The page is plain HTML: nothing is loaded from elsewhere.

use std::fmt::Write as _;

use axum::Json;
use axum::response::{Html, IntoResponse, Response};
use serde_json::{Map, Value, json};
use table::report::escape;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;
use utoipa::{PartialSchema, ToSchema};

use crate::wire::*;

/// An operation: method, path, what it does, body, answer (types of the wire; `[]` for lists; other words for other kinds).
const OPERATIONS: &[(&str, &str, &str, &str, &str)] = &[
    ("get", "/api/battles", "The battles, the easiest first", "", "BattleCard[]"),
    ("get", "/api/battles/{rulebook}/{id}", "A battle in full", "", "BattleDetail"),
    ("get", "/api/battles/{rulebook}/{id}/picture.svg", "Its picture", "", "image/svg+xml"),
    ("get", "/api/battles/{rulebook}/{id}/map.svg", "Its bare ground", "", "image/svg+xml"),
    ("get", "/api/rules/{rulebook}", "The rules; `search` looks for words", "", "RuleCard[]"),
    ("get", "/api/rules/{rulebook}/{rule}", "A rule", "", "RuleCard"),
    ("get", "/api/me", "Who the browser is", "", "Me"),
    (
        "put",
        "/api/me/notify",
        "Where to be told of one's turn; a new mail address is asked first",
        "Notify",
        "Me",
    ),
    ("post", "/api/me/mail/again", "Asks the owner of one's mail address again", "", "Me"),
    (
        "post",
        "/api/mail/confirm",
        "Confirms the mail address to which this secret was sent",
        "MailProof",
        "MailCard",
    ),
    (
        "post",
        "/api/mail/stop",
        "Stops all mails to one's address, or lets them be sent again",
        "MailStop",
        "MailStop",
    ),
    ("post", "/api/accounts", "Makes an account and signs in", "Credentials", "Me"),
    ("post", "/api/login", "Signs in", "Credentials", "Me"),
    ("post", "/api/logout", "Signs out", "", "Me"),
    ("get", "/api/me/sessions", "The browsers that are signed in to one's account", "", "SessionCard[]"),
    ("delete", "/api/me/sessions", "Signs all other browsers out", "", "SessionCard[]"),
    ("delete", "/api/me/sessions/{id}", "Signs a browser out", "", "SessionCard[]"),
    (
        "get",
        "/api/games",
        "Games, 100 a page; `list` is mine, waiting, open or watch; a `Link` header names the next page",
        "",
        "GameCard[]",
    ),
    ("post", "/api/games", "Makes a game", "NewGame", "Created"),
    ("post", "/api/games/upload", "Goes on with a saved game", "Upload", "Created"),
    ("get", "/api/games/{game}", "The game as the viewer sees it", "", "GameView"),
    ("get", "/api/games/{game}/board", "What stands still", "", "Board"),
    ("get", "/api/games/{game}/lessons", "The lessons of a tutorial", "", "Lesson[]"),
    ("post", "/api/games/{game}/join", "Takes a seat", "Join", "GameView"),
    ("post", "/api/games/{game}/code", "A new code for a seat", "AsSide", "SeatCode"),
    ("post", "/api/games/{game}/leave", "Gives a seat free", "AsSide", "GameView"),
    ("post", "/api/games/{game}/computer", "Hands a seat to a computer player", "ComputerWish", "GameView"),
    ("post", "/api/games/{game}/show", "Lets onlookers see one's view after a delay", "Consent", "GameView"),
    ("post", "/api/games/{game}/answer", "Answers; returns when it is on disk", "Answer", "Accepted"),
    ("post", "/api/games/{game}/why", "Why something is not allowed", "Candidate", "WhyNot"),
    ("post", "/api/games/{game}/preview", "The exact odds of an answer", "Candidate", "Preview"),
    ("post", "/api/games/{game}/hint", "What the best computer player would do", "AsSide", "Hint"),
    ("post", "/api/games/{game}/overlay", "Something to lay over the map", "OverlayWish", "Overlay"),
    ("post", "/api/games/{game}/undo", "Takes back, or proposes it", "UndoWish", "UndoDone"),
    ("post", "/api/games/{game}/contribute", "Contributes to the dice", "Contribution", "DiceCard"),
    ("post", "/api/games/{game}/undo/consent", "Agrees or declines", "UndoConsent", "UndoDone"),
    ("put", "/api/games/{game}/orders", "Leaves standing orders", "StandingOrders", "StandingOrders"),
    ("post", "/api/games/{game}/pause", "Stops the clocks by consent, or starts them", "Consent", "Clocks"),
    ("post", "/api/games/{game}/resign", "Gives the game up", "AsSide", "GameView"),
    ("get", "/api/games/{game}/chat", "Chat messages; `before` a number", "", "ChatMessage[]"),
    ("post", "/api/games/{game}/chat", "Says something", "Say", "ChatMessage"),
    ("put", "/api/games/{game}/notes", "Keeps one's notes", "Notes", "Notes"),
    ("get", "/api/games/{game}/log", "The log, `from` and `to` places", "", "LogPage"),
    ("get", "/api/games/{game}/replay", "The steps of the game", "", "ReplayIndex"),
    ("get", "/api/games/{game}/replay/{step}", "The position after a step", "", "ReplayPosition"),
    (
        "get",
        "/api/games/{game}/replay/run",
        "The positions after the steps from `from` up to `to`, at most 200",
        "",
        "ReplayRun",
    ),
    ("get", "/api/games/{game}/fortune", "The throws of a finished game, weighed", "", "Fortune"),
    ("get", "/api/games/{game}/journal", "The journal", "", "text/plain"),
    ("get", "/api/games/{game}/report.html", "The after-action report", "", "text/html"),
    ("get", "/api/games/{game}/picture.svg", "The position as a picture", "", "image/svg+xml"),
    ("get", "/api/games/{game}/verify", "What the dice page needs", "", "VerifyData"),
    (
        "get",
        "/api/games/{game}/live",
        "A WebSocket of ServerMessage out and ClientMessage in; `since` a revision",
        "",
        "ServerMessage",
    ),
    ("get", "/api/openapi.json", "This document", "", "application/json"),
    ("get", "/api/docs", "A page to browse it", "", "text/html"),
    ("get", "/healthz", "The process answers", "", "text/plain"),
    ("get", "/readyz", "The data base answers", "", "text/plain"),
];

/// What may stand behind the question mark, by address.
const QUERIES: &[(&str, &[&str])] = &[
    ("/api/rules/{rulebook}", &["search"]),
    ("/api/games", &["list", "page"]),
    ("/api/games/{game}", &["as"]),
    ("/api/games/{game}/overlay", &["as"]),
    ("/api/games/{game}/chat", &["before"]),
    ("/api/games/{game}/log", &["as", "from", "to"]),
    ("/api/games/{game}/replay", &["as"]),
    ("/api/games/{game}/replay/{step}", &["as"]),
    ("/api/games/{game}/replay/run", &["as", "from", "to"]),
    ("/api/games/{game}/fortune", &["as"]),
    ("/api/games/{game}/report.html", &["as"]),
    ("/api/games/{game}/picture.svg", &["as"]),
    ("/api/games/{game}/live", &["as", "since"]),
];

/// The schemas of all types, by name.
fn schemas() -> Map<String, Value> {
    let mut all: Vec<(String, RefOr<Schema>)> = Vec::new();
    macro_rules! with {
        ($($name:ty),* $(,)?) => {$(
            all.push((<$name as ToSchema>::name().into_owned(), <$name as PartialSchema>::schema()));
            <$name as ToSchema>::schemas(&mut all);
        )*};
    }
    with!(
        BattleCard,
        BattleDetail,
        RuleCard,
        Me,
        Notify,
        MailProof,
        MailCard,
        MailStop,
        SessionCard,
        Credentials,
        GameCard,
        NewGame,
        Created,
        Upload,
        GameView,
        Lesson,
        Join,
        SeatCode,
        AsSide,
        ComputerWish,
        Answer,
        Accepted,
        Candidate,
        WhyNot,
        Preview,
        Hint,
        OverlayWish,
        Overlay,
        UndoWish,
        UndoDone,
        Consent,
        UndoConsent,
        PromiseCard,
        DiceCard,
        Contribution,
        StandingOrders,
        Clocks,
        ChatMessage,
        Say,
        Notes,
        LogPage,
        ReplayIndex,
        ReplayPosition,
        ReplayRun,
        Fortune,
        VerifyData,
        ServerMessage,
        ClientMessage,
        ErrorBody,
    );
    let value = |schema: RefOr<Schema>| serde_json::to_value(schema).unwrap_or(Value::Null);
    let mut map: Map<String, Value> = Map::new();
    for (name, schema) in all {
        map.entry(name).or_insert_with(|| value(schema));
    }
    map
}

fn content(name: &str) -> Value {
    match name.strip_suffix("[]") {
        _ if name.contains('/') => json!({ name: {} }),
        Some(item) => {
            json!({ "application/json": { "schema": { "type": "array", "items": reference(item) } } })
        }
        None => json!({ "application/json": { "schema": reference(name) } }),
    }
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// The document.
pub(crate) fn document() -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for (method, path, what, body, answer) in OPERATIONS {
        let named = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
        let looks = *method == "get" || path.ends_with("/overlay");
        let queries = QUERIES.iter().filter(|(known, _)| known == path && looks);
        let queries = queries.flat_map(|(_, names)| *names);
        let parameter = |name: &str, place: &str| {
            let required = place == "path";
            json!({ "name": name, "in": place, "required": required, "schema": { "type": "string" } })
        };
        let parameters: Vec<Value> = named
            .map(|name| parameter(name, "path"))
            .chain(queries.map(|name| parameter(name, "query")))
            .collect();
        let mut operation = json!({
            "summary": what,
            "parameters": parameters,
            "responses": {
                "200": { "description": "done", "content": content(answer) },
                "default": { "description": "not done", "content": content("ErrorBody") },
            },
        });
        if !body.is_empty() {
            operation["requestBody"] = json!({ "required": true, "content": content(body) });
        }
        let entry = paths.entry((*path).to_owned()).or_insert_with(|| json!({}));
        entry[*method] = operation;
    }
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Berthier", "version": env!("CARGO_PKG_VERSION"), "license": { "name": "MIT OR Apache-2.0" } },
        "paths": paths,
        "components": { "schemas": schemas() },
    })
}

pub(crate) async fn json() -> Json<Value> {
    Json(document())
}

fn link(name: &str) -> String {
    let bare = name.trim_end_matches("[]");
    if bare.is_empty() || bare.contains('/') {
        escape(name)
    } else {
        format!("<a href=\"#{bare}\">{}</a>", escape(name))
    }
}

pub(crate) async fn page() -> Response {
    let mut out = String::from(
        "<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>Berthier: the API</title>\n<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}\
         td{vertical-align:top;padding:.2rem .8rem .2rem 0}pre{background:#f4f4f4;color:#111;padding:1rem;overflow:auto}code{white-space:nowrap}</style>\n\
         <h1>Berthier: the API</h1>\n<p>The document itself: <a href=\"/api/openapi.json\">openapi.json</a>.</p>\n<table>\n",
    );
    for (method, path, what, body, answer) in OPERATIONS {
        let _ = writeln!(
            out,
            "<tr><td><code>{} {}</code></td><td>{}</td><td>{}</td><td>{}</td></tr>",
            method.to_uppercase(),
            escape(path),
            escape(what),
            link(body),
            link(answer)
        );
    }
    out.push_str("</table>\n");
    for (name, schema) in schemas() {
        let text = serde_json::to_string_pretty(&schema).unwrap_or_default();
        let _ = write!(out, "<h2 id=\"{name}\">{name}</h2>\n<pre>{}</pre>\n", escape(&text));
    }
    out.push_str("</html>\n");
    Html(out).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every type that the document points at is in it.
    #[test]
    fn the_document_is_whole() {
        let text = document().to_string();
        let known = schemas();
        for name in text.split("#/components/schemas/").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(known.contains_key(name), "{name} is missing");
        }
    }
}
