//! A game that is played while the disk fails, with all that belongs to it: answers, notes, words, standing orders.

use baddisk::Random;
use serde_json::{Value, json};
use server::store::Store;

use super::{KeptValue, WriteFate, told};
use crate::client::Client;

/// A game that is played, and all that was said about it.
#[derive(Clone)]
pub struct Player {
    pub game: String,
    cookie: String,
    random: Random,
    /// Answers that are stored.
    answers: u64,
    /// Whether one more may be.
    unsure: bool,
    pub journal: String,
    notes: KeptValue,
    orders: KeptValue,
    said: Vec<String>,
    /// Words that may have been said.
    pub mumbled: Vec<String>,
    pub over: bool,
    /// Number of the times that each was told.
    pub told: [u64; 3],
}

impl Player {
    /// A new game; none if that is not stored.
    pub async fn new(client: &mut Client, seed: u64) -> (WriteFate, Option<Player>) {
        let wish =
            json!({ "rulebook": "jdg", "battle": "tutorial", "seats": [{ "who": "me" }, { "who": "me" }] });
        let reply = client.call("POST", "/api/games", &wish).await;
        let told = told(&reply);
        let game = reply.json()["id"].as_str().map(str::to_owned);
        let player = game.map(|game| Player {
            game,
            cookie: client.cookie.clone(),
            random: Random::new(seed),
            answers: 0,
            unsure: false,
            journal: String::new(),
            notes: KeptValue::default(),
            orders: KeptValue { now: "0".to_owned(), maybe: None },
            said: Vec::new(),
            mumbled: Vec::new(),
            over: false,
            told: [0; 3],
        });
        (told, player)
    }

    pub fn path(&self, rest: &str) -> String {
        format!("/api/games/{}{rest}", self.game)
    }

    /// Some deeds, one after the other, as long as it is known what is stored.
    pub async fn play(mut self, address: std::net::SocketAddr, deeds: u64) -> Player {
        let mut client = Client::connect(address, &self.cookie).await;
        for _ in 0..deeds {
            let told = match self.random.below(10) {
                0 => self.note(&mut client).await,
                1 => self.say(&mut client).await,
                2 => self.order(&mut client).await,
                _ => self.answer(&mut client).await,
            };
            if let Some(told) = told {
                self.told[told as usize] += 1;
            }
            if self.over {
                break;
            }
        }
        self
    }

    pub async fn answer(&mut self, client: &mut Client) -> Option<WriteFate> {
        let side = self.random.below(2);
        let mut question = Value::Null;
        for side in [side, 1 - side] {
            let reply = client.call("GET", &self.path(&format!("?as={side}")), &Value::Null).await;
            if reply.status != 200 {
                return None;
            }
            let view = reply.json();
            self.over = view["card"]["status"] == "over";
            question = view["question"].clone();
            if let Some(count) = question["count"].as_u64().filter(|_| !self.over) {
                // Whoever sees the game again knows how it stands.
                if self.unsure {
                    self.look(client).await?;
                }
                let choice = self.random.below(count);
                let answer = json!({ "question": question["id"], "choice": choice, "side": side });
                let told = told(&client.call("POST", &self.path("/answer"), &answer).await);
                match told {
                    WriteFate::Stored => self.answers += 1,
                    WriteFate::NotStored => {}
                    WriteFate::Unsure => self.unsure = true,
                }
                return Some(told);
            }
        }
        assert!(self.over, "somebody is asked: {question}");
        None
    }

    async fn note(&mut self, client: &mut Client) -> Option<WriteFate> {
        if self.notes.maybe.is_some() {
            return None;
        }
        let text = format!("note {}", self.random.draw());
        let reply = client.call("PUT", &self.path("/notes"), &json!({ "text": text, "hexes": {} })).await;
        let told = told(&reply);
        self.notes.was(told, text);
        Some(told)
    }

    async fn say(&mut self, client: &mut Client) -> Option<WriteFate> {
        let text = format!("word {}", self.random.draw());
        let told = told(&client.call("POST", &self.path("/chat"), &json!({ "text": text })).await);
        match told {
            WriteFate::Stored => self.said.push(text),
            WriteFate::NotStored => {}
            WriteFate::Unsure => self.mumbled.push(text),
        }
        Some(told)
    }

    /// Standing orders: so many of them, for a question that is never asked.
    async fn order(&mut self, client: &mut Client) -> Option<WriteFate> {
        if self.orders.maybe.is_some() {
            return None;
        }
        let count = self.random.below(20);
        let order = json!({ "key": "never", "verb": "never", "choice": "first", "only_if": [] });
        let orders = vec![order; count as usize];
        let wish = json!({ "orders": orders, "side": 0 });
        let told = told(&client.call("PUT", &self.path("/orders"), &wish).await);
        self.orders.was(told, count.to_string());
        Some(told)
    }

    /// The journal has what was acknowledged, and no more.
    async fn look(&mut self, client: &mut Client) -> Option<()> {
        let reply = client.call("GET", &self.path("/journal"), &Value::Null).await;
        if reply.status != 200 {
            return None;
        }
        let journal = String::from_utf8(reply.body).expect("text");
        let answers = journal.lines().filter(|line| line.starts_with("answer ")).count() as u64;
        let more = answers.wrapping_sub(self.answers);
        assert!(
            more == 0 || (more == 1 && self.unsure),
            "{answers} answers, {} acknowledged, one unsure: {}",
            self.answers,
            self.unsure
        );
        assert!(journal.starts_with(&self.journal), "what was there is there");
        (self.answers, self.unsure, self.journal) = (answers, false, journal);
        Some(())
    }

    /// Everything is as it was said to be, and goes on. The disk works.
    pub async fn check(&mut self, client: &mut Client, store: &dyn Store) {
        self.look(client).await.expect("the game is there");
        let stored = store.journal(&self.game, i64::MAX).await.expect("it is read");
        assert_eq!(stored, self.journal, "what the server says is what is stored");
        let view = client.get(&self.path("?as=0")).await;
        self.notes.check(view["notes"]["text"].as_str().unwrap_or_default(), "notes");
        let orders = view["orders"].as_array().map_or(0, Vec::len);
        self.orders.check(&orders.to_string(), "orders");
        let chat = client.get(&self.path("/chat")).await;
        let found: Vec<&str> =
            chat.as_array().into_iter().flatten().filter_map(|said| said["text"].as_str()).collect();
        let last = &self.said[self.said.len().saturating_sub(20)..];
        assert!(last.iter().all(|said| found.contains(&said.as_str())), "{last:?} are in {found:?}");
        let known = |text: &str| self.said.iter().chain(&self.mumbled).any(|said| said == text);
        assert!(found.iter().all(|text| known(text)), "{found:?} was not said");
        // What is there stays there.
        let heard: Vec<String> =
            self.mumbled.iter().filter(|text| found.contains(&text.as_str())).cloned().collect();
        self.mumbled.clear();
        self.said.extend(heard);
        if !self.over {
            let told = self.answer(client).await;
            assert!(told == Some(WriteFate::Stored) || self.over, "the disk works: {told:?}");
        }
    }
}
