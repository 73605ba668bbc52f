//! Telling a player who is away that it is their turn: by e-mail or by a webhook, if the operator has allowed either. Mails go only to
//! addresses that their owners have confirmed ([`crate::mail`]).
//!
//! Webhooks go where players say. So that nobody reaches through the server what stands behind its firewall, addresses of private
//! networks are refused where the name is resolved, and no redirect is followed; the operator may allow them.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, ToSocketAddrs as _, UdpSocket};
use std::sync::Arc;
use std::time::Duration;

use ipnet::IpNet;
use serde_json::json;
use tokio::sync::{Semaphore, mpsc};
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};

use crate::mail::{self, Letter};
use crate::store::{SeatRow, Store, StoreError};
use crate::{Config, auth, now_s};

/// Nobody is told of the same game more often than this, in seconds.
const PAUSE_S: i64 = 600;
/// Pause between looks whether such a pause is over.
const LOOK: Duration = Duration::from_secs(30);
/// Number of the messages that may wait; more are dropped.
const QUEUE: usize = 1024;
/// Number of the messages sent at once, so that a slow receiver does not keep the others waiting.
const AT_ONCE: usize = 16;
/// Time for which a receiver is waited for.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

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
        tokio::spawn(run(Arc::new(config.clone()), store, receiver));
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

/// Notices sent and due: who was told of which game, and when; and who is to be told when the pause is over, if they are still waited for then.
#[derive(Default)]
struct Notices {
    at: HashMap<(String, String), i64>,
    later: HashMap<(String, String), Word>,
}

impl Notices {
    /// A word that is to be sent now; else it is kept for later.
    fn take(&mut self, word: Word) -> Option<Word> {
        self.at.retain(|_, at| word.when - *at < PAUSE_S);
        let key = (word.holder.clone(), word.game.clone());
        if self.at.contains_key(&key) {
            if self.later.len() < QUEUE {
                self.later.insert(key, word);
            }
            return None;
        }
        self.later.remove(&key);
        self.at.insert(key, word.when);
        Some(word)
    }

    /// The words whose pause is over.
    fn due(&mut self, now: i64) -> Vec<Word> {
        let is_due = |key: &(String, String)| self.at.get(key).is_none_or(|at| now - at >= PAUSE_S);
        let keys: Vec<_> = self.later.keys().filter(|key| is_due(key)).cloned().collect();
        keys.iter().filter_map(|key| self.later.remove(key)).map(|word| Word { when: now, ..word }).collect()
    }
}

async fn run(config: Arc<Config>, store: Arc<dyn Store>, mut words: mpsc::Receiver<Word>) {
    let mut notices = Notices::default();
    let sending = Arc::new(Semaphore::new(AT_ONCE));
    let mut look = tokio::time::interval(LOOK);
    loop {
        let new = tokio::select! {
            word = words.recv() => match word {
                Some(word) => vec![word],
                None => return,
            },
            _ = look.tick() => {
                let mut due = Vec::new();
                for word in notices.due(now_s()) {
                    if is_waited_for(&*store, &word).await {
                        due.push(word);
                    }
                }
                due
            }
        };
        for word in new.into_iter().filter_map(|word| notices.take(word)) {
            let Ok(places) = places(&*store, &config, &word).await else { continue };
            let Ok(permit) = Arc::clone(&sending).acquire_owned().await else { return };
            let config = Arc::clone(&config);
            tokio::spawn(async move {
                send(&config, places, &word).await;
                drop(permit);
            });
        }
    }
}

/// Whether it is still a holder's turn, as the game stands on disk.
async fn is_waited_for(store: &dyn Store, word: &Word) -> bool {
    let Ok(Some(listed)) = store.game(&word.game).await else { return false };
    let waits = |seat: &SeatRow| listed.state.summary.waiting.contains(&seat.side);
    listed.seats.iter().any(|seat| seat.holder.as_deref() == Some(&word.holder) && waits(seat))
}

/// Addresses of a player: where somebody is told.
struct Places {
    mail: Option<Letter>,
    webhook: String,
}

fn link(config: &Config, word: &Word) -> String {
    format!("{}/#/game/{}", config.base(), word.game)
}

async fn send(config: &Config, places: Places, word: &Word) {
    let mail = async {
        if let (Some(smtp), Some(letter)) = (&config.smtp, &places.mail)
            && let Err(error) = mail::send(smtp, &config.mail_from, letter).await
        {
            tracing::warn!(error, "a mail was not sent");
        }
    };
    let call = async {
        if config.webhooks && !places.webhook.is_empty() {
            post(places.webhook, config, word, &link(config, word)).await;
        }
    };
    tokio::join!(mail, call);
}

/// Places where a holder is told: by mail only if its owner has confirmed the address, and has not stopped mails.
async fn places(store: &dyn Store, config: &Config, word: &Word) -> Result<Places, StoreError> {
    let webhook = match (auth::account_of(&word.holder), auth::browser_of(&word.holder)) {
        (Some(name), _) => store.account(name).await?.map(|account| account.webhook),
        (_, Some(token)) => store.session(token).await?.map(|session| session.webhook),
        _ => None,
    };
    let mail = store.mail(&word.holder).await?.filter(|mail| mail.is_confirmed && !mail.is_stopped);
    let letter = |mail| mail::turn(config, &mail, &word.title, &link(config, word));
    Ok(Places { mail: mail.map(letter), webhook: webhook.unwrap_or_default() })
}

