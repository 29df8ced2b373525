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
-- How many moves of the record are those of another duel, from where this one went on.
ALTER TABLE duel ADD COLUMN played_from BIGINT NOT NULL DEFAULT 0
    CHECK (played_from = 0 OR (played_from > 0 AND level IS NOT NULL));

-- Duels that have moved on since their board was posted. Earlier code, which may run beside newer code for
-- a while, would read all duels without its `duel_unshown`. A later migration drops that.
CREATE INDEX duel_behind ON duel (guild, id) WHERE (shown IS NULL OR shown < step) AND private = 0;
-- What somebody has won and lost against the bot is counted when it is asked for, but not from
-- positions that the player has chosen.
CREATE INDEX duel_with_bot ON duel (guild, challenger, level, seated, winner, reason, private)
WHERE level IS NOT NULL AND phase = 'finished' AND void = 0 AND played_from = 0;
-- In a position of a player's rated duel the bot doesn't help that player, in whichever server.
CREATE INDEX duel_rated_of_challenger ON duel (challenger) WHERE phase = 'playing' AND unrated IS NULL;
CREATE INDEX duel_rated_of_opponent ON duel (opponent) WHERE phase = 'playing' AND unrated IS NULL;

-- Puzzles: the position that a record ends with, and its winning moves as the record names them. The
-- pooled ones are given to players by their rating, the others are puzzles of a day. Ratings change
-- with each try, and an index has them.
CREATE TABLE puzzle (
    guild BIGINT NOT NULL,
    id BIGINT NOT NULL,
    text TEXT COLLATE "C" NOT NULL CHECK (length(text) <= 1000),
    winning TEXT COLLATE "C" NOT NULL,
    hardness BIGINT NOT NULL,
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
-- the puzzle isn't one of a day. The result of a puzzle of a day is `shared` with the server once.
CREATE TABLE attempt (
    guild BIGINT NOT NULL,
    player BIGINT NOT NULL,
    puzzle BIGINT NOT NULL,
    at BIGINT NOT NULL,
    decisions TEXT COLLATE "C" NOT NULL CHECK (decisions <> ''),
    solved BIGINT NOT NULL CHECK (solved IN (0, 1)),
    over BIGINT NOT NULL CHECK (over IN (0, 1)),
    shared BIGINT NOT NULL DEFAULT 0 CHECK (shared IN (0, 1)),
    rating DOUBLE PRECISION,
    gain DOUBLE PRECISION,
    PRIMARY KEY (guild, player, puzzle),
    CHECK ((rating IS NULL) = (gain IS NULL)),
    CHECK (shared <= over)
);
CREATE INDEX attempt_by_puzzle ON attempt (guild, puzzle);

-- A player's puzzle rating, the pooled puzzle that the player has been given last, and the player's
-- offset from UTC in minutes. Dates up to `kept` last as long as by the earlier offset. The last
-- pooled puzzle was begun `at` a moment.
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
-- Pools are filled for players who have begun pooled puzzles lately, in all servers.
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

-- The title that its winner has earned by a duel, and up to which end a server's wins have been judged for
-- that. They follow from the record, so that both can be forgotten.
ALTER TABLE duel ADD COLUMN title TEXT COLLATE "C" CHECK (title IS NULL OR phase = 'finished');
ALTER TABLE server ADD COLUMN judged BIGINT NOT NULL DEFAULT 0;
CREATE INDEX duel_by_title ON duel (
    guild,
    (CASE WHEN (seated = 'challenger') = (winner = 0) THEN challenger ELSE opponent END),
    title,
    void
) WHERE title IS NOT NULL;
