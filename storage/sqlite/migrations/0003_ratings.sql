-- Ratings: a ladder for each season, how every standing came about, and duels of two legs.

-- The record of the leg before the one that `record` and `seated` are about.
ALTER TABLE duel ADD COLUMN legs INTEGER NOT NULL DEFAULT 1 CHECK (legs IN (1, 2));
ALTER TABLE duel ADD COLUMN earlier TEXT;

-- Why a duel moves no rating; nothing if it does.
ALTER TABLE duel ADD COLUMN unrated TEXT;
UPDATE duel SET unrated = iif(rated, 'earlier', 'casual');
ALTER TABLE duel DROP COLUMN rated;

-- How many of the ends are entered in the standings: fewer than all while they are counted again.
ALTER TABLE server ADD COLUMN entered INTEGER NOT NULL DEFAULT 0;

-- How many duels of the same two are rated in a day, if the server has chosen.
ALTER TABLE server ADD COLUMN rated_a_day INTEGER;

-- With which end a season begins. The first one has no row.
CREATE TABLE season (
    guild INTEGER NOT NULL,
    number INTEGER NOT NULL,
    first INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (guild, number)
) STRICT, WITHOUT ROWID;

-- Counted anew, as there is more to count.
DROP TABLE standing;

-- `game` is a game's key, or 'all'. Without a rated duel there is no rating. Who isn't settled has
-- met these `testers`.
CREATE TABLE standing (
    guild INTEGER NOT NULL,
    player INTEGER NOT NULL,
    season INTEGER NOT NULL,
    game TEXT NOT NULL,
    wins INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    ties INTEGER NOT NULL,
    streak INTEGER NOT NULL,
    form TEXT NOT NULL,
    rating REAL,
    deviation REAL,
    volatility REAL,
    at INTEGER,
    rated INTEGER NOT NULL,
    testers TEXT NOT NULL,
    settled INTEGER NOT NULL,
    -- Whether they have a place: they have a rating, weren't erased, and haven't left.
    stands INTEGER NOT NULL CHECK (stands IN (0, 1)),
    PRIMARY KEY (guild, player, season, game)
) STRICT, WITHOUT ROWID;

CREATE INDEX ladder ON standing (guild, season, game, stands, settled DESC, rating DESC, player);

-- Who has left the server, as far as is known.
CREATE TABLE departed (
    guild INTEGER NOT NULL,
    player INTEGER NOT NULL,
    PRIMARY KEY (guild, player)
) STRICT, WITHOUT ROWID;

-- Where players stand after the nth end in their server, and what they gained by it. What is entered
-- comes at the end of it: to keep it by players would cost more than all the rest of a move.
CREATE TABLE course (
    guild INTEGER NOT NULL,
    nth INTEGER NOT NULL,
    player INTEGER NOT NULL,
    game TEXT NOT NULL,
    wins INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    ties INTEGER NOT NULL,
    streak INTEGER NOT NULL,
    form TEXT NOT NULL,
    rating REAL,
    deviation REAL,
    volatility REAL,
    at INTEGER,
    rated INTEGER NOT NULL,
    testers TEXT NOT NULL,
    settled INTEGER NOT NULL,
    gain REAL NOT NULL,
    PRIMARY KEY (guild, nth, player, game)
) STRICT, WITHOUT ROWID;

CREATE INDEX course_testers ON course (guild, player) WHERE testers <> '';

-- How many had played enough rated duels since the nth end, and how many of them were settled.
CREATE TABLE census (
    guild INTEGER NOT NULL,
    game TEXT NOT NULL,
    nth INTEGER NOT NULL,
    regulars INTEGER NOT NULL,
    settled INTEGER NOT NULL,
    PRIMARY KEY (guild, game, nth)
) STRICT, WITHOUT ROWID;
