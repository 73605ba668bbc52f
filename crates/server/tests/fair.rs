//! Fair play between people who do not trust each other: taking back, and seats that change hands.

use crate::common::{Browser, TestServer, text};
use serde_json::{Value, json};
use server::Config;

/// A game of two people.
async fn two(running: &TestServer, options: Value) -> (String, Browser, Browser) {
    let (mut anna, mut bert) = (running.browser(), running.browser());
    let (game, code) = anna.new_game(options).await;
    let path = format!("/api/games/{game}");
    bert.post(&format!("{path}/join"), json!({ "side": 1, "code": code, "name": "Bert" })).await;
    (path, anna, bert)
}

/// Plays by the first answers until something holds of the first player's view and of the number of their decisions.
async fn play(path: &str, players: [&mut Browser; 2], until: impl Fn(&Value, usize) -> bool) -> Value {
    let [anna, bert] = players;
    let mut own = 0;
    for _ in 0..400 {
        let view = anna.get(path).await;
        if until(&view, own) {
            return view;
        }
        for (side, browser) in [&mut *anna, &mut *bert].into_iter().enumerate() {
            let view = browser.get(path).await;
            if let Some(id) = view["question"]["id"].as_u64() {
                browser.post(&format!("{path}/answer"), json!({ "question": id, "choice": 0 })).await;
                own += usize::from(side == 0);
                break;
            }
        }
    }
    panic!("it never comes to that");
}

/// The next one decides whom the other asks to take back: some of their own decisions stand, with more than their own since.
fn is_late(view: &Value, own: usize) -> bool {
    let log = view["log"].as_array().expect("a log");
    let begun = log.iter().filter(|entry| entry["key"] == "activation.begin").count();
    own >= 3 && begun >= 4 && view["can_undo"] == false
}

