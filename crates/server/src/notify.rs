//! Telling a player who is away that it is his turn: by e-mail or by a webhook, if the operator has allowed either.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use lettre::message::Mailbox;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use serde_json::json;
use tokio::sync::mpsc;

use crate::Config;
use crate::store::Store;
use crate::wire::Notify;

/// Nobody is told of the same game more often than this, in seconds.
const PAUSE_S: i64 = 600;
/// How many messages may wait; more are dropped.
const QUEUE: usize = 1024;

struct Word {
    holder: String,
    game: String,
    title: String,
    when: i64,
}

/// The way to the task that tells.
pub struct Notifier(Option<mpsc::Sender<Word>>);

impl Notifier {
    /// Starts the task, if the configuration allows mail or webhooks.
    pub fn start(config: &Config, store: Arc<dyn Store>) -> Notifier {
        if config.smtp.is_none() && !config.webhooks {
            return Notifier(None);
        }
        let (sender, receiver) = mpsc::channel(QUEUE);
        tokio::spawn(run(config.clone(), store, receiver));
        Notifier(Some(sender))
    }

    /// Whether anybody can be told.
    pub fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// It is a holder's turn in a game.
    pub fn tell(&self, holder: &str, game: &str, title: &str, when: i64) {
        if let Some(sender) = &self.0 {
            let word =
                Word { holder: holder.to_owned(), game: game.to_owned(), title: title.to_owned(), when };
            // When too many wait, this one is dropped: the list of waiting games still has it.
            let _ = sender.try_send(word);
        }
    }
}

async fn run(config: Config, store: Arc<dyn Store>, mut words: mpsc::Receiver<Word>) {
    let mut told: HashMap<(String, String), i64> = HashMap::new();
    while let Some(word) = words.recv().await {
        let key = (word.holder.clone(), word.game.clone());
        told.retain(|_, when| word.when - *when < PAUSE_S);
        if told.contains_key(&key) {
            continue;
        }
        told.insert(key, word.when);
        let Some(notify) = address(&*store, &word.holder).await else { continue };
        let link = format!("{}/#/game/{}", config.public_url.trim_end_matches('/'), word.game);
        if let (Some(smtp), false) = (&config.smtp, notify.email.is_empty()) {
            mail(smtp, &config.mail_from, &notify.email, &word.title, &link).await;
        }
        if config.webhooks && !notify.webhook.is_empty() {
            post(notify.webhook.clone(), &word, &link).await;
        }
    }
}

async fn address(store: &dyn Store, holder: &str) -> Option<Notify> {
    match holder.split_at_checked(2)? {
        ("a:", name) => Some(store.account(name).await.ok()??.1),
        ("s:", token) => Some(store.session(token).await.ok()??.notify),
        _ => None,
    }
}

async fn mail(smtp: &str, from: &str, to: &str, title: &str, link: &str) {
    let done = async {
        let message = Message::builder()
            .from(from.parse::<Mailbox>().map_err(|error| error.to_string())?)
            .to(to.parse::<Mailbox>().map_err(|error| error.to_string())?)
            .subject(format!("Your turn: {title}"))
            .body(format!("It is your turn in {title}.\n\n{link}\n"))
            .map_err(|error| error.to_string())?;
        let transport =
            AsyncSmtpTransport::<Tokio1Executor>::from_url(smtp).map_err(|error| error.to_string())?;
        transport.build().send(message).await.map_err(|error| error.to_string())
    };
    if let Err(error) = done.await {
        tracing::warn!(error, "a mail was not sent");
    }
}

async fn post(url: String, word: &Word, link: &str) {
    let body = json!({ "game": word.game, "title": word.title, "link": link }).to_string();
    let done = tokio::task::spawn_blocking(move || {
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .timeout_global(Some(Duration::from_secs(10)))
            .max_redirects(0)
            .build()
            .into();
        agent.post(&url).header("content-type", "application/json").send(body).map(|_| ())
    });
    match done.await {
        Ok(Err(error)) => tracing::warn!(%error, "a webhook was not called"),
        Err(error) => tracing::warn!(%error, "a webhook was not called"),
        Ok(Ok(())) => {}
    }
}
