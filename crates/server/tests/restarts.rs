//! A game that two people play with everything the server adds to it (clocks, standing orders, taking back, seats that change hands, computers
//! that take over) stands as it stood after the server was started anew, whenever that happens.

use std::time::Duration;

use crate::common::{Browser, TestServer};
use serde_json::{Value, json};
use server::Config;

/// So many things are done in a game.
const DEEDS: usize = 150;

struct Game {
    running: TestServer,
    path: String,
    people: [Browser; 2],
    lot: u64,
    /// Deeds so far, for whoever has to find out.
    deeds: Vec<String>,
    /// Number of the events that only the server knows of: standing orders that answered, clocks that fell, seats in which others sat.
    come_about: [usize; 3],
}

impl Game {
    async fn start(name: &str, number: u64, dice: &str) -> Game {
        let running = TestServer::start(name).await;
        let (mut anna, mut bert) = (running.browser(), running.browser());
        let clock =
            json!({ "budget_s": if number == 1 { 600 } else { 2 }, "increment_s": 0, "at_zero": "computer" });
        let (id, code) = anna.new_game(json!({ "clock": clock, "open": true, "dice": dice })).await;
        let path = format!("/api/games/{id}");
        bert.post(&format!("{path}/join"), json!({ "side": 1, "code": code, "name": "Bert" })).await;
        Game { running, path, people: [anna, bert], lot: number, deeds: Vec::new(), come_about: [0; 3] }
    }

    fn lot(&mut self, of: u64) -> u64 {
        self.lot = self.lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.lot >> 33) % of
    }

    async fn call(&mut self, side: usize, method: &str, way: &str, body: Value) -> u16 {
        let reply = self.people[side].call(method, &format!("{}{way}", self.path), body.clone()).await;
        self.deeds.push(format!("{side} {method} {way} {body}: {}", reply.status));
        assert!(reply.status < 500, "{:#?}\n{}", self.deeds, String::from_utf8_lossy(&reply.body));
        reply.status
    }

    /// Something that one of them may do, or may not.
    async fn deed(&mut self) {
        let side = usize::from(self.lot(2) == 1);
        let view = self.people[side].get(&self.path.clone()).await;
        match self.lot(24) {
            0 => self.call(side, "POST", "/undo", json!({ "back": 1 })).await,
            1 => {
                let back = 1 + self.lot(3);
                self.call(side, "POST", "/undo", json!({ "back": back, "ask": true })).await
            }
            2 | 3 if !view["undo"].is_null() => {
                let agree = self.lot(2) == 1;
                self.call(side, "POST", "/undo/consent", json!({ "agree": agree, "id": view["undo"]["id"] }))
                    .await
            }
            4 | 9..=11 => {
                let order = json!({ "key": view["question"]["key"], "verb": "pass", "choice": "first" });
                let orders = if view["question"].is_null() { json!([]) } else { json!([order]) };
                self.call(side, "PUT", "/orders", json!({ "orders": orders })).await
            }
            5 => {
                self.call(side, "POST", "/leave", json!({ "side": side })).await;
                self.call(side, "POST", "/join", json!({ "side": side, "name": "Carl" })).await
            }
            6 if self.lot(4) == 0 => {
                self.call(side, "POST", "/computer", json!({ "side": side, "player": "recruit" })).await
            }
            7 => self.call(side, "POST", "/pause", json!({ "agree": true })).await,
            8 => self.call(side, "POST", "/chat", json!({ "text": "well played" })).await,
            _ => match view["question"]["count"].as_u64() {
                None => 0,
                Some(count) => {
                    let answer = json!({ "question": view["question"]["id"], "choice": self.lot(count) });
                    self.call(side, "POST", "/answer", answer).await
                }
            },
        };
    }

    /// Sights of each of them, and of an onlooker; without what goes on with the time.
    async fn seen(&mut self) -> [Value; 3] {
        let mut stranger = self.running.browser();
        let mut views = [Value::Null, Value::Null, stranger.get(&self.path).await];
        for (view, who) in views.iter_mut().zip(&mut self.people) {
            *view = who.get(&self.path).await;
        }
        for view in &mut views {
            // A server that starts counts from a later one.
            view["revision"].take();
            for volatile in ["left_ms", "at_ms"] {
                if let Some(clocks) = view["clocks"].as_object_mut() {
                    clocks.remove(volatile);
                }
            }
        }
        views
    }

    /// Sights when nothing goes on by itself any more.
    async fn settled(&mut self) -> [Value; 3] {
        let mut before = self.seen().await;
        for _ in 0..200 {
            tokio::time::sleep(Duration::from_millis(15)).await;
            let now = self.seen().await;
            if now == before {
                return now;
            }
            before = now;
        }
        panic!("it does not come to rest: {:#?}", self.deeds)
    }

    /// Starts the server anew, which must show the same; a clock may have fallen meanwhile, or a computer have moved.
    async fn restart(mut self) -> Game {
        for _ in 0..20 {
            let before = self.settled().await;
            let folder = self.running.stop().await;
            self.running = TestServer::on(folder, Config::default()).await;
            for who in &mut self.people {
                who.address = self.running.address;
            }
            let after = self.seen().await;
            if before == after {
                self.note(&after);
                return self;
            }
            let went_on =
                before.iter().zip(&after).any(|(before, after)| before["log_length"] != after["log_length"]);
            assert!(went_on, "{:#?}\n{}", self.deeds, differences(&before, &after));
        }
        panic!("the game never stands still: {:#?}", self.deeds)
    }
}

