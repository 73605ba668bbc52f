//! The statements, in the words that SQLite and PostgreSQL share.

/// A game's fixed part.
pub const NEW_GAME: &str = "INSERT INTO game (id, rulebook, battle, title, options, seed, maker, created) VALUES ($1, $2, \
     $3, $4, $5, $6, COALESCE((SELECT m.holder FROM moved m WHERE m.was = $7), $7), $8)";

/// New lines of journals; rows of four values follow.
pub const LINES: &str = "INSERT INTO journal (game, line, text, written) ";

/// Games' changing parts; rows of six values follow, and [`STATES_AGAIN`].
pub const STATES: &str = "INSERT INTO game_state (game, changed, touched, status, due, summary) ";

/// What is done with a state that is there already.
pub const STATES_AGAIN: &str = " ON CONFLICT (game) DO UPDATE SET changed = excluded.changed, touched = \
     excluded.touched, status = excluded.status, due = \
     excluded.due, summary = excluded.summary";

/// A seat, new or changed.
pub const SEAT: &str = "INSERT INTO seat (game, side, kind, name, holder, code, orders, shows) VALUES ($1, $2, $3, $4, \
     COALESCE((SELECT m.holder FROM moved m WHERE m.was = $5), $5), $6, $7, $8) ON CONFLICT (game, side) DO UPDATE SET kind = excluded.kind, name = \
     excluded.name, holder = excluded.holder, code = excluded.code, orders = excluded.orders, shows \
     = excluded.shows";

/// A chat message.
pub const CHAT: &str = "INSERT INTO chat (game, id, side, name, text, said) VALUES ($1, $2, $3, $4, $5, $6)";

/// An answer that a standing order gave.
pub const ORDERED: &str = "INSERT INTO ordered (game, line, entry) VALUES ($1, $2, $3)";

/// The seats of games; a list of ids follows, and [`SEATS_IN_ORDER`].
pub const SEATS: &str = "SELECT * FROM seat WHERE game IN (";

/// The end of [`SEATS`].
pub const SEATS_IN_ORDER: &str = ") ORDER BY game, side";

/// A journal as it was at a time.
pub const JOURNAL: &str = "SELECT text FROM journal WHERE game = $1 AND written <= $2 ORDER BY line";

/// Answers of a game that standing orders gave.
pub const ALL_ORDERED: &str = "SELECT entry FROM ordered WHERE game = $1 ORDER BY line";

/// Games whose clocks have fallen.
pub const DUE: &str = "SELECT game FROM game_state WHERE due <= $1 ORDER BY due LIMIT $2";

/// How many games there are.
pub const COUNT: &str = "SELECT COUNT(*) AS n FROM game";

/// The last chat messages before one.
pub const SAID: &str = "SELECT * FROM chat WHERE game = $1 AND id < $2 ORDER BY id DESC LIMIT $3";

/// Somebody's notes.
pub const NOTES: &str = "SELECT notes FROM note WHERE game = $1 AND holder = $2";

/// A browser.
pub const SESSION: &str = "SELECT * FROM session WHERE token = $1";

/// An account.
pub const ACCOUNT: &str = "SELECT password, email, webhook FROM account WHERE name = $1";

/// Somebody's notes, new or changed.
pub const KEEP_NOTES: &str = "INSERT INTO note (game, holder, notes) VALUES ($1, COALESCE((SELECT m.holder FROM moved \
      m WHERE m.was = $2), $2), $3) ON CONFLICT (game, holder) DO UPDATE \
      SET notes = excluded.notes";

/// A browser that is new.
pub const NEW_SESSION: &str =
    "INSERT INTO session (token, account, device, created, seen) VALUES ($1, $2, $3, $4, $4)";

/// Where a browser is told of its turns.
pub const SESSION_NOTIFY: &str = "UPDATE session SET email = $1, webhook = $2 WHERE token = $3";

