-- Variants of games that servers choose for duels, and marks of provisional ratings on boards.

-- Which preset of a game is played in a server, unless players choose another. Both are words: a game
-- may come from a package that is gone by now, and then nobody reads its row.
CREATE TABLE server_variant (
    guild INTEGER NOT NULL,
    game TEXT NOT NULL,
    variant TEXT NOT NULL,
    PRIMARY KEY (guild, game)
) STRICT, WITHOUT ROWID;

-- Whether a rating that a duel keeps from its start was provisional then.
ALTER TABLE duel ADD COLUMN challenger_provisional INTEGER NOT NULL DEFAULT 0
    CHECK (challenger_provisional = 0 OR (challenger_provisional = 1 AND phase = 'playing'));
ALTER TABLE duel ADD COLUMN opponent_provisional INTEGER NOT NULL DEFAULT 0
    CHECK (opponent_provisional = 0 OR (opponent_provisional = 1 AND phase = 'playing'));
