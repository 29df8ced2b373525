"""Moves in words, as they are announced and as lines of a history."""

from bot.text.english import Words
from bot.text.format import mention
from engine.demand import Demand
from engine.duel import Finished, Playing
from engine.games.view import RowChoice
from engine.ids import PlayerId
from engine.outcome import Seat
from engine.record import Record


def told_with(duel: Playing | Finished, nth: int) -> range:
    """The moves that are told at once with the nth one. The bot answers in the same step, so with
    its moves the player's is told."""
    first = nth
    while (
        duel.terms.level
        and first > duel.terms.played_from + 1
        and _mover(duel, first) == duel.terms.opponent
    ):
        first -= 1
    return range(first, nth + 1)


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


def _mover(duel: Playing | Finished, nth: int) -> PlayerId:
    _, seats, at = leg_of(duel, nth)
    return seats[Seat.at(at - 1)]


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