async fn post(url: String, config: &Config, word: &Word, link: &str) {
    let (private, public_url) = (config.webhooks_private, config.public_url.clone());
    let body = json!({ "game": word.game, "title": word.title, "link": link }).to_string();
    let done = tokio::task::spawn_blocking(move || {
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(PATIENCE))
            .max_redirects(0)
            // A proxy would resolve the name itself.
            .proxy(None)
            .build();
        let resolver = OutsideResolver::of(private, &public_url);
        let agent = ureq::Agent::with_parts(config, DefaultConnector::default(), resolver);
        agent.post(&url).header("content-type", "application/json").send(body).map(|_| ())
    });
    match done.await {
        Ok(Err(error)) => tracing::warn!(%error, "a webhook was not called"),
        Err(error) => tracing::warn!(%error, "a webhook was not called"),
        Ok(Ok(())) => {}
    }
}

/// Resolves names to addresses of the open internet only. The address that was looked at is the one that is connected to, so that a
/// name that points elsewhere a moment later helps nobody.
#[derive(Debug)]
struct OutsideResolver {
    private: bool,
    /// The addresses at which players reach this server.
    own: Vec<IpAddr>,
    resolver: DefaultResolver,
}

impl OutsideResolver {
    /// For a server that players reach at a web address.
    fn of(private: bool, public_url: &str) -> OutsideResolver {
        OutsideResolver { private, own: own_addresses(public_url), resolver: DefaultResolver::default() }
    }

    fn may_call(&self, address: IpAddr) -> bool {
        self.private || (is_outside(address) && !is_own(address) && !self.own.contains(&address))
    }
}

impl Resolver for OutsideResolver {
    fn resolve(
        &self,
        uri: &Uri,
        config: &ureq::config::Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.resolver.resolve(uri, config, timeout)?;
        match found.iter().all(|address| self.may_call(address.ip().to_canonical())) {
            true => Ok(found),
            false => Err(ureq::Error::HostNotFound),
        }
    }
}

/// Whether an address is this machine's: the system would speak to it from itself. Nothing is sent.
fn is_own(address: IpAddr) -> bool {
    let here: IpAddr = match address {
        IpAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
        IpAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
    };
    let from = UdpSocket::bind((here, 0)).and_then(|socket| {
        socket.connect((address, 9))?;
        socket.local_addr()
    });
    // One that cannot be reached is not reached.
    from.is_ok_and(|from| from.ip().to_canonical() == address)
}

/// The addresses of the server's own name, also where a router stands between it and them.
fn own_addresses(public_url: &str) -> Vec<IpAddr> {
    let Ok(url) = public_url.parse::<Uri>() else { return Vec::new() };
    let Some(host) = url.host() else { return Vec::new() };
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let found = (host, 443).to_socket_addrs().map(|found| found.map(|address| address.ip().to_canonical()));
    found.map(Iterator::collect).unwrap_or_default()
}

/// Networks that do not belong to the open internet: RFC 6890 and its successors.
const INSIDE: [&str; 15] = [
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
];
/// Of the longer addresses, only these are given out to the open internet ...
const GLOBAL: &str = "2000::/3";
/// ... without those that carry a short one inside (Teredo, 6to4), and without examples.
const NOT_GLOBAL: [&str; 3] = ["2001::/32", "2001:db8::/32", "2002::/16"];

/// Whether an address belongs to the open internet.
fn is_outside(address: IpAddr) -> bool {
    let address = address.to_canonical();
    let is_in = |network: &&str| {
        let network: IpNet = network.parse().expect("networks are written here as they are read");
        network.contains(&address)
    };
    match address {
        IpAddr::V4(_) => !INSIDE.iter().any(is_in),
        IpAddr::V6(_) => is_in(&GLOBAL) && !NOT_GLOBAL.iter().any(is_in),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_was_told_lately_is_told_again_when_the_pause_is_over() {
        let word = |when| Word { holder: "s:1".into(), game: "g".into(), title: "T".into(), when };
        let mut notices = Notices::default();
        assert!(
            notices.take(word(0)).is_some()
                && notices.take(word(100)).is_none()
                && notices.take(word(200)).is_none()
        );
        assert!(notices.due(PAUSE_S - 1).is_empty());
        let mut due = notices.due(PAUSE_S);
        assert_eq!(due.len(), 1);
        assert!(notices.due(PAUSE_S).is_empty(), "once");
        assert!(notices.take(due.remove(0)).is_some() && notices.take(word(PAUSE_S + 1)).is_none());
    }

    #[test]
    fn this_machine_and_its_public_address_are_its_own() {
        assert!(is_own([127, 0, 0, 1].into()));
        assert!(!is_own([203, 0, 113, 1].into()));
        assert_eq!(own_addresses("https://203.0.113.7:8443/games"), [IpAddr::from([203, 0, 113, 7])]);
        assert_eq!(own_addresses("https://[2001:db8::7]/"), ["2001:db8::7".parse::<IpAddr>().expect("one")]);
        assert!(own_addresses("").is_empty());
        let resolver = OutsideResolver::of(false, "https://93.184.216.34/");
        let may = |address: &str| resolver.may_call(address.parse().expect("an address"));
        assert!(may("1.1.1.1") && !may("93.184.216.34") && !may("127.0.0.1"));
    }

    #[test]
    fn private_addresses_are_not_outside() {
        for inside in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
            "255.255.255.255",
            "198.18.0.1",
            "198.51.100.7",
            "192.88.99.1",
            "::1",
            "::",
            "fe80::1",
            "fd00::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:0:1::",
            "2001:db8::1",
        ] {
            assert!(!is_outside(inside.parse().expect("an address")), "{inside}");
        }
        for outside in ["1.1.1.1", "93.184.216.34", "2606:4700::1111"] {
            assert!(is_outside(outside.parse().expect("an address")), "{outside}");
        }
    }
}
