//! Manners: what holds for all requests: their number, where they come from, and the headers of every response.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, HttpBody as _};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt as _;

use crate::api_error::ApiError;
use crate::auth;
use crate::held::Reservation;
use crate::hub::Hub;
use crate::limits::{Cost, FREE};
use crate::space::DiskClaim;

/// Pages load nothing from elsewhere, run no script in the page, and stand in no frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
                      font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
                      form-action 'self'; frame-ancestors 'none'";

/// Time that a request may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// Time that its body may take to come.
const SENDING: Duration = Duration::from_secs(20);
/// Time that as much of it may take as an answer is, or all of a shorter one.
const BEGINNING: Duration = Duration::from_secs(5);

pub(crate) async fn manners(State(hub): State<Arc<Hub>>, mut request: Request, next: Next) -> Response {
    let began = Instant::now();
    hub.metrics.requests.inc();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let from = network(address(&hub, &request));
    request.extensions_mut().insert(FromAddress(from));
    // Whoever sends their body drop by drop, or asks for what takes too long, is not waited for.
    let mut response = match tokio::time::timeout(PATIENCE, next.run(request)).await {
        Ok(response) => in_our_form(&path, response),
        Err(_) => ApiError::too_slow("that took too long").into_response(),
    };
    if response.status().is_server_error() {
        hub.metrics.internal.inc();
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

/// Takes what a route costs before anything else is done for a request; what does not pay is not read.
pub(crate) async fn pay(
    State((hub, cost)): State<(Arc<Hub>, Cost)>,
    request: Request,
    next: Next,
) -> Response {
    let held = match admit(&hub, cost, &request) {
        Ok(held) => held,
        Err(fault) => return fault.into_response(),
    };
    match held {
        None => next.run(request).await,
        Some(held) => carry_through(&hub, (cost, held), request, next).await,
    }
}

/// Takes what a request brings to the disk from the day's purse of whoever sends it. Its body has been read.
pub(crate) async fn keep(
    State((hub, keep)): State<(Arc<Hub>, DiskClaim)>,
    request: Request,
    next: Next,
) -> Response {
    if is_safe(request.method()) {
        return next.run(request).await;
    }
    let (from, account) = payer(&hub, &request);
    let body = request.body().size_hint().exact().and_then(|bytes| usize::try_from(bytes).ok());
    match hub.space.take(&hub.metrics, (from, account.as_deref()), keep, body.unwrap_or_default()) {
        Ok(()) => next.run(request).await,
        Err(fault) => fault.into_response(),
    }
}

/// Payer of a request: where it comes from, and the account of who sends it.
fn payer(hub: &Hub, request: &Request) -> (IpAddr, Option<String>) {
    let FromAddress(from) = request.extensions().get().copied().unwrap_or_default();
    let token = auth::token_of(request.headers()).map(|token| auth::print(&token));
    (from, token.and_then(|token| hub.known.get(&token)).and_then(|session| session.account))
}

/// Takes the price, and room for the body of a request that has one.
fn admit(hub: &Hub, cost: Cost, request: &Request) -> Result<Option<Reservation>, ApiError> {
    let (from, account) = payer(hub, request);
    let headers = request.headers();
    let is_safe = is_safe(request.method());
    // Whoever does not say how long it is pays for the longest.
    let bytes = if is_safe { 0 } else { length(headers).unwrap_or(cost.body()) };
    let limited = |why| {
        hub.metrics.limited.inc();
        ApiError::too_many(why)
    };
    if !hub.limits.may(from, account.as_deref(), cost.tokens(bytes)) {
        return Err(limited("too many requests; please wait a moment"));
    }
    if (!is_safe || headers.contains_key(header::UPGRADE)) && !is_own_page(hub, headers) {
        return Err(ApiError::foreign_origin("requests from other sites' pages are refused"));
    }
    if bytes > cost.body() {
        return Err(ApiError::too_large("the body is too large"));
    }
    if is_safe {
        return Ok(None);
    }
    let held = hub.limits.hold(from, cost, bytes);
    held.map(Some).ok_or_else(|| limited(TOO_MUCH))
}

/// Reason why a body is not read.
const TOO_MUCH: &str = "too much is being sent to the server at once; please wait a moment";

/// The length of a body, if it is said.
fn length(headers: &HeaderMap) -> Option<usize> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// Carries through what changes something, also if the one who asks goes away meanwhile: it must not be done by halves, and the others
/// must be told. So the whole body is read first, and the rest is a task of its own.
async fn carry_through(
    hub: &Hub,
    (cost, mut held): (Cost, Reservation),
    request: Request,
    next: Next,
) -> Response {
    let (parts, body) = request.into_parts();
    let body = match read(body, cost.body(), &mut held).await {
        Ok(body) => body,
        Err(fault) => {
            hub.metrics.limited.inc_by(u64::from(fault.status == StatusCode::TOO_MANY_REQUESTS));
            return fault.into_response();
        }
    };
    let request = Request::from_parts(parts, Body::from(body));
    let done = tokio::spawn(async move {
        let response = next.run(request).await;
        drop(held);
        response
    });
    match done.await {
        Ok(response) => response,
        Err(error) => ApiError::internal(error).into_response(),
    }
}

/// A whole body. Room is taken for the bytes that have come, and for none that were only announced.
async fn read(body: Body, most: usize, held: &mut Reservation) -> Result<Bytes, ApiError> {
    let began = tokio::time::Instant::now();
    let (mut pieces, mut bytes) = (body.into_data_stream(), Vec::new());
    loop {
        let wait = if bytes.len() < FREE { BEGINNING } else { SENDING };
        let next = tokio::time::timeout_at(began + wait, pieces.next()).await;
        let Some(piece) = next.map_err(|_| ApiError::too_slow("the body took too long to come"))? else {
            return Ok(bytes.into());
        };
        let broken = |_| ApiError::too_large("the body is too large, or broke off");
        let (before, piece) = (bytes.len(), piece.map_err(broken)?);
        let after = before + piece.len();
        if after > most {
            return Err(ApiError::too_large("the body is too large, or broke off"));
        }
        if !held.grow(after.saturating_sub(FREE) - before.saturating_sub(FREE)) {
            return Err(ApiError::too_many(TOO_MUCH));
        }
        bytes.extend_from_slice(&piece);
    }
}

/// Puts the refusals of the framework (a query that cannot be read, a method that is not there) in the form of our own refusals.
fn in_our_form(path: &str, response: Response) -> Response {
    let status = response.status();
    let is_ours = response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    if !path.starts_with("/api/") || is_ours || !status.is_client_error() {
        return response;
    }
    let said = match status {
        StatusCode::NOT_FOUND => ApiError::not_found("there is nothing at this address"),
        _ => ApiError::bad_request("that request is not understood at this address"),
    };
    let mut ours = ApiError { status, ..said }.into_response();
    if let Some(methods) = response.headers().get(header::ALLOW) {
        ours.headers_mut().insert(header::ALLOW, methods.clone());
    }
    ours
}

/// From where a request comes: an address, or the network of one, where everybody has many.
#[derive(Clone, Copy)]
pub(crate) struct FromAddress(pub IpAddr);

impl Default for FromAddress {
    fn default() -> Self {
        FromAddress(IpAddr::from([0, 0, 0, 0]))
    }
}

/// An IPv6 address stands for its network: whoever has one has 2^64.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(long) => IpAddr::V6((u128::from(long) >> 64 << 64).into()),
        short => short,
    }
}

