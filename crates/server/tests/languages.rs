//! Each reader is told everything in their own language.

use crate::common::{Browser, Line, TestServer, text};
use serde_json::{Value, json};

/// A game of the tutorial with the first question open, and its path.
async fn game(browser: &mut Browser, seats: Value) -> String {
    let wish = json!({ "rulebook": "jdg", "battle": "tutorial", "name": "Anna", "seats": seats });
    format!("/api/games/{}", text(&browser.post("/api/games", wish).await["id"]))
}

/// The question as a reader is asked it.
async fn question(browser: &mut Browser, path: &str, query: &str) -> String {
    text(&browser.get(&format!("{path}{query}")).await["question"]["text"])
}

fn against_computer() -> Value {
    json!([{ "who": "me" }, { "who": "computer", "player": "recruit" }])
}

#[tokio::test(flavor = "multi_thread")]
async fn the_request_tells_the_language() {
    let running = TestServer::start("tongues").await;
    let mut anna = running.browser();
    let path = game(&mut anna, against_computer()).await;
    let english = question(&mut anna, &path, "").await;
    let french = question(&mut anna, &path, "?lang=fr").await;
    assert_ne!(english, french);
    assert_eq!(question(&mut anna, &path, "?as=0&lang=fr").await, french);
    assert_eq!(question(&mut anna, &path, "?lang=tlh").await, english, "a language that nobody speaks here");
    for (liked, expected) in [
        ("fr-CH, fr;q=0.9, en;q=0.8", &french),
        ("de, en;q=0.5, fr;q=0.7", &french),
        ("en, fr;q=0.9", &english),
        ("de", &english),
        (";;,q=,", &english),
    ] {
        let reply = anna.raw("GET", &path, &format!("accept-language: {liked}\r\n"), b"").await;
        assert_eq!(&text(&reply.json()["question"]["text"]), expected, "{liked}");
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn verbs_rules_lessons_refusals_and_chances_are_translated() {
    let running = TestServer::start("translated").await;
    let mut anna = running.browser();
    let path = game(&mut anna, against_computer()).await;
    for (what, of) in [
        (format!("{path}/board"), "/verbs"),
        (format!("{path}/board"), "/questions"),
        (format!("{path}/lessons"), "/0"),
        ("/api/rules/jdg/8.8".to_owned(), "/summary"),
        ("/api/battles/jdg/tutorial".to_owned(), "/lessons/0"),
    ] {
        let (english, french) = (anna.get(&what).await, anna.get(&format!("{what}?lang=fr")).await);
        let (english, french) = (english.pointer(of), french.pointer(of));
        assert!(english.is_some() && french.is_some() && english != french, "{what} {of}: {french:?}");
    }
    // What is found by French words and not by English ones.
    let found = anna.get("/api/rules/jdg?search=généralités&lang=fr".replace('é', "%C3%A9").as_str()).await;
    assert!(!found.as_array().expect("a list").is_empty());
    let mut both = Vec::new();
    for lang in ["en", "fr"] {
        let impossible = json!({ "text": "pass 0101" });
        let why = anna.post(&format!("{path}/why?lang={lang}"), impossible.clone()).await;
        let preview = anna.post(&format!("{path}/preview?lang={lang}"), json!({ "choice": 0 })).await;
        let view = anna.get(&format!("{path}?lang={lang}")).await;
        let answer = json!({ "question": view["question"]["id"], "text": "pass 0101" });
        let refused = anna.call("POST", &format!("{path}/answer?lang={lang}"), answer).await;
        assert_eq!(refused.status, 422);
        assert_eq!(refused.json()["error"]["message"], why["text"]);
        both.push([text(&why["text"]), text(&preview["label"]), text(&preview["ends"][0]["text"])]);
    }
    assert!(both[0].iter().zip(&both[1]).all(|(english, french)| english != french), "{both:?}");
    running.stop().await;
}

/// The next question and the new log lines that come over a socket.
async fn told(line: &mut Line) -> (String, Vec<String>) {
    let mut log = Vec::new();
    loop {
        let message = line.next().await;
        let change = &message["change"];
        log.extend(change["log"].as_array().into_iter().flatten().map(|entry| text(&entry["text"])));
        if let Some(asked) = change["question"]["text"].as_str() {
            return (asked.to_owned(), log);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn readers_of_one_side_are_told_the_same_each_in_his_language() {
    let running = TestServer::start("two-tongues").await;
    let mut anna = running.browser();
    let path = game(&mut anna, against_computer()).await;
    let id = path.rsplit('/').next().expect("an id").to_owned();
    let view = anna.get(&path).await;
    let mut english = anna.live(&id, &format!("?as=0&since={}", view["revision"])).await;
    let mut french = anna.live(&id, "?as=0&lang=fr").await;
    assert_eq!(english.next().await["t"], "synced");
    let full = french.next().await;
    assert_eq!(full["t"], "full");
    assert_eq!(full["view"]["question"]["id"], view["question"]["id"], "the question is the same");
    assert_ne!(full["view"]["question"]["text"], view["question"]["text"]);
    assert_eq!(full["view"]["position"], view["position"]);
    // What one knows in one language is not gone on from in another.
    let mut changed = anna.live(&id, &format!("?as=0&lang=fr&since={}", view["revision"])).await;
    assert_eq!(changed.next().await["t"], "full");
    let answer = json!({ "question": view["question"]["id"], "choice": 0 });
    french.send(json!({ "t": "answer", "ref": 1, "answer": answer })).await;
    let (asked, log) = told(&mut english).await;
    let (demandé, journal) = told(&mut french).await;
    assert_ne!(asked, demandé);
    assert_eq!(log.len(), journal.len());
    assert!(log.is_empty() || log != journal, "{log:?}");
    for (lang, last) in [("en", &asked), ("fr", &demandé)] {
        assert_eq!(&question(&mut anna, &path, &format!("?lang={lang}")).await, last);
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_record_is_read_in_any_language() {
    let running = TestServer::start("record-tongues").await;
    let mut anna = running.browser();
    let machines =
        json!([{ "who": "computer", "player": "recruit" }, { "who": "computer", "player": "recruit" }]);
    let path = game(&mut anna, machines).await;
    for _ in 0..600 {
        if anna.get(&path).await["card"]["status"] == "over" {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    for (what, of) in
        [("log", "/entries/0/text"), ("replay?as=both", "/steps/3/answers"), ("fortune", "/throws/0/what")]
    {
        let join = if what.contains('?') { '&' } else { '?' };
        let english = anna.get(&format!("{path}/{what}")).await;
        let french = anna.get(&format!("{path}/{what}{join}lang=fr")).await;
        assert!(english.pointer(of).is_some() && english.pointer(of) != french.pointer(of), "{what} {of}");
    }
    // How it ended, too, wherever it is told.
    let ended = |view: &Value| text(&view["card"]["outcome"]["text"]);
    let english = ended(&anna.get(&path).await);
    let french = ended(&anna.get(&format!("{path}?lang=fr")).await);
    assert!(english.contains(" to ") && french.contains(" \u{e0} "), "{english}, {french}");
    let mut carl = running.browser();
    let listed = carl.get("/api/games?list=watch&lang=fr").await;
    let listed = listed.as_array().expect("a list").iter().find(|card| path.ends_with(&text(&card["id"])));
    assert_eq!(text(&listed.expect("all may watch it")["outcome"]["text"]), french);
    let report = anna.call("GET", &format!("{path}/report.html?lang=en"), Value::Null).await;
    assert!(String::from_utf8_lossy(&report.body).contains(&english));
    let report = anna.call("GET", &format!("{path}/report.html?lang=fr"), Value::Null).await;
    let report = String::from_utf8_lossy(&report.body).into_owned();
    assert!(report.contains("<html lang=\"fr\">") && !report.contains("goes from"));
    assert!(report.contains(&french) && !report.contains(&english));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_gives_a_game_up_is_told_of_in_the_readers_language() {
    let running = TestServer::start("given-up").await;
    let mut anna = running.browser();
    let path = game(&mut anna, against_computer()).await;
    let id = path.rsplit('/').next().expect("an id").to_owned();
    let mut lines = Vec::new();
    for lang in ["en", "fr"] {
        let mut line = anna.live(&id, &format!("?as=0&lang={lang}")).await;
        assert_eq!(line.next().await["t"], "full");
        lines.push(line);
    }
    let seen = anna.post(&format!("{path}/resign?lang=fr"), json!({ "side": 0 })).await;
    let mut told = Vec::new();
    for line in &mut lines {
        loop {
            let message = line.next().await;
            if let Some(end) = message["change"]["outcome"]["text"].as_str() {
                told.push(end.to_owned());
                break;
            }
        }
    }
    assert!(told[0].contains("gave the game up") && told[1].contains("abandon"), "{told:?}");
    assert_eq!(text(&seen["card"]["outcome"]["text"]), told[1]);
    running.stop().await;
}