/// When a browser was last seen.
pub const SESSION_SEEN: &str = "UPDATE session SET seen = $1 WHERE token = $2";

/// An account's browsers.
pub const SESSIONS: &str = "SELECT * FROM session WHERE account = $1 ORDER BY seen DESC, token LIMIT $2";

/// A token ends.
pub const END_SESSION: &str = "DELETE FROM session WHERE token = $1";

/// All tokens of an account end but one.
pub const END_OTHERS: &str = "DELETE FROM session WHERE account = $1 AND token <> $2 RETURNING token";

/// A holder's seats have gone to another.
pub const MOVED: &str = "INSERT INTO moved (was, holder, since) VALUES ($1, $2, $3) ON CONFLICT (was) DO UPDATE SET holder = \
     excluded.holder, since = excluded.since";

/// Moves of which nothing can follow any more.
pub const FORGET_MOVED: &str = "DELETE FROM moved WHERE since < $1";

/// A new account is told of its turns where the browser was.
pub const NOTIFY_AS: &str = "UPDATE account SET email = s.email, webhook = s.webhook FROM session s WHERE s.token = $1 AND \
     account.name = $2";

/// An account, if its name is free.
pub const NEW_ACCOUNT: &str =
    "INSERT INTO account (name, password, created) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING";

/// Where an account is told of its turns.
pub const NOTIFY: &str = "UPDATE account SET email = $1, webhook = $2 WHERE name = $3";

/// A game.
pub const GAME: &str = "SELECT g.*, s.changed, s.touched, s.status, s.due, s.summary FROM game g JOIN game_state s ON s.game = \
     g.id WHERE g.id = $1";

/// Somebody's games.
pub const GAMES_OF: &str = "SELECT g.*, s.changed, s.touched, s.status, s.due, s.summary FROM game g JOIN game_state s ON s.game = \
     g.id WHERE g.id IN (SELECT game FROM seat WHERE holder = $1) ORDER BY s.status, s.changed DESC \
     LIMIT $2 OFFSET $3";

/// Games with a seat that anybody may take.
pub const GAMES_OPEN: &str = "SELECT g.*, s.changed, s.touched, s.status, s.due, s.summary FROM game_state s JOIN game g ON g.id = \
     s.game WHERE s.open = 1 AND s.free = 1 AND s.status = 0 AND $1 = '' ORDER BY s.changed DESC \
     LIMIT $2 OFFSET $3";

/// Games that anybody may watch.
pub const GAMES_WATCHED: &str = "SELECT g.*, s.changed, s.touched, s.status, s.due, s.summary FROM game_state s JOIN game g ON g.id = \
     s.game WHERE s.watch = 1 AND $1 = '' ORDER BY s.status, s.changed DESC LIMIT $2 OFFSET $3";

/// What lists look for in a new game.
pub const LISTING: &str = "UPDATE game_state SET open = $1, watch = $2 WHERE game = $3";

/// Whether a game has a free seat.
pub const FREE: &str = "UPDATE game_state SET free = CASE WHEN EXISTS (SELECT 1 FROM seat WHERE seat.game = $1 AND seat.kind = \
     'free') THEN 1 ELSE 0 END WHERE game = $1";

/// Games that have not changed for long.
pub const STALE_GAMES: &str = "SELECT game FROM game_state WHERE touched < $1 ORDER BY touched LIMIT $2";

/// The state of a game that has not changed for long.
pub const DELETE_STALE: &str = "DELETE FROM game_state WHERE game = $1 AND touched < $2";

/// All else that belongs to a game.
pub const DELETE_GAME: [&str; 6] = [
    "DELETE FROM game WHERE id = $1",
    "DELETE FROM seat WHERE game = $1",
    "DELETE FROM journal WHERE game = $1",
    "DELETE FROM chat WHERE game = $1",
    "DELETE FROM note WHERE game = $1",
    "DELETE FROM ordered WHERE game = $1",
];

