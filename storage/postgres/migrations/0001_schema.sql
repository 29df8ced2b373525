-- The first schema on PostgreSQL, with everything that SQLite's first six make.
-- least: 1

-- Keys begin with the guild, so that a table can be divided by it, over partitions or machines.
-- Text is compared byte by byte, as SQLite does it, whatever language the database has.

-- Units of work about one server wait here for each other. Rows are locked and never changed, so
-- there is nothing to leave room for.
CREATE TABLE guild_lock (
    guild BIGINT NOT NULL PRIMARY KEY
);

-- Counts duels from the first, finished ones in the order of their ends, and erased players. `entered`
-- is how many of the ends are applied to the standings. Every challenge and every end updates a row,
-- and no index has these columns: with half a page free the new version of a row stays on its page,
-- and the index isn't touched.
CREATE TABLE server (
    guild BIGINT NOT NULL PRIMARY KEY,
    duels BIGINT NOT NULL DEFAULT 0,
    ends BIGINT NOT NULL DEFAULT 0,
    erased BIGINT NOT NULL DEFAULT 0,
    clock BIGINT,
    entered BIGINT NOT NULL DEFAULT 0,
    rated_a_day BIGINT,
    board_mode TEXT COLLATE "C" NOT NULL DEFAULT 'one'
        CHECK (board_mode IN ('one', 'every', 'thread')),
    -- Up to when the server has got back the time in which there was no bot, if that is later than
    -- the last pulse of its shard.
    time_given_until BIGINT
) WITH (fillfactor = 50);

CREATE TABLE server_channel (
    guild BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    PRIMARY KEY (guild, channel)
);

CREATE TABLE server_role (
    guild BIGINT NOT NULL,
    role BIGINT NOT NULL,
    PRIMARY KEY (guild, role)
);

-- A move changes `due` and `step`, which indexes have, so every new version of a row gets entries in
-- all of them and room on its page would gain nothing. Dead versions are many, and are cleared away
-- when a fiftieth of the table is dead, instead of a fifth.
CREATE TABLE duel (
    guild BIGINT NOT NULL,
    id BIGINT NOT NULL,
    phase TEXT COLLATE "C" NOT NULL
        CHECK (phase IN ('offered', 'withdrawn', 'playing', 'finished')),
    challenger BIGINT NOT NULL,
    opponent BIGINT NOT NULL,
    first TEXT COLLATE "C" NOT NULL CHECK (first IN ('challenger', 'opponent', 'drawn')),
    seated TEXT COLLATE "C" CHECK (seated IN ('challenger', 'opponent')),
    clock BIGINT NOT NULL,
    record TEXT COLLATE "C" NOT NULL,
    deadline BIGINT,
    due BIGINT,
    winner BIGINT CHECK (winner IN (0, 1)),
    reason TEXT COLLATE "C",
    ended BIGINT,
    nth BIGINT,
    channel BIGINT NOT NULL,
    message BIGINT,
    step BIGINT NOT NULL,
    shown BIGINT,
    void BIGINT NOT NULL DEFAULT 0 CHECK (void = 0 OR (void = 1 AND phase = 'finished')),
    reminding BIGINT,
    reminded BIGINT,
    legs BIGINT NOT NULL DEFAULT 1 CHECK (legs IN (1, 2)),
    earlier TEXT COLLATE "C",
    unrated TEXT COLLATE "C",
    board_mode TEXT COLLATE "C" NOT NULL DEFAULT 'one'
        CHECK (board_mode IN ('one', 'every', 'thread')),
    challenger_rating BIGINT CHECK (challenger_rating IS NULL OR phase = 'playing'),
    opponent_rating BIGINT CHECK (opponent_rating IS NULL OR phase = 'playing'),
    good_game BIGINT NOT NULL DEFAULT 0
        CHECK (good_game = 0 OR (good_game IN (1, 2, 3) AND phase = 'finished')),
    PRIMARY KEY (guild, id),
    CHECK ((phase IN ('offered', 'playing')) = (deadline IS NOT NULL)),
    CHECK ((phase IN ('withdrawn', 'finished')) = (ended IS NOT NULL)),
    CHECK ((phase IN ('withdrawn', 'finished')) = (reason IS NOT NULL)),
    CHECK ((phase IN ('playing', 'finished')) = (seated IS NOT NULL)),
    CHECK ((phase = 'finished') = (nth IS NOT NULL))
) WITH (autovacuum_vacuum_scale_factor = 0.02);

