-- Duels with the bot, hints in them, and puzzles.
-- least: 5

-- Earlier code doesn't answer a move in such a duel, and takes it for damaged, so it must not go on beside
-- newer code for long.

-- With a level, the opponent is the bot.
ALTER TABLE duel ADD COLUMN level TEXT COLLATE "C" CHECK (level IS NULL OR phase IN ('playing', 'finished'));
-- Whether only the player sees it, in answers: the bot posts no board of it.
ALTER TABLE duel ADD COLUMN private BIGINT NOT NULL DEFAULT 0
    CHECK (private = 0 OR (private = 1 AND level IS NOT NULL));
-- After how many moves the player has asked for a hint, separated by commas.
ALTER TABLE duel ADD COLUMN hints TEXT COLLATE "C" NOT NULL DEFAULT '' CHECK (hints = '' OR level IS NOT NULL);

DROP INDEX duel_unshown;
CREATE INDEX duel_unshown ON duel (guild, id) WHERE (shown IS NULL OR shown < step) AND private = 0;
-- What somebody has won and lost against the bot is counted when it is asked for.
CREATE INDEX duel_with_bot ON duel (guild, challenger, level, seated, winner)
WHERE level IS NOT NULL AND phase = 'finished' AND void = 0 AND winner IS NOT NULL;

-- Puzzles: the position that a record ends with, and its solution, moves as the record names them. The
-- pooled ones are given to players by their rating, the others are puzzles of a day. Ratings change
-- with each try, and an index has them.
CREATE TABLE puzzle (
    guild BIGINT NOT NULL,
    id BIGINT NOT NULL,
    text TEXT COLLATE "C" NOT NULL CHECK (length(text) <= 1000),
    winning TEXT COLLATE "C" NOT NULL,
    tempting TEXT COLLATE "C" NOT NULL,
    hardness BIGINT NOT NULL,
    strict BIGINT NOT NULL CHECK (strict IN (0, 1)),
    pooled BIGINT NOT NULL CHECK (pooled IN (0, 1)),
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (guild, id)
);
CREATE UNIQUE INDEX puzzle_by_text ON puzzle (guild, text);
CREATE INDEX puzzle_by_rating ON puzzle (guild, rating, id) WHERE pooled = 1;

-- The puzzle of each day in a server; a day is a number of days since 1970. Practically never do two
-- days have the same.
CREATE TABLE daily (
    guild BIGINT NOT NULL,
    day BIGINT NOT NULL,
    puzzle BIGINT NOT NULL,
    PRIMARY KEY (guild, day)
);
CREATE INDEX daily_by_puzzle ON daily (guild, puzzle);

-- What a player has decided in a puzzle, and the moves that were made. There is a row from the first
-- decision on, which is made `at` a moment. That one solves the puzzle or doesn't, and changes ratings if
-- the puzzle isn't one of a day.
CREATE TABLE attempt (
    guild BIGINT NOT NULL,
    player BIGINT NOT NULL,
    puzzle BIGINT NOT NULL,
    at BIGINT NOT NULL,
    decisions TEXT COLLATE "C" NOT NULL CHECK (decisions <> ''),
    solved BIGINT NOT NULL CHECK (solved IN (0, 1)),
    over BIGINT NOT NULL CHECK (over IN (0, 1)),
    rating DOUBLE PRECISION,
    gain DOUBLE PRECISION,
    PRIMARY KEY (guild, player, puzzle),
    CHECK ((rating IS NULL) = (gain IS NULL))
);
CREATE INDEX attempt_by_puzzle ON attempt (guild, puzzle);

-- A player's puzzle rating, the pooled puzzle that the player has been given last, and the player's
-- offset from UTC in minutes. Dates up to `kept` last as long as by the earlier offset. The last
-- decision was made `at` a moment.
CREATE TABLE solver (
    guild BIGINT NOT NULL,
    player BIGINT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    puzzle BIGINT,
    utc_offset BIGINT NOT NULL DEFAULT 0,
    earlier_offset BIGINT,
    kept BIGINT,
    at BIGINT,
    PRIMARY KEY (guild, player),
    CHECK ((earlier_offset IS NULL) = (kept IS NULL))
);
-- Pools are filled for players who have been at it lately, in all servers.
CREATE INDEX solver_by_time ON solver (at) WHERE at IS NOT NULL;

-- Up to which end a server's duels have been searched for puzzles. Where it wants a post about the
-- puzzle of the day; the last day that was posted; when the post of a later day was begun; and for how
-- many days in a row nobody has tried the puzzle.
ALTER TABLE server ADD COLUMN mined BIGINT NOT NULL DEFAULT 0;
ALTER TABLE server ADD COLUMN daily_channel BIGINT;
ALTER TABLE server ADD COLUMN daily_posted BIGINT;
ALTER TABLE server ADD COLUMN daily_begun BIGINT;
ALTER TABLE server ADD COLUMN daily_untried BIGINT NOT NULL DEFAULT 0;
CREATE INDEX server_by_daily ON server (guild) WHERE daily_channel IS NOT NULL;

-- When servers had no bot: those of the shard with this number, of so many.
CREATE TABLE outage (
    shards BIGINT NOT NULL,
    shard BIGINT NOT NULL,
    ended BIGINT NOT NULL,
    begun BIGINT NOT NULL,
    PRIMARY KEY (shards, shard, ended),
    CHECK (shard >= 0 AND shard < shards),
    CHECK (begun < ended)
);
