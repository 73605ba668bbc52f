//! A small browser for the tests: a cookie, JSON over HTTP, and WebSockets.
#![allow(dead_code)] // Each test file uses its own part.

pub mod post;

use std::net::SocketAddr;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::work::Work;
use server::{Config, Server};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// A data folder of the tests. It goes with the last who holds it, unless a test failed on it: then it stays to be looked at.
#[derive(Clone)]
pub struct Folder(Arc<FolderPath>);

struct FolderPath(PathBuf);

impl Folder {
    /// An empty one, which no other test has, though it gave the same name.
    pub fn new(name: &str) -> Folder {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("berthier-test-{name}-{}-{number}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        path.into()
    }
}

impl From<PathBuf> for Folder {
    fn from(path: PathBuf) -> Folder {
        Folder(Arc::new(FolderPath(path)))
    }
}

impl Deref for Folder {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0.0
    }
}

impl Drop for FolderPath {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
}

/// A server on a free port with an empty data folder; stops when dropped.
pub struct TestServer {
    pub address: SocketAddr,
    pub folder: Folder,
    /// Work of the server besides serving, to be held by tests.
    pub work: Arc<Work>,
    pub metrics: Option<SocketAddr>,
    stop: watch::Sender<bool>,
    task: tokio::task::JoinHandle<()>,
}

impl TestServer {
    pub async fn start(name: &str) -> TestServer {
        TestServer::on(Folder::new(name), Config::default()).await
    }

    pub async fn on(folder: impl Into<Folder>, config: Config) -> TestServer {
        let folder = folder.into();
        let address = SocketAddr::from(([127, 0, 0, 1], 0));
        let usual = Config::default().requests_per_second;
        let requests_per_second =
            if config.requests_per_second == usual { 0 } else { config.requests_per_second };
        let config = Config { address, data: folder.to_path_buf(), requests_per_second, ..config };
        let server = Server::start(config).await.expect("the server starts");
        let address = server.address().expect("it has an address");
        let metrics = server.metrics_address();
        let work = server.work();
        let (stop, stops) = watch::channel(false);
        let task = tokio::spawn(async move { server.run(stops).await.expect("the server runs") });
        TestServer { address, folder, work, metrics, stop, task }
    }

    /// Stops in order and gives the folder, to start again.
    pub async fn stop(self) -> Folder {
        let _ = self.stop.send(true);
        tokio::time::timeout(Duration::from_secs(10), self.task)
            .await
            .expect("it stops soon")
            .expect("it stops well");
        self.folder
    }

    pub fn browser(&self) -> Browser {
        Browser { address: self.address, cookie: None }
    }
}

/// A reply: status, headers as text, body.
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|_| panic!("no JSON: {}", String::from_utf8_lossy(&self.body)))
    }
}

#[derive(Clone)]
pub struct Browser {
    pub address: SocketAddr,
    pub cookie: Option<String>,
}

impl Browser {
    /// A request with any headers and body.
    pub async fn raw(&mut self, method: &str, path: &str, headers: &str, body: &[u8]) -> Reply {
        let mut stream = TcpStream::connect(self.address).await.expect("the server listens");
        let cookie = self.cookie.as_ref().map(|c| format!("cookie: berthier={c}\r\n")).unwrap_or_default();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n{cookie}{headers}content-length: {}\r\n\r\n",
            self.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).await.expect("the request is sent");
        // A server that refuses a body may close before all of it is sent.
        let _ = stream.write_all(body).await;
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes).await;
        let end = bytes.windows(4).position(|w| w == b"\r\n\r\n").expect("there is a reply");
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).expect("a status");
        if let Some(cookie) = head.lines().find_map(|l| l.strip_prefix("set-cookie: berthier=")) {
            self.cookie = Some(cookie.split(';').next().expect("a value").to_owned());
        }
        let mut body = bytes[end + 4..].to_vec();
        if head.to_lowercase().contains("transfer-encoding: chunked") {
            body = unchunk(&body);
        }
        Reply { status, head, body }
    }

    /// Sends a body and goes away without waiting for the reply.
    pub async fn leave_behind(&mut self, path: &str, body: &str) {
        let mut stream = TcpStream::connect(self.address).await.expect("the server listens");
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\ncookie: berthier={}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            self.address,
            self.cookie.as_deref().unwrap_or_default(),
            body.len()
        );
        stream.write_all(head.as_bytes()).await.expect("the request is sent");
    }

    pub async fn call(&mut self, method: &str, path: &str, body: Value) -> Reply {
        let body = if body.is_null() { Vec::new() } else { body.to_string().into_bytes() };
        self.raw(method, path, "content-type: application/json\r\n", &body).await
    }

    pub async fn get(&mut self, path: &str) -> Value {
        let reply = self.call("GET", path, Value::Null).await;
        assert_eq!(reply.status, 200, "{path}: {}", String::from_utf8_lossy(&reply.body));
        reply.json()
    }

    pub async fn post(&mut self, path: &str, body: Value) -> Value {
        let reply = self.call("POST", path, body).await;
        assert_eq!(reply.status, 200, "{path}: {}", String::from_utf8_lossy(&reply.body));
        reply.json()
    }

    /// A game of the tutorial against a friend: its id and the friend's code.
    pub async fn new_game(&mut self, options: Value) -> (String, String) {
        let wish = json!({
            "rulebook": "jdg", "battle": "tutorial", "name": "Anna", "options": options,
            "seats": [{ "who": "me" }, { "who": "invited" }],
        });
        let made = self.post("/api/games", wish).await;
        (text(&made["id"]), text(&made["codes"][1]))
    }

    pub async fn live(&self, game: &str, query: &str) -> Line {
        let mut request = format!("ws://{}/api/games/{game}/live{query}", self.address)
            .into_client_request()
            .expect("an address");
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", format!("berthier={cookie}").parse().expect("a header"));
        }
        let (socket, _) = connect_async(request).await.expect("the socket opens");
        Line { socket, bytes: 0, heard: Vec::new() }
    }
}

