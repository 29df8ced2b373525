"""Where nobody tries the puzzle of the day, it isn't posted any more until somebody has."""

# For how many days in a row, as the last post for now says.
PATIENCE = 7


def is_paused(untried: int) -> bool:
    """Whether a post was the last one for now, if nobody had tried the puzzle for so many days."""
    return untried >= PATIENCE
