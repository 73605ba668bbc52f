//! The client's files, built in if the client was built before the server, and the pages that need no client.

use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use sha2::{Digest, Sha256};
use table::hash::hex;

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Page that is shown when the client is not built in.
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

/// A file of the client, and the mark that changes when what is in it does.
struct File {
    path: &'static str,
    bytes: &'static [u8],
    tag: String,
}

/// The client's files.
static KNOWN: LazyLock<Vec<File>> = LazyLock::new(|| {
    let tag = |bytes: &[u8]| format!("W/\"{}\"", &hex(&Sha256::digest(bytes))[..16]);
    FILES.iter().map(|&(path, bytes)| File { path, bytes, tag: tag(bytes) }).collect()
});

/// The first page.
pub(crate) async fn index(headers: HeaderMap) -> Response {
    match KNOWN.iter().find(|file| file.path == "index.html") {
        Some(found) => file(found, &headers),
        None => Html(NOT_BUILT).into_response(),
    }
}

/// Any file of the client.
pub(crate) async fn any(Path(path): Path<String>, headers: HeaderMap) -> Response {
    match KNOWN.iter().find(|file| file.path == path) {
        Some(found) => file(found, &headers),
        None => (StatusCode::NOT_FOUND, "there is no such page").into_response(),
    }
}

/// Files under `assets/` have a hash in their names and never change. The others are asked for each time, and sent if they have changed.
fn file(file: &File, asked: &HeaderMap) -> Response {
    let stays = file.path.starts_with("assets/");
    let cache = if stays { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = [(header::CACHE_CONTROL, cache), (header::ETAG, &file.tag)];
    let held = asked.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok()).unwrap_or_default();
    if held.split(',').any(|tag| tag.trim() == file.tag) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, [(header::CONTENT_TYPE, kind(file.path))], file.bytes).into_response()
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn a_file_that_the_browser_has_is_not_sent_again() {
        let page = File { path: "index.html", bytes: b"<p>", tag: "W/\"1\"".to_owned() };
        let status = |tags: &'static str| {
            let asked = HeaderMap::from_iter([(header::IF_NONE_MATCH, HeaderValue::from_static(tags))]);
            file(&page, &asked).status()
        };
        assert_eq!(file(&page, &HeaderMap::new()).status(), StatusCode::OK);
        assert_eq!(file(&page, &HeaderMap::new()).headers()[header::ETAG], "W/\"1\"");
        assert_eq!(status("W/\"2\""), StatusCode::OK);
        assert_eq!(status("W/\"2\", W/\"1\""), StatusCode::NOT_MODIFIED);
    }
}
