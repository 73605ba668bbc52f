//! Options that a game's makers can choose, and what happens while nobody looks.

use std::cell::Cell;
use std::time::Duration;

use crate::common::post::PostOffice;
use crate::common::{Browser, Folder, TestServer, text};
use serde_json::{Value, json};
use server::Config;
use sqlx::Connection;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

/// A game of the tutorial with seats and options; its path.
async fn game(browser: &mut Browser, seats: Value, options: Value) -> String {
    let wish = json!({ "rulebook": "jdg", "battle": "tutorial", "name": "Anna", "seats": seats, "options": options });
    format!("/api/games/{}", text(&browser.post("/api/games", wish).await["id"]))
}

fn both() -> Value {
    json!([{ "who": "me" }, { "who": "me" }])
}

fn against_computer() -> Value {
    json!([{ "who": "me" }, { "who": "computer", "player": "recruit" }])
}

/// Answers whatever is asked, by lot, until something holds of the view.
async fn play_until(browser: &mut Browser, path: &str, holds: impl Fn(&Value) -> bool) -> Value {
    let mut lot = 1806_u64;
    for _ in 0..3000 {
        for side in 0..2 {
            let reply = browser.call("GET", &format!("{path}?as={side}"), Value::Null).await;
            if reply.status != 200 {
                continue;
            }
            let view = reply.json();
            if holds(&view) {
                return view;
            }
            let Some(count) = view["question"]["count"].as_u64() else { continue };
            lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let answer =
                json!({ "question": view["question"]["id"], "choice": (lot >> 33) % count, "side": side });
            let reply = browser.call("POST", &format!("{path}/answer"), answer).await;
            assert!(matches!(reply.status, 200 | 409), "{}", String::from_utf8_lossy(&reply.body));
        }
    }
    panic!("it never comes to that")
}

