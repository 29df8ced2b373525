"""A stand-in for Discord on this machine, with a page to play on. It knows only the protocol that
Discord speaks with bots: nothing here is imported from the bot."""
