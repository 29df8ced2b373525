"""Measures set-ups: how much players decide, and how much the seat does. Ratings follow from it."""
