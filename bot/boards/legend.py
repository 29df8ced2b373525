"""Small lines under a board that explain it: what its marks mean, or what decides the game."""

from bot.boards.large import is_large
from bot.text.english import Words
from bot.text.game_texts import hints_of
from engine.games.view import Mark, SplitChoice
from engine.record import Record


def hints(record: Record, words: Words, *, is_new: bool) -> list[str]:
    """What the game has to say under each board, or else the marks of one that is new."""
    view = record.view
    if told := hints_of(record.game, view, words):
        return [told]
    if is_new and view.table:
        return _of_table(record, words)
    has_grid = view.cells and not (view.rows or view.trail or is_large(view))
    if not (is_new and has_grid):
        return []
    struck = any(cell.mark is Mark.STRUCK for cell in view.cells)
    return [words.LEGEND_STRUCK if struck else words.LEGEND]


def _of_table(record: Record, words: Words) -> list[str]:
    """How numbers on the table look, and a move as an example."""
    choice = record.view.choices[0]
    if not isinstance(choice, SplitChoice):
        return []
    kept, move = choice.kept, record.game.text(choice.move)
    text = words.LEGEND_TABLE_BOTH if len(kept) == 2 else words.LEGEND_TABLE
    return [text.format(move=move, whole=choice.whole, how=choice.how, part=kept[0])]
