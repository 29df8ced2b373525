"""Facts that Discord knows about servers and their members."""
