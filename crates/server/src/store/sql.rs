//! The statements, in the words that SQLite and PostgreSQL share.

/// A game's fixed part.
pub const NEW_GAME: &str = "INSERT INTO game (id, rulebook, battle, title, options, seed, maker, created) VALUES ($1, $2, \
     $3, $4, $5, $6, COALESCE((SELECT m.holder FROM moved m WHERE m.was = $7), $7), $8)";

/// New lines of journals; rows of four values follow.
pub const LINES: &str = "INSERT INTO journal (game, line, text, written) ";

/// Games' changing parts; rows of seven values follow, and [`STATES_AGAIN`].
pub const STATES: &str = "INSERT INTO game_state (game, changed, touched, status, due, goes_on, summary) ";

/// Clause for a state that is there already.
pub const STATES_AGAIN: &str = " ON CONFLICT (game) DO UPDATE SET changed = excluded.changed, touched = \
     excluded.touched, status = excluded.status, due = \
     excluded.due, goes_on = excluded.goes_on, summary = excluded.summary";

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

/// Games that go on by themselves, after one of them.
pub const GOING_ON: &str =
    "SELECT game FROM game_state WHERE goes_on = 1 AND game > $1 ORDER BY game LIMIT $2";

/// Number of the games.
pub const COUNT: &str = "SELECT COUNT(*) AS n FROM game";

/// The last chat messages before one.
pub const SAID: &str = "SELECT * FROM chat WHERE game = $1 AND id < $2 ORDER BY id DESC LIMIT $3";

/// Somebody's notes.
pub const NOTES: &str = "SELECT notes FROM note WHERE game = $1 AND holder = $2";

/// A browser.
pub const SESSION: &str = "SELECT * FROM session WHERE token = $1";

/// An account.
pub const ACCOUNT: &str = "SELECT password, webhook FROM account WHERE name = $1";

/// Somebody's notes, new or changed.
pub const KEEP_NOTES: &str = "INSERT INTO note (game, holder, notes) VALUES ($1, COALESCE((SELECT m.holder FROM moved \
      m WHERE m.was = $2), $2), $3) ON CONFLICT (game, holder) DO UPDATE \
      SET notes = excluded.notes";

/// A browser that is new.
pub const NEW_SESSION: &str =
    "INSERT INTO session (token, account, device, created, seen) VALUES ($1, $2, $3, $4, $4)";

/// Web address that is called when it is a browser's turn.
pub const SESSION_WEBHOOK: &str = "UPDATE session SET webhook = COALESCE($1, webhook) WHERE token = $2";

/// Time at which a browser was last seen.
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

/// For a new account the web address is called that was called for the browser.
pub const WEBHOOK_AS: &str =
    "UPDATE account SET webhook = s.webhook FROM session s WHERE s.token = $1 AND account.name = $2";

/// One holder's mail address becomes another's.
pub const MOVE_ADDRESS: &str = "UPDATE address SET holder = $2 WHERE holder = $1";

/// An account, if its name is free.
pub const NEW_ACCOUNT: &str =
    "INSERT INTO account (name, password, created) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING";

/// Web address that is called when it is an account's turn.
pub const ACCOUNT_WEBHOOK: &str = "UPDATE account SET webhook = COALESCE($1, webhook) WHERE name = $2";

/// A holder's mail address, and what its owner says of mails.
pub const ADDRESS: &str = "SELECT a.email, a.language, a.confirmed, a.proof, a.valid_until, a.due, COALESCE(m.stop, '') AS \
     stop, COALESCE(m.stopped, 0) AS stopped FROM address a LEFT JOIN mailbox m ON m.box = a.box WHERE a.holder = $1";

/// A holder has no mail address any more.
pub const FORGET_ADDRESS: &str = "DELETE FROM address WHERE holder = $1";

