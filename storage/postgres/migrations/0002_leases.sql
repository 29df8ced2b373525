-- Leases of shards, for several processes.
-- least: 1

-- Each process that renews its leases or takes some locks this row first.
CREATE TABLE fleet (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1)
);

-- Which process speaks for which shard, by how many shards there are, and until when. Times are in
-- milliseconds, by this server's clock. Renewed every few seconds, on the same page.
CREATE TABLE lease (
    shards BIGINT NOT NULL,
    shard BIGINT NOT NULL,
    holder TEXT COLLATE "C" NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (shards, shard),
    CHECK (shard >= 0 AND shard < shards)
) WITH (fillfactor = 50);

-- When the next session of a bucket of shards may begin.
CREATE TABLE identify_ticket (
    bucket BIGINT NOT NULL PRIMARY KEY,
    free_at BIGINT NOT NULL
) WITH (fillfactor = 50);
