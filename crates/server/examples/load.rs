//! The load driver: real games by script through the API over loopback, bounded in time. `cargo xtask load` builds what it needs and runs it.
//!
//! Usage: `load <berthier> [games] [seconds] [stored]`: the program to be measured, games at once (64), seconds of play (10),
//! and how many stored games it starts with (10000).

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use server::store::sqlite::Sqlite;
use server::store::{Append, Store, Write};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

type AnyError = Box<dyn std::error::Error + Send + Sync>;

/// The battle that is played.
const BATTLE: &str = "maida";

/// Time after the acknowledgement until the other player is asked whether they were told anything.
const PATIENCE: Duration = Duration::from_millis(5);
/// Stored games that are opened, to see what remains of them in memory when they rest again.
const OPENED: usize = 500;
/// Onlookers that are connected, to see what they cost.
const ONLOOKERS: usize = 500;

/// Message, in part: what is read of a message; the rest is skipped.
#[derive(Deserialize)]
struct PartialMessage {
    t: String,
    view: Option<View>,
    change: Option<Change>,
}

#[derive(Deserialize)]
struct View {
    question: Option<OpenQuestion>,
}

#[derive(Deserialize)]
struct Change {
    #[serde(default)]
    asked: bool,
    question: Option<OpenQuestion>,
    outcome: Option<Value>,
}

#[derive(Deserialize, Clone, Copy)]
struct OpenQuestion {
    id: u64,
    count: u64,
}

/// Address at which the server gives its figures.
const METRICS: &str = "127.0.0.1:18069";

/// The server under load.
struct ServerProcess {
    child: Child,
    address: SocketAddr,
    took: Duration,
}

impl ServerProcess {
    fn start(program: &str, data: &Path) -> Result<ServerProcess, AnyError> {
        let began = Instant::now();
        let mut child = Command::new(program)
            .args([
                "serve",
                "--port",
                "0",
                "--metrics",
                METRICS,
                "--requests-per-second",
                "0",
                "--idle",
                "3",
                "--data",
            ])
            .arg(data)
            .env("BERTHIER_LOG", "warn")
            .stdout(Stdio::piped())
            .spawn()?;
        let mut lines = BufReader::new(child.stdout.take().ok_or("no output")?).lines();
        let line = lines.next().ok_or("the server says nothing")??;
        let address = line
            .split("http://")
            .nth(1)
            .and_then(|rest| rest.split('/').next())
            .ok_or("no address")?
            .parse()?;
        Ok(ServerProcess { child, address, took: began.elapsed() })
    }

    /// Processor time so far, in hundredths of a second.
    fn worked(&self) -> u64 {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap_or_default();
        let after = text.rsplit(") ").next().unwrap_or_default();
        after.split(' ').skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum()
    }

    /// Writes and transactions so far.
    async fn figures(&self) -> Result<(u64, u64), AnyError> {
        let (text, _) =
            call(METRICS.parse()?, "GET", "/metrics".into(), String::new(), String::new()).await?;
        let text = String::from_utf8_lossy(&text).into_owned();
        let figure = |name: &str| {
            text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse::<u64>().ok()).unwrap_or(0)
        };
        Ok((figure("berthier_writes_total "), figure("berthier_commits_total ")))
    }

    /// Its memory when all games rest on disk again.
    async fn settled(&self) -> u64 {
        tokio::time::sleep(Duration::from_secs(6)).await;
        self.resident()
    }

    fn resident(&self) -> u64 {
        let text = std::fs::read_to_string(format!("/proc/{}/statm", self.child.id())).unwrap_or_default();
        text.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0) * 4096
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A player: a cookie and a connection.
struct Player {
    cookie: String,
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    asked: Option<OpenQuestion>,
    /// Pings that were not answered yet.
    owed: u32,
    over: bool,
}

/// Counts of all players.
#[derive(Default)]
struct Counts {
    bytes: AtomicU64,
    messages: AtomicU64,
    games: AtomicU64,
}

impl Player {
    async fn sit(address: SocketAddr, game: &str, cookie: String) -> Result<Player, AnyError> {
        let mut request = format!("ws://{address}/api/games/{game}/live").into_client_request()?;
        request.headers_mut().insert("cookie", format!("berthier={cookie}").parse()?);
        let config = WebSocketConfig::default().read_buffer_size(4 << 10).write_buffer_size(0);
        let (socket, _) = connect_async_with_config(request, Some(config), true).await?;
        let mut player = Player { cookie, socket, asked: None, owed: 0, over: false };
        // The whole view comes first.
        while player.hear(&Counts::default()).await? != "full" {}
        Ok(player)
    }