fn unchunk(mut body: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    while let Some(end) = body.windows(2).position(|w| w == b"\r\n") {
        let size = usize::from_str_radix(&String::from_utf8_lossy(&body[..end]), 16).unwrap_or(0);
        if size == 0 {
            break;
        }
        out.extend_from_slice(&body[end + 2..end + 2 + size]);
        body = &body[end + 4 + size..];
    }
    out
}

pub fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

/// An open WebSocket and all that came over it.
pub struct Line {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub bytes: usize,
    pub heard: Vec<String>,
}

impl Line {
    /// The next message, waiting for it at most so long.
    pub async fn within(&mut self, ms: u64) -> Option<Value> {
        loop {
            let next = tokio::time::timeout(Duration::from_millis(ms), self.socket.next()).await.ok()??;
            match next.ok()? {
                Message::Text(text) => {
                    self.bytes += text.len();
                    self.heard.push(text.to_string());
                    return Some(serde_json::from_str(&text).expect("messages are JSON"));
                }
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    /// Whether the other end has closed it.
    pub async fn is_closed(&mut self) -> bool {
        let end = tokio::time::Instant::now() + Duration::from_secs(5);
        loop {
            match tokio::time::timeout_at(end, self.socket.next()).await {
                Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {}
                next => return matches!(next, Ok(None | Some(Err(_)) | Some(Ok(Message::Close(_))))),
            }
        }
    }

    pub async fn next(&mut self) -> Value {
        self.within(10_000).await.expect("a message comes")
    }

    pub async fn send(&mut self, message: Value) {
        self.socket.send(Message::text(message.to_string())).await.expect("the message is sent");
    }
}

/// View of a game that a client keeps, brought up to date as `docs/api.md` says.
pub struct KeptView {
    pub view: Value,
}

impl KeptView {
    /// Takes a message; whether it changed anything.
    pub fn take(&mut self, message: &Value) -> bool {
        match message["t"].as_str() {
            Some("full") => self.view = message["view"].clone(),
            Some("change") => self.change(&message["change"]),
            _ => return false,
        }
        true
    }

    fn change(&mut self, change: &Value) {
        assert_eq!(change["from"], self.view["revision"], "changes follow each other");
        let view = &mut self.view;
        view["revision"] = change["revision"].clone();
        view["card"]["waiting"] = change["waiting"].clone();
        view["can_undo"] = json!(change["can_undo"] == true);
        if change["asked"] == true {
            view["question"] = change["question"].clone();
        }
        if !change["outcome"].is_null() {
            view["card"]["outcome"] = change["outcome"].clone();
        }
        let log = view["log"].as_array_mut().expect("a log");
        if let Some(cut) = change["log_cut"].as_u64() {
            log.retain(|entry| entry["at"].as_u64() < Some(cut));
        }
        log.extend(change["log"].as_array().into_iter().flatten().cloned());
        view["log_length"] = change["log_length"].clone();
        let patch = &change["patch"];
        for whole in ["clock", "holders", "half_points", "losses"] {
            if !patch[whole].is_null() {
                view["position"][whole] = patch[whole].clone();
            }
        }
        for (list, key) in
            [("counters", "id"), ("markers", "marker"), ("formations", "formation"), ("groups", "group")]
        {
            let all = view["position"][list].as_array_mut().expect("a list");
            for thing in patch[list].as_array().into_iter().flatten() {
                match all.iter_mut().find(|old| old[key] == thing[key]) {
                    Some(old) => *old = thing.clone(),
                    None => all.push(thing.clone()),
                }
            }
        }
        let gone: Vec<Value> = patch["groups_gone"].as_array().into_iter().flatten().cloned().collect();
        let groups = view["position"]["groups"].as_array_mut().expect("a list");
        groups.retain(|group| !gone.contains(&group["group"]));
    }
}
