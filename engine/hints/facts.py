"""The kinds of moves that hints tell of. Each game says which facts are true of a move."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import singledispatch
from typing import Any

from engine.games.game import Game

# A player counts no more replies than these.
COUNTED = 10


class Kind(StrEnum):
    """A kind of move. The first ones are the easiest to understand: they are preferred."""

    # It is the only legal move.
    ONLY = "only"
    # Every legal move wins.
    ANY = "any"
    # In games on a list: the number taken, beside the last one and by itself.
    SMALLER = "smaller"
    LARGER = "larger"
    DIVISOR = "divisor"
    MULTIPLE = "multiple"
    EVEN = "even"
    ODD = "odd"
    # At most `number`, which is half of the largest, or above it.
    LOW = "low"
    HIGH = "high"
    PRIME = "prime"
    NOT_PRIME = "not-prime"
    # It can be divided by `number`.
    DIVISIBLE = "divisible"
    # With numbers on a table: `number` is split.
    SPLITS = "splits"
    # The part that is kept is 1, an even or an odd number.
    KEEPS_ONE = "keeps-one"
    KEEPS_EVEN = "keeps-even"
    KEEPS_ODD = "keeps-odd"
    # The larger part is, where it is the one that is kept or both are.
    LARGER_EVEN = "larger-even"
    LARGER_ODD = "larger-odd"
    # Two of the numbers that can still be split are equal.
    LEAVES_EQUAL = "leaves-equal"
    # So many numbers can still be split.
    LEAVES_TO_SPLIT = "leaves-to-split"
    # With rows: the row of the player to move, or the opponent's.
    OWN_ROW = "own-row"
    OTHER_ROW = "other-row"
    # It makes a pair that counts, or one that doesn't.
    PAIR = "pair"
    NO_PAIR = "no-pair"
    # Divided by 3 it leaves the remainder `number`.
    REMAINDER = "remainder"
    # In any game: it ends the game, or leaves the opponent `number` legal moves, a few.
    ENDS = "ends"
    REPLIES = "replies"


@dataclass(frozen=True)
class Fact:
    """A fact about a move. Some kinds have a number."""

    kind: Kind
    number: int | None = None


def facts_of(game: Game[Any], state: Any, move: int) -> tuple[Fact, ...]:
    """All facts that are true of a legal move."""
    facts = tuple(facts_by_game(game, state, move))
    after = game.play(state, move)
    if game.outcome(after):
        return (*facts, Fact(Kind.ENDS))
    replies = len(game.legal(after))
    return (*facts, Fact(Kind.REPLIES, replies)) if replies <= COUNTED else facts


@singledispatch
def facts_by_game(_game: Game[Any], _state: Any, _move: int) -> Iterator[Fact]:
    """The facts about a move that only this game has. A game that has any registers them."""
    yield from ()
