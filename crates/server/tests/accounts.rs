//! Accounts: what signing up, in and out does to seats, games, connections and other browsers.

use std::time::Duration;

use crate::common::{Browser, Folder, TestServer, text};
use serde_json::{Value, json};
use server::Config;

fn credentials(name: &str) -> Value {
    json!({ "name": name, "password": "correct horse" })
}

/// A game that nobody may watch, with its maker at no seat: a computer player and a free one.
async fn made(browser: &mut Browser) -> String {
    let wish = json!({
        "rulebook": "jdg", "battle": "tutorial", "name": "Anna", "options": { "watch": "nobody" },
        "seats": [{ "who": "computer", "player": "recruit" }, { "who": "invited" }],
    });
    format!("/api/games/{}", text(&browser.post("/api/games", wish).await["id"]))
}

/// Somebody holds their seat, and may do what the one who made the games may.
async fn check_rights(browser: &mut Browser, played: &str, made: &str) {
    let view = browser.get(played).await;
    assert_eq!((&view["side"], &view["card"]["mine"]), (&json!(0), &json!([0])));
    assert_eq!(browser.get(&format!("{played}?as=0")).await["notes"]["text"], "hold the hill");
    browser.get(made).await;
    let code = browser.post(&format!("{made}/code"), json!({ "side": 1 })).await;
    assert_eq!(code["side"], 1);
}

