//! A mail server on this machine that keeps what it is sent.

use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

/// Time for which a mail is waited for.
const PATIENCE: Duration = Duration::from_secs(10);
/// Time for which it is waited to see that none comes.
const SILENCE: Duration = Duration::from_millis(700);

/// A mail as it came in.
pub struct Mail {
    pub to: String,
    pub text: String,
}

impl Mail {
    /// The secret of its link to `#/mail/confirm/` or `#/mail/stop/`.
    pub fn secret(&self, of: &str) -> String {
        let mark = format!("/#/mail/{of}/");
        // The last one stands in the text; a header has the link that stops mails too.
        let (_, rest) = self.text.rsplit_once(&mark).unwrap_or_else(|| panic!("no {mark} in {}", self.text));
        let secret: String = rest.chars().take_while(char::is_ascii_hexdigit).collect();
        assert_eq!(secret.len(), 64, "{}", self.text);
        secret
    }
}

pub struct PostOffice {
    port: u16,
    mails: mpsc::Receiver<Mail>,
}

impl PostOffice {
    pub async fn open() -> PostOffice {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let port = listener.local_addr().expect("it has an address").port();
        let (sender, mails) = mpsc::channel(100);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let sender = sender.clone();
                tokio::spawn(async move { take(stream, sender).await });
            }
        });
        PostOffice { port, mails }
    }

    /// As the server is told of it.
    pub fn url(&self) -> String {
        format!("smtp://127.0.0.1:{}", self.port)
    }

    pub async fn next(&mut self) -> Mail {
        tokio::time::timeout(PATIENCE, self.mails.recv()).await.expect("a mail comes").expect("it is open")
    }

    /// The next mail, however long that takes; none when nobody sends any more.
    pub async fn come(&mut self) -> Option<Mail> {
        self.mails.recv().await
    }

    /// No mail comes.
    pub async fn is_silent(&mut self) {
        if let Ok(Some(mail)) = tokio::time::timeout(SILENCE, self.mails.recv()).await {
            panic!("a mail to {}: {}", mail.to, mail.text);
        }
    }
}

async fn take(stream: TcpStream, mails: mpsc::Sender<Mail>) {
    let mut stream = BufReader::new(stream);
    let (mut to, mut text, mut line, mut in_data) = (String::new(), String::new(), String::new(), false);
    let mut reply = "220 sink\r\n";
    loop {
        if stream.write_all(reply.as_bytes()).await.is_err() {
            return;
        }
        line.clear();
        if !stream.read_line(&mut line).await.is_ok_and(|read| read > 0) {
            return;
        }
        reply = match line.trim_end() {
            "." if in_data => {
                in_data = false;
                // Long lines are broken by `=`.
                let text = std::mem::take(&mut text).replace("=\r\n", "");
                let _ = mails.send(Mail { to: to.clone(), text }).await;
                "250 kept\r\n"
            }
            _ if in_data => {
                text.push_str(&line);
                ""
            }
            "DATA" => {
                in_data = true;
                "354 go on\r\n"
            }
            "QUIT" => return,
            command => {
                if let Some(address) =
                    command.strip_prefix("RCPT TO:<").and_then(|rest| rest.split('>').next())
                {
                    to = address.to_owned();
                }
                "250 good\r\n"
            }
        };
    }
}