#[tokio::test(flavor = "multi_thread")]
async fn dice_on_the_table_are_typed_in() {
    let running = TestServer::start("typed").await;
    let mut anna = running.browser();
    let path = game(&mut anna, both(), json!({ "dice": "typed" })).await;
    let asked = |view: &Value| view["question"]["key"].as_str().is_some_and(|key| key.starts_with("throw."));
    let view = play_until(&mut anna, &path, asked).await;
    let board = anna.get(&format!("{path}/board")).await;
    let verb = view["question"]["groups"][0]["verb"].as_u64().expect("a verb") as usize;
    assert_eq!(board["verbs"][verb]["word"], "thrown");
    assert!(text(&view["question"]["text"]).starts_with("On the table"), "{}", view["question"]);
    // The server knows no dice, also after it was started again: the same question waits.
    let running = TestServer::on(running.stop().await, Config::default()).await;
    anna.address = running.address;
    let side = view["side"].as_u64().expect("a side");
    let again = anna.get(&format!("{path}?as={side}")).await;
    assert_eq!(again["question"], view["question"]);
    assert_eq!(again["card"]["waiting"], json!([side]));
    let answer = json!({ "question": view["question"]["id"], "choice": 0, "side": side });
    anna.post(&format!("{path}/answer"), answer.clone()).await;
    assert_eq!(anna.call("POST", &format!("{path}/answer"), answer).await.status, 409, "a throw counts once");
    play_until(&mut anna, &path, |view| view["card"]["status"] == "over").await;
    let proof = anna.get(&format!("{path}/verify")).await;
    assert!(proof["seed"].is_null() && proof["commitment"] == "0".repeat(64), "{proof}");
    // Somebody has to throw.
    let machines =
        json!([{ "who": "computer", "player": "recruit" }, { "who": "computer", "player": "recruit" }]);
    let wish =
        json!({ "rulebook": "jdg", "battle": "tutorial", "seats": machines, "options": { "dice": "typed" } });
    assert_eq!(anna.call("POST", "/api/games", wish).await.status, 400);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rulebook_has_no_other_options_than_it_declares() {
    let running = TestServer::start("rules").await;
    let mut anna = running.browser();
    let wish = |rules: Value| json!({ "rulebook": "jdg", "battle": "tutorial", "seats": both(), "options": { "rules": rules } });
    let refused = anna.call("POST", "/api/games", wish(json!({ "fog": "open" }))).await;
    assert_eq!(refused.status, 400);
    let why = text(&refused.json()["error"]["message"]);
    assert!(why.contains("there is no option `fog`"), "{why}");
    assert_eq!(anna.call("POST", "/api/games", wish(json!({}))).await.status, 200);
    let battles = anna.get("/api/battles").await;
    assert!(battles[0]["options"].is_null(), "Jours de Gloire leaves nothing open: {}", battles[0]);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn computers_sit_at_any_side_and_play_each_other() {
    let running = TestServer::start("machines").await;
    let mut anna = running.browser();
    let machines =
        json!([{ "who": "computer", "player": "recruit" }, { "who": "computer", "player": "sergeant" }]);
    let path = game(&mut anna, machines, json!({})).await;
    let mut stranger = running.browser();
    for _ in 0..3000 {
        if stranger.get(&path).await["card"]["status"] == "over" {
            return drop(running.stop().await);
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("they do not come to an end");
}

#[tokio::test(flavor = "multi_thread")]
async fn onlookers_see_side_views_after_a_delay_where_both_allow_it() {
    let running = TestServer::start("delay").await;
    let (mut anna, mut bert, mut carl) = (running.browser(), running.browser(), running.browser());
    let (id, code) = anna.new_game(json!({ "delay_s": 3600 })).await;
    let path = format!("/api/games/{id}");
    bert.post(&format!("{path}/join"), json!({ "side": 1, "code": code, "name": "Bert" })).await;
    let view = anna.get(&path).await;
    anna.post(&format!("{path}/answer"), json!({ "question": view["question"]["id"], "choice": 0 })).await;
    let look = format!("{path}?as=0");
    anna.post(&format!("{path}/show"), json!({ "agree": true })).await;
    assert_eq!(carl.call("GET", &look, Value::Null).await.status, 403, "one side alone is not enough");
    bert.post(&format!("{path}/show"), json!({ "agree": true })).await;
    assert_eq!(carl.call("GET", &look, Value::Null).await.status, 409, "nothing is so old");
    // As if all but the last answer had been written long ago.
    let file = format!("sqlite://{}", running.folder.join("berthier.sqlite").display());
    let mut disk = sqlx::SqliteConnection::connect(&file).await.expect("the file opens");
    let old = "UPDATE journal SET written = 1 WHERE line < (SELECT MAX(line) FROM journal)";
    sqlx::query(old).execute(&mut disk).await.expect("it is written");
    let seen = carl.get(&look).await;
    assert!(seen["delayed"].is_i64() && seen["question"].is_null() && seen["side"] == 0, "{seen}");
    assert_eq!(seen["position"], view["position"]);
    assert_eq!(seen["card"]["seats"][0]["shows"], true);
    // The opponent is an onlooker to the other side too; nobody acts through it, and it ends with consent.
    bert.get(&look).await;
    assert_eq!(
        carl.call("POST", &format!("{path}/answer"), json!({ "question": 1, "choice": 0, "side": 0 }))
            .await
            .status,
        403
    );
    bert.post(&format!("{path}/show"), json!({ "agree": false })).await;
    assert_eq!(carl.call("GET", &look, Value::Null).await.status, 403);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_fall_also_while_the_game_rests_on_disk() {
    let folder = Folder::new("clock");
    let running = TestServer::on(folder, Config { idle_s: 1, ..Config::default() }).await;
    let mut anna = running.browser();
    let clock = |at_zero: &str| json!({ "clock": { "budget_s": 3, "increment_s": 5, "at_zero": at_zero } });
    let lost = game(&mut anna, against_computer(), clock("lose")).await;
    let taken = game(&mut anna, against_computer(), clock("computer")).await;
    let shown = game(&mut anna, against_computer(), clock("nothing")).await;
    // What anybody sees in the lists is on disk: nobody opens the games.
    let card = |list: Value, path: &str| {
        let all = list.as_array().cloned().unwrap_or_default();
        all.into_iter().find(|card| path.ends_with(&text(&card["id"])))
    };
    for _ in 0..100 {
        tokio::time::sleep(Duration::from_millis(300)).await;
        let watched = anna.get("/api/games?list=watch").await;
        let (lost, taken) = (card(watched.clone(), &lost), card(watched, &taken));
        let is_over = lost.is_some_and(|card| card["outcome"]["winner"] == 1);
        if is_over && taken.is_some_and(|card| card["seats"][0]["kind"] == "computer") {
            let view = anna.get(&shown).await;
            assert!(view["card"]["mine"] == json!([0]) && view["clocks"]["left_ms"][0].as_i64() < Some(5000));
            return drop(running.stop().await);
        }
    }
    panic!("nobody looks at the clocks");
}

#[tokio::test(flavor = "multi_thread")]
async fn time_is_added_for_each_activation_and_clocks_pause_by_consent() {
    let running = TestServer::start("pause").await;
    let (mut anna, mut bert) = (running.browser(), running.browser());
    let (id, code) = anna.new_game(json!({ "clock": { "budget_s": 600, "increment_s": 100 } })).await;
    let path = format!("/api/games/{id}");
    bert.post(&format!("{path}/join"), json!({ "side": 1, "code": code, "name": "Bert" })).await;
    let agree = json!({ "agree": true });
    assert_eq!(anna.post(&format!("{path}/pause"), agree.clone()).await["paused"], false);
    let paused = bert.post(&format!("{path}/pause"), agree.clone()).await;
    assert_eq!(paused["paused"], true);
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(anna.get(&path).await["clocks"]["left_ms"], paused["left_ms"], "they stand still");
    anna.post(&format!("{path}/pause"), agree.clone()).await;
    assert_eq!(bert.post(&format!("{path}/pause"), agree).await["paused"], false);
    // Activations that the log tells of, and the time that they brought.
    let mut alone = running.browser();
    let path = game(&mut alone, both(), json!({ "clock": { "budget_s": 600, "increment_s": 100 } })).await;
    let activated = |view: &Value| {
        let log = view["log"].as_array().expect("a log");
        log.iter().filter(|entry| entry["key"] == "activation.begin").count() >= 2
    };
    let view = play_until(&mut alone, &path, activated).await;
    let log = view["log"].as_array().expect("a log");
    for side in 0..2 {
        let mine = |entry: &&Value| {
            entry["key"] == "activation.begin" && entry["facts"]["side"]["point"] == format!("s{side}")
        };
        let expected = 600_000 + 100_000 * log.iter().filter(mine).count() as i64;
        let left = view["clocks"]["left_ms"][side].as_i64().expect("a time");
        assert!((expected - 60_000..=expected).contains(&left), "side {side}: {left} of {expected}");
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn computers_agree_to_take_dice_back_in_practice_only() {
    let running = TestServer::start("practice").await;
    for (rule, status) in [("practice", 200), ("free", 422), ("never", 422)] {
        let mut anna = running.browser();
        let path = game(&mut anna, against_computer(), json!({ "undo": rule })).await;
        // In a free game: until a die was thrown or a secret came out since, so that nobody takes it back alone.
        let asked = Cell::new(0);
        play_until(&mut anna, &path, |view| {
            asked.set(asked.get() + usize::from(!view["question"].is_null()));
            let log = view["log"].as_array().expect("a log");
            let begun = log.iter().any(|entry| entry["key"] == "activation.begin");
            asked.get() > 1
                && begun
                && !view["question"].is_null()
                && (view["can_undo"] == (rule == "practice"))
        })
        .await;
        let reply = anna.call("POST", &format!("{path}/undo"), json!({ "back": 1, "ask": true })).await;
        assert_eq!(reply.status, status, "{rule}: {}", String::from_utf8_lossy(&reply.body));
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hex_that_is_only_pointed_at_is_explained_too() {
    let running = TestServer::start("pointed").await;
    let mut anna = running.browser();
    let path = game(&mut anna, both(), json!({})).await;
    // Somebody is asked for a hex.
    let hexes = |view: &Value| {
        let groups = view["question"]["groups"].as_array().cloned().unwrap_or_default();
        groups.into_iter().find(|group| group["kinds"] == json!(["h"]))
    };
    let view = play_until(&mut anna, &path, |view| hexes(view).is_some()).await;
    let group = hexes(&view).expect("it was waited for");
    let at = group["at"].as_array().expect("hexes");
    let (side, far) = (&view["side"], (0..).find(|hex| !at.contains(&json!(hex))).expect("a hex"));
    let why = |text: String| json!({ "text": text, "side": side });
    let refused = anna.post(&format!("{path}/why"), why(format!("h{far}"))).await;
    assert!(refused["allowed"] == false && refused["rule"].is_string(), "{refused}");
    let allowed = anna.post(&format!("{path}/why"), why(format!("h{}", at[0]))).await;
    assert_eq!(allowed["allowed"], true);
    let nonsense = anna.call("POST", &format!("{path}/why"), why("h99999".into())).await;
    assert_eq!(nonsense.status, 422);
    running.stop().await;
}

/// Takes one call and gives what was sent.
async fn hook(listener: TcpListener) -> String {
    let (mut stream, _) = listener.accept().await.expect("a connection");
    let mut bytes = [0; 4096];
    let mut all = String::new();
    while !all.contains('}') {
        let read = stream.read(&mut bytes).await.expect("it sends");
        all.push_str(&String::from_utf8_lossy(&bytes[..read]));
    }
    stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").await.expect("it listens");
    all
}

async fn sink() -> (TcpListener, u16) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    let port = listener.local_addr().expect("it has an address").port();
    (listener, port)
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_away_is_told_by_mail_and_webhook_but_not_inside_the_network() {
    let mut post = PostOffice::open().await;
    for private in [true, false] {
        let folder = Folder::new("notice");
        let config =
            Config { webhooks: true, webhooks_private: private, smtp: Some(post.url()), ..Config::default() };
        let running = TestServer::on(folder, config).await;
        let (hooks, port) = sink().await;
        let mut anna = running.browser();
        game(&mut anna, both(), json!({})).await;
        let notify =
            json!({ "email": "anna@example.org", "webhook": format!("http://127.0.0.1:{port}/turn") });
        assert_eq!(anna.call("PUT", "/api/me/notify", notify).await.status, 200);
        for bad in [json!({ "email": "no address" }), json!({ "webhook": "file:///etc/passwd" })] {
            assert_eq!(anna.call("PUT", "/api/me/notify", bad).await.status, 400);
        }
        let secret = post.next().await.secret("confirm");
        anna.post("/api/mail/confirm", json!({ "secret": secret })).await;
        let path = game(&mut anna, both(), json!({})).await;
        let called =
            tokio::time::timeout(Duration::from_secs(if private { 10 } else { 2 }), hook(hooks)).await;
        assert_eq!(
            called.is_ok(),
            private,
            "the network behind the server is reached only if that is allowed"
        );
        let id = path.rsplit('/').next().expect("an id");
        if let Ok(call) = called {
            assert!(
                call.starts_with("POST /turn ") && call.contains(id) && call.contains("/#/game/"),
                "{call}"
            );
        }
        let mail = post.next().await;
        assert_eq!((mail.to.as_str(), mail.text.contains("Subject: Your turn")), ("anna@example.org", true));
        assert!(mail.text.contains(&format!("/#/game/{id}")), "{}", mail.text);
        running.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_made_under_play_is_whole() {
    let running = TestServer::start("copy").await;
    let mut anna = running.browser();
    let path = game(&mut anna, both(), json!({})).await;
    let mut other = anna.clone();
    let played = {
        let path = path.clone();
        tokio::spawn(async move { play_until(&mut other, &path, |view| view["card"]["turn"] == 2).await })
    };
    let folder = running.folder.join("copy");
    std::fs::create_dir_all(&folder).expect("the folder is made");
    tokio::time::sleep(Duration::from_millis(50)).await;
    let file = folder.join("berthier.sqlite");
    server::backup(&running.folder, &file).await.expect("the copy is made");
    assert!(server::backup(&running.folder, &file).await.is_err(), "nothing is written over");
    assert!(server::backup(&folder.join("nothing"), &folder.join("x")).await.is_err());
    played.await.expect("it is played");
    // A server on the copy goes on with the game as it was then; loading verifies all of it.
    let copy = TestServer::on(folder, Config::default()).await;
    let mut again = Browser { address: copy.address, cookie: anna.cookie.clone() };
    let before = String::from_utf8(again.call("GET", &format!("{path}/journal"), Value::Null).await.body);
    let after = String::from_utf8(anna.call("GET", &format!("{path}/journal"), Value::Null).await.body);
    assert!(after.expect("text").starts_with(&before.expect("text")));
    play_until(&mut again, &path, |view| view["card"]["turn"] == 2).await;
    copy.stop().await;
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_stops_in_order_and_tells_operators_how_it_is() {
    let running = TestServer::start("operators").await;
    let mut anna = running.browser();
    let path = game(&mut anna, both(), json!({})).await;
    let id = path.rsplit('/').next().expect("an id");
    let mut line = anna.live(id, "").await;
    assert_eq!(line.next().await["t"], "full");
    for (path, says) in [("/healthz", "ok"), ("/readyz", "ready")] {
        let reply = anna.call("GET", path, Value::Null).await;
        let body = String::from_utf8_lossy(&reply.body).into_owned();
        assert!(reply.status == 200 && body.contains(says), "{path}: {body}");
    }
    let stopping = tokio::spawn(running.stop());
    assert_eq!(line.next().await["t"], "goodbye");
    stopping.await.expect("it stops");
}

/// The document is made from the routes; what is left to see is that each says all that it has to.
#[tokio::test(flavor = "multi_thread")]
async fn the_api_document_is_whole() {
    let running = TestServer::start("openapi").await;
    let mut anna = running.browser();
    let document = anna.get("/api/openapi.json").await;
    let text = document.to_string();
    for name in text.split("#/components/schemas/").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(!document["components"]["schemas"][name].is_null(), "{name} is missing");
    }
    let page = anna.call("GET", "/api/docs", Value::Null).await;
    let page = String::from_utf8_lossy(&page.body);
    let mut known = 0;
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            assert!(operation["summary"].is_string(), "{method} {path} does not say what it does");
            let places = operation["parameters"].as_array().map_or(&[][..], Vec::as_slice);
            let places = places.iter().filter(|place| place["in"] == "path").count();
            assert_eq!(places, path.matches('{').count(), "{method} {path}");
            assert!(
                !operation["responses"]["default"].is_null(),
                "{method} {path} does not say how it fails"
            );
            assert!(page.contains(path), "{path} is not on the page");
            known += 1;
        }
    }
    // A route outside of the document is one that nobody finds.
    let routes = include_str!("../src/api/mod.rs");
    let named = routes.split("routes!(").skip(1).filter_map(|rest| rest.split(')').next());
    assert_eq!(known, named.map(|handlers| handlers.split(", ").count()).sum::<usize>());
    let others: Vec<&str> =
        routes.split(".route(\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(others, ["/", "/{*path}"], "the client's files");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_are_compressed_for_those_who_ask_for_it() {
    let running = TestServer::start("compressed").await;
    let mut anna = running.browser();
    let path = "/api/battles/jdg/tutorial/map.svg";
    let whole = anna.raw("GET", path, "", b"").await;
    assert!(!whole.head.contains("content-encoding"), "{}", whole.head);
    let pressed = anna.raw("GET", path, "accept-encoding: gzip\r\n", b"").await;
    assert!(pressed.head.contains("content-encoding: gzip"), "{}", pressed.head);
    assert!(pressed.body.starts_with(b"\x1f\x8b") && pressed.body.len() * 3 < whole.body.len());
    running.stop().await;
}
