//! The data folder: whose it is, what expires, and lists of very many games.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::common::{Browser, TestServer, text};
use serde_json::{Value, json};
use server::work::Turn;
use server::{Config, Server};
use sqlx::{Connection, Row, SqliteConnection};
use table::journal::Chain;

async fn disk(folder: &Path) -> SqliteConnection {
    let file = format!("sqlite://{}", folder.join("berthier.sqlite").display());
    SqliteConnection::connect(&file).await.expect("the file opens")
}

async fn run(disk: &mut SqliteConnection, statement: &str) {
    sqlx::query(sqlx::AssertSqlSafe(statement.to_owned())).execute(disk).await.expect("it is done");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_on_one_folder_refuse_each_other() {
    let running = TestServer::start("twice").await;
    let config = || Config {
        address: ([127, 0, 0, 1], 0).into(),
        data: running.folder.to_path_buf(),
        ..Config::default()
    };
    let Err(error) = Server::start(config()).await else { panic!("a second server runs on the same folder") };
    let said = error.to_string();
    assert!(said.contains("another server uses this folder") && said.contains("twice"), "{said}");
    let running = TestServer::on(running.stop().await, Config::default()).await;
    running.stop().await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn only_its_owner_reads_the_data() {
    use std::os::unix::fs::PermissionsExt as _;
    let running = TestServer::start("private").await;
    running.browser().new_game(json!({})).await;
    let copy = running.folder.join("copy.sqlite");
    server::backup(&running.folder, &copy).await.expect("it is copied");
    let rights = |folder: &Path| {
        for file in ["berthier.sqlite", "berthier.sqlite-wal", "berthier.sqlite-shm", "copy.sqlite"] {
            let mode = std::fs::metadata(folder.join(file)).expect("it is there").permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "{file}");
        }
    };
    rights(&running.folder);
    // Also one that an older program has made.
    let folder = running.stop().await;
    let open = std::fs::Permissions::from_mode(0o644);
    std::fs::set_permissions(folder.join("berthier.sqlite"), open.clone()).expect("it is ours");
    // After a crash what SQLite writes beside it is there too.
    for beside in ["berthier.sqlite-wal", "berthier.sqlite-shm"] {
        // It is not cut: who closes the data still reads it.
        let mut file = std::fs::OpenOptions::new();
        file.create(true).append(true).open(folder.join(beside)).expect("it can be made");
        std::fs::set_permissions(folder.join(beside), open.clone()).expect("it is ours");
    }
    let running = TestServer::on(folder, Config::default()).await;
    running.browser().new_game(json!({})).await;
    rights(&running.folder);
    running.stop().await;
}

/// Waits until there are no such rows. The server looks for what has expired as soon as it has started.
async fn gone(file: &mut SqliteConnection, rows: &str) {
    for _ in 0..400 {
        let query = sqlx::query(sqlx::AssertSqlSafe(format!("SELECT COUNT(*) AS n FROM {rows}")));
        if query.fetch_one(&mut *file).await.expect("it is read").get::<i64, _>("n") == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{rows} does not expire");
}

/// Best time of something, of several times: the machine may have other things to do.
async fn at_best(most: Duration, mut look: impl AsyncFnMut()) -> Duration {
    let mut best = Duration::MAX;
    for _ in 0..40 {
        let began = Instant::now();
        look().await;
        best = best.min(began.elapsed());
        if best < most {
            break;
        }
    }
    best
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_has_touched_for_long_expires() {
    let running = TestServer::start("expire").await;
    let (mut anna, mut bert) = (running.browser(), running.browser());
    let (old, _) = anna.new_game(json!({})).await;
    let (new, _) = anna.new_game(json!({})).await;
    let (of_bert, _) = bert.new_game(json!({})).await;
    anna.call("PUT", &format!("/api/games/{old}/notes"), json!({ "text": "x" })).await;
    anna.post(&format!("/api/games/{old}/chat"), json!({ "text": "x" })).await;
    let folder = running.stop().await;
    let mut file = disk(&folder).await;
    run(&mut file, &format!("UPDATE game_state SET touched = 1 WHERE game = '{old}'")).await;
    // Games stay as long as nobody says otherwise; browsers go with their cookies.
    let seen = format!(
        "UPDATE session SET seen = 1 WHERE token = (SELECT substr(holder, 3) FROM seat WHERE game = '{of_bert}' AND side = 0)"
    );
    run(&mut file, &seen).await;
    let running = TestServer::on(folder, Config::default()).await;
    gone(&mut file, "session WHERE seen = 1").await;
    (anna.address, bert.address) = (running.address, running.address);
    anna.get(&format!("/api/games/{old}")).await;
    assert!(bert.get(&format!("/api/games/{of_bert}")).await["side"].is_null(), "he was forgotten");
    let folder = running.stop().await;
    run(&mut file, &format!("UPDATE game_state SET touched = 1 WHERE game = '{old}'")).await;
    let config = Config { games_expire_s: Some(3600), ..Config::default() };
    let running = TestServer::on(folder, config).await;
    gone(&mut file, &format!("game WHERE id = '{old}'")).await;
    anna.address = running.address;
    assert_eq!(anna.call("GET", &format!("/api/games/{old}"), Value::Null).await.status, 404);
    assert_eq!(anna.get(&format!("/api/games/{new}")).await["side"], 0);
    // Nothing of it is left.
    let tables = sqlx::query(
        "SELECT m.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' AND c.name = 'game'",
    );
    let tables = tables.fetch_all(&mut file).await.expect("it is read");
    let mut tables: Vec<(String, &str)> = tables.iter().map(|row| (row.get("name"), "game")).collect();
    assert!(tables.len() >= 6, "{tables:?}");
    tables.push(("game".to_owned(), "id"));
    for (table, column) in tables {
        let query = format!("SELECT COUNT(*) AS n FROM {table} WHERE {column} = '{old}'");
        let row = sqlx::query(sqlx::AssertSqlSafe(query)).fetch_one(&mut file).await.expect("it is read");
        assert_eq!(row.get::<i64, _>("n"), 0, "{table}");
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_of_very_many_games_stay_fast() {
    let running = TestServer::start("many").await;
    let mut anna = running.browser();
    for _ in 0..3 {
        anna.new_game(json!({ "open": true })).await;
    }
    let mut file = disk(&running.folder).await;
    let id = text(&anna.get("/api/games?list=mine").await[0]["id"]);
    // As many as these, but with both seats taken; none may be watched but these.
    let many = "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 200000)";
    for statement in [
        "BEGIN".to_owned(),
        format!(
            "{many} INSERT INTO game SELECT 'x' || n, rulebook, battle, title, replace(options, 'public', 'nobody'), seed, 's:' || n, created FROM game, n WHERE id = '{id}'"
        ),
        format!(
            "{many} INSERT INTO game_state (game, changed, status, summary, open, free, watch) SELECT 'x' || n, changed + n % 1000, n % 2, summary, 1, 0, 0 FROM game_state, n WHERE game = '{id}'"
        ),
        format!(
            "{many} INSERT INTO seat (game, side, kind, name, holder) SELECT 'x' || n, side, 'person', 'X', 's:' || n FROM seat, n WHERE game = '{id}'"
        ),
        "COMMIT".to_owned(),
    ] {
        run(&mut file, &statement).await;
    }
    let lists = [("mine", 3), ("open", 3), ("watch", 3), ("open&page=99", 0), ("watch&page=1", 0)];
    for (list, count) in lists {
        let most = Duration::from_millis(200);
        let best = at_best(most, async || {
            let games = anna.get(&format!("/api/games?list={list}")).await;
            assert_eq!(games.as_array().map(Vec::len), Some(count), "{list}");
        });
        let best = best.await;
        assert!(best < most, "{list}: {best:?}");
    }
    // Pages follow each other.
    run(&mut file, "UPDATE game_state SET watch = 1 WHERE game LIKE 'x1999%'").await;
    let mut seen = std::collections::BTreeSet::new();
    for (page, count) in [(0, 100), (1, 14), (2, 0)] {
        let games = anna.get(&format!("/api/games?list=watch&page={page}")).await;
        let games = games.as_array().expect("a list");
        assert_eq!(games.len(), count, "page {page}");
        seen.extend(games.iter().map(|game| text(&game["id"])));
    }
    assert_eq!(seen.len(), 114);
    // All that can be watched are many pages; each but the last that is given says that another follows.
    run(&mut file, "UPDATE game_state SET watch = 1").await;
    for (page, follows) in [(0, true), (57, true), (98, true), (99, false)] {
        let path = format!("/api/games?list=watch&page={page}");
        let next = format!("link: </api/games?list=watch&page={}>; rel=\"next\"", page + 1);
        let most = Duration::from_secs(1);
        let best = at_best(most, async || {
            let reply = anna.call("GET", &path, Value::Null).await;
            assert_eq!(reply.head.contains(&next), follows, "{}", reply.head);
            assert_eq!(reply.json().as_array().map(Vec::len), Some(100));
        });
        let best = best.await;
        assert!(best < most, "{page}: {best:?}");
    }
    let mine = anna.call("GET", "/api/games?list=mine", Value::Null).await;
    assert!(!mine.head.contains("link:"), "{}", mine.head);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_waits_for_somebody_is_found_behind_all_that_does_not() {
    let running = TestServer::start("waits").await;
    let mut anna = running.browser();
    let seats = json!([{ "who": "me" }, { "who": "me" }]);
    let wish = json!({ "rulebook": "jdg", "battle": "tutorial", "name": "Anna", "seats": seats });
    let id = text(&anna.post("/api/games", wish).await["id"]);
    let mut file = disk(&running.folder).await;
    // Newer ones in which somebody else decides.
    let many = "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 250)";
    for statement in [
        format!(
            "{many} INSERT INTO game SELECT 'x' || n, rulebook, battle, title, options, seed, maker, created FROM game, n WHERE id = '{id}'"
        ),
        format!(
            "{many} INSERT INTO game_state (game, changed, status, summary) SELECT 'x' || n, changed + 1000, 0, \
             replace(replace(summary, '\"waiting\":[0]', '\"waiting\":[1]'), '\"waiting\":[0,1]', '\"waiting\":[1]') FROM game_state, n WHERE game = '{id}'"
        ),
        format!(
            "{many} INSERT INTO seat (game, side, kind, name, holder) SELECT 'x' || n, side, 'person', 'X', CASE side WHEN 0 THEN holder ELSE 's:x' END FROM seat, n WHERE game = '{id}'"
        ),
    ] {
        run(&mut file, &statement).await;
    }
    let mine = anna.call("GET", "/api/games?list=mine", Value::Null).await;
    assert!(mine.head.contains("link: </api/games?list=mine&page=1>"), "{}", mine.head);
    let found = anna.get("/api/games?list=waiting").await;
    let found: Vec<&str> =
        found.as_array().expect("a list").iter().filter_map(|game| game["id"].as_str()).collect();
    assert_eq!(found, [id.as_str()]);
    // Also where both are asked at once.
    run(&mut file, "UPDATE game_state SET summary = replace(summary, '\"waiting\":[1]', '\"waiting\":[0,1]') WHERE game = 'x7'").await;
    run(&mut file, "UPDATE seat SET waits = 1 WHERE game = 'x7'").await;
    assert_eq!(anna.get("/api/games?list=waiting").await.as_array().map(Vec::len), Some(2));
    running.stop().await;
}

/// Number of the lines of a kind that are on disk in a game's journal.
async fn stored(file: &mut SqliteConnection, game: &str, kind: &str) -> usize {
    let query = sqlx::query("SELECT text FROM journal WHERE game = $1 ORDER BY line").bind(game.to_owned());
    let rows = query.fetch_all(file).await.expect("it is read");
    let lines: Vec<String> = rows.iter().map(|row| row.get::<String, _>("text")).collect();
    lines.iter().flat_map(|text| text.lines()).filter(|line| line.starts_with(kind)).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_goes_on_by_itself_does_so_after_the_server_was_started_anew() {
    let running = TestServer::start("anew").await;
    let mut anna = running.browser();
    // The first server's computers never decide anything.
    let held = running.work.hold(|turn| matches!(turn, Turn::Computers(_) | Turn::Orders(_))).await;
    let computer = json!({ "who": "computer", "player": "recruit" });
    let mut games = Vec::new();
    let clock = json!({ "clock": { "budget_s": 2, "increment_s": 0, "at_zero": "lose" } });
    for (seats, options) in [
        (json!([computer, computer]), json!({})),
        (json!([{ "who": "me" }, computer]), json!({})),
        (json!([{ "who": "me" }, { "who": "me" }]), clock),
        (json!([{ "who": "me" }, { "who": "me" }]), json!({})),
    ] {
        let wish = json!({ "rulebook": "jdg", "battle": "tutorial", "seats": seats, "options": options });
        games.push(text(&anna.post("/api/games", wish).await["id"]));
    }
    let order = json!({ "key": "orders.group", "verb": "pass", "choice": "first", "only_if": [] });
    let orders = json!({ "orders": [order], "side": 0 });
    let path = format!("/api/games/{}/orders", games[3]);
    assert_eq!(anna.call("PUT", &path, orders).await.status, 200);
    let folder = running.stop().await;
    let mut file = disk(&folder).await;
    for game in &games {
        assert_eq!(stored(&mut file, game, "answer ").await, 0, "nobody has decided");
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    // Nobody connects to the second one.
    let running = TestServer::on(folder, Config::default()).await;
    let mut done = [false; 4];
    for _ in 0..300 {
        let over = sqlx::query("SELECT status FROM game_state WHERE game = $1").bind(&games[2]);
        let over: i64 = over.fetch_one(&mut file).await.expect("it is read").get("status");
        let mut answers = Vec::new();
        for game in &games {
            answers.push(stored(&mut file, game, "answer ").await);
        }
        done = [answers[0] > 1, answers[1] > 0, over == 1, answers[3] > 0];
        if done == [true; 4] {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(done, [true; 4], "two computers, one computer, a clock, a standing order");
    running.stop().await;
    drop(held);
}

/// Plan of SQLite for the rows of a list.
async fn way(file: &mut SqliteConnection, statement: &str) -> String {
    let query = format!("EXPLAIN QUERY PLAN {statement}");
    let rows = sqlx::query(sqlx::AssertSqlSafe(query))
        .bind("s:x")
        .bind(101)
        .bind(0)
        .fetch_all(file)
        .await
        .expect("it is read");
    rows.iter().map(|row| row.get::<String, _>("detail") + "\n").collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lists_of_one_with_very_many_games_stay_fast_and_in_order() {
    let running = TestServer::start("very-many").await;
    let mut anna = running.browser();
    let seats = json!([{ "who": "me" }, { "who": "me" }]);
    let wish = json!({ "rulebook": "jdg", "battle": "tutorial", "name": "Anna", "seats": seats });
    let id = text(&anna.post("/api/games", wish.clone()).await["id"]);
    let mut file = disk(&running.folder).await;
    // As many as this one, older; of every seven one is played, and of those none waits for her.
    let many = "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 50000)";
    for statement in [
        "BEGIN".to_owned(),
        format!(
            "{many} INSERT INTO game SELECT 'x' || n, rulebook, battle, title, options, seed, maker, created FROM game, n WHERE id = '{id}'"
        ),
        format!(
            "{many} INSERT INTO game_state (game, changed, status, summary) SELECT 'x' || n, changed - 9 - n, n % 7 > 0, summary FROM game_state, n WHERE game = '{id}'"
        ),
        format!(
            "{many} INSERT INTO seat (game, side, kind, name, holder, status, changed) SELECT 'x' || n, side, kind, name, holder, n % 7 > 0, changed - 9 - n FROM seat, n WHERE game = '{id}'"
        ),
        "COMMIT".to_owned(),
    ] {
        run(&mut file, &statement).await;
    }
    for (list, first) in
        [("mine", id.as_str()), ("mine&page=1", "x700"), ("mine&page=99", "x3217"), ("waiting", &id)]
    {
        let most = Duration::from_millis(300);
        let best = at_best(most, async || {
            let games = anna.get(&format!("/api/games?list={list}")).await;
            assert_eq!(games[0]["id"], first, "{list}");
        });
        let best = best.await;
        println!("{list}: {best:?}");
        assert!(best < most, "{list}: {best:?}");
    }
    // Nothing is sorted but what is on the page.
    for statement in server::store::lists() {
        let way = way(&mut file, statement).await;
        let inner = way.split("SCAN m").next().unwrap_or_default();
        assert!(!inner.contains("TEMP B-TREE") && way.contains("INDEX seat_"), "{way}");
    }
    // What is stored brings the lists up to date: a game that goes on comes first, one that has ended goes behind those that are played.
    let other = text(&anna.post("/api/games", wish).await["id"]);
    let ids = async |anna: &mut Browser, list: &str| {
        let games = anna.get(&format!("/api/games?list={list}")).await;
        let ids = games.as_array().expect("a list").iter().map(|game| text(&game["id"]));
        ids.collect::<Vec<_>>()
    };
    assert_eq!(ids(&mut anna, "waiting").await.len(), 2);
    anna.post(&format!("/api/games/{id}/resign"), json!({ "side": 0 })).await;
    assert_eq!(ids(&mut anna, "waiting").await, [other.as_str()]);
    assert_eq!(ids(&mut anna, "mine").await[0], other);
    assert!(!ids(&mut anna, "mine").await.contains(&id), "it is behind seven thousand that are played");
    running.stop().await;
}

/// Writes a stored game's journal as an older version of the rulebook would have written it: its header, and maybe other states.
async fn made_older(disk: &mut SqliteConnection, game: &str, has_other_states: bool) {
    let rows = sqlx::query("SELECT text FROM journal WHERE game = ? ORDER BY line").bind(game);
    let rows = rows.fetch_all(&mut *disk).await.expect("it is read");
    let journal: String = rows.iter().map(|row| row.get::<String, _>("text")).collect();
    let mut chain = Chain::default();
    let sealed = journal.lines().map(|line| {
        let entry = line.rsplit_once(' ').expect("it is sealed").0;
        let entry = match entry.split(' ').next() {
            Some("rulebook") => "rulebook jdg 1",
            Some("state") if has_other_states => "state 0101010101010101",
            _ => entry,
        };
        chain.seal(entry) + "\n"
    });
    let journal: String = sealed.collect();
    assert_eq!(journal.contains("state 0101010101010101"), has_other_states, "{journal}");
    let others =
        "DELETE FROM journal WHERE game = ?1 AND line < (SELECT MAX(line) FROM journal WHERE game = ?1)";
    sqlx::query(others).bind(game).execute(&mut *disk).await.expect("it is written");
    let write = sqlx::query("UPDATE journal SET text = ? WHERE game = ?").bind(journal).bind(game);
    write.execute(disk).await.expect("it is written");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_an_older_version_goes_on_or_says_that_it_went_otherwise() {
    let running = TestServer::start("older").await;
    let mut anna = running.browser();
    let mut games = Vec::new();
    for _ in 0..2 {
        let seats = [json!({ "who": "me" }), json!({ "who": "me" })];
        let wish = json!({ "rulebook": "jdg", "battle": "tutorial", "name": "Anna", "seats": seats });
        games.push(text(&anna.post("/api/games", wish).await["id"]));
    }
    for game in &games {
        let path = format!("/api/games/{game}");
        for side in [0, 1].into_iter().cycle().take(12) {
            let question = anna.get(&format!("{path}?as={side}")).await["question"].clone();
            if question.is_null() {
                continue;
            }
            let body = json!({ "question": question["id"], "choice": 0, "side": side });
            anna.post(&format!("{path}/answer"), body).await;
        }
    }
    let folder = running.stop().await;
    let mut file = disk(&folder).await;
    made_older(&mut file, &games[0], false).await;
    made_older(&mut file, &games[1], true).await;
    file.close().await.expect("it closes");
    let running = TestServer::on(folder, Config::default()).await;
    anna.address = running.address;
    let view = anna.get(&format!("/api/games/{}", games[0])).await;
    assert!(!view["log"].is_null(), "{view}");
    let reply = anna.call("GET", &format!("/api/games/{}", games[1]), Value::Null).await;
    assert_eq!((reply.status, text(&reply.json()["error"]["code"])), (409, "other_version".to_owned()));
    let said = text(&reply.json()["error"]["message"]);
    assert!(said.contains("older version of its rules") && !said.contains("0101"), "{said}");
    running.stop().await;
}
