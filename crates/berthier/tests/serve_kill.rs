//! The server is killed at random moments, many times, and loses no answer that it has acknowledged.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Number of the times it is killed.
const KILLS: u64 = 20;
/// Games that are played meanwhile, so that several answers share a transaction.
const AT_ONCE: usize = 3;
/// Time that anything may take, on a machine with much else to do.
const PATIENCE: Duration = Duration::from_secs(40);

struct ServerProcess {
    child: Child,
    address: String,
}

fn start(data: &Path) -> ServerProcess {
    start_with(data, &[])
}

fn start_with(data: &Path, more: &[&str]) -> ServerProcess {
    let mut child = Command::new(env!("CARGO_BIN_EXE_berthier"))
        .args(["serve", "--port", "0", "--requests-per-second", "0", "--data"])
        .arg(data)
        .args(more)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the server starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("it is piped")).read_line(&mut line).expect("it says where");
    let address =
        line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).expect("an address").to_owned();
    ServerProcess { child, address }
}

/// A request; `None` if the server is gone before it has replied in full.
fn call(
    address: &str,
    cookie: &Mutex<String>,
    method: &str,
    path: &str,
    body: &Value,
) -> Option<(u16, Vec<u8>)> {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(60))).ok()?;
    let held = cookie.lock().expect("nobody panics with this lock").clone();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncookie: berthier={held}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).ok()?;
    let end = bytes.windows(4).position(|w| w == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    if let Some(set) = head.lines().find_map(|line| line.strip_prefix("set-cookie: berthier=")) {
        *cookie.lock().expect("nobody panics with this lock") = set.split(';').next()?.to_owned();
    }
    let length =
        head.lines().find_map(|line| line.strip_prefix("content-length: "))?.parse::<usize>().ok()?;
    let body = bytes[end + 4..].to_vec();
    (body.len() == length).then(|| (head.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0), body))
}

fn get(address: &str, cookie: &Mutex<String>, path: &str) -> Vec<u8> {
    let (status, body) = call(address, cookie, "GET", path, &Value::Null).expect("the server replies");
    assert_eq!(status, 200, "{path}: {}", String::from_utf8_lossy(&body));
    body
}

fn new_game(address: &str, cookie: &Mutex<String>) -> String {
    let wish = json!({ "rulebook": "jdg", "battle": "maida", "seats": [{ "who": "me" }, { "who": "me" }] });
    let (_, made) = call(address, cookie, "POST", "/api/games", &wish).expect("the server replies");
    let made: Value = serde_json::from_slice(&made).expect("JSON");
    made["id"].as_str().expect("an id").to_owned()
}

/// News that those who play and the one who kills tell each other.
#[derive(Default)]
struct Exchange {
    killed: AtomicBool,
    /// Answers that were acknowledged since the last start.
    acknowledged: AtomicU64,
}

/// Plays both sides until the server is gone; the answers that were acknowledged.
fn play(address: &str, cookie: &Mutex<String>, game: &str, dice: &mut u64, meanwhile: &Exchange) -> u64 {
    let mut acknowledged = 0;
    while !meanwhile.killed.load(Ordering::Relaxed) {
        for side in 0..2 {
            let path = format!("/api/games/{game}?as={side}");
            let Some((200, view)) = call(address, cookie, "GET", &path, &Value::Null) else {
                return acknowledged;
            };
            let view: Value = serde_json::from_slice(&view).expect("JSON");
            if view["card"]["status"] == "over" {
                return acknowledged;
            }
            let question = &view["question"];
            let Some(count) = question["count"].as_u64() else { continue };
            *dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let answer = json!({ "question": question["id"], "choice": (*dice >> 33) % count, "side": side });
            match call(address, cookie, "POST", &format!("/api/games/{game}/answer"), &answer) {
                Some((200, _)) => {
                    acknowledged += 1;
                    meanwhile.acknowledged.fetch_add(1, Ordering::Relaxed);
                }
                Some((status, body)) => panic!("{status}: {}", String::from_utf8_lossy(&body)),
                None => return acknowledged,
            }
        }
    }
    acknowledged
}

/// A game that is played while the server is killed.
struct Victim {
    id: String,
    /// The journal after the last start.
    before: String,
    /// Answers that were acknowledged.
    all: u64,
    dice: u64,
}

impl Victim {
    fn new(address: &str, cookie: &Mutex<String>, dice: u64) -> Victim {
        Victim { id: new_game(address, cookie), before: String::new(), all: 0, dice }
    }

