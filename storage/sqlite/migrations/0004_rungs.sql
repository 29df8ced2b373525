-- Rungs: how many players stand how high on a ladder, to find a page or a place without passing them.

-- A rung is eight points high, and the lowest goes down without end. Dividing by eight is exact. Who
-- has no rating, which only damage can do to somebody who stands, isn't on any. The height isn't a
-- generated column: SQLite can't vacuum a table that has one and no row numbers into a copy.
CREATE TABLE rung (
    guild INTEGER NOT NULL,
    season INTEGER NOT NULL,
    game TEXT NOT NULL,
    settled INTEGER NOT NULL,
    height INTEGER NOT NULL,
    players INTEGER NOT NULL,
    PRIMARY KEY (guild, season, game, settled, height)
) STRICT, WITHOUT ROWID;

INSERT INTO rung (guild, season, game, settled, height, players)
SELECT guild, season, game, settled, CAST(max(rating, 0.0) / 8 AS INTEGER), count(*)
FROM standing WHERE stands = 1 AND rating IS NOT NULL GROUP BY 1, 2, 3, 4, 5;

CREATE TRIGGER stands_now AFTER INSERT ON standing WHEN new.stands AND new.rating IS NOT NULL BEGIN
    INSERT INTO rung (guild, season, game, settled, height, players)
    VALUES (
        new.guild, new.season, new.game, new.settled,
        CAST(max(new.rating, 0.0) / 8 AS INTEGER), 1
    )
    ON CONFLICT (guild, season, game, settled, height) DO UPDATE SET players = players + 1;
END;

CREATE TRIGGER stood_there AFTER DELETE ON standing WHEN old.stands AND old.rating IS NOT NULL BEGIN
    UPDATE rung SET players = players - 1
    WHERE guild = old.guild AND season = old.season AND game = old.game
    AND settled = old.settled AND height = CAST(max(old.rating, 0.0) / 8 AS INTEGER);
END;

CREATE TRIGGER stood_elsewhere AFTER UPDATE OF rating, settled, stands ON standing
WHEN old.stands AND old.rating IS NOT NULL BEGIN
    UPDATE rung SET players = players - 1
    WHERE guild = old.guild AND season = old.season AND game = old.game
    AND settled = old.settled AND height = CAST(max(old.rating, 0.0) / 8 AS INTEGER);
END;

CREATE TRIGGER stands_here_now AFTER UPDATE OF rating, settled, stands ON standing
WHEN new.stands AND new.rating IS NOT NULL BEGIN
    INSERT INTO rung (guild, season, game, settled, height, players)
    VALUES (
        new.guild, new.season, new.game, new.settled,
        CAST(max(new.rating, 0.0) / 8 AS INTEGER), 1
    )
    ON CONFLICT (guild, season, game, settled, height) DO UPDATE SET players = players + 1;
END;
