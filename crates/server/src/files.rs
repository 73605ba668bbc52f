//! The client's files, built in if the client was built before the server, and the pages that need no client.

use axum::extract::Path;
use axum::http::{HeaderName, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// What is shown when the client is not built in.
const NOT_BUILT: &str = "<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Berthier</title>\n<h1>Berthier</h1>\n\
<p>The server runs, but this program was built without its client. Build it with</p>\n\
<pre>cd web\nnpm ci\nnpm run build\ncd ..\ncargo build --release</pre>\n\
<p>and start it again. The API is described <a href=\"/api/docs\">here</a>.</p>\n</html>\n";

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// The first page.
pub(crate) async fn index() -> Response {
    match FILES.iter().find(|(path, _)| *path == "index.html") {
        Some((path, bytes)) => file(path, bytes),
        None => Html(NOT_BUILT).into_response(),
    }
}

/// Any file of the client.
pub(crate) async fn any(Path(path): Path<String>) -> Response {
    match FILES.iter().find(|(known, _)| *known == path) {
        Some((path, bytes)) => file(path, bytes),
        None => (StatusCode::NOT_FOUND, "there is no such page").into_response(),
    }
}

/// Files under `assets/` have a hash in their names and never change.
fn file(path: &str, bytes: &'static [u8]) -> Response {
    let cache = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers: [(HeaderName, &str); 2] =
        [(header::CONTENT_TYPE, kind(path)), (header::CACHE_CONTROL, cache)];
    (headers, bytes).into_response()
}