    /// Checks that all that was acknowledged is there, that nothing is there by halves, and the lists say of the game what its journal leads to.
    fn check(&mut self, address: &str, cookie: &Mutex<String>) {
        let list: Value =
            serde_json::from_slice(&get(address, cookie, "/api/games?list=mine")).expect("JSON");
        let card = list.as_array().expect("a list").iter().find(|card| card["id"] == self.id.as_str());
        let listed = card.expect("the game is listed").clone();
        // Loading verifies every line, every throw and every state against the journal.
        let path = format!("/api/games/{}/journal", self.id);
        let journal = String::from_utf8(get(address, cookie, &path)).expect("text");
        let answers = journal.lines().filter(|line| line.starts_with("answer ")).count() as u64;
        assert!(journal.starts_with(&self.before), "what was there is there");
        assert!(
            answers == self.all || answers == self.all + 1,
            "{answers} answers, {} acknowledged",
            self.all
        );
        (self.before, self.all) = (journal, answers);
        let view: Value =
            serde_json::from_slice(&get(address, cookie, &format!("/api/games/{}", self.id))).expect("JSON");
        for field in ["waiting", "turn", "status", "outcome"] {
            assert_eq!(listed[field], view["card"][field], "{field}");
        }
        if view["card"]["status"] == "over" {
            *self = Victim::new(address, cookie, self.dice);
        }
    }
}

#[test]
fn killed_at_random_moments_it_loses_nothing_that_it_acknowledged() {
    let data = std::env::temp_dir().join(format!("berthier-kill-{}", std::process::id()));
    // It is not there, unless a former test left it.
    let _ = std::fs::remove_dir_all(&data);
    let cookie = Mutex::new(String::new());
    let mut victims: Vec<Victim> = Vec::new();
    let mut acknowledged = 0;
    for kill in 0..=KILLS {
        let ServerProcess { mut child, address } = start(&data);
        while victims.len() < AT_ONCE {
            victims.push(Victim::new(&address, &cookie, 1806 + victims.len() as u64));
        }
        victims.iter_mut().for_each(|victim| victim.check(&address, &cookie));
        if kill == KILLS {
            child.kill().expect("it runs");
            child.wait().expect("it ends");
            break;
        }
        let meanwhile = Arc::new(Exchange::default());
        // After some answers and some milliseconds more, so that a slow machine plays too before it is stopped.
        let (answers, wait) = (kill % 7, Duration::from_millis((kill * 37) % 200));
        let killer = {
            let meanwhile = Arc::clone(&meanwhile);
            std::thread::spawn(move || {
                let began = Instant::now();
                while meanwhile.acknowledged.load(Ordering::Relaxed) < answers && began.elapsed() < PATIENCE {
                    std::thread::sleep(Duration::from_millis(1));
                }
                std::thread::sleep(wait);
                // SIGKILL: nothing is flushed, nobody is told.
                child.kill().expect("it runs");
                meanwhile.killed.store(true, Ordering::Relaxed);
                child.wait().expect("it ends");
            })
        };
        let before: u64 = victims.iter().map(|victim| victim.all).sum();
        std::thread::scope(|scope| {
            for victim in &mut victims {
                let (address, cookie, meanwhile) = (&address, &cookie, &meanwhile);
                scope.spawn(move || {
                    victim.all += play(address, cookie, &victim.id, &mut victim.dice, meanwhile);
                });
            }
        });
        killer.join().expect("the killer is not killed");
        acknowledged += victims.iter().map(|victim| victim.all).sum::<u64>() - before;
    }
    assert!(acknowledged > KILLS, "only {acknowledged} answers");
    std::fs::remove_dir_all(&data).expect("the folder is ours");
}

/// Sends the signal to end, once or again and again, until the process has ended.
#[cfg(unix)]
fn terminate(child: &mut Child, again: bool) {
    let began = Instant::now();
    let mut told = 0;
    while began.elapsed() < PATIENCE {
        // Two that come before it has seen the first are one.
        if told == 0 || again {
            let kill = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
            assert!(kill.expect("kill runs").success());
            told += 1;
        }
        std::thread::sleep(Duration::from_millis(300));
        if child.try_wait().expect("it is a child").is_some() {
            return;
        }
    }
    let _ = child.kill();
    panic!("it does not end within {PATIENCE:?}, told {told} times");
}

#[test]
#[cfg(unix)]
fn a_second_signal_ends_it_at_once() {
    let data = std::env::temp_dir().join(format!("berthier-signal-{}", std::process::id()));
    // The second deadline is longer than anybody waits.
    for (deadline, again) in [("1", false), ("600", true)] {
        let _ = std::fs::remove_dir_all(&data);
        let mut served = start_with(&data, &["--shutdown", deadline]);
        // A client that has begun to send something and hangs.
        let mut hanging = TcpStream::connect(&served.address).expect("it listens");
        let head = "POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{";
        hanging.write_all(head.as_bytes()).expect("it is sent");
        std::thread::sleep(Duration::from_millis(300));
        terminate(&mut served.child, again);
        drop(hanging);
    }
    let _ = std::fs::remove_dir_all(&data);
}
