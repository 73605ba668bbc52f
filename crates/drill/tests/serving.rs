//! The drill book through the server: games with its option, its secret, its counters, from the making to the dice page.

#[path = "../../server/tests/common/mod.rs"]
mod common;

use std::collections::BTreeSet;

use common::{Browser, KeptView, Line, TestServer, text};
use serde_json::{Value, json};

async fn running(name: &str) -> TestServer {
    drill::on_the_shelf();
    TestServer::start(&format!("drill-{name}")).await
}

/// A game of the meadow with a friend who has joined: its path.
async fn joined(anna: &mut Browser, bert: &mut Browser, rules: Value) -> String {
    let wish = json!({
        "rulebook": "drill", "battle": "meadow", "name": "Anna", "options": { "rules": rules },
        "seats": [{ "who": "me" }, { "who": "invited" }],
    });
    let made = anna.post("/api/games", wish).await;
    let path = format!("/api/games/{}", text(&made["id"]));
    bert.post(&format!("{path}/join"), json!({ "side": 1, "code": made["codes"][1], "name": "Bert" })).await;
    path
}

/// The strengths on a side's counters.
fn strengths(view: &Value, board: &Value, side: u64) -> Vec<String> {
    let counters = view["position"]["counters"].as_array().expect("counters").iter();
    let cards = board["units"].as_array().expect("cards");
    counters
        .zip(cards)
        .filter(|(_, card)| card["side"] == side)
        .map(|(now, _)| text(&now["strength"]))
        .collect()
}

/// A player, and what they may know.
struct Seat {
    browser: Browser,
    side: u64,
    line: Line,
    kept: KeptView,
    /// The units that have shown their strength.
    shown: BTreeSet<String>,
    /// Enemy counters that were looked at while they hid something.
    looked: usize,
}

impl Seat {
    async fn sit(browser: Browser, side: u64, game: &str, board: &Value) -> Seat {
        let line = browser.live(game, "").await;
        let kept = KeptView { view: Value::Null };
        let mut seat = Seat { browser, side, line, kept, shown: BTreeSet::new(), looked: 0 };
        seat.hear(2_000, board).await;
        seat
    }

    /// Takes the next message, if one comes, and looks for what it should not say.
    async fn hear(&mut self, ms: u64, board: &Value) -> bool {
        let Some(message) = self.line.within(ms).await else { return false };
        self.kept.take(&message);
        let logs = [&message["view"]["log"], &message["change"]["log"]];
        for entry in logs.into_iter().filter_map(Value::as_array).flatten() {
            if entry["key"] == "unit.shown" {
                self.shown.insert(entry["facts"]["unit"]["point"].to_string());
            }
        }
        let counters = [&message["view"]["position"]["counters"], &message["change"]["patch"]["counters"]];
        for now in counters.into_iter().filter_map(Value::as_array).flatten() {
            let unit: usize = text(&now["id"])[1..].parse().expect("a number");
            let is_known = self.shown.iter().any(|fact| fact.contains(&format!("u{unit}")));
            if board["units"][unit]["side"] != self.side && !is_known {
                self.looked += 1;
                assert_eq!(now["strength"], "?", "{message}");
            }
        }
        true
    }
}

