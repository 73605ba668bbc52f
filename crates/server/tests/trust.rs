//! The promises of `docs/security.md`.

use crate::common::{Folder, TestServer, text};
use serde_json::{Value, json};
use server::Config;

#[tokio::test(flavor = "multi_thread")]
async fn only_the_seat_can_answer_or_see_its_view() {
    let running = TestServer::start("seat").await;
    let (mut anna, mut bert, mut carl) = (running.browser(), running.browser(), running.browser());
    let (game, code) = anna.new_game(json!({})).await;
    let path = format!("/api/games/{game}");
    // A wrong code, then the right one, which works once.
    let wrong = json!({ "side": 1, "code": "0".repeat(64), "name": "Carl" });
    assert_eq!(carl.call("POST", &format!("{path}/join"), wrong).await.status, 403);
    let join = json!({ "side": 1, "code": code, "name": "Bert" });
    bert.post(&format!("{path}/join"), join.clone()).await;
    assert_eq!(carl.call("POST", &format!("{path}/join"), join).await.status, 403);
    // The other side, a stranger with a token of their own, and one without any.
    let question = anna.get(&path).await["question"].clone();
    let answer = json!({ "question": question["id"], "choice": 0, "side": 0 });
    let mut nobody = running.browser();
    for other in [&mut bert, &mut carl, &mut nobody] {
        let reply = other.call("POST", &format!("{path}/answer"), answer.clone()).await;
        assert_eq!((reply.status, text(&reply.json()["error"]["code"])), (403, "not_yours".to_owned()));
        for secret in
            ["?as=0", "/picture.svg?as=0", "/log?as=0", "/replay?as=0", "/report.html?as=0", "/journal"]
        {
            let reply = other.call("GET", &format!("{path}{secret}"), Value::Null).await;
            assert_eq!(reply.status, 403, "{secret}");
        }
        for act in ["hint", "undo", "resign", "leave", "code", "chat"] {
            let reply = other.call("POST", &format!("{path}/{act}"), json!({ "side": 0, "text": "x" })).await;
            assert_eq!(reply.status, 403, "{act}");
        }
    }
    // An onlooker sees no question and no face-down order.
    let seen = carl.get(&path).await;
    assert!(seen["question"].is_null() && seen["side"].is_null());
    assert!(!seen.to_string().contains("\"order\":\"orders\""));
    running.stop().await;
}

