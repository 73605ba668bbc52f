-- What a holder's lists are ordered by stands at his seats, so that a page of them is read from an index, however many games he has: the game's
-- status, when it last changed, and whether it waits for this seat.
ALTER TABLE seat ADD COLUMN status BIGINT NOT NULL DEFAULT 0;
ALTER TABLE seat ADD COLUMN changed BIGINT NOT NULL DEFAULT 0;
ALTER TABLE seat ADD COLUMN waits BIGINT NOT NULL DEFAULT 0;
UPDATE seat SET status = s.status, changed = s.changed, waits = CASE WHEN s.status = 0 AND (s.summary LIKE '%"waiting":[' || seat.side || ']%' OR
    s.summary LIKE '%"waiting":[0,1]%' OR s.summary LIKE '%"waiting":[1,0]%') THEN 1 ELSE 0 END FROM game_state s WHERE s.game = seat.game;
DROP INDEX seat_by_holder;
CREATE INDEX seat_of_holder ON seat (holder, status, changed DESC, game);
CREATE INDEX seat_waits ON seat (holder, changed DESC, game) WHERE waits = 1;
