"""Boards that have too many numbers for text."""

from engine.games.view import View

# More numbers than this would be too long a text; they are drawn, or told in words.
MOST_CELLS = 25


def is_large(view: View) -> bool:
    """Whether a board has too many numbers for text. It is shown as a picture."""
    return not view.rows and len(view.cells) > MOST_CELLS
