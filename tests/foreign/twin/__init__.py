"""Our bot in npm's `discord-digital-twin`."""
