-- Duels with the bot, hints in them, and puzzles.

-- With a level, the opponent is the bot.
ALTER TABLE duel ADD COLUMN level TEXT CHECK (level IS NULL OR phase IN ('playing', 'finished'));
-- Whether only the player sees it, in answers: the bot posts no board of it.
ALTER TABLE duel ADD COLUMN private INTEGER NOT NULL DEFAULT 0
    CHECK (private = 0 OR (private = 1 AND level IS NOT NULL));
-- After how many moves the player has asked for a hint, separated by commas.
ALTER TABLE duel ADD COLUMN hints TEXT NOT NULL DEFAULT '' CHECK (hints = '' OR level IS NOT NULL);
-- How many moves of the record are those of another duel, from where this one went on.
ALTER TABLE duel ADD COLUMN played_from INTEGER NOT NULL DEFAULT 0
    CHECK (played_from = 0 OR (played_from > 0 AND level IS NOT NULL));

-- Duels that have moved on since their board was posted.
DROP INDEX duel_unshown;
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
    guild INTEGER NOT NULL,
    id INTEGER NOT NULL,
    text TEXT NOT NULL CHECK (length(text) <= 1000),
    winning TEXT NOT NULL,
    hardness INTEGER NOT NULL,
    pooled INTEGER NOT NULL CHECK (pooled IN (0, 1)),
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    PRIMARY KEY (guild, id)
) STRICT;
CREATE UNIQUE INDEX puzzle_by_text ON puzzle (guild, text);
CREATE INDEX puzzle_by_rating ON puzzle (guild, rating, id) WHERE pooled = 1;

-- The puzzle of each day in a server; a day is a number of days since 1970. Practically never do two
-- days have the same.
CREATE TABLE daily (
    guild INTEGER NOT NULL,
    day INTEGER NOT NULL,
    puzzle INTEGER NOT NULL,
    PRIMARY KEY (guild, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX daily_by_puzzle ON daily (guild, puzzle);

-- What a player has decided in a puzzle, and the moves that were made. There is a row from the first
-- decision on, which is made `at` a moment. That one solves the puzzle or doesn't, and changes ratings if
-- the puzzle isn't one of a day. The result of a puzzle of a day is `shared` with the server once.
CREATE TABLE attempt (
    guild INTEGER NOT NULL,
    player INTEGER NOT NULL,
    puzzle INTEGER NOT NULL,
    at INTEGER NOT NULL,
    decisions TEXT NOT NULL CHECK (decisions <> ''),
    solved INTEGER NOT NULL CHECK (solved IN (0, 1)),
    over INTEGER NOT NULL CHECK (over IN (0, 1)),
    shared INTEGER NOT NULL DEFAULT 0 CHECK (shared IN (0, 1)),
    rating REAL,
    gain REAL,
    PRIMARY KEY (guild, player, puzzle),
    CHECK ((rating IS NULL) = (gain IS NULL)),
    CHECK (shared <= over)
) STRICT, WITHOUT ROWID;
CREATE INDEX attempt_by_puzzle ON attempt (guild, puzzle);

-- A player's puzzle rating, the pooled puzzle that the player has been given last, and the player's
-- offset from UTC in minutes. Dates up to `kept` last as long as by the earlier offset. The last
-- pooled puzzle was begun `at` a moment.
CREATE TABLE solver (
    guild INTEGER NOT NULL,
    player INTEGER NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    puzzle INTEGER,
    utc_offset INTEGER NOT NULL DEFAULT 0,
    earlier_offset INTEGER,
    kept INTEGER,
    at INTEGER,
    PRIMARY KEY (guild, player),
    CHECK ((earlier_offset IS NULL) = (kept IS NULL))
) STRICT, WITHOUT ROWID;
-- Pools are filled for players who have begun pooled puzzles lately, in all servers.
CREATE INDEX solver_by_time ON solver (at) WHERE at IS NOT NULL;

-- Up to which end a server's duels have been searched for puzzles. Where it wants a post about the
-- puzzle of the day; the last day that was posted; when the post of a later day was begun; and for how
-- many days in a row nobody has tried the puzzle.
ALTER TABLE server ADD COLUMN mined INTEGER NOT NULL DEFAULT 0;
ALTER TABLE server ADD COLUMN daily_channel INTEGER;
ALTER TABLE server ADD COLUMN daily_posted INTEGER;
ALTER TABLE server ADD COLUMN daily_begun INTEGER;
ALTER TABLE server ADD COLUMN daily_untried INTEGER NOT NULL DEFAULT 0;
CREATE INDEX server_by_daily ON server (guild) WHERE daily_channel IS NOT NULL;

-- When servers had no bot: those of the shard with this number, of so many.
CREATE TABLE outage (
    shards INTEGER NOT NULL,
    shard INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    begun INTEGER NOT NULL,
    PRIMARY KEY (shards, shard, ended),
    CHECK (shard >= 0 AND shard < shards),
    CHECK (begun < ended)
) STRICT, WITHOUT ROWID;

-- The title that its winner has earned by a duel, and up to which end a server's wins have been judged for
-- that. They follow from the record, so that both can be forgotten.
ALTER TABLE duel ADD COLUMN title TEXT CHECK (title IS NULL OR phase = 'finished');
ALTER TABLE server ADD COLUMN judged INTEGER NOT NULL DEFAULT 0;
CREATE INDEX duel_by_title ON duel (
    guild,
    (CASE WHEN (seated = 'challenger') = (winner = 0) THEN challenger ELSE opponent END),
    title,
    void
) WHERE title IS NOT NULL;
