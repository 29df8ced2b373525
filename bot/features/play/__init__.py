"""Moves, boards and resigning."""
