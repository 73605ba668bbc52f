-- Games that go on though nobody comes, because a computer player is asked something: a server that starts anew looks for them.
ALTER TABLE game_state ADD COLUMN goes_on BIGINT NOT NULL DEFAULT 0;
UPDATE game_state SET goes_on = 1 WHERE status = 0 AND EXISTS (SELECT 1 FROM seat t WHERE t.game = game_state.game AND t.kind = 'computer' AND
    (game_state.summary LIKE '%"waiting":[' || t.side || ']%' OR game_state.summary LIKE '%"waiting":[0,1]%' OR game_state.summary LIKE '%"waiting":[1,0]%'));
CREATE INDEX game_state_goes_on ON game_state (game) WHERE goes_on = 1;