/// Plays to the end, whoever is asked answering by lot.
async fn play_out(path: &str, seats: &mut [Seat; 2], board: &Value) -> usize {
    let mut lot = 66_u64;
    for answers in 0..2_000 {
        for seat in seats.iter_mut() {
            while seat.hear(15, board).await {}
        }
        if !seats[0].kept.view["card"]["outcome"].is_null() {
            return answers;
        }
        let asked = seats.iter_mut().find(|seat| !seat.kept.view["question"].is_null());
        let seat = asked.expect("somebody is asked");
        let question = &seat.kept.view["question"];
        let count = question["count"].as_u64().expect("a number");
        lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let answer = json!({ "question": question["id"], "choice": (lot >> 33) % count });
        seat.browser.post(&format!("{path}/answer"), answer).await;
        while !seat.hear(3_000, board).await {}
    }
    panic!("no end")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_with_hidden_strengths_and_what_is_read_afterwards() {
    let running = running("whole").await;
    let (mut anna, mut bert) = (running.browser(), running.browser());
    let path = joined(&mut anna, &mut bert, json!({ "counters": "hidden" })).await;
    let board = anna.get(&format!("{path}/board")).await;
    assert!(!board.to_string().contains("trength"), "no card tells a strength: {board}");
    let game = path.rsplit('/').next().expect("an id").to_owned();
    let mut seats = [Seat::sit(anna, 0, &game, &board).await, Seat::sit(bert, 1, &game, &board).await];
    let view = seats[0].kept.view.clone();
    assert_eq!(strengths(&view, &board, 0), ["6", "5", "4"]);
    assert_eq!(strengths(&view, &board, 1), ["?", "?", "?"]);
    let answers = play_out(&path, &mut seats, &board).await;
    assert!(answers > 30 && seats.iter().all(|seat| seat.looked > 3), "{answers} answers");
    assert!(seats.iter().any(|seat| !seat.shown.is_empty()), "somebody has fired");
    // The replay, the dice, the report, the picture, the proof.
    let mut stranger = running.browser();
    let replay = stranger.get(&format!("{path}/replay?as=both")).await;
    assert!(replay["steps"].as_array().expect("steps").len() > 30);
    let last = stranger.get(&format!("{path}/replay/5?as=0")).await;
    assert_eq!(strengths(&last, &board, 1)[0], "?", "side 0 did not know it then");
    let fortune = stranger.get(&format!("{path}/fortune")).await;
    let proof = stranger.get(&format!("{path}/verify")).await;
    let throws = proof["throws"].as_array().expect("throws");
    assert!(!throws.is_empty() && throws.iter().all(|throw| throw["faces"] == 36), "{proof}");
    assert_eq!(fortune["throws"].as_array().map(Vec::len), Some(throws.len()));
    for throw in fortune["throws"].as_array().expect("throws") {
        let shows: u32 = text(&throw["shows"]).parse().expect("two dice");
        assert!((1..=6).contains(&(shows / 10)) && (1..=6).contains(&(shows % 10)), "{throw}");
    }
    for lang in ["en", "fr"] {
        let report = stranger.call("GET", &format!("{path}/report.html?lang={lang}"), Value::Null).await;
        let page = String::from_utf8_lossy(&report.body).into_owned();
        assert_eq!(report.status, 200, "{page}");
        for raw in ["report.", "notice.", "phase.begin", "unit.shown"] {
            assert!(!page.contains(raw), "{lang}: {raw} has no words in {page}");
        }
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_option_is_offered_taken_and_written_down() {
    let running = running("option").await;
    let mut anna = running.browser();
    let battles = anna.get("/api/battles").await;
    let mut cards = battles.as_array().expect("a list").iter();
    let card = cards.find(|card| card["id"] == "meadow").expect("it is there");
    assert_eq!(card["options"][0]["values"][1], json!({ "name": "open", "label": "strengths are open" }));
    let wish = |counters: &str| {
        json!({
            "rulebook": "drill", "battle": "meadow", "options": { "rules": { "counters": counters } },
            "seats": [{ "who": "me" }, { "who": "me" }],
        })
    };
    let path = format!("/api/games/{}", text(&anna.post("/api/games", wish("open")).await["id"]));
    let board = anna.get(&format!("{path}/board")).await;
    assert_eq!(strengths(&anna.get(&format!("{path}?as=0")).await, &board, 1), ["7", "4", "4"]);
    let journal = anna.call("GET", &format!("{path}/journal"), Value::Null).await;
    let journal = String::from_utf8_lossy(&journal.body).into_owned();
    assert!(journal.contains("option counters open"), "{journal}");
    let refused = anna.call("POST", "/api/games", wish("opne")).await;
    assert_eq!(refused.status, 400);
    assert!(text(&refused.json()["error"]["message"]).contains("open"));
    running.stop().await;
}

/// The chooser shows a stranger of a battle before any game only as much as an onlooker sees.
#[tokio::test(flavor = "multi_thread")]
async fn the_chooser_tells_no_strength() {
    let running = running("chooser").await;
    let mut anna = running.browser();
    let battle = anna.get("/api/battles/drill/meadow").await;
    for side in [0, 1] {
        assert_eq!(strengths(&battle, &battle["board"], side), ["?", "?", "?"]);
    }
    let picture = anna.call("GET", "/api/battles/drill/meadow/picture.svg", Value::Null).await;
    let picture = String::from_utf8_lossy(&picture.body).into_owned();
    assert!(picture.contains(">?<") && !picture.contains(">7<"), "{picture}");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn previews_whys_and_overlays_know_the_book() {
    let running = running("ask").await;
    let mut anna = running.browser();
    let seats = json!([{ "who": "me" }, { "who": "computer", "player": "recruit" }]);
    let made =
        anna.post("/api/games", json!({ "rulebook": "drill", "battle": "meadow", "seats": seats })).await;
    let path = format!("/api/games/{}", text(&made["id"]));
    let view = anna.get(&path).await;
    assert_eq!(view["question"]["key"], "move");
    let hint = anna.post(&format!("{path}/hint"), json!({})).await;
    let preview = anna.post(&format!("{path}/preview"), json!({ "choice": hint["choice"] })).await;
    assert!(!preview["ends"].as_array().expect("ends").is_empty(), "{preview}");
    let field = anna.post(&format!("{path}/overlay"), json!({ "of": "u2", "kind": "field" })).await;
    assert!(field["overlay"]["hexes"].as_array().is_some_and(|hexes| hexes.len() > 5), "{field}");
    running.stop().await;
}