fn address(hub: &Hub, request: &Request) -> IpAddr {
    let forwarded = || forwarded(request.headers(), hub.config.proxies);
    let direct = || request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let known = if hub.config.behind_proxy { forwarded().or_else(direct) } else { direct() };
    known.unwrap_or(IpAddr::from([0, 0, 0, 0]))
}

/// The client's address, as the first of so many proxies of one's own saw it: each of them adds the address from which it is called at the end
/// of the last line. What stands before that came with the request, and anybody can write it.
fn forwarded(headers: &HeaderMap, proxies: usize) -> Option<IpAddr> {
    let lines = headers.get_all("x-forwarded-for").iter();
    let hops: Vec<&str> =
        lines.filter_map(|line| line.to_str().ok()).flat_map(|line| line.split(',')).collect();
    let hop = hops[hops.len().checked_sub(proxies)?..].first()?.trim();
    // Some proxies add the port.
    hop.parse().ok().or_else(|| hop.parse().ok().map(|address: SocketAddr| address.ip()))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_client_writes_of_its_address_is_not_believed() {
        let seen = |lines: &[&str], proxies| {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append("x-forwarded-for", HeaderValue::from_str(line).expect("a header"));
            }
            forwarded(&headers, proxies).map(|address| address.to_string())
        };
        let is = |address: &str| Some(address.to_owned());
        assert_eq!(seen(&["203.0.113.9"], 1), is("203.0.113.9"));
        assert_eq!(seen(&["1.2.3.4, 203.0.113.9"], 1), is("203.0.113.9"));
        // The client's own line stands first, the proxy's is another.
        assert_eq!(seen(&["1.2.3.4", "203.0.113.9"], 1), is("203.0.113.9"));
        assert_eq!(seen(&["1.2.3.4, 203.0.113.9", "10.0.0.2"], 2), is("203.0.113.9"));
        assert_eq!(seen(&["203.0.113.9:4711"], 1), is("203.0.113.9"));
        assert_eq!(seen(&["1.2.3.4, [2001:db8::1]:4711"], 1), is("2001:db8::1"));
        for lines in [&["1.2.3.4, nonsense"][..], &["1.2.3.4,"], &[]] {
            assert_eq!(seen(lines, 1), None, "{lines:?}");
        }
        assert_eq!(seen(&["1.2.3.4"], 2), None, "it has not passed both");
    }
}
