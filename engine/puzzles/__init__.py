"""Puzzles: positions in which a winning move is hard to find."""