/// Waits until no game is in memory.
async fn all_rest(running: &TestServer) {
    let mut operator = Browser { address: running.metrics.expect("they have an address"), cookie: None };
    for _ in 0..400 {
        let figures = operator.call("GET", "/metrics", Value::Null).await.body;
        if String::from_utf8_lossy(&figures).contains("berthier_games_loaded 0\n") {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the games do not rest");
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_up_or_in_keeps_makers_rights_and_every_seat() {
    // Games that rest on disk at once, and games that stay in memory.
    for (idle_s, name) in [(1, "rests"), (600, "stays")] {
        let config = Config { idle_s, metrics: Some(([127, 0, 0, 1], 0).into()), ..Config::default() };
        let running = TestServer::on(Folder::new("rights"), config).await;
        let mut anna = running.browser();
        let mut games = Vec::new();
        for _ in 0..2 {
            let (game, _) = anna.new_game(json!({})).await;
            let played = format!("/api/games/{game}");
            anna.call("PUT", &format!("{played}/notes"), json!({ "text": "hold the hill" })).await;
            games.push((played, made(&mut anna).await));
        }
        if idle_s == 1 {
            all_rest(&running).await;
        }
        anna.post("/api/accounts", credentials(name)).await;
        check_rights(&mut anna, &games[0].0, &games[0].1).await;
        // Another browser of theirs plays before it signs in.
        let mut phone = running.browser();
        let (game, _) = phone.new_game(json!({})).await;
        let played = format!("/api/games/{game}");
        phone.call("PUT", &format!("{played}/notes"), json!({ "text": "hold the hill" })).await;
        let made = made(&mut phone).await;
        phone.post("/api/login", credentials(name)).await;
        check_rights(&mut phone, &played, &made).await;
        check_rights(&mut anna, &played, &made).await;
        // And all of it is on disk.
        let running = TestServer::on(running.stop().await, Config::default()).await;
        anna.address = running.address;
        for (played, made) in games.iter().chain([&(played, made)]) {
            check_rights(&mut anna, played, made).await;
        }
        running.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_done_while_one_signs_up_is_the_accounts() {
    let running = TestServer::start("race").await;
    let mut host = running.browser();
    for round in 0..8 {
        let mut anna = running.browser();
        let (first, _) = anna.new_game(json!({})).await;
        let mut deeds = tokio::task::JoinSet::new();
        for number in 0..6 {
            let (open, _) = host.new_game(json!({ "open": true })).await;
            let mut anna = anna.clone();
            deeds.spawn(async move {
                tokio::time::sleep(Duration::from_millis(number * 9)).await;
                if number % 2 == 0 {
                    let wish = json!({ "rulebook": "jdg", "battle": "tutorial", "seats": [{ "who": "me" }, { "who": "me" }] });
                    let reply = anna.call("POST", "/api/games", wish).await;
                    (reply.status == 200).then(|| text(&reply.json()["id"]))
                } else {
                    let join = json!({ "side": 1, "name": "Anna" });
                    let reply = anna.call("POST", &format!("/api/games/{open}/join"), join).await;
                    // A request that came too late is refused; it makes no new browser of them.
                    assert!(matches!(reply.status, 200 | 401), "{}", reply.head);
                    (reply.status == 200).then_some(open)
                }
            });
        }
        anna.post("/api/accounts", credentials(&format!("anna-{round}"))).await;
        let mut games = vec![first];
        games.extend(deeds.join_all().await.into_iter().flatten());
        let listed = anna.get("/api/games?list=mine").await;
        let listed: Vec<String> = listed.as_array().expect("a list").iter().map(|g| text(&g["id"])).collect();
        for game in &games {
            assert!(listed.contains(game), "round {round}: a game is not on disk as the account's");
            let view = anna.get(&format!("/api/games/{game}")).await;
            assert!(!view["side"].is_null(), "round {round}: a seat is not the account's in memory");
        }
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_out_ends_connections_and_the_token() {
    let running = TestServer::start("out").await;
    let mut anna = running.browser();
    let (game, _) = anna.new_game(json!({})).await;
    let path = format!("/api/games/{game}");
    let mut line = anna.live(&game, "").await;
    line.next().await;
    // Signing up gives another token: the connection is to be made anew with it.
    anna.post("/api/accounts", credentials("anna")).await;
    assert_eq!(line.next().await["t"], "goodbye");
    assert!(line.is_closed().await);
    let mut line = anna.live(&game, "").await;
    assert_eq!(line.next().await["view"]["side"], 0);
    let old = anna.clone();
    anna.post("/api/logout", json!({})).await;
    assert_eq!(line.next().await["t"], "goodbye");
    assert!(line.is_closed().await);
    for mut browser in [anna, old] {
        assert!(browser.get("/api/me").await["account"].is_null());
        let view = browser.get(&path).await;
        let answer = json!({ "question": 1, "choice": 0, "side": 0 });
        assert!(view["side"].is_null());
        assert_eq!(browser.call("POST", &format!("{path}/answer"), answer).await.status, 403);
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn browsers_that_are_signed_in_are_listed_and_ended() {
    let running = TestServer::start("browsers").await;
    let (mut anna, mut phone, mut library) = (running.browser(), running.browser(), running.browser());
    anna.post("/api/accounts", credentials("anna")).await;
    phone.post("/api/login", credentials("anna")).await;
    let agent = "content-type: application/json\r\nuser-agent: Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0\r\n";
    let body = credentials("anna").to_string();
    assert_eq!(library.raw("POST", "/api/login", agent, body.as_bytes()).await.status, 200);
    let mut stranger = running.browser();
    stranger.post("/api/accounts", credentials("bert")).await;
    let all = anna.get("/api/me/sessions").await;
    let all = all.as_array().expect("a list");
    assert_eq!(all.len(), 3);
    assert_eq!(all.iter().filter(|one| one["here"] == true).count(), 1);
    let far = all.iter().find(|one| one["device"] == "Firefox, Linux").expect("the library's browser");
    // Nobody else ends it, and it has no connection any more when it is ended.
    let path = format!("/api/me/sessions/{}", text(&far["id"]));
    assert_eq!(stranger.call("DELETE", &path, Value::Null).await.status, 404);
    let (game, _) = anna.new_game(json!({})).await;
    let mut line = library.live(&game, "").await;
    assert_eq!(line.next().await["view"]["side"], 0);
    let left = anna.call("DELETE", &path, Value::Null).await;
    assert_eq!(left.json().as_array().map(Vec::len), Some(2));
    assert_eq!(line.next().await["t"], "goodbye");
    assert!(library.get("/api/me").await["account"].is_null());
    // Signing in again ends the token that the browser had, and those of the others if they wish.
    let mut old = phone.clone();
    phone.post("/api/login", credentials("anna")).await;
    assert!(old.get("/api/me").await["account"].is_null());
    assert_eq!(anna.get("/api/me").await["account"], "anna");
    let mut alone = credentials("anna");
    alone["alone"] = json!(true);
    phone.post("/api/login", alone).await;
    assert!(anna.get("/api/me").await["account"].is_null());
    anna.post("/api/login", credentials("anna")).await;
    let left = anna.call("DELETE", "/api/me/sessions", Value::Null).await.json();
    assert_eq!((left.as_array().map(Vec::len), &left[0]["here"]), (Some(1), &json!(true)));
    assert!(phone.get("/api/me").await["account"].is_null());
    assert_eq!(stranger.get("/api/me").await["account"], "bert");
    running.stop().await;
}