fn keys(view: &Value) -> Vec<String> {
    view["log"].as_array().expect("a log").iter().map(|entry| text(&entry["key"])).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proposal_says_what_it_undoes_and_is_not_exchanged_or_lost() {
    let running = TestServer::start("proposal").await;
    let (path, mut anna, mut bert) = two(&running, json!({})).await;
    play(&path, [&mut anna, &mut bert], is_late).await;
    let undo = format!("{path}/undo");
    assert_eq!(anna.post(&undo, json!({ "back": 1, "ask": true })).await["done"], false);
    let first = bert.get(&path).await;
    let (told, length) = (&first["undo"], first["log_length"].as_u64().expect("a number"));
    assert_eq!(told["by"], 0);
    assert!(told["log"].as_u64().expect("a number") < length, "it undoes something: {told}");
    assert_eq!(anna.get(&path).await["undo"]["own"].as_array().map(Vec::len), Some(1));
    // Another one takes its place: who agrees to the first agrees to nothing.
    anna.post(&undo, json!({ "back": 2, "ask": true })).await;
    let agree = |id: &Value| json!({ "agree": true, "id": id });
    let late = bert.call("POST", &format!("{undo}/consent"), agree(&told["id"])).await;
    assert_eq!(late.status, 409);
    let second = bert.get(&path).await["undo"].clone();
    assert!(second["log"].as_u64() <= told["log"].as_u64());
    assert_ne!(second["id"], told["id"]);
    // It lies on the table still when the server was started again.
    let folder = running.stop().await;
    let running = TestServer::on(folder, Config::default()).await;
    (anna.address, bert.address) = (running.address, running.address);
    assert_eq!(bert.get(&path).await["undo"], second);
    assert_eq!(bert.post(&format!("{undo}/consent"), agree(&second["id"])).await["done"], true);
    for browser in [&mut anna, &mut bert] {
        let view = browser.get(&path).await;
        assert!(view["undo"].is_null());
        assert_eq!(keys(&view).last().map(String::as_str), Some("notice.undo.agreed"), "both read it");
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_consents_for_an_empty_seat() {
    let running = TestServer::start("empty").await;
    let (path, mut anna, mut bert) = two(&running, json!({})).await;
    // While Bert is asked she may not for that reason alone, and might once he has left: nothing was learnt since.
    let is_asked = |view: &Value, own| is_late(view, own) && view["question"].is_object();
    play(&path, [&mut anna, &mut bert], is_asked).await;
    bert.post(&format!("{path}/leave"), json!({})).await;
    let before = anna.get(&path).await;
    assert_eq!(keys(&before).last().map(String::as_str), Some("notice.seat"), "the log tells of it");
    let done = anna.post(&format!("{path}/undo"), json!({ "back": 1, "ask": true })).await;
    assert_eq!(done["done"], false);
    assert_eq!(anna.get(&path).await["log_length"], before["log_length"]);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_with_secrets_is_not_taken_by_the_opponent() {
    let running = TestServer::start("closed").await;
    let (path, mut anna, mut bert) = two(&running, json!({ "open": true })).await;
    play(&path, [&mut anna, &mut bert], is_late).await;
    bert.post(&format!("{path}/leave"), json!({})).await;
    let seat = anna.get(&path).await["card"]["seats"][1].clone();
    assert_eq!((&seat["closed"], &seat["before"]), (&json!(true), &json!(["Bert"])));
    let open = anna.get("/api/games?list=open").await;
    assert!(!open.to_string().contains(path.trim_start_matches("/api/games/")), "it is not offered");
    // Neither she, nor she in another browser, nor by a link that she makes.
    let join = json!({ "side": 1, "name": "Nobody" });
    for mut browser in [anna.clone(), running.browser()] {
        assert_eq!(browser.call("POST", &format!("{path}/join"), join.clone()).await.status, 403);
    }
    assert_eq!(anna.call("POST", &format!("{path}/code"), json!({ "side": 1 })).await.status, 403);
    // However many she lets sit at her own side, so that what is known of who sat there grows long.
    let (mut holder, mut guests) = (anna.clone(), Vec::new());
    for guest in 0..70 {
        let code = holder.post(&format!("{path}/code"), json!({ "side": 0 })).await["code"].clone();
        let mut next = running.browser();
        let name = format!("Guest {guest}");
        next.post(&format!("{path}/join"), json!({ "side": 0, "code": code, "name": name })).await;
        guests.push(std::mem::replace(&mut holder, next));
    }
    assert_eq!(holder.get(&path).await["card"]["seats"][1]["closed"], true);
    assert_eq!(holder.call("POST", &format!("{path}/code"), json!({ "side": 1 })).await.status, 403);
    let code = holder.post(&format!("{path}/code"), json!({ "side": 0 })).await["code"].clone();
    anna.post(&format!("{path}/join"), json!({ "side": 0, "code": code, "name": "Anna" })).await;
    // Who left comes back. A computer player may take the seat, and what it holds stays secret.
    bert.post(&format!("{path}/join"), json!({ "side": 1, "name": "Bert" })).await;
    bert.post(&format!("{path}/leave"), json!({})).await;
    anna.post(&format!("{path}/computer"), json!({ "side": 1, "player": "recruit" })).await;
    assert_eq!(anna.call("GET", &format!("{path}/journal"), Value::Null).await.status, 403);
    running.stop().await;
}

/// Contributes to the promise that is open.
async fn contribute(browser: &mut Browser, path: &str, side: u8) -> u16 {
    let view = browser.get(path).await;
    let promises = view["dice"]["promises"].as_array().cloned().unwrap_or_default();
    let promise = promises.last().map(|promise| promise["commitment"].clone()).unwrap_or_default();
    let bytes = format!("{side:02x}").repeat(32);
    let given = json!({ "promise": promise, "bytes": bytes, "side": side });
    browser.call("POST", &format!("{path}/contribute"), given).await.status
}

async fn answers(browser: &mut Browser, path: &str) -> u16 {
    let view = browser.get(path).await;
    let answer = json!({ "question": view["question"]["id"], "choice": 0 });
    browser.call("POST", &format!("{path}/answer"), answer).await.status
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_decided_before_all_have_contributed_to_what_the_server_has_promised() {
    let running = TestServer::start("mix").await;
    let (mut anna, mut bert) = (running.browser(), running.browser());
    let wish = json!({
        "rulebook": "jdg", "battle": "tutorial", "name": "Anna", "contributes": true,
        "seats": [{ "who": "me" }, { "who": "invited" }],
    });
    let made = anna.post("/api/games", wish).await;
    let path = format!("/api/games/{}", text(&made["id"]));
    let view = anna.get(&path).await;
    assert_eq!(view["dice"]["promises"][0]["commitment"], made["promise"]);
    assert_eq!(view["dice"]["waits"], json!([0]));
    assert_eq!(answers(&mut anna, &path).await, 409, "she has not contributed yet");
    let other = json!({ "promise": "00".repeat(32), "bytes": "ab".repeat(32) });
    assert_eq!(anna.call("POST", &format!("{path}/contribute"), other).await.status, 409);
    assert_eq!(contribute(&mut anna, &path, 0).await, 200);
    assert_eq!(anna.get(&path).await["dice"]["promises"][0]["mixed"], true);
    // Bert comes: a fresh seed, and both contribute to it.
    let join = json!({ "side": 1, "code": made["codes"][1], "name": "Bert", "contributes": true });
    let view = bert.post(&format!("{path}/join"), join).await;
    assert_eq!(view["dice"]["waits"], json!([0, 1]));
    assert_eq!(contribute(&mut bert, &path, 1).await, 200);
    assert_eq!(answers(&mut anna, &path).await, 409, "Bert has, she has not");
    // Also over a restart.
    let folder = running.stop().await;
    let running = TestServer::on(folder, Config::default()).await;
    (anna.address, bert.address) = (running.address, running.address);
    assert_eq!(anna.get(&path).await["dice"]["waits"], json!([0]));
    assert_eq!(contribute(&mut anna, &path, 0).await, 200);
    let dice = bert.get(&path).await["dice"].clone();
    assert_eq!((&dice["waits"], &dice["promises"][1]["mixed"]), (&json!([]), &json!(true)));
    assert_eq!(dice["promises"][1]["contributions"], json!(["00".repeat(32), "01".repeat(32)]));
    play(&path, [&mut anna, &mut bert], is_late).await;
    // What is revealed at the end is what was promised, and the journal holds.
    anna.post(&format!("{path}/resign"), json!({})).await;
    let data = bert.get(&format!("{path}/verify")).await;
    let journal = text(&data["journal"]);
    assert_eq!(journal.matches("\nreveal ").count(), 3);
    let throws = data["throws"].as_array().map_or(0, Vec::len);
    assert!(throws > 0 && !journal.contains("continued"), "{throws} throws");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_one_alone_knew_gets_fresh_dice_and_is_marked() {
    let running = TestServer::start("foreknown").await;
    let (mut anna, mut bert) = (running.browser(), running.browser());
    // A journal of a game that has only begun, whose dice she can find out in another copy: all its throws are foreknown.
    let wish =
        json!({ "rulebook": "jdg", "battle": "tutorial", "seats": [{ "who": "me" }, { "who": "me" }] });
    let known = format!("/api/games/{}", text(&anna.post("/api/games", wish).await["id"]));
    let journal = anna.call("GET", &format!("{known}/journal"), Value::Null).await;
    let journal = String::from_utf8(journal.body).expect("a text");
    let wish = json!({
        "journal": journal, "name": "Anna", "options": { "open": true },
        "seats": [{ "who": "me" }, { "who": "invited" }],
    });
    let copied = text(&anna.post("/api/games/upload", wish).await["id"]);
    let path = format!("/api/games/{copied}");
    let (fresh, _) = anna.new_game(json!({ "open": true })).await;
    let open = bert.get("/api/games?list=open").await;
    let marks: Vec<(String, bool)> = open
        .as_array()
        .expect("a list")
        .iter()
        .map(|card| (text(&card["id"]), card["continued"] == true))
        .collect();
    assert_eq!(marks, [(fresh, false), (copied, true)], "it is marked, and stands behind what is fresh");
    bert.post(&format!("{path}/join"), json!({ "side": 1, "name": "Bert" })).await;
    let dice = bert.get(&path).await["dice"].clone();
    assert_eq!(dice["promises"][0]["mixed"], true, "what she knew is worth nothing from here on");
    // The same answers lead to other throws than in the game whose dice she knew.
    let mut both = Vec::new();
    for (game, other) in [(&known, anna.clone()), (&path, bert.clone())] {
        let mut players = [anna.clone(), other];
        for _ in 0..60 {
            for (side, browser) in players.iter_mut().enumerate() {
                let view = browser.get(&format!("{game}?as={side}")).await;
                let answer = json!({ "question": view["question"]["id"], "choice": 0, "side": side });
                browser.call("POST", &format!("{game}/answer"), answer).await;
            }
        }
        anna.post(&format!("{game}/resign"), json!({})).await;
        let data = bert.get(&format!("{game}/verify")).await;
        assert_eq!(text(&data["journal"]).contains("\ncontinued "), *game == path);
        both.push(data["throws"].as_array().expect("throws").clone());
    }
    assert!(both.iter().all(|throws| throws.len() > 4), "{} and {}", both[0].len(), both[1].len());
    assert_ne!(both[0][..5], both[1][..5]);
    let report = anna.call("GET", &format!("{path}/report.html"), Value::Null).await;
    assert!(String::from_utf8_lossy(&report.body).contains("went on from a saved one"));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_saved_game_says_how_its_dice_fall_whatever_is_wished() {
    let running = TestServer::start("saved-dice").await;
    let (mut anna, mut bert) = (running.browser(), running.browser());
    let (typed, _) = anna.new_game(json!({ "dice": "typed" })).await;
    let journal = anna.call("GET", &format!("/api/games/{typed}/journal"), Value::Null).await;
    let wish = json!({
        "journal": String::from_utf8_lossy(&journal.body), "name": "Anna", "seats": [{ "who": "me" }, { "who": "invited" }],
        "options": { "dice": "screen", "open": true },
    });
    let copied = text(&anna.post("/api/games/upload", wish.clone()).await["id"]);
    let card = bert.get(&format!("/api/games/{copied}")).await["card"].clone();
    assert_eq!((&card["options"]["dice"], &card["continued"]), (&json!("typed"), &json!(true)));
    // And nobody throws them where only computer players sit.
    let computer = json!({ "who": "computer", "player": "recruit" });
    let mut alone = wish;
    alone["seats"] = json!([computer, computer]);
    assert_eq!(anna.call("POST", "/api/games/upload", alone).await.status, 400);
    running.stop().await;
}
