"""The plan of a run: duels, and faults between them. It all follows from a seed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import cycle, islice
from random import Random
from typing import Any, TypeVar

from deploy.sandbox.faults import KINDS, STATUSES, Aim, Kind
from storage.match import BoardMode

T = TypeVar("T")

# The sandbox's own people, and enough others that challenges don't get in each other's way.
MORE_PEOPLE = ("Fay", "Gus", "Hal")
PEOPLE = ("Ana", "Bo", "Cleo", "Dan", "Eve", *MORE_PEOPLE)
CHANNELS = ("duels", "lobby", "late rounds")
# Small, so that duels are soon over; the largest have more moves than buttons, or a picture.
SIZES = {
    "divisor": (3, 4, 5, 6, 7, 8, 24, 30),
    "split": (4, 6, 8, 9, 12, 15, 30),
    "parity": (3, 4, 5, 6, 7, 8),
    "evenodd": (3, 4, 5, 6, 7, 8),
    "sequence": (),
}
# The only clock that runs out during a run.
SHORTEST = "10m"
CLOCKS = {SHORTEST: 40, "1h": 20, "1d": 40}
REMATCHES = 0.1
# The bot accepts at once, and moves whenever it has to.
BOT = "Duelhost"
WITH_BOT = 0.3
# How well it plays, and set-ups in which that makes a difference.
LEVELS = ("novice", "casual", "skilled", "expert", "perfect")
PRACTISED: tuple[Mapping[str, str | int], ...] = (
    {"game": "divisor", "size": 8},
    {"game": "divisor", "size": 30},
    {"game": "divisor", "options": "size=12 rule=steps"},
    {"game": "parity", "options": "size=12 rule=doubles"},
    {"game": "sequence", "options": "size=7 sums=3 ties=second"},
)


class Reply(StrEnum):
    """How a challenge is answered."""

    ACCEPTED = "accepted"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    IGNORED = "ignored"


class Way(StrEnum):
    """How a player makes a move, or doesn't."""

    PRESSED = "pressed"
    PRESSED_TWICE = "pressed twice"
    TYPED = "typed"
    TYPED_ELSEWHERE = "typed elsewhere"
    RESIGNED = "resigned"
    MODERATED = "ended by a moderator"
    WALKED_AWAY = "walked away"


class Mischief(StrEnum):
    """Something that a player tries before a move."""

    NONE = "nothing"
    ILLEGAL = "an illegal move"
    OUT_OF_TURN = "a move out of turn"
    STRANGERS = "a stranger's move"
    OLD_BOARD = "a move on an old board"
    ANOTHER_BOARD = "another board"
    MOVED_BOARD = "a board elsewhere"
    CHAT = "a message below the board"
    DELETED_BOARD = "the board deleted"
    DELETED_PLACE = "the thread deleted"
    LOOK = "a look around"


class After(StrEnum):
    """Something that is tried when a duel is over."""

    NOTHING = "nothing"
    REMOVED = "removed by a moderator"
    MODERATED = "ended by a moderator"
    RESIGNED = "resigned"
    MOVED = "a move"


REPLIES = {Reply.DECLINED: 5, Reply.CANCELLED: 4, Reply.IGNORED: 1}
WAYS = {
    Way.PRESSED: 72,
    Way.PRESSED_TWICE: 8,
    Way.TYPED: 12,
    Way.TYPED_ELSEWHERE: 6,
    Way.RESIGNED: 1.5,
    Way.MODERATED: 0.5,
}
MISCHIEFS = {
    Mischief.NONE: 68,
    Mischief.ILLEGAL: 4,
    Mischief.OUT_OF_TURN: 3,
    Mischief.STRANGERS: 3,
    Mischief.OLD_BOARD: 3,
    Mischief.ANOTHER_BOARD: 2,
    Mischief.MOVED_BOARD: 1,
    Mischief.CHAT: 10,
    Mischief.DELETED_BOARD: 1.5,
    Mischief.DELETED_PLACE: 0.5,
    Mischief.LOOK: 4,
}
# Presses for hints before a move against the bot.
HINTS = {0: 70, 1: 15, 2: 15}
AFTERS = {
    After.NOTHING: 84,
    After.REMOVED: 2,
    After.MODERATED: 4,
    After.RESIGNED: 5,
    After.MOVED: 5,
}


