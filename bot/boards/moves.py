"""Moves in words: what was done, what is asked for, and how the choices are labelled."""

from bot.text.english import Words
from bot.text.format import mention
from engine.demand import Demand
from engine.duel import Finished, Playing
from engine.games.view import Choice, RowChoice, SplitChoice
from engine.ids import PlayerId
from engine.outcome import Seat
from engine.record import Record


def done(duel: Playing | Finished, nth: int, words: Words, *, small: bool = False) -> str:
    """The nth move of a duel, as an announcement or as a line of its history."""
    record, seats, at = leg_of(duel, nth)
    players = tuple(mention(each, words) for each in seats)
    if small:
        return made(record, at, players, words, nth=nth)
    return announced(record, at, players, words)


def announced(record: Record, at: int, players: tuple[str, ...], words: Words) -> str:
    """A move of a game, and the move before."""
    facts: dict[str, object] = {
        "player": players[Seat.at(at - 1)],
        "move": record.game.text(record.moves[at - 1]),
    }
    demand = record.game.demand(record.state)
    if demand in _SPLITS:
        text = (words.SPLIT, words.SPLIT_KEPT, words.SPLIT_BOTH)[_way(record, at)]
        return text.format(**facts | _split(record, at))
    if demand == Demand.PUT:
        is_own, put = _put(record, at, players)
        return (words.PUT_OWN if is_own else words.PUT_OTHER).format(**facts | put)
    before = (*record.game.hosts_moves, *record.moves[: at - 1])
    if not before:
        return words.TOOK.format(**facts)
    return words.ANSWERED.format(**facts, before=record.game.text(before[-1]))


def made(record: Record, at: int, players: tuple[str, ...], words: Words, *, nth: int) -> str:
    """A move of a game as a line of a history, where it is the nth move of the duel."""
    facts: dict[str, object] = {
        "nth": nth,
        "player": players[Seat.at(at - 1)],
        "move": record.game.text(record.moves[at - 1]),
    }
    demand = record.game.demand(record.state)
    if demand in _SPLITS:
        text = (words.PAST_SPLIT, words.PAST_SPLIT_KEPT, words.PAST_SPLIT_BOTH)[_way(record, at)]
        return text.format(**facts | _split(record, at))
    if demand == Demand.PUT:
        is_own, put = _put(record, at, players)
        return (words.PAST_PUT_OWN if is_own else words.PAST_PUT_OTHER).format(**facts | put)
    return words.PAST_TOOK.format(**facts)


_SPLITS = {Demand.SPLIT, Demand.SPLIT_ONE}


def _way(record: Record, at: int) -> int:
    """Which sentence tells of a split: by whether one part is left alone, is kept on a table with
    others, or both are."""
    if len(record.view.splittings[at - 1].kept) == 2:
        return 2
    return 1 if record.view.table else 0


def _split(record: Record, at: int) -> dict[str, object]:
    split = record.view.splittings[at - 1]
    one, other = split.parts
    return {"whole": split.whole, "move": split.kept[0], "sum": f"{one} + {other}"}


def _put(record: Record, at: int, players: tuple[str, ...]) -> tuple[bool, dict[str, object]]:
    """Whether a number was put into the player's own row, and the facts of it."""
    mover, move = Seat.at(at - 1), record.moves[at - 1]
    choice = next(each for each in record.back_to(at - 1).view.choices if each.move == move)
    if not isinstance(choice, RowChoice):
        raise TypeError(choice)
    return choice.row is mover, {"number": choice.number, "other": players[mover.other]}


def leg_of(duel: Playing | Finished, nth: int) -> tuple[Record, tuple[PlayerId, PlayerId], int]:
    """The game that the nth move of a duel belongs to, who had which seat in it, and which of its
    moves it is."""
    earlier = duel.earlier
    if earlier is None:
        return duel.record, duel.seats, nth
    if nth <= earlier.ply:
        return earlier, duel.seats[::-1], nth
    return duel.record, duel.seats, nth - earlier.ply


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
