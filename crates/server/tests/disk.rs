//! The disk fails under play: at any write, sync or truncation, once or many times in a row, for want of space or otherwise; the server is
//! killed, and the power cut. What was acknowledged is stored, what was said not to be stored is not and never will be, and when the
//! disk works again, so does the server.
//!
//! `BERTHIER_DISK_ROUNDS` is the number of rounds, `BERTHIER_DISK_SEED` the seed of the first; a failure names the seed with which one
//! round shows it again.

mod client;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use baddisk::{Disk, End, Plan, Random, Trouble};
use client::{Client, Reply};
use serde_json::{Value, json};
use server::store::Store;
use server::store::sqlite::{Opening, Sqlite};
use server::{Config, Server};
use tokio::sync::watch;

/// Rounds in the ordinary run.
const ROUNDS: u64 = 150;
/// Games that are played at once, so that several answers share a transaction.
const AT_ONCE: usize = 3;
/// The deeds of a player in a round.
const DEEDS: u64 = 10;

/// A server on a disk that can fail.
struct Running {
    disk: Arc<Disk>,
    store: Arc<dyn Store>,
    address: std::net::SocketAddr,
    stop: watch::Sender<bool>,
}

impl Running {
    /// None if the disk does not let it start.
    async fn start(disk: &Arc<Disk>) -> Option<Running> {
        let opening = Opening { files: Some(baddisk::name()), pause: Duration::ZERO };
        let store: Arc<dyn Store> = Arc::new(Sqlite::open_as(disk.folder(), opening).await.ok()?);
        let address = std::net::SocketAddr::from(([127, 0, 0, 1], 0));
        let data = disk.folder().to_owned();
        let config = Config { address, data, requests_per_second: 0, ..Config::default() };
        let server = Server::on(config, Arc::clone(&store)).await.expect("there is a free port");
        let address = server.address().expect("it has an address");
        let (stop, stops) = watch::channel(false);
        tokio::spawn(async move { server.run(stops).await });
        Some(Running { disk: Arc::clone(disk), store, address, stop })
    }

    async fn client(&self, cookie: &str) -> Client {
        Client::connect(self.address, cookie).await
    }
}

/// What became of something that was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Told {
    Stored,
    NotStored,
    Unsure,
}

/// What a reply says. Everything that a client may be told while the disk fails is one of the three.
fn told(reply: &Reply) -> Told {
    match (reply.status, reply.code().as_str()) {
        (200, _) => Told::Stored,
        (503, "unsure") => Told::Unsure,
        // It is being loaded again; or could not be read.
        (503, "not_stored") | (409, "conflict") | (500, "internal") => Told::NotStored,
        (status, _) => panic!("{status}: {}", String::from_utf8_lossy(&reply.body)),
    }
}

/// A value that is kept as a whole, and what may be there.
#[derive(Clone, Debug, Default)]
struct Kept {
    now: String,
    maybe: Option<String>,
}

impl Kept {
    fn was(&mut self, told: Told, new: String) {
        match told {
            Told::Stored => *self = Kept { now: new, maybe: None },
            Told::NotStored => {}
            Told::Unsure => self.maybe = Some(new),
        }
    }

    fn check(&mut self, found: &str, what: &str) {
        let is_one = found == self.now || self.maybe.as_deref() == Some(found);
        assert!(is_one, "{what}: {found:?} is there instead of {self:?}");
        *self = Kept { now: found.to_owned(), maybe: None };
    }
}

/// A game that is played, and all that was said about it.
#[derive(Clone)]
struct Player {
    game: String,
    cookie: String,
    random: Random,
    /// Answers that are stored.
    answers: u64,
    /// Whether one more may be.
    unsure: bool,
    journal: String,
    notes: Kept,
    orders: Kept,
    said: Vec<String>,
    /// What may have been said.
    mumbled: Vec<String>,
    over: bool,
    /// How often each was told.
    told: [u64; 3],
}

impl Player {
    /// A new game; none if that is not stored.
    async fn new(client: &mut Client, seed: u64) -> (Told, Option<Player>) {
        let wish =
            json!({ "rulebook": "jdg", "battle": "tutorial", "seats": [{ "who": "me" }, { "who": "me" }] });
        let reply = client.call("POST", "/api/games", &wish).await;
        let told = told(&reply);
        let game = reply.json()["id"].as_str().map(str::to_owned);
        let player = game.map(|game| Player {
            game,
            cookie: client.cookie.clone(),
            random: Random::new(seed),
            answers: 0,
            unsure: false,
            journal: String::new(),
            notes: Kept::default(),
            orders: Kept { now: "0".to_owned(), maybe: None },
            said: Vec::new(),
            mumbled: Vec::new(),
            over: false,
            told: [0; 3],
        });
        (told, player)
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/games/{}{rest}", self.game)
    }

