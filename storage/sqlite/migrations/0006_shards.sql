-- Clocks by shard, and rungs without triggers.

-- When each shard was last known to have a bot, by how many shards there were.
CREATE TABLE beats (
    shards INTEGER NOT NULL,
    shard INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (shards, shard),
    CHECK (shard >= 0 AND shard < shards)
) STRICT;
INSERT INTO beats (shards, shard, at) SELECT 1, 0, at FROM pulse;
DROP TABLE pulse;
ALTER TABLE beats RENAME TO pulse;

-- Up to when a server has got back the time in which there was no bot, if that is later.
ALTER TABLE server ADD COLUMN time_given_until INTEGER;

-- The code that writes a standing moves its player to the right rung: not every engine has triggers.
DROP TRIGGER stands_now;
DROP TRIGGER stood_there;
DROP TRIGGER stood_elsewhere;
DROP TRIGGER stands_here_now;
