//! The OpenAPI document, made from the routes (`api::router`), and a page to browse it. The page is plain HTML: nothing is loaded from elsewhere.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::{Html, IntoResponse, Response};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::Value;
use utoipa::openapi;
use utoipa::openapi::content::ContentBuilder;
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn, PathItem};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{Ref, RefOr, Required, ResponseBuilder};

use crate::wire::{ClientMessage, ErrorBody};

const STYLE: &str = "body{font:1rem/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}\
    td{vertical-align:top;padding:.2rem .8rem .2rem 0}pre{background:#f4f4f4;color:#111;padding:1rem;overflow:auto}code{white-space:nowrap}";

/// General part that no route says by itself: the title, and the types that no request has as its body.
#[derive(utoipa::OpenApi)]
#[openapi(
    info(title = "Berthier", license(name = "MIT OR Apache-2.0")),
    components(schemas(ClientMessage, ErrorBody))
)]
pub(super) struct Frame;

/// The document of the routes, with what holds for all of them: what stands in their addresses, and what is told when something is not done.
pub(super) fn whole(mut document: openapi::OpenApi) -> openapi::OpenApi {
    let refused = ContentBuilder::new().schema(Some(Ref::from_schema_name("ErrorBody"))).build();
    let refused = ResponseBuilder::new().description("not done").content("application/json", refused).build();
    for (path, item) in &mut document.paths.paths {
        let named = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
        let places: Vec<RefOr<Parameter>> = named.map(|name| place(name).into()).collect();
        for operation in operations(item) {
            operation.operation_id = None;
            operation.tags = None;
            operation.parameters.get_or_insert_default().splice(0..0, places.iter().cloned());
            operation.responses.responses.insert("default".to_owned(), refused.clone().into());
        }
    }
    document
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut item.get, &mut item.put, &mut item.post, &mut item.delete].into_iter().flatten()
}

/// Parameter in an address.
fn place(name: &str) -> Parameter {
    let text = ObjectBuilder::new().schema_type(Type::String).build();
    let place = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Path);
    place.required(Required::True).schema(Some(text)).build()
}

/// This document.
#[utoipa::path(get, path = "/openapi.json", responses((status = 200, description = "done", body = Value)))]
pub(crate) async fn json(State(document): State<Arc<openapi::OpenApi>>) -> Response {
    Json(&*document).into_response()
}

/// The type that a body has: its name, `[]` behind it for a list, or the kind of a file.
fn kind(content: &Value) -> String {
    let Some((mime, content)) = content.as_object().and_then(|kinds| kinds.iter().next()) else {
        return String::new();
    };
    let name = |schema: &Value| schema["$ref"].as_str()?.rsplit('/').next().map(str::to_owned);
    let schema = &content["schema"];
    name(schema).or_else(|| Some(name(&schema["items"])? + "[]")).unwrap_or_else(|| mime.clone())
}

fn link(kind: &str) -> Markup {
    let bare = kind.trim_end_matches("[]");
    html! {
        @if bare.is_empty() || bare.contains('/') { (kind) } @else { a href={ "#" (bare) } { (kind) } }
    }
}

/// A page to browse it.
#[utoipa::path(get, path = "/docs", responses((status = 200, description = "done", body = String, content_type = "text/html")))]
pub(crate) async fn page(State(document): State<Arc<openapi::OpenApi>>) -> Response {
    let document = serde_json::to_value(&*document).unwrap_or_default();
    let parts = |of: &Value| of.as_object().cloned().unwrap_or_default();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width";
            title { "Berthier: the API" }
            style { (PreEscaped(STYLE)) } "\n"
            h1 { "Berthier: the API" } "\n"
            p { "The document itself: " a href="/api/openapi.json" { "openapi.json" } "." } "\n"
            table {
                @for (path, item) in parts(&document["paths"]) {
                    @for (method, operation) in parts(&item) {
                        tr {
                            td { code { (method.to_uppercase()) " " (path) } }
                            td { (operation["summary"].as_str().unwrap_or_default()) }
                            td { (link(&kind(&operation["requestBody"]["content"]))) }
                            td { (link(&kind(&operation["responses"]["200"]["content"]))) }
                        }
                        "\n"
                    }
                }
            }
            "\n"
            @for (name, schema) in parts(&document["components"]["schemas"]) {
                h2 id=(name) { (name) } "\n"
                pre { (serde_json::to_string_pretty(&schema).unwrap_or_default()) } "\n"
            }
        }
    };
    Html(page.into_string()).into_response()
}
