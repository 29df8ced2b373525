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

-- Players without a rating stand on the leaderboard too, behind all others: on rungs below the
-- provisional players' (0), which are as high as they have wins.
UPDATE standing SET stands = 1 WHERE rating IS NULL AND player > 0 AND NOT EXISTS (
    SELECT 1 FROM departed
    WHERE departed.guild = standing.guild AND departed.player = standing.player
);
INSERT INTO rung (guild, season, game, settled, height, players)
SELECT guild, season, game, -1, wins, count(*)
FROM standing WHERE stands = 1 AND rating IS NULL GROUP BY guild, season, game, wins;

-- Pages of them are read from this index alone, so the rating is in it too.
CREATE INDEX ladder_casual ON standing (guild, season, game, stands, wins DESC, losses, player, rating)
WHERE rating IS NULL;
