-- `changed` is what anybody may see: what one side decides in secret changes it not. `touched` is when anything was written.
ALTER TABLE game_state ADD COLUMN touched BIGINT NOT NULL DEFAULT 0;
UPDATE game_state SET touched = changed;
DROP INDEX game_state_by_change;
CREATE INDEX game_state_by_touch ON game_state (touched);
