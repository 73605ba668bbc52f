//! The mails that come in a world: who has the secret of one has read it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use crate::common::post::PostOffice;

/// The secrets of the last mail to an address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Secrets {
    /// Of the link that confirms it.
    pub confirm: String,
    /// Of the link that stops mails.
    pub stop: String,
}

/// A mail server, and what has come.
#[derive(Clone)]
pub struct Letters {
    pub url: String,
    by_address: Arc<Mutex<HashMap<String, Secrets>>>,
}

impl Letters {
    pub async fn open() -> Letters {
        let mut post = PostOffice::open().await;
        let letters = Letters { url: post.url(), by_address: Arc::default() };
        let by_address = Arc::clone(&letters.by_address);
        tokio::spawn(async move {
            while let Some(mail) = post.come().await {
                let secrets = Secrets { confirm: mail.secret("confirm"), stop: mail.secret("stop") };
                by_address.lock().expect("nobody panics with this lock").insert(mail.to, secrets);
            }
        });
        letters
    }

    /// The secrets of the last mail to an address, if one has come.
    pub fn to(&self, address: &str) -> Option<Secrets> {
        self.by_address.lock().expect("nobody panics with this lock").get(address).cloned()
    }
}
