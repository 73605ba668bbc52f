//! Connections that hang, idle, take nothing, or are too many.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use crate::common::{Folder, TestServer};
use serde_json::json;
use server::Config;
use server::door::Timeouts;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const fn s(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// Nobody waits, but those for whom something is to be waited.
const PATIENT: Timeouts = Timeouts { head: s(600), idle: s(600), write: s(600), stop: s(600) };

async fn start(name: &str, waits: Timeouts, connections: usize) -> TestServer {
    let folder = Folder::new(&format!("door-{name}"));
    TestServer::on(folder, Config { waits, connections, ..Config::default() }).await
}

async fn connect(address: SocketAddr, first: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.expect("the server listens");
    stream.write_all(first.as_bytes()).await.expect("it is sent");
    stream
}

/// Bytes that came over a connection before the server ended it, if it did soon.
async fn ends(stream: &mut TcpStream) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    match tokio::time::timeout(s(6), stream.read_to_end(&mut bytes)).await {
        Err(_) => None,
        Ok(_) => Some(bytes),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn heads_that_are_sent_by_halves_are_not_waited_for() {
    let running = start("head", Timeouts { head: s(1), stop: s(2), ..PATIENT }, 100).await;
    let mut half = connect(running.address, "GET /healthz HTTP/1.1\r\nhost: x\r\n").await;
    let mut silent = connect(running.address, "").await;
    // Drop by drop, which keeps no connection open longer.
    let mut drops = connect(running.address, "GET /healthz HTTP/1.1\r\n").await;
    let dropping = async {
        for _ in 0..15 {
            tokio::time::sleep(Duration::from_millis(200)).await;
            if drops.write_all(b"a: b\r\n").await.is_err() {
                return true;
            }
        }
        ends(&mut drops).await.is_some()
    };
    let (half, silent, drops) = tokio::join!(ends(&mut half), ends(&mut silent), dropping);
    assert!(half.is_some() && silent.is_some() && drops);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_over_which_nothing_goes_is_ended() {
    let running = start("idle", Timeouts { idle: s(3), stop: s(2), ..PATIENT }, 100).await;
    let mut kept = connect(running.address, "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await;
    let mut silent = connect(running.address, "").await;
    let mut anna = running.browser();
    let (game, _) = anna.new_game(json!({})).await;
    let mut line = anna.live(&game, "").await;
    line.next().await;
    // One that answers the server's pings stays; our own pings keep none open that does not.
    let mut answers = anna.live(&game, "").await;
    answers.next().await;
    let stays = tokio::spawn(async move { !answers.is_closed().await });
    assert!(ends(&mut kept).await.is_some_and(|told| told.starts_with(b"HTTP/1.1 200")));
    assert!(ends(&mut silent).await.is_some());
    // It answers what it was asked as soon as it is looked at.
    tokio::time::sleep(s(2)).await;
    assert!(line.is_closed().await);
    assert!(stays.await.expect("it is looked at"));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_who_takes_nothing_is_not_waited_for() {
    let running = start("write", Timeouts { write: s(1), stop: s(2), ..PATIENT }, 100).await;
    let mut anna = running.browser();
    let path = "/api/battles/jdg/maida/map.svg";
    let one = anna.call("GET", path, json!(null)).await.body.len();
    // More than fits into the buffers of the system.
    let wishes = (32 << 20) / one;
    let ask = format!("GET {path} HTTP/1.1\r\nhost: x\r\n\r\n");
    let mut stream = connect(running.address, &ask.repeat(wishes)).await;
    // Nothing is read until the other end takes no more: however slow the server is, it has come to a halt before.
    let knocking = async {
        while stream.write_all(b"\r\n").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    };
    tokio::time::timeout(s(60), knocking).await.expect("it is ended");
    let got = ends(&mut stream).await.expect("it is ended");
    assert!(got.len() < wishes * one, "{} of {}", got.len(), wishes * one);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn there_are_only_so_many_connections() {
    let running = start("full", PATIENT, 3).await;
    let ask = "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n";
    let mut open = Vec::new();
    for _ in 0..3 {
        let mut stream = connect(running.address, ask).await;
        let mut word = [0; 12];
        stream.read_exact(&mut word).await.expect("it replies");
        assert_eq!(&word, b"HTTP/1.1 200");
        open.push(stream);
    }
    let mut one_more = TcpStream::connect(running.address).await.expect("the server listens");
    assert!(ends(&mut one_more).await.expect("it is turned away").starts_with(b"HTTP/1.1 503"));
    drop(open);
    let again = async {
        while running.browser().call("GET", "/healthz", json!(null)).await.status != 200 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(s(10), again).await.expect("there is room again");
    running.stop().await;
    // A quarter of them from one address, where addresses are told apart.
    let folder = Folder::new("door-part");
    let config = Config { connections: 8, requests_per_second: 1000, ..Config::default() };
    let running = TestServer::on(folder, config).await;
    let _two = [connect(running.address, "").await, connect(running.address, "").await];
    let mut third = TcpStream::connect(running.address).await.expect("the server listens");
    assert!(ends(&mut third).await.expect("it is turned away").starts_with(b"HTTP/1.1 503"));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_hangs_is_not_waited_for_when_the_server_stops() {
    let running = start("stop", Timeouts { stop: s(1), ..PATIENT }, 100).await;
    let login = "POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{";
    let _half = connect(running.address, "GET /healthz HTTP/1.1\r\nhost: x\r\n").await;
    let _body = connect(running.address, login).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    let began = Instant::now();
    running.stop().await;
    assert!(began.elapsed() < s(8), "{:?}", began.elapsed());
}
