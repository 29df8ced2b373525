-- One living board for each duel: how a server wants it shown, and what players say at its end.

ALTER TABLE server ADD COLUMN board_mode TEXT NOT NULL DEFAULT 'one'
    CHECK (board_mode IN ('one', 'every', 'thread'));

-- What a duel keeps from its start, until its end: how it is shown, and its players' ratings.
ALTER TABLE duel ADD COLUMN board_mode TEXT NOT NULL DEFAULT 'one'
    CHECK (board_mode IN ('one', 'every', 'thread'));
ALTER TABLE duel ADD COLUMN challenger_rating INTEGER
    CHECK (challenger_rating IS NULL OR phase = 'playing');
ALTER TABLE duel ADD COLUMN opponent_rating INTEGER
    CHECK (opponent_rating IS NULL OR phase = 'playing');

-- Whether the player has been asked once when to be pinged.
ALTER TABLE preferences ADD COLUMN pings_offered INTEGER NOT NULL DEFAULT 0
    CHECK (pings_offered IN (0, 1));

-- Which players have said "good game": 1 for the first seat, 2 for the second, 3 for both.
ALTER TABLE duel ADD COLUMN good_game INTEGER NOT NULL DEFAULT 0
    CHECK (good_game = 0 OR (good_game IN (1, 2, 3) AND phase = 'finished'));

-- Open duels are counted by phase without reading the duels.
DROP INDEX duel_due;
CREATE INDEX duel_due ON duel (due, phase) WHERE due IS NOT NULL;
