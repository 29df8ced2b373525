-- What moderators decide: whom a server has blocked.

CREATE TABLE blocked (
    guild INTEGER NOT NULL,
    player INTEGER NOT NULL,
    PRIMARY KEY (guild, player)
) STRICT, WITHOUT ROWID;
