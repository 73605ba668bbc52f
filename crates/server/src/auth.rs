//! Sign-in: who a browser is: a random token in a cookie that scripts cannot read, maybe signed in to an account.

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use axum::http::{HeaderMap, HeaderValue, header};
use sha2::{Digest, Sha256};
use table::hash::hex;

use crate::api_error::{ApiError, Result};
use crate::store::SessionRow;

/// The cookie's name.
pub const COOKIE: &str = "berthier";
/// Seconds for which a browser is remembered.
const MAX_AGE_S: u64 = 400 * 24 * 3600;
/// A password's hash for names that nobody has: nothing fits it.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5bm9ib2R5bm9i$wkbuvq5nBbN3iR3bB7vQhQxkXWbIYs3bLqsKZk3N3mo";

/// 32 random bytes, hexadecimal.
///
/// # Errors
/// The system has no randomness.
pub fn secret() -> Result<String> {
    Ok(hex(&random::<32>()?))
}

/// Random bytes.
///
/// # Errors
/// The system has no randomness.
pub fn random<const N: usize>() -> Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(ApiError::internal)?;
    Ok(bytes)
}

/// Print of a secret, which is stored: whoever reads the data base cannot take a seat.
pub fn print(secret: &str) -> String {
    hex(&Sha256::digest(secret.as_bytes()))
}

/// A browser that is known.
#[derive(Clone, Debug)]
pub struct KnownBrowser {
    /// The hash of its token.
    pub token: String,
    /// Its row as it is kept.
    pub session: SessionRow,
}

impl KnownBrowser {
    /// Holder of its seats: the account, or the browser itself.
    pub fn holder(&self) -> String {
        match &self.session.account {
            Some(name) => account(name),
            None => browser(&self.token),
        }
    }
}

/// The account of a holder of seats, if they have one.
pub fn account_of(holder: &str) -> Option<&str> {
    holder.strip_prefix("a:")
}

/// The hash of the token of a holder of seats who is a browser that is not signed in.
pub fn browser_of(holder: &str) -> Option<&str> {
    holder.strip_prefix("s:")
}

/// An account as a holder of seats.
pub fn account(name: &str) -> String {
    format!("a:{name}")
}

/// A browser that is not signed in as a holder of seats, by the hash of its token.
pub fn browser(token: &str) -> String {
    format!("s:{token}")
}

/// The token in a request's cookies, if it looks like one of ours.
pub fn token_of(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let token = pairs.filter(|(name, _)| *name == COOKIE).map(|(_, value)| value).next()?;
    (token.len() == 64 && token.bytes().all(|b| b.is_ascii_hexdigit())).then(|| token.to_owned())
}

/// Transport: how browsers come to the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Transport {
    /// Over TLS, as its public address says: cookies go no other way.
    Tls,
    /// In the open, as on a local network.
    Open,
}

/// The header that gives a browser its token.
pub fn cookie(token: &str, transport: Transport) -> HeaderValue {
    let secure = if transport == Transport::Tls { "; Secure" } else { "" };
    let text = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age={MAX_AGE_S}{secure}");
    HeaderValue::from_str(&text).expect("a hexadecimal token and fixed words are a header's value")
}

/// The hash of a password. Slow on purpose: call it off the main tasks.
///
/// # Errors
/// The system has no randomness.
pub fn hash_password(password: &str) -> Result<String> {
    let hash: PasswordHash = Argon2::default()
        .hash_password_with_salt(password.as_bytes(), &random::<16>()?)
        .map_err(ApiError::internal)?;
    Ok(hash.to_string())
}

/// Whether a password fits its hash. Slow on purpose. Without a hash as much time is spent, so that it does not show which names exist.
pub fn fits(password: &str, hash: Option<&str>) -> bool {
    let known = PasswordHash::new(hash.unwrap_or(NOBODY));
    known.is_ok_and(|known| Argon2::default().verify_password(password.as_bytes(), &known).is_ok())
        && hash.is_some()
}

/// Device of a browser by its own words, two at most: enough to know one's own again in a list.
pub fn device_of(headers: &HeaderMap) -> String {
    let agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let first = |known: &[(&'static str, &'static str)]| {
        known.iter().find(|(mark, _)| agent.contains(mark)).map(|(_, name)| *name)
    };
    // Each pretends to be those that follow it.
    let browser = first(&[
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("Firefox/", "Firefox"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ]);
    let system = first(&[
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS", "macOS"),
        ("Linux", "Linux"),
    ]);
    [browser, system].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// A name for showing: one line, no control characters, at most 40 characters.
pub fn clean_name(name: &str, instead: &str) -> String {
    let name = clean_line(name, 40);
    if name.is_empty() { instead.to_owned() } else { name }
}

/// Whether a character shows nothing by itself, or turns the direction of writing: with it one name can look like another. (Those that Unicode
/// calls ignorable by default, and the blanks that count as letters or signs.)
pub fn is_unseen(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}')
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}')
        || matches!(c, '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffc}')
        || matches!(c, '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// One line of at most so many characters, without control characters and without those that turn the direction of writing.
pub fn clean_line(text: &str, most: usize) -> String {
    let words: Vec<String> = text
        .split(|c: char| c.is_whitespace() || c.is_control())
        .map(|word| word.chars().filter(|c| !c.is_control() && !is_unseen(*c)).collect::<String>())
        .filter(|word| !word.is_empty())
        .collect();
    words.join(" ").chars().take(most).collect::<String>().trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_nobody_sees_are_in_no_name() {
        for unseen in
            ['\u{ad}', '\u{115f}', '\u{3164}', '\u{ffa0}', '\u{2800}', '\u{200b}', '\u{fe0f}', '\u{e0041}']
        {
            assert_eq!(clean_name(&format!("An{unseen}na"), "?"), "Anna", "{unseen:?}");
            assert_eq!(clean_name(&unseen.to_string(), "nobody"), "nobody");
        }
        assert_eq!(clean_name("Ann\u{e9} \u{738b}", "?"), "Ann\u{e9} \u{738b}");
    }

    #[test]
    fn an_unknown_name_costs_what_a_wrong_password_costs() {
        let own = hash_password("correct horse").expect("there is randomness");
        assert!(fits("correct horse", Some(&own)) && !fits("wrong horse", Some(&own)));
        let (own, nobody) =
            (PasswordHash::new(&own).expect("it is whole"), PasswordHash::new(NOBODY).expect("it is whole"));
        assert_eq!((own.algorithm, own.version), (nobody.algorithm, nobody.version));
        assert_eq!(own.params.to_string(), nobody.params.to_string());
        assert_eq!(own.hash.map(|hash| hash.len()), nobody.hash.map(|hash| hash.len()));
        assert!(!fits("nobody", None));
    }
}
