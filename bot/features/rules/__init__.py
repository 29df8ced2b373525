"""How the games are played."""
