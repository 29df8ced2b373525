"""Settings of a server, and whether the bot has the permissions that it needs."""
