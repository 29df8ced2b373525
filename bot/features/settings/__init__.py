"""Settings of a player."""
