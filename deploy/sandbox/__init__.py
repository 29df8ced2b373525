"""A stand-in for Discord on this machine, with a page to play on. It knows nothing of the bot but
the protocol that they speak: nothing here is imported from the other rooms."""
