"""Where people meet the engine: a terminal today, a Discord server next."""
