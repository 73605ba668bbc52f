//! Mails. An address is used only when its owner has confirmed it: whoever gives one brings about one mail, which asks, and holds a link
//! with a random secret. The page behind the link has a button; opening it confirms nothing. In every mail stands a link that stops all mails
//! from this server to that mailbox, without signing in; the same page lets them be sent again.
//!
//! Mails that ask wait on disk until they are sent, so that a restart loses none. They are bounded by the day, for whom they are asked, to
//! which mailbox, and from where ([`crate::store::mail`]). Of their secrets only the hash is stored. The secret of the link that stops mails is
//! stored as it is, for each mail needs it: who reads the disk could stop mails with it, and no more.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use lettre::message::Mailbox;
use lettre::message::header::{ContentType, Header, HeaderName, HeaderValue};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use tokio::sync::mpsc;

use crate::notify::PATIENCE;
use crate::store::mail::{DueMail, MailFate, MailRow, Seal};
use crate::store::{Store, StoreError};
use crate::{Config, auth, now_s};

/// Seconds for which the link in a mail that asks is good.
pub const VALID_S: i64 = 3 * 24 * 3600;
/// Number of the tries of such a mail.
const TRIES: i64 = 4;
/// After how many seconds it is tried again, at first; then after four times as many each.
const AGAIN_S: i64 = 60;
/// Pause between looks for mails that are due.
const LOOK: Duration = Duration::from_secs(20);
/// Number of the mails sent at once.
const AT_ONCE: u32 = 8;

/// A mail that is to be sent.
#[derive(Debug)]
pub(crate) struct Letter {
    to: String,
    subject: String,
    body: String,
    /// The link that stops mails.
    stop: String,
}

/// By what a mailbox is known: the hash of its address, however that is written. What stands behind a plus is the owner's own mark; some
/// houses take no notice of dots.
pub fn mailbox(email: &str) -> String {
    let email = email.to_lowercase();
    let (local, house) = email.rsplit_once('@').unwrap_or((&email, ""));
    let local = local.split_once('+').map_or(local, |(local, _)| local);
    let local = match house {
        "gmail.com" | "googlemail.com" => local.replace('.', ""),
        _ => local.to_owned(),
    };
    auth::print(&format!("{local}@{house}"))
}

/// The words of mails, in a language.
struct Words {
    ask: &'static str,
    ask_body: &'static str,
    nobody: &'static str,
    turn: &'static str,
    turn_body: &'static str,
    stop: &'static str,
}

const ENGLISH: Words = Words {
    ask: "Berthier: is this your mail address?",
    ask_body: "{who} wishes to be told at this address when it is their turn in a game at {base}\n\n\
               If that is you, open this link within three days and press the button there:\n\n{link}\n\n\
               If it is not, do nothing, and nothing else will be sent to you.",
    nobody: "A player without an account",
    turn: "Your turn: {title}",
    turn_body: "It is your turn in {title}.\n\n{link}",
    stop: "To get no more mails from this server:\n\n{stop}",
};

const FRENCH: Words = Words {
    ask: "Berthier : cette adresse est-elle la vôtre ?",
    ask_body: "{who} souhaite être prévenu à cette adresse quand c’est à lui de jouer, sur {base}\n\n\
               Si c’est vous, ouvrez ce lien dans les trois jours et pressez le bouton :\n\n{link}\n\n\
               Sinon, ne faites rien : rien d’autre ne vous sera envoyé.",
    nobody: "Un joueur sans compte",
    turn: "À vous de jouer : {title}",
    turn_body: "C’est à vous de jouer dans {title}.\n\n{link}",
    stop: "Pour ne plus recevoir de messages de ce serveur :\n\n{stop}",
};

fn words(language: &str) -> &'static Words {
    if language == "fr" { &FRENCH } else { &ENGLISH }
}

