//! What a flood may cost: it is paid for before anything is read, bounded in all, and nobody waits under a game's lock for what others wish.

mod common;

use std::time::Duration;

use common::{Running, text};
use serde_json::{Value, json};
use server::Config;
use server::work::Turn;
use table::journal::{Chain, Entry};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A request whose body is announced and never sent.
async fn announced(running: &Running, path: &str, length: usize) -> TcpStream {
    let mut stream = TcpStream::connect(running.address).await.expect("the server listens");
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{{",
        running.address
    );
    stream.write_all(head.as_bytes()).await.expect("the head is sent");
    stream
}

/// The status of the reply, if one comes soon.
async fn status(stream: &mut TcpStream) -> Option<u16> {
    let mut bytes = [0; 12];
    let read = tokio::time::timeout(Duration::from_millis(1500), stream.read_exact(&mut bytes)).await;
    read.ok()?.ok()?;
    String::from_utf8_lossy(&bytes[9..]).parse().ok()
}

async fn limited(name: &str, requests_per_second: u32) -> Running {
    let folder = std::env::temp_dir().join(format!("berthier-test-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    Running::on(folder, Config { requests_per_second, ..Config::default() }).await
}

const LONG: usize = 4 << 20;

#[tokio::test(flavor = "multi_thread")]
async fn a_body_is_read_for_its_route_and_its_price_only() {
    let running = Running::start("routes").await;
    for path in ["/api/games/abc/upload", "/upload", "/api/games/abc/answer", "/api/nothing/upload"] {
        assert_eq!(status(&mut announced(&running, path, LONG).await).await, Some(413), "{path}");
    }
    assert_eq!(status(&mut announced(&running, "/api/games/upload", LONG + 1).await).await, Some(413));
    running.stop().await;
    // What it announces is paid at once: the next may not even begin.
    let running = limited("price", 10).await;
    let mut first = announced(&running, "/api/games/upload", LONG).await;
    assert_eq!(status(&mut first).await, None);
    assert_eq!(status(&mut announced(&running, "/api/games/upload", LONG).await).await, Some(429));
    drop(first);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bytes_held_at_once_are_bounded_and_others_are_served() {
    let running = Running::start("held").await;
    let mut uploads = Vec::new();
    for _ in 0..4 {
        uploads.push(announced(&running, "/api/games/upload", LONG).await);
    }
    let mut taken = Vec::new();
    for upload in &mut uploads {
        taken.push(status(upload).await);
    }
    assert_eq!(taken.iter().filter(|status| **status == Some(429)).count(), 2, "{taken:?}");
    running.browser().new_game(json!({})).await;
    drop(uploads);
    running.stop().await;
}

fn journal(entries: &[Entry]) -> String {
    let mut chain = Chain::default();
    entries.iter().map(|entry| chain.seal(&entry.to_string()) + "\n").collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_saved_game_is_read_when_its_turn_comes_and_with_bounds() {
    let running = Running::start("saved").await;
    let seat = Entry::Seat { side: "red".into(), computer: false, name: "x".into() };
    let mut entries = vec![Entry::Format(1), Entry::Rulebook { id: "jdg".into(), version: 1 }];
    entries.extend(std::iter::repeat_n(seat, 30_000));
    entries.push(Entry::Begin);
    let wish = json!({ "journal": journal(&entries), "seats": [{ "who": "me" }, { "who": "me" }] });
    let held = running.work.hold().await;
    let mut anna = running.browser();
    let mut upload = tokio::spawn(async move { anna.call("POST", "/api/games/upload", wish).await });
    while running.work.count(|turn| *turn == Turn::Upload) == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert!(tokio::time::timeout(Duration::from_millis(200), &mut upload).await.is_err());
    running.browser().get("/api/me").await;
    drop(held);
    let reply = upload.await.expect("it is answered");
    assert_eq!(reply.status, 400);
    let said: Value = reply.json();
    assert!(text(&said["error"]["message"]).contains("longer than"), "{said}");
    running.stop().await;
}