    /// Some deeds, one after the other, as long as it is known what is stored.
    async fn play(mut self, address: std::net::SocketAddr) -> Player {
        let mut client = Client::connect(address, &self.cookie).await;
        for _ in 0..DEEDS {
            let told = match self.random.below(10) {
                0 => self.note(&mut client).await,
                1 => self.say(&mut client).await,
                2 => self.order(&mut client).await,
                _ => self.answer(&mut client).await,
            };
            if let Some(told) = told {
                self.told[told as usize] += 1;
            }
            if self.over {
                break;
            }
        }
        self
    }

    async fn answer(&mut self, client: &mut Client) -> Option<Told> {
        let side = self.random.below(2);
        let mut question = Value::Null;
        for side in [side, 1 - side] {
            let reply = client.call("GET", &self.path(&format!("?as={side}")), &Value::Null).await;
            if reply.status != 200 {
                return None;
            }
            let view = reply.json();
            self.over = view["card"]["status"] == "over";
            question = view["question"].clone();
            if let Some(count) = question["count"].as_u64().filter(|_| !self.over) {
                // Whoever sees the game again knows how it stands.
                if self.unsure {
                    self.look(client).await?;
                }
                let choice = self.random.below(count);
                let answer = json!({ "question": question["id"], "choice": choice, "side": side });
                let told = told(&client.call("POST", &self.path("/answer"), &answer).await);
                match told {
                    Told::Stored => self.answers += 1,
                    Told::NotStored => {}
                    Told::Unsure => self.unsure = true,
                }
                return Some(told);
            }
        }
        assert!(self.over, "somebody is asked: {question}");
        None
    }

    async fn note(&mut self, client: &mut Client) -> Option<Told> {
        if self.notes.maybe.is_some() {
            return None;
        }
        let text = format!("note {}", self.random.draw());
        let reply = client.call("PUT", &self.path("/notes"), &json!({ "text": text, "hexes": {} })).await;
        let told = told(&reply);
        self.notes.was(told, text);
        Some(told)
    }

    async fn say(&mut self, client: &mut Client) -> Option<Told> {
        let text = format!("word {}", self.random.draw());
        let told = told(&client.call("POST", &self.path("/chat"), &json!({ "text": text })).await);
        match told {
            Told::Stored => self.said.push(text),
            Told::NotStored => {}
            Told::Unsure => self.mumbled.push(text),
        }
        Some(told)
    }

    /// Standing orders: so many of them, for a question that is never asked.
    async fn order(&mut self, client: &mut Client) -> Option<Told> {
        if self.orders.maybe.is_some() {
            return None;
        }
        let count = self.random.below(20);
        let order = json!({ "key": "never", "verb": "never", "choice": "first", "only_if": [] });
        let orders = vec![order; count as usize];
        let wish = json!({ "orders": orders, "side": 0 });
        let told = told(&client.call("PUT", &self.path("/orders"), &wish).await);
        self.orders.was(told, count.to_string());
        Some(told)
    }

    /// The journal has what was acknowledged, and no more.
    async fn look(&mut self, client: &mut Client) -> Option<()> {
        let reply = client.call("GET", &self.path("/journal"), &Value::Null).await;
        if reply.status != 200 {
            return None;
        }
        let journal = String::from_utf8(reply.body).expect("text");
        let answers = journal.lines().filter(|line| line.starts_with("answer ")).count() as u64;
        let more = answers.wrapping_sub(self.answers);
        assert!(
            more == 0 || (more == 1 && self.unsure),
            "{answers} answers, {} acknowledged, one unsure: {}",
            self.answers,
            self.unsure
        );
        assert!(journal.starts_with(&self.journal), "what was there is there");
        (self.answers, self.unsure, self.journal) = (answers, false, journal);
        Some(())
    }

    /// Everything is as it was said to be, and goes on. The disk works.
    async fn check(&mut self, client: &mut Client, store: &dyn Store) {
        self.look(client).await.expect("the game is there");
        let stored = store.journal(&self.game, i64::MAX).await.expect("it is read");
        assert_eq!(stored, self.journal, "what the server says is what is stored");
        let view = client.get(&self.path("?as=0")).await;
        self.notes.check(view["notes"]["text"].as_str().unwrap_or_default(), "notes");
        let orders = view["orders"].as_array().map_or(0, Vec::len);
        self.orders.check(&orders.to_string(), "orders");
        let chat = client.get(&self.path("/chat")).await;
        let found: Vec<&str> =
            chat.as_array().into_iter().flatten().filter_map(|said| said["text"].as_str()).collect();
        let last = &self.said[self.said.len().saturating_sub(20)..];
        assert!(last.iter().all(|said| found.contains(&said.as_str())), "{last:?} are in {found:?}");
        let known = |text: &str| self.said.iter().chain(&self.mumbled).any(|said| said == text);
        assert!(found.iter().all(|text| known(text)), "{found:?} was not said");
        // What is there stays there.
        let heard: Vec<String> =
            self.mumbled.iter().filter(|text| found.contains(&text.as_str())).cloned().collect();
        self.mumbled.clear();
        self.said.extend(heard);
        if !self.over {
            let told = self.answer(client).await;
            assert!(told == Some(Told::Stored) || self.over, "the disk works: {told:?}");
        }
    }
}

