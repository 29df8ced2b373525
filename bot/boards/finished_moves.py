"""The moves that led to the end of a duel, and whose they were."""

from bot.boards.players_and_moves import players, so_far
from bot.text.english import Words
from bot.text.format import mention
from engine.duel import Finished
from engine.games.view import Row
from engine.ids import PlayerId
from engine.record import Record

# As many characters of a game's moves as are told. A hundred numbers have fewer; five numbers that
# are split into ones and twos have more than a message may.
_MOST = 400


def moves_by_player(duel: Finished, words: Words) -> list[str]:
    """A line for each game, or a row for each player where each builds one."""
    if duel.earlier is None:
        return _moves_of(duel.record, duel.seats, words)
    return [
        *_moves_of(duel.earlier, duel.seats[::-1], words, 0),
        *_moves_of(duel.record, duel.seats, words, 1),
    ]


def _moves_of(
    record: Record, seats: tuple[PlayerId, PlayerId], words: Words, leg: int | None = None
) -> list[str]:
    """The moves of a game and who made them, under its label if the duel has two."""
    if not record.ply:
        return []
    view = record.view
    one, other = (mention(each, words) for each in seats)
    if view.rows:
        rows = zip(words.MARKS, (one, other), view.rows, strict=True)
        labels = [] if leg is None else [words.GAME_LABELS[leg]]
        return [*labels, *(_row(mark, player, row, words) for mark, player, row in rows)]
    moves = " > ".join(map(str, view.trail)) if view.trail else so_far(record, words, _MOST)
    label = "" if leg is None else words.LEGS[leg]
    facts = filter(None, (label, players((one, other), words), moves))
    return [words.SMALL.format(line=" · ".join(facts))]


def _row(mark: str, player: str, row: Row, words: Words) -> str:
    facts = {
        "label": words.PLAYER.format(mark=mark, player=player),
        "numbers": " ".join(map(str, row.numbers)) or words.NONE,
    }
    if not row.sums:
        return words.NO_SUMS.format(**facts)
    shown = (
        (words.OTHER_SUM if each % row.multiple else words.COUNTING_SUM).format(sum=each)
        for each in row.sums
    )
    pairs = words.SUMS_LABEL.get(row.multiple, "")
    return words.SUMS.format(sums=" ".join(shown), pairs=pairs, count=row.pairs, **facts)
