"""A duel of which nothing is wrong, for the tests of what must be true of one."""

from dataclasses import replace
from typing import Any

from engine.outcome import Withdrawal
from tests.e2e.chaos.asked import Asked, Meant
from tests.e2e.chaos.evidence import Case, Evidence, Written
from tests.e2e.chaos.oracle import judge
from tests.e2e.chaos.sight import Sight, Telling
from tests.e2e.chaos.trouble import Trouble
from tests.e2e.told import Told

CLOCK, QUARTER = 600.0, 900.0
MOVES = (("Ana", "6"), ("Bo", "3"))
NOT_NOW = "It is @Bo's turn. You will be pinged after it."


def asked(nth: int, who: str, what: str, move: str | None = None, **more: Any) -> Asked:
    """Ten seconds after one another."""
    facts: dict[str, Any] = {"state": "answered", "took": 0.1} | more
    means = Meant(what, 1, move, facts.pop("ply", None))
    return Asked(str(nth), who, means, at=nth * 10.0, began=nth * 10.0, **facts)


def sight(winner: str | None = "Bo") -> Sight:
    told = Told(1, {1: "6", 2: "3"}, {1: "Ana", 2: "Bo"}, winner, listed=2)
    seen = Sight(told, next=3, offered_at=2.0, opened_by="0", seen={1: 12.0, 2: 22.0, 3: 32.0})
    seen.tellings["20"] = Telling(None, 70.0)
    return replace(seen, ended_at=CLOCK + 40.0, timed_out="Ana", end=object())  # type: ignore[arg-type]


def case(**more: Any) -> Case:
    """Ana had taken 6 and Bo 3, and then Ana ran out of time."""
    facts: dict[str, Any] = {"how": "timed-out", "moves": MOVES, "winner": "Bo", "begun": True}
    duel = Written(1, "Ana", "Bo", CLOCK, **facts | more)
    challenge = asked(0, "Ana", "start")
    asks = (
        challenge,
        asked(1, "Bo", "press accept"),
        asked(2, "Ana", "press move", "6", ply=0),
        asked(3, "Bo", "move", "3"),
    )
    sights = {"Ana": sight(), "Bo": sight(), "Eve": sight()}
    return Case(duel, sights, asks, Trouble(), (challenge,))


def expired() -> Case:
    """Bo didn't answer."""
    found = case(how=Withdrawal.EXPIRED, moves=(), winner=None, begun=False)
    seen: dict[str, Any] = {"offered_at": 2.0, "opened_by": "0", "ended_at": QUARTER + 3}
    sights = {who: Sight(Told(1), withdrawn=Withdrawal.EXPIRED, **seen) for who in found.sights}
    return replace(found, sights=sights, asked=())


def rules(case: Case, *more: Asked, noticed: Any = (), **trouble: Any) -> set[str]:
    """Those that it breaks, if this got in the way."""
    meanwhile = Trouble(**trouble)
    case = replace(case, trouble=meanwhile)
    evidence = Evidence((case,), (*case.asked, *more), meanwhile, noticed)
    return {each.rule for each in judge(evidence)}
