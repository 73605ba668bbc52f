-- What lists look for, beside what they are ordered by: whether anybody may take a free seat (`open`) and there is one (`free`), and whether anybody
-- may watch.
ALTER TABLE game_state ADD COLUMN open BIGINT NOT NULL DEFAULT 0;
ALTER TABLE game_state ADD COLUMN free BIGINT NOT NULL DEFAULT 0;
ALTER TABLE game_state ADD COLUMN watch BIGINT NOT NULL DEFAULT 0;
UPDATE game_state SET open = 1 WHERE game IN (SELECT id FROM game WHERE options LIKE '%"open":true%');
UPDATE game_state SET free = 1 WHERE game IN (SELECT game FROM seat WHERE kind = 'free');
UPDATE game_state SET watch = 1 WHERE game IN (SELECT id FROM game WHERE options LIKE '%"watch":"public"%');
CREATE INDEX game_state_open ON game_state (open, free, status, changed DESC);
CREATE INDEX game_state_watched ON game_state (watch, status, changed DESC);
CREATE INDEX game_state_by_change ON game_state (changed);
