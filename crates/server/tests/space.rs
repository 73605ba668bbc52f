//! Disk space: what anybody may bring to it, and what it keeps free for those who play.

use crate::common::{Browser, Folder, TestServer, text};
use serde_json::{Value, json};
use server::Config;
use table::journal::Chain;

/// The status of a request, what it is told, and after how many seconds it is worth trying again.
async fn told(who: &mut Browser, path: &str, body: Value) -> (u16, String, u64) {
    let reply = who.call("POST", path, body).await;
    let said: Value = reply.json();
    let after = reply.head.lines().find_map(|line| line.strip_prefix("retry-after: ")?.trim().parse().ok());
    (
        reply.status,
        said["error"]["message"].as_str().unwrap_or_default().to_owned(),
        after.unwrap_or_default(),
    )
}

fn new_game() -> Value {
    json!({ "rulebook": "jdg", "battle": "tutorial", "seats": [{ "who": "me" }, { "who": "me" }] })
}

/// A game of one who sits at both sides.
async fn game(who: &mut Browser) -> String {
    format!("/api/games/{}", text(&who.post("/api/games", new_game()).await["id"]))
}

async fn answer(who: &mut Browser, path: &str) -> u16 {
    let view = who.get(path).await;
    let body = json!({ "question": view["question"]["id"], "choice": 0 });
    who.call("POST", &format!("{path}/answer"), body).await.status
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_brought_to_the_disk_in_a_day_is_bounded_and_play_goes_on() {
    let folder = Folder::new("space");
    let running = TestServer::on(folder, Config { stored_mib_per_day: 1, ..Config::default() }).await;
    let (mut anna, mut bert) = (running.browser(), running.browser());
    bert.post("/api/accounts", json!({ "name": "Bert", "password": "correct horse" })).await;
    bert.get("/api/me").await;
    let path = game(&mut anna).await;
    let id = path.rsplit('/').next().expect("an id");
    let mut live = anna.live(id, "?as=0").await;
    let mut made = 1;
    let refused = loop {
        match told(&mut anna, "/api/games", new_game()).await {
            (200, ..) if made < 100 => made += 1,
            refused => break refused,
        }
    };
    assert_eq!((made, refused.0), (15, 429), "{}", refused.1);
    assert!(refused.1.contains("1 MiB a day") && refused.2 > 60, "{refused:?}");
    // Words come to an end too, whichever way they come.
    let words = json!({ "text": "x".repeat(400) });
    let chat = format!("{path}/chat");
    let mut said = 0;
    while anna.call("POST", &chat, words.clone()).await.status == 200 {
        said += 1;
        assert!(said < 5000, "there is no end to them");
    }
    assert_eq!(told(&mut anna, &chat, words).await.0, 429);
    live.send(json!({ "t": "say", "text": "x".repeat(400) })).await;
    while !live.next().await["error"]["message"].as_str().is_some_and(|said| said.contains("a day")) {}
    // Her game goes on, and others are not concerned.
    assert_eq!(answer(&mut anna, &path).await, 200);
    assert_eq!(told(&mut bert, "/api/games", new_game()).await.0, 200);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_is_almost_full_is_for_those_who_play() {
    let running = TestServer::start("floor").await;
    let mut anna = running.browser();
    let path = game(&mut anna).await;
    let full = Config { free_mib: u32::MAX, ..Config::default() };
    let running = TestServer::on(running.stop().await, full).await;
    anna.address = running.address;
    let (status, said, _) = told(&mut anna, "/api/games", new_game()).await;
    assert!(status == 507 && said.contains("almost full"), "{status} {said}");
    assert_eq!(told(&mut anna, &format!("{path}/chat"), json!({ "text": "hello" })).await.0, 507);
    assert_eq!(answer(&mut anna, &path).await, 200);
    assert_eq!(anna.call("GET", "/readyz", Value::Null).await.status, 200);
    running.stop().await;
}

/// A game of one's own in which seats have changed hands almost as often as may be.
async fn long_game(anna: &mut Browser) -> String {
    let path = game(anna).await;
    let journal = anna.call("GET", &format!("{path}/journal"), Value::Null).await.body;
    let journal = String::from_utf8(journal).expect("it is text");
    let begun = journal.lines().map(|line| line.rsplit_once(' ').expect("it is sealed").0.to_owned());
    let mut lines: Vec<String> = begun.collect();
    let side = lines.iter().find_map(|line| line.strip_prefix("seat ")?.split(' ').next().map(str::to_owned));
    let seat = |letter: char| format!("seat {} person {letter}", side.as_deref().expect("a side"));
    lines.extend(['x', 'y'].into_iter().cycle().take(3950).map(seat));
    let mut chain = Chain::default();
    let journal: String = lines.iter().map(|line| chain.seal(line) + "\n").collect();
    let seats = json!([{ "who": "me" }, { "who": "me" }]);
    let wish = json!({ "journal": journal, "seats": seats, "options": { "open": true } });
    format!("/api/games/{}", text(&anna.post("/api/games/upload", wish).await["id"]))
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_do_not_change_hands_for_ever() {
    let running = TestServer::start("round").await;
    let mut anna = running.browser();
    let path = long_game(&mut anna).await;
    let mut changes = 0;
    let refused = loop {
        let leaves = told(&mut anna, &format!("{path}/leave"), json!({ "side": 1 })).await;
        let comes =
            told(&mut anna, &format!("{path}/join"), json!({ "side": 1, "name": "x".repeat(40) })).await;
        changes += 1;
        match (leaves, comes) {
            ((200, ..), (200, ..)) => assert!(changes < 2000, "there is no end to it"),
            ((200, ..), refused) | (refused, _) => break refused,
        }
    };
    assert!(refused.0 == 422 && refused.1.contains("as often as may be") && changes > 3, "{refused:?}");
    running.stop().await;
}