/// What is counted over all rounds.
#[derive(Default, Debug)]
struct Sum {
    changes: u64,
    failures: u64,
    told: [u64; 3],
    deaths: u64,
}

/// One world: a disk, its server, and games.
struct World {
    running: Running,
    cookie: String,
    players: Vec<Player>,
    games: u64,
    base: PathBuf,
    boots: u64,
}

impl World {
    async fn new(base: PathBuf, seed: u64) -> World {
        let disk = Disk::new(&base.join("0"), seed);
        let running = Running::start(&disk).await.expect("the disk works");
        World { running, cookie: String::new(), players: Vec::new(), games: 0, base, boots: 0 }
    }

    /// New games for those that are over.
    async fn fill(&mut self, random: &mut Random) {
        self.players.retain(|player| !player.over && player.journal.lines().count() < 400);
        let mut client = self.running.client(&self.cookie).await;
        while self.players.len() < AT_ONCE {
            let (told, player) = Player::new(&mut client, random.draw()).await;
            assert_eq!(told, Told::Stored, "the disk works");
            self.games += 1;
            self.cookie.clone_from(&client.cookie);
            self.players.push(player.expect("it was made"));
        }
    }

    async fn play(&mut self, sum: &mut Sum, random: &mut Random) {
        let address = self.running.address;
        let playing: Vec<_> =
            self.players.drain(..).map(|player| tokio::spawn(player.play(address))).collect();
        // Meanwhile somebody makes a game.
        let mut client = self.running.client(&self.cookie).await;
        let (made, _) = if random.percent(30) {
            let (told, player) = Player::new(&mut client, random.draw()).await;
            (Some(told), player)
        } else {
            (None, None)
        };
        for playing in playing {
            let mut player = playing.await.expect("a player does not panic");
            sum.told.iter_mut().zip(std::mem::take(&mut player.told)).for_each(|(all, one)| *all += one);
            self.players.push(player);
        }
        let (changes, failures) = self.running.disk.count();
        sum.changes += changes;
        sum.failures += failures;
        self.running.disk.heal();
        if self.running.disk.is_dead() || random.percent(15) {
            sum.deaths += 1;
            self.start_again(random).await;
        }
        let mut client = self.running.client(&self.cookie).await;
        let list = client.get("/api/games?list=mine").await;
        let found = list.as_array().map_or(0, Vec::len) as u64;
        self.games += u64::from(made == Some(Told::Stored));
        let most = self.games + u64::from(made == Some(Told::Unsure));
        assert!(
            found.min(99) >= self.games.min(99) && found <= most.min(100),
            "{found} games of {}",
            self.games
        );
        self.games = if found < 100 { found } else { self.games };
        for player in &mut self.players {
            player.check(&mut client, &*self.running.store).await;
        }
    }

    /// The server is killed, or the power cut, and another starts, maybe on a disk that fails at first.
    async fn start_again(&mut self, random: &mut Random) {
        self.boots += 1;
        let (to, old) = (self.base.join(self.boots.to_string()), &self.running.disk);
        let disk =
            if random.percent(50) { old.kill(&to, random.draw()) } else { old.cut(&to, random.draw()) };
        let _ = self.running.stop.send(true);
        if random.percent(30) {
            disk.plan(Plan {
                after: random.below(20),
                lasts: 5,
                percent: 100,
                trouble: Trouble::Errors,
                end: End::Well,
            });
        }
        let running = match Running::start(&disk).await {
            Some(running) => running,
            None => {
                disk.heal();
                Running::start(&disk).await.expect("the disk works")
            }
        };
        disk.heal();
        // Nobody has these files open any more, or all who have them are lost.
        let _ = std::fs::remove_dir_all(self.running.disk.folder());
        self.running = running;
    }
}

