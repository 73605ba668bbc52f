//! Games through the real API, on a real file.

use std::time::Duration;

use crate::common::{Browser, Folder, KeptView, Line, TestServer, text};
use serde_json::{Value, json};
use sqlx::Connection;

/// A seat at a game.
struct Seat {
    browser: Browser,
    line: Line,
    kept: KeptView,
}

impl Seat {
    async fn sit(browser: Browser, game: &str) -> Seat {
        let mut line = browser.live(game, "").await;
        let first = line.next().await;
        let mut kept = KeptView { view: Value::Null };
        assert!(kept.take(&first));
        Seat { browser, line, kept }
    }

    /// Hears everything until nothing comes for a while.
    async fn hear(&mut self, ms: u64) {
        while let Some(message) = self.line.within(ms).await {
            self.kept.take(&message);
        }
    }

    /// Hears until something holds of what was told.
    async fn hear_until(&mut self, holds: impl Fn(&Value) -> bool) {
        while !holds(&self.kept.view) {
            let message = self.line.next().await;
            self.kept.take(&message);
        }
    }

    /// Answers and waits for the reply.
    async fn answer(&mut self, choice: u64) -> Value {
        let question = self.kept.view["question"]["id"].clone();
        self.line
            .send(json!({ "t": "answer", "ref": 7, "answer": { "question": question, "choice": choice } }))
            .await;
        loop {
            let message = self.line.next().await;
            if self.kept.take(&message) {
                continue;
            }
            if message["ref"] == 7 {
                return message;
            }
        }
    }
}

async fn two(running: &TestServer, options: Value) -> (String, Seat, Seat) {
    let (mut anna, mut bert) = (running.browser(), running.browser());
    let (game, code) = anna.new_game(options).await;
    bert.post(&format!("/api/games/{game}/join"), json!({ "side": 1, "code": code, "name": "Bert" })).await;
    let anna = Seat::sit(anna, &game).await;
    let bert = Seat::sit(bert, &game).await;
    (game, anna, bert)
}

/// A view's position with its groups by number: they come in no order.
fn sorted(view: &Value) -> Value {
    let mut position = view["position"].clone();
    let groups = position["groups"].as_array_mut().expect("groups");
    groups.sort_by_key(|group| group["group"].as_u64());
    position
}

