//! Accounts, browsers that are signed in, and where a player is told that it is their turn.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

wire! {
    /// Person at the browser: who it is to the server.
    struct Me {
        /// The account's name, if signed in.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub account: Option<String>,
        /// Place to be told of one's turn, if anywhere.
        pub notify: Notify,
        /// State of the mail address, as far as it is known.
        pub mail: MailState,
        /// Whether the server can send e-mail.
        pub can_mail: bool,
        /// Whether the server may call webhooks.
        pub can_webhook: bool,
    }

    /// Address of notices: where a player is told that it is their turn. Empty: nowhere.
    #[derive(Default)]
    struct Notify {
        /// An e-mail address. Its owner is asked by one mail whether it is right; nothing else is sent there before they have said so.
        #[serde(default)]
        pub email: String,
        /// A web address to which a JSON message is posted.
        #[serde(default)]
        pub webhook: String,
    }

    /// The secret of the link in a mail that asks whether an address is right.
    struct MailProof {
        /// 64 hexadecimal digits.
        pub secret: String,
    }

    /// A mail address that was confirmed.
    struct MailCard {
        /// The address.
        pub email: String,
    }

    /// Wish of the owner of a mail address, with the secret of the link that stands in every mail.
    struct MailStop {
        /// 64 hexadecimal digits.
        pub secret: String,
        /// Whether no more mails are to be sent there; if not, they may be sent again.
        pub stop: bool,
    }

    /// Name and password, to make an account or to sign in.
    struct Credentials {
        /// 3 to 32 letters, digits, `-` or `_`.
        pub name: String,
        /// 8 to 200 characters.
        pub password: String,
        /// Whether all other browsers that are signed in to the account are signed out.
        #[serde(default)]
        pub alone: bool,
    }

    /// A browser that is signed in to one's account.
    struct SessionCard {
        /// Name by which it is to be signed out.
        pub id: String,
        /// Its device, as far as it says so.
        pub device: String,
        /// Time at which it was last seen, to the hour, in seconds since 1970.
        pub seen: i64,
        /// Whether it is this one.
        pub here: bool,
    }
}

/// State of a mail address: what is known of a player's mail address.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MailState {
    /// There is none.
    None,
    /// Its owner is asked: a mail is on its way or there, and its link is good. Nothing else is sent.
    Asked,
    /// Nobody has confirmed it, and there is no mail whose link is good. Nothing is sent.
    Unconfirmed,
    /// Its owner has confirmed it: turns are told there.
    Confirmed,
    /// Its owner wants no mails from this server.
    Stopped,
}
