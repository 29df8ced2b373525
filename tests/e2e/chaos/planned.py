"""A duel as it is planned: who plays what with whom, how it is answered, and what is done at each
of its turns. All of it follows from a seed, whatever becomes of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import TypeVar

T = TypeVar("T")

PLACES = ("duels", "lobby", "late rounds")
# From where moves may be typed too, though the bot can't post there.
ELSEWHERE = (*PLACES, "announcements")
# Small enough to be over soon; of the largest not every number has a button of its own.
SIZES = {
    "divisor": (3, 4, 5, 6, 7, 8, 24),
    "split": (4, 6, 8, 9, 12, 15, 30),
    "parity": (3, 4, 5, 6, 7, 8),
    "evenodd": (3, 4, 5, 6, 7, 8),
    "sequence": (),
}
CLOCKS = {"10m": 40, "1h": 20, "1d": 40}
# The clock that can run out while others play.
SHORTEST = "10m"


class Reply(StrEnum):
    """What becomes of a challenge."""

    ACCEPTED = "accepted"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    LEFT = "left"


class Way(StrEnum):
    """How somebody makes their move, or doesn't."""

    PRESSED = "pressed"
    PRESSED_TWICE = "pressed twice"
    TYPED = "typed"
    TYPED_ELSEWHERE = "typed elsewhere"
    RESIGNED = "resigned"
    MODERATED = "ended by a moderator"
    WALKED_AWAY = "walked away"


class Mischief(StrEnum):
    """What somebody tries before."""

    ILLEGAL = "an illegal move"
    OUT_OF_TURN = "a move out of turn"
    STRANGERS = "a stranger's move"
    OLD_BOARD = "a move on an old board"
    ANOTHER_BOARD = "another board"
    MOVED_BOARD = "a board elsewhere"
    LOOK = "a look around"


class After(StrEnum):
    """What is tried when a duel is over."""

    VOIDED = "taken out by a moderator"
    MODERATED = "ended by a moderator"
    RESIGNED = "resigned"
    MOVED = "a move"


WAYS = {
    Way.PRESSED: 72,
    Way.PRESSED_TWICE: 8,
    Way.TYPED: 12,
    Way.TYPED_ELSEWHERE: 6,
    Way.RESIGNED: 1.5,
    Way.MODERATED: 0.5,
}
MISCHIEFS: dict[Mischief | None, float] = {
    None: 80,
    Mischief.ILLEGAL: 4,
    Mischief.OUT_OF_TURN: 3,
    Mischief.STRANGERS: 3,
    Mischief.OLD_BOARD: 3,
    Mischief.ANOTHER_BOARD: 2,
    Mischief.MOVED_BOARD: 1,
    Mischief.LOOK: 4,
}
AFTERS: dict[After | None, float] = {
    None: 84,
    After.VOIDED: 2,
    After.MODERATED: 4,
    After.RESIGNED: 5,
    After.MOVED: 5,
}
TURNED_DOWN = {Reply.DECLINED: 5, Reply.CANCELLED: 4, Reply.LEFT: 1}


@dataclass(frozen=True)
class Turn:
    way: Way
    mischief: Mischief | None
    # Which of the moves that are offered, from the first (0) to the last (1).
    pick: float


@dataclass(frozen=True)
class Planned:
    nth: int
    seed: int
    challenger: str
    opponent: str
    # Who has no part in it and takes one.
    stranger: str
    place: str
    # Of `/duel start`.
    options: Mapping[str, str | int | bool]
    # To one challenge after another. The last one is accepted.
    replies: tuple[Reply, ...]
    # Whether they are typed, where they can be pressed.
    typed: bool
    # The duel before, if this one is offered as its rematch.
    rematch_of: int | None
    # After how many moves whoever is to move leaves for good.
    left_at: int | None
    after: After | None

    def turn(self, ply: int) -> Turn:
        """The same whenever it is asked for, and however the duel came there."""
        random = Random(f"{self.seed} {self.nth} {ply}")
        way = Way.WALKED_AWAY if ply == self.left_at else one_of(WAYS, random)
        return Turn(way, one_of(MISCHIEFS, random), random.random())


def planned(seed: int, nth: int, people: tuple[str, ...]) -> Planned:
    random = Random(f"{seed} {nth}")
    challenger, opponent, stranger = random.sample(people, 3)
    game = random.choice(list(SIZES))
    clock = one_of(CLOCKS, random)
    size: dict[str, int] = {"size": random.choice(SIZES[game])} if SIZES[game] else {}
    refused = random.choices(list(TURNED_DOWN), list(TURNED_DOWN.values()))
    return Planned(
        nth,
        seed,
        challenger,
        opponent,
        stranger,
        random.choice(PLACES),
        {
            "game": game,
            "clock": clock,
            "first": one_of({"random": 7, "me": 2, "them": 1}, random),
            "rated": random.random() < 0.9,
            "legs": one_of({1: 3, 2: 1}, random),
            **size,
        },
        (*(refused if random.random() < 0.08 else ()), Reply.ACCEPTED),
        typed=random.random() < 0.2,
        rematch_of=None,
        left_at=random.randrange(4) if clock == SHORTEST and random.random() < 0.15 else None,
        after=one_of(AFTERS, random),
    )


def one_of(weights: Mapping[T, float], random: Random) -> T:
    return random.choices(list(weights), list(weights.values()))[0]
