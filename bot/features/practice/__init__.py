"""Duels with the bot, which accepts and moves at once."""
