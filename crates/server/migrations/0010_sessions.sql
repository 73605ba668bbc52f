-- Holders whose seats went to an account. What a request that began before still writes for the old holder goes to the account too; a row is
-- of no use any more when no such request can be left.
CREATE TABLE moved (
    was TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    since BIGINT NOT NULL
);

-- When a browser was last seen, to the hour, and what it is.
ALTER TABLE session ADD COLUMN seen BIGINT NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN device TEXT NOT NULL DEFAULT '';
UPDATE session SET seen = created;
CREATE INDEX session_by_account ON session (account);
CREATE INDEX session_by_seen ON session (seen);
CREATE INDEX game_by_maker ON game (maker);
CREATE INDEX note_by_holder ON note (holder);
