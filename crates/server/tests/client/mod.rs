//! A client that keeps its connection: many requests in a short time.

use std::net::SocketAddr;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// A reply.
pub struct Reply {
    pub status: u16,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// The code of a refusal.
    pub fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_default().to_owned()
    }
}

/// A connection with a cookie.
pub struct Client {
    stream: BufReader<TcpStream>,
    address: SocketAddr,
    pub cookie: String,
}

impl Client {
    pub async fn connect(address: SocketAddr, cookie: &str) -> Client {
        let stream = TcpStream::connect(address).await.expect("the server listens");
        stream.set_nodelay(true).expect("it is a socket");
        Client { stream: BufReader::new(stream), address, cookie: cookie.to_owned() }
    }

    pub async fn call(&mut self, method: &str, path: &str, body: &Value) -> Reply {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncookie: berthier={}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            self.address,
            self.cookie,
            body.len()
        );
        self.stream.write_all(request.as_bytes()).await.expect("the request is sent");
        let (mut status, mut length) = (0, 0);
        for number in 0.. {
            let mut line = String::new();
            self.stream.read_line(&mut line).await.expect("there is a reply");
            let line = line.trim_end();
            if number == 0 {
                status = line.split(' ').nth(1).and_then(|word| word.parse().ok()).expect("a status");
            } else if line.is_empty() {
                break;
            } else if let Some(value) = line.strip_prefix("content-length: ") {
                length = value.parse().expect("a length");
            } else if let Some(value) = line.strip_prefix("set-cookie: berthier=") {
                self.cookie = value.split(';').next().expect("a value").to_owned();
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).await.expect("the body comes");
        Reply { status, body }
    }

    pub async fn get(&mut self, path: &str) -> Value {
        let reply = self.call("GET", path, &Value::Null).await;
        assert_eq!(reply.status, 200, "{path}: {}", String::from_utf8_lossy(&reply.body));
        reply.json()
    }
}