@dataclass(frozen=True)
class Turn:
    way: Way
    mischief: Mischief
    # Chooses among the legal moves, from the first (0) to the last (1).
    pick: float
    hints: int


@dataclass(frozen=True)
class PlannedDuel:
    nth: int
    seed: int
    challenger: str
    opponent: str
    # Has no part in the duel, and tries to take one.
    stranger: str
    channel: str
    # The options of `/duel start`.
    options: Mapping[str, str | int | bool]
    # The replies to one challenge after the other; the last one accepts.
    replies: tuple[Reply, ...]
    # Whether the reply is a typed command.
    typed: bool
    after: After
    # The duel of which this is the rematch.
    rematch_of: int | None = None
    # After how many moves the player to move leaves for good.
    left_at: int | None = None

    def turn(self, ply: int) -> Turn:
        """The same whenever it is asked for."""
        random = Random(f"{self.seed} {self.nth} {ply}")
        way = Way.WALKED_AWAY if ply == self.left_at else weighted(WAYS, random)
        mischief, pick = weighted(MISCHIEFS, random), random.random()
        return Turn(way, mischief, pick, weighted(HINTS, random))


@dataclass(frozen=True)
class PlannedPuzzle:
    """A puzzle that a player asks for and answers, by the boards of two messages."""

    seed: float
    who: str
    # Which one is asked for.
    kind: str
    channel: str


@dataclass(frozen=True)
class Fault:
    kind: Kind
    on: Aim
    how: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Kill:
    """A kill -9, at once or as soon as a fault has struck."""

    upon: Fault | None = None


@dataclass(frozen=True)
class Event:
    """`restart`, `jump`, `blackout`, `forbid` (the bot may not write in a channel for a while), or
    what the gateway's connection suffers: `drop`, …"""

    what: str


EVENTS = ("restart", "jump", "blackout", "forbid", "drop", "reconnect", "invalidate")
Step = PlannedDuel | PlannedPuzzle | Fault | Kill | Event

# Longer than Discord waits for an answer, and longer than a bot lives that is about to be killed.
TOO_LATE, HELD = 3.5, 10.0
WAYS_OF: dict[Kind, list[dict[str, Any]]] = {
    Kind.FAIL: [{"status": each} for each in STATUSES],
    Kind.LIMIT: [{"seconds": 0.3}, {"seconds": 0.001}],
    Kind.DELAY: [{"seconds": 0.2}, {"seconds": TOO_LATE}],
    # Duplicates are more frequent, as they could double moves.
    Kind.DUPLICATE: [{"times": 3}] * 6,
}
# Every fault of the sandbox, in every form.
FAULTS = [
    Fault(kind, aim, how)
    for kind, (_, _, aims) in KINDS.items()
    for aim in aims
    for how in WAYS_OF.get(kind, [{}])
]
# A kill is most telling while something is on its way, or when it arrived and the bot can't know.
KILLS = (
    Kill(),
    Kill(Fault(Kind.DELAY, Aim.ANSWERS, {"seconds": HELD})),
    Kill(),
    Kill(Fault(Kind.DROP, Aim.ANSWERS)),
    Kill(),
    Kill(Fault(Kind.DELAY, Aim.EDITS, {"seconds": HELD})),
    Kill(),
    Kill(Fault(Kind.DELAY, Aim.EVERYTHING, {"seconds": HELD})),
    Kill(),
    Kill(Fault(Kind.DROP, Aim.EVERYTHING)),
)


@dataclass(frozen=True)
class Plan:
    seed: int
    kills: int
    mode: BoardMode
    duels: tuple[PlannedDuel, ...]
    steps: tuple[Step, ...]


def plan(seed: int, duels: int, kills: int, mode: BoardMode = BoardMode.ONE) -> Plan:
    random = Random(seed)
    planned: list[PlannedDuel] = []
    for nth in range(duels):
        planned.append(_planned(seed, nth, planned, random))
    events = _events(Random(f"{seed} events"), duels, kills)
    # The first fault comes after the first duels, which it can hit.
    places = sorted(random.uniform(min(5, duels / 2), duels) for _ in events)
    at: list[tuple[float, Step]] = [*enumerate(planned), *zip(places, events, strict=True)]
    at.sort(key=lambda each: each[0])
    return Plan(seed, kills, mode, tuple(planned), tuple(step for _, step in at))


