"""What Discord knows about servers and their members."""
