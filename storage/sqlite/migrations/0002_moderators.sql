-- What moderators decide, what the bot notes for itself, and reminders that outlive a crash.

-- Who starts no duels.
CREATE TABLE blocked (
    guild INTEGER NOT NULL,
    player INTEGER NOT NULL,
    PRIMARY KEY (guild, player)
) STRICT, WITHOUT ROWID;

-- Who may challenge: whoever has one of these, or everybody if there are none.
CREATE TABLE server_role (
    guild INTEGER NOT NULL,
    role INTEGER NOT NULL,
    PRIMARY KEY (guild, role)
) STRICT, WITHOUT ROWID;

-- What the bot notes for itself, of no server.
CREATE TABLE note (
    key TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What moderators pick from.
CREATE INDEX duel_in_play ON duel (guild, id) WHERE phase = 'playing';

-- Whether a moderator has taken the result out.
ALTER TABLE duel ADD COLUMN void INTEGER NOT NULL DEFAULT 0
    CHECK (void = 0 OR (void = 1 AND phase = 'finished'));

-- The step at which its player is being told that time runs short, and the one at which they were:
-- the first schema took what was given for what went out.
ALTER TABLE duel ADD COLUMN reminding INTEGER;
ALTER TABLE duel ADD COLUMN reminded INTEGER;
UPDATE duel SET reminding = step, reminded = step WHERE phase = 'playing' AND due = deadline;
