//! Games that go on by themselves do so when the disk works again, though nobody asks for it: computer players, standing orders, clocks.

use std::collections::BTreeMap;
use std::time::Duration;

use baddisk::{Disk, End, Plan, Trouble};
use serde_json::{Value, json};
use server::store::OVER;
use server::work::Turn;

use super::DiskServer;
use crate::client::Client;

/// Games with standing orders: some come to a question for which there is none.
const ORDERED: usize = 6;
/// Time until all goes on at the latest, in tenths of a second.
const PATIENCE: u64 = 300;

async fn new_game(client: &mut Client, seats: Value, options: Value) -> String {
    let wish = json!({ "rulebook": "jdg", "battle": "tutorial", "seats": seats, "options": options });
    let reply = client.call("POST", "/api/games", &wish).await;
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
    reply.json()["id"].as_str().expect("it has an id").to_owned()
}

fn computer() -> Value {
    json!({ "who": "computer", "player": "recruit" })
}

/// Standing orders to do what comes first, for the questions of a game that is played so far.
async fn learn(client: &mut Client) -> Value {
    let game = new_game(client, json!([{ "who": "me" }, computer()]), json!({})).await;
    let path = format!("/api/games/{game}");
    let board = client.get(&format!("{path}/board")).await;
    let mut verbs = BTreeMap::new();
    for _ in 0..600 {
        let view = client.get(&path).await;
        let question = &view["question"];
        if let (Some(key), Some(verb)) = (question["key"].as_str(), question["groups"][0]["verb"].as_u64()) {
            verbs.insert(key.to_owned(), board["verbs"][verb as usize]["word"].clone());
            let answer = json!({ "question": question["id"], "choice": 0 });
            client.call("POST", &format!("{path}/answer"), &answer).await;
        } else if view["card"]["status"] == "over" {
            break;
        } else {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
    let order = |(key, verb)| json!({ "key": key, "verb": verb, "choice": "first", "only_if": [] });
    Value::Array(verbs.into_iter().map(order).collect())
}

/// Number of the decisions of each side in what is stored.
async fn decided(running: &DiskServer, game: &str) -> Vec<usize> {
    let journal = running.store.journal(game, i64::MAX).await.expect("it is read");
    let mut counts = BTreeMap::new();
    for line in journal.lines() {
        if let Some(seat) = line.strip_prefix("seat ") {
            counts.entry(seat.split(' ').next().unwrap_or_default()).or_insert(0);
        } else if let Some(answer) = line.strip_prefix("answer ") {
            *counts.entry(answer.split(' ').next().unwrap_or_default()).or_insert(0) += 1;
        }
    }
    counts.into_values().collect()
}

async fn decided_in(running: &DiskServer, games: &[String]) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    for game in games {
        all.push(decided(running, game).await);
    }
    all
}

async fn is_over(running: &DiskServer, game: &str) -> bool {
    running.store.game(game).await.expect("it is read").expect("it is there").state.status == OVER
}

#[tokio::test(flavor = "multi_thread")]
async fn computers_standing_orders_and_clocks_go_on_by_themselves_when_the_disk_works_again() {
    let base = std::env::temp_dir().join(format!("berthier-goes-on-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&base);
    let running = DiskServer::start(&Disk::new(&base, 1806), None).await.expect("the disk works");
    let mut client = running.client("").await;
    let orders = learn(&mut client).await;
    // Nobody thinks until the disk fails.
    let held = running.work.hold(|turn| matches!(turn, Turn::Computers(_))).await;
    let computers = new_game(&mut client, json!([computer(), computer()]), json!({})).await;
    let mut ordered = Vec::new();
    for _ in 0..ORDERED {
        let game = new_game(&mut client, json!([{ "who": "me" }, computer()]), json!({})).await;
        let wish = json!({ "orders": orders, "side": 0 });
        let reply = client.call("PUT", &format!("/api/games/{game}/orders"), &wish).await;
        assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
        ordered.push(game);
    }
    let clock = json!({ "clock": { "budget_s": 2, "increment_s": 0, "at_zero": "lose" } });
    let timed = new_game(&mut client, json!([{ "who": "me" }, { "who": "me" }]), clock).await;
    let trouble = Trouble::Errors;
    running.disk.plan(Plan { after: 0, lasts: u64::MAX, percent: 100, trouble, end: End::Well });
    let all = [vec![computers], ordered].concat();
    let before = decided_in(&running, &all).await;
    drop(held);
    tokio::time::sleep(Duration::from_millis(3500)).await;
    assert!(running.disk.count().failures > 0, "it was tried");
    assert_eq!(decided_in(&running, &all).await, before);
    assert!(!is_over(&running, &timed).await);
    // From here on nobody asks for anything.
    running.disk.heal();
    let mut goes_on = [false; 3];
    for _ in 0..PATIENCE {
        let now = decided_in(&running, &all).await;
        let has_grown: Vec<bool> = now
            .iter()
            .zip(&before)
            .map(|(now, before)| now.iter().zip(before).all(|(now, before)| now > before))
            .collect();
        goes_on = [has_grown[0], has_grown[1..].contains(&true), is_over(&running, &timed).await];
        if goes_on == [true; 3] {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(goes_on, [true; 3], "computers, standing orders, clocks");
    let _ = running.stop.send(true);
    std::fs::remove_dir_all(&base).expect("the folder is ours");
}
