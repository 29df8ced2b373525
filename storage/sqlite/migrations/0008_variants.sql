-- Variants of games that servers choose for duels.

-- Which preset of a game is played in a server, unless players choose another. Both are words: a game
-- may come from a package that is gone by now, and then nobody reads its row.
CREATE TABLE server_variant (
    guild INTEGER NOT NULL,
    game TEXT NOT NULL,
    variant TEXT NOT NULL,
    PRIMARY KEY (guild, game)
) STRICT, WITHOUT ROWID;
