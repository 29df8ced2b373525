"""What a player chooses."""
