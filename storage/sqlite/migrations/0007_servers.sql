-- Every server of which anything is stored has a row in `server`, so that all are found there.

INSERT INTO server (guild) SELECT DISTINCT guild FROM receipt WHERE true ON CONFLICT DO NOTHING;
INSERT INTO server (guild) SELECT DISTINCT guild FROM preferences WHERE true ON CONFLICT DO NOTHING;
INSERT INTO server (guild) SELECT DISTINCT guild FROM blocked WHERE true ON CONFLICT DO NOTHING;