/// A text with its blanks filled. What is filled in is not looked at again.
fn fill(text: &str, blanks: &[(&str, &str)]) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').expect("every blank in our own words is closed");
        let value = blanks.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value);
        out.push_str(before);
        out.push_str(value);
        rest = after;
    }
    out + rest
}

fn letter(config: &Config, language: &str, to: &str, stop: &str, texts: (String, String)) -> Letter {
    let (subject, body) = texts;
    let stop = format!("{}/#/mail/stop/{stop}", config.base());
    let last = fill(words(language).stop, &[("stop", &stop)]);
    Letter { to: to.to_owned(), subject, body: format!("{body}\n\n--\n{last}\n"), stop }
}

/// The mail that tells of a turn.
pub(crate) fn turn(config: &Config, mail: &MailRow, title: &str, link: &str) -> Letter {
    let words = words(&mail.language);
    let blanks = [("title", title), ("link", link)];
    letter(
        config,
        &mail.language,
        &mail.email,
        &mail.stop,
        (fill(words.turn, &blanks), fill(words.turn_body, &blanks)),
    )
}

/// The mail that asks whether an address is right.
fn question(config: &Config, mail: &DueMail, secret: &str) -> Letter {
    let words = words(&mail.language);
    let (base, link) = (config.base(), format!("{}/#/mail/confirm/{secret}", config.base()));
    let who = auth::account_of(&mail.holder).unwrap_or(words.nobody);
    let body = fill(words.ask_body, &[("who", who), ("base", &base), ("link", &link)]);
    letter(config, &mail.language, &mail.email, &mail.stop, (words.ask.to_owned(), body))
}

/// A header that is not among those that are known.
macro_rules! header {
    ($name:ident, $text:literal) => {
        #[derive(Clone)]
        struct $name(String);

        impl Header for $name {
            fn name() -> HeaderName {
                HeaderName::new_from_ascii_str($text)
            }

            fn parse(text: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
                Ok($name(text.to_owned()))
            }

            fn display(&self) -> HeaderValue {
                HeaderValue::new(Self::name(), self.0.clone())
            }
        }
    };
}

header!(ListUnsubscribe, "List-Unsubscribe");
header!(AutoSubmitted, "Auto-Submitted");

/// Sends a mail.
///
/// # Errors
/// It was not taken, in words.
pub(crate) async fn send(smtp: &str, from: &str, letter: &Letter) -> Result<(), String> {
    let message = Message::builder()
        .from(from.parse::<Mailbox>().map_err(|error| error.to_string())?)
        .to(letter.to.parse::<Mailbox>().map_err(|error| error.to_string())?)
        .subject(&letter.subject)
        .header(ContentType::TEXT_PLAIN)
        .header(ListUnsubscribe(format!("<{}>", letter.stop)))
        .header(AutoSubmitted("auto-generated".to_owned()))
        .body(letter.body.clone())
        .map_err(|error| error.to_string())?;
    let transport =
        AsyncSmtpTransport::<Tokio1Executor>::from_url(smtp).map_err(|error| error.to_string())?;
    let transport = transport.timeout(Some(PATIENCE)).build();
    transport.send(message).await.map(|_| ()).map_err(|error| error.to_string())
}

/// The way to the task that asks. It ends when this is dropped.
pub struct Post(Option<mpsc::Sender<()>>);

impl Post {
    /// Starts the task, if the configuration allows mail. What was to be sent when the server stopped is sent now.
    pub fn start(config: &Config, store: Arc<dyn Store>) -> Post {
        let Some(smtp) = config.smtp.clone() else { return Post(None) };
        let (bell, mut rings) = mpsc::channel(1);
        let config = config.clone();
        tokio::spawn(async move {
            loop {
                if let Err(error) = send_due(&config, &smtp, &*store).await {
                    tracing::warn!(error, "mails that ask for confirmation wait");
                }
                // Rung or not: what has failed is due again some time.
                if let Ok(None) = tokio::time::timeout(LOOK, rings.recv()).await {
                    return;
                }
            }
        });
        Post(Some(bell))
    }

