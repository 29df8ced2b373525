"""What somebody asked of the bot, and what came of it."""

from dataclasses import dataclass
from typing import Any

from bot.interactions.custom_id import Verb, read
from tests.e2e.chaos.refusals import refusal_in

MOVES = (Verb.MOVE, Verb.CHOOSE)


@dataclass(frozen=True)
class Meant:
    """By a command or a press: what is done, to which duel, and with which move."""

    what: str
    duel: int | None = None
    move: str | None = None
    ply: int | None = None
    # Who is challenged, by their id.
    whom: str | None = None


@dataclass
class Asked:
    interaction: str
    who: str
    meant: Meant
    # By the time that players have, and by that of the machine.
    at: float
    began: float
    took: float = 0.0
    state: str = "waiting"
    # A private answer.
    told: str | None = None

    @property
    def refused(self) -> bool:
        """Whether they were told why not. What was never answered may have been done."""
        return self.told is not None and refusal_in(self.told) is not None

    def is_for(self, nth: int, move: str) -> bool:
        """Whether it can have made this move. What is typed says nothing of which one it is."""
        if self.refused or self.meant.move != move:
            return False
        return self.meant.ply in (None, nth - 1)


def meant(what: str, asked: dict[str, Any]) -> Meant:
    """From what is sent to the page."""
    if what == "commands":
        return _typed(" ".join(asked.get("path") or ["menu"]), asked.get("options") or {})
    press = read(asked["custom_id"])
    if press is None:
        return Meant(f"press {asked['custom_id']}")
    duel = int(press.args[0]) if press.args and press.args[0].isdecimal() else None
    name = f"press {press.verb.name.lower().replace('_', ' ')}"
    if press.verb not in MOVES:
        return Meant(name, duel)
    chosen = asked["values"][0] if press.verb is Verb.CHOOSE else press.text(2)
    return Meant(name, duel, chosen, press.number(1))


def _typed(path: str, options: dict[str, Any]) -> Meant:
    duel = options.get("duel")
    number = int(duel) if duel else None
    return Meant(path, number, options.get("move"), whom=options.get("opponent"))
