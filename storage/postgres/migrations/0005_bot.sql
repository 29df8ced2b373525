-- Duels with the bot, and hints in them.
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
