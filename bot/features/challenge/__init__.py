"""Challenges: `/duel start` and what becomes of it."""
