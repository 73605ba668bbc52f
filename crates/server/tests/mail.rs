//! Mail addresses: nothing is sent to one but the mail that asks, until its owner has confirmed it.

use std::path::Path;
use std::time::Duration;

use crate::common::post::PostOffice;
use crate::common::{Browser, Folder, TestServer, text};
use serde_json::{Value, json};
use server::{Config, auth};
use sqlx::{Connection, Row, SqliteConnection};

const ANNA: &str = "anna@example.org";

async fn start(name: &str, post: &PostOffice) -> TestServer {
    let folder = Folder::new(name);
    on(folder, &post.url()).await
}

async fn on(folder: Folder, smtp: &str) -> TestServer {
    TestServer::on(folder, Config { smtp: Some(smtp.to_owned()), ..Config::default() }).await
}

async fn disk(folder: &Path) -> SqliteConnection {
    let file = format!("sqlite://{}", folder.join("berthier.sqlite").display());
    SqliteConnection::connect(&file).await.expect("the file opens")
}

async fn run(folder: &Path, statement: &str) {
    let mut file = disk(folder).await;
    let done =
        sqlx::query(sqlx::AssertSqlSafe(statement.to_owned())).execute(&mut file).await.expect("it is done");
    assert!(done.rows_affected() > 0, "{statement}");
}

