"""The games, the life of a duel, and ratings: pure code without a clock, a disk or a network."""
