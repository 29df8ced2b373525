-- Variants of games that servers choose for duels.
-- least: 4

-- Duels may now be unrated for reasons, and played by options, that earlier code doesn't know. It takes
-- such a duel for damaged and stops its clock, so it must not go on beside newer code for long: a process
-- of it that runs is no longer ready, and doesn't start again.

-- Which preset of a game is played in a server, unless players choose another. Both are words: a game
-- may come from a package that is gone by now, and then nobody reads its row.
CREATE TABLE server_variant (
    guild BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    variant TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (guild, game)
);