    /// Takes the next message; its kind.
    async fn hear(&mut self, counts: &Counts) -> Result<String, AnyError> {
        loop {
            match self.socket.next().await.ok_or("the connection was lost")?? {
                Message::Text(text) => {
                    counts.bytes.fetch_add(text.len() as u64, Relaxed);
                    counts.messages.fetch_add(1, Relaxed);
                    let heard: PartialMessage = serde_json::from_str(&text)?;
                    if let Some(view) = heard.view {
                        self.asked = view.question;
                    }
                    if let Some(change) = heard.change {
                        if change.asked {
                            self.asked = change.question;
                        }
                        self.over |= change.outcome.is_some();
                    }
                    return Ok(heard.t);
                }
                Message::Close(_) => return Err("the connection was closed".into()),
                _ => {}
            }
        }
    }
}

/// A request; the reply's body and the cookie.
async fn call(
    address: SocketAddr,
    method: &'static str,
    path: String,
    body: String,
    cookie: String,
) -> Result<(Vec<u8>, String), AnyError> {
    tokio::task::spawn_blocking(move || {
        let agent: ureq::Agent =
            ureq::Agent::config_builder().timeout_global(Some(Duration::from_secs(60))).build().into();
        let url = format!("http://{address}{path}");
        let cookie_header = format!("berthier={cookie}");
        let mut response = if method == "POST" {
            agent
                .post(&url)
                .header("content-type", "application/json")
                .header("cookie", &cookie_header)
                .send(body)?
        } else {
            agent.get(&url).header("cookie", &cookie_header).call()?
        };
        let set =
            response.headers().get("set-cookie").and_then(|value| value.to_str().ok()).unwrap_or_default();
        let given = set.split(';').next().and_then(|pair| pair.strip_prefix("berthier=")).map(str::to_owned);
        let bytes = response.body_mut().with_config().limit(64 << 20).read_to_vec()?;
        Ok((bytes, given.unwrap_or(cookie)))
    })
    .await?
}

/// A new game of two players.
async fn game(address: SocketAddr) -> Result<(String, [Player; 2]), AnyError> {
    let wish =
        json!({ "rulebook": "jdg", "battle": BATTLE, "seats": [{ "who": "me" }, { "who": "invited" }] });
    let (made, anna) = call(address, "POST", "/api/games".into(), wish.to_string(), String::new()).await?;
    let made: Value = serde_json::from_slice(&made)?;
    let id = made["id"].as_str().ok_or("no id")?.to_owned();
    let join = json!({ "side": 1, "code": made["codes"][1], "name": "b" });
    let (_, bert) =
        call(address, "POST", format!("/api/games/{id}/join"), join.to_string(), String::new()).await?;
    let players = [Player::sit(address, &id, anna).await?, Player::sit(address, &id, bert).await?];
    Ok((id, players))
}

/// Plays until the time is over. Gives the times from each answer until both players were informed, and the first game's answers.
async fn play(
    address: SocketAddr,
    mut players: [Player; 2],
    until: Instant,
    mut dice: u64,
    counts: Arc<Counts>,
) -> Result<(Vec<Duration>, usize), AnyError> {
    let (mut times, mut first) = (Vec::new(), None);
    while Instant::now() < until {
        if players.iter().any(|player| player.over) {
            counts.games.fetch_add(1, Relaxed);
            first.get_or_insert(times.len());
            players = game(address).await?.1;
        }
        let Some(at) = players.iter().position(|player| player.asked.is_some()) else {
            // Nobody is asked yet: the end, or the question is on its way.
            let [one, other] = &mut players;
            tokio::select! {
                heard = one.hear(&counts) => one.owed -= u32::from(heard? == "pong"),
                heard = other.hear(&counts) => other.owed -= u32::from(heard? == "pong"),
            };
            continue;
        };
        let asked = players[at].asked.take().ok_or("asked")?;
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let choice = (dice >> 33) % asked.count;
        let message =
            json!({ "t": "answer", "ref": 1, "answer": { "question": asked.id, "choice": choice } });
        let began = Instant::now();
        players[at].socket.send(Message::text(message.to_string())).await?;
        let [one, other] = &mut players;
        let (mine, theirs) = if at == 0 { (one, other) } else { (other, one) };
        times.push(informed(mine, theirs, began, &counts).await?);
    }
    let answers = first.unwrap_or(times.len());
    Ok((times, answers))
}

