"""A player's running duels and open challenges."""
