//! The door: connections come in here, only so many, and none stays longer than it may.

use std::collections::HashMap;
use std::io::{ErrorKind, Write as _};
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;
use tower_service::Service as _;

use crate::Config;
use crate::api::network;
use crate::line::Line;

/// Waiting times: how long things are waited for.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// For the whole head of a request, and for the next one on a connection that is kept.
    pub head: Duration,
    /// For anything to go over a connection. Longer than a request may take, and than what a WebSocket is silent.
    pub idle: Duration,
    /// For the other end to take what is sent.
    pub write: Duration,
    /// For everything that was begun, when the server is to stop.
    pub stop: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        let s = Duration::from_secs;
        Timeouts { head: s(15), idle: s(90), write: s(30), stop: s(10) }
    }
}

/// The largest head of a request, in bytes.
const HEAD: usize = 32 << 10;
/// Files that are open besides connections: the data base's above all.
const OTHER_FILES: usize = 64;
/// One address (IPv6: one network) may have this part of all connections.
const PART: usize = 4;
/// Answer to those for whom there is no room.
const FULL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

/// Connections by address, or by network where everybody has many.
type Counts = Arc<Mutex<HashMap<IpAddr, usize>>>;

/// The connections that are open.
struct Door {
    room: Arc<Semaphore>,
    most: usize,
    /// By address; nothing, if all come from one proxy, or there are no limits.
    from: Option<Counts>,
}

/// A place among the connections.
struct Place {
    _permit: OwnedSemaphorePermit,
    from: Option<(IpAddr, Counts)>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let Some((address, from)) = &self.from else { return };
        let mut from = from.lock().expect("nobody panics with this lock");
        if let Some(count) = from.get_mut(address) {
            *count -= 1;
            if *count == 0 {
                from.remove(address);
            }
        }
    }
}

impl Door {
    fn new(config: &Config) -> Door {
        let most = config.connections.min(open_files().saturating_sub(OTHER_FILES)).max(1);
        let is_counted = config.requests_per_second > 0 && !config.behind_proxy;
        Door { room: Arc::new(Semaphore::new(most)), most, from: is_counted.then(Arc::default) }
    }

    fn place(&self, address: IpAddr) -> Option<Place> {
        let address = network(address);
        let permit = Arc::clone(&self.room).try_acquire_owned().ok()?;
        let Some(from) = &self.from else { return Some(Place { _permit: permit, from: None }) };
        let mut counts = from.lock().expect("nobody panics with this lock");
        let count = counts.entry(address).or_default();
        if *count >= (self.most / PART).max(1) {
            return None;
        }
        *count += 1;
        Some(Place { _permit: permit, from: Some((address, Arc::clone(from))) })
    }

    /// Waits until no connection is open, also none that has become a WebSocket.
    async fn empty(&self) {
        let all = u32::try_from(self.most).unwrap_or(u32::MAX);
        // It is never closed.
        let _ = self.room.acquire_many(all).await;
    }
}

/// Number of the files this process may open, where the system tells (Linux).
fn open_files() -> usize {
    let text = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("Max open files"));
    let soft = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    soft.unwrap_or(usize::MAX)
}

/// Serves until `stop` changes; then what has begun may end, but is not waited for longer than a while.
pub async fn serve(listener: TcpListener, app: Router, config: &Config, mut stop: watch::Receiver<bool>) {
    let (door, waits) = (Door::new(config), config.waits);
    let (stopping, stops) = watch::channel(());
    let mut lines = JoinSet::new();
    // Whoever could change it is gone: that is a reason to stop too.
    let mut stopped = std::pin::pin!(async move { drop(stop.wait_for(|stops| *stops).await) });
    loop {
        let (stream, address) = tokio::select! {
            () = stopped.as_mut() => break,
            Some(_) = lines.join_next(), if !lines.is_empty() => continue,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    wait_after(&error).await;
                    continue;
                }
            },
        };
        let Some(place) = door.place(address.ip()) else {
            turn_away(stream);
            continue;
        };
        // Messages are small and wanted at once: they must not wait until the other end has confirmed the one before.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "a connection keeps its delay");
        }
        let line = Line::new(stream, waits.idle, waits.write, Box::new(place));
        lines.spawn(one(line, address, app.clone(), waits.head, stops.clone()));
    }
    drop(listener);
    drop((stopping, stops));
    let ended = async {
        while lines.join_next().await.is_some() {}
        door.empty().await;
    };
    if tokio::time::timeout(waits.stop, ended).await.is_err() {
        tracing::warn!("some connections do not end; they are cut");
    }
}

/// Says that there is no room, if that can be sent at once.
fn turn_away(stream: TcpStream) {
    let done = stream.into_std().and_then(|mut stream| stream.write_all(FULL));
    if let Err(error) = done {
        tracing::debug!(%error, "a connection is turned away without a word");
    }
}

/// Some errors are the connection's; others, too many open files above all, are everybody's and last.
async fn wait_after(error: &std::io::Error) {
    let kind = error.kind();
    if !matches!(
        kind,
        ErrorKind::ConnectionRefused | ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset
    ) {
        tracing::error!(%error, "no connection can be accepted");
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

async fn one(line: Line, from: SocketAddr, app: Router, head: Duration, mut stops: watch::Receiver<()>) {
    let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(from));
        app.clone().call(request)
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(head).max_buf_size(HEAD);
    let line = builder.serve_connection(TokioIo::new(line), service).with_upgrades();
    let mut line = std::pin::pin!(line);
    let ended = tokio::select! {
        ended = line.as_mut() => ended,
        _ = stops.changed() => {
            line.as_mut().graceful_shutdown();
            line.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ends badly");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_of_long_addresses_counts_like_one_short_address() {
        let door = Door::new(&Config { connections: 8, ..Config::default() });
        let place = |address: &str| door.place(address.parse().expect("an address"));
        let _two = [place("2001:db8::1"), place("2001:db8::2")].map(|place| place.expect("there is room"));
        assert!(place("2001:db8::3").is_none());
        assert!(place("2001:db8:0:1::3").is_some() && place("203.0.113.9").is_some());
        let _short = [place("203.0.113.9"), place("::ffff:203.0.113.9")];
        assert!(place("203.0.113.9").is_none() && place("203.0.113.10").is_some());
    }
}
