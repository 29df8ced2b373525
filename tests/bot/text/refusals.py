"""Scenes of refusals: each with facts, to everybody and to the player whom it is about."""

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from bot.interactions import refusals as of_a_server
from bot.text.english import English
from bot.text.refusals import sentence
from engine import refusal as of_the_rules
from engine.demand import Demand
from engine.outcome import Reason, Seat, Withdrawal
from engine.refusal import AlreadyGone, AlreadyOver, MoveRefused, NotYourTurn, Refusal
from tests.bot.text.duels import ANA, BO, NOW
from tests.bot.text.rendered import Scenes

SAMPLES: dict[str, Any] = {
    "asked": "season 2",
    "because": AlreadyGone(6, demand=Demand.RELATED, legal=(1, 2, 12, 18)),
    "challenger": ANA,
    "channel": "#games",
    "channels": ("#games", "#duels"),
    "clock": 1,
    "count": 2,
    "current": 9,
    "deadline": NOW,
    "demand": Demand.RELATED,
    "game": "divisor",
    "guild": 10,
    "how": Reason.RESIGNED,
    "key": "chess",
    "known": ("parity", "split"),
    "last": 6,
    "least": 1_000,
    "legal": (1, 2, 12, 18),
    "legs": 3,
    "link": "https://discord.com/channels/10/20/30",
    "longest": 5,
    "message": 30,
    "most": 31_622_400_000,
    "named": (),
    "next_one": 3,
    "nth": 3,
    "number": 7,
    "opponent": BO,
    "option": "size",
    "part": 6,
    "permissions": ("View Channel", "Send Messages"),
    "player": BO,
    "players": (ANA, BO),
    "roles": ("@duellists",),
    "seconds": 4,
    "shortest": 1,
    "shown": 7,
    "text": "twelve",
    "value": 101,
    "variant": "blitz",
    "version": "9",
    "waiting_for": BO,
    "whole": 14,
    "winner": Seat.FIRST,
    "words": ("short", "long"),
    "positions": 200_000,
}
STARRED = ("*1", "*2", "*3", "*7")
TABLE = {
    "number": 9,
    "demand": Demand.SPLIT_ONE,
    "legal": (5001, 5002, 5003, 5004, 12007),
    "named": ("5:1", "5:2", "5:3", "5:4", "12:7"),
}
# Facts that mean something else in one refusal.
OWN: dict[str, dict[str, Any]] = {
    "in-rated-duel": {"channel": 20},
    "out-of-range": {"number": 21, "least": 1, "most": 20},
    "wrong-parity": {"last": 9, "demand": Demand.EVEN, "legal": tuple(range(2, 41, 2))},
    "must-be-even": {"demand": Demand.EVEN, "legal": tuple(range(2, 41, 2))},
    "too-close": {"number": 9, "last": 14, "demand": Demand.ODD_DOUBLE, "legal": (1, 3, 5, 7, 29)},
    "no-step": {"number": 9, "last": 14, "demand": Demand.STEP, "legal": (7, 12, 13, 15, 16)},
    "not-on-the-table": TABLE,
    "which-number": TABLE,
    "not-the-part": {"whole": 16, "demand": Demand.SPLIT_ONE, "legal": tuple(range(9, 16))},
    "row-full": {"demand": Demand.PUT, "legal": (101, 102, 103, 107), "named": STARRED},
    "bad-list": {"game": "split", "option": "numbers", "value": [2, 5], "least": 3, "most": 100},
    "hosts-option": {"option": "gone"},
    "equal-split": {"demand": Demand.SPLIT, "legal": (1, 2, 3, 5, 6)},
    "option-left-open": {"least": 3, "most": 100},
    "bad-option": {"least": 2, "most": 100},
    "legs-out-of-bounds": {"least": 1, "most": 2},
    "too-many-challenges": {"most": 10},
    "unrecordable": {"text": "7", "most": 200},
    "unknown-record-version": {"known": "1"},
    "unknown-variant": {"known": ("classic", "ranked")},
}


def refusals(words: type[English]) -> Scenes:
    for each in _all():
        to_all = sentence(each, words)
        yield each.code, to_all
        to_them = sentence(each, words, reader=BO)
        if to_them != to_all:
            yield f"{each.code}, to the player it is about", to_them
        directly = sentence(each, words, directly=True)
        if directly != to_all:
            yield f"{each.code}, in direct messages", directly
    for pings in ("always", "away", "never"):
        yield (
            f"not-your-turn, pings {pings}",
            sentence(NotYourTurn(BO), words, pings=pings),
        )
    for how in (*Withdrawal, *Reason):
        yield f"already-over, {how}", sentence(AlreadyOver(how), words)
    for demand in Demand:
        refused = AlreadyGone(7, demand=demand, legal=(1, 2, 12, 18))
        yield f"already-gone, {demand} demanded", sentence(refused, words)
    some = AlreadyGone(7, demand=Demand.ANY, legal=tuple(range(1, 12)))
    yield "already-gone, eleven are left", sentence(some, words)
    many = AlreadyGone(7, demand=Demand.ANY, legal=tuple(range(1, 13)))
    yield "already-gone, twelve are left", sentence(many, words)
    yield (
        "a move refused by a game without words for it",
        sentence(Odd(demand=Demand.ANY, legal=(1,)), words),
    )
    yield "a refusal without words", sentence(Strange(), words)


class Odd(MoveRefused):
    """A game brought it along."""


class Strange(Refusal):
    """A refusal that no catalogue knows."""

    def facts(self) -> dict[str, Any]:
        return {}


def _all() -> Iterator[Refusal]:
    known = {**vars(of_the_rules), **vars(of_a_server)}.values()
    for each in known:
        if (
            isinstance(each, type)
            and issubclass(each, Refusal)
            and each not in (Refusal, MoveRefused)
        ):
            samples = SAMPLES | OWN.get(each.code, {})
            facts = {field.name: samples[field.name] for field in fields(each)}  # type: ignore[arg-type]
            yield each(**facts)