/// Browsers that are not there any more have no mail addresses.
pub const FORGET_ADDRESSES: &str = "DELETE FROM address WHERE holder LIKE 's:%' AND NOT EXISTS (SELECT 1 FROM session s WHERE 's:' || \
     s.token = address.holder)";

/// A mailbox, if it was not known.
pub const MAILBOX: &str = "INSERT INTO mailbox (box, stop) VALUES ($1, $2) ON CONFLICT (box) DO NOTHING";

/// Refusal of mails by a mailbox.
pub const IS_STOPPED: &str = "SELECT stopped FROM mailbox WHERE box = $1";

/// The owner of a mailbox wants no mails, or wants them again.
pub const STOP: &str = "UPDATE mailbox SET stopped = $1 WHERE stop = $2 RETURNING box";

/// One mail more was asked for on a day.
pub const COUNT_ASKED: &str = "INSERT INTO asked (payer, day, number) VALUES ($1, $2, 1) ON CONFLICT (payer, day) DO UPDATE SET number = \
     asked.number + 1 RETURNING number";

/// Removal of the requests of days before.
pub const FORGET_ASKED: &str = "DELETE FROM asked WHERE day < $1";

/// A holder's mail address that is to be confirmed.
pub const ASK: &str = "INSERT INTO address (holder, email, box, language, due) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (holder) DO \
     UPDATE SET email = excluded.email, box = excluded.box, language = excluded.language, confirmed = 0, proof = '', valid_until = 0, \
     due = excluded.due, tries = 0";

/// Mails that ask and are to be sent.
pub const DUE_MAILS: &str = "SELECT a.holder, a.email, a.language, a.due, a.tries, m.stop FROM address a JOIN mailbox m ON m.box = \
     a.box WHERE a.due > 0 AND a.due <= $1 AND m.stopped = 0 ORDER BY a.due LIMIT $2";

/// Such a mail gets its secret, if it is still to be sent, and the time when it is to be sent again should this fail.
pub const SEAL: &str = "UPDATE address SET proof = $1, valid_until = $2, tries = tries + 1, due = $3 WHERE holder = $4 AND email = $5 \
     AND due = $6";

/// Such a mail has been sent.
pub const SENT: &str = "UPDATE address SET due = 0 WHERE proof = $1";

/// Such a mail could not be sent. If it is not tried again, its secret is worth nothing.
pub const UNSENT: &str = "UPDATE address SET proof = '' WHERE proof = $1 AND due = 0";

/// Confirmation of an address by who has the secret.
pub const CONFIRM: &str =
    "UPDATE address SET confirmed = 1 WHERE proof = $1 AND proof <> '' AND valid_until >= $2 RETURNING email";

/// A game.
pub const GAME: &str = "SELECT g.*, s.changed, s.touched, s.status, s.due, s.goes_on, s.summary FROM game g JOIN game_state s ON s.game = \
     g.id WHERE g.id = $1";

/// Somebody's games, once each: the index of their seats is read in its order, as far as the page goes.
pub const GAMES_OF: &str = "SELECT g.*, s.changed, s.touched, s.status, s.due, s.goes_on, s.summary FROM (SELECT t.game, t.status, t.changed FROM \
     seat t WHERE t.holder = $1 AND NOT EXISTS (SELECT 1 FROM seat o WHERE o.game = t.game AND o.holder = t.holder AND o.side < t.side) \
     ORDER BY t.status, t.changed DESC LIMIT $2 OFFSET $3) m JOIN game g ON g.id = m.game JOIN game_state s ON s.game = m.game \
     ORDER BY m.status, m.changed DESC";

/// Games that wait for somebody, once each, in the same way.
pub const GAMES_WAITING: &str = "SELECT g.*, s.changed, s.touched, s.status, s.due, s.goes_on, s.summary FROM (SELECT t.game, t.changed FROM seat t \
     WHERE t.holder = $1 AND t.waits = 1 AND NOT EXISTS (SELECT 1 FROM seat o WHERE o.game = t.game AND o.holder = t.holder AND o.waits = 1 \
     AND o.side < t.side) ORDER BY t.changed DESC LIMIT $2 OFFSET $3) m JOIN game g ON g.id = m.game JOIN game_state s ON s.game = m.game \
     ORDER BY m.changed DESC";

