-- Every server of which anything is stored has a row in `server`, so that all are found there.
-- least: 1

INSERT INTO server (guild) SELECT DISTINCT guild FROM receipt ON CONFLICT DO NOTHING;
INSERT INTO server (guild) SELECT DISTINCT guild FROM preferences ON CONFLICT DO NOTHING;
INSERT INTO server (guild) SELECT DISTINCT guild FROM blocked ON CONFLICT DO NOTHING;
