"""What goes wrong while duels are played, as it is planned: values that say what, and nothing that
does it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, cycle, islice
from random import Random
from typing import Any

from deploy.sandbox.faults import KINDS, STATUSES, Aim, Kind

# Longer than Discord waits for an answer, and longer than a bot lives that is about to be killed.
TOO_LATE, HELD = 3.5, 10.0
# How long the bot is told to wait, and what is late but not too late.
WAITS, DELAYS = (0.3, 0.001), (0.2, TOO_LATE)
# Things that come twice are where moves could be doubled, so there are more of them.
DUPLICATES = 6


@dataclass(frozen=True)
class Fault:
    kind: Kind
    on: Aim
    how: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Kill:
    """With -9: as soon as this fault has struck, or just so."""

    upon: Fault | None = None


@dataclass(frozen=True)
class Restart:
    """The bot is asked to stop, and started again."""


@dataclass(frozen=True)
class Disturbance:
    """Of its connection to the gateway."""

    what: str


@dataclass(frozen=True)
class Jump:
    """The bot's clock goes an hour ahead, as that of a machine that has slept."""


@dataclass(frozen=True)
class Blackout:
    """Nothing gets through to Discord for longer than the shortest clock runs."""


Event = Fault | Kill | Restart | Disturbance | Jump | Blackout

DISTURBANCES = ("drop", "reconnect", "invalidate")
# When it is most interesting to be killed: while something is on its way, and when it has arrived
# and the bot can't know.
MOMENTS = (
    None,
    Fault(Kind.DELAY, Aim.ANSWERS, {"seconds": HELD}),
    None,
    Fault(Kind.DROP, Aim.ANSWERS),
    None,
    Fault(Kind.DELAY, Aim.EDITS, {"seconds": HELD}),
    None,
    Fault(Kind.DELAY, Aim.EVERYTHING, {"seconds": HELD}),
    None,
    Fault(Kind.DROP, Aim.EVERYTHING),
)


def ways() -> Iterator[Fault]:
    """Everything that the sandbox can spoil, in all the ways in which it can."""
    for kind, (_, _, aims) in KINDS.items():
        for aim in aims:
            yield from (Fault(kind, aim, how) for how in _ways_of(kind))


def _ways_of(kind: Kind) -> list[dict[str, Any]]:
    match kind:
        case Kind.FAIL:
            return [{"status": each} for each in STATUSES]
        case Kind.LIMIT:
            return [{"seconds": each} for each in WAITS]
        case Kind.DELAY:
            return [{"seconds": each} for each in DELAYS]
        case Kind.DUPLICATE:
            return [{"times": 3}] * DUPLICATES
        case _:
            return [{}]


def weather(seed: int, duels: int, kills: int) -> list[Event]:
    """Enough of everything for so many duels, in any order."""
    random = Random(f"{seed} weather")
    faults = list(ways())
    events: list[Event] = list(islice(_shuffled(faults, random), max(len(faults), duels * 2 // 3)))
    events += (Kill(each) for each in islice(cycle(MOMENTS), kills))
    disturbances = chain.from_iterable([DISTURBANCES] * (kills // 10 + 1))
    events += (Disturbance(each) for each in disturbances)
    events += [Restart()] * (kills // 10 + 1) + [Jump()] * (kills // 2 + 1)
    events += [Blackout()] * (kills // 30 + 1)
    random.shuffle(events)
    return events


def _shuffled(faults: list[Fault], random: Random) -> Iterator[Fault]:
    """All of them, and all again."""
    while True:
        yield from random.sample(faults, len(faults))
