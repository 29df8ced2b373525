"""Where the bot runs: what a self-hoster installs, and nothing that the bot needs to know."""
