"""The names that games give to moves, in a message and in a list."""

from collections.abc import Iterable


def literal(move: str) -> str:
    """A move's name in a message: a star would make something of it bold."""
    return move.replace("*", "\\*")


def move_ranges(moves: Iterable[str]) -> list[str]:
    """`16:1-7`, `16:9-15` and `*5` for moves that a game names with more than a number."""
    runs: list[tuple[str, int | None, int | None]] = []
    for move in moves:
        before = move.rstrip("0123456789")
        digits = move[len(before) :]
        # What begins with a nought is no number to count on from.
        last = int(digits) if digits and str(int(digits)) == digits else None
        if runs and last and runs[-1][::2] == (before, last - 1):
            runs[-1] = (before, runs[-1][1], last)
        else:
            runs.append((move if last is None else before, last, last))
    return [
        before if one is None else f"{before}{one}" if one == last else f"{before}{one}-{last}"
        for before, one, last in runs
    ]
