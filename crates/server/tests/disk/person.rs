//! Somebody with an account: signing up, in and out, in several browsers, with a mail address, while the disk fails.

use baddisk::Random;
use serde_json::{Value, json};

use super::letters::Letters;
use super::{WriteFate, told};
use crate::client::{Client, Reply};

const PASSWORD: &str = "correct horse";
/// Number of the attempts to sign in to an account that is not there: after more tries one has to wait.
const MISSES: u32 = 3;
/// Number of the mail addresses that somebody gives: the server allows one more a day, and a bounded number from one place.
const ADDRESSES: u32 = 5;

/// Mail address of somebody: what is known of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Mail {
    /// There is none.
    #[default]
    None,
    /// It is not confirmed.
    Given,
    Confirmed,
    Stopped,
}

/// State of somebody's account.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct AccountState {
    /// Whether there is an account.
    exists: bool,
    /// Whether what the first browser held is the account's.
    has_moved: bool,
    /// The address to call of the account; of the first browser while there is none.
    webhook: String,
    /// The mail address, whose it is as that is, and what is known of it.
    email: String,
    mail: Mail,
    /// By browser, whether it is signed in.
    signed_in: Vec<bool>,
    /// Tokens that may be signed in and that nobody was told.
    hidden: usize,
}

impl AccountState {
    /// Reads what somebody is told of where they are told of their turns.
    fn read(&mut self, me: &Value) {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        (self.webhook, self.email) = (text(&me["notify"]["webhook"]), text(&me["notify"]["email"]));
        self.mail = match me["mail"].as_str() {
            Some("none") => Mail::None,
            Some("asked" | "unconfirmed") => Mail::Given,
            Some("confirmed") => Mail::Confirmed,
            Some("stopped") => Mail::Stopped,
            _ => panic!("nothing is told of their mail address: {me}"),
        };
    }
}

/// Somebody, and all that they were told.
#[derive(Clone)]
pub struct Person {
    name: String,
    random: Random,
    letters: Letters,
    /// Number of the mail addresses they have given.
    addresses: u32,
    /// Those of which they were told that they were not stored.
    unstored: Vec<String>,
    /// The cookies of their browsers. The first one is without an account at first.
    cookies: Vec<String>,
    /// A game that they made before they had an account.
    game: Option<String>,
    now: AccountState,
    /// Another state that it may have as well.
    maybe: Option<AccountState>,
    missed: u32,
    /// Answers that they were told since it was looked at last.
    lately: Vec<String>,
    /// Number of the times that each was told; and of confirming mail addresses and stopping mails alone.
    pub told: [u64; 3],
    pub mailed: [u64; 3],
}

/// Name and password.
fn credentials(name: &str, alone: bool) -> Value {
    json!({ "name": name, "password": PASSWORD, "alone": alone })
}

impl Person {
    /// Somebody whose browser is known. The disk works.
    pub async fn new(
        client: &mut Client,
        name: String,
        (random, letters): (Random, Letters),
        plays: bool,
    ) -> Person {
        client.cookie.clear();
        let webhook = format!("https://example.org/{name}");
        let reply = client.call("PUT", "/api/me/notify", &json!({ "webhook": webhook })).await;
        assert_eq!(told(&reply), WriteFate::Stored, "the disk works");
        let mut game = None;
        if plays {
            let seats = json!([{ "who": "me" }, { "who": "invited" }]);
            let wish = json!({ "rulebook": "jdg", "battle": "tutorial", "seats": seats });
            let reply = client.call("POST", "/api/games", &wish).await;
            assert_eq!(told(&reply), WriteFate::Stored, "the disk works");
            game = reply.json()["id"].as_str().map(str::to_owned);
        }
        let cookies = vec![client.cookie.clone()];
        let now = AccountState { webhook, signed_in: vec![false], ..AccountState::default() };
        let ([told, mailed], lately) = ([[0; 3]; 2], Vec::new());
        let (addresses, unstored, missed, maybe) = (0, Vec::new(), 0, None);
        Person {
            name,
            random,
            letters,
            addresses,
            unstored,
            cookies,
            game,
            now,
            maybe,
            missed,
            lately,
            told,
            mailed,
        }
    }

    /// Whether nothing more is to be learnt from them.
    pub fn is_done(&self) -> bool {
        self.cookies.len() > 6 || self.missed >= MISSES
    }

    /// Some deeds, one after the other, as long as it is known what is stored.
    pub async fn act(mut self, address: std::net::SocketAddr, deeds: u64) -> Person {
        let mut client = Client::connect(address, "").await;
        for _ in 0..deeds {
            if self.maybe.is_none() {
                self.deed(&mut client).await;
            }
        }
        self
    }

