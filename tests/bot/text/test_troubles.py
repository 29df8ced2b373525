"""Every trouble with a database has a sentence."""

from dataclasses import dataclass
from pathlib import Path

from bot.text import storage_failures
from bot.text.troubles import cause
from bot.text.troubles import trouble as sentence_of
from engine.ids import Instant
from engine.rating import Rating
from engine.standing import Rank
from storage import trouble as troubles
from storage.location import ServerAddress
from storage.trouble import (
    DatabaseTrouble,
    Trouble,
    Unreachable,
)

PATH = Path("/srv/duelhost.db")
RANK = Rank(Rating(1507.3456, 80.09), Instant(0), 4)


def test_every_trouble_has_a_sentence_and_nothing_else_has() -> None:
    ours = {
        each.code
        for each in vars(troubles).values()
        if isinstance(each, type) and issubclass(each, Trouble)
    }
    sentences = storage_failures.TROUBLES.keys() | storage_failures.SERVER_TROUBLES.keys()
    assert ours - {Trouble.code, DatabaseTrouble.code} == sentences


@dataclass(eq=False)
class Unheard(Trouble):
    """A trouble that has no sentence yet."""


def test_a_trouble_without_a_sentence() -> None:
    assert sentence_of(Unheard()) == "Something went wrong with the database."


def test_the_log_has_a_sentence_for_a_trouble_and_the_kind_of_anything_else() -> None:
    away = Unreachable(ServerAddress("db", "5432", "duels", "bot"), "no route")
    assert cause(away) == sentence_of(away)
    assert cause(TimeoutError("late")) == "TimeoutError: late"
