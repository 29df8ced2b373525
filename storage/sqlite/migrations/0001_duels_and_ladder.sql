-- The first schema: duels with their records, receipts, standings and settings.

-- Counts duels from the first, finished ones in the order of their ends, and erased people.
CREATE TABLE server (
    guild INTEGER NOT NULL PRIMARY KEY,
    duels INTEGER NOT NULL DEFAULT 0,
    ends INTEGER NOT NULL DEFAULT 0,
    erased INTEGER NOT NULL DEFAULT 0,
    clock INTEGER
) STRICT;

CREATE TABLE server_channel (
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    PRIMARY KEY (guild, channel)
) STRICT, WITHOUT ROWID;

CREATE TABLE duel (
    guild INTEGER NOT NULL,
    id INTEGER NOT NULL,
    phase TEXT NOT NULL CHECK (phase IN ('offered', 'withdrawn', 'playing', 'finished')),
    challenger INTEGER NOT NULL,
    opponent INTEGER NOT NULL,
    -- Who was to get the first seat, and who got it.
    first TEXT NOT NULL CHECK (first IN ('challenger', 'opponent', 'drawn')),
    seated TEXT CHECK (seated IN ('challenger', 'opponent')),
    rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
    clock INTEGER NOT NULL,
    record TEXT NOT NULL,
    -- When time is up, and when the clock has to be looked at next: then, or at the reminder.
    deadline INTEGER,
    due INTEGER,
    winner INTEGER CHECK (winner IN (0, 1)),
    reason TEXT,
    ended INTEGER,
    -- The nth finished duel of this server.
    nth INTEGER,
    channel INTEGER NOT NULL,
    message INTEGER,
    step INTEGER NOT NULL,
    -- The step that the message shows.
    shown INTEGER,
    PRIMARY KEY (guild, id),
    CHECK ((phase IN ('offered', 'playing')) = (deadline IS NOT NULL)),
    CHECK ((phase IN ('withdrawn', 'finished')) = (ended IS NOT NULL)),
    CHECK ((phase IN ('withdrawn', 'finished')) = (reason IS NOT NULL)),
    CHECK ((phase IN ('playing', 'finished')) = (seated IS NOT NULL)),
    CHECK ((phase = 'finished') = (nth IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX duel_by_challenger ON duel (guild, challenger, phase, nth);
CREATE INDEX duel_by_opponent ON duel (guild, opponent, phase, nth);
CREATE INDEX duel_by_end ON duel (guild, nth) WHERE nth IS NOT NULL;
-- The clock looks at all servers at once.
CREATE INDEX duel_due ON duel (due) WHERE due IS NOT NULL;
CREATE INDEX duel_unshown ON duel (guild, id) WHERE shown IS NULL OR shown < step;

-- What a call was answered, so that it is answered alike when it comes again.
CREATE TABLE receipt (
    guild INTEGER NOT NULL,
    interaction INTEGER NOT NULL,
    at INTEGER NOT NULL,
    player INTEGER NOT NULL,
    duel INTEGER,
    step INTEGER,
    deadline INTEGER,
    refusal TEXT,
    PRIMARY KEY (guild, interaction),
    CHECK ((duel IS NULL) = (refusal IS NOT NULL))
) STRICT, WITHOUT ROWID;

-- `game` is a game's key, or 'all'.
CREATE TABLE standing (
    guild INTEGER NOT NULL,
    player INTEGER NOT NULL,
    game TEXT NOT NULL,
    wins INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    streak INTEGER NOT NULL,
    PRIMARY KEY (guild, player, game)
) STRICT, WITHOUT ROWID;

-- Erased people have numbers below zero and no place.
CREATE INDEX ladder ON standing (guild, game, wins DESC, losses, player) WHERE player > 0;

CREATE TABLE preferences (
    guild INTEGER NOT NULL,
    player INTEGER NOT NULL,
    pings TEXT NOT NULL,
    challenges TEXT NOT NULL,
    PRIMARY KEY (guild, player)
) STRICT, WITHOUT ROWID;

-- One row: when the bot was last known to be running.
CREATE TABLE pulse (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;