/// Waits until something holds of the addresses on disk.
async fn noted(folder: &Path, what: &str) {
    let mut file = disk(folder).await;
    for _ in 0..400 {
        let query = format!("SELECT MIN({what}) AS holds FROM address");
        let row = sqlx::query(sqlx::AssertSqlSafe(query)).fetch_one(&mut file).await;
        if row.expect("it is read").get::<i64, _>("holds") == 1 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("it is not noted: {what}");
}

/// A game in which it is the browser's turn at once.
async fn turn(browser: &mut Browser) {
    let seats = json!([{ "who": "me" }, { "who": "me" }]);
    browser
        .post(
            "/api/games",
            json!({ "rulebook": "jdg", "battle": "tutorial", "name": "Anna", "seats": seats }),
        )
        .await;
}

/// Gives an address; the status.
async fn give(browser: &mut Browser, email: &str) -> u16 {
    browser.call("PUT", "/api/me/notify", json!({ "email": email })).await.status
}

/// State of its address, as the browser is told.
async fn state(browser: &mut Browser) -> (String, String) {
    let me = browser.get("/api/me").await;
    (text(&me["notify"]["email"]), text(&me["mail"]))
}

fn is(email: &str, state: &str) -> (String, String) {
    (email.to_owned(), state.to_owned())
}

async fn confirm(browser: &mut Browser, secret: &str) -> u16 {
    browser.call("POST", "/api/mail/confirm", json!({ "secret": secret })).await.status
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_is_used_only_when_its_owner_has_confirmed_it() {
    let mut post = PostOffice::open().await;
    let running = start("mail", &post).await;
    let mut anna = running.browser();
    anna.post("/api/accounts", json!({ "name": "anna", "password": "correct horse" })).await;
    assert_eq!(state(&mut anna).await, is("", "none"));
    assert_eq!(give(&mut anna, ANNA).await, 200);
    let asked = post.next().await;
    assert_eq!(asked.to, ANNA);
    assert!(asked.text.contains("anna wishes to be told"), "{}", asked.text);
    assert!(asked.text.contains("List-Unsubscribe: <http"), "{}", asked.text);
    turn(&mut anna).await;
    post.is_silent().await;
    // Giving it once more asks nobody.
    assert_eq!(give(&mut anna, ANNA).await, 200);
    post.is_silent().await;
    // A program that opens links beforehand confirms nothing: what stands behind the `#` does not reach the server.
    let secret = asked.secret("confirm");
    let mut phone = running.browser();
    assert_eq!(phone.call("GET", "/", Value::Null).await.status, 200);
    for path in ["/api/mail/confirm".to_owned(), format!("/api/mail/confirm?secret={secret}")] {
        assert_eq!(phone.call("GET", &path, Value::Null).await.status, 405);
    }
    assert_eq!(state(&mut anna).await, is(ANNA, "asked"));
    // Another browser, which is nobody's, has the link.
    assert_eq!(confirm(&mut phone, &"0".repeat(64)).await, 404);
    let card = phone.post("/api/mail/confirm", json!({ "secret": secret })).await;
    assert_eq!((&card["email"], &phone.cookie), (&json!(ANNA), &None));
    assert_eq!(confirm(&mut phone, &secret).await, 200, "a second press does no harm");
    assert_eq!(state(&mut anna).await, is(ANNA, "confirmed"));
    assert_eq!(anna.call("POST", "/api/me/mail/again", Value::Null).await.status, 200);
    turn(&mut anna).await;
    let told = post.next().await;
    assert!(told.to == ANNA && told.text.contains("Subject: Your turn"), "{}", told.text);
    assert_eq!(told.secret("stop"), asked.secret("stop"));
    // Another address is not confirmed, and the old link does not confirm it.
    assert_eq!(give(&mut anna, "other@example.org").await, 200);
    assert_eq!(confirm(&mut phone, &secret).await, 404);
    assert_eq!(post.next().await.to, "other@example.org");
    assert_eq!(state(&mut anna).await, is("other@example.org", "asked"));
    turn(&mut anna).await;
    // Nor is the one from before confirmed, should it come back.
    assert_eq!(give(&mut anna, ANNA).await, 200);
    let again = post.next().await;
    assert!(again.to == ANNA && again.text.contains("is this your mail address"), "{}", again.text);
    turn(&mut anna).await;
    assert_eq!(give(&mut anna, "").await, 200);
    assert_eq!(state(&mut anna).await, is("", "none"));
    assert_eq!(confirm(&mut phone, &again.secret("confirm")).await, 404, "it was taken away");
    assert_eq!(anna.call("POST", "/api/me/mail/again", Value::Null).await.status, 404);
    post.is_silent().await;
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_flooded_with_mails_that_ask() {
    let mut post = PostOffice::open().await;
    let running = start("flood", &post).await;
    let mut anna = running.browser();
    anna.post("/api/accounts", json!({ "name": "anna", "password": "correct horse" })).await;
    // One mailbox, however its address is written and whoever asks: three.
    assert_eq!(give(&mut anna, ANNA).await, 200);
    post.next().await;
    assert_eq!(anna.call("POST", "/api/me/mail/again", Value::Null).await.status, 200);
    post.next().await;
    let mut bert = running.browser();
    assert_eq!(give(&mut bert, "Anna+1@Example.org").await, 200);
    let kept = post.next().await;
    for (browser, email) in [(&mut running.browser(), ANNA), (&mut bert, "ANNA@example.org")] {
        assert_eq!(give(browser, email).await, 429, "{email}");
    }
    assert_eq!(anna.call("POST", "/api/me/mail/again", Value::Null).await.status, 429);
    // Who was refused has what they had.
    assert_eq!(state(&mut bert).await, is("Anna+1@Example.org", "asked"));
    assert_eq!(confirm(&mut bert, &kept.secret("confirm")).await, 200);
    // One account, whomever it asks: six.
    for number in 2..6 {
        assert_eq!(give(&mut anna, &format!("x{number}@example.org")).await, 200);
        post.next().await;
    }
    assert_eq!(give(&mut anna, "x6@example.org").await, 429);
    assert_eq!(state(&mut anna).await, is("x5@example.org", "asked"));
    // One address of the network, however many browsers it makes.
    let folder = running.folder.clone();
    run(&folder, "UPDATE asked SET number = 49 WHERE payer = 'n:127.0.0.1'").await;
    for status in [200, 429] {
        let mut browser = running.browser();
        assert_eq!(give(&mut browser, &format!("y{status}@example.org")).await, status);
    }
    post.next().await;
    // Tomorrow there are others; the server may have been started again.
    let folder = running.stop().await;
    let running = on(folder.clone(), &post.url()).await;
    (anna.address, bert.address) = (running.address, running.address);
    assert_eq!(give(&mut anna, "x6@example.org").await, 429, "a restart gives nobody more");
    post.is_silent().await;
    run(&folder, "UPDATE asked SET day = day - 1").await;
    assert_eq!(give(&mut anna, "x6@example.org").await, 200);
    post.next().await;
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_mail_has_a_link_that_stops_them() {
    let mut post = PostOffice::open().await;
    let running = start("stop", &post).await;
    let (mut anna, mut owner) = (running.browser(), running.browser());
    assert_eq!(give(&mut anna, ANNA).await, 200);
    let asked = post.next().await;
    assert_eq!(confirm(&mut owner, &asked.secret("confirm")).await, 200);
    let wish = |secret: &str, stop: bool| json!({ "secret": secret, "stop": stop });
    let secret = asked.secret("stop");
    assert_eq!(
        owner.call("POST", "/api/mail/stop", wish(&asked.secret("confirm"), true)).await.status,
        404,
        "the other secret is for something else"
    );
    assert_eq!(confirm(&mut owner, &secret).await, 404);
    owner.post("/api/mail/stop", wish(&secret, true)).await;
    assert!(owner.cookie.is_none());
    assert_eq!(state(&mut anna).await, is(ANNA, "stopped"));
    turn(&mut anna).await;
    // Nobody brings a mail about any more.
    let mut bert = running.browser();
    assert_eq!(give(&mut bert, "ANNA+more@example.org").await, 409);
    assert_eq!(state(&mut bert).await, is("", "none"));
    let folder = running.stop().await;
    let running = on(folder, &post.url()).await;
    (anna.address, bert.address, owner.address) = (running.address, running.address, running.address);
    assert_eq!(give(&mut bert, ANNA).await, 409, "also after a restart");
    post.is_silent().await;
    owner.post("/api/mail/stop", wish(&secret, false)).await;
    assert_eq!(state(&mut anna).await, is(ANNA, "confirmed"));
    turn(&mut anna).await;
    assert!(post.next().await.text.contains("Subject: Your turn"));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn restarts_lose_nothing_and_links_end() {
    let mut post = PostOffice::open().await;
    // Nobody takes mails for a while.
    let closed = "smtp://127.0.0.1:9";
    let folder = start("late", &post).await.stop().await;
    let running = on(folder, closed).await;
    let mut anna = running.browser();
    assert_eq!(give(&mut anna, ANNA).await, 200);
    // A server that has stopped, but whose process goes on, must not try it once more.
    noted(&running.folder, "tries > 0").await;
    let folder = running.stop().await;
    run(&folder, "UPDATE address SET due = 1").await;
    let running = on(folder, &post.url()).await;
    anna.address = running.address;
    let secret = post.next().await.secret("confirm");
    assert_eq!(state(&mut anna).await, is(ANNA, "asked"));
    let folder = running.stop().await;
    for file in ["berthier.sqlite", "berthier.sqlite-wal"] {
        let bytes = std::fs::read(folder.join(file)).unwrap_or_default();
        let is_there = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
        assert!(!is_there(&secret), "the secret is on disk");
    }
    // Long after.
    run(&folder, "UPDATE address SET valid_until = 1").await;
    let running = on(folder, &post.url()).await;
    anna.address = running.address;
    assert_eq!(confirm(&mut anna, &secret).await, 404);
    assert_eq!(state(&mut anna).await, is(ANNA, "unconfirmed"));
    turn(&mut anna).await;
    post.is_silent().await;
    assert_eq!(anna.call("POST", "/api/me/mail/again?lang=fr", Value::Null).await.status, 200);
    let french = post.next().await;
    assert!(french.text.contains("ouvrez ce lien"), "{}", french.text);
    let folder = running.stop().await;
    let running = on(folder, &post.url()).await;
    anna.address = running.address;
    assert_eq!(confirm(&mut anna, &secret).await, 404, "the last mail's link counts");
    assert_eq!(confirm(&mut anna, &french.secret("confirm")).await, 200);
    assert_eq!(state(&mut anna).await, is(ANNA, "confirmed"));
    // One that nobody ever takes is given up, and it is said.
    assert_eq!(give(&mut anna, "nobody@example.org").await, 200);
    post.next().await;
    noted(&running.folder, "due = 0").await;
    let folder = running.stop().await;
    run(&folder, "UPDATE address SET due = 1, tries = 3").await;
    let running = on(folder, closed).await;
    anna.address = running.address;
    for _ in 0..400 {
        if state(&mut anna).await.1 == "unconfirmed" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(state(&mut anna).await, is("nobody@example.org", "unconfirmed"));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_goes_with_who_signs_up_and_with_nobody_else() {
    let mut post = PostOffice::open().await;
    let running = start("moves", &post).await;
    let mut anna = running.browser();
    assert_eq!(give(&mut anna, ANNA).await, 200);
    let secret = post.next().await.secret("confirm");
    let who = json!({ "name": "anna", "password": "correct horse" });
    anna.post("/api/accounts", who.clone()).await;
    assert_eq!(confirm(&mut running.browser(), &secret).await, 200, "the link holds");
    assert_eq!(state(&mut anna).await, is(ANNA, "confirmed"));
    // Another browser's own address is not the account's when it signs in.
    let mut phone = running.browser();
    assert_eq!(give(&mut phone, "phone@example.org").await, 200);
    let of_phone = post.next().await.secret("confirm");
    phone.post("/api/login", who).await;
    assert_eq!(state(&mut phone).await, is(ANNA, "confirmed"));
    assert_eq!(confirm(&mut phone, &of_phone).await, 404);
    // Nor does one outlive its browser.
    let mut guest = running.browser();
    assert_eq!(give(&mut guest, "guest@example.org").await, 200);
    let of_guest = post.next().await.secret("confirm");
    guest.post("/api/logout", Value::Null).await;
    assert_eq!(confirm(&mut guest, &of_guest).await, 404);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn addresses_from_before_are_not_confirmed() {
    let mut post = PostOffice::open().await;
    let folder = Folder::new("old");
    std::fs::create_dir_all(&*folder).expect("it is made");
    let file = format!("sqlite://{}?mode=rwc", folder.join("berthier.sqlite").display());
    let mut file = SqliteConnection::connect(&file).await.expect("it opens");
    let mut before = sqlx::migrate!();
    before.migrations.to_mut().retain(|migration| migration.version < 13);
    before.run(&mut file).await.expect("the old tables are made");
    let (secret, hash) =
        ("ab".repeat(32), auth::hash_password("correct horse").expect("there is randomness"));
    for statement in [
        format!(
            "INSERT INTO account (name, password, email, created) VALUES ('anna', '{hash}', '{ANNA}', 1)"
        ),
        format!(
            "INSERT INTO session (token, email, webhook, created, seen) VALUES ('{}', 'bert@example.org', 'https://example.org/x', 1, unixepoch())",
            auth::print(&secret)
        ),
    ] {
        sqlx::query(sqlx::AssertSqlSafe(statement)).execute(&mut file).await.expect("it is written");
    }
    file.close().await.expect("it is closed");
    let running = on(folder, &post.url()).await;
    let (mut anna, mut bert) =
        (running.browser(), Browser { address: running.address, cookie: Some(secret) });
    anna.post("/api/login", json!({ "name": "anna", "password": "correct horse" })).await;
    assert_eq!(state(&mut anna).await, is(ANNA, "unconfirmed"));
    assert_eq!(state(&mut bert).await, is("bert@example.org", "unconfirmed"));
    assert_eq!(bert.get("/api/me").await["notify"]["webhook"], "https://example.org/x");
    turn(&mut anna).await;
    turn(&mut bert).await;
    post.is_silent().await;
    assert_eq!(anna.call("POST", "/api/me/mail/again", Value::Null).await.status, 200);
    let asked = post.next().await;
    assert_eq!(asked.to, ANNA);
    assert_eq!(confirm(&mut bert, &asked.secret("confirm")).await, 200);
    assert_eq!(state(&mut anna).await, is(ANNA, "confirmed"));
    assert_eq!(state(&mut bert).await, is("bert@example.org", "unconfirmed"));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_sends_no_mails_keeps_no_addresses() {
    let running = TestServer::start("mute").await;
    let mut anna = running.browser();
    assert_eq!(give(&mut anna, ANNA).await, 400);
    assert_eq!(anna.get("/api/me").await["can_mail"], false);
    assert_eq!(give(&mut anna, "").await, 200);
    running.stop().await;
}
