-- Mail addresses. One stands here for each account or browser that has given one; nothing but the mail that asks whether it is right goes to one
-- that is not confirmed. Those from before this table are not confirmed.
CREATE TABLE address (
    holder TEXT PRIMARY KEY,
    email TEXT NOT NULL,
    -- Its mailbox; '' as long as no mail was asked for.
    box TEXT NOT NULL DEFAULT '',
    language TEXT NOT NULL DEFAULT 'en',
    confirmed BIGINT NOT NULL DEFAULT 0,
    -- The hash of the link's secret, '' if there is none, and how long it is good.
    proof TEXT NOT NULL DEFAULT '',
    valid_until BIGINT NOT NULL DEFAULT 0,
    -- When the mail that asks is to be sent, 0 if it is not, and how often that was tried.
    due BIGINT NOT NULL DEFAULT 0,
    tries BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX address_by_proof ON address (proof);
CREATE INDEX address_by_due ON address (due);
INSERT INTO address (holder, email) SELECT 'a:' || name, email FROM account WHERE email <> '';
INSERT INTO address (holder, email) SELECT 's:' || token, email FROM session WHERE email <> '' AND account IS NULL;
ALTER TABLE account DROP COLUMN email;
ALTER TABLE session DROP COLUMN email;

-- Mailboxes, by the hash of their addresses: what their owners have said of mails from here, with the secret of the link by which they say it.
CREATE TABLE mailbox (
    box TEXT PRIMARY KEY,
    stop TEXT NOT NULL,
    stopped BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX mailbox_by_stop ON mailbox (stop);

-- How often mails that ask were asked for on a day, by who did, from where, and to which mailbox.
CREATE TABLE asked (
    payer TEXT NOT NULL,
    day BIGINT NOT NULL,
    number BIGINT NOT NULL,
    PRIMARY KEY (payer, day)
);
