-- When lines were written: side views are shown to onlookers after a delay.
ALTER TABLE journal ADD COLUMN written BIGINT NOT NULL DEFAULT 0;

-- Whether the side lets onlookers see its view then: 1 or 0.
ALTER TABLE seat ADD COLUMN shows BIGINT NOT NULL DEFAULT 0;

-- When the game's clock falls, if it is to be looked at then also while nobody plays.
ALTER TABLE game_state ADD COLUMN due BIGINT;
CREATE INDEX game_state_by_due ON game_state (due);

-- Which standing order gave the answer on a line of the journal.
CREATE TABLE ordered (
    game TEXT NOT NULL,
    line BIGINT NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (game, line)
);
