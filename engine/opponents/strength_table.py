"""The table of fitted strengths, by set-up. It is checked in, because fitting takes minutes."""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple

from engine.games.game import Game
from engine.measure.table import has_table, measured_as
from engine.opponents.fitted import FITTED
from engine.opponents.strength import Strength

# How strong the bots are in games that nobody has fitted them to.
ANYWHERE = (
    Strength(1, care=0.15),
    Strength(2, care=0.4),
    Strength(2, care=0.85),
    Strength(3, care=1, insight=0.58),
)
# The options that change how a game is played. A size changes it gradually, and others hardly.
_RULES = ("rule", "keep", "sums", "rows")


@cache
def table() -> Mapping[str, tuple[Strength, ...]]:
    """The strengths of novice, casual, skilled and expert, by set-up."""
    return dict(map(_read, FITTED.splitlines()))


def written(table: Mapping[str, tuple[Strength, ...]]) -> str:
    """The table as text: `table` reads it again once it is in `fitted.py`."""
    return "".join(
        f"{setup} {' '.join(map(_text, strengths))}\n" for setup, strengths in sorted(table.items())
    )


def strengths_of(game: Game[Any]) -> tuple[Strength, ...]:
    """The strengths of novice, casual, skilled and expert in a game: those of the set-up with the
    same rules and the nearest size."""
    if not has_table(game):
        return ANYWHERE
    return table()[_nearest(measured_as(game).setup)]


# A duel asks for the same one with each move.
@lru_cache(maxsize=512)
def _nearest(setup: str) -> str:
    """The set-up of the table that is nearest to this one."""
    wanted = _Setup.read(setup)
    alike = [each for each in table() if each.startswith(f"{wanted.key}/")]
    return min(alike, key=lambda each: wanted.distance(_Setup.read(each)))


class _Setup(NamedTuple):
    """A set-up, read from its text."""

    key: str
    options: Mapping[str, str]

    @classmethod
    def read(cls, text: str) -> "_Setup":
        key, _, options = text.partition("/")
        return cls(key, dict(each.split("=") for each in options.split(",") if each))

    def distance(self, other: "_Setup") -> tuple[int, int, bool]:
        """How far another set-up is: by rules, then by size, then by anything else."""
        mine, theirs = self.options, other.options
        rules = sum(mine.get(each) != theirs.get(each) for each in _RULES)
        size, other_size = (int(each.get("size", 0)) for each in (mine, theirs))
        return rules, abs(size - other_size), mine != theirs


def _read(line: str) -> tuple[str, tuple[Strength, ...]]:
    setup, *strengths = line.split(" ")
    return setup, tuple(map(_strength, strengths))


def _strength(text: str) -> Strength:
    depth, *chances = text.split(",")
    return Strength(int(depth), *map(float, chances))


def _text(strength: Strength) -> str:
    chances = (strength.care, strength.insight, strength.slip)
    return ",".join((str(strength.depth), *map("{:g}".format, chances)))