/// Waits until the answer is acknowledged and the other player has been told. An answer given in secret tells the other nothing: they ask, and the
/// reply, which comes after whatever there was to tell them, shows it; then the time of the acknowledgement counts.
async fn informed(
    mine: &mut Player,
    theirs: &mut Player,
    began: Instant,
    counts: &Counts,
) -> Result<Duration, AnyError> {
    let (mut acked, mut told, mut asked) = (None, None, false);
    loop {
        if let (Some(acked), Some(told)) = (acked, told) {
            return Ok(std::cmp::max(acked, told));
        }
        let patience = if acked.is_some() && !asked { PATIENCE } else { Duration::from_secs(10) };
        tokio::select! {
            heard = mine.hear(counts), if acked.is_none() => match heard?.as_str() {
                "ack" => acked = Some(began.elapsed()),
                "pong" => mine.owed -= 1,
                "error" => return Err("an answer was refused".into()),
                _ => {}
            },
            heard = theirs.hear(counts), if told.is_none() => match heard?.as_str() {
                "change" => told = Some(began.elapsed()),
                // One that answers an earlier question says nothing.
                "pong" => {
                    theirs.owed -= 1;
                    if let (Some(acked), true, 0) = (acked, asked, theirs.owed) {
                        return Ok(acked);
                    }
                }
                _ => {}
            },
            () = tokio::time::sleep(patience) => {
                if asked || acked.is_none() {
                    return Err("no reply".into());
                }
                asked = true;
                theirs.owed += 1;
                theirs.socket.send(Message::text(r#"{"t":"ping"}"#)).await?;
            }
        }
    }
}

/// Puts copies of a game into the file, as if many had been played.
async fn fill(data: &Path, game: &str, copies: usize) -> Result<(), AnyError> {
    let store = Sqlite::open(data).await?;
    let listed = store.game(game).await?.ok_or("the game is stored")?;
    let journal = store.journal(game, i64::MAX).await?;
    let copy = |n: usize| {
        let id = format!("copy{n}");
        let mut state = listed.state.clone();
        state.game.clone_from(&id);
        let mut seats = listed.seats.clone();
        seats.iter_mut().for_each(|seat| seat.game.clone_from(&id));
        let append = Append { game: id.clone(), line: 1, text: journal.clone(), written: 0 };
        let row = server::store::GameRow { id, ..listed.game.clone() };
        Write { game: Some(row), append: Some(append), state: Some(state), seats, ..Write::default() }
    };
    let all: Vec<usize> = (0..copies).collect();
    for some in all.chunks(500) {
        store.commit(&some.iter().map(|n| copy(*n)).collect::<Vec<_>>()).await?;
    }
    Ok(())
}

fn line(what: &str, value: impl std::fmt::Display) {
    println!("{what:<58} {value:>12}");
}

#[tokio::main]
async fn main() -> Result<(), AnyError> {
    let args: Vec<String> = std::env::args().collect();
    let program = args.get(1).ok_or("usage: load <berthier> [games] [seconds] [stored]")?;
    let number = |at: usize, usual: usize| args.get(at).and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (games, seconds, stored) = (number(2, 64), number(3, 10), number(4, 10_000));
    let data: PathBuf = std::env::temp_dir().join(format!("berthier-load-{}", std::process::id()));
    let done = measure(program, &data, games, seconds, stored).await;
    std::fs::remove_dir_all(&data)?;
    done
}

async fn measure(
    program: &str,
    data: &Path,
    games: usize,
    seconds: usize,
    stored: usize,
) -> Result<(), AnyError> {
    let served = ServerProcess::start(program, data)?;
    let (first, players) = game(served.address).await?;
    let cookie = players[0].cookie.clone();
    drop(players);
    drop(served);
    let began = ServerProcess::start(program, data)?;
    let empty = began.settled().await;
    drop(began);
    fill(data, &first, stored).await?;

    let served = ServerProcess::start(program, data)?;
    line(&format!("start with {stored} stored games, ms"), served.took.as_millis());
    call(served.address, "GET", "/readyz".into(), String::new(), String::new()).await?;
    let full = served.settled().await;
    line("memory per stored game, bytes", full.saturating_sub(empty) / stored.max(1) as u64);
    watching(&served, &first).await?;
    resting(&served, stored, &cookie).await?;
    let longest = playing(&served, games, seconds).await?;
    opening(&served, &longest).await
}

/// Measures the cost of games that rest on disk.
async fn resting(served: &ServerProcess, stored: usize, cookie: &str) -> Result<(), AnyError> {
    let opened = OPENED.min(stored / 2);
    let open = async |from: usize| {
        for n in from..from + opened {
            call(served.address, "GET", format!("/api/games/copy{n}"), String::new(), cookie.to_owned())
                .await?;
        }
        Ok::<u64, AnyError>(served.resident())
    };
    let full = served.settled().await;
    let loaded = open(0).await?;
    line(
        "memory per opened game, nobody connected, KiB",
        loaded.saturating_sub(full) / 1024 / opened.max(1) as u64,
    );
    // What the allocator keeps of those serves the next ones: what others add is what a game costs that rests again.
    let before = served.settled().await;
    open(opened).await?;
    let after = served.settled().await;
    line("memory per game that rests again, bytes", after.saturating_sub(before) / opened.max(1) as u64);
    Ok(())
}

/// Measures the cost of a connection.
async fn watching(served: &ServerProcess, game: &str) -> Result<(), AnyError> {
    let before = served.resident();
    let mut onlookers = Vec::new();
    for _ in 0..ONLOOKERS {
        onlookers.push(Player::sit(served.address, game, String::new()).await?);
    }
    let cost = served.resident().saturating_sub(before);
    line("memory per connected player, KiB", format!("{:.1}", cost as f64 / 1024.0 / ONLOOKERS as f64));
    Ok(())
}

/// Real games, as many at once as wished. Gives the one with the most answers, and a player's cookie.
async fn playing(served: &ServerProcess, games: usize, seconds: usize) -> Result<(String, String), AnyError> {
    let address = served.address;
    let mut tables = Vec::new();
    for _ in 0..games {
        tables.push(game(address).await?);
    }
    let counts = Arc::new(Counts::default());
    let before = served.figures().await?;
    let worked = served.worked();
    let began = Instant::now();
    let until = began + Duration::from_secs(seconds as u64);
    let mut tasks = Vec::new();
    for (seed, (id, players)) in tables.into_iter().enumerate() {
        let seat = (id, players[0].cookie.clone());
        tasks.push((seat, tokio::spawn(play(address, players, until, seed as u64 + 1, Arc::clone(&counts)))));
    }
    let mut times = Vec::new();
    let mut longest = (0, Default::default());
    for (seat, task) in tasks {
        let (own, answers) = task.await??;
        longest = std::cmp::max(longest, (answers, seat));
        times.extend(own);
    }
    let took = began.elapsed().as_secs_f64();
    let spent = (served.worked() - worked) * 10_000;
    times.sort_unstable();
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize].as_secs_f64() * 1e3;
    let after = served.figures().await?;
    line("games at once", games);
    line("answers", times.len());
    line("answers a second, durable and told", format!("{:.0}", times.len() as f64 / took));
    line("answer to both players informed, median ms", format!("{:.1}", at(0.5)));
    line("answer to both players informed, 99th percentile ms", format!("{:.1}", at(0.99)));
    line("bytes sent per answer and player", counts.bytes.load(Relaxed) / 2 / times.len().max(1) as u64);
    line("processor time of the server per answer, microseconds", spent / times.len().max(1) as u64);
    let writes = (after.0 - before.0) as f64 / (after.1 - before.1).max(1) as f64;
    line("answers in a transaction, on average", format!("{writes:.1}"));
    line("games played to their end", counts.games.load(Relaxed));
    Ok(longest.1)
}

/// Measures the time that it takes to open the longest replay.
async fn opening(served: &ServerProcess, (id, cookie): &(String, String)) -> Result<(), AnyError> {
    let began = Instant::now();
    let path = format!("/api/games/{id}/replay?as=0");
    let (replay, _) = call(served.address, "GET", path, String::new(), cookie.to_owned()).await?;
    let steps = serde_json::from_slice::<Value>(&replay)?["steps"].as_array().map_or(0, Vec::len);
    line(&format!("opening the longest replay ({steps} steps), ms"), began.elapsed().as_millis());
    let began = Instant::now();
    let path = format!("/api/games/{id}/replay/run?as=0");
    call(served.address, "GET", path, String::new(), cookie.to_owned()).await?;
    line("its first 200 positions, ms", began.elapsed().as_millis());
    Ok(())
}
