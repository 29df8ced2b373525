"""Running the bot: what its host sets, reads in the log, and is told by the doctor."""
