"""A finished duel, move by move."""
