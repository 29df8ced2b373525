"""Faults: requests and interactions that fail, are late or come twice, a set number of times."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from itertools import count
from typing import Any

from deploy.sandbox.gateway.shards import Shard, asked_for


class Kind(StrEnum):
    LOSE = "lose"
    DROP = "drop"
    LIMIT = "limit"
    FAIL = "fail"
    DELAY = "delay"
    DUPLICATE = "duplicate"


class Aim(StrEnum):
    """The requests that a fault hits."""

    ANSWERS = "answers"
    POSTS = "posts"
    EDITS = "edits"
    EVERYTHING = "everything"
    INTERACTIONS = "interactions"


REQUESTS = (Aim.ANSWERS, Aim.POSTS, Aim.EDITS, Aim.EVERYTHING)
# For people: what each is called, what it does, and what it can be aimed at.
KINDS: dict[Kind, tuple[str, str, tuple[Aim, ...]]] = {
    Kind.LOSE: ("Lose requests", "What the bot sends never arrives.", REQUESTS),
    Kind.DROP: ("Lose answers", "It arrives and is done, but the bot never hears so.", REQUESTS),
    Kind.LIMIT: ("Rate limit", "The bot is told to wait (429).", REQUESTS),
    Kind.FAIL: (
        "Fail",
        "Discord has an error of its own (5xx). With 504 it has done what it was asked.",
        REQUESTS,
    ),
    Kind.DELAY: ("Delay", "It takes longer.", (*REQUESTS, Aim.INTERACTIONS)),
    Kind.DUPLICATE: (
        "Twice",
        "What somebody presses reaches the bot two times.",
        (Aim.INTERACTIONS,),
    ),
}
STATUSES = (500, 502, 503, 504)
LONGEST = 60.0
MOST = 100_000
# The ids in the path of a request, or the id of an interaction.
Names = Mapping[str, str]
NOTHING: Names = {}


@dataclass
class Fault:
    id: str
    kind: Kind
    on: Aim
    left: int
    seconds: float
    status: int
    # Hits only what happens in servers of this shard, if it has one.
    shard: Shard | None = None

    @property
    def told(self) -> dict[str, Any]:
        return asdict(self) | {"shard": self.shard and self.shard.told}

    def hits(self, aim: Aim, server: str | None) -> bool:
        everything = self.on is Aim.EVERYTHING and aim is not Aim.INTERACTIONS
        there = self.shard is None or self.shard.hears(server)
        return (self.on is aim or everything) and there


class NoSuchFault(Exception):
    """Says what was wrong with it."""


@dataclass
class Faults:
    changed: Callable[[], None] = lambda: None
    # Told what each of them hit.
    struck: Callable[[Fault, Names], None] = lambda _, __: None
    set: list[Fault] = field(default_factory=list)
    _numbers: Any = field(default_factory=lambda: count(1))

    def add(self, wanted: Any) -> Fault:
        """From what the page or a test asks for."""
        if not isinstance(wanted, dict) or wanted.get("kind") not in list(Kind):
            raise NoSuchFault(f"kind is one of {', '.join(Kind)}")
        kind = Kind(wanted["kind"])
        aims = KINDS[kind][2]
        on = wanted.get("on", aims[0])
        if on not in aims:
            raise NoSuchFault(f"on is one of {', '.join(aims)}")
        fault = Fault(
            id=str(next(self._numbers)),
            kind=kind,
            on=Aim(on),
            left=_within(wanted, "times", 1, 1, MOST),
            seconds=_within(wanted, "seconds", 1.0, 0.0, LONGEST),
            status=_within(wanted, "status", 500, 500, 504),
            shard=aimed_at(wanted),
        )
        if fault.status not in STATUSES:
            raise NoSuchFault(f"status is one of {', '.join(map(str, STATUSES))}")
        self.set.append(fault)
        self.changed()
        return fault

    def remove(self, key: str | None = None) -> None:
        """One, or all of them."""
        self.set = [each for each in self.set if key is not None and each.id != key]
        self.changed()

    def strike(self, aim: Aim, what: Names = NOTHING, server: str | None = None) -> Fault | None:
        """The first that is meant for this, which happens in a server or in none. It has one less
        to go."""
        for fault in self.set:
            if fault.hits(aim, server):
                fault.left -= 1
                self.set = [each for each in self.set if each.left]
                self.changed()
                self.struck(fault, what)
                return fault
        return None


def aimed_at(wanted: dict[str, Any]) -> Shard | None:
    """Returns the shard that something is meant for, or none if it is meant for all."""
    named = wanted.get("shard")
    shard = asked_for(named)
    if named is not None and shard is None:
        raise NoSuchFault("shard is [index, count]")
    return shard


def _within(wanted: dict[str, Any], key: str, usual: Any, least: Any, most: Any) -> Any:
    value = wanted.get(key, usual)
    if isinstance(value, bool) or not isinstance(value, (int, type(usual))):
        raise NoSuchFault(f"{key} is a number")
    if not least <= value <= most:
        raise NoSuchFault(f"{key} is from {least} to {most}")
    return value
