"""Several processes play the same duels on PostgreSQL and are killed again and again.

Every move is noted before it is asked for and once it is acknowledged, in files that survive the
process. In the end no acknowledged move may be missing or be there twice, and the standings must be
what the duels add up to."""
