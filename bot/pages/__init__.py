"""What people can look up, as messages made from what the store knows, and nothing else."""