    /// The places of the browsers that are signed in.
    fn signed_in(&self) -> Vec<usize> {
        (0..self.cookies.len()).filter(|at| self.now.signed_in[*at]).collect()
    }

    async fn deed(&mut self, client: &mut Client) {
        let own = self.signed_in();
        let one = own.get(self.random.below(own.len() as u64) as usize).copied();
        if self.random.percent(40) && self.heed_mail(client).await {
            return;
        }
        match (self.now.exists, one, self.random.below(9)) {
            (false, _, 0..4) => self.notify(client, 0).await,
            (false, ..) => self.sign_up(client).await,
            (true, None, _) => self.sign_in(client, None).await,
            (true, Some(_), 0) => self.sign_in(client, None).await,
            (true, Some(one), 1) => self.sign_in(client, Some(one)).await,
            (true, Some(one), 2) => self.sign_out(client, one).await,
            (true, Some(one), 3) => self.end_others(client, one).await,
            (true, Some(one), _) => self.notify(client, one).await,
        }
    }

    /// Notes the answer to something after which it would stand otherwise.
    fn was(&mut self, deed: &str, reply: &Reply, after: AccountState) -> WriteFate {
        let told = told(reply);
        self.lately.push(format!("{deed}: {told:?}"));
        self.told[told as usize] += 1;
        match told {
            WriteFate::Stored => self.now = after,
            WriteFate::NotStored => {}
            WriteFate::Unsure => self.maybe = Some(after),
        }
        told
    }

    /// A browser that signs in gets a new token; the one that it had ends.
    fn came(&mut self, client: &Client, told: WriteFate) {
        if told == WriteFate::Stored {
            self.cookies.push(client.cookie.clone());
        }
        if let Some(maybe) = &mut self.maybe {
            maybe.signed_in.pop();
            maybe.hidden += 1;
        }
    }

    async fn sign_up(&mut self, client: &mut Client) {
        client.cookie.clone_from(&self.cookies[0]);
        let reply = client.call("POST", "/api/accounts", &credentials(&self.name, false)).await;
        let mut after = AccountState { exists: true, has_moved: true, ..self.now.clone() };
        after.signed_in.push(true);
        let told = self.was("signs up", &reply, after);
        self.came(client, told);
    }

    /// Signs a new browser in, or one that is signed in already.
    async fn sign_in(&mut self, client: &mut Client, from: Option<usize>) {
        client.cookie = from.map(|at| self.cookies[at].clone()).unwrap_or_default();
        let alone = self.random.percent(30);
        let reply = client.call("POST", "/api/login", &credentials(&self.name, alone)).await;
        let mut after = self.now.clone();
        if let Some(at) = from {
            after.signed_in[at] = false;
        }
        if alone {
            after.signed_in.fill(false);
            after.hidden = 0;
        }
        after.signed_in.push(true);
        let told = self.was("signs in", &reply, after);
        self.came(client, told);
    }

    async fn sign_out(&mut self, client: &mut Client, at: usize) {
        client.cookie.clone_from(&self.cookies[at]);
        let reply = client.call("POST", "/api/logout", &json!({})).await;
        let mut after = self.now.clone();
        after.signed_in[at] = false;
        self.was("signs out", &reply, after);
    }

    async fn end_others(&mut self, client: &mut Client, at: usize) {
        client.cookie.clone_from(&self.cookies[at]);
        let reply = client.call("DELETE", "/api/me/sessions", &Value::Null).await;
        let mut after = self.now.clone();
        after.signed_in.fill(false);
        after.signed_in[at] = true;
        after.hidden = 0;
        self.was("ends others", &reply, after);
    }

    async fn notify(&mut self, client: &mut Client, at: usize) {
        client.cookie.clone_from(&self.cookies[at]);
        let webhook = format!("https://example.org/{}", self.random.below(1000));
        let (mut email, mut mail) = (self.now.email.clone(), self.now.mail);
        if self.addresses < ADDRESSES && self.random.percent(70) {
            self.addresses += 1;
            email = format!("{}.{}@example.org", self.name, self.addresses);
            mail = Mail::Given;
        } else if self.random.percent(20) {
            (email, mail) = Default::default();
        }
        let wish = json!({ "webhook": webhook, "email": email });
        let reply = client.call("PUT", "/api/me/notify", &wish).await;
        if reply.status == 429 {
            // Others have asked too often from here. Nothing has changed.
            return;
        }
        let after = AccountState { webhook, email, mail, ..self.now.clone() };
        let is_new = after.email != self.now.email;
        let given = after.email.clone();
        if self.was("notes where they are told", &reply, after) == WriteFate::NotStored && is_new {
            self.unstored.push(given);
        }
    }

