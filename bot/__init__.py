"""Where people meet the engine: Discord, and the terminal."""
