"""Puzzles: that of the day, and others near a player's rating."""