/// Browsers that were not seen for long.
pub const END_STALE_SESSIONS: &str = "DELETE FROM session WHERE seen < $1";

/// Which transaction was the last that is stored, and what was changed to be sure of it.
pub const RECEIPT: &str = "SELECT stored, fence FROM receipt WHERE id = 1";

/// A transaction's own number.
pub const SIGN: &str = "UPDATE receipt SET stored = $1 WHERE id = 1";

/// A change that means nothing.
pub const FENCE: &str = "UPDATE receipt SET fence = fence + 1 WHERE id = 1";

/// Everything of one holder goes to another.
pub const HAND_OVER: [&str; 3] = [
    "UPDATE seat SET holder = $2 WHERE holder = $1",
    "UPDATE game SET maker = $2 WHERE maker = $1",
    "UPDATE note SET holder = $2 WHERE holder = $1 AND game NOT IN (SELECT game FROM note WHERE holder = $2)",
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;
    use std::process::{Command, Stdio};

    /// All statements, those that are put together in full.
    fn statements() -> Vec<String> {
        let whole = [
            NEW_GAME,
            SEAT,
            CHAT,
            ORDERED,
            JOURNAL,
            ALL_ORDERED,
            DUE,
            COUNT,
            RECEIPT,
            SIGN,
            FENCE,
            SAID,
            NOTES,
            SESSION,
            ACCOUNT,
            KEEP_NOTES,
            NEW_SESSION,
            SESSION_NOTIFY,
            SESSION_SEEN,
            SESSIONS,
            END_SESSION,
            END_OTHERS,
            MOVED,
            FORGET_MOVED,
            NOTIFY_AS,
            NEW_ACCOUNT,
            NOTIFY,
            GAME,
            GAMES_OF,
            GAMES_OPEN,
            GAMES_WATCHED,
            LISTING,
            FREE,
            STALE_GAMES,
            DELETE_STALE,
            END_STALE_SESSIONS,
        ];
        let mut all: Vec<String> =
            whole.into_iter().chain(HAND_OVER).chain(DELETE_GAME).map(str::to_owned).collect();
        all.push(format!("{LINES}VALUES ($1, $2, $3, $4), ($5, $6, $7, $8)"));
        all.push(format!("{STATES}VALUES ($1, $2, $3, $4, $5, $6){STATES_AGAIN}"));
        all.push(format!("{SEATS}$1, $2{SEATS_IN_ORDER}"));
        all
    }

    /// PostgreSQL understands the tables and every statement. It is asked where `BERTHIER_POSTGRES` names a data base (as `psql`
    /// takes it) in which nothing is kept: everything is done in a schema of its own and taken back.
    #[test]
    fn postgresql_understands_every_statement() {
        let Ok(place) = std::env::var("BERTHIER_POSTGRES") else { return };
        let mut text =
            String::from("BEGIN; CREATE SCHEMA berthier_test; SET search_path TO berthier_test;\n");
        text.push_str(include_str!("../../migrations/0001_start.sql"));
        text.push_str(include_str!("../../migrations/0002_delay.sql"));
        text.push_str(include_str!("../../migrations/0009_receipt.sql"));
        text.push_str(include_str!("../../migrations/0010_sessions.sql"));
        text.push_str(include_str!("../../migrations/0011_lists.sql"));
        text.push_str(include_str!("../../migrations/0012_touched.sql"));
        for (number, statement) in statements().iter().enumerate() {
            text.push_str(&format!("PREPARE s{number} AS {statement};\n"));
        }
        text.push_str("ROLLBACK;\n");
        let mut psql = Command::new("psql")
            .args([&place, "-v", "ON_ERROR_STOP=1", "-q", "-f", "-"])
            .stdin(Stdio::piped())
            .spawn()
            .expect("psql starts");
        psql.stdin.take().expect("it is piped").write_all(text.as_bytes()).expect("it listens");
        assert!(psql.wait().expect("it ends").success(), "{text}");
    }
}
