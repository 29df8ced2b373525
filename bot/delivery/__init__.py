"""How messages reach Discord."""