def _planned(seed: int, nth: int, before: list[PlannedDuel], random: Random) -> PlannedDuel:
    """The first four have a player who walks away, or a challenge that nobody answers, so that
    clocks run out in every run."""
    duel = _duel(seed, nth)
    if nth in (0, 2):
        return replace(duel, options={**duel.options, "clock": SHORTEST}, left_at=0)
    if nth in (1, 3):
        return replace(duel, replies=(Reply.IGNORED, Reply.ACCEPTED))
    taken = {each.rematch_of for each in before}
    fit = [each for each in before[-6:] if each.left_at is None and each.nth not in taken]
    if fit and random.random() < REMATCHES:
        return _rematch(duel, random.choice(fit))
    return _with_bot(duel, random) if random.random() < WITH_BOT else duel


def _duel(seed: int, nth: int) -> PlannedDuel:
    random = Random(f"{seed} {nth}")
    challenger, opponent, stranger = random.sample(PEOPLE, 3)
    game, clock = random.choice(list(SIZES)), weighted(CLOCKS, random)
    options: dict[str, str | int | bool] = {
        "game": game,
        "clock": clock,
        "first": weighted({"random": 7, "me": 2, "them": 1}, random),
        "rated": random.random() < 0.9,
        "legs": weighted({1: 3, 2: 1}, random),
    }
    if SIZES[game]:
        options["size"] = random.choice(SIZES[game])
    refused = (weighted(REPLIES, random),) if random.random() < 0.08 else ()
    return PlannedDuel(
        nth,
        seed,
        challenger,
        opponent,
        stranger,
        random.choice(CHANNELS),
        options,
        (*refused, Reply.ACCEPTED),
        typed=random.random() < 0.2,
        left_at=random.randrange(4) if clock == SHORTEST and random.random() < 0.15 else None,
        after=weighted(AFTERS, random),
    )


def _rematch(duel: PlannedDuel, of: PlannedDuel) -> PlannedDuel:
    """Between the same two and with the same clock, as the button offers no other. The bot doesn't
    ask for one."""
    if of.opponent == BOT:
        return replace(of, nth=duel.nth, after=duel.after, rematch_of=of.nth, left_at=None)
    return replace(
        duel,
        challenger=of.opponent,
        opponent=of.challenger,
        stranger=of.stranger,
        options={**duel.options, "clock": of.options["clock"]},
        replies=(Reply.ACCEPTED,),
        rematch_of=of.nth,
        left_at=None,
    )


def _with_bot(duel: PlannedDuel, random: Random) -> PlannedDuel:
    """The same against the bot. Clocks run out, as a player may never hear of a private duel."""
    kept = {each: duel.options[each] for each in ("first", "legs")}
    how = {"clock": SHORTEST, "level": random.choice(LEVELS), "private": random.random() < 0.5}
    left_at = random.randrange(4) if random.random() < 0.15 else None
    options: Mapping[str, Any] = {**random.choice(PRACTISED), **kept, **how}
    return replace(duel, opponent=BOT, options=options, replies=(Reply.ACCEPTED,), left_at=left_at)


def _puzzle(random: Random) -> PlannedPuzzle:
    who, kind = random.choice(PEOPLE), random.choice(("daily", "next"))
    return PlannedPuzzle(random.random(), who, kind, random.choice(CHANNELS))


def _events(random: Random, duels: int, kills: int) -> list[Fault | Kill | Event | PlannedPuzzle]:
    """Return each fault at least once, and more in proportion to the duels, in random order."""
    found: list[Fault | Kill | Event | PlannedPuzzle] = []
    found += islice(_shuffled(random), max(len(FAULTS), duels * 2 // 3))
    found += islice(cycle(KILLS), kills)
    for what in EVENTS:
        often = {"jump": 2, "blackout": 30}.get(what, 10)
        found += [Event(what)] * (kills // often + 1)
    found += (_puzzle(random) for _ in range(duels // 4))
    random.shuffle(found)
    return found


def _shuffled(random: Random) -> Iterator[Fault]:
    while True:
        yield from random.sample(FAULTS, len(FAULTS))


def weighted(weights: Mapping[T, float], random: Random) -> T:
    return random.choices(list(weights), list(weights.values()))[0]
