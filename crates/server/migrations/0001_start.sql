-- Written for SQLite and PostgreSQL alike. Times are seconds since 1970.

CREATE TABLE account (
    name TEXT PRIMARY KEY,
    password TEXT NOT NULL,
    email TEXT NOT NULL DEFAULT '',
    webhook TEXT NOT NULL DEFAULT '',
    created BIGINT NOT NULL
);

-- Browsers. The token itself is nowhere but in the cookie.
CREATE TABLE session (
    token TEXT PRIMARY KEY,
    account TEXT,
    email TEXT NOT NULL DEFAULT '',
    webhook TEXT NOT NULL DEFAULT '',
    created BIGINT NOT NULL
);

CREATE TABLE game (
    id TEXT PRIMARY KEY,
    rulebook TEXT NOT NULL,
    battle TEXT NOT NULL,
    title TEXT NOT NULL,
    options TEXT NOT NULL,
    seed TEXT NOT NULL,
    maker TEXT NOT NULL,
    created BIGINT NOT NULL
);

-- What changes with every answer, one row a game.
CREATE TABLE game_state (
    game TEXT PRIMARY KEY,
    changed BIGINT NOT NULL,
    status BIGINT NOT NULL,
    summary TEXT NOT NULL
);
CREATE INDEX game_state_by_status ON game_state (status, changed);

CREATE TABLE seat (
    game TEXT NOT NULL,
    side BIGINT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    holder TEXT,
    code TEXT,
    orders TEXT NOT NULL DEFAULT '[]',
    PRIMARY KEY (game, side)
);
CREATE INDEX seat_by_holder ON seat (holder);

-- The journal, a row for each answer with everything that followed from it.
CREATE TABLE journal (
    game TEXT NOT NULL,
    line BIGINT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game, line)
);

CREATE TABLE chat (
    game TEXT NOT NULL,
    id BIGINT NOT NULL,
    side BIGINT,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    said BIGINT NOT NULL,
    PRIMARY KEY (game, id)
);

CREATE TABLE note (
    game TEXT NOT NULL,
    holder TEXT NOT NULL,
    notes TEXT NOT NULL,
    PRIMARY KEY (game, holder)
);
