//! What holds for all requests: their number, where they come from, and the headers of every response.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::{Body, to_bytes};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::fault::Fault;
use crate::hub::Hub;
use crate::limits::Cost;

/// Pages load nothing from elsewhere, run no script in the page, and stand in no frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
                      font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
                      form-action 'self'; frame-ancestors 'none'";

/// How long a request may take.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) async fn manners(State(hub): State<Arc<Hub>>, mut request: Request, next: Next) -> Response {
    let began = Instant::now();
    hub.metrics.requests.add(1);
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let mut response = match admit(&hub, &mut request) {
        // Whoever sends his body drop by drop, or asks for what takes too long, is not waited for.
        Ok(()) => match tokio::time::timeout(PATIENCE, carry_through(request, next)).await {
            Ok(response) => in_our_form(&path, response),
            Err(_) => Fault::too_slow("that took too long").into_response(),
        },
        Err(fault) => fault.into_response(),
    };
    if response.status().is_server_error() {
        hub.metrics.internal.add(1);
    }
    tracing::debug!(%method, path, status = response.status().as_u16(), took_us = began.elapsed().as_micros() as u64);
    let headers = response.headers_mut();
    let mut set = |name, value| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
    set(header::X_FRAME_OPTIONS, "DENY");
    set(header::CACHE_CONTROL, "no-store");
    response
}

/// Whether a method changes nothing.
fn is_safe(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD)
}

/// What changes something is carried through, also if the one who asks goes away meanwhile: it must not be done by halves, and the others
/// must be told. So the whole body is read first, and the rest is a task of its own.
async fn carry_through(request: Request, next: Next) -> Response {
    if is_safe(request.method()) {
        return next.run(request).await;
    }
    let most = if request.uri().path().ends_with("/upload") { super::JOURNAL } else { super::BODY };
    let (parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, most).await else {
        return Fault::too_large("the body is too large").into_response();
    };
    let request = Request::from_parts(parts, Body::from(body));
    match tokio::spawn(next.run(request)).await {
        Ok(response) => response,
        Err(error) => Fault::internal(error).into_response(),
    }
}

/// What the framework says no to (a query that cannot be read, a method that is not there) in the form of our own refusals.
fn in_our_form(path: &str, response: Response) -> Response {
    let status = response.status();
    let is_ours = response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    if !path.starts_with("/api/") || is_ours || !status.is_client_error() {
        return response;
    }
    let said = match status {
        StatusCode::NOT_FOUND => Fault::not_found("there is nothing at this address"),
        _ => Fault::bad_request("that request is not understood at this address"),
    };
    let mut ours = Fault { status, problem: said.problem }.into_response();
    if let Some(methods) = response.headers().get(header::ALLOW) {
        ours.headers_mut().insert(header::ALLOW, methods.clone());
    }
    ours
}

/// From where a request comes: an address, or the network of one, where everybody has many.
#[derive(Clone, Copy)]
pub(crate) struct From(pub IpAddr);

fn admit(hub: &Hub, request: &mut Request) -> Result<(), Fault> {
    let from = network(address(hub, request));
    request.extensions_mut().insert(From(from));
    let path = request.uri().path();
    let is_safe = is_safe(request.method());
    if !hub.limits.may(from, cost(path, is_safe)) {
        hub.metrics.limited.add(1);
        return Err(Fault::too_many("too many requests; please wait a moment"));
    }
    if (!is_safe || path.ends_with("/live")) && !is_own_page(hub, request.headers()) {
        return Err(Fault::foreign_origin("requests from other sites' pages are refused"));
    }
    Ok(())
}

fn cost(path: &str, is_safe: bool) -> Cost {
    let ends = |endings: &[&str]| endings.iter().any(|ending| path.ends_with(ending));
    if !path.starts_with("/api/") {
        Cost::Plain
    } else if !is_safe && ends(&["/accounts", "/login", "/games", "/upload"]) {
        Cost::Rare
    } else if ends(&["/preview", "/hint", "/report.html", "/picture.svg", "/map.svg", "/replay", "/journal"])
        || ends(&["/fortune", "/undo", "/consent"])
        || path.contains("/replay/")
    {
        Cost::Work
    } else {
        Cost::Plain
    }
}

/// An IPv6 address stands for its network: whoever has one has 2^64.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(long) => IpAddr::V6((u128::from(long) >> 64 << 64).into()),
        short => short,
    }
}

fn address(hub: &Hub, request: &Request) -> IpAddr {
    let forwarded = || {
        let text = request.headers().get("x-forwarded-for")?.to_str().ok()?;
        text.rsplit(',').next()?.trim().parse().ok()
    };
    let direct = || request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let known = if hub.config.behind_proxy { forwarded().or_else(direct) } else { direct() };
    known.unwrap_or(IpAddr::from([0, 0, 0, 0]))
}

/// Browsers name the page's origin in every request that changes something and in every WebSocket. What names none is no browser, and has
/// no browser's cookies.
fn is_own_page(hub: &Hub, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return headers.get("sec-fetch-site").is_none_or(|site| site == "same-origin" || site == "none");
    };
    let Ok(origin) = origin.to_str() else { return false };
    if !hub.config.public_url.is_empty() {
        return origin == hub.config.public_url.trim_end_matches('/');
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    origin.split_once("://").is_some_and(|(scheme, from)| matches!(scheme, "http" | "https") && from == host)
}
