"""The games and everything that can be known without a clock, a disk or a network."""
