"""How the choices of a move are labelled, and which one a label names."""

from bot.text.english import Words
from engine.games.view import Choice, RowChoice, SplitChoice
from engine.record import Record


def label(choice: Choice, record: Record, words: Words) -> str:
    """Label a choice in a list, such as `leave 5 (5 + 3)`."""
    move = record.game.text(choice.move)
    if isinstance(choice, SplitChoice):
        return _split_label(choice, move, record, words)
    if isinstance(choice, RowChoice):
        is_own = choice.row is record.to_move
        move = (words.OWN_ROW_LABEL if is_own else words.OTHER_ROW_LABEL).format(move=choice.number)
    return words.HOW_LABEL.format(move=move, how=choice.how) if choice.how else move


def _split_label(choice: SplitChoice, move: str, record: Record, words: Words) -> str:
    facts = {"whole": choice.whole, "how": choice.how, "part": choice.kept[0], "move": move}
    if len(choice.kept) == 2:
        return words.SPLIT_LABEL.format(**facts)
    return (words.KEEP_LABEL if record.view.table else words.LEAVE_LABEL).format(**facts)


def named(text: str, record: Record, words: Words) -> str:
    """Return the move whose label was typed, or the text as it is."""
    typed = " ".join(text.split()).casefold()
    for choice in record.view.choices:
        if label(choice, record, words).casefold() == typed:
            return record.game.text(choice.move)
    return text