/// Plays to the end by a script; what is kept from changes is what the server says as a whole.
async fn play_out(game: &str, seats: &mut [Seat; 2]) -> usize {
    let mut answers = 0;
    for turn in 0..3000_u64 {
        let at = seats.iter().position(|seat| !seat.kept.view["question"].is_null());
        let Some(at) = at else {
            seats[0].hear(30).await;
            seats[1].hear(30).await;
            if !seats[0].kept.view["card"]["outcome"].is_null() {
                break;
            }
            continue;
        };
        let count = seats[at].kept.view["question"]["count"].as_u64().expect("a number");
        let reply = seats[at].answer((turn * 7 + 3) % count).await;
        if reply["t"] == "ack" {
            answers += 1;
        } else {
            assert!(reply["error"]["code"] == "stale" || reply["error"]["code"] == "not_asked", "{reply}");
            seats[at].hear(30).await;
        }
        if answers % 25 == 0 {
            for seat in seats.iter_mut() {
                let whole = seat.browser.get(&format!("/api/games/{game}")).await;
                // Nobody answers meanwhile: what is on its way leads to this, and no further.
                seat.hear_until(|view| view["revision"].as_u64() >= whole["revision"].as_u64()).await;
                assert_eq!(whole["revision"], seat.kept.view["revision"]);
                assert_eq!(sorted(&whole), sorted(&seat.kept.view));
                assert_eq!(whole["question"], seat.kept.view["question"]);
                assert_eq!(whole["log_length"], seat.kept.view["log_length"]);
            }
        }
    }
    answers
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_of_two_players_with_their_secrets_kept() {
    let running = TestServer::start("whole").await;
    let (game, anna, bert) = two(&running, json!({})).await;
    let board = anna.browser.clone().get(&format!("/api/games/{game}/board")).await;
    let mut seats = [anna, bert];
    let answers = play_out(&game, &mut seats).await;
    assert!(answers > 10, "only {answers} answers");
    for (side, seat) in seats.iter_mut().enumerate() {
        seat.hear_until(|view| !view["card"]["outcome"].is_null()).await;
        let average = seat.line.bytes / seat.line.heard.len();
        assert!(average < 2048, "{average} bytes a message");
        for heard in &seat.line.heard {
            no_secrets(side as u64, heard, &board);
        }
    }
    // After the end everybody can verify it.
    let mut stranger = running.browser();
    let proof = stranger.get(&format!("/api/games/{game}/verify")).await;
    assert_eq!(text(&proof["seed"]).len(), 64);
    let replay = stranger.get(&format!("/api/games/{game}/replay?as=0")).await;
    let steps = replay["steps"].as_array().expect("steps").len();
    assert!(steps > 10 && replay["steady"].as_array().expect("counts").len() == steps);
    // A run of positions says the same as the positions by themselves.
    let run = stranger.get(&format!("/api/games/{game}/replay/run?as=both&from=3&to=9")).await;
    assert_eq!((&run["first"], run["patches"].as_array().expect("patches").len()), (&json!(3), 5));
    let third = stranger.get(&format!("/api/games/{game}/replay/3?as=both")).await;
    assert_eq!(run["position"], third["position"]);
    let both = stranger.get(&format!("/api/games/{game}/replay?as=both")).await;
    let known = |replay: &Value| {
        let steps = replay["steps"].as_array().expect("steps").iter();
        steps.filter(|step| !step["answers"].is_null()).count()
    };
    assert!(known(&both) > known(&replay), "both sides' eyes see more answers than one's");
    let fortune = stranger.get(&format!("/api/games/{game}/fortune")).await;
    let throws = proof["throws"].as_array().expect("throws").len();
    assert_eq!(
        (&fortune["whole"], fortune["throws"].as_array().expect("throws").len()),
        (&json!(true), throws)
    );
    let report = stranger.call("GET", &format!("/api/games/{game}/report.html"), Value::Null).await;
    assert!(report.status == 200 && report.body.ends_with(b"</html>\n"));
    running.stop().await;
}

/// A message to a side holds no order that the other has given face down, and no question of the other.
fn no_secrets(side: u64, heard: &str, board: &Value) {
    let message: Value = serde_json::from_str(heard).expect("JSON");
    let (groups, question) = match message["t"].as_str() {
        Some("full") => (&message["view"]["position"]["groups"], &message["view"]["question"]),
        Some("change") => (&message["change"]["patch"]["groups"], &message["change"]["question"]),
        _ => return,
    };
    for group in groups.as_array().into_iter().flatten() {
        let unit = group["units"][0].as_u64().expect("a unit") as usize;
        let is_enemy = board["units"][unit]["side"] != side;
        if is_enemy && group["revealed"] == false {
            assert!(group["order"].is_null(), "{heard}");
        }
    }
    assert!(question.is_null() || question["side"] == side, "{heard}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_one_decides_in_secret_changes_nothing_for_the_other() {
    let running = TestServer::start("secret").await;
    let (game, mut anna, mut bert) = two(&running, json!({})).await;
    assert_eq!(anna.kept.view["question"]["key"], "orders.group");
    // What lays both sides open waits for the end.
    for open in ["replay?as=both", "replay/run?as=both", "replay/1?as=both", "log?as=both", "fortune"] {
        let asked = anna.browser.call("GET", &format!("/api/games/{game}/{open}"), Value::Null).await;
        assert_eq!(asked.status, 403, "{open}");
    }
    let before = bert.kept.view.clone();
    anna.hear(50).await;
    bert.hear(50).await;
    assert_eq!(anna.answer(0).await["t"], "ack");
    bert.hear(200).await;
    let mut after = bert.kept.view.clone();
    // That she has decided may be seen, not what.
    for field in ["revision", "card"] {
        after[field] = before[field].clone();
    }
    assert_eq!(after, before);
    // Also in the middle of a step the report has its last picture, in the reader's words.
    for (lang, caption) in [("en", "Now"), ("fr", "Maintenant")] {
        let path = format!("/api/games/{game}/report.html?lang={lang}");
        let report = bert.browser.call("GET", &path, Value::Null).await;
        let report = String::from_utf8_lossy(&report.body).into_owned();
        assert!(report.contains(&format!("<figcaption>{caption}</figcaption>")), "{lang}");
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_one_decides_in_secret_is_counted_nowhere_where_another_looks() {
    let folder = Folder::new("counted");
    let config = server::Config { metrics: Some(([127, 0, 0, 1], 0).into()), ..server::Config::default() };
    let running = TestServer::on(folder, config).await;
    let (mut anna, mut bert, mut stranger) = (running.browser(), running.browser(), running.browser());
    // A battle in which both give several orders in secret.
    let wish =
        json!({ "rulebook": "jdg", "battle": "maida", "seats": [{ "who": "me" }, { "who": "invited" }] });
    let made = anna.post("/api/games", wish).await;
    let path = format!("/api/games/{}", text(&made["id"]));
    bert.post(&format!("{path}/join"), json!({ "side": 1, "code": made["codes"][1], "name": "Bert" })).await;
    let answer = async |browser: &mut Browser| {
        let question = browser.get(&path).await["question"].clone();
        assert_eq!(question["key"], "orders.group");
        browser.post(&format!("{path}/answer"), json!({ "question": question["id"], "choice": 0 })).await;
    };
    answer(&mut bert).await;
    let mut looks = Vec::new();
    for _ in 0..2 {
        let mut look = vec![bert.get(&path).await, stranger.get(&path).await];
        for list in ["mine", "watch"] {
            look.push(bert.get(&format!("/api/games?list={list}")).await);
        }
        let undo = bert.call("POST", &format!("{path}/undo"), json!({ "back": 1 })).await;
        look.push(json!([undo.status, undo.json()]));
        looks.push(look);
        tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
        answer(&mut anna).await;
    }
    assert_eq!(looks[0], looks[1]);
    // Figures are the operator's: there are none where the players are.
    let page = stranger.call("GET", "/metrics", Value::Null).await;
    assert!(!String::from_utf8_lossy(&page.body).contains("berthier_answers"));
    stranger.address = running.metrics.expect("they have an address");
    let figures = stranger.call("GET", "/metrics", Value::Null).await;
    assert!(String::from_utf8_lossy(&figures.body).contains("berthier_answers_total 3"));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_that_comes_back_is_given_what_it_missed() {
    let running = TestServer::start("back").await;
    let (game, mut anna, mut bert) = two(&running, json!({})).await;
    let revision = bert.kept.view["revision"].clone();
    let synced = bert.browser.live(&game, &format!("?since={revision}")).await.next().await;
    assert_eq!(synced["t"], "synced");
    anna.hear(30).await;
    bert.hear(30).await;
    let known = bert.kept.view["revision"].clone();
    assert_eq!(anna.answer(0).await["t"], "ack");
    assert_eq!(bert.answer(0).await["t"], "ack");
    let mut again = bert.browser.live(&game, &format!("?since={known}")).await;
    let first = again.next().await;
    assert_eq!((first["t"].as_str(), &first["change"]["from"]), (Some("change"), &known));
    assert_eq!(bert.browser.live(&game, "?since=1").await.next().await["t"], "full");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_after_the_server_was_started_again() {
    let running = TestServer::start("again").await;
    let (game, mut anna, mut bert) = two(&running, json!({})).await;
    for seat in [&mut anna, &mut bert] {
        assert_eq!(seat.answer(0).await["t"], "ack");
    }
    bert.hear(100).await;
    let (mut anna, mut bert) = (anna.browser, bert.browser);
    let before =
        (anna.get(&format!("/api/games/{game}")).await, bert.get(&format!("/api/games/{game}")).await);
    let running = TestServer::on(running.stop().await, server::Config::default()).await;
    (anna.address, bert.address) = (running.address, running.address);
    let after =
        (anna.get(&format!("/api/games/{game}")).await, bert.get(&format!("/api/games/{game}")).await);
    for (before, after) in [(&before.0, &after.0), (&before.1, &after.1)] {
        for field in ["position", "question", "log", "log_length", "commitment"] {
            assert_eq!(before[field], after[field], "{field}");
        }
    }
    // The copy made while it runs is a data folder of its own.
    let copy = running.folder.join("copy.sqlite");
    server::backup(&running.folder, &copy).await.expect("the copy is made");
    assert!(std::fs::metadata(&copy).expect("it is there").len() > 4096);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn standing_orders_answer_for_who_is_away() {
    let running = TestServer::start("orders").await;
    let (game, mut anna, bert) = two(&running, json!({})).await;
    let never = json!([{ "what": "turn", "least": 99, "most": 100 }]);
    let order = json!({ "orders": [
        { "key": "orders.group", "verb": "pass", "choice": "first", "only_if": never },
        { "key": "orders.group", "verb": "pass", "choice": "first", "only_if": [{ "what": "turn", "least": 1, "most": 1 }] },
    ] });
    let path = format!("/api/games/{game}/orders");
    let mut away = bert.browser.clone();
    assert_eq!(away.call("PUT", &path, order).await.status, 200);
    let mut view = Value::Null;
    for _ in 0..1000 {
        view = away.get(&format!("/api/games/{game}")).await;
        if view["question"].is_null() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(view["question"].is_null(), "the order has answered: {}", view["question"]);
    // Their log says which order answered; hers knows nothing of it.
    let told = |view: &Value| {
        let log = view["log"].as_array().expect("a log").iter();
        log.filter(|entry| entry["key"] == "order.answered").cloned().collect::<Vec<_>>()
    };
    let entry = told(&view)[0].clone();
    assert_eq!(entry["facts"]["order"]["number"], 2);
    let french = told(&away.get(&format!("/api/games/{game}?lang=fr")).await)[0].clone();
    let says = |entry: &Value, begin: &str, asked: &str, end: &str| {
        let said = text(&entry["text"]);
        assert!(said.starts_with(begin) && said.contains(asked) && said.ends_with(end), "{said}");
    };
    says(
        &entry,
        "Standing order 2 answers \u{201c}",
        ": which group receives an order?\u{201d}",
        ": No more orders.",
    );
    says(
        &french,
        "La consigne 2 r\u{e9}pond \u{e0} \u{ab}",
        " : quel groupe re\u{e7}oit un ordre ?",
        " : Fin des ordres.",
    );
    assert!(told(&anna.browser.clone().get(&format!("/api/games/{game}")).await).is_empty());
    assert_eq!(anna.answer(0).await["t"], "ack");
    // So it does after the server was started again, and while it is replayed.
    let running = TestServer::on(running.stop().await, server::Config::default()).await;
    away.address = running.address;
    let view = away.get(&format!("/api/games/{game}")).await;
    assert_eq!(told(&view), [entry]);
    let log = away.get(&format!("/api/games/{game}/log")).await;
    assert_eq!(log["length"], view["log_length"]);
    // What nobody understands is not kept.
    for bad in [json!({ "what": "mood", "least": 0, "most": 1 }), json!({ "what": "number" })] {
        let order = json!({ "key": "a", "verb": "pass", "choice": "first", "only_if": [bad] });
        let status = away.call("PUT", &path, json!({ "orders": [order] })).await.status;
        assert_eq!(status, 400);
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn taking_back_alone_and_by_asking() {
    let running = TestServer::start("undo").await;
    let (game, mut anna, bert) = two(&running, json!({})).await;
    let question = anna.kept.view["question"].clone();
    assert_eq!(anna.answer(0).await["t"], "ack");
    let path = format!("/api/games/{game}/undo");
    let done = anna.browser.post(&path, json!({ "back": 1, "ask": true })).await;
    if done["done"] == false {
        let mut bert = bert.browser.clone();
        let seen = bert.get(&format!("/api/games/{game}")).await;
        assert_eq!(seen["undo"]["by"], 0);
        let consent = json!({ "agree": true, "id": seen["undo"]["id"] });
        assert_eq!(bert.post(&format!("{path}/consent"), consent).await["done"], true);
    }
    let now = anna.browser.get(&format!("/api/games/{game}")).await;
    assert_eq!(now["question"]["text"], question["text"]);
    assert_ne!(now["question"]["id"], question["id"], "a late answer to the first asking must not count");
    running.stop().await;
}

/// Plays a game of one's own to its end, or for long: dice are needed on the way.
async fn play_on(browser: &mut Browser, game: &str) {
    let path = format!("/api/games/{game}");
    let mut answers = 0;
    for turn in 0..400_u64 {
        let view = browser.get(&format!("{path}?as={}", turn % 2)).await;
        if !view["card"]["outcome"].is_null() {
            return;
        }
        let Some(count) = view["question"]["count"].as_u64() else { continue };
        let answer =
            json!({ "question": view["question"]["id"], "choice": (turn * 7 + 3) % count, "side": turn % 2 });
        browser.post(&format!("{path}/answer"), answer).await;
        answers += 1;
    }
    assert!(answers > 60, "only {answers} answers");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_carried_through_though_its_sender_has_gone() {
    let running = TestServer::start("gone").await;
    let mut anna = running.browser();
    let wish = json!({
        "rulebook": "jdg", "battle": "tutorial", "seats": [{ "who": "me" }, { "who": "computer", "player": "recruit" }],
    });
    let game = text(&anna.post("/api/games", wish).await["id"]);
    let mut seat = Seat::sit(anna, &game).await;
    for _ in 0..25 {
        while seat.kept.view["question"].is_null() && seat.kept.view["card"]["outcome"].is_null() {
            let message =
                seat.line.within(10_000).await.expect("the computer player goes on, and he is told");
            seat.kept.take(&message);
        }
        let question = seat.kept.view["question"].clone();
        if question.is_null() {
            break;
        }
        let answer = json!({ "question": question["id"], "choice": 0 });
        let path = format!("/api/games/{game}");
        seat.browser.leave_behind(&format!("{path}/answer"), &answer.to_string()).await;
        while seat.kept.view["question"]["id"] == question["id"] {
            if let Some(message) = seat.line.within(500).await {
                seat.kept.take(&message);
                continue;
            }
            // Gone before it was read: then nothing has happened, and it is sent once more. Or the server is slow, and it has been
            // taken; then he is told.
            let again = seat.browser.call("POST", &format!("{path}/answer"), answer.clone()).await;
            assert!(matches!(again.status, 200 | 409), "{}", String::from_utf8_lossy(&again.body));
            let told = seat.line.within(10_000).await.expect("taken, and nobody told");
            seat.kept.take(&told);
        }
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_stored_has_not_happened_and_everybody_goes_on_from_the_disk() {
    let running = TestServer::start("full-disk").await;
    let (game, mut anna, mut bert) = two(&running, json!({})).await;
    let before = anna.kept.view["question"].clone();
    let file = format!("sqlite://{}", running.folder.join("berthier.sqlite").display());
    let mut disk = sqlx::SqliteConnection::connect(&file).await.expect("the file opens");
    let full = "CREATE TRIGGER no_more BEFORE INSERT ON journal BEGIN SELECT RAISE(ABORT, 'full'); END";
    sqlx::query(full).execute(&mut disk).await.expect("it is made");
    let path = format!("/api/games/{game}");
    let answer = json!({ "question": before["id"], "choice": 0 });
    let reply = anna.browser.call("POST", &format!("{path}/answer"), answer.clone()).await;
    assert_eq!((reply.status, text(&reply.json()["error"]["code"])), (503, "not_stored".to_owned()));
    sqlx::query("DROP TRIGGER no_more").execute(&mut disk).await.expect("it is gone");
    // Nobody hangs on to a game that is ahead of the disk.
    for seat in [&mut anna, &mut bert] {
        while let Some(message) = seat.line.within(2000).await {
            assert!(message["t"] != "change", "{message}");
        }
        assert!(seat.line.is_closed().await, "the connection is to be made anew");
    }
    assert_eq!(anna.browser.get(&path).await["question"], before);
    let mut line = bert.browser.live(&game, "").await;
    line.next().await;
    anna.browser.post(&format!("{path}/answer"), answer).await;
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_player_answers_by_itself_and_a_saved_game_goes_on() {
    let running = TestServer::start("computer").await;
    let mut anna = running.browser();
    let wish = json!({
        "rulebook": "jdg", "battle": "tutorial", "name": "Anna",
        "seats": [{ "who": "me" }, { "who": "computer", "player": "sergeant" }],
        "options": { "clock": { "budget_s": 600, "increment_s": 600, "at_zero": "lose" } },
    });
    let game = text(&anna.post("/api/games", wish).await["id"]);
    let path = format!("/api/games/{game}");
    // Enough for an activation of hers, whatever is drawn.
    for _ in 0..25 {
        let asked = async {
            loop {
                let view = anna.get(&path).await;
                if !view["question"].is_null() {
                    return view;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        let view = tokio::time::timeout(Duration::from_secs(60), asked).await.expect("she is asked again");
        let hint = anna.post(&format!("{path}/hint"), json!({})).await;
        let why = anna.post(&format!("{path}/why"), json!({ "choice": hint["choice"] })).await;
        assert_eq!(why["allowed"], true);
        let meant = json!({ "question": view["question"]["id"], "choice": hint["choice"] });
        let odds = anna.post(&format!("{path}/preview"), meant.clone()).await;
        assert!(!odds["ends"].as_array().expect("ends").is_empty());
        anna.post(&format!("{path}/answer"), meant.clone()).await;
        // The same number means something else by now, if anything.
        let late = anna.call("POST", &format!("{path}/preview"), meant).await;
        assert_eq!((late.status, &late.json()["error"]["code"]), (409, &json!("stale")));
    }
    let clocks = anna.get(&path).await["clocks"].clone();
    assert!(clocks["left_ms"][0].as_i64() > Some(600_000), "{clocks}");
    let journal = anna.call("GET", &format!("{path}/journal"), Value::Null).await;
    let wish = json!({
        "journal": String::from_utf8_lossy(&journal.body), "name": "Anna",
        "seats": [{ "who": "me" }, { "who": "me" }],
    });
    let copy = text(&anna.post("/api/games/upload", wish).await["id"]);
    assert_eq!(anna.get(&format!("/api/games/{copy}")).await["card"]["mine"], json!([0, 1]));
    play_on(&mut anna, &copy).await;
    // Another, who does not know the seed, learns no die from a copy.
    let mut carl = running.browser();
    carl.new_game(json!({})).await;
    let wish = json!({
        "journal": String::from_utf8_lossy(&journal.body), "seats": [{ "who": "me" }, { "who": "me" }],
    });
    let refused = carl.call("POST", "/api/games/upload", wish).await;
    assert_eq!(refused.status, 400);
    assert!(text(&refused.json()["error"]["message"]).contains("seed"));
    // What would have to be played again without end is not begun.
    let often = format!("{}undo 400000 by french 00\n", "undo 400000 by french 00\n");
    let wish = json!({ "journal": often, "seats": [{ "who": "me" }, { "who": "me" }] });
    let refused = carl.call("POST", "/api/games/upload", wish).await;
    assert!(text(&refused.json()["error"]["message"]).starts_with("too much was taken back"));
    let over = anna.post(&format!("{path}/resign"), json!({})).await;
    assert_eq!(over["card"]["outcome"]["winner"], 1);
    running.stop().await;
}
