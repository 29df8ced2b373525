"""What the bot remembers. Callers use the contract in `store`; each engine has its own package."""