    /// A mail is due.
    pub fn wake(&self) {
        if let Some(bell) = &self.0 {
            // If it cannot be rung, it has been, and is not heard yet.
            let _ = bell.try_send(());
        }
    }
}

/// Sends what is due.
async fn send_due(config: &Config, smtp: &str, store: &dyn Store) -> Result<(), String> {
    loop {
        let due = store.due_mails(now_s(), AT_ONCE).await.map_err(|error| error.to_string())?;
        for asked in join_all(due.iter().map(|mail| ask(config, smtp, store, mail))).await {
            asked.map_err(|error| error.to_string())?;
        }
        if due.len() < AT_ONCE as usize {
            return Ok(());
        }
    }
}

/// Sends one. Its secret is on disk before, with the time when it is tried again: whatever happens meanwhile, it is tried a few times at most.
async fn ask(config: &Config, smtp: &str, store: &dyn Store, mail: &DueMail) -> Result<(), StoreError> {
    let secret = auth::secret().map_err(|fault| StoreError::Refused(fault.problem.message))?;
    let (now, proof) = (now_s(), auth::print(&secret));
    let wait_s = AGAIN_S << (2 * mail.tries.clamp(0, TRIES));
    let again = if mail.tries + 1 < TRIES { now + wait_s } else { 0 };
    let seal = Seal { proof: proof.clone(), valid_until: now + VALID_S, again };
    if !store.seal_mail(mail, &seal).await? {
        // It was changed or taken away meanwhile.
        return Ok(());
    }
    let sent = send(smtp, &config.mail_from, &question(config, mail, &secret)).await;
    if let Err(error) = &sent {
        tracing::warn!(error, tries = mail.tries + 1, "a mail that asks for confirmation was not sent");
    }
    let fate = if sent.is_ok() { MailFate::Sent } else { MailFate::Unsent };
    store.mail_sent(&proof, fate).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mailbox_is_known_however_its_address_is_written() {
        let same = |a: &str, b: &str| mailbox(a) == mailbox(b);
        assert!(
            same("Anna@Example.org", "anna@example.org")
                && same("anna+games@example.org", "anna@example.org")
        );
        assert!(same("an.na@gmail.com", "anna@gmail.com") && !same("an.na@example.org", "anna@example.org"));
        assert!(
            !same("anna@example.org", "bert@example.org") && !same("anna@example.org", "anna@example.com")
        );
    }

    #[test]
    fn mails_are_written_in_both_languages_and_name_who_asks_and_how_to_stop_them() {
        let config = Config { public_url: "https://play.example/".into(), ..Config::default() };
        let mail = |holder: &str, language: &str| DueMail {
            holder: holder.into(),
            email: "anna@example.org".into(),
            language: language.into(),
            due: 1,
            tries: 0,
            stop: "abc".into(),
        };
        let english = question(&config, &mail("a:anna", "en"), "123");
        assert!(english.body.starts_with("anna wishes"), "{}", english.body);
        assert!(english.body.contains("https://play.example/#/mail/confirm/123\n"), "{}", english.body);
        assert!(english.body.contains("https://play.example/#/mail/stop/abc\n"), "{}", english.body);
        let french = question(&config, &mail("s:1", "fr"), "123");
        assert!(french.body.starts_with("Un joueur sans compte souhaite"), "{}", french.body);
        assert!(french.subject.contains("adresse") && french.body.contains("/#/mail/stop/abc\n"));
        for (blank, words) in [("{", ENGLISH), ("{", FRENCH)] {
            let filled = fill(words.ask_body, &[]) + &fill(words.turn_body, &[]) + &fill(words.stop, &[]);
            assert!(!filled.contains(blank), "{filled}");
        }
    }

    #[test]
    fn what_is_filled_in_is_not_looked_at_again() {
        assert_eq!(fill("{a} and {b}", &[("a", "{b}"), ("b", "x")]), "{b} and x");
    }
}