fn plan(random: &mut Random) -> Plan {
    let troubles = [Trouble::Errors, Trouble::Syncs, Trouble::Full, Trouble::Stuffed];
    let trouble = troubles[random.below(4) as usize];
    let end = if random.percent(25) { End::Death } else { End::Well };
    // Trouble that lasts for nothing and ends in death is death out of the blue.
    let lasts = [0, 1, 2, 3, 10, 40, 200, u64::MAX][random.below(8) as usize];
    let percent = [100, 50, 15, 5][random.below(4) as usize];
    Plan { after: random.below(80), lasts, percent, trouble, end }
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// Rounds in one world. Each world's seed is printed if it fails.
async fn rounds(seed: u64, rounds: u64, sum: &mut Sum) {
    let base = std::env::temp_dir().join(format!("berthier-disk-{}-{seed}", std::process::id()));
    // It is not there, unless a former test left it.
    let _ = std::fs::remove_dir_all(&base);
    let mut random = Random::new(seed);
    let mut world = World::new(base.clone(), random.draw()).await;
    for _ in 0..rounds {
        world.fill(&mut random).await;
        world.running.disk.plan(plan(&mut random));
        world.play(sum, &mut random).await;
    }
    let _ = world.running.stop.send(true);
    std::fs::remove_dir_all(&base).expect("the folder is ours");
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_the_disk_does_what_was_acknowledged_is_stored_and_nothing_else() {
    /// Rounds in the same world.
    const ROUNDS_OF_ONE: u64 = 15;
    let (all, first) = (number("BERTHIER_DISK_ROUNDS", ROUNDS), number("BERTHIER_DISK_SEED", 1806));
    let mut sum = Sum::default();
    for seed in (first..).take(all.div_ceil(ROUNDS_OF_ONE) as usize) {
        eprintln!("BERTHIER_DISK_SEED={seed} BERTHIER_DISK_ROUNDS={ROUNDS_OF_ONE}");
        rounds(seed, ROUNDS_OF_ONE, &mut sum).await;
    }
    println!("{sum:?}");
    assert!(
        sum.failures > 2 * all && sum.told.iter().all(|told| *told > 0),
        "the test tests nothing: {sum:?}"
    );
}

/// A disk without space for some time: everybody is told, `readyz` too, and nothing has to be started again afterwards.
#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_is_told_and_over_when_there_is_space_again() {
    for trouble in [Trouble::Full, Trouble::Stuffed, Trouble::Syncs, Trouble::Errors] {
        let base = std::env::temp_dir().join(format!("berthier-full-{}-{trouble:?}", std::process::id()));
        let _ = std::fs::remove_dir_all(&base);
        let mut world = World::new(base.clone(), 1806).await;
        let mut random = Random::new(1806);
        world.fill(&mut random).await;
        let mut client = world.running.client(&world.cookie).await;
        let ready = client.call("GET", "/readyz", &Value::Null).await;
        assert_eq!(ready.status, 200);
        let list = client.get("/api/games?list=mine").await;
        world.running.disk.plan(Plan { after: 0, lasts: u64::MAX, percent: 100, trouble, end: End::Well });
        // What stands in the log's own space may still be written.
        for _ in 0..200 {
            let wish = json!({ "text": "a word that fills the disk ".repeat(18).trim() });
            let player = &mut world.players[0];
            player.mumbled.push(wish["text"].as_str().unwrap_or_default().to_owned());
            let path = player.path("/chat");
            if client.call("POST", &path, &wish).await.status != 200 {
                break;
            }
        }
        let mut told = Vec::new();
        for player in &mut world.players {
            for _ in 0..4 {
                told.extend(player.answer(&mut client).await);
            }
        }
        assert!(!told.is_empty() && !told.contains(&Told::Stored), "{trouble:?}: {told:?}");
        let full = matches!(trouble, Trouble::Full | Trouble::Stuffed);
        assert!(
            !full || told.iter().all(|told| *told == Told::NotStored),
            "a full disk leaves no doubt: {told:?}"
        );
        tokio::time::sleep(Duration::from_millis(1100)).await;
        for _ in 0..3 {
            let ready = client.call("GET", "/readyz", &Value::Null).await;
            assert_eq!((ready.status, ready.code()), (503, "not_stored".to_owned()), "{trouble:?}");
        }
        // Lists are still read.
        assert_eq!(client.get("/api/games?list=mine").await.as_array(), list.as_array());
        world.running.disk.heal();
        for player in &mut world.players {
            for _ in 0..4 {
                player.check(&mut client, &*world.running.store).await;
            }
        }
        tokio::time::sleep(Duration::from_millis(1100)).await;
        world.running.disk.count();
        for _ in 0..20 {
            assert_eq!(client.call("GET", "/readyz", &Value::Null).await.status, 200);
        }
        let (made, _) = world.running.disk.count();
        assert!((1..=30).contains(&made), "it is tried out, once a second at most: {made}");
        let _ = world.running.stop.send(true);
        std::fs::remove_dir_all(&base).expect("the folder is ours");
    }
}
