-- The receipt: which transaction was the last that is stored. When nobody can say whether a commit has happened, it is read again from
-- disk. `fence` is changed to find out whether writing works, and to be sure that a commit that failed does not come true later.
CREATE TABLE receipt (
    id BIGINT PRIMARY KEY,
    stored BIGINT NOT NULL,
    fence BIGINT NOT NULL
);
INSERT INTO receipt (id, stored, fence) VALUES (1, 0, 0);
