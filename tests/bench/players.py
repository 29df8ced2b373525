"""People who play duels at a store, many at once, and as fast as they are answered."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from itertools import cycle
from random import Random
from typing import Any, TypeVar

from rich.console import Console
from rich.progress import track

from engine.duel import First, Playing
from engine.games import set_up
from engine.ids import PlayerId
from engine.record import Record
from storage.ids import DuelId
from storage.match import Call
from storage.store import Store
from tests.builders import random_record
from tests.storage.builders import Table, terms

T = TypeVar("T")

# A duel that has been accepted: its number, and the calls that will play it to the end.
Script = tuple[DuelId, list[tuple[Call, str]]]


def watched(steps: Iterable[T], what: str, total: int | None = None) -> Iterable[T]:
    return track(steps, what, total, console=Console(stderr=True), transient=True)


# Games that are rated, and have some twenty moves at most.
DOUBLES: Mapping[str, Any] = {"size": 40, "rule": "doubles"}
OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "divisor": {"size": 21},
    "parity": DOUBLES,
    "evenodd": DOUBLES,
}


def play_out(random: Random, key: str) -> Record:
    """A rated game between people who take whatever they may."""
    return random_record(set_up(key, OPTIONS[key]), random)


async def seat(
    table: Table, people: Sequence[PlayerId], random: Random, duels: int
) -> list[Script]:
    """Start this many rated duels by accepted challenges, with no player in more than one of
    them."""

    async def start(challenger: PlayerId, opponent: PlayerId, key: str) -> Script:
        record = play_out(random, key)
        match = await table.start(terms(challenger, opponent, record.game, First.DRAWN))
        assert isinstance(match.duel, Playing)
        assert match.duel.terms.unrated is None
        players = cycle(match.duel.seats)
        return match.id, [(table.call(next(players)), str(move)) for move in record.moves]

    drawn = iter(random.sample(people, 2 * duels))
    pairs = zip(drawn, drawn, cycle(("parity", "divisor")), strict=False)
    return await asyncio.gather(*(start(*pair) for pair in pairs))


async def play(store: Store, scripts: Sequence[Script], callers: int) -> int:
    """Play all scripts to the end, and return the number of moves."""

    async def to_the_end(script: Script) -> None:
        number, calls = script
        for call, text in calls:
            await store.play(call, number, text)

    await at_once(callers, to_the_end, scripts)
    return sum(len(calls) for _, calls in scripts)


async def at_once(callers: int, do: Callable[[T], Awaitable[object]], work: Iterable[T]) -> None:
    """Each caller does one thing after another for as long as anything is left to do."""
    left = iter(work)

    async def caller() -> None:
        for each in left:
            await do(each)

    await asyncio.gather(*(caller() for _ in range(callers)))
