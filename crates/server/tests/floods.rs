//! Floods and their cost: it is paid for before anything is read, bounded in all, and nobody waits under a game's lock for what others wish.

use std::time::Duration;

use crate::common::{Browser, Folder, KeptView, TestServer, text};
use serde_json::{Value, json};
use server::Config;
use server::work::Turn;
use sqlx::Connection;
use table::Side;
use table::journal::{Chain, Entry};
use table::session::Seat;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A request whose body is announced and never sent.
async fn announced(running: &TestServer, path: &str, length: usize) -> TcpStream {
    let mut stream = TcpStream::connect(running.address).await.expect("the server listens");
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{{",
        running.address
    );
    stream.write_all(head.as_bytes()).await.expect("the head is sent");
    stream
}

/// The status of the reply, if one comes within so long.
async fn status_within(stream: &mut TcpStream, ms: u64) -> Option<u16> {
    let mut bytes = [0; 12];
    let read = tokio::time::timeout(Duration::from_millis(ms), stream.read_exact(&mut bytes)).await;
    read.ok()?.ok()?;
    String::from_utf8_lossy(&bytes[9..]).parse().ok()
}

/// The status of the reply that is to come.
async fn status(stream: &mut TcpStream) -> u16 {
    status_within(stream, 10_000).await.expect("it replies")
}

/// Whether the rest is waited for.
async fn is_awaited(stream: &mut TcpStream) -> bool {
    status_within(stream, 1500).await.is_none()
}

async fn limited(name: &str, requests_per_second: u32) -> TestServer {
    let folder = Folder::new(name);
    TestServer::on(folder, Config { requests_per_second, ..Config::default() }).await
}

const LONG: usize = 4 << 20;

#[tokio::test(flavor = "multi_thread")]
async fn a_body_is_read_for_its_route_and_its_price_only() {
    let running = TestServer::start("routes").await;
    for path in ["/api/games/abc/upload", "/upload", "/api/games/abc/answer", "/api/nothing/upload"] {
        assert_eq!(status(&mut announced(&running, path, LONG).await).await, 413, "{path}");
    }
    assert_eq!(status(&mut announced(&running, "/api/games/upload", LONG + 1).await).await, 413);
    running.stop().await;
    // What it announces is paid at once: the next may not even begin.
    let running = limited("price", 10).await;
    let mut first = announced(&running, "/api/games/upload", LONG).await;
    assert!(is_awaited(&mut first).await);
    assert_eq!(status(&mut announced(&running, "/api/games/upload", LONG).await).await, 429);
    drop(first);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bytes_held_at_once_are_bounded_and_others_are_served() {
    let running = TestServer::start("held").await;
    // What is only announced takes nothing from anybody.
    let mut first = announced(&running, "/api/games/upload", LONG).await;
    let mut second = announced(&running, "/api/games/upload", LONG).await;
    assert!(is_awaited(&mut first).await && is_awaited(&mut second).await);
    // What has come does: an address has an eighth of all.
    first.write_all(&vec![b' '; 3 << 20]).await.expect("it is sent");
    assert!(is_awaited(&mut first).await);
    let mut others = (0..8).map(|_| announced(&running, "/api/games/upload", LONG));
    let refused = loop {
        let mut other = others.next().expect("what has come takes room").await;
        if let Some(refused) = status_within(&mut other, 1500).await {
            break refused;
        }
    };
    assert_eq!(refused, 429);
    running.browser().new_game(json!({})).await;
    drop((first, second));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_that_do_not_come_stop_nobody_and_are_not_waited_for() {
    let running = TestServer::start("drops").await;
    let mut slow = Vec::new();
    for _ in 0..100 {
        slow.push(announced(&running, "/api/games/zzz/answer", 64 << 10).await);
    }
    assert!(is_awaited(&mut slow[99]).await);
    running.browser().new_game(json!({})).await;
    let mut word = [0; 12];
    let told = slow[0].read_exact(&mut word);
    tokio::time::timeout(Duration::from_secs(9), told).await.expect("not for long").expect("it is told");
    assert_eq!(&word, b"HTTP/1.1 408");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_said_over_a_socket_is_paid_before_it_is_read() {
    let running = limited("unread", 5).await;
    let mut anna = running.browser();
    let (game, _) = anna.new_game(json!({})).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let mut line = anna.live(&game, "").await;
    for _ in 0..20 {
        line.send(json!({ "t": "nonsense", "ref": 7 })).await;
    }
    for _ in 0..30 {
        let said = line.next().await;
        if said["error"]["code"] == "too_many" {
            assert_eq!(said["ref"], 7);
            running.stop().await;
            return;
        }
    }
    panic!("nonsense costs nothing");
}

/// A game of one who sits at both sides, whose seats change hands so often in its journal, under long names.
async fn long_game(anna: &mut Browser, seats: usize) -> Value {
    let wish =
        json!({ "rulebook": "jdg", "battle": "tutorial", "seats": [{ "who": "me" }, { "who": "me" }] });
    let game = text(&anna.post("/api/games", wish).await["id"]);
    let journal = anna.call("GET", &format!("/api/games/{game}/journal"), Value::Null).await.body;
    let journal = String::from_utf8(journal).expect("it is text");
    let mut lines: Vec<&str> =
        journal.lines().map(|line| line.rsplit_once(' ').expect("it is sealed").0).collect();
    let seat = lines.iter().find(|line| line.starts_with("seat ")).expect("there are seats");
    let side = seat.split(' ').nth(1).expect("a side");
    let pair = ["x", "y"].map(|letter| format!("seat {side} person {}", letter.repeat(500)));
    lines.extend(pair.iter().map(String::as_str).cycle().take(seats));
    let mut chain = Chain::default();
    let journal: String = lines.iter().map(|line| chain.seal(line) + "\n").collect();
    json!({ "journal": journal, "seats": [{ "who": "me" }, { "who": "me" }] })
}

#[tokio::test(flavor = "multi_thread")]
async fn games_that_rest_are_loaded_in_their_turns_and_paid_by_their_length() {
    let running = TestServer::start("resting").await;
    let mut anna = running.browser();
    let wish = long_game(&mut anna, 1000).await;
    let mut paths = Vec::new();
    for _ in 0..8 {
        paths.push(format!("/api/games/{}", text(&anna.post("/api/games/upload", wish.clone()).await["id"])));
    }
    let look = |running: &TestServer, path: &String| {
        let (mut who, path) = (running.browser(), path.clone());
        tokio::spawn(async move { who.call("GET", &path, Value::Null).await.status })
    };
    let running = TestServer::on(running.stop().await, Config::default()).await;
    let held = running.work.hold(|turn| *turn == Turn::Loads).await;
    let looks: Vec<_> = paths.iter().map(|path| look(&running, path)).collect();
    waiting(&running, paths.len(), |turn| matches!(turn, Turn::Load(_))).await;
    // One at a time for an address, before anything of another is read.
    assert_eq!(running.work.count(|turn| *turn == Turn::Loads), 1);
    running.browser().new_game(json!({})).await;
    assert!(looks.iter().all(|look| !look.is_finished()));
    drop(held);
    for look in looks {
        assert_eq!(look.await.expect("it is answered"), 200);
    }
    let config = Config { requests_per_second: 2, ..Config::default() };
    let running = TestServer::on(running.stop().await, config).await;
    let looks: Vec<_> = paths.iter().map(|path| look(&running, path)).collect();
    let mut refused = 0;
    for look in looks {
        refused += usize::from(look.await.expect("it is answered") == 429);
    }
    assert!((1..paths.len()).contains(&refused), "{refused} of {}", paths.len());
    running.stop().await;
}

/// As if all that is in the journals had been written long ago.
async fn age(running: &TestServer) {
    let file = format!("sqlite://{}", running.folder.join("berthier.sqlite").display());
    let mut disk = sqlx::SqliteConnection::connect(&file).await.expect("the file opens");
    sqlx::query("UPDATE journal SET written = 1").execute(&mut disk).await.expect("it is written");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_view_as_it_was_is_played_again_in_its_turn_and_paid_by_its_length() {
    let running = TestServer::start("as-it-was").await;
    let mut anna = running.browser();
    let wish = long_game(&mut anna, 1000).await;
    let mut games = Vec::new();
    for _ in 0..4 {
        let path = format!("/api/games/{}", text(&anna.post("/api/games/upload", wish.clone()).await["id"]));
        for side in 0..2 {
            anna.post(&format!("{path}/show"), json!({ "agree": true, "side": side })).await;
        }
        games.push(path);
    }
    age(&running).await;
    let held = running.work.hold(|turn| *turn == Turn::Loads).await;
    let look = |path: &String| {
        let (mut who, path) = (running.browser(), format!("{path}?as=0"));
        tokio::spawn(async move { who.call("GET", &path, Value::Null).await.status })
    };
    let looks: Vec<_> = games.iter().map(look).collect();
    waiting(&running, games.len(), |turn| matches!(turn, Turn::Load(_))).await;
    assert_eq!(running.work.count(|turn| *turn == Turn::Loads), 1, "one at a time for an address");
    anna.get(&format!("{}?as=0", games[0])).await;
    drop(held);
    for look in looks {
        assert_eq!(look.await.expect("it is answered"), 200);
    }
    // As long as nothing has happened nothing is played again, and the side itself is not kept waiting.
    let held = running.work.hold(|turn| matches!(turn, Turn::Game(_, Some(_)))).await;
    let before = running.work.done();
    for look in games.iter().map(look) {
        assert_eq!(look.await.expect("it is answered"), 200);
    }
    assert_eq!(running.work.done(), before + games.len() as u64);
    drop(held);
    // Whoever asks first pays; the games are loaded for others.
    let config = Config { requests_per_second: 1, behind_proxy: true, ..Config::default() };
    let running = TestServer::on(running.stop().await, config).await;
    let look = async |from: &str, path: &str| {
        running.browser().raw("GET", path, &format!("x-forwarded-for: {from}\r\n"), b"").await.status
    };
    let mut refused = 0;
    for (number, path) in games.iter().enumerate() {
        assert_eq!(look(&format!("10.0.0.{number}"), path).await, 200);
        refused += usize::from(look("10.0.1.1", &format!("{path}?as=0")).await == 429);
    }
    assert!((1..games.len()).contains(&refused), "{refused} of {}", games.len());
    for _ in 0..3 {
        assert_eq!(look("10.0.1.2", &format!("{}?as=0", games[0])).await, 200);
    }
    running.stop().await;
}

fn journal(entries: &[Entry]) -> String {
    let mut chain = Chain::default();
    entries.iter().map(|entry| chain.seal(&entry.to_string()) + "\n").collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_saved_game_is_read_when_its_turn_comes_and_with_bounds() {
    let running = TestServer::start("saved").await;
    let seat = Entry::Seat { side: "red".into(), computer: false, name: "x".into() };
    let mut entries = vec![Entry::Format(1), Entry::Rulebook { id: "jdg".into(), version: 1 }, Entry::Begin];
    entries.extend(std::iter::repeat_n(seat, 30_000));
    let wish = json!({ "journal": journal(&entries), "seats": [{ "who": "me" }, { "who": "me" }] });
    let held = running.work.hold(|_| true).await;
    let mut anna = running.browser();
    let mut upload = tokio::spawn(async move { anna.call("POST", "/api/games/upload", wish).await });
    waiting(&running, 1, |turn| *turn == Turn::Upload).await;
    assert!(tokio::time::timeout(Duration::from_millis(200), &mut upload).await.is_err());
    running.browser().get("/api/me").await;
    drop(held);
    let reply = upload.await.expect("it is answered");
    assert_eq!(reply.status, 400);
    let said: Value = reply.json();
    assert!(text(&said["error"]["message"]).contains("this game is longer than"), "{said}");
    running.stop().await;
}

/// Waits until so many stand in the queues of a kind.
async fn waiting(running: &TestServer, count: usize, is_meant: fn(&Turn) -> bool) {
    for _ in 0..1000 {
        if running.work.count(is_meant) >= count {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{} of {count} wait", running.work.count(is_meant));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_goes_through_while_others_wish_for_pictures_reports_odds_and_hints() {
    let running = TestServer::start("onlookers").await;
    let (mut anna, mut bert) = (running.browser(), running.browser());
    let (game, code) = anna.new_game(json!({})).await;
    let path = format!("/api/games/{game}");
    bert.post(&format!("{path}/join"), json!({ "side": 1, "code": code, "name": "Bert" })).await;
    let asked = anna.get(&path).await["question"].clone();
    let carl = running.browser();
    let look = |part: &str| (carl.clone(), "GET", format!("{path}{part}"), Value::Null);
    let wish = |part: &str, body: Value| (anna.clone(), "POST", format!("{path}/{part}"), body);
    let wishes = [
        look(""),
        look("/report.html"),
        look("/picture.svg"),
        look("/log"),
        look("/replay"),
        look("/replay/0"),
        look("/replay/run"),
        look("/verify"),
        wish("preview", json!({ "choice": 0, "side": 0 })),
        wish("why", json!({ "choice": 0, "side": 0 })),
        wish("overlay", json!({ "of": "u0", "kind": "zone" })),
        wish("hint", json!({ "side": 0 })),
    ];
    let held = running.work.hold(|turn| *turn != Turn::Feeds).await;
    let wished = wishes.len();
    let tasks = wishes.map(|(mut who, method, path, body)| {
        tokio::spawn(async move { (path.clone(), who.call(method, &path, body).await.status) })
    });
    waiting(&running, wished, |turn| matches!(turn, Turn::From(_))).await;
    let answer = json!({ "question": asked["id"], "choice": 0, "side": 0 });
    let path_of_answer = format!("{path}/answer");
    let given = anna.call("POST", &path_of_answer, answer);
    let given = tokio::time::timeout(Duration::from_secs(5), given).await.expect("nobody holds the game");
    assert_eq!(given.status, 200);
    assert!(tasks.iter().all(|task| !task.is_finished()), "all of it waits for its turn");
    drop(held);
    for task in tasks {
        let (path, status) = task.await.expect("it is answered");
        // A hint for a question that is answered is none.
        let expected = if path.ends_with("/hint") { 409 } else { 200 };
        assert_eq!(status, expected, "{path}");
    }
    running.stop().await;
}

/// Number of the lines of some kind in a game's journal. Nobody's eyes are needed for it.
async fn lines(browser: &mut Browser, path: &str, kind: &str) -> usize {
    let path = format!("{path}/journal");
    let journal = browser.call("GET", &path, Value::Null);
    let journal =
        tokio::time::timeout(Duration::from_secs(10), journal).await.expect("nobody holds the game");
    String::from_utf8_lossy(&journal.body).lines().filter(|line| line.starts_with(kind)).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_changed_is_shown_outside_of_the_game_and_in_its_order() {
    let running = TestServer::start("shown").await;
    let mut anna = running.browser();
    let wish =
        json!({ "rulebook": "jdg", "battle": "tutorial", "seats": [{ "who": "me" }, { "who": "me" }] });
    let game = text(&anna.post("/api/games", wish).await["id"]);
    let path = format!("/api/games/{game}");
    let mut eyes = Vec::new();
    for side in 0..2 {
        let mut line = anna.live(&game, &format!("?as={side}")).await;
        let mut kept = KeptView { view: Value::Null };
        while !kept.take(&line.next().await) {}
        eyes.push((line, kept));
    }
    let held = running.work.hold(|turn| *turn == Turn::Feeds).await;
    // Both give their orders, and one after the other goes through while nobody is shown anything.
    let mut answers = Vec::new();
    for (side, (_, kept)) in eyes.iter().enumerate() {
        let answer = json!({ "question": kept.view["question"]["id"], "choice": 0, "side": side });
        let (mut other, there) = (anna.clone(), format!("{path}/answer"));
        answers.push(tokio::spawn(async move { other.call("POST", &there, answer).await.status }));
        for _ in 0..1000 {
            if lines(&mut anna, &path, "answer ").await > side {
                break;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
    assert_eq!(lines(&mut anna, &path, "answer ").await, 2, "nobody holds the game");
    for (line, _) in &mut eyes {
        while let Some(message) = line.within(100).await {
            assert_ne!(message["t"], "change", "it is still to be shown");
        }
    }
    assert!(answers.iter().all(|answer| !answer.is_finished()), "an answer is told when it was shown");
    drop(held);
    for answer in answers {
        assert_eq!(answer.await.expect("it is answered"), 200);
    }
    // Changes follow each other without a gap, and lead to what is there.
    for (side, (line, kept)) in eyes.iter_mut().enumerate() {
        let now = anna.get(&format!("{path}?as={side}")).await;
        while kept.view["revision"] != now["revision"] {
            kept.take(&line.next().await);
        }
        for part in ["position", "question", "log"] {
            assert_eq!(kept.view[part], now[part], "{part}");
        }
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn taking_back_plays_again_outside_of_the_game_and_anew_if_that_has_gone_on() {
    let running = TestServer::start("back").await;
    // What she wishes is another thing after the other side's answer, or the same: alone, or with both sides' consent.
    for rule in ["free", "ask"] {
        take_back_meanwhile(&running, rule).await;
    }
    running.stop().await;
}

async fn take_back_meanwhile(running: &TestServer, rule: &str) {
    let mut anna = running.browser();
    let seats = json!([{ "who": "me" }, { "who": "me" }]);
    let wish =
        json!({ "rulebook": "jdg", "battle": "tutorial", "seats": seats, "options": { "undo": rule } });
    let game = text(&anna.post("/api/games", wish).await["id"]);
    let path = format!("/api/games/{game}");
    let mut asked = Vec::new();
    for side in 0..2 {
        asked.push(anna.get(&format!("{path}?as={side}")).await["question"]["id"].clone());
    }
    let answer = |side: usize| {
        let (mut anna, path) = (anna.clone(), format!("{path}/answer"));
        let answer = json!({ "question": asked[side], "choice": 0, "side": side });
        async move { anna.call("POST", &path, answer).await.status }
    };
    assert_eq!(answer(0).await, 200);
    let held = running.work.hold(|turn| matches!(turn, Turn::Game(..))).await;
    let (mut other, undo) = (anna.clone(), format!("{path}/undo"));
    let back =
        tokio::spawn(
            async move { other.call("POST", &undo, json!({ "back": 1, "ask": true, "side": 0 })).await },
        );
    waiting(running, 1, |turn| matches!(turn, Turn::Game(..))).await;
    let other = tokio::time::timeout(Duration::from_secs(10), answer(1));
    assert_eq!(other.await.expect("nobody holds the game"), 200);
    assert!(!back.is_finished());
    let before = running.work.done();
    drop(held);
    let back = back.await.expect("it is answered");
    assert_eq!((back.status, &back.json()["done"]), (200, &json!(true)));
    assert!(running.work.done() >= before + 2, "it was played again for the game as it stood then");
    assert_eq!((lines(&mut anna, &path, "answer ").await, lines(&mut anna, &path, "undo ").await), (2, 1));
    let asks = anna.get(&format!("{path}?as=0")).await["question"]["key"].clone();
    assert!(asks.is_string(), "it is asked again");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_made_of_a_state_is_not_made_again() {
    let running = TestServer::start("made").await;
    let mut anna = running.browser();
    let (game, _) = anna.new_game(json!({})).await;
    let path = format!("/api/games/{game}");
    let question = anna.get(&path).await["question"].clone();
    for part in ["report.html", "picture.svg", "replay"] {
        let part = format!("{path}/{part}");
        let before = running.work.done();
        let first = running.browser().call("GET", &part, Value::Null).await.body;
        let again = running.browser().call("GET", &part, Value::Null).await.body;
        assert!(first == again && running.work.done() == before + 1, "{part}");
    }
    for part in ["picture.svg", "map.svg"] {
        let part = format!("/api/battles/jdg/tutorial/{part}");
        let before = running.work.done();
        let first = running.browser().call("GET", &part, Value::Null).await.body;
        let again = running.browser().call("GET", &part, Value::Null).await.body;
        assert!(first.starts_with(b"<svg") && first == again && running.work.done() == before + 1, "{part}");
    }
    // Who sees something else is given something else.
    let before = running.work.done();
    anna.call("GET", &format!("{path}/picture.svg"), Value::Null).await;
    anna.post(&format!("{path}/answer"), json!({ "question": question["id"], "choice": 0 })).await;
    running.browser().call("GET", &format!("{path}/picture.svg"), Value::Null).await;
    assert_eq!(running.work.done(), before + 2);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_thinks_outside_of_the_game_and_goes_on_after_what_changed_meanwhile() {
    let running = TestServer::start("thinks").await;
    let mut anna = running.browser();
    let held = running.work.hold(|turn| matches!(turn, Turn::Computers(_))).await;
    let wish = json!({
        "rulebook": "jdg", "battle": "tutorial", "name": "Anna", "options": {},
        "seats": [{ "who": "me" }, { "who": "computer", "player": "sergeant" }],
    });
    let game = text(&anna.post("/api/games", wish).await["id"]);
    let path = format!("/api/games/{game}");
    waiting(&running, 1, |turn| matches!(turn, Turn::Computers(_))).await;
    // Both sides give their orders at the same time: hers go through while the computer thinks.
    let hers = tokio::time::timeout(Duration::from_secs(10), async {
        let asked = anna.get(&path).await["question"].clone();
        let answer = json!({ "question": asked["id"], "choice": 0 });
        anna.call("POST", &format!("{path}/answer"), answer).await.status
    });
    assert_eq!(hers.await.expect("nobody holds the game"), 200);
    assert_eq!(running.work.count(|turn| matches!(turn, Turn::Computers(_))), 1);
    drop(held);
    for _ in 0..1000 {
        let journal = anna.call("GET", &format!("{path}/journal"), Value::Null).await.body;
        let answers =
            String::from_utf8_lossy(&journal).lines().filter(|line| line.starts_with("answer ")).count();
        if answers > 1 {
            running.stop().await;
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the computer does not go on");
}

#[tokio::test(flavor = "multi_thread")]
async fn conditions_of_standing_orders_are_looked_up_outside_of_the_game() {
    let running = TestServer::start("conditions").await;
    let mut anna = running.browser();
    let seats = json!([{ "who": "me" }, { "who": "me" }]);
    let wish = json!({ "rulebook": "jdg", "battle": "tutorial", "seats": seats });
    let path = format!("/api/games/{}", text(&anna.post("/api/games", wish).await["id"]));
    let order = |verb: &str, least: i32| {
        let only_if = json!([{ "what": "answers", "least": least, "most": 99 }]);
        json!({ "key": "orders.group", "verb": verb, "choice": "first", "only_if": only_if })
    };
    let orders = |order: Value| json!({ "orders": [order], "side": 1 });
    let path_of_orders = format!("{path}/orders");
    let held = running.work.hold(|turn| matches!(turn, Turn::Orders(_))).await;
    // One that fits, and then, before it has answered, one that does not in its place.
    for order in [order("pass", 1), order("pass", 98)] {
        let given = anna.call("PUT", &path_of_orders, orders(order));
        let given = tokio::time::timeout(Duration::from_secs(5), given).await.expect("nobody holds the game");
        assert_eq!(given.status, 200);
        waiting(&running, 1, |turn| matches!(turn, Turn::Orders(_))).await;
    }
    // An answer of the other goes through meanwhile.
    let asked = anna.get(&format!("{path}?as=0")).await["question"].clone();
    let answer = json!({ "question": asked["id"], "choice": 0, "side": 0 });
    let path_of_answer = format!("{path}/answer");
    let given = anna.call("POST", &path_of_answer, answer);
    let given = tokio::time::timeout(Duration::from_secs(5), given).await.expect("nobody holds the game");
    assert_eq!((given.status, lines(&mut anna, &path, "answer ").await), (200, 1));
    drop(held);
    waiting_for_none(&running).await;
    assert_eq!(lines(&mut anna, &path, "answer ").await, 1, "it does not fit");
    anna.call("PUT", &path_of_orders, orders(order("pass", 1))).await;
    for _ in 0..1000 {
        if lines(&mut anna, &path, "answer ").await > 1 {
            running.stop().await;
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the order does not answer");
}

/// Waits until no standing order is looked at.
async fn waiting_for_none(running: &TestServer) {
    for _ in 0..1000 {
        // Between two looks nobody stands in the queue for a moment.
        tokio::time::sleep(Duration::from_millis(20)).await;
        if running.work.count(|turn| matches!(turn, Turn::Orders(_))) == 0 {
            return;
        }
    }
    panic!("orders are looked at for ever");
}

#[test]
fn a_thought_outlives_what_changes_neither_position_nor_question() {
    let table =
        shelf::book("jdg").expect("it is there").load(&shelf::Order::of("tutorial")).expect("it is whole");
    let seats = [Seat::person("Anna"), Seat::computer("sergeant")];
    let mut live = table.host(seats, Default::default(), Some([7; 32])).expect("it begins");
    let thought = live.thinking().expect("the sergeant is asked")().expect("they decide");
    let lines = live.journal().lines().count();
    for name in ["Ben", "Carl", "Anna"] {
        live.set_seat(Side(0), Seat::person(name)).expect("a person can sit there");
    }
    assert_eq!(live.journal().lines().count(), lines + 3, "the game has another revision");
    assert_eq!(live.offer(&thought), Ok(true));
    assert_eq!(live.offer(&thought), Ok(false), "the question is another one now");
}

#[test]
fn a_thought_for_another_state_is_dropped() {
    let table =
        shelf::book("jdg").expect("it is there").load(&shelf::Order::of("tutorial")).expect("it is whole");
    let seats = [Seat::person("Anna"), Seat::computer("sergeant")];
    let mut live = table.host(seats, Default::default(), Some([7; 32])).expect("it begins");
    let thought = live.thinking().expect("the sergeant is asked")().expect("they decide");
    let lines = live.journal().lines().count();
    live.set_seat(Side(1), Seat::computer("recruit")).expect("there is a recruit");
    assert_eq!(live.offer(&thought), Ok(false));
    assert_eq!(live.journal().lines().count(), lines + 1);
    let thought = live.thinking().expect("the recruit is asked")().expect("they decide");
    assert_eq!(live.offer(&thought), Ok(true));
    assert_eq!(live.offer(&thought), Ok(false));
    assert!(live.journal().lines().count() > lines + 1);
}
