"""Finished duels of a player."""