    /// Reads the mail that asks whether their address is right, and confirms it or wants no more mails; whether there was one.
    async fn heed_mail(&mut self, client: &mut Client) -> bool {
        let Some(secrets) = self.letters.to(&self.now.email) else { return false };
        client.cookie.clear();
        let (deed, path, wish, mail) = match self.now.mail {
            Mail::Given if self.random.percent(80) => {
                ("confirms", "/api/mail/confirm", json!({ "secret": secrets.confirm }), Mail::Confirmed)
            }
            Mail::Given | Mail::Confirmed => {
                ("stops", "/api/mail/stop", json!({ "secret": secrets.stop, "stop": true }), Mail::Stopped)
            }
            Mail::None | Mail::Stopped => return false,
        };
        let reply = client.call("POST", path, &wish).await;
        // Another mail is on its way, and the secret of this one is worth nothing any more.
        if reply.status == 404 && deed == "confirms" {
            return true;
        }
        let told = self.was(deed, &reply, AccountState { mail, ..self.now.clone() });
        self.mailed[told as usize] += 1;
        true
    }

    /// Everything is as they were told, as a whole. The disk works.
    pub async fn check(&mut self, client: &mut Client) {
        let found = self.look(client).await;
        let is_one = found == self.now || self.maybe.as_ref() == Some(&found);
        let (now, maybe) = (&self.now, &self.maybe);
        assert!(is_one, "{found:?} is there instead of {now:?}, or maybe {maybe:?}: {:?}", self.lately);
        (self.now, self.maybe) = (found, None);
        let mailed = self.unstored.iter().find(|address| self.letters.to(address).is_some());
        assert_eq!(mailed, None, "it was not stored, and is mailed to: {:?}", self.lately);
        self.lately.clear();
    }

    /// Looks at the state.
    async fn look(&mut self, client: &mut Client) -> AccountState {
        let mut found = AccountState::default();
        let mut listed = None;
        for (at, cookie) in self.cookies.clone().into_iter().enumerate() {
            client.cookie = cookie;
            let me = client.get("/api/me").await;
            let is_in = me["account"] == self.name.as_str();
            assert!(is_in || me["account"].is_null(), "it is nobody else's: {me}");
            found.signed_in.push(is_in);
            if is_in || (at == 0 && found.webhook.is_empty()) {
                found.read(&me);
            }
            if is_in && listed.is_none() {
                listed = client.get("/api/me/sessions").await.as_array().map(Vec::len);
                found.exists = true;
                found.has_moved = self.has_game(client).await.unwrap_or(true);
            }
        }
        let known = found.signed_in.iter().filter(|is_in| **is_in).count();
        // Who is signed in nowhere cannot see what is hidden from them without signing in.
        found.hidden = match listed {
            Some(listed) => listed.checked_sub(known).expect("who is signed in is in the list"),
            None => return self.come_in(client, found).await,
        };
        found
    }

    /// Signs in to find out whether that can be done, and signs out.
    async fn come_in(&mut self, client: &mut Client, mut found: AccountState) -> AccountState {
        client.cookie.clear();
        let reply = client.call("POST", "/api/login", &credentials(&self.name, false)).await;
        found.exists = match reply.status {
            200 => true,
            401 => false,
            status => panic!("{status}: {}", String::from_utf8_lossy(&reply.body)),
        };
        if found.exists {
            found.read(&reply.json());
            found.has_moved = self.has_game(client).await.unwrap_or(true);
            let listed = client.get("/api/me/sessions").await;
            found.hidden = listed.as_array().map_or(0, Vec::len) - 1;
            assert_eq!(client.call("POST", "/api/logout", &json!({})).await.status, 200, "the disk works");
        } else {
            self.missed += 1;
            client.cookie.clone_from(&self.cookies[0]);
            found.has_moved = !self.has_game(client).await.unwrap_or(true);
        }
        found
    }

    /// Whether the one who asks holds the game; nothing if there is none.
    async fn has_game(&self, client: &mut Client) -> Option<bool> {
        let game = self.game.as_deref()?;
        let list = client.get("/api/games?list=mine").await;
        Some(list.as_array().into_iter().flatten().any(|card| card["id"] == game))
    }
}