/// Word for word.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_nobody_is_to_watch_is_for_a_stranger_not_there_at_all() {
    let running = TestServer::start("unwatched").await;
    let (mut anna, mut carl, mut nobody) = (running.browser(), running.browser(), running.browser());
    let (closed, _) = anna.new_game(json!({ "watch": "nobody" })).await;
    // Carl has a token: he has a game of his own.
    carl.new_game(json!({})).await;
    let gets = [
        "",
        "?as=0",
        "/board",
        "/lessons",
        "/log",
        "/chat",
        "/replay",
        "/journal",
        "/verify",
        "/report.html",
    ];
    let posts = [
        "answer", "join", "code", "leave", "computer", "undo", "resign", "chat", "why", "preview", "hint",
        "show",
    ];
    let body = json!({ "side": 1, "text": "x", "code": "0".repeat(64), "player": "recruit", "question": 1, "choice": 0, "agree": true });
    for other in [&mut carl, &mut nobody] {
        for (method, part) in gets
            .map(|part| ("GET", part.to_owned()))
            .into_iter()
            .chain(posts.map(|part| ("POST", format!("/{part}"))))
        {
            let upgrade = "content-type: application/json\r\nupgrade: websocket\r\nconnection: upgrade\r\n\
                           sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
            let body = if method == "GET" { String::new() } else { body.to_string() };
            let mut replies = Vec::new();
            for id in [closed.as_str(), "0123456789abcdef0123"] {
                let reply =
                    other.raw(method, &format!("/api/games/{id}{part}"), upgrade, body.as_bytes()).await;
                replies.push((reply.status, String::from_utf8_lossy(&reply.body).into_owned()));
            }
            assert_eq!(replies[0], replies[1], "{method} {part}");
            assert_eq!(replies[0].0, 404, "{method} {part}: {}", replies[0].1);
        }
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_left_a_seat_sees_its_view_no_more() {
    let running = TestServer::start("left").await;
    let (mut anna, mut bert, mut carl) = (running.browser(), running.browser(), running.browser());
    for watch in ["public", "nobody"] {
        let (game, code) = anna.new_game(json!({ "open": true, "watch": watch })).await;
        let path = format!("/api/games/{game}");
        bert.post(&format!("{path}/join"), json!({ "side": 1, "code": code, "name": "Bert" })).await;
        let mut line = bert.live(&game, "?as=1").await;
        assert_eq!(line.next().await["view"]["side"], 1);
        let question = bert.get(&path).await["question"].clone();
        let answer = json!({ "question": question["id"], "choice": 0 });
        bert.post(&format!("{path}/answer"), answer).await;
        let code = text(&bert.post(&format!("{path}/code"), json!({})).await["code"]);
        bert.post(&format!("{path}/leave"), json!({})).await;
        // The journal holds what he has decided in secret, for the next who sits there.
        let journal = anna.call("GET", &format!("{path}/journal"), Value::Null).await;
        assert_eq!(journal.status, 403, "{watch}");
        carl.post(&format!("{path}/join"), json!({ "side": 1, "code": code, "name": "Carl" })).await;
        for _ in 0..20 {
            for browser in [&mut anna, &mut carl] {
                let view = browser.get(&path).await;
                if view["question"].is_object() {
                    let answer = json!({ "question": view["question"]["id"], "choice": 0 });
                    browser.post(&format!("{path}/answer"), answer).await;
                }
            }
        }
        // What came before he left may have been on its way; then he is an onlooker, where there may be any.
        let (mut heard, mut is_anew) = (Vec::new(), false);
        while let Some(message) = line.within(if is_anew { 300 } else { 10_000 }).await {
            is_anew |= message["t"] == "full";
            heard.push(message);
        }
        let anew = heard.iter().position(|message| message["t"] == "full");
        assert_eq!(anew.is_some(), watch == "public", "{heard:?}");
        for message in anew.map_or(&[][..], |anew| &heard[anew..]) {
            assert!(message["view"]["side"].is_null() && message["view"]["question"].is_null(), "{message}");
            assert!(message["change"]["question"].is_null(), "{message}");
        }
        let before = &heard[..anew.unwrap_or(heard.len())];
        assert!(before.iter().filter(|message| message["t"] == "change").count() <= 2, "{before:?}");
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_counts_against_its_address_like_requests() {
    let folder = Folder::new("talk");
    let running = TestServer::on(folder, Config { requests_per_second: 10, ..Config::default() }).await;
    let mut anna = running.browser();
    let (game, _) = anna.new_game(json!({})).await;
    let mut line = anna.live(&game, "").await;
    line.next().await;
    for number in 0..150 {
        line.send(json!({ "t": "say", "text": format!("word {number}") })).await;
    }
    // Each is either said to all, or refused.
    let (mut refused, mut said) = (0, 0);
    while refused + said < 150 {
        let message = line.next().await;
        refused += u32::from(message["error"]["code"] == "too_many");
        said += u32::from(message["t"] == "chat");
    }
    assert!(refused > 50, "{refused} of 150 were refused");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_token_is_out_of_reach_of_scripts_and_other_sites() {
    let running = TestServer::start("origin").await;
    let mut anna = running.browser();
    let wish =
        json!({ "rulebook": "jdg", "battle": "tutorial", "seats": [{ "who": "me" }, { "who": "me" }] });
    let made = anna.call("POST", "/api/games", wish.clone()).await;
    let cookie = made.head.lines().find(|line| line.starts_with("set-cookie:")).expect("a cookie").to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let game = text(&made.json()["id"]);
    let json_type = "content-type: application/json\r\n";
    let body = wish.to_string();
    for origin in ["origin: https://evil.example\r\n", "origin: null\r\n", "sec-fetch-site: cross-site\r\n"] {
        let reply = anna.raw("POST", "/api/games", &format!("{json_type}{origin}"), body.as_bytes()).await;
        assert_eq!(text(&reply.json()["error"]["code"]), "forbidden_origin", "{origin}");
        let upgrade = format!(
            "{origin}upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        );
        let reply = anna.raw("GET", &format!("/api/games/{game}/live"), &upgrade, b"").await;
        assert_eq!(reply.status, 403, "{origin}");
    }
    let own = format!("{json_type}origin: http://{}\r\n", running.address);
    assert_eq!(anna.raw("POST", "/api/games", &own, body.as_bytes()).await.status, 200);
    // A form of another site cannot send JSON.
    let form = anna.raw("POST", "/api/games", "content-type: text/plain\r\n", body.as_bytes()).await;
    assert_eq!(form.status, 400);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn large_bodies_floods_and_nonsense_are_refused() {
    let folder = Folder::new("flood");
    let running = TestServer::on(folder, Config { requests_per_second: 2, ..Config::default() }).await;
    let mut anna = running.browser();
    let large = json!({ "name": "x".repeat(70_000), "password": "y" });
    let reply = anna.call("POST", "/api/login", large).await;
    assert_eq!(reply.status, 413, "{}", reply.head);
    let mut refused = 0;
    for _ in 0..200 {
        refused += u32::from(anna.call("GET", "/api/me", Value::Null).await.status == 429);
    }
    assert!(refused > 50, "{refused} of 200 were refused");
    running.stop().await;
    let running = TestServer::start("nonsense").await;
    let mut anna = running.browser();
    let (game, _) = anna.new_game(json!({})).await;
    for path in [
        "/api/games/nothere",
        "/api/games/..%2f..",
        "/api/battles/jdg/..",
        "/api/rules/jdg/99.9",
        "/nothing",
        "/api/games//",
    ] {
        assert!(matches!(anna.call("GET", path, Value::Null).await.status, 400 | 404), "{path}");
    }
    // What the framework refuses is told in the same form as what we refuse.
    for (method, path, status, code) in [
        ("GET", "/api/nothing", 404, "not_found"),
        ("GET", "/api/games?list=zzz", 400, "bad_request"),
        ("GET", &format!("/api/games/{game}/log?from=x"), 400, "bad_request"),
        ("GET", &format!("/api/games/{game}/replay/x"), 400, "bad_request"),
        ("GET", &format!("/api/games/{game}/live"), 400, "bad_request"),
        ("DELETE", &format!("/api/games/{game}"), 405, "bad_request"),
    ] {
        let reply = anna.call(method, path, Value::Null).await;
        assert_eq!((reply.status, text(&reply.json()["error"]["code"])), (status, code.to_owned()), "{path}");
    }
    let answers =
        [json!({}), json!({ "question": -1 }), json!({ "question": 1, "choice": 0 }), json!([1]), json!("x")];
    for body in answers {
        let status = anna.call("POST", &format!("/api/games/{game}/answer"), body.clone()).await.status;
        assert!(matches!(status, 400 | 409 | 422), "{body}: {status}");
    }
    let battle = json!({ "rulebook": "jdg", "battle": "/etc", "seats": [{ "who": "me" }, { "who": "me" }] });
    assert_eq!(anna.call("POST", "/api/games", battle).await.status, 404);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_names_and_chat_are_made_harmless() {
    let running = TestServer::start("names").await;
    let mut anna = running.browser();
    let name = format!("<script>\u{202e}\u{61c}\n\u{0}{}", "x".repeat(100));
    let wish = json!({ "rulebook": "jdg", "battle": "tutorial", "name": name, "seats": [{ "who": "me" }, { "who": "me" }] });
    let game = text(&anna.post("/api/games", wish).await["id"]);
    let view = anna.get(&format!("/api/games/{game}")).await;
    let shown = text(&view["card"]["seats"][0]["name"]);
    assert!(
        shown.chars().count() <= 40
            && !shown.chars().any(|c| c.is_control() || "\u{202e}\u{61c}".contains(c)),
        "{shown:?}"
    );
    let said = anna
        .post(&format!("/api/games/{game}/chat"), json!({ "text": format!("a\n\tb {}", "y".repeat(9000)) }))
        .await;
    assert!(text(&said["text"]).starts_with("a b y") && text(&said["text"]).chars().count() <= 500);
    assert_eq!(
        anna.call("POST", &format!("/api/games/{game}/chat"), json!({ "text": " \n " })).await.status,
        400
    );
    let page = anna.call("GET", "/", Value::Null).await;
    assert!(
        page.head.contains("content-security-policy: default-src 'none'") && page.head.contains("nosniff"),
        "{}",
        page.head
    );
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_keep_games_together_and_passwords_apart() {
    let running = TestServer::start("accounts").await;
    let mut anna = running.browser();
    let (game, _) = anna.new_game(json!({})).await;
    let before = anna.cookie.clone();
    let credentials = json!({ "name": "Anna-1", "password": "correct horse" });
    anna.post("/api/accounts", credentials.clone()).await;
    assert_ne!(anna.cookie, before, "signing in gives a new token");
    let mut thief = running.browser();
    thief.cookie = before;
    assert_eq!(thief.get("/api/games?list=mine").await, json!([]), "the old token holds nothing");
    let mut phone = running.browser();
    for wrong in [
        json!({ "name": "Anna-1", "password": "wrong horse" }),
        json!({ "name": "nobody", "password": "correct horse" }),
    ] {
        let reply = phone.call("POST", "/api/login", wrong).await;
        assert_eq!(
            (reply.status, text(&reply.json()["error"]["message"])),
            (401, "name or password are wrong".to_owned())
        );
    }
    phone.post("/api/login", credentials.clone()).await;
    assert_eq!(phone.get("/api/games?list=mine").await[0]["id"], json!(game));
    assert_eq!(phone.get(&format!("/api/games/{game}")).await["side"], 0);
    assert_eq!(running.browser().call("POST", "/api/accounts", credentials).await.status, 409);
    let stored = std::fs::read(running.folder.join("berthier.sqlite")).expect("the file is there");
    let wal = std::fs::read(running.folder.join("berthier.sqlite-wal")).unwrap_or_default();
    for secret in ["correct horse", phone.cookie.as_deref().expect("a token")] {
        let holds = |bytes: &[u8]| bytes.windows(secret.len()).any(|w| w == secret.as_bytes());
        assert!(!holds(&stored) && !holds(&wal), "a secret is on disk");
    }
    running.stop().await;
}
