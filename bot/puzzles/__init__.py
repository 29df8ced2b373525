"""Puzzles of servers: they are drawn and found before players ask for them."""