impl Game {
    fn note(&mut self, views: &[Value; 3]) {
        let logs = views.iter().flat_map(|view| view["log"].as_array().into_iter().flatten());
        let ordered = logs.filter(|entry| !entry["facts"]["order"].is_null()).count();
        let seats = views[2]["card"]["seats"].as_array().expect("seats").clone();
        let computers = seats.iter().filter(|seat| seat["kind"] == "computer").count();
        let wished =
            self.deeds.iter().filter(|deed| deed.contains("/computer") && deed.ends_with("200")).count();
        let others = seats.iter().filter(|seat| seat["name"] == "Carl").count();
        let now = [ordered, computers.saturating_sub(wished), others];
        self.come_about = std::array::from_fn(|which| self.come_about[which].max(now[which]));
    }
}

/// The parts of the views that differ.
fn differences(before: &[Value; 3], after: &[Value; 3]) -> String {
    let mut out = String::new();
    for (number, (before, after)) in before.iter().zip(after).enumerate() {
        for (name, value) in before.as_object().expect("a view") {
            if *value != after[name] {
                out += &format!("viewer {number}, {name}:\n  {value}\n  {}\n", after[name]);
            }
        }
    }
    out
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_stands_as_it_stood_after_the_server_was_started_anew() {
    let (mut come_about, mut answers) = ([0; 3], 0);
    for number in 1..=2 {
        for dice in ["screen", "typed"] {
            let mut game = Game::start(&format!("anew-{dice}-{number}"), number, dice).await;
            for deed in 0..DEEDS {
                // In every other game somebody thinks for too long.
                if number == 2 && deed == 20 {
                    tokio::time::sleep(Duration::from_secs(2)).await;
                }
                game.deed().await;
                if game.lot(10) == 0 {
                    game = game.restart().await;
                }
            }
            game = game.restart().await;
            let taken = |deed: &&String| deed.contains("/answer") && deed.ends_with("200");
            answers += game.deeds.iter().filter(taken).count();
            come_about = std::array::from_fn(|which| come_about[which] + game.come_about[which]);
            game.running.stop().await;
        }
    }
    assert!(answers > 30 && come_about.iter().all(|times| *times > 0), "{answers} answers; {come_about:?}");
}