CREATE INDEX duel_by_challenger ON duel (guild, challenger, phase, nth);
CREATE INDEX duel_by_opponent ON duel (guild, opponent, phase, nth);
CREATE INDEX duel_by_end ON duel (guild, nth) WHERE nth IS NOT NULL;
-- Clocks and gauges look at many servers at once.
CREATE INDEX duel_due ON duel (due, phase) WHERE due IS NOT NULL;
CREATE INDEX duel_unshown ON duel (guild, id) WHERE shown IS NULL OR shown < step;
CREATE INDEX duel_in_play ON duel (guild, id) WHERE phase = 'playing';

CREATE TABLE receipt (
    guild BIGINT NOT NULL,
    interaction BIGINT NOT NULL,
    at BIGINT NOT NULL,
    player BIGINT NOT NULL,
    duel BIGINT,
    step BIGINT,
    deadline BIGINT,
    refusal TEXT COLLATE "C",
    PRIMARY KEY (guild, interaction),
    CHECK ((duel IS NULL) = (refusal IS NOT NULL))
);

CREATE TABLE season (
    guild BIGINT NOT NULL,
    number BIGINT NOT NULL,
    first BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (guild, number)
);

-- `game` is a game's key, or 'all'.
CREATE TABLE standing (
    guild BIGINT NOT NULL,
    player BIGINT NOT NULL,
    season BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    wins BIGINT NOT NULL,
    losses BIGINT NOT NULL,
    ties BIGINT NOT NULL,
    streak BIGINT NOT NULL,
    form TEXT COLLATE "C" NOT NULL,
    rating DOUBLE PRECISION,
    deviation DOUBLE PRECISION,
    volatility DOUBLE PRECISION,
    at BIGINT,
    rated BIGINT NOT NULL,
    testers TEXT COLLATE "C" NOT NULL,
    settled BIGINT NOT NULL,
    stands BIGINT NOT NULL CHECK (stands IN (0, 1)),
    PRIMARY KEY (guild, player, season, game)
);

CREATE INDEX ladder ON standing (guild, season, game, stands, settled DESC, rating DESC, player);

-- How many players stand how high on a leaderboard. Only `players` ever changes, and no index has it.
CREATE TABLE rung (
    guild BIGINT NOT NULL,
    season BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    settled BIGINT NOT NULL,
    height BIGINT NOT NULL,
    players BIGINT NOT NULL,
    PRIMARY KEY (guild, season, game, settled, height)
) WITH (fillfactor = 70);

CREATE TABLE departed (
    guild BIGINT NOT NULL,
    player BIGINT NOT NULL,
    PRIMARY KEY (guild, player)
);

-- Where players stand after the nth end in their server, and what they gained by it.
CREATE TABLE course (
    guild BIGINT NOT NULL,
    nth BIGINT NOT NULL,
    player BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    wins BIGINT NOT NULL,
    losses BIGINT NOT NULL,
    ties BIGINT NOT NULL,
    streak BIGINT NOT NULL,
    form TEXT COLLATE "C" NOT NULL,
    rating DOUBLE PRECISION,
    deviation DOUBLE PRECISION,
    volatility DOUBLE PRECISION,
    at BIGINT,
    rated BIGINT NOT NULL,
    testers TEXT COLLATE "C" NOT NULL,
    settled BIGINT NOT NULL,
    gain DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (guild, nth, player, game)
);

CREATE INDEX course_testers ON course (guild, player) WHERE testers <> '';

-- How many players had enough rated duels after the nth end, and how many of them were established.
CREATE TABLE census (
    guild BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    nth BIGINT NOT NULL,
    regulars BIGINT NOT NULL,
    settled BIGINT NOT NULL,
    PRIMARY KEY (guild, game, nth)
);

CREATE TABLE preferences (
    guild BIGINT NOT NULL,
    player BIGINT NOT NULL,
    pings TEXT COLLATE "C" NOT NULL,
    challenges TEXT COLLATE "C" NOT NULL,
    pings_offered BIGINT NOT NULL DEFAULT 0 CHECK (pings_offered IN (0, 1)),
    PRIMARY KEY (guild, player)
);

CREATE TABLE blocked (
    guild BIGINT NOT NULL,
    player BIGINT NOT NULL,
    PRIMARY KEY (guild, player)
);

-- What the bot notes for itself, of no server.
CREATE TABLE note (
    key TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    value TEXT COLLATE "C" NOT NULL
);

-- When each shard was last known to have a bot, by how many shards there were.
CREATE TABLE pulse (
    shards BIGINT NOT NULL,
    shard BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (shards, shard),
    CHECK (shard >= 0 AND shard < shards)
) WITH (fillfactor = 50);
