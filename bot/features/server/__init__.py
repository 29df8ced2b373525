"""What a server chooses, and whether the bot may do its work there."""