/// Update of the seats of games for lists; a list of ids follows, and [`SEATED_IF_CHANGED`].
pub const SEATED: &str = "UPDATE seat SET status = s.status, changed = s.changed, waits = CASE WHEN s.status = 0 AND (s.summary LIKE \
     '%\"waiting\":[' || seat.side || ']%' OR s.summary LIKE '%\"waiting\":[0,1]%' OR s.summary LIKE '%\"waiting\":[1,0]%') THEN 1 ELSE 0 END \
     FROM game_state s WHERE s.game = seat.game AND seat.holder IS NOT NULL AND seat.game IN (";

/// The end of [`SEATED`].
pub const SEATED_IF_CHANGED: &str = ") AND (seat.status <> s.status OR seat.changed <> s.changed OR seat.waits <> CASE WHEN s.status = 0 AND \
     (s.summary LIKE '%\"waiting\":[' || seat.side || ']%' OR s.summary LIKE '%\"waiting\":[0,1]%' OR s.summary LIKE \
     '%\"waiting\":[1,0]%') THEN 1 ELSE 0 END)";

/// Games with a seat that anybody may take.
pub const GAMES_OPEN: &str = "SELECT g.*, s.changed, s.touched, s.status, s.due, s.goes_on, s.summary FROM game_state s JOIN game g ON g.id = \
     s.game WHERE s.open = 1 AND s.free = 1 AND s.status = 0 AND $1 = '' ORDER BY s.changed DESC \
     LIMIT $2 OFFSET $3";

/// Games that anybody may watch.
pub const GAMES_WATCHED: &str = "SELECT g.*, s.changed, s.touched, s.status, s.due, s.goes_on, s.summary FROM game_state s JOIN game g ON g.id = \
     s.game WHERE s.watch = 1 AND $1 = '' ORDER BY s.status, s.changed DESC LIMIT $2 OFFSET $3";

/// Columns of a new game that lists look for.
pub const LISTING: &str = "UPDATE game_state SET open = $1, watch = $2 WHERE game = $3";

/// Mark of a game with a free seat.
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

/// Receipt of the last transaction that is stored, and what was changed to be sure of it.
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
            GOING_ON,
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
            SESSION_WEBHOOK,
            SESSION_SEEN,
            SESSIONS,
            END_SESSION,
            END_OTHERS,
            MOVED,
            FORGET_MOVED,
            WEBHOOK_AS,
            MOVE_ADDRESS,
            NEW_ACCOUNT,
            ACCOUNT_WEBHOOK,
            ADDRESS,
            FORGET_ADDRESS,
            FORGET_ADDRESSES,
            MAILBOX,
            IS_STOPPED,
            STOP,
            COUNT_ASKED,
            FORGET_ASKED,
            ASK,
            DUE_MAILS,
            SEAL,
            SENT,
            UNSENT,
            CONFIRM,
            GAME,
            GAMES_OF,
            GAMES_WAITING,
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
        all.push(format!("{STATES}VALUES ($1, $2, $3, $4, $5, $6, $7){STATES_AGAIN}"));
        all.push(format!("{SEATS}$1, $2{SEATS_IN_ORDER}"));
        all.push(format!("{SEATED}$1, $2{SEATED_IF_CHANGED}"));
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
        text.push_str(include_str!("../../migrations/0013_mail.sql"));
        text.push_str(include_str!("../../migrations/0014_goes_on.sql"));
        text.push_str(include_str!("../../migrations/0015_mine.sql"));
        text.push_str(include_str!("../../migrations/0016_conditions.sql"));
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
