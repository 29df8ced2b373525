"""Commands, and the interactions by which people use a bot."""
